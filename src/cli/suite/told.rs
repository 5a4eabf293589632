//! What `suite` prints.

use std::io::Write;
use std::time::Duration;

use anyhow::Result;
use serde::Serialize;

use super::Suite;
use crate::board::notation::parse_square;
use crate::cli::drawing;
use crate::cli::exit::{count, output};
use crate::lab::suite::{Answer, Entry, Outcome};

/// Prints outcomes, and counts them.
pub(super) struct Teller<'a> {
    json: bool,
    suites: &'a [Suite],
    /// The positions, each with the place of its suite.
    entries: &'a [(usize, &'a Entry)],
    tallies: Vec<Tally>,
}

impl<'a> Teller<'a> {
    pub fn new(json: bool, suites: &'a [Suite], entries: &'a [(usize, &'a Entry)]) -> Teller<'a> {
        Teller {
            json,
            suites,
            entries,
            tallies: vec![Tally::default(); suites.len()],
        }
    }

    pub fn tell(&mut self, piece: usize, outcome: &Outcome) -> Result<()> {
        let (of, entry) = self.entries[piece];
        self.tallies[of].add(outcome);
        let text = match self.json {
            true => json_line(&self.suites[of], outcome),
            false => missed(&self.suites[of], entry, outcome),
        };
        Ok(output().write_all(text.as_bytes())?)
    }

    /// A line for each suite, and one for all of several.
    pub fn totals(&self, engine: &str, took: Duration) -> String {
        let mut all = Tally::default();
        let mut text = String::new();
        for (suite, tally) in self.suites.iter().zip(&self.tallies) {
            all.solved += tally.solved;
            all.missed += tally.missed;
            all.not_asked += tally.not_asked;
            text += &format!("{}: {}\n", suite.name, said(tally));
        }
        let name = match self.suites {
            [suite] => {
                text.clear();
                &suite.name
            }
            _ => "all",
        };
        text + &format!(
            "{name}: {} by {engine}, {:.1} s\n",
            said(&all),
            took.as_secs_f64()
        )
    }
}

/// How many positions are solved.
#[derive(Clone, Copy, Default)]
struct Tally {
    solved: usize,
    missed: usize,
    not_asked: usize,
}

impl Tally {
    fn add(&mut self, outcome: &Outcome) {
        *match outcome.solved() {
            Some(true) => &mut self.solved,
            Some(false) => &mut self.missed,
            None => &mut self.not_asked,
        } += 1;
    }
}

fn said(tally: &Tally) -> String {
    let asked = tally.solved + tally.missed;
    let text = format!("{} of {asked} solved", tally.solved);
    match tally.not_asked {
        0 => text,
        others => format!("{text} ({} not asked)", count(others, "position")),
    }
}

/// The fields of a line of JSON, in the order in which they are written.
#[derive(Serialize)]
struct Fields<'a> {
    file: &'a str,
    id: &'a str,
    solved: Option<bool>,
    answers: &'a [Answer],
}

fn json_line(suite: &Suite, outcome: &Outcome) -> String {
    let fields = Fields {
        file: &suite.name,
        id: &outcome.id,
        solved: outcome.solved(),
        answers: &outcome.answers,
    };
    // Strings, numbers and lists always have a JSON form.
    serde_json::to_string(&fields).unwrap_or_default() + "\n"
}

/// The board of a position that is not solved, and what is wrong; empty if it is.
fn missed(suite: &Suite, entry: &Entry, outcome: &Outcome) -> String {
    let wrong: Vec<&Answer> = outcome.answers.iter().filter(|one| !one.solved).collect();
    if wrong.is_empty() {
        return String::new();
    }
    let board = &entry.record.board;
    let is_in = |names: &[String], square| {
        let mut squares = names
            .iter()
            .filter_map(|name| parse_square(name, board).ok());
        squares.any(|named| named == square)
    };
    let mark = |square| {
        let is_found = wrong.iter().any(|one| is_in(&one.found, square));
        let is_wanted = wrong
            .iter()
            .any(|one| one.question != "avoid" && is_in(&one.wanted, square));
        match (is_wanted, is_found) {
            (true, _) => Some("*".to_string()),
            (false, true) => Some("?".to_string()),
            (false, false) => None,
        }
    };
    let drawing = drawing::marked(board, mark);
    let lines: Vec<String> = wrong.iter().map(|one| remark(one)).collect();
    format!(
        "{}: {}, {}, {} to move\n{drawing}{}\n",
        suite.name,
        outcome.id,
        entry.record.rule,
        board.side_to_move(),
        lines.concat()
    )
}

fn remark(answer: &Answer) -> String {
    let list = |names: &[String]| match names.is_empty() {
        true => "none".to_string(),
        false => names.join(" "),
    };
    let (wanted, found) = (list(&answer.wanted), list(&answer.found));
    match answer.question.as_str() {
        "find" => format!("missed: {wanted} (*) wanted, {found} (?) played\n"),
        "avoid" => format!("missed: {found} (?) played, a mistake\n"),
        "forbidden" => format!("missed: forbidden are {wanted} (*), not {found} (?)\n"),
        goal => format!("missed: {goal}: {wanted}, not {found}\n"),
    }
}
