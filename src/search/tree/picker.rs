//! The moves of a node one by one: the hash move before the others are generated, and near
//! the leaves the sharp ones before the quiet ones.
//!
//! CITE: <https://www.chessprogramming.org/Move_Generation#Staged_Move_Generation>.

use super::moves::NodeContext;
use super::thread::{SearchThread, Watch};
use crate::movegen::{Duty, sharp_squares};
use crate::search::scored_move::ScoredMove;
use crate::types::{FineDepth, Ruleset, Square, SquareSet};

/// Picks the moves of a node, which lie on the stack of moves, in the order to try them.
#[derive(Debug)]
pub struct MovePicker {
    /// Where the node's moves begin on the stack.
    pub start: usize,
    /// Where those begin that were generated last.
    batch: usize,
    /// The place behind the last one that was picked.
    pub at: usize,
    /// The hash move, if it is one to try.
    pub first: Option<Square>,
    /// Whether all other moves lose, so that none of these is quiet.
    pub restricted: bool,
    /// The best policy of the moves picked until now, the hash move's included.
    best_policy: Option<i32>,
    /// Whether the moves have been generated.
    generated: bool,
    /// Quiet squares that come after all generated moves.
    later: SquareSet,
    /// Whether quiet moves have been dropped, or there are none.
    thinned: bool,
}

impl MovePicker {
    /// How far the policy of the move picked last, which is not the hash move, is below the
    /// best one until now.
    pub fn policy_gap(&mut self, policy: i32) -> i32 {
        let best = self.best_policy.map_or(policy, |best| best.max(policy));
        self.best_policy = Some(best);
        best - policy
    }
}

impl<R: Ruleset, W: Watch> SearchThread<'_, R, W> {
    /// Begins to pick the moves of this node.
    pub fn picker(&mut self, node: &NodeContext) -> MovePicker {
        let start = self.moves.len();
        let first = node.first.filter(|&square| self.may_begin(node, square));
        if let Some(square) = first {
            self.push_unscored(square);
        }
        MovePicker {
            start,
            batch: start,
            at: start,
            first,
            restricted: matches!(node.duty, Duty::AnswerFive(_) | Duty::AnswerOpenFour(_)),
            best_policy: None,
            generated: false,
            later: SquareSet::EMPTY,
            thinned: false,
        }
    }

    /// The next move. `staged`: sharp moves come first near the leaves; `tried`: how many have
    /// been tried; `enough`: quiet ones are not tried any more.
    pub fn next_move(
        &mut self,
        picker: &mut MovePicker,
        node: &NodeContext,
        (staged, tried, enough): (bool, usize, bool),
    ) -> Option<ScoredMove> {
        if !picker.generated && picker.at == self.moves.len() {
            picker.generated = true;
            self.generate(picker, node, (staged, tried, enough));
        }
        if !picker.thinned && enough {
            picker.thinned = true;
            self.drop_quiet(picker.at);
        }
        // Deferred moves come after the quiet ones, too.
        let next = self.moves.get(picker.at);
        if !picker.thinned
            && !picker.later.is_empty()
            && next.is_none_or(|next| next.deferred().is_some())
        {
            picker.batch = picker.at;
            self.push_moves(std::mem::take(&mut picker.later), node.ply);
        }
        let next = self.pick(picker.batch, picker.at)?;
        picker.at += 1;
        Some(next)
    }

    /// Generates all moves but the hash move, or only the sharp ones for now.
    fn generate(
        &mut self,
        picker: &mut MovePicker,
        node: &NodeContext,
        (staged, tried, enough): (bool, usize, bool),
    ) {
        let squares;
        (squares, picker.restricted) = self.squares_to_try(&node.duty);
        picker.thinned = picker.restricted;
        let mut rest = squares - picker.first.map_or(SquareSet::EMPTY, SquareSet::from);
        if enough && !picker.restricted {
            // Before their policies are computed.
            picker.thinned = true;
            let sharp = rest.into_iter().filter(|&one| !self.is_quiet_move(one));
            rest = sharp.collect();
        }
        if let Some(first) = picker.first
            && tried > 0
            && !rest.is_empty()
        {
            picker.best_policy = Some(self.evaluator.policy(&self.position, first));
        }
        let now = match staged && !picker.restricted {
            true => self.first_squares(rest, node.depth, node.ply),
            false => rest,
        };
        picker.later = rest - now;
        match picker.first {
            None if picker.later.is_empty() => self.push_all(now, node.ply),
            _ => self.push_moves(now, node.ply),
        }
    }

    /// Staged move generation: the squares that a node of this depth tries before all others.
    /// Near the leaves these are the sharp ones, killer moves and the counter-move, if there
    /// are any: few moves are tried there, and the policy of all others is hardly ever needed.
    fn first_squares(&self, squares: SquareSet, depth: FineDepth, ply: usize) -> SquareSet {
        if depth >= self.params.sharp_depth {
            return squares;
        }
        let refutations = self.history.refutations(self.context(), ply);
        let refutations = refutations.into_iter().flatten().collect();
        let sharp = squares & (sharp_squares(&self.position) | refutations);
        match sharp.is_empty() {
            true => squares,
            false => sharp,
        }
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
    use crate::search::tree::history::History;
    use crate::search::tree::pruning::is_quiet;
    use crate::types::{Color, Freestyle, Score};

    #[test]
    fn near_the_leaves_sharp_moves_come_first() {
        let mut board = Board::new(15, 15).unwrap();
        play_moves(&mut board, "h8i9g7j10h10g9c3n2").unwrap();
        let last: Vec<Square> = board
            .moves()
            .iter()
            .rev()
            .take(2)
            .flatten()
            .copied()
            .collect();
        let params = Tunables {
            sharp_depth: 512,
            ..Tunables::default()
        };
        with_thread(board, params, |thread| {
            let all = quiet_squares(&thread.position);
            assert_eq!(thread.first_squares(all, 512, 1), all);
            let first = thread.first_squares(all, 511, 1);
            for square in all {
                let makes = |color| thread.position.threat(square, color);
                let is_threat = Color::ALL.into_iter().any(|color| !is_quiet(makes(color)));
                let is_beside = last.iter().any(|stone| stone.distance(square) == 1);
                assert_eq!(first.contains(square), is_threat || is_beside, "{square:?}");
            }
            assert!(first.len() > 16 && first.len() < all.len());
            // So is a killer move.
            let killer = (all - first).first().unwrap();
            let context = thread.context();
            thread.history.note_refutation(context, killer, 2);
            assert_eq!(thread.first_squares(all, 511, 2), first | killer.into());
            thread.history = History::new();
            // Where nothing is sharp all are tried.
            assert_eq!(thread.first_squares(all - first, 511, 1), all - first);
            let picked = pick_all(thread, all.first());
            assert_eq!(picked.len(), all.len());
            let (hash, rest) = picked.split_at(1);
            assert_eq!(Some(hash[0].square), all.first());
            let sharp = first.len() - usize::from(first.contains(hash[0].square));
            let (sharp, quiet) = rest.split_at(sharp);
            assert!(sharp.iter().all(|entry| first.contains(entry.square)));
            assert!(sharp.is_sorted_by_key(|entry| entry.rank()));
            assert!(quiet.is_sorted_by_key(|entry| entry.rank()));
        });
    }

    #[test]
    fn the_policy_gap_is_measured_from_the_best_move_before() {
        let board = Board::new(15, 15).unwrap();
        with_thread(board, Tunables::default(), |thread| {
            let mut picker = thread.picker(&node(None));
            let gaps = [50, 20, 70, 60].map(|policy| picker.policy_gap(policy));
            assert_eq!(gaps, [0, 30, 0, 10]);
        });
    }

    /// A node near the leaves with this hash move.
    fn node(first: Option<Square>) -> NodeContext {
        NodeContext {
            window: (Score::DRAW, Score::DRAW),
            depth: 1,
            ply: 1,
            key: 0,
            duty: Duty::Free,
            cut: false,
            was_pv: false,
            first,
            extension: 0,
            doubled: false,
            eval: None,
            improving: false,
            excluded: None,
        }
    }

    /// All moves of a node near the leaves with this hash move, as if each was tried.
    fn pick_all(
        thread: &mut SearchThread<'_, Freestyle, NeverStops>,
        first: Option<Square>,
    ) -> Vec<ScoredMove> {
        let node = node(first);
        let mut picker = thread.picker(&node);
        let mut picked = Vec::new();
        while let Some(next) = thread.next_move(&mut picker, &node, (true, picked.len(), false)) {
            picked.push(next);
        }
        picked
    }
}
