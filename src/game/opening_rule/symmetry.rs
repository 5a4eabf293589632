//! Fifth moves that are the same by symmetry.

use crate::board::{Board, Symmetry};
use crate::types::{Square, SquareSet};

/// The squares on which a stone would make the same position as on `square`, up
/// to a symmetry of the board: those onto which it is mapped when the board is
/// turned or mirrored so that every stone is mapped onto one of its colour.
/// `square` is one of them.
pub(super) fn images(square: Square, board: &Board) -> SquareSet {
    Symmetry::of_position(board)
        .map(|symmetry| symmetry.apply(square, board))
        .collect()
}

/// The empty squares that are not images of `offers`.
pub(super) fn different_squares(offers: &[Square], board: &Board) -> SquareSet {
    let image = |symmetry: Symmetry| {
        let apply = move |&square: &Square| symmetry.apply(square, board);
        offers.iter().map(apply)
    };
    let same: SquareSet = Symmetry::of_position(board).flat_map(image).collect();
    *board.empty() - same
}
