//! Parts of the board in which a rule wants a stone.

use std::fmt;

use super::OpeningRule;
use crate::board::{Board, Content};
use crate::types::{Square, SquareSet};

/// A part of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Region {
    /// The whole board.
    Anywhere,
    /// The square in the middle.
    Center,
    /// The square of so many columns and rows around the middle.
    Central(usize),
    /// All but the square of so many columns and rows around the middle.
    Outside(usize),
}

/// A board on which a rule cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongBoard {
    /// The board has no middle, or too few squares around it.
    #[error(
        "the opening rule {rule} needs a square board with an odd number of lines, \
         at least {least}x{least}, not {width}x{height}"
    )]
    Size {
        /// The rule.
        rule: OpeningRule,
        /// The fewest columns and rows.
        least: usize,
        /// The board's columns.
        width: usize,
        /// The board's rows.
        height: usize,
    },
    /// The rule speaks of places that may be blocked.
    #[error("the opening rule {0} needs a board without blocked squares")]
    Blocked(OpeningRule),
    /// There is no room for the stones.
    #[error("the opening rule {rule} needs {stones} empty squares")]
    TooFew {
        /// The rule.
        rule: OpeningRule,
        /// How many stones it may place.
        stones: usize,
    },
}

impl Region {
    /// Whether a square of the board is in the region.
    pub fn contains(self, square: Square, board: &Board) -> bool {
        let distance = square.distance(board.center());
        match self {
            Region::Anywhere => true,
            Region::Center => distance == 0,
            Region::Central(side) => distance <= side / 2,
            Region::Outside(side) => distance > side / 2,
        }
    }

    /// The empty squares in the region.
    pub fn empty_squares(self, board: &Board) -> SquareSet {
        let inside = |&square: &Square| self.contains(square, board);
        board.empty().into_iter().filter(inside).collect()
    }

    /// The fewest columns and rows of a board that has the region; nothing if
    /// every board has.
    pub(super) fn least_side(self) -> Option<usize> {
        match self {
            Region::Anywhere => None,
            Region::Center => Some(1),
            Region::Central(side) => Some(side),
            Region::Outside(side) => Some(side + 2),
        }
    }
}

impl fmt::Display for Region {
    /// The answer to "where?".
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Region::Anywhere => f.write_str("anywhere"),
            Region::Center => f.write_str("in the centre"),
            Region::Central(side) => write!(f, "in the central {side}x{side}"),
            Region::Outside(side) => write!(f, "outside the central {side}x{side}"),
        }
    }
}

impl OpeningRule {
    /// The fewest columns and rows of a board for this rule, which has to be
    /// square and to have an odd number of them; nothing if every board will do.
    pub fn least_side(self) -> Option<usize> {
        self.steps().filter_map(|step| step.least_side()).max()
    }

    /// Whether the rule can be played on a board of this size and with these
    /// blocked squares; stones do not matter.
    pub fn check_board(self, board: &Board) -> Result<(), WrongBoard> {
        let (width, height) = (board.width(), board.height());
        let blocked = board
            .squares()
            .filter(|entry| entry.1 == Content::Wall)
            .count();
        if let Some(least) = self.least_side() {
            if width != height || width % 2 == 0 || width < least {
                return Err(WrongBoard::Size {
                    rule: self,
                    least,
                    width,
                    height,
                });
            }
            if blocked > 0 {
                return Err(WrongBoard::Blocked(self));
            }
        }
        let stones = self.steps().filter(|step| step.is_stone()).count();
        match width * height - blocked < stones {
            true => Err(WrongBoard::TooFew { rule: self, stones }),
            false => Ok(()),
        }
    }
}
