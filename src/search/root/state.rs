//! One thread's search of the root: what it owns.

use std::time::Duration;

use super::effort::Effort;
use super::poll::{Poll, Until};
use super::solver::RootSolver;
use crate::eval::Evaluator;
use crate::params::threads::ABDADA_FROM;
use crate::position::Position;
use crate::search::report::Stopped;
use crate::search::request::{Shared, plies_to_end};
use crate::search::threads::abdada::Sharing;
use crate::search::tree::thread::SearchThread;
use crate::types::{Depth, Ruleset, Score, Square};

/// One thread's search of the root. The thread with number 0 is the main thread, whose
/// result counts; the others are helpers.
pub struct Root<'a, R: Ruleset> {
    /// The search below the root.
    pub(super) thread: SearchThread<'a, R, Poll<'a>>,
    pub(super) shared: &'a Shared<'a>,
    pub(super) number: usize,
    pub(super) solver: RootSolver,
    pub(super) effort: Effort,
    /// When the last iteration ended.
    pub(super) iteration_end: Duration,
    /// The PV.
    pub(super) line: Vec<Square>,
    /// Whether every legal move that is not among the root moves is known to lose: if
    /// not, a loss is not proven.
    pub(super) complete: bool,
}

impl<'a, R: Ruleset> Root<'a, R> {
    /// The search by the thread with this number.
    pub fn new(position: Position<R>, shared: &'a Shared<'a>, number: usize) -> Root<'a, R> {
        let team = &shared.team;
        let under_search = (&team.under_search, team.threads());
        let sharing = Sharing::new(shared.tt, under_search, ABDADA_FROM);
        let mut evaluator = Evaluator::with_network(&position, shared.network.cloned());
        evaluator.set_width(shared.width);
        let board = position.board();
        let last = board.moves().len() + board.empty().len();
        evaluator.set_fills_up(shared.ending.moves >= last);
        Root {
            thread: SearchThread::new(
                evaluator,
                position,
                (shared.params, shared.ending),
                (shared.tt, sharing),
                Poll::new(shared, number > 0),
            ),
            shared,
            number,
            solver: RootSolver::default(),
            effort: Effort::default(),
            iteration_end: Duration::ZERO,
            line: Vec::new(),
            complete: false,
        }
    }

    /// Whether another thread's result counts.
    pub(super) fn is_helper(&self) -> bool {
        self.number > 0
    }

    /// Whether there is no other thread.
    pub(super) fn is_alone(&self) -> bool {
        self.shared.team.threads() == 1
    }

    /// The checks of the thread while it searches.
    pub(super) fn poll(&mut self) -> &mut Poll<'a> {
        &mut self.thread.watch
    }

    /// Reports the PV of the main thread, with its rank.
    pub(super) fn announce(&mut self, rank: usize, depth: Depth, score: Score) {
        if self.is_helper() {
            return;
        }
        self.report_work();
        self.shared
            .announce((rank, depth), score, self.complete, &self.line);
    }

    /// Adds what this thread has searched to what all have.
    pub(super) fn report_work(&mut self) {
        let (nodes, deepest) = (self.thread.nodes, self.thread.deepest);
        self.poll().report_work(nodes, deepest);
    }

    /// A win has been found in the middle of an iteration: little time is spent on a faster
    /// one, and what helpers prove does not interrupt it, as that may be slower.
    pub(super) fn note_win(&mut self) {
        let nodes = self.thread.nodes;
        self.poll().note_win(nodes);
        if !self.is_helper() {
            self.poll().until = Until::TheEnd;
        }
    }

    /// Whether this thread's search is over for good.
    pub(super) fn is_at_an_end(&self) -> bool {
        let poll = &self.thread.watch;
        poll.is_over() || poll.is_late() || self.thread.nodes >= poll.budget.nodes
    }

    /// Nothing is open any more: spends at most this share of the soft limit.
    pub(super) fn spend_at_most(&mut self, share: f64) {
        let nodes = self.thread.nodes;
        self.poll().spend_at_most(share, nodes);
    }

    /// The line that begins with a root move, which was searched last.
    pub(super) fn line_from(&self, square: Square) -> Vec<Square> {
        [&[square], &self.thread.lines[1][..]].concat()
    }

    /// A line with this score at this depth, completed from the table: several threads
    /// cut lines short where another thread has searched.
    pub(super) fn whole_line(
        &mut self,
        line: Vec<Square>,
        score: Score,
        depth: Depth,
    ) -> Vec<Square> {
        if self.is_alone() {
            return line;
        }
        let longest = match score.is_decisive() {
            true => plies_to_end(score),
            false => depth as usize,
        };
        self.thread.remembered_line(line, longest)
    }

    /// Places a root move, lets `search` look at the position, and takes it back; the
    /// score for the side that moves.
    pub(super) fn after(
        &mut self,
        square: Square,
        search: impl FnOnce(&mut SearchThread<'a, R, Poll<'a>>) -> Result<Score, Stopped>,
    ) -> Result<Score, Stopped> {
        self.thread.place(square, 0)?;
        let score = search(&mut self.thread);
        self.thread.undo();
        Ok(-score?)
    }
}
