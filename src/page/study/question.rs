//! What the solver is asked about the study, and what it answers.

use serde::{Deserialize, Serialize};

use crate::solver::Goal;
use crate::types::Square;

/// What the solver is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Question {
    pub goal: Goal,
    /// Whether the side to move passes first: what does the opponent threaten?
    pub is_threat: bool,
}

/// What the solver found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Solved {
    /// A win; the moves of its longest line, from a pass on if that was asked.
    Win(Vec<Square>),
    /// There is none.
    None,
    /// Not within the limits.
    Unknown,
}
