//! Squares and results of searches as text for managers.

use std::fmt::Write as _;

use super::point::Point;
use crate::board::Board;
use crate::board::notation::square_name;
use crate::scale::{Normalised, Scale};
use crate::search::{Event, Iteration};
use crate::types::Square;

/// The order of a square's two numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Axes {
    /// As the protocol wants.
    #[default]
    ColumnRow,
    /// As Yixin-Board writes them.
    RowColumn,
}

impl Axes {
    /// The square of the board that a point stands for.
    pub(super) fn square(self, point: Point, board: &Board) -> Option<Square> {
        match self {
            Axes::ColumnRow => board.square(point.x, point.y),
            Axes::RowColumn => board.square(point.y, point.x),
        }
    }

    /// The square's two numbers.
    pub(super) fn pair(self, square: Square) -> (usize, usize) {
        match self {
            Axes::ColumnRow => (square.x(), square.y()),
            Axes::RowColumn => (square.y(), square.x()),
        }
    }

    /// The square as it stands in an answer.
    pub(super) fn text(self, square: Square) -> String {
        let (first, second) = self.pair(square);
        format!("{first},{second}")
    }
}

/// `INFO SHOW_DETAIL`: lines that begin with `MESSAGE REALTIME`.
const REALTIME: u8 = 1;
/// `INFO SHOW_DETAIL`: groups of `INFO` lines.
const INFO: u8 = 2;
/// A message has at most this many moves of a PV: lines must stay short.
const MOST_MOVES: usize = 40;

/// Which messages a search has for people to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Messages {
    /// None.
    None,
    /// One line before the move.
    Summary,
    /// One line for every iteration, and one before the move.
    Iterations,
}

/// How a search is reported.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    /// The value of `INFO SHOW_DETAIL`.
    pub(super) detail: u8,
    pub(super) messages: Messages,
    /// The height of the board: squares in messages have rows from the bottom.
    pub(super) height: usize,
    /// The scale of the scores.
    pub(super) scale: Scale,
    /// How many lines are searched (multi-PV).
    pub(super) lines: usize,
    pub(super) axes: Axes,
}

impl Style {
    /// The line at the beginning of a search.
    pub(super) fn opening(self) -> Option<&'static str> {
        (self.detail & REALTIME != 0).then_some("MESSAGE REALTIME REFRESH")
    }

    /// The lines for an event.
    pub(super) fn lines(self, event: Event) -> Vec<String> {
        let realtime = |what: &str, square: Square| {
            let square = self.axes.text(square);
            vec![format!("MESSAGE REALTIME {what} {square}")]
        };
        match event {
            Event::Line(found) => {
                let mut text = Vec::new();
                if self.detail & REALTIME != 0 && found.rank == 0 {
                    text.extend(realtime("BEST", found.line[0]));
                }
                if self.detail & INFO != 0 && found.depth > 0 {
                    text.extend(self.group(found));
                }
                if self.messages == Messages::Iterations && found.depth > 0 {
                    text.push(self.message(found));
                }
                text
            }
            Event::Trying(square) if self.detail & REALTIME != 0 => realtime("POS", square),
            Event::Tried(square) if self.detail & REALTIME != 0 => realtime("DONE", square),
            Event::Loses(square) if self.detail & REALTIME != 0 => realtime("LOST", square),
            _ => Vec::new(),
        }
    }

    /// The message at the end of a search.
    pub(super) fn closing(self, found: &Iteration) -> Option<String> {
        match self.messages {
            // INFO lines say the same.
            Messages::Summary if self.detail & INFO == 0 => Some(self.summary(found)),
            Messages::Iterations => Some(format!(
                "MESSAGE Speed {} | Depth {}-{} | Eval {} | Node {} | Time {:.1}s",
                short(speed(found)),
                found.depth,
                deepest(found),
                self.score(found),
                short(found.nodes),
                found.elapsed.as_secs_f64(),
            )),
            _ => None,
        }
    }

    /// A search in one line: names and values in turn, the PV last, as AlphaGomoku
    /// and Rapfi write it and pygomo-lib reads it.
    fn summary(self, found: &Iteration) -> String {
        format!(
            "MESSAGE depth {}-{} ev {} winrate {:.1} n {} n/s {} tm {} pv{}",
            found.depth,
            deepest(found),
            self.score(found),
            100.0 * self.score(found).share(),
            found.nodes,
            speed(found),
            found.elapsed.as_millis(),
            self.names(found),
        )
    }

    /// The normalised score.
    fn score(self, found: &Iteration) -> Normalised {
        self.scale.normalised(found.score)
    }

    /// The message about a PV.
    fn message(self, found: &Iteration) -> String {
        let (depth, deepest, score) = (found.depth, deepest(found), self.score(found));
        let ms = found.elapsed.as_millis();
        let text = match self.lines {
            0 | 1 => {
                format!("MESSAGE Depth {depth}-{deepest} | Eval {score} | Time {ms}ms |")
            }
            _ => {
                let number = found.rank + 1;
                format!("MESSAGE ({number}) {score} | {depth}-{deepest} |")
            }
        };
        text + &self.names(found).to_uppercase()
    }

    /// The moves of a PV as people read them, a blank before each.
    fn names(self, found: &Iteration) -> String {
        let shown = found.line.iter().take(MOST_MOVES);
        shown
            .map(|&square| format!(" {}", square_name(square, self.height)))
            .collect()
    }

    /// The `INFO` lines of a PV.
    fn group(self, found: &Iteration) -> Vec<String> {
        let mut best = String::new();
        for &square in &found.line {
            let _ = write!(best, " {}", self.axes.text(square));
        }
        vec![
            format!("INFO PV {}", found.rank),
            format!("INFO NUMPV {}", self.lines),
            format!("INFO DEPTH {}", found.depth),
            format!("INFO SELDEPTH {}", deepest(found)),
            format!("INFO NODES {}", found.nodes),
            format!("INFO TOTALNODES {}", found.nodes),
            format!("INFO TOTALTIME {}", found.elapsed.as_millis()),
            format!("INFO SPEED {}", speed(found)),
            format!("INFO EVAL {}", self.score(found)),
            format!("INFO WINRATE {:.4}", self.score(found).share()),
            format!("INFO BESTLINE{best}"),
            "INFO PV DONE".to_string(),
        ]
    }
}

/// The selective depth in plies. A win that was known before has a PV, although
/// nothing was searched.
fn deepest(found: &Iteration) -> usize {
    let depth = usize::try_from(found.depth).unwrap_or(0);
    found.deepest.max(found.line.len()).max(depth)
}

/// Nodes per second.
fn speed(found: &Iteration) -> u64 {
    (found.nodes as f64 / found.elapsed.as_secs_f64().max(1e-3)) as u64
}

/// A large number in four characters or so.
fn short(number: u64) -> String {
    match number {
        0..10_000 => number.to_string(),
        10_000..1_000_000 => format!("{}K", number / 1_000),
        1_000_000..1_000_000_000 => format!("{:.1}M", number as f64 / 1e6),
        _ => format!("{:.1}G", number as f64 / 1e9),
    }
}
