//! The moves of a node and the order to try them in.

use std::cmp::Ordering;

use super::Worker;
use super::pruning::is_quiet;
use crate::params::HISTORY_DIVISOR;
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

    /// How many moves of its node came before it when it was put off, if it
    /// was.
    #[inline]
    pub(super) fn put_off(self) -> Option<usize> {
        (self.score <= PUT_OFF).then(|| (PUT_OFF - self.score) as usize)
    }
}

/// How many moves of a node are picked before the rest is sorted.
const PICKED: usize = 4;

/// The score of the move that the table remembers.
const FIRST: i32 = i32::MAX;
/// The score of a move that is put off, less one for each that came before it.
const PUT_OFF: i32 = i32::MIN / 2;

impl<R: Ruleset> Worker<'_, R> {
    /// Puts the squares with their scores on the stack of moves; `first` will
    /// be tried before all others.
    pub(super) fn push_moves(&mut self, squares: SquareSet, first: Option<Square>, ply: usize) {
        let (position, history) = (&self.position, &self.history);
        let own = position.side_to_move();
        let killer = self.params.order_killer;
        self.moves.extend(squares.into_iter().map(|square| {
            let promise = self.evaluator.policy(position, square);
            let mut score = promise + history.score(own, square) / HISTORY_DIVISOR;
            if history.is_killer(ply, square) {
                score += killer;
            }
            if Some(square) == first {
                score = FIRST;
            }
            ScoredMove {
                score,
                promise,
                square,
            }
        }));
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

    /// Forgets the quiet moves of the last node from place `at` of the stack on,
    /// but those that were put off.
    pub(super) fn drop_quiet(&mut self, at: usize) {
        let own = self.position.side_to_move();
        let mut kept = at;
        for index in at..self.moves.len() {
            let next = self.moves[index];
            let quiet = is_quiet(self.position.threat(next.square, own));
            if !quiet || next.put_off().is_some() {
                self.moves[kept] = next;
                kept += 1;
            }
        }
        self.moves.truncate(kept);
    }

    /// Puts the last node's move at place `at` of the stack, before which
    /// `before` others came, behind all that have not been put off.
    pub(super) fn put_off(&mut self, at: usize, before: usize) {
        self.moves[at].score = PUT_OFF - before as i32;
        self.moves[at..].rotate_left(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::board::notation::play_moves;
    use crate::clock::Control;
    use crate::movegen::quiet_squares;
    use crate::position::Position;
    use crate::search::rig::shared;
    use crate::tt::TranspositionTable;
    use crate::types::Freestyle;

    /// Puts every third move off, at whatever place it is.
    #[test]
    fn what_is_put_off_comes_last_and_in_order() {
        let mut board = Board::new(15, 15).unwrap();
        play_moves(&mut board, "h8i9g7j10h10g9").unwrap();
        let (tt, control) = (TranspositionTable::new(1 << 20), Control::new());
        let shared = shared(&tt, &control, 2);
        let mut worker = Worker::new(Position::<Freestyle>::new(board), &shared, 0);
        let squares = quiet_squares(&worker.position);
        // Moves of a node above are left alone.
        worker.push_moves(squares, None, 0);
        let start = worker.moves.len();
        let above = worker.moves.clone();
        worker.push_moves(squares, squares.first(), 1);
        let mut sorted = worker.moves[start..].to_vec();
        sorted.sort_by_key(|entry| entry.rank());
        let (mut at, mut before) = (start, 0);
        let mut seen = Vec::new();
        while let Some(next) = worker.pick(start, at) {
            if next.put_off().is_none() && before % 3 == 2 {
                worker.put_off(at, before);
            } else {
                seen.push((next.square, next.put_off().unwrap_or(before)));
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
        assert_eq!(worker.moves[..start], above);
    }
}
