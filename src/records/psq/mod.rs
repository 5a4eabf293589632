//! PSQ, the files of Piskvork: `Piskvorky 15x15, 11:11, 0`, then a line
//! `x,y,ms` for each move, both from 1 at the top left, then the names of the
//! players and a number that says how the game ended.
//!
//! The first line has the size, the levels of the two players (0 a human; not
//! kept here) and which of them began. The names come in the order of the
//! players, not of the colours; `homo-1` and `homo-2` are humans, who are
//! players without a name here. Piskvork writes the names in tournaments only,
//! and the end code always; a file may also end after its moves.
//! GomocupJudge writes a line `1,NAME` at the end: the result (1 Black won, 2 White,
//! 0 neither) and the tournament, whose name says the rule. What else follows the end
//! code is the game's comment. Anything else is an error, and so is a name that looks
//! like a misspelt move (`9,x,0`).
//!
//! The end codes are words in [`GameRecord::reason`]: 0 is `normal end`, 15
//! `timeout`, -2 `brain error`, -1 (not known) nothing and any other `end code
//! 7`. The other reasons are written as 0 if there is a result, else as -1.
//!
//! Not in Piskvork's files: the rule, the result, and which moves were given. The
//! given ones take no time, so the first moves without a time count as given,
//! unless no move has a time. A pass is written as `0,0,ms`, which only this
//! reader takes: Piskvork stops there. Names lose the blanks around them, and
//! a name that looks like a move or a part of one loses its commas. The longest
//! time is 2147483647 ms.
//!
//! Source: `savePsq` and `openPsq` in Piskvork's `game.cpp`, `extend_pos` and `end` in
//! GomocupJudge's `server.py`.

mod tail;
#[cfg(test)]
mod tests;

use std::fmt::Write as _;
use std::time::Duration;

use super::game::{Draft, GameRecord, RecordedMove, millis};
use super::scan::{ParseError, Scanner, one_line, quoted};
use super::tree::{Feature, Features, GameTree};
use crate::game::GameResult;
use crate::types::Color;
use tail::Tail;

/// The largest number in Piskvork's `int`.
const LARGEST: i64 = i32::MAX as i64;
/// Piskvork's names of human players, by colour.
const HUMANS: [&str; 2] = ["homo-1", "homo-2"];
const END_CODES: [(i64, &str); 4] = [
    (-1, ""),
    (0, "normal end"),
    (15, "timeout"),
    (-2, "brain error"),
];
const OTHER_END: &str = "end code ";

/// What these files hold, besides moves.
pub const HOLDS: Features = Features::of(&[
    Feature::Players,
    Feature::MoveTimes,
    Feature::GivenMoves,
    Feature::SetUp,
    Feature::Passes,
]);

/// Reads a file. A time below zero, as of a clock that was set back, is zero.
pub fn read(text: &str) -> Result<GameTree, ParseError> {
    let mut lines = Scanner::lines(text);
    let first = lines.next().unwrap_or(Scanner::new(text));
    let (mut draft, starts) = first_line(first)?;
    let tail = read_moves(&mut draft, lines, 1)?;
    let tail = Tail::of(&tail, text)?;
    if let Some(names) = tail.names {
        for (name, color) in names.into_iter().zip([starts, !starts]) {
            set_name(&mut draft, color, name);
        }
    }
    if let Some(code) = &tail.code {
        draft.game.reason = read_reason(code)?;
    }
    let won = draft.winner().map(GameResult::Win);
    let mut tree = GameTree::of(&draft.game);
    tail.add_to(&mut tree.facts);
    tree.facts.result = won.or(tree.facts.result);
    Ok(tree)
}

/// Writes a file. Every move is written, even those that no board allows.
pub fn write(game: &GameRecord) -> String {
    let mut text = format!("Piskvorky {}x{}, 11:11, 0\n", game.width, game.height);
    write_moves(&mut text, game, 1);
    write_names(&mut text, game);
    write_end(&mut text, game);
    text
}

/// Reads the first line: an empty game and the colour of the first player.
fn first_line(mut line: Scanner) -> Result<(Draft, Color), ParseError> {
    line.expect("Piskvorky")?;
    line.skip_blanks();
    let place = line.place();
    let width = line.number(0..=LARGEST)?;
    line.expect("x")?;
    let height = line.number(0..=LARGEST)?;
    let draft = Draft::new(width as usize, height as usize);
    let draft = draft.map_err(|error| line.error_at(place, error))?;
    line.expect(",")?;
    line.number(0..=LARGEST)?;
    line.expect(":")?;
    line.number(0..=LARGEST)?;
    line.expect(",")?;
    let starts = line.number(0..=1)?;
    line.expect_end()?;
    Ok((draft, Color::ALL[starts as usize]))
}

/// Plays the lines that are moves, with coordinates from `origin`, and returns
/// those that follow them.
pub(super) fn read_moves<'a>(
    draft: &mut Draft,
    lines: impl Iterator<Item = Scanner<'a>>,
    origin: i64,
) -> Result<Vec<Scanner<'a>>, ParseError> {
    let mut tail: Vec<Scanner> = Vec::new();
    for line in lines {
        let is_move = looks_like_move(line.rest());
        match tail.first() {
            None if is_move => read_move(draft, line, origin)?,
            Some(first) if is_move => {
                let what = format!("{} is not a move, but moves follow", quoted(first.rest()));
                return Err(first.error(what));
            }
            _ => tail.push(line),
        }
    }
    draft.game.opening = given_moves(&draft.game);
    Ok(tail)
}

/// Whether a line is `int,int` or `int,int,int`.
pub(super) fn looks_like_move(line: &str) -> bool {
    matches!(line.split(',').count(), 2 | 3) && line.split(',').all(is_number)
}

fn is_number(part: &str) -> bool {
    let part = part.trim();
    let digits = part.strip_prefix(['-', '+']).unwrap_or(part);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a line can be a name: it neither begins nor ends like a move, as
/// `9,x,0` and `x,9` do.
pub(super) fn is_name(line: &str) -> bool {
    let ends = [line.split_once(','), line.rsplit_once(',')];
    let [first, last] = ends.map(Option::unwrap_or_default);
    !is_number(first.0) && !is_number(last.1)
}

fn read_move(draft: &mut Draft, mut line: Scanner, origin: i64) -> Result<(), ParseError> {
    let (start, shown) = (line.place(), quoted(line.rest()));
    let x = line.number(-LARGEST..=LARGEST)? - origin;
    line.expect(",")?;
    let y = line.number(-LARGEST..=LARGEST)? - origin;
    line.skip_blanks();
    let time = match line.take(",") {
        true => line.number(-LARGEST..=LARGEST)?,
        false => 0,
    };
    line.expect_end()?;
    let square = match (x, y) {
        (-1, -1) => None,
        _ => Some(draft.board.square(x as i32, y as i32).ok_or_else(|| {
            let (width, height) = (draft.game.width, draft.game.height);
            let what = format!("{shown} is not on a {width}x{height} board");
            line.error_at(start, what)
        })?),
    };
    let time = Duration::from_millis(time.max(0) as u64);
    let played = draft.play(square, time);
    played.map_err(|error| line.error_at(start, error))
}

/// How many first moves have no time; 0 if no move has one.
fn given_moves(game: &GameRecord) -> usize {
    let timed = |played: &RecordedMove| !played.time.is_zero();
    game.moves.iter().position(timed).unwrap_or(0)
}

pub(super) fn set_name(draft: &mut Draft, color: Color, name: &str) {
    let name = one_line(name);
    let name = name.trim();
    let human = HUMANS.contains(&name);
    draft.set_player(color, if human { "" } else { name });
}

/// The reason that an end code stands for.
pub(super) fn read_reason(line: &Scanner) -> Result<String, ParseError> {
    let code = tail::end_code(line).ok_or_else(|| {
        let what = format!("{} is neither a move nor an end code", quoted(line.rest()));
        line.error(what)
    })?;
    let known = END_CODES.iter().find(|&&(number, _)| number == code);
    Ok(known.map_or(format!("{OTHER_END}{code}"), |(_, name)| name.to_string()))
}

fn code_of(game: &GameRecord) -> i64 {
    let mut known = END_CODES.iter().filter(|(code, _)| *code != -1);
    if let Some((code, _)) = known.find(|(_, name)| *name == game.reason) {
        return *code;
    }
    let number = game.reason.strip_prefix(OTHER_END);
    let otherwise = if game.result.is_some() { 0 } else { -1 };
    number
        .and_then(|number| number.parse().ok())
        .unwrap_or(otherwise)
}

/// Whether a reason is read again as it is written.
pub fn holds_reason(reason: &str) -> bool {
    let is_known = END_CODES.iter().any(|(_, name)| *name == reason);
    let number = reason.strip_prefix(OTHER_END);
    is_known || number.is_some_and(|number| number.parse::<i64>().is_ok())
}

/// Writes a line for each move, with coordinates from `origin`.
pub(super) fn write_moves(text: &mut String, game: &GameRecord, origin: i64) {
    for played in &game.moves {
        let (x, y) = match played.square {
            Some(square) => (square.x() as i64, square.y() as i64),
            None => (-1, -1),
        };
        let time = millis(played.time).min(LARGEST as u64);
        let _ = writeln!(text, "{},{},{time}", x + origin, y + origin);
    }
}

/// Writes two lines with the names.
pub(super) fn write_names(text: &mut String, game: &GameRecord) {
    for (name, human) in game.players.iter().zip(HUMANS) {
        let name = one_line(name);
        let name = match name.trim() {
            "" => human.to_string(),
            name if !is_name(name) => name.replace(',', " "),
            name => name.to_string(),
        };
        let _ = writeln!(text, "{name}");
    }
}

/// Writes the end code.
pub(super) fn write_end(text: &mut String, game: &GameRecord) {
    let _ = writeln!(text, "{}", code_of(game));
}
