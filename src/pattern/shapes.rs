//! The shapes of both colours in all four directions, packed.

use super::Shape;
use crate::types::Color;

/// What stones on an empty square would make: the shapes of both colours in all four
/// directions, one byte per direction, Black's in the low four bits, White's above.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shapes(u32);

impl Shapes {
    /// No shapes.
    pub const NONE: Shapes = Shapes(0);

    /// Whether there is a threat in any direction for any colour, here or in
    /// `other`.
    #[inline]
    pub(crate) fn threaten_with(self, other: Shapes) -> bool {
        (self.0 | other.0) & (0x1111_1111 * Shape::THREAT as u32) != 0
    }

    /// One colour's shapes, in the low four bits of each byte.
    #[inline]
    pub(crate) fn of(self, color: Color) -> u32 {
        self.0 >> (4 * color.index()) & 0x0f0f_0f0f
    }

    /// One colour's shape in one direction.
    #[inline]
    pub fn shape(self, color: Color, direction: usize) -> Shape {
        Shape::from_bits(self.pair(direction) >> (4 * color.index()) & 15)
    }

    /// Both colours' shapes in one direction.
    #[inline]
    pub(crate) fn pair(self, direction: usize) -> u8 {
        (self.0 >> (8 * direction)) as u8
    }

    /// These with other shapes in one direction.
    #[inline]
    pub(crate) fn with_pair(self, direction: usize, pair: u8) -> Shapes {
        let bit = 8 * direction;
        Shapes(self.0 & !(0xff << bit) | u32::from(pair) << bit)
    }
}
