//! The fitted numbers; see README.md beside this file.

use super::Knot;
use crate::types::{Color, Rule};

const fn knot(stones: usize, unit: i32, draw: i32, offset: i32, curve: i32) -> Knot {
    Knot {
        stones,
        unit,
        draw,
        offset,
        curve,
    }
}

const FREESTYLE: [Knot; 6] = [
    knot(8, 148, 81, -13, 58),
    knot(16, 225, 142, -20, 54),
    knot(26, 256, 264, -13, 51),
    knot(40, 285, 486, -11, 47),
    knot(60, 295, 1139, -8, 46),
    knot(90, 394, 2313, -9, 47),
];
const STANDARD: [Knot; 6] = [
    knot(8, 147, 178, -9, 67),
    knot(16, 203, 240, -19, 65),
    knot(26, 258, 372, -13, 59),
    knot(40, 277, 558, -10, 51),
    knot(60, 307, 1058, -9, 46),
    knot(90, 450, 2055, -11, 46),
];
const RENJU_BLACK: [Knot; 6] = [
    knot(8, 143, 154, -51, 37),
    knot(16, 199, 195, -44, 36),
    knot(26, 248, 321, 17, 35),
    knot(40, 283, 480, 21, 34),
    knot(60, 349, 868, -105, 34),
    knot(90, 393, 1754, -225, 35),
];
const RENJU_WHITE: [Knot; 6] = [
    knot(8, 134, 157, 32, 35),
    knot(16, 195, 198, 4, 34),
    knot(26, 252, 318, -49, 33),
    knot(40, 284, 480, -45, 32),
    knot(60, 341, 856, 75, 33),
    knot(90, 394, 1768, 196, 33),
];
const CARO: [Knot; 6] = [
    knot(8, 144, 689, -5, 157),
    knot(16, 137, 794, -10, 153),
    knot(26, 190, 1221, -9, 136),
    knot(40, 191, 1795, -9, 128),
    knot(60, 247, 2500, -8, 166),
    knot(90, 479, 3111, -4, 143),
];
const CARO_OVERLINE: [Knot; 6] = [
    knot(8, 165, 586, -7, 45),
    knot(16, 177, 635, -13, 44),
    knot(26, 232, 973, -11, 44),
    knot(40, 221, 1504, -10, 47),
    knot(60, 275, 2316, -10, 57),
    knot(90, 453, 3010, -9, 56),
];

/// The numbers under a rule for a side to move.
pub(super) const fn table(rule: Rule, to_move: Color) -> &'static [Knot] {
    match (rule, to_move) {
        (Rule::Freestyle, _) => &FREESTYLE,
        (Rule::Standard, _) => &STANDARD,
        (Rule::Renju, Color::Black) => &RENJU_BLACK,
        (Rule::Renju, Color::White) => &RENJU_WHITE,
        (Rule::Caro, _) => &CARO,
        (Rule::CaroOverline, _) => &CARO_OVERLINE,
    }
}
