//! Where a square lies from the last stones.

use crate::board::Board;
use crate::types::Square;

/// Stones further away than this in a row or column are all the same.
const FURTHEST: usize = 5;
/// How many places are told apart: those within [`FURTHEST`] that no turn or
/// mirror makes the same, further away, and no stone at all.
pub const PLACES: usize = (FURTHEST + 1) * (FURTHEST + 2) / 2 + 2;
const FURTHER: usize = PLACES - 2;
const NOWHERE: usize = PLACES - 1;

/// How many stones are looked at.
pub const STONES: usize = 4;

/// The last stones: of the side to move, of the other side, and those before them.
#[derive(Clone, Copy, Debug)]
pub struct Recent([Option<Square>; STONES]);

impl Recent {
    /// Those of this board.
    #[inline]
    pub fn of(board: &Board) -> Recent {
        let mut moves = board.moves().iter().rev();
        let last: [Option<Square>; STONES] =
            std::array::from_fn(|_| moves.next().copied().flatten());
        Recent([last[1], last[0], last[3], last[2]])
    }

    /// Where the square lies from each of them, below [`PLACES`].
    #[inline(always)]
    pub fn places(self, square: Square) -> [usize; STONES] {
        // Not by `map`, which is not taken into code for wide registers.
        let mut places = [NOWHERE; STONES];
        for (there, stone) in places.iter_mut().zip(self.0) {
            if let Some(stone) = stone {
                *there = place(square, stone);
            }
        }
        places
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
