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
    knot(8, 137, 67, 0),
    knot(16, 224, 101, 0),
    knot(26, 240, 196, 0),
    knot(40, 269, 407, 0),
    knot(60, 314, 1119, 0),
    knot(90, 312, 2126, 0),
];
const STANDARD: [Knot; 6] = [
    knot(8, 135, 168, 0),
    knot(16, 204, 229, 0),
    knot(26, 270, 377, 0),
    knot(40, 264, 600, 0),
    knot(60, 264, 1203, 0),
    knot(90, 396, 2414, 0),
];
const RENJU_BLACK: [Knot; 6] = [
    knot(8, 136, 166, -44),
    knot(16, 189, 204, -39),
    knot(26, 236, 334, 22),
    knot(40, 280, 497, 44),
    knot(60, 338, 905, -103),
    knot(90, 369, 1845, -234),
];
const RENJU_WHITE: [Knot; 6] = [
    knot(8, 128, 168, 25),
    knot(16, 187, 207, -1),
    knot(26, 241, 331, -53),
    knot(40, 282, 497, -68),
    knot(60, 331, 895, 74),
    knot(90, 369, 1860, 205),
];
const CARO: [Knot; 6] = [
    knot(8, 126, 585, 0),
    knot(16, 115, 713, 0),
    knot(26, 154, 1177, 0),
    knot(40, 151, 1834, 0),
    knot(60, 212, 2564, 0),
    knot(90, 450, 3149, 0),
];
const CARO_OVERLINE: [Knot; 6] = [
    knot(8, 156, 495, 0),
    knot(16, 173, 611, 0),
    knot(26, 240, 932, 0),
    knot(40, 208, 1561, 0),
    knot(60, 235, 2364, 0),
    knot(90, 373, 2988, 0),
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
