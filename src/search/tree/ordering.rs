//! The moves of a node and the order to try them in.

use std::cmp::Ordering;

use super::memory::is_attack;
use super::pruning::is_quiet;
use super::thread::{SearchThread, Watch};
use crate::search::scored_move::ScoredMove;
use crate::types::{Ruleset, Square, SquareSet};

/// How many moves of a node are picked before the rest is sorted.
const PICKED: usize = 4;

/// The score of a move that comes before all others.
const FIRST: i32 = i32::MAX;

impl<R: Ruleset, W: Watch> SearchThread<'_, R, W> {
    /// Puts the squares with their scores on the stack of moves.
    pub fn push_moves(&mut self, squares: SquareSet, ply: usize) {
        let context = self.context();
        let counter = self.history.counter(context);
        let (position, params, history) = (&self.position, &self.params, &self.history);
        let moves = &mut self.moves;
        self.evaluator
            .each_policy(position, squares, |square, policy| {
                let class = position.threat(square, context.color);
                let history_score =
                    history.score(context, square, is_attack(class), params.continuation);
                let mut score = policy + history_score / params.order_history;
                if history.is_killer(ply, square) {
                    score += params.order_killer;
                }
                if counter == Some(square) {
                    score += params.order_counter;
                }
                moves.push(ScoredMove {
                    score,
                    policy,
                    square,
                });
            });
    }

    /// Puts all moves of a node on the stack of moves, with their scores if there
    /// is more than one.
    pub fn push_all(&mut self, squares: SquareSet, ply: usize) {
        let mut all = squares.into_iter();
        match (all.next(), all.next()) {
            (Some(only), None) => self.push_unscored(only),
            _ => self.push_moves(squares, ply),
        }
    }

    /// Puts a move on the stack of moves that is not compared with others: the hash move, or
    /// the only one. It has no policy.
    pub fn push_unscored(&mut self, square: Square) {
        self.moves.push(ScoredMove {
            score: FIRST,
            policy: 0,
            square,
        });
    }

    /// The best of a node's moves from place `at` of the stack on, brought
    /// there; those generated last begin at `start`. Equal scores are tried in the
    /// order of the squares.
    pub fn pick(&mut self, start: usize, at: usize) -> Option<ScoredMove> {
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

    /// Whether a move of the side to move makes no three and nothing stronger.
    pub fn is_quiet_move(&self, square: Square) -> bool {
        let own = self.position.side_to_move();
        is_quiet(self.position.legal_threat(square, own))
    }

    /// Removes the quiet moves of the last node from place `at` of the stack on, except
    /// deferred ones.
    pub fn drop_quiet(&mut self, at: usize) {
        let mut kept = at;
        for index in at..self.moves.len() {
            let next = self.moves[index];
            if !self.is_quiet_move(next.square) || next.deferred().is_some() {
                self.moves[kept] = next;
                kept += 1;
            }
        }
        self.moves.truncate(kept);
    }

    /// Defers the last node's move at place `at` of the stack, before which
    /// `before` others came, behind all that have not been deferred.
    pub fn defer(&mut self, at: usize, before: usize) {
        self.moves[at].defer(before);
        self.moves[at..].rotate_left(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::board::notation::play_moves;
    use crate::movegen::quiet_squares;
    use crate::params::Tunables;
    use crate::search::test_support::{NeverStops, with_thread};
    use crate::types::Freestyle;

    /// Defers every third move, at whatever place it is.
    #[test]
    fn deferred_moves_come_last_and_in_order() {
        let mut board = Board::new(15, 15).unwrap();
        play_moves(&mut board, "h8i9g7j10h10g9").unwrap();
        with_thread(board, Tunables::default(), defer_every_third);
    }

    fn defer_every_third(thread: &mut SearchThread<'_, Freestyle, NeverStops>) {
        let squares = quiet_squares(&thread.position);
        // Moves of a node above are left alone.
        thread.push_moves(squares, 0);
        let start = thread.moves.len();
        let above = thread.moves.clone();
        let first = squares.first().unwrap();
        thread.push_unscored(first);
        thread.push_moves(squares - first.into(), 1);
        let mut sorted = thread.moves[start..].to_vec();
        sorted.sort_by_key(|entry| entry.rank());
        let (mut at, mut before) = (start, 0);
        let mut seen = Vec::new();
        while let Some(next) = thread.pick(start, at) {
            if next.deferred().is_none() && before % 3 == 2 {
                thread.defer(at, before);
            } else {
                seen.push((next.square, next.deferred().unwrap_or(before)));
                at += 1;
            }
            before += 1;
        }
        let all = sorted.iter().map(|entry| entry.square).enumerate();
        let (late, early): (Vec<_>, Vec<_>) = all.partition(|(index, _)| index % 3 == 2);
        let wanted: Vec<_> = early.into_iter().chain(late).collect();
        let seen: Vec<_> = seen
            .into_iter()
            .map(|(square, place)| (place, square))
            .collect();
        assert!(wanted.len() > 20);
        assert_eq!(seen, wanted);
        assert_eq!(thread.moves[..start], above);
    }
}
