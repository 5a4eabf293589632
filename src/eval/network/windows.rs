//! The numbering of windows: which row of a network belongs to the surroundings of
//! a square on a line.
//!
//! From the square outwards, each half of its window is a sequence of empty squares,
//! own and other stones up to the board's edge. All halves are numbered, shorter ones
//! first. A window is an unordered pair of halves, so that it and its mirror image
//! have the same row.

use std::sync::LazyLock;

use crate::board::Board;
use crate::board::line::{EMPTY, LineKey, SPOTS, WALL, stone_bits};
use crate::types::{Color, Square};

/// How far a window reaches to both sides, under every rule.
pub const FAR: usize = 5;

/// The number of halves: sequences of up to [`FAR`] squares of three contents.
pub const HALVES: usize = (3usize.pow(FAR as u32 + 1) - 1) / 2;

/// The number of windows, each with a row of its own.
pub const ROWS: usize = HALVES * (HALVES + 1) / 2;

/// A half's bits in a line key are below this.
const BITS: usize = 1 << (2 * FAR);

/// Numbers of halves by their bits in a line key.
struct Numbers {
    /// For Black and White as the own colour, the half before the square ...
    before: [[u16; BITS]; 2],
    /// ... and the one behind it.
    behind: [[u16; BITS]; 2],
}

static NUMBERS: Numbers = numbers();

const fn numbers() -> Numbers {
    let mut before = [[0; BITS]; 2];
    let mut behind = [[0; BITS]; 2];
    let mut bits = 0;
    while bits < BITS {
        let mut color = 0;
        while color < 2 {
            before[color][bits] = number(bits as u64, Color::ALL[color], true);
            behind[color][bits] = number(bits as u64, Color::ALL[color], false);
            color += 1;
        }
        bits += 1;
    }
    Numbers { before, behind }
}

/// The number of a half; `falling`: the nearest square has the highest bits.
const fn number(bits: u64, own: Color, falling: bool) -> u16 {
    let (mut value, mut step) = (0, 0);
    while step < FAR {
        let place = if falling { FAR - 1 - step } else { step };
        let square = bits >> (2 * place) & 0b11;
        if square == WALL {
            break;
        }
        value = 3 * value
            + if square == EMPTY {
                0
            } else if square == stone_bits(own) {
                1
            } else {
                2
            };
        step += 1;
    }
    let shorter = (3usize.pow(step as u32) - 1) / 2;
    (shorter + value) as u16
}

/// The row of the window around `place`, with `own` as the own colour; below
/// [`ROWS`].
#[inline(always)]
pub fn row(line: LineKey, place: usize, own: Color) -> usize {
    let around = line.around(place, FAR);
    let (before, behind) = (around & (BITS - 1), around >> (2 * FAR));
    pair(
        NUMBERS.before[own.index()][before].into(),
        NUMBERS.behind[own.index()][behind].into(),
    )
}

/// The rows of an empty square's windows, one for each direction.
#[inline(always)]
pub fn rows_of(board: &Board, square: Square, own: Color) -> [u32; 4] {
    SPOTS[square.index()].map(|spot| {
        let line = board.lines().key(spot);
        row(line, spot.place.into(), own) as u32
    })
}

#[inline(always)]
const fn pair(one: usize, other: usize) -> usize {
    let (low, high) = if one < other {
        (one, other)
    } else {
        (other, one)
    };
    high * (high + 1) / 2 + low
}

/// For each row that of the same window with the colours swapped. Computed once, on
/// first use.
pub fn swapped_rows() -> &'static [u32] {
    static SWAPPED: LazyLock<Vec<u32>> = LazyLock::new(|| {
        let swapped = |row| {
            let (low, high) = halves_of(row);
            pair(swapped_half(low), swapped_half(high)) as u32
        };
        (0..ROWS).map(swapped).collect()
    });
    &SWAPPED
}

fn swapped_half(number: usize) -> usize {
    let (mut len, mut shorter) = (0, 0);
    while 3 * shorter < number {
        shorter = 3 * shorter + 1;
        len += 1;
    }
    let mut value = number - shorter;
    let (mut swapped, mut unit) = (0, 1);
    for _ in 0..len {
        swapped += (3 - value % 3) % 3 * unit;
        value /= 3;
        unit *= 3;
    }
    shorter + swapped
}

/// Whether a row's window has no stone.
pub fn is_bare(row: usize) -> bool {
    // The first number of each length is the half of empty squares.
    let is_bare_half = |number: usize| {
        let mut first = 0;
        while first < number {
            first = 3 * first + 1;
        }
        first == number
    };
    let (low, high) = halves_of(row);
    is_bare_half(low) && is_bare_half(high)
}

/// The two halves of a row's window, the smaller number first.
pub fn halves_of(row: usize) -> (usize, usize) {
    let mut high = (((8 * row + 1) as f64).sqrt() as usize).saturating_sub(1) / 2;
    while (high + 1) * (high + 2) / 2 <= row {
        high += 1;
    }
    (row - high * (high + 1) / 2, high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::board::line::spot_of;
    use crate::types::Direction;
    use std::collections::HashMap;

    /// A square's window, read off the board.
    fn seen(board: &Board, square: Square, direction: Direction, own: Color) -> [String; 2] {
        let mut sides = [-1, 1].map(|sign| {
            let mut text = String::new();
            for step in 1..=FAR as i32 {
                let (dx, dy) = direction.step();
                let there = board.square(
                    square.x() as i32 + sign * step * dx,
                    square.y() as i32 + sign * step * dy,
                );
                match there.map(|there| board.at(there)) {
                    Some(crate::board::Content::Empty) => text.push('.'),
                    Some(crate::board::Content::Stone(color)) if color == own => text.push('x'),
                    Some(crate::board::Content::Stone(_)) => text.push('o'),
                    _ => break,
                }
            }
            text
        });
        sides.sort();
        sides
    }

    #[test]
    fn a_row_stands_for_one_window_and_its_mirror_image() {
        use rand::{Rng, SeedableRng, rngs::StdRng};
        let mut random = StdRng::seed_from_u64(5);
        let swapped = swapped_rows();
        let mut meanings = HashMap::new();
        for _ in 0..200 {
            let mut board =
                Board::new(random.random_range(5..=20), random.random_range(5..=20)).unwrap();
            for _ in 0..random.random_range(0..board.width() * board.height() / 2) {
                let squares: Vec<_> = board.empty().into_iter().collect();
                board.place(squares[random.random_range(0..squares.len())]);
            }
            for square in *board.empty() {
                for direction in Direction::ALL {
                    for own in Color::ALL {
                        let line = board.line(square, direction);
                        let place = spot_of(square, direction).place.into();
                        let row = row(line, place, own);
                        assert!(row < ROWS);
                        let seen = seen(&board, square, direction, own);
                        let known = meanings.entry(row).or_insert_with(|| seen.clone());
                        assert_eq!(*known, seen);
                        let stones = seen.iter().any(|half| half.contains(['x', 'o']));
                        assert_eq!(is_bare(row), !stones);
                        let (low, high) = halves_of(row);
                        assert_eq!(pair(high, low), row);
                        let other = super::row(line, place, !own);
                        assert_eq!(swapped[row] as usize, other);
                    }
                }
            }
        }
        let different: std::collections::HashSet<_> = meanings.values().collect();
        assert_eq!(different.len(), meanings.len());
        assert!(meanings.len() > 2_000);
    }
}
