//! Squares, and the sizes of boards.

use std::num::NonZeroU16;

use serde::{Deserialize, Serialize};

use super::Direction;

/// The longest side of a board.
pub const MAX_SIDE: usize = 22;
/// The shortest side of a board.
pub const MIN_SIDE: usize = 5;
/// The squares of the largest board; every [`Square::index`] is below this.
pub const SQUARES: usize = MAX_SIDE * MAX_SIDE;

/// A square of the largest board, whatever the size of the board in use.
///
/// `x` is the column from the left and `y` the row from the top, both from 0.
/// `Option<Square>` takes two bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u16", into = "u16")]
pub struct Square(NonZeroU16);

const _: () = assert!(size_of::<Option<Square>>() == 2);

/// A number that is no square's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no square has the number {0}")]
pub struct NoSquare(u16);

impl TryFrom<u16> for Square {
    type Error = NoSquare;

    fn try_from(index: u16) -> Result<Square, NoSquare> {
        let is_square = usize::from(index) < SQUARES;
        let square = is_square.then(|| Square::from_index(index.into()));
        square.ok_or(NoSquare(index))
    }
}

impl From<Square> for u16 {
    fn from(square: Square) -> u16 {
        square.0.get() - 1
    }
}

impl Square {
    /// The square in column `x`, row `y`; `None` outside the largest board.
    #[inline]
    pub const fn new(x: i32, y: i32) -> Option<Square> {
        let side = MAX_SIDE as i32;
        if x < 0 || y < 0 || x >= side || y >= side {
            return None;
        }
        Some(Square::from_index(y as usize * MAX_SIDE + x as usize))
    }

    /// The square with this index.
    ///
    /// # Panics
    /// If `index` is not below [`SQUARES`].
    #[inline]
    #[track_caller]
    pub const fn from_index(index: usize) -> Square {
        assert!(index < SQUARES);
        match NonZeroU16::new(index as u16 + 1) {
            Some(raw) => Square(raw),
            None => unreachable!(),
        }
    }

    /// A number below [`SQUARES`], row by row from the top.
    #[inline]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// The column, from 0 at the left.
    #[inline]
    pub const fn x(self) -> usize {
        self.index() % MAX_SIDE
    }

    /// The row, from 0 at the top.
    #[inline]
    pub const fn y(self) -> usize {
        self.index() / MAX_SIDE
    }

    /// The square `steps` further along `direction` (backwards if negative),
    /// `None` outside the largest board.
    #[inline]
    pub const fn step(self, direction: Direction, steps: i32) -> Option<Square> {
        let (dx, dy) = direction.step();
        Square::new(self.x() as i32 + dx * steps, self.y() as i32 + dy * steps)
    }

    /// The distance of two squares in king's moves.
    #[inline]
    pub const fn distance(self, other: Square) -> usize {
        let dx = self.x().abs_diff(other.x());
        let dy = self.y().abs_diff(other.y());
        if dx > dy { dx } else { dy }
    }
}
