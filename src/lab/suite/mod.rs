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

use serde::Deserialize;

use crate::records::PositionRecord;
use crate::rules::winner;

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

/// A bad line of a suite.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct BadEntry {
    /// Counted from 1.
    pub line: usize,
    /// What is wrong.
    pub what: String,
}

/// Reads the text of a suite. Blank lines are skipped.
pub fn read(text: &str) -> Result<Vec<Entry>, BadEntry> {
    let lines = text.lines().enumerate();
    let lines = lines.filter(|(_, line)| !line.trim().is_empty());
    let entry = |(index, line)| {
        entry(line).map_err(|what| BadEntry {
            line: index + 1,
            what,
        })
    };
    lines.map(entry).collect()
}

fn entry(line: &str) -> Result<Entry, String> {
    let record: PositionRecord = line
        .parse()
        .map_err(|error: crate::records::ParseError| error.what)?;
    let answered: Answered = serde_json::from_str(line).map_err(|error| error.to_string())?;
    answered.answer.check(&record)?;
    if let Some(winner) = winner(&record.board, record.rule) {
        return Err(format!("{}: {winner} has won already", record.id));
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
            "{}\n\n{}\n",
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
            ("{}", "line 1: a: nothing is claimed"),
            (r#"{"best":["h8"]}"#, "line 1: a: h8 is not empty"),
            (r#"{"best":["p1"]}"#, "line 1: a: invalid square 'p1'"),
            (r#"{"bset":["h8"]}"#, "unknown field `bset`"),
            (r#"{"fours":3}"#, "nothing is claimed"),
            ("1", "invalid type"),
        ] {
            let error = read(&line(answer)).unwrap_err().to_string();
            assert!(error.contains(why), "{answer}: {error}");
        }
        let none = line("1").replace("\"answer\"", "\"other\"");
        let error = read(&format!("\n{none}")).unwrap_err().to_string();
        assert!(
            error.starts_with("line 2: missing field `answer`"),
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
