//! What a search is asked for, and what it is given from outside.

use std::sync::Arc;

use super::report::{Event, Found};
use super::threads::team::Team;
use crate::clock::{Clock, Limits};
use crate::eval::network::Network;
use crate::game::MoveLimit;
use crate::machine::Width;
use crate::params::Tunables;
use crate::tt::TranspositionTable;
use crate::types::{Depth, SquareSet};

/// What is to be found.
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
    /// The clock, which also says when somebody wants the search to end.
    pub clock: Clock<'a>,
    /// The limits on depth and nodes; the nodes are those of one thread.
    pub limits: Limits,
    /// The first iteration's depth.
    pub first_depth: Depth,
    /// What is to be found.
    pub objective: Objective,
    /// When the game ends.
    pub ending: MoveLimit,
    /// Root moves that are not to be played, as long as there are others.
    pub blocked: SquareSet,
    /// In how many plies a win was announced when the side moved last, less
    /// those that were made since.
    pub announced_win: Option<usize>,
    /// The numbers to search with.
    pub params: Tunables,
    /// The registers to evaluate with; the results do not depend on it.
    pub width: Width,
    /// The network that is asked for the policy, if any.
    pub network: Option<&'a Arc<Network>>,
    /// Hears of everything that happens.
    pub report: &'a (dyn Fn(Event) + Sync),
    /// What has been found out.
    pub found: Found,
    /// The threads and how they share the work.
    pub team: Team,
}

impl Shared<'_> {
    /// Ends the search of the helping threads.
    pub fn finish(&self) {
        self.found.finish();
        self.team.wake();
    }

    /// Whether only the best line is wanted.
    pub(super) fn is_single_line(&self) -> bool {
        matches!(self.objective, Objective::Best { lines: 0 | 1, .. })
    }
}
