//! Which moves a node tries.

use super::thread::{SearchThread, Watch};
use crate::movegen::{Duty, four_three_answers, quiet_squares};
use crate::types::{FineDepth, Ruleset, Score, Square, SquareSet};

/// A node whose moves are about to be tried.
#[derive(Clone, Copy, Debug)]
pub struct NodeContext {
    pub window: (Score, Score),
    pub depth: FineDepth,
    pub ply: usize,
    /// The position's key in the table.
    pub key: u64,
    pub duty: Duty,
    /// Whether the node is expected to be cut off.
    pub cut: bool,
    /// Whether it is or was a PV node.
    pub was_pv: bool,
    /// The hash move, ...
    pub first: Option<Square>,
    /// ... how much deeper it is searched, ...
    pub extension: FineDepth,
    /// ... and whether this is a double extension.
    pub doubled: bool,
    /// The static evaluation; none where a four is to be answered.
    pub eval: Option<Score>,
    /// Whether that is better than at the side's move before.
    pub improving: bool,
    /// The move that is not to be tried.
    pub excluded: Option<Square>,
}

impl<R: Ruleset, W: Watch> SearchThread<'_, R, W> {
    /// Whether the hash move is one of those to try.
    pub fn may_begin(&self, node: &NodeContext, square: Square) -> bool {
        if Some(square) == node.excluded {
            return false;
        }
        match node.duty {
            Duty::AnswerFive(answers) | Duty::AnswerOpenFour(answers) => answers.contains(square),
            _ => quiet_squares(&self.position).contains(square),
        }
    }

    /// The squares to try, and whether every other move loses.
    pub fn squares_to_try(&mut self, duty: &Duty) -> (SquareSet, bool) {
        match *duty {
            Duty::AnswerFive(answers) | Duty::AnswerOpenFour(answers) => (answers, true),
            _ => match four_three_answers(&mut self.position) {
                Some(answers) => (answers, true),
                None => (quiet_squares(&self.position), false),
            },
        }
    }

    /// Whether every move loses that is not among the squares to try.
    pub fn is_restricted(&mut self, duty: &Duty) -> bool {
        self.squares_to_try(duty).1
    }

    /// Whether the squares to try are all that do not lose at once.
    pub fn tried_all(&mut self, duty: &Duty) -> bool {
        let (squares, restricted) = self.squares_to_try(duty);
        restricted || squares == *self.position.board().empty()
    }
}
