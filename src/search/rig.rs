//! What the tests of the search have in common.

use super::tree::state::Watch;
use super::{Found, Objective, Shared, Team};
use crate::clock::{Clock, Control, Limits};
use crate::game::MoveLimit;
use crate::tt::TranspositionTable;
use crate::types::SquareSet;

/// A search without limits by so many threads for the best move, which nobody
/// hears of.
pub(super) fn shared<'a>(
    tt: &'a TranspositionTable,
    control: &'a Control,
    threads: usize,
) -> Shared<'a> {
    let limits = Limits {
        infinite: true,
        ..Limits::default()
    };
    let objective = Objective::Best {
        lines: 1,
        distinct: false,
    };
    Shared {
        tt,
        clock: Clock::new(&limits, control, 0),
        limits,
        first_depth: 1,
        objective,
        ending: MoveLimit::default(),
        blocked: SquareSet::EMPTY,
        announced_win: None,
        params: Default::default(),
        network: None,
        report: &|_| (),
        found: Found::default(),
        team: Team::new(threads),
    }
}

/// A search that nothing stops.
pub(super) struct NeverStops;

impl Watch for NeverStops {
    fn node_limit(&self) -> u64 {
        u64::MAX
    }

    fn must_stop(&mut self, _: u64, _: usize) -> bool {
        false
    }
}
