//! On which boards a rule can be played.

use super::OpeningRule;
use crate::board::{Board, Content};

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
    /// The rule needs squares that may be blocked.
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

impl OpeningRule {
    /// The smallest side of a board for this rule, which must be square and odd;
    /// `None` if every board will do.
    pub fn least_side(self) -> Option<usize> {
        self.steps().filter_map(|step| step.least_side()).max()
    }

    /// Whether the rule can be played on a board of this size with these blocked
    /// squares; stones do not matter.
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
