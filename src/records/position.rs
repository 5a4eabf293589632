//! A position as one JSON object a line: `id`, `rule`, `size`, `black` and
//! `white` (lists of squares), `to_move` (`black` or `white`). Other fields are
//! skipped.

use std::borrow::Cow;
use std::str::FromStr;

use serde::Deserialize;

use super::scan::{ParseError, unmarked};
use crate::board::Board;
use crate::board::notation::{self, NotationError};
use crate::types::{Color, Rule, Square};

/// A position with its name and rule.
#[derive(Clone, Debug)]
pub struct PositionRecord {
    /// The position's name.
    pub id: String,
    /// The rule.
    pub rule: Rule,
    /// The position, with the side to move.
    pub board: Board,
}

#[derive(Deserialize)]
#[serde(expecting = "an object with a position")]
struct JsonLine<'a> {
    id: String,
    #[serde(borrow)]
    rule: Word<'a>,
    size: usize,
    black: Vec<Word<'a>>,
    white: Vec<Word<'a>>,
    to_move: Word<'a>,
}

/// A string, borrowed from the line if it has no escapes: then its place is
/// known.
#[derive(Deserialize)]
struct Word<'a>(#[serde(borrow)] Cow<'a, str>);

impl Word<'_> {
    /// An error at the word's place in the line, if known.
    fn error(&self, line: &str, what: impl ToString) -> ParseError {
        let place = match &self.0 {
            Cow::Borrowed(word) => word.as_ptr() as usize - line.as_ptr() as usize,
            Cow::Owned(_) => 0,
        };
        ParseError::at(line, place, what)
    }
}

impl FromStr for PositionRecord {
    type Err = ParseError;

    /// Reads one line, whose number in an error is 1.
    fn from_str(text: &str) -> Result<PositionRecord, ParseError> {
        let text = unmarked(text);
        let line: JsonLine = serde_json::from_str(text)
            .map_err(|error| super::json::json_error(text, 0, text.len(), &error))?;
        let rule = line.rule.0.parse();
        let rule: Rule = rule.map_err(|error| line.rule.error(text, error))?;
        let mut board =
            Board::new(line.size, line.size).map_err(|error| ParseError::at(text, 0, error))?;
        let to_move = match &*line.to_move.0 {
            "black" => Color::Black,
            "white" => Color::White,
            other => {
                let what = format!("to_move is '{other}', not black or white");
                return Err(line.to_move.error(text, what));
            }
        };
        let mut seen = board.clone();
        let black = squares(&line.black, &mut seen, text)?;
        let white = squares(&line.white, &mut seen, text)?;
        notation::place_stones(&mut board, &black, &white);
        if board.side_to_move() != to_move {
            board.pass();
        }
        Ok(PositionRecord {
            id: line.id,
            rule,
            board,
        })
    }
}

/// The squares of one colour; they are occupied in `seen` afterwards.
fn squares(names: &[Word], seen: &mut Board, text: &str) -> Result<Vec<Square>, ParseError> {
    let mut place = |name: &Word| {
        let square = notation::parse_square(&name.0, seen)?;
        if !seen.is_empty(square) {
            return Err(NotationError::Occupied(name.0.to_string()));
        }
        seen.place(square);
        Ok(square)
    };
    names
        .iter()
        .map(|name| place(name).map_err(|error| name.error(text, error)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = r#"{"id":"a","rule":"renju","size":15,"black":["h8","h9"],"white":["i9"],"to_move":"black","more":1}"#;

    #[test]
    fn a_line_is_read() {
        let record: PositionRecord = LINE.parse().unwrap();
        assert_eq!((record.id.as_str(), record.rule), ("a", Rule::Renju));
        assert_eq!(record.board.side_to_move(), Color::Black);
        assert_eq!(record.board.stone_count(), 3);
    }

    #[test]
    fn a_byte_order_mark_and_a_line_break_are_skipped() {
        let record: PositionRecord = format!("\u{feff}{LINE}\r\n").parse().unwrap();
        assert_eq!(record.id, "a");
    }

    #[test]
    fn bad_lines_say_why_and_where() {
        for (from, to, column, why) in [
            (
                "\"h9\"",
                "\"h19\"",
                51,
                "invalid square 'h19' (columns a to o, rows 1 to 15)",
            ),
            (
                "\"h9\"",
                "\"h9i8\"",
                51,
                "invalid square 'h9i8' (columns a to o, rows 1 to 15)",
            ),
            (
                "\"h9\"",
                "\"\"",
                51,
                "invalid square '' (columns a to o, rows 1 to 15)",
            ),
            ("\"i9\"", "\"h8\"", 66, "'h8' is occupied already"),
            (
                "renju",
                "go",
                19,
                "unknown rule 'go' (freestyle, standard, renju, caro or caro8)",
            ),
            (
                "\"black\",\"more",
                "\"red\",\"more",
                82,
                "to_move is 'red', not black or white",
            ),
            (
                "\"size\":15",
                "\"size\":99",
                1,
                "board 99x99 is not supported (5 to 22 squares a side)",
            ),
            ("\"size\":15,", "", 87, "the field 'size' is missing"),
            ("}", "", 96, "it ends before the object does"),
        ] {
            let line = LINE.replacen(from, to, 1);
            let error = line.parse::<PositionRecord>().unwrap_err();
            let wanted = format!("line 1, column {column}: {why}");
            assert_eq!(error.to_string(), wanted);
        }
    }
}
