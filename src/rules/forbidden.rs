//! Renju's forbidden points.
//!
//! CITE: The International Rules of Renju (RIF 1996), section 9: overline,
//! double-four, double-three; 9.3 says when a double-three is allowed.

use std::fmt;

use super::{Row, Supposed};
use crate::board::{Board, Content};
use crate::types::{Color, Direction, Square};

/// Why a point is forbidden for Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ForbiddenKind {
    /// Two or more fours at once.
    DoubleFour,
    /// Two or more real threes at once.
    DoubleThree,
    /// Six or more in a row.
    Overline,
}

impl ForbiddenKind {
    /// The rules' term for it.
    pub const fn name(self) -> &'static str {
        match self {
            ForbiddenKind::DoubleFour => "double-four",
            ForbiddenKind::DoubleThree => "double-three",
            ForbiddenKind::Overline => "overline",
        }
    }
}

impl fmt::Display for ForbiddenKind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Why the empty `square` is forbidden for Black, if it is, whichever side is to move.
/// Of several reasons fours come first, then threes.
pub fn forbidden(board: &Board, square: Square) -> Option<ForbiddenKind> {
    foul(&Supposed::new(board, square, Color::Black), square)
}

/// [`forbidden`] with a hypothetical black stone on `square`.
fn foul(supposed: &Supposed, square: Square) -> Option<ForbiddenKind> {
    if makes_five(supposed, square) {
        return None;
    }
    let lines = || Direction::ALL.into_iter();
    let fours: usize = lines()
        .map(|direction| fours(supposed, square, direction))
        .sum();
    if fours >= 2 {
        return Some(ForbiddenKind::DoubleFour);
    }
    let threes = lines()
        .filter(|&direction| three_is_real(supposed, square, direction))
        .count();
    if threes >= 2 {
        return Some(ForbiddenKind::DoubleThree);
    }
    lines()
        .any(|direction| black_row(supposed, square, direction).len() >= 6)
        .then_some(ForbiddenKind::Overline)
}

fn black_row(supposed: &Supposed, square: Square, direction: Direction) -> Row {
    supposed.row(square, direction, Color::Black)
}

fn makes_five(supposed: &Supposed, square: Square) -> bool {
    Direction::ALL
        .into_iter()
        .any(|direction| black_row(supposed, square, direction).len() == 5)
}

/// The number of fours that the stone on `square` makes in one direction: 0, 1 or 2.
fn fours(supposed: &Supposed, square: Square, direction: Direction) -> usize {
    let completions: Vec<i32> = (-4..=4)
        .filter(|&steps| completes_five(supposed, square, direction, steps))
        .collect();
    match completions[..] {
        // A straight four is one four.
        [first, last] if last - first == 5 => 1,
        _ => completions.len(),
    }
}

/// Whether a stone `steps` from `square` makes an exact five with it.
fn completes_five(supposed: &Supposed, square: Square, direction: Direction, steps: i32) -> bool {
    let Some(there) = empty_square(supposed, square, direction, steps) else {
        return false;
    };
    let row = black_row(&supposed.with(there, Color::Black), square, direction);
    row.len() == 5 && row.contains(steps)
}

/// Whether the stone on `square` makes a real three in this direction (RIF 9.3): one of
/// the squares that would make it a straight four is playable.
fn three_is_real(supposed: &Supposed, square: Square, direction: Direction) -> bool {
    (-3..=3).any(|steps| {
        let Some(there) = empty_square(supposed, square, direction, steps) else {
            return false;
        };
        let next = supposed.with(there, Color::Black);
        makes_straight_four(&next, square, direction, steps)
            && !makes_five(&next, there)
            && foul(&next, there).is_none()
    })
}

/// Whether the row of `square` and the stone `steps` from it is a straight four: exactly
/// four, and an exact five on either side.
fn makes_straight_four(
    supposed: &Supposed,
    square: Square,
    direction: Direction,
    steps: i32,
) -> bool {
    let row = black_row(supposed, square, direction);
    let black = Content::Stone(Color::Black);
    let at = |steps| supposed.at(square, direction, steps);
    row.len() == 4
        && row.contains(steps)
        && at(row.back - 1) == Content::Empty
        && at(row.ahead + 1) == Content::Empty
        && at(row.back - 2) != black
        && at(row.ahead + 2) != black
}

fn empty_square(
    supposed: &Supposed,
    square: Square,
    direction: Direction,
    steps: i32,
) -> Option<Square> {
    let there = supposed.square(square, direction, steps)?;
    let is_empty = supposed.at(square, direction, steps) == Content::Empty;
    is_empty.then_some(there)
}
