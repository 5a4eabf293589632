//! Suites: positions with known answers, and how many of them an engine solves. A file
//! has a position a line, as [`PositionRecord`] reads it, with [`Claims`] under `answer`:
//!
//! ```text
//! {"id":"a","rule":"renju","size":15,"black":["h8"],"white":["i9"],"to_move":"black","answer":{"best":["g7"]}}
//! ```
//!
//! `bench-positions/README.md` describes the claims.

mod ask;
mod claims;

pub use ask::{Answer, Limits, Outcome, SuiteError, ask_all};
pub use claims::Claims;

use serde::{Deserialize, Serialize};

use crate::board::notation::square_name;
use crate::records::json::json_error;
use crate::records::{ParseError, PositionRecord};
use crate::rules::winner;
use crate::types::Color;

/// A position with what is claimed of it.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The position.
    pub record: PositionRecord,
    /// What is claimed of it.
    pub claims: Claims,
}

/// The part of a line that [`PositionRecord`] does not read.
#[derive(Deserialize)]
struct Answered {
    answer: Claims,
}

/// A line as it is written.
#[derive(Serialize)]
struct Line<'a> {
    id: &'a str,
    rule: &'a str,
    size: usize,
    black: Vec<String>,
    white: Vec<String>,
    to_move: String,
    answer: &'a Claims,
}

impl Entry {
    /// Its line in a file, without a line break. Boards of suites are square.
    #[must_use]
    pub fn to_line(&self) -> String {
        let PositionRecord { id, rule, board } = &self.record;
        let stones = |color| {
            let stones = board.stones(color);
            stones.map(|square| square_name(square, board.height()))
        };
        let line = Line {
            id,
            rule: rule.name(),
            size: board.width(),
            black: stones(Color::Black).collect(),
            white: stones(Color::White).collect(),
            to_move: board.side_to_move().to_string(),
            answer: &self.claims,
        };
        // Strings, numbers and lists always have a JSON form.
        serde_json::to_string(&line).unwrap_or_default()
    }
}

/// Reads the text of a suite. Blank lines are skipped.
pub fn read(text: &str) -> Result<Vec<Entry>, ParseError> {
    // Some editors put a byte order mark first.
    let lines = text.trim_start_matches('\u{feff}').lines().enumerate();
    let lines = lines.filter(|(_, line)| !line.trim().is_empty());
    let entry = |(index, line)| {
        entry(line).map_err(|error| ParseError {
            line: index + 1,
            ..error
        })
    };
    lines.map(entry).collect()
}

/// Reads a line, whose number in an error is 1.
fn entry(line: &str) -> Result<Entry, ParseError> {
    let record: PositionRecord = line.parse()?;
    let answered: Answered =
        serde_json::from_str(line).map_err(|error| json_error(line, 0, line.len(), &error))?;
    let wrong = |what| ParseError {
        line: 1,
        column: 1,
        what: format!("{}: {what}", record.id),
    };
    answered.answer.check(&record).map_err(wrong)?;
    if let Some(winner) = winner(&record.board, record.rule) {
        return Err(wrong(format!("{winner} has won already")));
    }
    Ok(Entry {
        record,
        claims: answered.answer,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(answer: &str) -> String {
        format!(
            r#"{{"id":"a","rule":"renju","size":15,"black":["h8","h9"],"white":["i9"],"to_move":"white","answer":{answer}}}"#
        )
    }

    #[test]
    fn lines_are_read() {
        let text = format!(
            "\u{feff}{}\n\n{}\n",
            line(r#"{"best":["g7","i10"],"avoid":["a1"]}"#),
            line(r#"{"vcf":false,"forbidden":{"h10":"overline"}}"#)
        );
        let entries = read(&text).unwrap();
        assert_eq!(entries[0].claims.best, ["g7", "i10"]);
        assert_eq!(entries[1].claims.vcf, Some(false));
    }

    #[test]
    fn bad_lines_are_named() {
        for (answer, why) in [
            ("{}", "line 1, column 1: a: nothing is claimed"),
            (r#"{"best":["h8"]}"#, "line 1, column 1: a: h8 is not empty"),
            (
                r#"{"best":["p1"]}"#,
                "line 1, column 1: a: invalid square 'p1'",
            ),
            (
                r#"{"bset":["h8"]}"#,
                "line 1, column 104: unknown field 'bset'; known are 'best'",
            ),
            (r#"{"fours":3}"#, "nothing is claimed"),
            (
                "1",
                "line 1, column 98: an object with what is claimed is expected, not the number '1'",
            ),
        ] {
            let error = read(&line(answer)).unwrap_err().to_string();
            assert!(error.contains(why), "{answer}: {error}");
        }
        let none = line("1").replace("\"answer\"", "\"other\"");
        let error = read(&format!("\n{none}")).unwrap_err().to_string();
        assert!(
            error.starts_with("line 2, column 98: the field 'answer' is missing"),
            "{error}"
        );
    }

    #[test]
    fn a_game_that_is_over_is_no_question() {
        let over = r#"{"id":"a","rule":"freestyle","size":15,"black":["a1","b1","c1","d1","e1"],"white":[],"to_move":"white","answer":{"best":["h8"]}}"#;
        let error = read(over).unwrap_err().to_string();
        assert!(error.contains("black has won already"), "{error}");
    }
}
