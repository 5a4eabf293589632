//! What a graphical program reads while the engine thinks.

use std::fmt::Write as _;

use crate::search::{Event, Iteration};
use crate::types::{Score, ScoreKind, Square};

/// `INFO SHOW_DETAIL`: lines that begin with `MESSAGE REALTIME`.
const REALTIME: u8 = 1;
/// `INFO SHOW_DETAIL`: groups of `INFO` lines.
const INFO: u8 = 2;
/// The score at which a side wins about three games of four.
const WINRATE_SCALE: f64 = 400.0;

/// The lines for an event, none if nobody asked for them.
pub(super) fn lines(event: Event, detail: u8, lines: usize) -> Vec<String> {
    let realtime = |what: &str, square: Square| {
        let (x, y) = (square.x(), square.y());
        vec![format!("MESSAGE REALTIME {what} {x},{y}")]
    };
    match event {
        Event::Line(found) => {
            let mut text = Vec::new();
            if detail & REALTIME != 0 && found.rank == 0 {
                text.extend(realtime("BEST", found.line[0]));
            }
            if detail & INFO != 0 && found.depth > 0 {
                text.extend(group(found, lines));
            }
            text
        }
        Event::Trying(square) if detail & REALTIME != 0 => realtime("POS", square),
        Event::Tried(square) if detail & REALTIME != 0 => realtime("DONE", square),
        Event::Loses(square) if detail & REALTIME != 0 => realtime("LOST", square),
        _ => Vec::new(),
    }
}

/// The `INFO` lines of one line of play.
fn group(found: &Iteration, lines: usize) -> Vec<String> {
    let mut best = String::new();
    for square in &found.line {
        let _ = write!(best, " {},{}", square.x(), square.y());
    }
    let seconds = found.elapsed.as_secs_f64().max(1e-3);
    vec![
        format!("INFO PV {}", found.rank),
        format!("INFO NUMPV {lines}"),
        format!("INFO DEPTH {}", found.depth),
        format!("INFO SELDEPTH {}", found.deepest),
        format!("INFO NODES {}", found.nodes),
        format!("INFO TOTALNODES {}", found.nodes),
        format!("INFO TOTALTIME {}", found.elapsed.as_millis()),
        format!("INFO SPEED {:.0}", found.nodes as f64 / seconds),
        format!("INFO EVAL {}", found.score),
        format!("INFO WINRATE {:.4}", winrate(found.score)),
        format!("INFO BESTLINE{best}"),
        "INFO PV DONE".to_string(),
    ]
}

/// The chance to win that a score stands for, 0 to 1.
fn winrate(score: Score) -> f64 {
    match score.kind() {
        ScoreKind::WinIn(_) => 1.0,
        ScoreKind::LossIn(_) => 0.0,
        ScoreKind::Estimate(value) => 1.0 / (1.0 + (-f64::from(value) / WINRATE_SCALE).exp()),
    }
}
