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

    /// What a decision depends on, with all the time that is left; not if there is
    /// more to do that needs time too.
    fn study(&mut self, board: &Board, more_to_do: bool) -> Assessment;

    /// At most so many of these moves, the best first, without those that mirror
    /// another one; a short look.
    fn rank(&mut self, board: &Board, among: SquareSet, count: usize) -> Vec<Ranked>;

    /// The same with all the time that is left.
    fn rank_with_care(&mut self, board: &Board, among: SquareSet, count: usize) -> Vec<Ranked>;

    /// So many stones, of both colours in turn and on these squares, that leave
    /// the position level; fewer only if there are no more squares. A short look
    /// if there is more to do.
    fn balance(
        &mut self,
        board: &Board,
        among: SquareSet,
        stones: usize,
        more_to_do: bool,
    ) -> Vec<Square>;

    /// Whether there is no time for another short look.
    fn is_hurried(&self) -> bool;
}
