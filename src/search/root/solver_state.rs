//! What was asked of the threat solver so far, and what it said.

use crate::solver::Solver;
use crate::types::{Score, Square};

/// What was asked of the solver so far.
#[derive(Default)]
pub struct SolverState {
    pub solver: Option<Solver>,
    /// Stones that it has placed.
    pub spent: u64,
    /// With how many stones an own win was looked for.
    pub own: u64,
    /// With how many stones a win of the opponent's after these moves.
    pub checked: Vec<(Square, u64)>,
    /// Moves that lose, with their scores.
    pub refuted: Vec<(Square, Score)>,
}

impl SolverState {
    /// With how many stones a win after this move was looked for.
    pub fn checked(&self, square: Square) -> u64 {
        let known = self.checked.iter().find(|(known, _)| *known == square);
        known.map_or(0, |&(_, nodes)| nodes)
    }

    /// The score of a root move that is proven to lose.
    pub fn refuted(&self, square: Square) -> Option<Score> {
        let known = self.refuted.iter().find(|(known, _)| *known == square);
        known.map(|&(_, score)| score)
    }
}
