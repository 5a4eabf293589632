//! SGF, FF\[4\], of game 4 (Gomoku and Renju), as many programs write it.
//!
//! A file holds one game or several; of each the main line is read, variations
//! are skipped. Squares are two letters, column and row, `aa` at the top left.
//! These properties are read, all others are skipped:
//!
//! * `GM`: 4, or 1 (Go), in which some programs store games of gomoku; another
//!   game is an error. `SZ`: `15` or `15:13`; 15 if it is missing (19 in Go).
//! * `PB`, `PW`, `RU` (a rule's name or its number in the Gomocup protocol, as
//!   c-gomoku-cli writes it; another text is a rule that is not known).
//! * `RE`: `B+…`, `W+…`, `0` or `Draw`; all else is no result. `TE`, in the
//!   first node, is the reason (as c-gomoku-cli has it); without it `R`, `T`
//!   and `F` in `RE` are `resignation`, `time` and `forfeit`.
//! * `B`, `W`: moves; an empty one (or `tt` up to 19x19, an old form) is a
//!   pass, and so is what lies between two moves of one colour.
//! * `AB`, `AW` before the first move, if Black has as many stones as White
//!   or one more: they are given moves, taken in turn in the order in which
//!   they stand. Other stones, later ones and `AE` are errors.
//! * `OS`, in the first node, a property of our own: how many moves were
//!   given. c-gomoku-cli writes `C[opening move]` at each, which is read too.
//! * `MS`, in the node of a move, a property of our own: the time in ms, for
//!   which FF\[4\] has no property (`BL` and `WL` are the time left on the
//!   clock). `C[12ms]` as c-gomoku-cli writes it is read too.
//!
//! A written game keeps everything but what is finer than a millisecond.
//!
//! Source: the definition of FF\[4\], red-bean.com/sgf; `Game::export_sgf` in
//! c-gomoku-cli's `game.cpp`.

mod node;
#[cfg(test)]
mod tests;

use std::fmt::Write as _;
use std::time::Duration;

use super::game::{Draft, GameRecord, millis};
use super::scan::{ParseError, Scanner, one_line, quoted};
use crate::board::Board;
use crate::game::GameResult;
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
    let result = match game.result {
        Some(GameResult::Win(Color::Black)) => "B+",
        Some(GameResult::Win(Color::White)) => "W+",
        Some(GameResult::Draw) => "Draw",
        None => "",
    };
    let given = match game.opening {
        0 => String::new(),
        given => given.to_string(),
    };
    let rule = game.rule.map_or("", Rule::name);
    let mut text = "(;FF[4]GM[4]CA[UTF-8]AP[Tengen:".to_string() + env!("CARGO_PKG_VERSION") + "]";
    for (property, value) in [
        ("SZ", size.as_str()),
        ("GN", &name),
        ("RU", rule),
        ("PB", &black),
        ("PW", &white),
        ("RE", result),
        ("TE", &one_line(&game.reason)),
        ("OS", &given),
    ] {
        if !value.is_empty() {
            text += &format!("{property}[{}]", escape(value));
        }
    }
    text
}

/// A game that is being read.
struct Reader<'s, 't> {
    line: MainLine<'s, 't>,
    draft: Draft,
    /// The stones of `AB` and `AW` that are not on the board yet, by colour,
    /// with their places in the text.
    setup: [Vec<(Square, usize)>; 2],
    /// All squares that `AB` and `AW` have named.
    set: SquareSet,
}

fn read_game(mut line: MainLine) -> Result<GameRecord, ParseError> {
    let first = line.next_node()?.unwrap_or_default();
    let mut reader = Reader {
        draft: read_size(&line, &first)?,
        line,
        setup: [Vec::new(), Vec::new()],
        set: SquareSet::EMPTY,
    };
    reader.read_info(&first);
    reader.read_stones(&first)?;
    while let Some(node) = reader.line.next_node()? {
        reader.read_stones(&node)?;
    }
    reader.place_setup()?;
    reader.read_opening(&first)?;
    Ok(reader.draft.game)
}

/// The first value of a property.
fn value_of<'a>(node: &'a [Property], name: &str) -> Option<&'a Value> {
    let property = node.iter().find(|property| property.name == name)?;
    property.values.first()
}

/// An empty game of the size that the first node says.
fn read_size(line: &MainLine, node: &[Property]) -> Result<Draft, ParseError> {
    let side = match value_of(node, "GM") {
        None => 15,
        Some(game) => match game.text.trim() {
            "4" => 15,
            "1" => 19,
            other => {
                let what = format!("the game is {}, not 4 (Gomoku and Renju)", quoted(other));
                return Err(line.error_at(game.place, what));
            }
        },
    };
    let Some(size) = value_of(node, "SZ") else {
        return Draft::new(side, side).map_err(|error| line.error(error));
    };
    let (width, height) = size
        .text
        .split_once(':')
        .unwrap_or((&size.text, &size.text));
    let side = |text: &str| text.trim().parse::<u32>().ok();
    let sides = side(width).zip(side(height)).ok_or_else(|| {
        let what = format!("{} is no size", quoted(&size.text));
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

/// The result and what `RE` says about the reason.
fn result_of(text: &str) -> (Option<GameResult>, &'static str) {
    let text = text.trim().to_ascii_lowercase();
    let (color, how) = match text.split_once('+') {
        Some(("b", how)) => (Color::Black, how),
        Some(("w", how)) => (Color::White, how),
        _ if matches!(text.as_str(), "0" | "draw") => return (Some(GameResult::Draw), ""),
        _ => return (None, ""),
    };
    let reason = match how {
        "r" | "resign" => "resignation",
        "t" | "time" => "time",
        "f" | "forfeit" => "forfeit",
        _ => "",
    };
    (Some(GameResult::Win(color)), reason)
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
    /// Reads what the first node says about the game.
    fn read_info(&mut self, node: &[Property]) {
        let text = |name: &str| value_of(node, name).map_or("", |value| &value.text);
        self.draft.set_player(Color::Black, text("PB"));
        self.draft.set_player(Color::White, text("PW"));
        let game = &mut self.draft.game;
        game.rule = rule_of(text("RU"));
        let (result, reason) = result_of(text("RE"));
        game.result = result;
        game.reason = match text("TE") {
            "" => reason.to_string(),
            reason => one_line(reason),
        };
    }

    /// Reads the stones of a node: first those that are set up, then moves.
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
        for property in node {
            let color = match property.name.as_str() {
                "B" => Color::Black,
                "W" => Color::White,
                _ => continue,
            };
            for value in &property.values {
                self.read_move(color, value)?;
            }
            self.read_time(node)?;
        }
        Ok(())
    }

    /// Notes stones that are set up: squares or rectangles, as `aa:cc`.
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

    /// Notes a stone; there is never more than one on a square, so that they
    /// need no more memory than a board.
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

    /// Plays the stones that were set up, as given moves.
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
                let played = self.draft.play(Some(square), Duration::ZERO);
                played.map_err(|error| self.line.error_at(place, error))?;
            }
        }
        self.draft.game.opening = self.draft.game.opening.max(more + fewer);
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

    /// Reads what a node says about the move in it, which is the last one.
    fn read_time(&mut self, node: &[Property]) -> Result<(), ParseError> {
        let comment = value_of(node, "C").map_or("", |value| value.text.trim());
        if comment == "opening move" {
            self.draft.game.opening = self.draft.game.moves.len();
        }
        let time = match value_of(node, "MS") {
            None => comment.strip_suffix("ms").and_then(|ms| ms.parse().ok()),
            Some(time) => Some(self.number(time)?),
        };
        if let (Some(time), Some(last)) = (time, self.draft.game.moves.last_mut()) {
            last.time = Duration::from_millis(time);
        }
        Ok(())
    }

    /// Reads how many moves were given.
    fn read_opening(&mut self, node: &[Property]) -> Result<(), ParseError> {
        let Some(value) = value_of(node, "OS") else {
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

    fn square(&self, text: &str, place: usize) -> Result<Square, ParseError> {
        square_of(text, &self.draft.board).ok_or_else(|| {
            let (width, height) = (self.draft.game.width, self.draft.game.height);
            let what = format!("{} is no square of a {width}x{height} board", quoted(text));
            self.line.error_at(place, what)
        })
    }

    fn number(&self, value: &Value) -> Result<u64, ParseError> {
        value.text.trim().parse().map_err(|_| {
            let what = format!("{} is no number", quoted(&value.text));
            self.line.error_at(value.place, what)
        })
    }
}
