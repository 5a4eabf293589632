//! One searching thread.

use super::solver_state::SolverState;
use super::watch::RootWatch;
use crate::eval::Evaluator;
use crate::params::parallel::ABDADA_FROM;
use crate::position::Position;
use crate::search::report::Stopped;
use crate::search::request::Shared;
use crate::search::threads::abdada::Sharing;
use crate::search::tree::thread::SearchThread;
use crate::types::{Depth, Ruleset, Score, Square};

/// The state of one searching thread.
pub struct Worker<'a, R: Ruleset> {
    pub(super) tree: SearchThread<'a, R, RootWatch<'a>>,
    pub(super) shared: &'a Shared<'a>,
    pub(super) solver: SolverState,
}

impl<'a, R: Ruleset> Worker<'a, R> {
    /// The worker of this number for this position.
    pub fn new(position: Position<R>, shared: &'a Shared<'a>, number: usize) -> Worker<'a, R> {
        let team = &shared.team;
        let under_search = (&team.under_search, team.threads());
        let sharing = Sharing::new(shared.tt, under_search, ABDADA_FROM);
        let mut evaluator = Evaluator::with_network(&position, shared.network.cloned());
        evaluator.set_width(shared.width);
        let board = position.board();
        let last = board.moves().len() + board.empty().len();
        evaluator.set_fills_up(shared.ending.moves >= last);
        Worker {
            tree: SearchThread::new(
                evaluator,
                position,
                (shared.params, shared.ending),
                (shared.tt, sharing),
                RootWatch::new(shared, number),
            ),
            shared,
            solver: SolverState::default(),
        }
    }

    /// Whether another thread's result counts.
    pub(super) fn is_helper(&self) -> bool {
        self.tree.watch.is_helper()
    }

    /// Whether there is no other thread.
    pub(super) fn is_alone(&self) -> bool {
        self.tree.sharing.is_alone()
    }

    /// Whether this thread's search is over for good.
    pub(super) fn is_at_an_end(&self) -> bool {
        let watch = &self.tree.watch;
        watch.is_over() || watch.is_late() || self.tree.nodes >= watch.allowance.nodes
    }

    /// Remembers and reports the best line from the root on, if this is the
    /// thread whose result counts.
    pub(super) fn announce(&mut self, rank: usize, depth: Depth, score: Score) {
        let tree = &mut self.tree;
        let so_far = (tree.nodes, tree.deepest);
        tree.watch.announce(so_far, rank, depth, score);
    }

    /// Announces what all threads have found out of the deal.
    pub(super) fn hear_deal(&mut self) {
        let tree = &mut self.tree;
        tree.watch.hear_deal((tree.nodes, tree.deepest));
    }

    /// Nothing is open any more: spends at most this share of the soft limit.
    pub(super) fn spend_at_most(&mut self, share: f64) {
        let tree = &mut self.tree;
        tree.watch.spend_at_most(share, tree.nodes);
    }

    /// The line that begins with a root move, which was searched last.
    pub(super) fn line_from(&self, square: Square) -> Vec<Square> {
        [&[square], &self.tree.lines[1][..]].concat()
    }

    /// Places a root move, lets `search` look at the position, and takes it
    /// back; the score for the side that moves.
    pub(super) fn after(
        &mut self,
        square: Square,
        search: impl FnOnce(&mut SearchThread<'a, R, RootWatch<'a>>) -> Result<Score, Stopped>,
    ) -> Result<Score, Stopped> {
        self.tree.place(square, 0)?;
        let score = search(&mut self.tree);
        self.tree.undo();
        Ok(-score?)
    }
}
