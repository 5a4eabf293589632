//! How good a move of the solver's looks: a sum over the shapes that it makes
//! and those that it takes from the opponent.
//!
//! The numbers are rounded by hand, the same under every rule, and no part of
//! the evaluation: fitting that anew leaves what the solver does as it is.

use crate::pattern::Shape;
use crate::position::Position;
use crate::types::{Direction, Ruleset, Square};

/// By the shape: what it is worth to make it, and to take it, about 64 to one
/// unit of log-odds.
const fn worth(shape: Shape) -> [i32; 2] {
    match shape {
        Shape::None | Shape::Overline => [0, 0],
        Shape::ClosedOne => [20, 15],
        Shape::OpenOne => [30, 25],
        Shape::ClosedTwo => [50, 40],
        Shape::OpenTwo => [85, 85],
        Shape::FreeTwo => [115, 120],
        Shape::ClosedThree => [105, 110],
        Shape::OpenThree => [160, 220],
        Shape::FreeThree => [235, 280],
        Shape::ClosedFour => [205, 240],
        Shape::LineDoubleFour => [250, 350],
        Shape::OpenFour => [300, 450],
        Shape::Five => [300, 500],
    }
}

/// How good the empty `square` looks for the side to move; more is better.
pub(super) fn merit<R: Ruleset>(position: &Position<R>, square: Square) -> i32 {
    let own = position.side_to_move();
    let in_line = |direction| {
        let [makes, _] = worth(position.shape_if_played(square, own, direction));
        let [_, takes] = worth(position.shape_if_played(square, !own, direction));
        makes + takes
    };
    Direction::ALL.into_iter().map(in_line).sum()
}
