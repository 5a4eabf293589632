//! A position as one JSON object a line.

use std::str::FromStr;

use serde::Deserialize;

use crate::board::notation::{self, NotationError};
use crate::board::{BadSize, Board};
use crate::types::{Color, Rule, Square, UnknownRule};

/// A position with its name and rule.
#[derive(Clone, Debug)]
pub struct PositionRecord {
    /// Names the position.
    pub id: String,
    /// The rule it is meant for.
    pub rule: Rule,
    /// The position, with the side to move that the file says.
    pub board: Board,
}

/// A line that holds no position.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// Not the JSON object that is expected.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// No rule of ours.
    #[error(transparent)]
    Rule(#[from] UnknownRule),
    /// No supported board.
    #[error(transparent)]
    Size(#[from] BadSize),
    /// A square that does not exist or is named twice.
    #[error(transparent)]
    Square(#[from] NotationError),
    /// Neither `black` nor `white`.
    #[error("to_move is '{0}', not black or white")]
    Side(String),
}

#[derive(Deserialize)]
struct JsonLine {
    id: String,
    rule: String,
    size: usize,
    black: Vec<String>,
    white: Vec<String>,
    to_move: String,
}

impl FromStr for PositionRecord {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<PositionRecord, RecordError> {
        let line: JsonLine = serde_json::from_str(text)?;
        let rule: Rule = line.rule.parse()?;
        let mut board = Board::new(line.size, line.size)?;
        let to_move = match line.to_move.as_str() {
            "black" => Color::Black,
            "white" => Color::White,
            other => return Err(RecordError::Side(other.to_string())),
        };
        let black = squares(&line.black, &board)?;
        let white = squares(&line.white, &board)?;
        let mut seen = board.clone();
        for (&square, name) in black
            .iter()
            .chain(&white)
            .zip(line.black.iter().chain(&line.white))
        {
            if !seen.is_empty(square) {
                return Err(NotationError::Occupied(name.clone()).into());
            }
            seen.place(square);
        }
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

fn squares(names: &[String], board: &Board) -> Result<Vec<Square>, NotationError> {
    names
        .iter()
        .map(|name| notation::parse_square(name, board))
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
    fn bad_lines_say_why() {
        for (from, to, why) in [
            ("\"h9\"", "\"h19\"", "'h19' is no square"),
            ("\"i9\"", "\"h8\"", "'h8' is occupied"),
            ("renju", "go", "unknown rule 'go'"),
            ("\"black\",\"more", "\"red\",\"more", "to_move is 'red'"),
            ("\"size\":15", "\"size\":99", "99x99 is not supported"),
            ("{", "", "expected"),
        ] {
            let error = LINE
                .replace(from, to)
                .parse::<PositionRecord>()
                .unwrap_err();
            assert!(error.to_string().contains(why), "{error}");
        }
    }
}
