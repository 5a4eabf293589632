//! When the root stops: whether another iteration is worth its time, and what
//! may be spent when nothing is open any more.

use std::time::Duration;

use super::node::Scout;
use super::order::ScoredMove;
use super::{Stopped, Worker};
use crate::params::effort::{ALARM, EASY, EASY_AFTER, EASY_LESS, EASY_MARGIN, MOST};
use crate::params::time::{FORCED_NODES, MOST_PROVEN_MS, PROVEN_NODES, WON_SHARE};
use crate::types::{Depth, Ruleset, Score};

/// What a worker may spend, besides the limits of its search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    /// How much effort the move is worth: see
    /// [`Clock::soft`](crate::clock::Clock::soft).
    effort: f64,
    /// Stop at once after this.
    deadline: Option<Duration>,
    /// Place no more stones than these.
    pub(super) nodes: u64,
    /// When the last iteration ended.
    iteration_end: Duration,
}

impl Budget {
    /// All that the limits allow, with this limit of nodes.
    pub(super) fn new(nodes: Option<u64>) -> Budget {
        Budget {
            effort: MOST,
            deadline: None,
            nodes: nodes.unwrap_or(u64::MAX),
            iteration_end: Duration::ZERO,
        }
    }
}

impl<R: Ruleset> Worker<'_, R> {
    /// Whether the time for this search, or for this part of it, is up.
    pub(super) fn is_late(&self) -> bool {
        let clock = &self.shared.clock;
        if clock.is_timeless() {
            return false;
        }
        let now = clock.elapsed();
        let budget = &self.budget;
        budget.deadline.is_some_and(|deadline| now >= deadline)
            || clock.is_overrun(now, budget.effort)
    }

    /// Before the first iteration, and when all but the first of the moves are
    /// proven to lose: where only one move can be played, its score is worth
    /// no more than a moment.
    pub(super) fn note_forced(&mut self, moves: &[ScoredMove]) {
        let others = moves[1..].iter().map(|entry| entry.square);
        let timed = self.is_single_line() && !self.shared.clock.is_timeless();
        if timed && self.effort.all_lose(others) {
            self.budget.nodes = self.budget.nodes.min(self.nodes + FORCED_NODES);
        }
    }

    /// Whether another iteration should follow the one of this depth, whose
    /// best move, with this score, is the first.
    pub(super) fn goes_on(&mut self, moves: &[ScoredMove], score: Score, depth: Depth) -> bool {
        if self.must_stop() {
            return false;
        }
        let clock = &self.shared.clock;
        if self.is_helper() || clock.is_timeless() {
            return true;
        }
        self.effort.note(moves[0].square, score);
        self.note_forced(moves);
        let now = clock.elapsed();
        let last = now.saturating_sub(self.budget.iteration_end);
        let mut effort = self.effort.factor();
        if self.may_be_easy(now) {
            match self.is_easy(moves, score, depth) {
                Ok(easy) if easy => effort *= EASY,
                Ok(_) => (),
                Err(Stopped) => return false,
            }
        }
        self.budget.effort = effort;
        self.budget.iteration_end = now;
        // The next iteration takes at least as long as the last one.
        let clock = &self.shared.clock;
        !clock.ends_iterations(effort) && !clock.is_overrun(now + last, effort)
    }

    /// The first move of an iteration has this score now. If that is much less
    /// than before, there must be time to look for another move.
    pub(super) fn note_first(&mut self, score: Score) {
        if self.effort.score().is_some_and(|last| score < last - ALARM) {
            self.look_again();
        }
    }

    /// The best move has turned out to lose: there must be time to look for
    /// another one.
    pub(super) fn look_again(&mut self) {
        self.budget.effort = MOST;
    }

    /// In the middle of an iteration a win has been found. That no other move
    /// wins faster is worth little time, and what the solver proves beside the
    /// search may be slower.
    pub(super) fn note_win(&mut self) {
        self.listens = false;
        if self.is_single_line() && !self.shared.clock.is_timeless() {
            self.spend_at_most(WON_SHARE);
        }
    }

    /// Nothing is open any more: what is still to be found out, how soon or
    /// how late, is worth no more than this share of the soft limit.
    pub(super) fn spend_at_most(&mut self, share: f64) {
        let most = Duration::from_millis(MOST_PROVEN_MS);
        match self.shared.clock.soft(1.0) {
            Some(soft) => {
                let end = self.shared.clock.elapsed() + soft.mul_f64(share).min(most);
                let before = self.budget.deadline.unwrap_or(end);
                self.budget.deadline = Some(end.min(before));
                self.budget.nodes = self.shared.limits.nodes.unwrap_or(u64::MAX);
            }
            None => {
                let most = self.nodes + self.nodes / 2 + PROVEN_NODES;
                self.budget.nodes = self.budget.nodes.min(most);
            }
        }
    }

    /// Whether it is time to ask if the best move is an easy one.
    fn may_be_easy(&self, now: Duration) -> bool {
        let clock = &self.shared.clock;
        let soft = clock.soft(1.0).filter(|_| clock.is_elastic());
        let late = soft.is_some_and(|soft| now >= soft.mul_f64(EASY_AFTER));
        late && self.is_single_line() && self.effort.is_steady()
    }

    /// Whether all moves but the first are far worse, as far as a less deep
    /// search can tell.
    fn is_easy(
        &mut self,
        moves: &[ScoredMove],
        score: Score,
        depth: Depth,
    ) -> Result<bool, Stopped> {
        let least = score - EASY_MARGIN;
        for entry in &moves[1..] {
            self.place(entry.square, 0)?;
            let other = self.node::<Scout>(-least, -least + 1, depth - EASY_LESS, 1);
            self.undo();
            if -other? >= least {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
