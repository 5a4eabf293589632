//! The distance of a square from the last stones.

use crate::board::Board;
use crate::types::Square;

/// Stones further away than this in king's moves are not told apart.
const FURTHEST: usize = 5;
/// The number of places: those within five squares, the same under turns and
/// mirrors, further away, and no stone at all.
pub const PLACES: usize = (FURTHEST + 1) * (FURTHEST + 2) / 2 + 2;
const FURTHER: usize = PLACES - 2;
const NOWHERE: usize = PLACES - 1;

/// The number of stones used.
pub const STONES: usize = 4;

/// The last stone of the side to move, of the other side, and those before them.
#[derive(Clone, Copy, Debug)]
pub struct Recent([Option<Square>; STONES]);

impl Recent {
    /// The last stones on this board.
    #[inline]
    pub fn of(board: &Board) -> Recent {
        let mut moves = board.moves().iter().rev();
        let last: [Option<Square>; STONES] =
            std::array::from_fn(|_| moves.next().copied().flatten());
        Recent([last[1], last[0], last[3], last[2]])
    }

    /// The square's place from each of them, below [`PLACES`].
    #[inline(always)]
    pub fn places(self, square: Square) -> [usize; STONES] {
        // Not by `map`, which is not vectorised.
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
