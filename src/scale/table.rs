//! The fitted numbers; see README.md beside this file.

use super::Knot;
use crate::types::{Color, Rule};

const fn knot(stones: usize, unit: i32, draw: i32, offset: i32) -> Knot {
    Knot {
        stones,
        unit,
        draw,
        offset,
    }
}

const FREESTYLE: [Knot; 6] = [
    knot(8, 134, 69, 0),
    knot(16, 182, 105, 0),
    knot(26, 236, 199, 0),
    knot(40, 258, 414, 0),
    knot(60, 317, 1099, 0),
    knot(90, 372, 2134, 0),
];
const STANDARD: [Knot; 6] = [
    knot(8, 158, 172, 0),
    knot(16, 204, 235, 0),
    knot(26, 286, 390, 0),
    knot(40, 320, 634, 0),
    knot(60, 266, 1350, 0),
    knot(90, 356, 2604, 0),
];
const RENJU_BLACK: [Knot; 6] = [
    knot(8, 115, 182, -58),
    knot(16, 181, 219, -67),
    knot(26, 204, 368, 5),
    knot(40, 242, 487, 6),
    knot(60, 299, 872, -207),
    knot(90, 309, 1851, -306),
];
const RENJU_WHITE: [Knot; 6] = [
    knot(8, 108, 193, 40),
    knot(16, 180, 225, 27),
    knot(26, 205, 365, -35),
    knot(40, 244, 490, -24),
    knot(60, 297, 862, 181),
    knot(90, 314, 1876, 292),
];
const CARO: [Knot; 6] = [
    knot(8, 102, 704, 0),
    knot(16, 101, 783, 0),
    knot(26, 125, 1207, 0),
    knot(40, 146, 1820, 0),
    knot(60, 217, 2555, 0),
    knot(90, 326, 3171, 0),
];
const CARO_OVERLINE: [Knot; 6] = [
    knot(8, 165, 498, 0),
    knot(16, 169, 601, 0),
    knot(26, 210, 960, 0),
    knot(40, 208, 1580, 0),
    knot(60, 248, 2444, 0),
    knot(90, 329, 3074, 0),
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
