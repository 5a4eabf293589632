//! Common parts of the search's tests.

use std::sync::Arc;

use super::threads::abdada::{Sharing, UnderSearch};
use super::tree::thread::{SearchThread, Watch};
use super::{Found, Objective, Shared, Team};
use crate::board::Board;
use crate::clock::{Clock, Control, Limits};
use crate::eval::Evaluator;
use crate::eval::network::Network;
use crate::game::MoveLimit;
use crate::machine::Width;
use crate::params::Tunables;
use crate::position::Position;
use crate::tt::TranspositionTable;
use crate::types::{Freestyle, Ruleset, SquareSet};

/// A search without limits or reports by this many threads for the best move.
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
    let board = Board::new(15, 15).expect("a board");
    Shared {
        tt,
        clock: Clock::new(&limits, control, &board),
        limits,
        first_depth: 1,
        objective,
        ending: MoveLimit::default(),
        blocked: SquareSet::EMPTY,
        announced_win: None,
        params: Default::default(),
        width: Width::detected(),
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

/// Calls `ask` with the search of one thread from this position on, in freestyle with these
/// numbers and without a network.
pub(super) fn with_thread<T>(
    board: Board,
    params: Tunables,
    ask: impl FnOnce(&mut SearchThread<'_, Freestyle, NeverStops>) -> T,
) -> T {
    with_network_thread(board, params, None, ask)
}

/// Calls `ask` with the search of one thread from this position on, with these numbers and
/// this network.
pub(super) fn with_network_thread<R: Ruleset, T>(
    board: Board,
    params: Tunables,
    network: Option<Arc<Network>>,
    ask: impl FnOnce(&mut SearchThread<'_, R, NeverStops>) -> T,
) -> T {
    let tt = TranspositionTable::new(1 << 16);
    let under_search = UnderSearch::new(1);
    let sharing = Sharing::new(&tt, (&under_search, 1), 0);
    let position = Position::new(board);
    let mut thread = SearchThread::new(
        Evaluator::with_network(&position, network),
        position,
        (params, MoveLimit::default()),
        (&tt, sharing),
        NeverStops,
    );
    ask(&mut thread)
}
