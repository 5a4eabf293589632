//! Which squares are near a stone.

use crate::params::candidates::{LINE, SQUARE};
use crate::types::{Direction, SQUARES, Square, SquareSet};

/// The squares near `square`: within a small square around it, or somewhat
/// further along its lines. May reach beyond a smaller board.
#[inline]
pub(super) fn around(square: Square) -> &'static SquareSet {
    &AROUND[square.index()]
}

static AROUND: [SquareSet; SQUARES] = {
    let mut table = [SquareSet::EMPTY; SQUARES];
    let mut index = 0;
    while index < SQUARES {
        table[index] = near(Square::from_index(index));
        index += 1;
    }
    table
};

const fn near(square: Square) -> SquareSet {
    let mut near = SquareSet::EMPTY;
    let (x, y) = (square.x() as i32, square.y() as i32);
    let mut dy = -SQUARE;
    while dy <= SQUARE {
        let mut dx = -SQUARE;
        while dx <= SQUARE {
            if let Some(there) = Square::new(x + dx, y + dy) {
                near.insert(there);
            }
            dx += 1;
        }
        dy += 1;
    }
    let mut direction = 0;
    while direction < Direction::ALL.len() {
        let mut steps = -LINE;
        while steps <= LINE {
            if let Some(there) = square.step(Direction::ALL[direction], steps) {
                near.insert(there);
            }
            steps += 1;
        }
        direction += 1;
    }
    near
}
