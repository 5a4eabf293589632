//! What `solve` says of a position: as JSON, or as a drawing.

use std::fmt::Write;
use std::time::Duration;

use serde::Serialize;

use crate::board::Content;
use crate::board::notation::square_name;
use crate::records::PositionRecord;
use crate::solver::{Answer, Solution};
use crate::types::{Color, Square};

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
    // It has strings, numbers and a list, for which there always is JSON.
    let text = serde_json::to_string(&fields).unwrap_or_default();
    format!("{text}\n")
}

/// The board with the moves of the line numbered, and what it is about.
pub(super) fn drawing(record: &PositionRecord, solution: &Solution, took: Duration) -> String {
    let side = record.board.side_to_move();
    let line = line(&solution.answer);
    let said = match &solution.answer {
        Answer::Win(win) => {
            let names: Vec<String> = line.iter().map(|&square| spot(record, square)).collect();
            let (line, moves) = (names.join(" "), win.moves);
            format!("{side} wins, {moves} moves and a five: {line}")
        }
        other => format!("{} for {side}", name(other)),
    };
    let cost = format!(
        "{} nodes, {:.1} ms",
        solution.nodes,
        took.as_secs_f64() * 1e3
    );
    format!("{}: {said} ({cost})\n{}", record.id, rows(record, line))
}

/// The rows of the board, with coordinates.
fn rows(record: &PositionRecord, line: &[Square]) -> String {
    let board = &record.board;
    let mut text = String::new();
    for (square, content) in board.squares() {
        if square.x() == 0 {
            let _ = write!(text, "{:>3} ", board.height() - square.y());
        }
        let number = line.iter().position(|&played| played == square);
        let cell = match (number, content) {
            (Some(number), _) => (number + 1).to_string(),
            (None, Content::Stone(Color::Black)) => "X".to_string(),
            (None, Content::Stone(Color::White)) => "O".to_string(),
            (None, Content::Empty) => ".".to_string(),
            (None, Content::Wall) => "#".to_string(),
        };
        let _ = write!(text, "{cell:>3}");
        if square.x() + 1 == board.width() {
            text.push('\n');
        }
    }
    text.push_str("    ");
    for letter in ('a'..).take(board.width()) {
        let _ = write!(text, "{letter:>3}");
    }
    text.push('\n');
    text
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

/// What several positions came to.
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
            "{} positions: {}; {} nodes, {:.3} s, the longest {:.3} s",
            self.positions,
            self.short(),
            self.nodes,
            self.time.as_secs_f64(),
            self.longest.as_secs_f64(),
        )
    }
}
