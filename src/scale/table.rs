//! The fitted parameters; see README.md beside this file.

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
    knot(8, 133, 158, -10, 53),
    knot(16, 181, 223, -10, 52),
    knot(26, 234, 293, -12, 51),
    knot(40, 267, 516, -11, 46),
    knot(60, 208, 1223, -7, 46),
    knot(90, 220, 2356, -11, 48),
];
const STANDARD: [Knot; 6] = [
    knot(8, 138, 301, -7, 51),
    knot(16, 184, 360, -13, 51),
    knot(26, 214, 456, -11, 52),
    knot(40, 230, 658, -11, 54),
    knot(60, 252, 1243, -8, 59),
    knot(90, 336, 2379, -9, 63),
];
const RENJU_BLACK: [Knot; 6] = [
    knot(8, 117, 238, -29, 43),
    knot(16, 161, 272, -26, 42),
    knot(26, 202, 391, -38, 43),
    knot(40, 226, 562, -46, 45),
    knot(60, 267, 962, -89, 49),
    knot(90, 324, 1856, -148, 50),
];
const RENJU_WHITE: [Knot; 6] = [
    knot(8, 118, 249, 7, 46),
    knot(16, 160, 272, 2, 45),
    knot(26, 203, 388, 13, 45),
    knot(40, 226, 548, 20, 48),
    knot(60, 265, 957, 67, 53),
    knot(90, 326, 1828, 129, 54),
];
const CARO: [Knot; 6] = [
    knot(8, 139, 961, -4, 389),
    knot(16, 159, 1043, -6, 379),
    knot(26, 194, 1269, -5, 391),
    knot(40, 197, 1765, -6, 414),
    knot(60, 214, 2422, -4, 481),
    knot(90, 258, 3045, -3, 592),
];
const CARO_OVERLINE: [Knot; 6] = [
    knot(8, 159, 693, -6, 277),
    knot(16, 163, 753, -5, 258),
    knot(26, 195, 927, -7, 227),
    knot(40, 226, 1332, -8, 231),
    knot(60, 212, 2259, -6, 307),
    knot(90, 359, 3087, -6, 360),
];

/// The parameters under a rule for a side to move.
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
