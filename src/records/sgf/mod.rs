//! SGF, FF\[4\], of game 4 (Gomoku and Renju), as many programs write it.
//!
//! A file holds one game or several; of each the main line is read, variations
//! are skipped. Squares are two letters, column and row, `aa` at the top left.
//! These properties are read, all others are skipped:
//!
//! * `GM`: 4, or 1 (Go), in which some programs store games of gomoku; another
//!   game is an error. `SZ`: `15` or `15:13`; only in Go it may be missing,
//!   where it is 19. Both stand in the first node.
//! * `PB`, `PW`, `RU` (a rule's name or its number in the Gomocup protocol, as
//!   c-gomoku-cli writes it; another text is a rule that is not known).
//! * `RE`: `B+…`, `W+…`, `0` or `Draw`; `Void`, `?` and nothing are no result,
//!   all else is an error. `TE` is the reason (as c-gomoku-cli has it);
//!   without it that is what follows the `+`, unless it is a number: `R`, `T`
//!   and `F` are `resignation`, `time` and `forfeit`.
//! * `B`, `W`: moves, one of each in a node; an empty one (or `tt` up to
//!   19x19, an old form) is a pass, and so is what lies between two moves of
//!   one colour. After a five there are none.
//! * `AB`, `AW` before the first move, if Black has as many stones as White
//!   or one more: they are given moves, taken in turn in the order in which
//!   they stand. Other stones, later ones and `AE` are errors. `PL`, before
//!   the first move too, says who is to move; if it is the other side, there
//!   is a pass.
//! * `OS`, a property of our own: how many moves were given. c-gomoku-cli
//!   writes `C[opening move]` at each, which is read too.
//! * `OR` and `OA`, of our own too: for an unfinished opening its rule and its
//!   acts with all stones, as `h8,i9,j7,more`. `OA` needs `OR`.
//! * `MS`, in the node of a move, a property of our own: the time in ms, for
//!   which FF\[4\] has no property (`BL` and `WL` are the time left on the
//!   clock). `C[12ms]` as c-gomoku-cli writes it is read too.
//!
//! Properties about the game may be in any node, but only once.
//!
//! A written game keeps everything but parts of milliseconds. If it begins with
//! one of the 26 openings, `ON` has its name, and `GC` its assessments and search
//! results for the game's rule; neither is read, since they follow from the moves.
//!
//! Source: the definition of FF\[4\], red-bean.com/sgf; `Game::export_sgf` in
//! c-gomoku-cli's `game.cpp`.

mod node;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::fmt::Write as _;
use std::time::Duration;

use super::game::{Draft, GameRecord, millis};
use super::phase::OpeningPhase;
use super::scan::{ParseError, Scanner, one_line, quoted};
use crate::board::Board;
use crate::game::{CanonicalOpening, GameResult};
use crate::types::{Color, MAX_SIDE, Rule, Square, SquareSet};
use node::{MainLine, Property, Value, escape};

/// Moves on one line of a written file.
const MOVES_A_LINE: usize = 8;

/// The rules with their numbers in the Gomocup protocol.
const RULE_NUMBERS: [(&str, Rule); 5] = [
    ("0", Rule::Freestyle),
    ("1", Rule::Standard),
    ("4", Rule::Renju),
    ("8", Rule::CaroOverline),
    ("9", Rule::Caro),
];

/// Reads the games of a file. Text before, between and after them is skipped;
/// a file without a game is an error.
pub fn read_all(text: &str) -> Result<Vec<GameRecord>, ParseError> {
    let mut scanner = Scanner::new(text);
    let start = scanner;
    let mut games = Vec::new();
    while let Some(line) = MainLine::find(&mut scanner) {
        games.push(read_game(line)?);
    }
    if games.is_empty() {
        return Err(start.error("there is no game: none begins with '(;'"));
    }
    Ok(games)
}

/// Writes a file with one game. Files with several are made by writing one
/// after the other.
pub fn write(game: &GameRecord) -> String {
    write_with(game, |_| String::new())
}

/// The same with comments (`C`): `say` returns the comment of the move with this
/// index, or an empty text. Reading skips comments.
pub fn write_with(game: &GameRecord, say: impl Fn(usize) -> String) -> String {
    let mut text = first_node(game);
    for (index, played) in game.moves.iter().enumerate() {
        if index % MOVES_A_LINE == 0 {
            text.push('\n');
        }
        let color = ["B", "W"][index % 2];
        let letter = |number: usize| (b'a' + number as u8) as char;
        let square = played
            .square
            .map(|square| [square.x(), square.y()].map(letter));
        let square: String = square.iter().flatten().collect();
        let _ = write!(text, ";{color}[{square}]");
        match millis(played.time) {
            0 => (),
            time => text += &format!("MS[{time}]"),
        }
        match say(index) {
            comment if comment.is_empty() => (),
            comment => text += &format!("C[{}]", escape(&comment)),
        }
    }
    text + ")\n"
}

fn first_node(game: &GameRecord) -> String {
    let [black, white] = game.players.each_ref().map(|name| one_line(name));
    let name = match (black.as_str(), white.as_str()) {
        ("", "") => String::new(),
        _ => format!("{black} - {white}"),
    };
    let size = match (game.width, game.height) {
        (width, height) if width == height => width.to_string(),
        (width, height) => format!("{width}:{height}"),
    };
    let result = result_text(game);
    let given = match game.opening {
        0 => String::new(),
        given => given.to_string(),
    };
    let rule = game.rule.map_or("", Rule::name);
    let board = game.board().ok();
    let named = board.as_ref().and_then(CanonicalOpening::recognise);
    let judged = named.zip(game.rule).map(|(opening, rule)| {
        let said = opening.old_verdicts(rule).iter().map(ToString::to_string);
        let searched = opening.searched(rule).map(ToString::to_string);
        said.chain(searched).collect::<Vec<_>>().join("; ")
    });
    let named = named.map(ToString::to_string).unwrap_or_default();
    let phase = game.phase.as_ref();
    let done = phase.map(|phase| phase.text(game.height));
    let mut text = "(;FF[4]GM[4]CA[UTF-8]AP[Tengen:".to_string() + env!("CARGO_PKG_VERSION") + "]";
    for (property, value) in [
        ("SZ", size.as_str()),
        ("GN", &name),
        ("RU", rule),
        ("PB", &black),
        ("PW", &white),
        ("RE", &result),
        ("TE", &one_line(&game.reason)),
        ("ON", &named),
        ("GC", &judged.unwrap_or_default()),
        ("OS", &given),
        ("OR", phase.map_or("", |phase| phase.rule.name())),
        ("OA", &done.unwrap_or_default()),
    ] {
        if !value.is_empty() {
            text += &format!("{property}[{}]", escape(value));
        }
    }
    text
}

/// Properties about the game, which occur once; `true`: in the first node.
const ONCE: [(&str, bool); 10] = [
    ("GM", true),
    ("SZ", true),
    ("PB", false),
    ("PW", false),
    ("RU", false),
    ("RE", false),
    ("TE", false),
    ("OS", false),
    ("OR", false),
    ("OA", false),
];

/// A game that is being read.
struct Reader<'s, 't> {
    line: MainLine<'s, 't>,
    draft: Draft,
    /// The stones of `AB` and `AW` that are not on the board yet, by colour,
    /// with their places in the text.
    setup: [Vec<(Square, usize)>; 2],
    /// All squares of `AB` and `AW`.
    set: SquareSet,
    /// Who begins, by `PL`.
    begins: Option<Color>,
}

fn read_game(mut line: MainLine) -> Result<GameRecord, ParseError> {
    let mut nodes = Vec::new();
    while let Some(node) = line.next_node()? {
        nodes.push(node);
    }
    let info = read_about(&line, &nodes)?;
    let mut reader = Reader {
        draft: read_size(&line, &info)?,
        line,
        setup: [Vec::new(), Vec::new()],
        set: SquareSet::EMPTY,
        begins: None,
    };
    reader.read_info(&info)?;
    for node in &nodes {
        reader.read_stones(node)?;
    }
    reader.place_setup()?;
    reader.read_opening(&info)?;
    reader.read_phase(&info)?;
    Ok(reader.draft.game)
}

/// The properties about the game.
type About<'a> = HashMap<&'a str, &'a Value>;

/// The properties about the game, of all nodes.
fn read_about<'a>(line: &MainLine, nodes: &'a [Vec<Property>]) -> Result<About<'a>, ParseError> {
    let mut about = About::new();
    for (index, node) in nodes.iter().enumerate() {
        for property in node {
            let Some((name, first)) = ONCE.iter().find(|(name, _)| *name == property.name) else {
                continue;
            };
            if *first && index > 0 {
                let what = format!("{name} can stand in the first node only");
                return Err(line.error_at(property.place, what));
            }
            let value = single(line, property)?;
            if about.insert(name, value).is_some() {
                return Err(line.error_at(property.place, format!("{name} stands there twice")));
            }
        }
    }
    Ok(about)
}

/// The only value of a property.
fn single<'a>(line: &MainLine, property: &'a Property) -> Result<&'a Value, ParseError> {
    match property.values.as_slice() {
        [value] => Ok(value),
        values => {
            let place = values.get(1).map_or(property.place, |value| value.place);
            let what = format!("{} has one value, not {}", property.name, values.len());
            Err(line.error_at(place, what))
        }
    }
}

/// The value of a property that has one value and stands once in a node.
fn value_of<'a>(
    line: &MainLine,
    node: &'a [Property],
    name: &str,
) -> Result<Option<&'a Value>, ParseError> {
    let mut found = node.iter().filter(|property| property.name == name);
    let Some(first) = found.next() else {
        return Ok(None);
    };
    if let Some(second) = found.next() {
        return Err(line.error_at(second.place, format!("{name} stands there twice")));
    }
    single(line, first).map(Some)
}

/// An empty game of the size in the file.
fn read_size(line: &MainLine, about: &About) -> Result<Draft, ParseError> {
    let usual = match about.get("GM") {
        None => None,
        Some(game) => match game.text.trim() {
            "4" => None,
            "1" => Some(19),
            other => {
                let what = format!("the game is {}, not 4 (Gomoku and Renju)", quoted(other));
                return Err(line.error_at(game.place, what));
            }
        },
    };
    let Some(size) = about.get("SZ") else {
        let side = usual.ok_or_else(|| line.error("the size (SZ) is missing"))?;
        return Draft::new(side, side).map_err(|error| line.error(error));
    };
    let (width, height) = size
        .text
        .split_once(':')
        .unwrap_or((&size.text, &size.text));
    let side = |text: &str| text.trim().parse::<u32>().ok();
    let sides = side(width).zip(side(height)).ok_or_else(|| {
        let what = format!("{} is not a size", quoted(&size.text));
        line.error_at(size.place, what)
    })?;
    Draft::new(sides.0 as usize, sides.1 as usize).map_err(|error| line.error_at(size.place, error))
}

/// A rule's name or number.
fn rule_of(text: &str) -> Option<Rule> {
    let text = text.trim();
    let numbered = RULE_NUMBERS.into_iter().find(|(number, _)| *number == text);
    numbered.map(|(_, rule)| rule).or(text.parse().ok())
}

/// The result, with the letter of the reason if there is one.
fn result_text(game: &GameRecord) -> String {
    let winner = match game.result {
        Some(GameResult::Win(Color::Black)) => "B+",
        Some(GameResult::Win(Color::White)) => "W+",
        Some(GameResult::Draw) => return "Draw".to_string(),
        None => return String::new(),
    };
    let reason = match game.reason.as_str() {
        "resignation" => "R",
        "time" => "T",
        "forfeit" => "F",
        _ => "",
    };
    format!("{winner}{reason}")
}

/// The result and the reason of `RE`; `None` if it is invalid.
fn result_of(text: &str) -> Option<(Option<GameResult>, String)> {
    let lower = text.trim().to_ascii_lowercase();
    let how = text.split_once('+').map_or("", |(_, how)| how.trim());
    let color = match lower.split_once('+').map(|(winner, _)| winner.trim()) {
        Some("b" | "black") => Color::Black,
        Some("w" | "white") => Color::White,
        Some(_) => return None,
        None => {
            return match lower.as_str() {
                "0" | "draw" => Some((Some(GameResult::Draw), String::new())),
                "" | "void" | "?" => Some((None, String::new())),
                _ => None,
            };
        }
    };
    let reason = match how.to_ascii_lowercase().as_str() {
        "r" | "resign" => "resignation",
        "t" | "time" => "time",
        "f" | "forfeit" => "forfeit",
        score if score.parse::<f64>().is_ok() => "",
        _ => how,
    };
    Some((Some(GameResult::Win(color)), one_line(reason)))
}

/// The side to move that `PL` names.
fn color_of(text: &str) -> Option<Color> {
    match text.trim().to_ascii_lowercase().as_str() {
        "b" | "black" | "1" => Some(Color::Black),
        "w" | "white" | "2" => Some(Color::White),
        _ => None,
    }
}

/// A square of two letters.
fn square_of(text: &str, board: &Board) -> Option<Square> {
    let &[x, y] = text.trim().as_bytes() else {
        return None;
    };
    let number = |letter: u8| {
        letter
            .is_ascii_lowercase()
            .then(|| i32::from(letter - b'a'))
    };
    board.square(number(x)?, number(y)?)
}

impl Reader<'_, '_> {
    /// Reads the properties about the game.
    fn read_info(&mut self, about: &About) -> Result<(), ParseError> {
        let text = |name: &str| about.get(name).map_or("", |value| &value.text);
        self.draft.set_player(Color::Black, text("PB"));
        self.draft.set_player(Color::White, text("PW"));
        let game = &mut self.draft.game;
        game.rule = rule_of(text("RU"));
        let (result, reason) = result_of(text("RE")).ok_or_else(|| {
            let place = about.get("RE").map_or(0, |value| value.place);
            let what = format!("{} is not a result", quoted(text("RE")));
            self.line.error_at(place, what)
        })?;
        game.result = result;
        game.reason = match text("TE") {
            "" => reason,
            reason => one_line(reason),
        };
        Ok(())
    }

    /// Reads the stones of a node: first set-up stones, then moves.
    fn read_stones(&mut self, node: &[Property]) -> Result<(), ParseError> {
        for property in node {
            match property.name.as_str() {
                "AB" => self.set_up(Color::Black, &property.values)?,
                "AW" => self.set_up(Color::White, &property.values)?,
                "AE" => {
                    let place = property.values.first().map_or(0, |value| value.place);
                    return Err(self.line.error_at(place, "stones cannot be taken away"));
                }
                _ => (),
            }
        }
        if let Some(value) = value_of(&self.line, node, "PL")? {
            self.read_turn(value)?;
        }
        let before = self.draft.game.moves.len();
        for property in node {
            let color = match property.name.as_str() {
                "B" => Color::Black,
                "W" => Color::White,
                _ => continue,
            };
            if let Some(value) = value_of(&self.line, node, &property.name)? {
                self.read_move(color, value)?;
            }
        }
        self.read_time(node, before)
    }

    /// Notes who begins.
    fn read_turn(&mut self, value: &Value) -> Result<(), ParseError> {
        let error = |what: String| self.line.error_at(value.place, what);
        let color = color_of(&value.text)
            .ok_or_else(|| error(format!("{} is neither B nor W", quoted(&value.text))))?;
        if self.draft.game.moves.is_empty() {
            self.begins = Some(color);
        } else if color != self.draft.board.side_to_move() {
            return Err(error(format!("it is not {color}'s turn")));
        }
        Ok(())
    }

    /// Notes set-up stones: squares or rectangles, as `aa:cc`.
    fn set_up(&mut self, color: Color, values: &[Value]) -> Result<(), ParseError> {
        for value in values {
            if !self.draft.game.moves.is_empty() {
                let what = "stones can be set up before the first move only";
                return Err(self.line.error_at(value.place, what));
            }
            let text = value.text.as_str();
            let (first, last) = text.split_once(':').unwrap_or((text, text));
            let first = self.square(first, value.place)?;
            let last = self.square(last, value.place)?;
            let between = |one: usize, other: usize| one.min(other)..=one.max(other);
            for y in between(first.y(), last.y()) {
                for x in between(first.x(), last.x()) {
                    let square = Square::from_index(y * MAX_SIDE + x);
                    self.set_up_stone(color, square, value.place)?;
                }
            }
        }
        Ok(())
    }

    /// Notes a set-up stone, at most one on a square: no more memory than a board.
    fn set_up_stone(
        &mut self,
        color: Color,
        square: Square,
        place: usize,
    ) -> Result<(), ParseError> {
        if self.set.contains(square) {
            let what = "a stone is set up there already";
            return Err(self.line.error_at(place, what));
        }
        self.set.insert(square);
        self.setup[color.index()].push((square, place));
        Ok(())
    }

    /// Plays the set-up stones, as given moves.
    fn place_setup(&mut self) -> Result<(), ParseError> {
        let [black, white] = std::mem::take(&mut self.setup);
        let (more, fewer) = (black.len(), white.len());
        if more != fewer && more != fewer + 1 {
            let first = black.first().or(white.first());
            let place = first.map_or(0, |&(_, place)| place);
            let what = format!(
                "{more} black and {fewer} white stones are set up, which cannot be moves in turn"
            );
            return Err(self.line.error_at(place, what));
        }
        for turn in 0..more {
            for &(square, place) in black.get(turn).iter().chain(&white.get(turn)).copied() {
                let placed = self.draft.give(Some(square));
                placed.map_err(|error| self.line.error_at(place, error))?;
            }
        }
        self.draft.game.opening = self.draft.game.opening.max(more + fewer);
        let turn = self.draft.board.side_to_move();
        if self.begins.take().is_some_and(|color| color != turn) {
            let passed = self.draft.play(None, Duration::ZERO);
            passed.map_err(|error| self.line.error(error))?;
        }
        Ok(())
    }

    fn read_move(&mut self, color: Color, value: &Value) -> Result<(), ParseError> {
        self.place_setup()?;
        let text = value.text.trim();
        let board = &self.draft.board;
        let passes = board.side_to_move() != color;
        let old_pass = text == "tt" && board.width().max(board.height()) <= 19;
        let square = match text {
            "" => None,
            _ if old_pass => None,
            _ => Some(self.square(text, value.place)?),
        };
        let mut play = |square| {
            let played = self.draft.play(square, Duration::ZERO);
            played.map_err(|error| self.line.error_at(value.place, error))
        };
        if passes {
            play(None)?;
        }
        play(square)
    }

    /// Reads the time of a node's move: the last move, if there are more than
    /// `before` moves.
    fn read_time(&mut self, node: &[Property], before: usize) -> Result<(), ParseError> {
        let time = value_of(&self.line, node, "MS")?;
        if self.draft.game.moves.len() == before {
            return match time {
                Some(time) => Err(self.line.error_at(time.place, "a time without a move")),
                None => Ok(()),
            };
        }
        let comment = node.iter().find(|property| property.name == "C");
        let comment = comment.and_then(|property| property.values.first());
        let comment = comment.map_or("", |value| value.text.trim());
        let time = match time {
            None => comment.strip_suffix("ms").and_then(|ms| ms.parse().ok()),
            Some(time) => Some(self.number(time)?),
        };
        let game = &mut self.draft.game;
        if comment == "opening move" && game.opening >= before {
            game.opening = game.moves.len();
        }
        if let (Some(time), Some(last)) = (time, game.moves.last_mut()) {
            last.time = Duration::from_millis(time);
        }
        Ok(())
    }

    /// Reads how many moves were given.
    fn read_opening(&mut self, about: &About) -> Result<(), ParseError> {
        let Some(value) = about.get("OS") else {
            return Ok(());
        };
        let (given, count) = (self.number(value)?, self.draft.game.moves.len());
        if given > count as u64 {
            let what = format!("{given} given moves, but {count} moves");
            return Err(self.line.error_at(value.place, what));
        }
        self.draft.game.opening = given as usize;
        Ok(())
    }

    /// Reads the acts of an unfinished opening.
    fn read_phase(&mut self, about: &About) -> Result<(), ParseError> {
        let text = |name: &str| about.get(name).map_or("", |value| &value.text);
        let Some(value) = about.get("OR").or(about.get("OA")) else {
            return Ok(());
        };
        let phase = OpeningPhase::read(text("OR"), text("OA"), &self.draft.board);
        let phase = phase.map_err(|error| self.line.error_at(value.place, error))?;
        self.draft.game.phase = Some(phase);
        Ok(())
    }

    fn square(&self, text: &str, place: usize) -> Result<Square, ParseError> {
        square_of(text, &self.draft.board).ok_or_else(|| {
            let (width, height) = (self.draft.game.width, self.draft.game.height);
            let what = format!(
                "{} is not a square of a {width}x{height} board",
                quoted(text)
            );
            self.line.error_at(place, what)
        })
    }

    fn number(&self, value: &Value) -> Result<u64, ParseError> {
        value.text.trim().parse().map_err(|_| {
            let what = format!("{} is not a number", quoted(&value.text));
            self.line.error_at(value.place, what)
        })
    }
}
