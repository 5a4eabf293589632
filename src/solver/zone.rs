//! The zone: which squares can be threats at all.
//!
//! A stone is a threat if the attacker would win by fours with another turn. If there
//! is no such win without the stone, it must take part in the win: after fours that
//! the search without it tried too, it stands in a row of four, or on the square where
//! an answer would have made the defender's five. These squares are collected while a
//! search for fours fails, and no other square need be tried.
//!
//! In renju a stone can also take part by making a point forbidden or allowed, even
//! from far away: if such a point is met, every square is collected. In caro it can
//! block a row: the lines of the answers are collected.

use crate::movegen::reach_of;
use crate::pattern::Shape;
use crate::position::Position;
use crate::types::{Color, Direction, Ruleset, Square, SquareSet};

/// The empty squares that would give `attacker` three or more stones of a possible
/// five.
pub(super) fn rows<R: Ruleset>(position: &Position<R>, attacker: Color) -> SquareSet {
    let in_row = |square: &Square| position.makes_at_least(*square, attacker, Shape::ClosedThree);
    position
        .board()
        .empty()
        .into_iter()
        .filter(in_row)
        .collect()
}

/// [`rows`], but only those that a stone on `square` may have added.
pub(super) fn rows_through<R: Ruleset>(
    position: &Position<R>,
    square: Square,
    attacker: Color,
) -> SquareSet {
    on_lines(position, square, |there, direction| {
        position.shape_if_played(there, attacker, direction) >= Shape::ClosedThree
    })
}

/// The empty squares on the lines through a square, within the rule's reach.
pub(super) fn star<R: Ruleset>(position: &Position<R>, square: Square) -> SquareSet {
    on_lines(position, square, |_, _| true)
}

/// The empty squares where `color` makes a four in line with its stone on
/// `square`.
pub(super) fn fours_through<R: Ruleset>(
    position: &Position<R>,
    square: Square,
    color: Color,
) -> SquareSet {
    on_lines(position, square, |there, direction| {
        position.shape_if_played(there, color, direction) >= Shape::ClosedFour
    })
}

/// The empty squares on the lines through a square within the rule's reach of
/// it for which `is_one` holds.
fn on_lines<R: Ruleset>(
    position: &Position<R>,
    square: Square,
    is_one: impl Fn(Square, Direction) -> bool,
) -> SquareSet {
    let mut found = SquareSet::EMPTY;
    for direction in Direction::ALL {
        let empty = reach_of::<R>(square, direction) & *position.board().empty();
        found |= empty
            .into_iter()
            .filter(|&there| is_one(there, direction))
            .collect();
    }
    found
}
