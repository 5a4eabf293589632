//! Which squares are near a stone.

use std::sync::LazyLock;

use crate::params::candidates::{LINE, SQUARE};
use crate::types::{Direction, SQUARES, Square, SquareSet};

/// The squares near `square`: within a small square around it, or somewhat
/// further along its lines. May reach beyond a smaller board.
#[inline]
pub(super) fn around(square: Square) -> &'static SquareSet {
    static AROUND: LazyLock<Box<[SquareSet]>> = LazyLock::new(|| {
        (0..SQUARES)
            .map(|index| near(Square::from_index(index)))
            .collect()
    });
    &AROUND[square.index()]
}

fn near(square: Square) -> SquareSet {
    let (x, y) = (square.x() as i32, square.y() as i32);
    let block = (-SQUARE..=SQUARE)
        .flat_map(|dy| (-SQUARE..=SQUARE).map(move |dx| Square::new(x + dx, y + dy)));
    let rays = Direction::ALL
        .into_iter()
        .flat_map(|direction| (-LINE..=LINE).map(move |steps| square.step(direction, steps)));
    block.chain(rays).flatten().collect()
}
