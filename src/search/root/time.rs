//! When the root stops: whether another iteration is worth its time.

use std::time::Duration;

use super::worker::Worker;
use crate::params::effort::{ALARM, EASY, EASY_AFTER, EASY_LESS, EASY_MARGIN};
use crate::params::time::FORCED_NODES;
use crate::search::report::Stopped;
use crate::search::scored_move::ScoredMove;
use crate::search::tree::thread::Scout;
use crate::types::{Depth, ONE_PLY, Ruleset, Score};

impl<R: Ruleset> Worker<'_, R> {
    /// Before the first iteration, and when all but the first of the moves were
    /// found to lose: where only one move can be played, its score is worth
    /// no more than a moment.
    pub fn note_forced(&mut self, moves: &[ScoredMove]) {
        let others = moves[1..].iter().map(|entry| entry.square);
        let timed = self.shared.is_single_line() && !self.shared.clock.is_timeless();
        if timed && self.tree.watch.effort.all_lose(others) {
            self.tree.watch.allowance.nodes = self
                .tree
                .watch
                .allowance
                .nodes
                .min(self.tree.nodes + FORCED_NODES);
        }
    }

    /// Whether another iteration should follow the one of this depth, whose
    /// best move, with this score, is the first.
    pub fn goes_on(&mut self, moves: &[ScoredMove], score: Score, depth: Depth) -> bool {
        if self.tree.watch.is_over() {
            return false;
        }
        let clock = &self.shared.clock;
        if self.is_helper() || clock.is_timeless() {
            return true;
        }
        self.tree.watch.effort.note(moves[0].square, score);
        self.note_forced(moves);
        let now = clock.elapsed();
        let last = now.saturating_sub(self.tree.watch.allowance.iteration_end);
        let mut effort = self.tree.watch.effort.factor();
        if self.may_be_easy(now) {
            match self.is_easy(moves, score, depth) {
                Ok(easy) if easy => effort *= EASY,
                Ok(_) => (),
                Err(Stopped) => return false,
            }
        }
        self.tree.watch.allowance.effort = effort;
        self.tree.watch.allowance.iteration_end = now;
        // The next iteration takes at least as long as the last one.
        let clock = &self.shared.clock;
        !clock.ends_iterations(effort) && !clock.is_overrun(now + last, effort)
    }

    /// The first move of an iteration has this score now. If that is much less
    /// than before, there must be time to look for another move.
    pub fn note_first(&mut self, score: Score) {
        if self
            .tree
            .watch
            .effort
            .score()
            .is_some_and(|last| score < last - ALARM)
        {
            self.tree.watch.look_again();
        }
    }

    /// Whether it is time to ask if the best move is an easy one.
    fn may_be_easy(&self, now: Duration) -> bool {
        let clock = &self.shared.clock;
        let soft = clock.soft(1.0).filter(|_| clock.is_elastic());
        let late = soft.is_some_and(|soft| now >= soft.mul_f64(EASY_AFTER));
        late && self.shared.is_single_line() && self.tree.watch.effort.is_steady()
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
            let other = self.after(entry.square, |tree| {
                let depth = ONE_PLY * (depth - EASY_LESS);
                tree.node::<Scout>(-least, -least + 1, depth, 1, true)
            })?;
            if other >= least {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
