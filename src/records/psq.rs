//! PSQ, the files of Piskvork: `Piskvorky 15x15, 11:11, 0`, then a line
//! `x,y,ms` for each move, both from 1 at the top left, then the names of the
//! players and a number that says how the game ended.
//!
//! The first line has the size, the levels of the two players (0 a human; not
//! kept here) and which of them began. The names come in the order of the
//! players, not of the colours; `homo-1` and `homo-2` are humans, who are
//! players without a name here. Piskvork writes the names in tournaments only,
//! and the end code always; a file may also end after its moves. Anything else
//! is an error, and so is a name that looks like a misspelt move (`9,x,0`).
//! After the end code anything may follow.
//!
//! The end codes are words in [`GameRecord::reason`]: 0 is `normal end`, 15
//! `timeout`, -2 `brain error`, -1 (not known) nothing and any other `end code
//! 7`. The other reasons are written as 0 if there is a result, else as -1.
//!
//! Not in these files: the rule, the result, and which moves were given. The
//! given ones take no time, so the first moves without a time count as given,
//! unless no move has a time. A pass is written as `0,0,ms`, which only this
//! reader takes: Piskvork stops there. Names lose the blanks around them, and
//! a name that looks like a move or a part of one loses its commas. The longest
//! time is 2147483647 ms.
//!
//! Source: `savePsq` and `openPsq` in Piskvork's `game.cpp`.

use std::fmt::Write as _;
use std::time::Duration;

use super::game::{Draft, GameRecord, RecordedMove, millis};
use super::scan::{ParseError, Scanner, one_line, quoted};
use crate::types::Color;

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

/// Reads a file. A time below zero, as of a clock that was set back, is zero.
pub fn read(text: &str) -> Result<GameRecord, ParseError> {
    let mut lines = Scanner::lines(text);
    let first = lines.next().unwrap_or(Scanner::new(text));
    let (mut draft, starts) = first_line(first)?;
    let tail = read_moves(&mut draft, lines, 1)?;
    let at_end = |what: &str| ParseError::at(text, text.len(), what);
    match tail.as_slice() {
        [] => (),
        [code] if end_code(code).is_some() => draft.game.reason = read_reason(code)?,
        [first] => {
            check_name(first)?;
            return Err(at_end(
                "the name of the other player is expected, not the end",
            ));
        }
        [first, second, rest @ ..] => {
            for (name, color) in [first, second].into_iter().zip([starts, !starts]) {
                check_name(name)?;
                set_name(&mut draft, color, name.rest());
            }
            let code = rest.first();
            let code = code.ok_or_else(|| at_end("an end code is expected, not the end"))?;
            draft.game.reason = read_reason(code)?;
        }
    }
    Ok(draft.game)
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
fn looks_like_move(line: &str) -> bool {
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

fn check_name(line: &Scanner) -> Result<(), ParseError> {
    match is_name(line.rest()) {
        true => Ok(()),
        false => {
            let what = format!("{} is neither a move nor a name", quoted(line.rest()));
            Err(line.error(what))
        }
    }
}

pub(super) fn set_name(draft: &mut Draft, color: Color, name: &str) {
    let name = one_line(name);
    let name = name.trim();
    let human = HUMANS.contains(&name);
    draft.set_player(color, if human { "" } else { name });
}

fn end_code(line: &Scanner) -> Option<i64> {
    line.rest().trim().parse().ok()
}

/// The reason that an end code stands for.
pub(super) fn read_reason(line: &Scanner) -> Result<String, ParseError> {
    let code = end_code(line).ok_or_else(|| {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::moves_text;
    use crate::records::GameResult;

    const FILE: &str = "Piskvorky 15x13, 11:0, 1\r\n8,7,0\r\n9,6,0\r\n15,13,1250\r\n1,1\r\n\r\n\
        pbrain-a.exe\r\nhomo-2\r\n15\r\n1,Freestyle\r\n";

    #[test]
    fn a_file_of_a_tournament_is_read() {
        let game = read(FILE).unwrap();
        assert_eq!((game.width, game.height, game.opening), (15, 13, 2));
        assert_eq!(game.players, ["", "pbrain-a.exe"]);
        assert_eq!(game.reason, "timeout");
        assert_eq!(moves_text(&game.board().unwrap()), "h7i8o1a13");
        assert_eq!(game.moves[2].time, Duration::from_millis(1250));
        assert_eq!(
            write(&game),
            "Piskvorky 15x13, 11:11, 0\n8,7,0\n9,6,0\n15,13,1250\n1,1,0\nhomo-1\npbrain-a.exe\n15\n"
        );
    }

    #[test]
    fn names_and_end_may_be_missing() {
        let head = "Piskvorky 20x20, 0:0, 0\n10,10,5\n";
        for (tail, names, reason) in [
            ("", ["", ""], ""),
            ("-1\n", ["", ""], ""),
            ("7", ["", ""], "end code 7"),
            ("a\nb\n-1", ["a", "b"], ""),
            ("1\n2\n0", ["1", "2"], "normal end"),
            ("a, b\nb\n0\n1,Freestyle\n", ["a, b", "b"], "normal end"),
        ] {
            let game = read(&format!("{head}{tail}")).unwrap();
            assert_eq!(game.players, names, "{tail}");
            assert_eq!(game.reason, reason, "{tail}");
        }
    }

    #[test]
    fn a_line_that_belongs_nowhere_is_an_error() {
        let no_name = "is neither a move nor a name";
        let no_code = "is neither a move nor an end code";
        for (tail, line, what) in [
            ("9,x,0", 3, format!("'9,x,0' {no_name}")),
            ("9,x,0\n-1\n", 3, format!("'9,x,0' {no_name}")),
            ("x,9\na\nb\n-1\n", 3, format!("'x,9' {no_name}")),
            ("9,9,0,5\na\nb\n-1\n", 3, format!("'9,9,0,5' {no_name}")),
            ("a\n9,9;0\n-1\n", 4, format!("'9,9;0' {no_name}")),
            ("9;9\na\nb\n-1\n", 5, format!("'b' {no_code}")),
            ("a\nb\nc\nd", 5, format!("'c' {no_code}")),
            ("a\nb\n-", 5, format!("'-' {no_code}")),
            (
                "a",
                3,
                "the name of the other player is expected, not the end".into(),
            ),
            ("a\nb\n", 5, "an end code is expected, not the end".into()),
        ] {
            let error = read(&format!("Piskvorky 20x20, 0:0, 0\n10,10,5\n{tail}")).unwrap_err();
            assert_eq!((error.line, error.what), (line, what), "{tail}");
        }
    }

    #[test]
    fn the_end_is_written_as_a_code() {
        let mut game = GameRecord::new(15, 15);
        for (reason, result, code) in [
            ("", None, "-1"),
            ("five in a row", Some(GameResult::Draw), "0"),
            ("brain error", None, "-2"),
            ("end code 9", None, "9"),
        ] {
            (game.reason, game.result) = (reason.to_string(), result);
            assert_eq!(write(&game).lines().last(), Some(code));
        }
    }

    #[test]
    fn names_stay_on_their_lines() {
        let mut game = GameRecord::new(15, 15);
        for (names, read_again) in [
            ([" 1,2 ", "a\r\nb\tc"], ["1 2", "a b c"]),
            (["9,x", "a, b"], ["9 x", "a, b"]),
        ] {
            game.players = names.map(String::from);
            assert_eq!(read(&write(&game)).unwrap().players, read_again);
        }
    }

    #[test]
    fn errors_have_their_places() {
        let long = "99999999999999999999";
        for (from, to, error) in [
            (
                "Piskvorky",
                "Gomoku",
                "line 1, column 1: 'Piskvorky' is expected, not 'Gomoku'",
            ),
            (
                "15x13",
                "15-13",
                "line 1, column 13: 'x' is expected, not '-13'",
            ),
            ("15x13", "15x", "line 1, column 14: ',' is not a number"),
            (
                "x13",
                "x99",
                "line 1, column 11: board 15x99 is not supported (5 to 22 squares a side)",
            ),
            (
                "x13",
                "x4294967301",
                "line 1, column 14: '4294967301' is not between 0 and 2147483647",
            ),
            ("11:0", "11", "line 1, column 20: ':' is expected, not ','"),
            (
                ":0, 1",
                ":0, 2",
                "line 1, column 24: '2' is not between 0 and 1",
            ),
            (
                ":0, 1",
                ":0, 1 x",
                "line 1, column 26: 'x' is not expected here",
            ),
            (
                "15,13,1",
                "16,13,1",
                "line 4, column 1: '16,13,1250' is not on a 15x13 board",
            ),
            (
                "9,6,0",
                "9,0,0",
                "line 3, column 1: '9,0,0' is not on a 15x13 board",
            ),
            (
                "9,6,0",
                "8, 7",
                "line 3, column 1: move 2 is on h7, which is taken",
            ),
            (
                "9,6,0",
                "9,6x",
                "line 3, column 1: '9,6x' is not a move, but moves follow",
            ),
            (
                "1250",
                long,
                "line 4, column 7: '99999999999999999999' is not between -2147483647 and 2147483647",
            ),
        ] {
            let found = read(&FILE.replacen(from, to, 1)).unwrap_err();
            assert_eq!(found.to_string(), error);
        }
        assert_eq!(
            read("").unwrap_err().to_string(),
            "line 1, column 1: 'Piskvorky' is expected, not the end"
        );
    }
}
