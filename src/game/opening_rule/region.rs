//! Parts of the board where a stone is to be placed.

use std::fmt;

use crate::board::Board;
use crate::types::{Square, SquareSet};

/// A part of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Region {
    /// The whole board.
    Anywhere,
    /// The square in the middle.
    Center,
    /// The square with this side around the middle.
    Central(usize),
    /// All but the square with this side around the middle.
    Outside(usize),
}

impl Region {
    /// Whether a square of the board is in the region.
    pub fn contains(self, square: Square, board: &Board) -> bool {
        let distance = square.distance(board.center());
        match self {
            Region::Anywhere => true,
            Region::Center => distance == 0,
            Region::Central(side) => distance <= side / 2,
            Region::Outside(side) => distance > side / 2,
        }
    }

    /// The empty squares in the region.
    pub fn empty_squares(self, board: &Board) -> SquareSet {
        let inside = |&square: &Square| self.contains(square, board);
        board.empty().into_iter().filter(inside).collect()
    }

    /// The smallest side of a board with the region; `None` if every board has
    /// it.
    pub(super) fn least_side(self) -> Option<usize> {
        match self {
            Region::Anywhere => None,
            Region::Center => Some(1),
            Region::Central(side) => Some(side),
            Region::Outside(side) => Some(side + 2),
        }
    }
}

impl fmt::Display for Region {
    /// The answer to "where?".
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Region::Anywhere => f.write_str("anywhere"),
            Region::Center => f.write_str("in the centre"),
            Region::Central(side) => write!(f, "in the central {side}x{side}"),
            Region::Outside(side) => write!(f, "outside the central {side}x{side}"),
        }
    }
}
