//! Where a square lies from the last two stones.

use crate::board::Board;
use crate::types::Square;

/// Stones further away than this in a row or column are all the same.
const FURTHEST: usize = 5;
/// How many places are told apart: those within [`FURTHEST`] that no turn or
/// mirror makes the same, further away, and no stone at all.
pub const PLACES: usize = (FURTHEST + 1) * (FURTHEST + 2) / 2 + 2;
const FURTHER: usize = PLACES - 2;
const NOWHERE: usize = PLACES - 1;

/// The last stones of the side to move and of the other side.
#[derive(Clone, Copy, Debug)]
pub struct Recent([Option<Square>; 2]);

impl Recent {
    /// Those of this board.
    #[inline]
    pub fn of(board: &Board) -> Recent {
        let mut moves = board.moves().iter().rev();
        let other = moves.next().copied().flatten();
        let own = moves.next().copied().flatten();
        Recent([own, other])
    }

    /// Where the square lies from the own last stone and from the other's, each
    /// below [`PLACES`].
    #[inline(always)]
    pub fn places(self, square: Square) -> [usize; 2] {
        self.0
            .map(|stone| stone.map_or(NOWHERE, |stone| place(square, stone)))
    }
}

#[inline(always)]
fn place(square: Square, stone: Square) -> usize {
    let dx = square.x().abs_diff(stone.x());
    let dy = square.y().abs_diff(stone.y());
    let (low, high) = (dx.min(dy), dx.max(dy));
    match high <= FURTHEST {
        true => high * (high + 1) / 2 + low,
        false => FURTHER,
    }
}
