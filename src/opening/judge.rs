//! What the chooser asks about positions.

use crate::board::Board;
use crate::types::{Square, SquareSet};

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assessment {
    /// The normalised score for Black; 0 if nothing was found out.
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

/// Whoever can say something about positions, within his own limits.
pub trait Judge {
    /// A short look at a position.
    fn glance(&mut self, board: &Board) -> Assessment;

    /// What a decision depends on, with this part of the time that is left: one
    /// of so many.
    fn study(&mut self, board: &Board, parts: u32) -> Assessment;

    /// Whether a study sees further than a short look.
    fn sees_further(&self) -> bool;

    /// At most so many of these moves, the best first, without those that mirror
    /// another one; a short look.
    fn rank(&mut self, board: &Board, among: SquareSet, count: usize) -> Vec<Ranked>;

    /// The best of these moves, with all the time that is left; nothing if there
    /// is none.
    fn best_among(&mut self, board: &Board, among: SquareSet) -> Option<Square>;

    /// So many stones, of both colours in turn and on these squares, after which
    /// the score is near to `bias`, seen from the side to move now; a short look.
    /// Fewer only if there are no more squares.
    fn balance(&mut self, board: &Board, among: SquareSet, stones: usize, bias: i32)
    -> Vec<Square>;

    /// Whether there is no time for another short look.
    fn is_hurried(&self) -> bool;
}
