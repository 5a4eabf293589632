//! Sets of squares.

/// Column and row, whatever the order in which they are written.
pub type Square = (i32, i32);

/// The longest side of a board.
pub const MOST_SIDE: i32 = 22;

/// Some squares, a bit for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Squares([u64; 8]);

impl Squares {
    /// None of them.
    pub const NONE: Squares = Squares([0; 8]);

    /// The word and the bit of a square.
    fn place((x, y): Square) -> (usize, u64) {
        let number = (y * MOST_SIDE + x) as usize;
        (number / 64, 1 << (number % 64))
    }

    /// Whether the square is one of them.
    pub fn has(&self, square: Square) -> bool {
        let (word, bit) = Squares::place(square);
        self.0[word] & bit != 0
    }

    /// Adds the square, or takes it out.
    pub fn set(&mut self, square: Square, value: bool) {
        let (word, bit) = Squares::place(square);
        match value {
            true => self.0[word] |= bit,
            false => self.0[word] &= !bit,
        }
    }

    /// How many they are.
    pub fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }
}
