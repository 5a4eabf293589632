//! The referee: the rules as plain code, without tables and without incremental state.
//! It is slow and has the last word: everything faster is tested against it.

mod forbidden;
mod win;
mod winning;

pub use forbidden::{ForbiddenKind, forbidden};
pub use win::{winner, wins};
pub use winning::winning_stones;

use std::fmt;

use crate::board::{Board, Content};
use crate::types::{Color, Direction, Rule, Square};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The player of the last move made a winning line.
    Five(Color),
    /// Black played on a forbidden point: White wins.
    Foul(ForbiddenKind),
    /// The board is full.
    Draw,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Outcome::Five(color) => write!(f, "{color} wins"),
            Outcome::Foul(kind) => write!(f, "white wins by black's {kind}"),
            Outcome::Draw => f.write_str("draw"),
        }
    }
}

/// The outcome of a game, judged by its last move; `None` if it is not over.
pub fn outcome(board: &Board, rule: Rule) -> Option<Outcome> {
    if let Some(&Some(last)) = board.moves().last() {
        let color = !board.side_to_move();
        if wins(board, rule, last, color) {
            return Some(Outcome::Five(color));
        }
        if rule.forbids() && color == Color::Black {
            let mut before = board.clone();
            before.undo();
            if let Some(kind) = forbidden(&before, last) {
                return Some(Outcome::Foul(kind));
            }
        }
    }
    board.empty().is_empty().then_some(Outcome::Draw)
}

/// A board with some more stones on it, for asking "what if".
struct Supposed<'a> {
    board: &'a Board,
    stones: Vec<(Square, Color)>,
}

impl<'a> Supposed<'a> {
    fn new(board: &'a Board, square: Square, color: Color) -> Supposed<'a> {
        Supposed {
            board,
            stones: vec![(square, color)],
        }
    }

    /// The same with another stone.
    fn with(&self, square: Square, color: Color) -> Supposed<'a> {
        let mut stones = self.stones.clone();
        stones.push((square, color));
        Supposed {
            board: self.board,
            stones,
        }
    }

    /// The content `steps` squares from `square`; wall beyond the board.
    fn at(&self, square: Square, direction: Direction, steps: i32) -> Content {
        let Some(there) = self.square(square, direction, steps) else {
            return Content::Wall;
        };
        match self.stones.iter().find(|(placed, _)| *placed == there) {
            Some(&(_, color)) => Content::Stone(color),
            None => self.board.at(there),
        }
    }

    /// The square `steps` squares from `square`, if it is on the board.
    fn square(&self, square: Square, direction: Direction, steps: i32) -> Option<Square> {
        let (dx, dy) = direction.step();
        let (x, y) = (square.x() as i32, square.y() as i32);
        self.board.square(x + dx * steps, y + dy * steps)
    }

    /// The unbroken row of `color` through `square`.
    fn row(&self, square: Square, direction: Direction, color: Color) -> Row {
        let own = Content::Stone(color);
        let reach = |sign: i32| {
            (1..)
                .take_while(|&steps| self.at(square, direction, sign * steps) == own)
                .count() as i32
        };
        Row {
            back: -reach(-1),
            ahead: reach(1),
        }
    }
}

/// An unbroken row, as steps from the square that it was measured from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Row {
    /// Its first stone, not positive.
    back: i32,
    /// Its last stone, not negative.
    ahead: i32,
}

impl Row {
    fn len(self) -> i32 {
        self.ahead - self.back + 1
    }

    fn contains(self, steps: i32) -> bool {
        (self.back..=self.ahead).contains(&steps)
    }
}
