//! The four directions of lines.

/// One of the four directions in which a line can run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Direction {
    /// Along a row: x grows.
    Horizontal = 0,
    /// Along a column: y grows.
    Vertical = 1,
    /// x and y grow together.
    Diagonal = 2,
    /// x grows while y falls.
    AntiDiagonal = 3,
}

impl Direction {
    /// All four, in the order of their indices.
    pub const ALL: [Direction; 4] = [
        Direction::Horizontal,
        Direction::Vertical,
        Direction::Diagonal,
        Direction::AntiDiagonal,
    ];

    /// A number in `0..4`.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The step `(dx, dy)` to the next square of the line.
    #[inline]
    pub const fn step(self) -> (i32, i32) {
        match self {
            Direction::Horizontal => (1, 0),
            Direction::Vertical => (0, 1),
            Direction::Diagonal => (1, 1),
            Direction::AntiDiagonal => (1, -1),
        }
    }
}
