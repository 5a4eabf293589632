//! Shapes: what a stone makes in one direction.

/// What a stone on an empty square would make in one direction, for one colour, weakest
/// first. The names are for the stones after the move.
///
/// The diagrams show the line after the move: `O` own stones, `X` the
/// opponent's or the edge, `_` empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Shape {
    /// No five is possible: `XO__OX`.
    None,
    /// One move from a [`Shape::ClosedTwo`]: `XO____`.
    ClosedOne,
    /// One move from an open two: `___O___`.
    OpenOne,
    /// One move from a [`Shape::ClosedThree`]: `XOO___`.
    ClosedTwo,
    /// One or two squares make it an open three: `_O__O_`.
    OpenTwo,
    /// Three or more squares make it an open three: `___OO___`.
    FreeTwo,
    /// One move from a [`Shape::ClosedFour`] but from no open four: `XOOO__`.
    ClosedThree,
    /// One square makes it an open four: `_O_OO_`, or `X_OOO_X` with room on one side
    /// only (RIF: three). From here on the shapes are threats.
    OpenThree = 8,
    /// Several squares make it an open four: `__OOO__` (RIF: three).
    FreeThree,
    /// One answer in the line stops every five: `XOOOO_` (RIF: four). In caro there may
    /// be two such answers.
    ClosedFour,
    /// Renju's Black only: two fours on one line, `O_OOO_O`; a foul.
    LineDoubleFour,
    /// No single answer in the line stops the five: `_OOOO_` (RIF: straight
    /// four), and outside renju's Black also two fours on one line.
    OpenFour,
    /// Wins.
    Five,
    /// Renju's Black only: six or more; a foul.
    Overline,
}

impl Shape {
    /// Every shape, weakest first.
    pub const ALL: [Shape; 14] = [
        Shape::None,
        Shape::ClosedOne,
        Shape::OpenOne,
        Shape::ClosedTwo,
        Shape::OpenTwo,
        Shape::FreeTwo,
        Shape::ClosedThree,
        Shape::OpenThree,
        Shape::FreeThree,
        Shape::ClosedFour,
        Shape::LineDoubleFour,
        Shape::OpenFour,
        Shape::Five,
        Shape::Overline,
    ];

    /// The bit that is set for all threats and for no other shapes.
    pub(crate) const THREAT: u8 = Shape::OpenThree as u8;

    /// The shape for four bits of the tables.
    #[inline]
    pub(crate) fn from_bits(bits: u8) -> Shape {
        const BY_BITS: [Shape; 16] = {
            let mut table = [Shape::None; 16];
            let mut index = 0;
            while index < Shape::ALL.len() {
                table[Shape::ALL[index] as usize] = Shape::ALL[index];
                index += 1;
            }
            table
        };
        BY_BITS[usize::from(bits & 15)]
    }

    /// Whether this is a three in RIF's sense: one move from an open four.
    #[inline]
    pub fn is_three(self) -> bool {
        matches!(self, Shape::OpenThree | Shape::FreeThree)
    }

    /// Whether this is a two that can become a three.
    #[inline]
    pub fn is_open_two(self) -> bool {
        matches!(self, Shape::OpenTwo | Shape::FreeTwo)
    }
}
