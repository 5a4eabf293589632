//! What a thread checks every few dozen nodes: the clock, its budget, and whether what
//! it searches is still needed.

use std::sync::Arc;
use std::time::Duration;

use crate::params::effort::MOST;
use crate::params::time::{MOST_PROVEN_MS, PROVEN_NODES, WON_SHARE};
use crate::search::request::Shared;
use crate::search::threads::deal::Deal;
use crate::search::tree::thread::Watch;

/// What a thread may still spend within the limits of the search.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// The factor of the soft limit: see [`Clock::soft`](crate::clock::Clock::soft).
    pub effort: f64,
    /// Stop at once after this.
    pub deadline: Option<Duration>,
    /// The most nodes of this thread.
    pub nodes: u64,
}

/// What makes the search under way pointless, besides the end of its time.
#[derive(Clone, Debug)]
pub enum Until {
    /// Nothing.
    TheEnd,
    /// Main thread: a helper has proven something about the root.
    Proof,
    /// Helper: the main thread has left the task with this number.
    Task(u64),
    /// The dealt move with this index has been searched.
    Settled(Arc<Deal>, usize),
}

/// One thread's checks during a search.
pub struct Poll<'a> {
    shared: &'a Shared<'a>,
    is_helper: bool,
    /// How many of the nodes have been added to the common number.
    reported: u64,
    pub budget: Budget,
    pub until: Until,
}

impl<'a> Poll<'a> {
    pub fn new(shared: &'a Shared<'a>, is_helper: bool) -> Poll<'a> {
        Poll {
            shared,
            is_helper,
            reported: 0,
            budget: Budget {
                effort: MOST,
                deadline: None,
                nodes: shared.thread_nodes(),
            },
            until: Until::TheEnd,
        }
    }

    /// Whether the whole search is over.
    pub fn is_over(&self) -> bool {
        self.shared.clock.is_up() || self.is_helper && self.shared.found.is_done()
    }

    /// Whether the time for this search, or for this part of it, is up.
    pub fn is_late(&self) -> bool {
        let clock = &self.shared.clock;
        if clock.is_timeless() {
            return false;
        }
        let now = clock.elapsed();
        self.budget.deadline.is_some_and(|deadline| now >= deadline)
            || clock.is_overrun(now, self.budget.effort)
    }

    /// Whether what the thread searches is not needed any more.
    pub fn is_pointless(&self) -> bool {
        match &self.until {
            Until::TheEnd => false,
            Until::Proof => self.shared.team.root_proofs.is_news(),
            Until::Task(number) => self.shared.team.is_over(*number),
            Until::Settled(deal, index) => deal.is_settled(*index),
        }
    }

    /// Adds what is new to what all threads have searched.
    pub fn report_work(&mut self, nodes: u64, deepest: usize) {
        self.shared.found.add_work(nodes - self.reported, deepest);
        self.reported = nodes;
    }

    /// A win has been found in the middle of an iteration. That no other move wins faster
    /// is worth little time.
    pub fn note_win(&mut self, nodes: u64) {
        if self.shared.is_single_line() && !self.shared.clock.is_timeless() {
            self.spend_at_most(WON_SHARE, nodes);
        }
    }

    /// The best move has turned out to lose: there must be time to look for another one.
    pub fn look_again(&mut self) {
        self.budget.effort = MOST;
    }

    /// The game is open again: all that the limits allow may be spent.
    pub fn spend_freely(&mut self) {
        self.budget.deadline = None;
        self.budget.nodes = self.shared.thread_nodes();
    }

    /// Nothing is open any more: from now on at most this share of the soft limit is spent.
    /// `nodes` is what the thread has searched.
    pub fn spend_at_most(&mut self, share: f64, nodes: u64) {
        let most = Duration::from_millis(MOST_PROVEN_MS);
        match self.shared.clock.soft(1.0) {
            Some(soft) => {
                let end = self.shared.clock.elapsed() + soft.mul_f64(share).min(most);
                let before = self.budget.deadline.unwrap_or(end);
                self.budget.deadline = Some(end.min(before));
                self.budget.nodes = self.shared.thread_nodes();
            }
            None => {
                let most = nodes + nodes / 2 + PROVEN_NODES;
                self.budget.nodes = self.budget.nodes.min(most);
            }
        }
    }
}

impl Watch for Poll<'_> {
    #[inline]
    fn node_limit(&self) -> u64 {
        self.budget.nodes
    }

    fn must_stop(&mut self, nodes: u64, deepest: usize) -> bool {
        self.report_work(nodes, deepest);
        if let Until::Settled(deal, _) = &self.until
            && !self.is_helper
            && deal.finds_win()
        {
            self.note_win(nodes);
        }
        self.is_over() || self.is_late() || self.is_pointless()
    }
}
