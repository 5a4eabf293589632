//! Position hashes (Zobrist 1970): one random number per square and content.

use crate::types::{Color, SQUARES, Square};

/// The contents of a square that are hashed.
#[derive(Clone, Copy)]
enum Content {
    Black = 0,
    White = 1,
    Wall = 2,
}

const CONTENTS: usize = 3;
static KEYS: [u64; SQUARES * CONTENTS] = keys();

/// Flipped whenever the side to move changes.
pub(super) const SIDE: u64 = 0x9d39_247e_3377_6d41;

const fn keys() -> [u64; SQUARES * CONTENTS] {
    // CITE: splitmix64, Steele, Lea, Flood: Fast splittable pseudorandom
    // number generators, OOPSLA 2014.
    let mut table = [0; SQUARES * CONTENTS];
    let mut state: u64 = 0x7465_6e67_656e_3130;
    let mut index = 0;
    while index < table.len() {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        table[index] = z ^ z >> 31;
        index += 1;
    }
    table
}

#[inline]
fn key(square: Square, content: Content) -> u64 {
    KEYS[square.index() * CONTENTS + content as usize]
}

/// The number of a stone on a square.
#[inline]
pub(super) fn stone(square: Square, color: Color) -> u64 {
    match color {
        Color::Black => key(square, Content::Black),
        Color::White => key(square, Content::White),
    }
}

/// The number of a blocked square.
pub(super) fn wall(square: Square) -> u64 {
    key(square, Content::Wall)
}
