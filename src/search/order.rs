//! The moves of a node and the order to try them in.

use super::Worker;
use crate::params::order::{FOUR, HISTORY_DIVISOR, KILLER, OTHER_WEIGHT};
use crate::pattern::ThreatClass;
use crate::types::{Ruleset, Square, SquareSet};

/// A move with its promise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ScoredMove {
    pub(super) score: i32,
    pub(super) square: Square,
}

/// The score of the move that the table remembers.
const FIRST: i32 = i32::MAX;

impl<R: Ruleset> Worker<'_, R> {
    /// Puts the squares with their scores on the stack of moves; `first` will
    /// be tried before all others.
    pub(super) fn push_moves(&mut self, squares: SquareSet, first: Option<Square>, ply: usize) {
        for square in squares {
            let score = if Some(square) == first {
                FIRST
            } else {
                self.promise(square, ply)
            };
            self.moves.push(ScoredMove { score, square });
        }
    }

    /// The best move from place `from` of the stack on, brought there. Equal
    /// scores are tried in the order of the squares.
    pub(super) fn pick(&mut self, from: usize) -> Option<ScoredMove> {
        let rest = &mut self.moves[from..];
        let mut best = 0;
        for index in 1..rest.len() {
            let (one, two) = (rest[index], rest[best]);
            if one.score > two.score || one.score == two.score && one.square < two.square {
                best = index;
            }
        }
        let found = *rest.get(best)?;
        rest.swap(0, best);
        Some(found)
    }

    /// How good a move looks before anything is searched.
    fn promise(&self, square: Square, ply: usize) -> i32 {
        let own = self.position.side_to_move();
        let mut score = self.position.square_value(square, own)
            + self.position.square_value(square, !own) * OTHER_WEIGHT / 64
            + self.history.score(own, square) / HISTORY_DIVISOR;
        if self.position.threat(square, own) >= ThreatClass::Four {
            score += FOUR;
        }
        if self.history.is_killer(ply, square) {
            score += KILLER;
        }
        score
    }
}
