//! Line keys: every row, column and diagonal of the board as one `u64`.
//!
//! A square takes two bits: wall `00`, white `01`, black `10`, empty `11`, so
//! that a stone is placed or taken by flipping one bit, and so that a key only
//! falls when an empty square is filled. A line's squares start [`MARGIN`]
//! places above bit 0; everything around the board is wall. The window of
//! eleven squares around any square is therefore one shift and one mask, which
//! is all that pattern tables and network need.

use crate::types::{Color, Direction, MAX_SIDE, SQUARES, Square};

/// Walls before the first square of a line, in squares.
pub const MARGIN: usize = 5;

/// The two bits of a square beyond the board, or of a blocked one.
pub const WALL: u64 = 0b00;
/// The two bits of a square with a white stone.
pub const WHITE: u64 = 0b01;
/// The two bits of a square with a black stone.
pub const BLACK: u64 = 0b10;
/// The two bits of an empty square.
pub const EMPTY: u64 = 0b11;

/// The low bit of each of the 32 places of a key.
const LOW_BITS: u64 = 0x5555_5555_5555_5555;

const DIAGONALS: usize = 2 * MAX_SIDE - 1;
/// The number of lines of the largest board in all four directions.
pub const LINES: usize = 2 * MAX_SIDE + 2 * DIAGONALS;

/// One line of the board: see the module's text for the bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct LineKey(pub u64);

impl LineKey {
    /// The two bits of the square at `place` on this line.
    #[inline]
    pub const fn at(self, place: usize) -> u64 {
        self.0 >> (2 * (place + MARGIN)) & 0b11
    }

    /// The window of `2 * reach + 1` squares around `place`, the first square
    /// of the line in the lowest bits, `reach` at most 5.
    #[inline]
    pub const fn window(self, place: usize, reach: usize) -> u64 {
        self.0 >> (2 * (place + MARGIN - reach)) & ((1 << (4 * reach + 2)) - 1)
    }

    /// [`LineKey::window`] with its middle square cut out: the index of the
    /// pattern tables.
    #[inline]
    pub const fn around(self, place: usize, reach: usize) -> usize {
        let window = self.window(place, reach);
        let half = (1 << (2 * reach)) - 1;
        (window & half | (window >> 2 & !half)) as usize
    }

    /// The low bit of every empty place of the key, `MARGIN` included.
    #[inline]
    pub const fn empties(self) -> u64 {
        self.0 & self.0 >> 1 & LOW_BITS
    }

    /// Flips the square at `place` between empty and a stone of `color`.
    #[inline]
    pub const fn toggle(&mut self, place: usize, color: Color) {
        self.0 ^= stone_flip(color) << (2 * (place + MARGIN));
    }

    /// Flips the square at `place` between wall and empty.
    #[inline]
    pub const fn toggle_wall(&mut self, place: usize) {
        self.0 ^= EMPTY << (2 * (place + MARGIN));
    }
}

/// Turns an empty square's bits into those of a stone, and back, by xor.
#[inline]
const fn stone_flip(color: Color) -> u64 {
    match color {
        Color::Black => EMPTY ^ BLACK,
        Color::White => EMPTY ^ WHITE,
    }
}

/// The bits of a stone.
#[inline]
pub const fn stone_bits(color: Color) -> u64 {
    EMPTY ^ stone_flip(color)
}

/// A square's place on one of its four lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The line's number, below [`LINES`].
    pub line: u8,
    /// The place on it: x, or y on a column.
    pub place: u8,
}

/// The four spots of every square, by [`Square::index`] and
/// [`Direction::index`].
pub static SPOTS: [[Spot; 4]; SQUARES] = spots();

const fn spots() -> [[Spot; 4]; SQUARES] {
    let mut table = [[Spot { line: 0, place: 0 }; 4]; SQUARES];
    let mut index = 0;
    while index < SQUARES {
        let (x, y) = (index % MAX_SIDE, index / MAX_SIDE);
        table[index] = [
            spot(y, x),
            spot(MAX_SIDE + x, y),
            spot(2 * MAX_SIDE + x + MAX_SIDE - 1 - y, x),
            spot(2 * MAX_SIDE + DIAGONALS + x + y, x),
        ];
        index += 1;
    }
    table
}

const fn spot(line: usize, place: usize) -> Spot {
    Spot {
        line: line as u8,
        place: place as u8,
    }
}

/// The difference of indices between neighbours on a line.
#[inline]
pub const fn stride(direction: Direction) -> isize {
    let (dx, dy) = direction.step();
    dy as isize * MAX_SIDE as isize + dx as isize
}

/// The spot of `square` in `direction`.
#[inline]
pub fn spot_of(square: Square, direction: Direction) -> Spot {
    SPOTS[square.index()][direction.index()]
}

/// All lines of a board. Cheap to copy, for asking "what if".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lines([LineKey; LINES]);

impl Lines {
    /// Only walls.
    pub(super) const WALLS: Lines = Lines([LineKey(0); LINES]);

    /// The line that a spot lies on.
    #[inline]
    pub fn key(&self, spot: Spot) -> LineKey {
        self.0[spot.line as usize]
    }

    /// The two bits of a square.
    #[inline]
    pub fn at(&self, square: Square) -> u64 {
        let spot = spot_of(square, Direction::Horizontal);
        self.key(spot).at(spot.place.into())
    }

    /// Flips a square between empty and a stone of `color`.
    #[inline]
    pub fn toggle(&mut self, square: Square, color: Color) {
        for spot in SPOTS[square.index()] {
            self.0[spot.line as usize].toggle(spot.place.into(), color);
        }
    }

    /// Flips a square between wall and empty.
    pub(super) fn toggle_wall(&mut self, square: Square) {
        for spot in SPOTS[square.index()] {
            self.0[spot.line as usize].toggle_wall(spot.place.into());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_along_a_line_keeps_the_line() {
        for index in 0..SQUARES {
            let square = Square::from_index(index);
            for direction in Direction::ALL {
                let here = spot_of(square, direction);
                assert!((here.line as usize) < LINES);
                if let Some(next) = square.step(direction, 1) {
                    let there = spot_of(next, direction);
                    assert_eq!(there.line, here.line);
                    assert_eq!(there.place, here.place + 1);
                    assert_eq!(
                        next.index() as isize - square.index() as isize,
                        stride(direction)
                    );
                }
            }
        }
    }

    #[test]
    fn windows_show_stones_and_walls() {
        let mut line = LineKey::default();
        (0..MAX_SIDE).for_each(|place| line.toggle_wall(place));
        line.toggle(2, Color::Black);
        line.toggle(3, Color::White);
        assert_eq!((line.at(2), line.at(3), line.at(4)), (BLACK, WHITE, EMPTY));
        // Places -2..=4 around place 1, lowest first: wall wall(-1) 0 1 2 3 4.
        assert_eq!(line.window(1, 3), 0b11_01_10_11_11_00_00);
        assert_eq!(line.around(1, 3), 0b11_01_10_11_00_00);
        assert_eq!(line.empties().count_ones() as usize, MAX_SIDE - 2);
        line.toggle(2, Color::Black);
        assert_eq!(line.at(2), EMPTY);
    }
}
