//! The moves of a node and the order to try them in.

use std::cmp::Ordering;

use super::Worker;
use crate::pattern::ThreatClass;
use crate::types::{Ruleset, Square, SquareSet};

/// A move with its promise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ScoredMove {
    pub(super) score: i32,
    /// What it promises by its shapes alone.
    pub(super) promise: i32,
    pub(super) square: Square,
}

impl ScoredMove {
    /// Smaller is better; no two squares are equal.
    #[inline]
    fn rank(self) -> i64 {
        (-i64::from(self.score) << 16) + self.square.index() as i64
    }
}

/// How many moves of a node are picked before the rest is sorted.
const PICKED: usize = 4;

/// The score of the move that the table remembers.
const FIRST: i32 = i32::MAX;

impl<R: Ruleset> Worker<'_, R> {
    /// Puts the squares with their scores on the stack of moves; `first` will
    /// be tried before all others.
    pub(super) fn push_moves(&mut self, squares: SquareSet, first: Option<Square>, ply: usize) {
        for square in squares {
            let promise = self.position.promise(square);
            let score = if Some(square) == first {
                FIRST
            } else {
                promise + self.experience(square, ply)
            };
            self.moves.push(ScoredMove {
                score,
                promise,
                square,
            });
        }
    }

    /// The best of a node's moves from place `at` of the stack on, brought
    /// there; the node's moves begin at `start`. Equal scores are tried in the
    /// order of the squares.
    pub(super) fn pick(&mut self, start: usize, at: usize) -> Option<ScoredMove> {
        let rest = &mut self.moves[at..];
        // Most nodes end after a few moves: sorting pays only for the others.
        match (at - start).cmp(&PICKED) {
            Ordering::Less => {
                let best = (0..rest.len()).min_by_key(|&index| rest[index].rank())?;
                rest.swap(0, best);
            }
            Ordering::Equal => rest.sort_unstable_by_key(|entry| entry.rank()),
            Ordering::Greater => (),
        }
        rest.first().copied()
    }

    /// What the search has learnt about a move, in units of promise.
    fn experience(&self, square: Square, ply: usize) -> i32 {
        let params = &self.params;
        let own = self.position.side_to_move();
        let mut score = self.history.score(own, square) / params.history_divisor;
        if self.position.threat(square, own) >= ThreatClass::Four {
            score += params.order_four;
        }
        if self.history.is_killer(ply, square) {
            score += params.order_killer;
        }
        score
    }
}
