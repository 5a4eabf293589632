//! What the engine is asked about the study at once, and what it answers.

use serde::{Deserialize, Serialize};

use crate::solver::Goal;
use crate::types::Square;

/// What it is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Question {
    /// A forced win.
    Win {
        goal: Goal,
        /// Whether the side to move passes first: what does the opponent threaten?
        is_threat: bool,
    },
    /// The move after which the position is nearest to even.
    Balance,
}

/// What it has found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Solved {
    /// A win; the moves of its longest line, from a pass on if that was asked.
    Win(Vec<Square>),
    /// A line whose first move balances the position, with the expected share of the
    /// point for the side that plays it.
    Balanced(Vec<Square>, f64),
    /// There is none.
    None,
    /// Not within the limits.
    Unknown,
}
