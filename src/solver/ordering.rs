//! Move ordering of the solver: a sum over the shapes that a move makes and those that
//! it takes from the opponent.
//!
//! The numbers were rounded by hand and are the same under every rule. They are not
//! part of the evaluation, so that refitting that does not change the solver.

use crate::pattern::Shape;
use crate::position::Position;
use crate::types::{Direction, Ruleset, Square};

/// The values of making and of taking a shape, about 64 to one unit of log-odds.
const fn values(shape: Shape) -> [i32; 2] {
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

/// How good the empty `square` looks for the side to move; higher is better.
pub(super) fn merit<R: Ruleset>(position: &Position<R>, square: Square) -> i32 {
    let own = position.side_to_move();
    let in_line = |direction| {
        let [makes, _] = values(position.shape_if_played(square, own, direction));
        let [_, takes] = values(position.shape_if_played(square, !own, direction));
        makes + takes
    };
    Direction::ALL.into_iter().map(in_line).sum()
}
