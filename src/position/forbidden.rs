//! Renju's forbidden points from the shape tables: the same answers as
//! [`rules::forbidden`](crate::rules::forbidden), by a look-up unless it depends on
//! whether threes are real.

use super::Position;
use crate::board::line::{self, Lines, spot_of};
use crate::pattern::{Shape, Tables, ThreatClass, class_of};
use crate::types::{Color, Direction, Ruleset, Square};

impl<R: Ruleset> Position<R> {
    /// Whether the empty `square` is forbidden for Black, whoever is to move.
    #[inline]
    pub fn is_forbidden(&self, square: Square) -> bool {
        R::RULE.forbids()
            && self.threat(square, Color::Black) == ThreatClass::Forbidden
            && self.is_foul(square)
    }

    /// The class of a square if no move were forbidden: for a double-three whose
    /// threes are not real.
    pub fn class_without_fouls(&self, square: Square, color: Color) -> ThreatClass {
        let shape = |direction| self.shape_if_played(square, color, direction);
        class_of(Direction::ALL.map(shape), false)
    }

    /// [`Position::threat`] of a square on which `color` may play. A point that only
    /// looks forbidden has the class of its shapes.
    #[inline]
    pub fn legal_threat(&self, square: Square, color: Color) -> ThreatClass {
        match self.threat(square, color) {
            ThreatClass::Forbidden => self.class_without_fouls(square, color),
            class => class,
        }
    }

    fn is_foul(&self, square: Square) -> bool {
        let shape = |direction| self.shape_if_played(square, Color::Black, direction);
        let shapes = Direction::ALL.map(shape);
        match verdict(&shapes) {
            Verdict::Five | Verdict::Allowed => false,
            Verdict::Foul => true,
            Verdict::Threes => {
                has_two_real_threes(*self.board.lines(), self.tables, square, &shapes)
            }
        }
    }
}

/// A black move judged by its four shapes, before any three is tried.
enum Verdict {
    Five,
    /// An overline or a double-four.
    Foul,
    /// Depends on whether the threes are real.
    Threes,
    Allowed,
}

fn verdict(shapes: &[Shape; 4]) -> Verdict {
    let fours: usize = shapes
        .iter()
        .map(|shape| match shape {
            Shape::ClosedFour | Shape::OpenFour => 1,
            Shape::LineDoubleFour => 2,
            _ => 0,
        })
        .sum();
    let threes = shapes.iter().filter(|shape| shape.is_three()).count();
    match () {
        _ if shapes.contains(&Shape::Five) => Verdict::Five,
        _ if fours >= 2 || shapes.contains(&Shape::Overline) => Verdict::Foul,
        _ if threes >= 2 => Verdict::Threes,
        _ => Verdict::Allowed,
    }
}

/// The four shapes a black stone on `square` would make.
fn black_shapes(lines: &Lines, tables: &Tables, square: Square) -> [Shape; 4] {
    Direction::ALL.map(|direction| {
        let spot = spot_of(square, direction);
        tables.shape_if_played(lines.key(spot), spot.place.into(), Color::Black)
    })
}

/// Whether at least two of the threes that Black makes on `square` can become
/// a straight four by a move that is itself playable (RIF 9.3).
fn has_two_real_threes(
    mut lines: Lines,
    tables: &Tables,
    square: Square,
    shapes: &[Shape; 4],
) -> bool {
    lines.toggle(square, Color::Black);
    Direction::ALL
        .into_iter()
        .filter(|direction| shapes[direction.index()].is_three())
        .filter(|&direction| three_is_real(lines, tables, square, direction))
        .nth(1)
        .is_some()
}

/// Whether a three through the black stone on `square` is real.
fn three_is_real(lines: Lines, tables: &Tables, square: Square, direction: Direction) -> bool {
    let playable = |sign: i32| {
        // A straight four that has both `square` and the new stone in it: the
        // squares between them are black.
        let there = (1..=3)
            .filter_map(|steps| square.step(direction, sign * steps))
            .find(|&there| lines.at(there) != line::BLACK);
        there.is_some_and(|there| {
            lines.at(there) == line::EMPTY && makes_straight_four(lines, tables, there, direction)
        })
    };
    playable(-1) || playable(1)
}

/// Whether Black may play on `square` and makes a straight four there.
fn makes_straight_four(
    lines: Lines,
    tables: &Tables,
    square: Square,
    direction: Direction,
) -> bool {
    let shapes = black_shapes(&lines, tables, square);
    shapes[direction.index()] == Shape::OpenFour
        && match verdict(&shapes) {
            Verdict::Five | Verdict::Foul => false,
            Verdict::Allowed => true,
            Verdict::Threes => !has_two_real_threes(lines, tables, square, &shapes),
        }
}
