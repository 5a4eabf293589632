//! What a thread looks at from time to time while it searches: the clock, the
//! other threads, and what they have found out, which it reports.

use std::sync::Arc;
use std::time::Duration;

use super::allowance::Allowance;
use super::effort::Effort;
use crate::board::Board;
use crate::params::effort::MOST;
use crate::params::time::{MOST_PROVEN_MS, PROVEN_NODES, WON_SHARE};
use crate::search::report::{Event, Iteration};
use crate::search::request::Shared;
use crate::search::threads::deal::{Claim, Deal, RootPass};
use crate::search::tree::thread::Watch;
use crate::types::{Depth, Score, Square};

/// What the thread whose result counts has heard of a deal.
pub struct DealProgress {
    pub deal: Arc<Deal>,
    /// How many results.
    pub heard: usize,
    /// The best score so far.
    pub best: Score,
    /// The moves that were the best for a while, in turn.
    pub leaders: Vec<Square>,
}

/// One thread's place in the search of the root.
pub struct RootWatch<'a> {
    shared: &'a Shared<'a>,
    /// 0 for the thread whose result counts; the others fill the table.
    pub number: usize,
    /// How many of the nodes the others know of.
    told: u64,
    pub allowance: Allowance,
    pub effort: Effort,
    /// Whether a verdict of the solver's, asked by another thread, is to end
    /// what is being searched.
    pub listens: bool,
    /// The number of the task that a helping thread works at.
    pub task: u64,
    /// The dealt root move that is being searched.
    pub claim: Option<Claim>,
    /// What has been heard of a deal, if this is the thread whose result
    /// counts.
    pub progress: Option<DealProgress>,
    /// The best line from the root on.
    pub line: Vec<Square>,
    /// Whether every legal move that is not among the root moves is known to
    /// lose: if not, a loss is not proven.
    pub complete: bool,
    /// The longest line that another thread has looked at, in plies.
    deepest: usize,
}

impl<'a> RootWatch<'a> {
    /// The place of the thread of this number.
    pub fn new(shared: &'a Shared<'a>, number: usize) -> RootWatch<'a> {
        RootWatch {
            shared,
            number,
            told: 0,
            allowance: Allowance::new(shared.limits.nodes),
            effort: Effort::default(),
            listens: false,
            task: 0,
            claim: None,
            progress: None,
            line: Vec::new(),
            complete: false,
            deepest: 0,
        }
    }

    /// Whether another thread's result counts.
    pub fn is_helper(&self) -> bool {
        self.number > 0
    }

    /// Whether the whole search is over.
    pub fn is_over(&self) -> bool {
        self.shared.clock.is_up() || self.is_helper() && self.shared.found.is_done()
    }

    /// Whether the time for this search, or for this part of it, is up.
    pub fn is_late(&self) -> bool {
        let clock = &self.shared.clock;
        if clock.is_timeless() {
            return false;
        }
        let now = clock.elapsed();
        let allowance = &self.allowance;
        allowance.deadline.is_some_and(|deadline| now >= deadline)
            || clock.is_overrun(now, allowance.effort)
    }

    /// Whether there is a verdict to hear, for the thread whose result counts.
    #[inline]
    pub fn is_news(&self) -> bool {
        self.listens && self.shared.team.root_proofs.is_news()
    }

    /// Whether what this thread searches is not needed any more, or less than
    /// something else.
    fn is_called_away(&self) -> bool {
        match &self.claim {
            Some(claim) => claim.is_settled(),
            None if self.is_helper() => self.shared.team.is_over(self.task),
            None => self.is_news(),
        }
    }

    /// Adds the latest of `nodes` to those of all threads.
    pub fn tell_nodes(&mut self, nodes: u64) {
        self.shared.found.add_nodes(nodes - self.told);
        self.told = nodes;
    }

    /// Remembers and reports the best line from the root on, if this is the
    /// thread whose result counts. It has placed so many stones, and looked at
    /// lines of so many plies.
    pub fn announce(
        &mut self,
        (nodes, deepest): (u64, usize),
        rank: usize,
        depth: Depth,
        score: Score,
    ) {
        if self.is_helper() {
            return;
        }
        self.tell_nodes(nodes);
        let score = match score.is_loss() && rank == 0 && !self.complete {
            true => score.unproven(),
            false => score,
        };
        let iteration = Iteration {
            rank,
            depth,
            deepest: deepest.max(self.deepest),
            score,
            nodes: self.shared.found.nodes(),
            elapsed: self.shared.clock.elapsed(),
            line: self.line.clone(),
        };
        if rank == 0 {
            self.shared.found.remember(&iteration);
        }
        (self.shared.report)(Event::Line(&iteration));
    }

    /// Announces what all threads have found out of the deal, as the one whose
    /// result counts.
    pub fn hear_deal(&mut self, (nodes, deepest): (u64, usize)) {
        let Some(mut progress) = self.progress.take() else {
            return;
        };
        let &RootPass {
            rank,
            depth,
            reports_moves,
            decided,
            ..
        } = &progress.deal.pass;
        for result in progress.deal.results(progress.heard) {
            progress.heard += 1;
            let (square, score) = (result.square, result.score);
            if reports_moves && result.by != self.number {
                (self.shared.report)(Event::Trying(square));
                (self.shared.report)(Event::Tried(square));
            }
            if reports_moves && score.is_loss() && score.is_proven() {
                (self.shared.report)(Event::Loses(square));
            }
            if score.is_loss() {
                self.effort.note_lost(square);
            }
            progress.best = progress.best.max(score);
            let Some(line) = result.line else {
                continue;
            };
            self.deepest = self.deepest.max(line.len());
            self.line = line;
            progress.leaders.push(square);
            self.announce((nodes, deepest), rank, depth, score);
            if score.is_win() && rank == 0 && !decided {
                self.note_win(nodes);
            }
        }
        self.progress = Some(progress);
    }

    /// The best move has turned out to lose: there must be time to look for
    /// another one.
    pub fn look_again(&mut self) {
        self.allowance.effort = MOST;
    }

    /// In the middle of an iteration a win has been found. That no other move
    /// wins faster is worth little time, and what the solver proves for a
    /// helping thread may be slower.
    pub fn note_win(&mut self, nodes: u64) {
        self.listens = false;
        if self.shared.is_single_line() && !self.shared.clock.is_timeless() {
            self.spend_at_most(WON_SHARE, nodes);
        }
    }

    /// The game is open again: all that the limits allow may be spent.
    pub fn spend_freely(&mut self) {
        self.allowance.deadline = None;
        self.allowance.nodes = self.shared.limits.nodes.unwrap_or(u64::MAX);
    }

    /// Nothing is open any more: what is still to be found out, how soon or
    /// how late, is worth no more than this share of the soft limit. So many
    /// stones have been placed.
    pub fn spend_at_most(&mut self, share: f64, nodes: u64) {
        let most = Duration::from_millis(MOST_PROVEN_MS);
        match self.shared.clock.soft(1.0) {
            Some(soft) => {
                let end = self.shared.clock.elapsed() + soft.mul_f64(share).min(most);
                let before = self.allowance.deadline.unwrap_or(end);
                self.allowance.deadline = Some(end.min(before));
                self.allowance.nodes = self.shared.limits.nodes.unwrap_or(u64::MAX);
            }
            None => {
                let most = nodes + nodes / 2 + PROVEN_NODES;
                self.allowance.nodes = self.allowance.nodes.min(most);
            }
        }
    }
}

impl Watch for RootWatch<'_> {
    #[inline]
    fn node_limit(&self) -> u64 {
        self.allowance.nodes
    }

    fn must_stop(&mut self, nodes: u64, deepest: usize) -> bool {
        self.tell_nodes(nodes);
        self.hear_deal((nodes, deepest));
        self.is_over() || self.is_late() || self.is_called_away()
    }

    fn see(&mut self, node: &Board) {
        // One thread reports at a time.
        if !self.is_helper() {
            (self.shared.report)(Event::Node(node));
        }
    }
}
