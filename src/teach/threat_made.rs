//! What a stone would make, in the terms of the lessons.

use serde::{Deserialize, Serialize};

use crate::board::Board;
use crate::pattern::{Shape, ThreatClass};
use crate::position::Position;
use crate::rules;
use crate::types::{ByRule, Color, Direction, Rule, Ruleset, Square, SquareSet};

/// What a stone makes together with the stones on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Makes {
    /// A row that wins.
    Five,
    /// A four that no single answer stops.
    OpenFour,
    /// A four that one answer stops.
    ClosedFour,
    /// A three that can become an open four.
    OpenThree,
    /// A three that can only become a closed four.
    ClosedThree,
    /// A two that can become an open three.
    OpenTwo,
    /// A two that can only become a closed three.
    ClosedTwo,
    /// A four and an open three at once.
    FourThree,
    /// Two open threes at once.
    DoubleThree,
    /// Two fours at once, in two lines or in one.
    DoubleFour,
}

impl Makes {
    /// All, the strongest first.
    pub const ALL: [Makes; 10] = [
        Makes::Five,
        Makes::OpenFour,
        Makes::DoubleFour,
        Makes::FourThree,
        Makes::ClosedFour,
        Makes::DoubleThree,
        Makes::OpenThree,
        Makes::ClosedThree,
        Makes::OpenTwo,
        Makes::ClosedTwo,
    ];

    /// In words, in both languages.
    pub const fn name(self) -> (&'static str, &'static str) {
        match self {
            Makes::Five => ("a five", "五"),
            Makes::OpenFour => ("an open four", "活四"),
            Makes::ClosedFour => ("a closed four", "冲四"),
            Makes::OpenThree => ("an open three", "活三"),
            Makes::ClosedThree => ("a closed three", "眠三"),
            Makes::OpenTwo => ("an open two", "活二"),
            Makes::ClosedTwo => ("a closed two", "眠二"),
            Makes::FourThree => ("a four and a three with one stone", "四三"),
            Makes::DoubleThree => ("two open threes with one stone", "三三"),
            Makes::DoubleFour => ("two fours with one stone", "四四"),
        }
    }

    /// The empty squares on which a stone of `color` would make this, whether
    /// it may be placed or not.
    pub fn squares(self, board: &Board, rule: Rule, color: Color) -> SquareSet {
        rule.run(Everywhere {
            board,
            color,
            wanted: self,
        })
    }
}

/// [`Makes::squares`] under one rule.
struct Everywhere<'a> {
    board: &'a Board,
    color: Color,
    wanted: Makes,
}

impl ByRule for Everywhere<'_> {
    type Output = SquareSet;

    fn run<R: Ruleset>(self) -> SquareSet {
        let position = Position::<R>::new(self.board.clone());
        let squares = self.board.empty().into_iter();
        squares
            .filter(|&square| self.is_made(&position, square))
            .collect()
    }
}

impl Everywhere<'_> {
    fn is_made<R: Ruleset>(&self, position: &Position<R>, square: Square) -> bool {
        let Everywhere {
            board,
            color,
            wanted,
        } = *self;
        let shapes = Direction::ALL.map(|line| position.shape_if_played(square, color, line));
        let count = |is: fn(Shape) -> bool| shapes.iter().filter(|&&shape| is(shape)).count();
        if wanted == Makes::Five {
            return rules::wins(board, R::RULE, square, color);
        }
        if shapes.contains(&Shape::Five) {
            return false;
        }
        let closed = count(|shape| shape == Shape::ClosedFour);
        let in_one_line = count(|shape| shape == Shape::LineDoubleFour) > 0
            || shapes.contains(&Shape::OpenFour) && !self.is_straight(square);
        let open = count(|shape| shape == Shape::OpenFour);
        let threes = count(Shape::is_three);
        match wanted {
            Makes::Five => false,
            Makes::OpenFour => open > 0,
            Makes::ClosedFour => closed > 0,
            Makes::OpenThree => threes > 0,
            Makes::ClosedThree => count(|shape| shape == Shape::ClosedThree) > 0,
            Makes::OpenTwo => count(Shape::is_open_two) > 0,
            Makes::ClosedTwo => count(|shape| shape == Shape::ClosedTwo) > 0,
            Makes::FourThree => closed + open > 0 && threes > 0,
            Makes::DoubleThree => {
                threes >= 2 && position.class_without_fouls(square, color) < ThreatClass::Four
            }
            Makes::DoubleFour => closed + open >= 2 || in_one_line,
        }
    }

    /// Whether the four of a stone here is four stones in a row.
    fn is_straight(&self, square: Square) -> bool {
        let mut after = self.board.clone();
        after.place_as(self.color, square);
        Direction::ALL.into_iter().any(|line| {
            let same = |steps: &i32| {
                let stone = crate::board::Content::Stone(self.color);
                square
                    .step(line, *steps)
                    .is_some_and(|there| after.at(there) == stone)
            };
            let run = |sign: i32| (1..5).map(|steps| sign * steps).take_while(same).count();
            run(1) + run(-1) == 3
        })
    }
}
