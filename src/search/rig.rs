//! What the tests of the search have in common.

use super::threads::abdada::{Sharing, UnderSearch};
use super::tree::state::{Tree, Watch};
use super::{Found, Objective, Shared, Team};
use crate::board::Board;
use crate::clock::{Clock, Control, Limits};
use crate::eval::Evaluator;
use crate::game::MoveLimit;
use crate::params::Tunables;
use crate::position::Position;
use crate::tt::TranspositionTable;
use crate::types::{Freestyle, SquareSet};

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

/// Asks the search of one thread from this position on with these numbers.
pub(super) fn on_tree<T>(
    board: Board,
    params: Tunables,
    ask: impl FnOnce(&mut Tree<'_, Freestyle, NeverStops>) -> T,
) -> T {
    let tt = TranspositionTable::new(1 << 16);
    let under_search = UnderSearch::new(1);
    let sharing = Sharing::new(&tt, (&under_search, 1), 0);
    let position = Position::new(board);
    let mut tree = Tree::new(
        Evaluator::new(&position),
        position,
        (params, MoveLimit::default()),
        (&tt, sharing),
        NeverStops,
    );
    ask(&mut tree)
}
