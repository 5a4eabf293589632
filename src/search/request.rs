//! The input of a search.

use std::sync::Arc;

use super::report::{Event, Found, Iteration};
use super::threads::team::Team;
use crate::clock::{Clock, Limits};
use crate::eval::network::Network;
use crate::game::MoveLimit;
use crate::machine::Width;
use crate::params::Tunables;
use crate::tt::TranspositionTable;
use crate::types::{Depth, Score, Square, SquareSet};

/// What to look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objective {
    /// The best moves.
    Best {
        /// How many lines are wanted, at least 1.
        lines: usize,
        /// Root moves that mirror another one are left out.
        distinct: bool,
    },
    /// Stones, of both colours in turn, after which the score is near to
    /// `bias`, seen from the side that places the first of them.
    Balance {
        /// One or two.
        stones: usize,
        /// In units of the evaluation.
        bias: i32,
    },
}

/// What a search is given from outside, the same for all its threads.
pub struct Shared<'a> {
    /// The table.
    pub tt: &'a TranspositionTable,
    /// The clock, which also knows when the search is to be stopped.
    pub clock: Clock<'a>,
    /// The limits; the nodes are those of all threads together.
    pub limits: Limits,
    /// The first iteration's depth.
    pub first_depth: Depth,
    /// What to look for.
    pub objective: Objective,
    /// When the game ends.
    pub ending: MoveLimit,
    /// Root moves to avoid as long as there are others.
    pub blocked: SquareSet,
    /// In how many plies the side to move wins according to its last search.
    pub announced_win: Option<usize>,
    /// The search parameters.
    pub params: Tunables,
    /// The registers to evaluate with; the results do not depend on it.
    pub width: Width,
    /// The network, if any.
    pub network: Option<&'a Arc<Network>>,
    /// Receives the events, one at a time but from any thread.
    pub report: &'a (dyn Fn(Event) + Sync),
    /// The results.
    pub found: Found,
    /// The threads and how they share the work.
    pub team: Team,
}

impl Shared<'_> {
    /// Ends the search of the helpers.
    pub fn finish(&self) {
        self.found.finish();
        self.team.wake();
    }

    /// Whether only the best line is wanted.
    pub(super) fn is_single_line(&self) -> bool {
        matches!(self.objective, Objective::Best { lines: 0 | 1, .. })
    }

    /// The most nodes of each thread.
    pub(super) fn thread_nodes(&self) -> u64 {
        let all = self.limits.nodes.unwrap_or(u64::MAX);
        all / self.team.threads() as u64
    }

    /// Whether a win comes no later than was announced at the move before.
    pub(super) fn is_as_announced(&self, score: Score) -> bool {
        let announced = self.announced_win;
        announced.is_none_or(|plies| plies_to_end(score) <= plies)
    }

    /// Remembers and reports the line with this rank, found at this depth. `complete`:
    /// every move that is not among the root moves is known to lose.
    pub(super) fn announce(
        &self,
        (rank, depth): (usize, Depth),
        score: Score,
        complete: bool,
        line: &[Square],
    ) {
        let score = match score.is_loss() && rank == 0 && !complete {
            true => score.unproven(),
            false => score,
        };
        let iteration = Iteration {
            rank,
            depth,
            deepest: self.found.deepest(),
            score,
            nodes: self.found.nodes(),
            elapsed: self.clock.elapsed(),
            line: line.to_vec(),
        };
        if rank == 0 {
            self.found.remember(&iteration);
        }
        self.tell(Event::Line(&iteration));
    }

    /// Reports an event.
    pub(super) fn tell(&self, event: Event) {
        self.found.report(|| (self.report)(event));
    }
}

/// After how many plies the game is over, as far as it is decided.
pub(super) fn plies_to_end(score: Score) -> usize {
    score.plies().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use crate::clock::Control;
    use crate::search::test_support::shared;
    use crate::tt::TranspositionTable;

    #[test]
    fn the_nodes_are_shared_by_the_threads_that_run() {
        let (tt, control) = (TranspositionTable::new(1 << 16), Control::new());
        for (threads, each) in [(1, 100), (3, 33), (101, 0)] {
            let mut shared = shared(&tt, &control, threads);
            assert!(shared.thread_nodes() > 1 << 50);
            shared.limits.nodes = Some(100);
            assert_eq!(shared.thread_nodes(), each);
        }
    }
}
