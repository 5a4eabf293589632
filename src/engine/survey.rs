//! What even a beginner sees without search: fives, fours, and the squares of the best
//! shapes.

use crate::board::Board;
use crate::eval::Evaluator;
use crate::movegen::{five_answers, quiet_squares};
use crate::pattern::{Shape, ThreatClass};
use crate::position::{Area, Position};
use crate::types::{ByRule, Color, Direction, Ruleset, Score, Square, SquareSet};

/// A position to look at.
pub(super) struct Survey<'a> {
    pub board: &'a Board,
    pub area: Area,
    /// Squares that are not played while there are others.
    pub blocked: SquareSet,
}

/// What has to be done.
pub(super) enum Task {
    /// This makes a five.
    Five(Square),
    /// The opponent has a four: one of these stops it, or none if the set is empty.
    StopFour(SquareSet),
    /// Nothing.
    Free,
}

/// What is seen.
pub(super) struct Surveyed {
    pub task: Task,
    /// The static evaluation for the side to move.
    pub value: Score,
    /// Squares with the value of their shapes, one's own or the opponent's.
    pub shapes: Vec<(Square, i32)>,
}

impl ByRule for Survey<'_> {
    type Output = Surveyed;

    fn run<R: Ruleset>(self) -> Surveyed {
        let position = Position::<R>::with_area(self.board.clone(), self.area);
        let own = position.side_to_move();
        let fives = *position.squares(own, ThreatClass::Five) - self.blocked;
        let task = match fives.first() {
            Some(square) => Task::Five(square),
            None if position.count(!own, ThreatClass::Five) > 0 => {
                Task::StopFour(five_answers(&position) - self.blocked)
            }
            None => Task::Free,
        };
        let near = position.legal(quiet_squares(&position)) - self.blocked;
        let squares = match near.is_empty() {
            true => position.legal(*self.board.empty()) - self.blocked,
            false => near,
        };
        let value = |square| {
            let attack = value_of_square(&position, square, own);
            let defence = value_of_square(&position, square, !own);
            // An own shape is a move ahead.
            (square, (attack + attack / 10).max(defence))
        };
        Surveyed {
            task,
            value: Evaluator::new(&position).value(&position),
            shapes: squares.into_iter().map(value).collect(),
        }
    }
}

/// The value of the shapes that a stone of this colour would make on a square.
fn value_of_square<R: Ruleset>(position: &Position<R>, square: Square, color: Color) -> i32 {
    if position.threat(square, color) == ThreatClass::Forbidden {
        return 0;
    }
    let shape = |direction| position.shape_if_played(square, color, direction);
    let values = Direction::ALL.map(shape).map(value_of_shape);
    // The best one counts twice.
    let best = values.iter().max().copied().unwrap_or(0);
    best + values.iter().sum::<i32>()
}

/// The value of a shape.
fn value_of_shape(shape: Shape) -> i32 {
    match shape {
        Shape::None | Shape::LineDoubleFour | Shape::Overline => 0,
        Shape::ClosedOne => 1,
        Shape::OpenOne => 3,
        Shape::ClosedTwo => 6,
        Shape::OpenTwo => 15,
        Shape::FreeTwo => 20,
        Shape::ClosedThree => 30,
        Shape::OpenThree => 100,
        Shape::FreeThree => 120,
        Shape::ClosedFour => 150,
        Shape::OpenFour => 2_000,
        Shape::Five => 100_000,
    }
}
