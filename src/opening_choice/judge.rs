//! What the chooser needs to know of positions.

use crate::board::Board;
use crate::types::{Square, SquareSet};

/// An assessment of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assessment {
    /// The normalised score for Black; 0 if there was no time.
    pub units: i32,
    /// A good move for the side to move, if there is an empty square.
    pub best: Option<Square>,
}

/// A move with its normalised score for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ranked {
    /// The move.
    pub square: Square,
    /// The score of the position after it.
    pub units: i32,
}

/// Assesses positions within limits of its own.
pub trait Judge {
    /// A short look at a position.
    fn glance(&mut self, board: &Board) -> Assessment;

    /// A look that a decision depends on, with one of `parts` equal parts of the time
    /// that is left.
    fn study(&mut self, board: &Board, parts: u32) -> Assessment;

    /// Whether a study searches further than a short look.
    fn sees_further(&self) -> bool;

    /// At most `count` of these moves, the best first, without mirror images; a short
    /// look.
    fn rank(&mut self, board: &Board, among: SquareSet, count: usize) -> Vec<Ranked>;

    /// The best of these moves, with all the time that is left; `None` if there are
    /// none.
    fn best_among(&mut self, board: &Board, among: SquareSet) -> Option<Square>;

    /// `stones` stones of both colours in turn, on these squares, after which the score
    /// of the side to move now is close to `bias`; a short look. Fewer only if there are
    /// no more squares.
    fn balance(&mut self, board: &Board, among: SquareSet, stones: usize, bias: i32)
    -> Vec<Square>;

    /// Whether there is no time for another short look.
    fn is_hurried(&self) -> bool;
}
