//! The output of `solve`: JSON, or a drawing.

use std::time::Duration;

use serde::Serialize;

use super::drawing;
use super::exit::count;
use crate::board::notation::square_name;
use crate::records::PositionRecord;
use crate::solver::{Answer, Solution};
use crate::types::Square;

/// The fields of a line, in the order in which they are written.
#[derive(Serialize)]
struct Fields<'a> {
    id: &'a str,
    result: &'static str,
    goal: &'static str,
    /// Empty if there is no win.
    line: Vec<String>,
    /// 0 if there is no win.
    attacker_moves: usize,
    nodes: u64,
    ms: f64,
}

/// The solution as one JSON object on a line.
pub(super) fn json_line(
    record: &PositionRecord,
    goal: &'static str,
    solution: &Solution,
    took: Duration,
) -> String {
    let line = line(&solution.answer);
    let fields = Fields {
        id: &record.id,
        result: name(&solution.answer),
        goal,
        line: line.iter().map(|&square| spot(record, square)).collect(),
        attacker_moves: match &solution.answer {
            Answer::Win(win) => win.moves,
            _ => 0,
        },
        nodes: solution.nodes,
        ms: took.as_micros() as f64 / 1e3,
    };
    // Strings, numbers and a list always have a JSON form.
    let text = serde_json::to_string(&fields).unwrap_or_default();
    format!("{text}\n")
}

/// The board with the moves of the line numbered, the answer, and its cost.
pub(super) fn drawing(
    record: &PositionRecord,
    heading: Option<&str>,
    goal: &str,
    solution: &Solution,
    took: Duration,
) -> String {
    let side = record.board.side_to_move();
    let line = line(&solution.answer);
    let number = |square: Square| {
        let index = line.iter().position(|&played| played == square)?;
        Some((index + 1).to_string())
    };
    let board = drawing::marked(&record.board, number);
    let said = match &solution.answer {
        Answer::Win(win) => {
            let before = match win.moves {
                0 => String::new(),
                moves => format!("{} and ", count(moves, "move")),
            };
            let names: Vec<String> = line.iter().map(|&square| spot(record, square)).collect();
            format!("{side} wins with {before}a five: {}", names.join(" "))
        }
        Answer::None => format!("none: {side} has no {goal}"),
        Answer::Unknown => format!("unknown: no {goal} for {side} found within the limits"),
    };
    let heading = heading.map_or(String::new(), |id| format!("{id}\n"));
    let nodes = count(solution.nodes, "node");
    let ms = took.as_secs_f64() * 1e3;
    format!("{heading}{board}{said}\n{nodes}, {ms:.1} ms\n")
}

fn line(answer: &Answer) -> &[Square] {
    match answer {
        Answer::Win(win) => &win.line,
        _ => &[],
    }
}

fn spot(record: &PositionRecord, square: Square) -> String {
    square_name(square, record.board.height())
}

const fn name(answer: &Answer) -> &'static str {
    match answer {
        Answer::Win(_) => "win",
        Answer::None => "none",
        Answer::Unknown => "unknown",
    }
}

/// The totals of several positions.
#[derive(Default)]
pub(super) struct Totals {
    positions: usize,
    wins: usize,
    none: usize,
    unknown: usize,
    nodes: u64,
    time: Duration,
    longest: Duration,
}

impl Totals {
    pub(super) fn add(&mut self, solution: &Solution, took: Duration) {
        self.positions += 1;
        *match solution.answer {
            Answer::Win(_) => &mut self.wins,
            Answer::None => &mut self.none,
            Answer::Unknown => &mut self.unknown,
        } += 1;
        self.nodes += solution.nodes;
        self.time += took;
        self.longest = self.longest.max(took);
    }

    /// The results alone.
    pub(super) fn short(&self) -> String {
        format!(
            "{} win, {} none, {} unknown",
            self.wins, self.none, self.unknown
        )
    }

    /// The results and what they cost.
    pub(super) fn text(&self) -> String {
        format!(
            "{}: {}; {}, {:.3} s, the longest {:.3} s",
            count(self.positions, "position"),
            self.short(),
            count(self.nodes, "node"),
            self.time.as_secs_f64(),
            self.longest.as_secs_f64(),
        )
    }
}
