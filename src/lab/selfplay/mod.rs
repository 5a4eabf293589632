//! Self-play games with the scores of all positions, to train on.
//!
//! Every game is a function of the [`Plan`] and its number. So one line describes a
//! set of games, any part of it can be made again, and an interrupted file resumes
//! exactly where it was.

mod error;
mod file;
mod game;
mod merge;
mod plan;
mod record;
mod relabel;
mod set;
mod text;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::balanced_openings::NoOpenings;
use super::in_order::in_order;
use crate::engine::Engine;
use crate::eval::network::NetworkChoice;

pub use error::FileError;
pub(super) use file::BEGINNING;
pub use file::GameFile;
pub use merge::merge;
pub use plan::{BadPlan, Plan, Relabel, Sizes};
pub use record::{BadRecord, Deeper, Finish, ScoredGame, ScoredPosition, StoredScore};
pub use set::GameSet;

/// Plays the plan's games from the `done`-th to the one before the `games`-th with this
/// network and `threads` threads, until all are played or `stop` is set. `report` gets
/// each, in order; if it returns false, no more are played.
pub fn play(
    plan: &Plan,
    network: &NetworkChoice,
    (done, games): (usize, usize),
    threads: usize,
    stop: &Arc<AtomicBool>,
    report: &(dyn Fn(&ScoredGame) -> bool + Sync),
) -> Result<(), NoOpenings> {
    let one =
        |index, engine: &mut Engine| game::play((plan, network), plan.number(index), engine, stop);
    with_engines((done, games), threads, stop, &one, report)
}

/// Searches some positions of the games again, as the plan says, from the `done`-th
/// game on: see [`play`] for the rest.
pub fn relabel(
    plan: &Plan,
    network: &NetworkChoice,
    (done, games): (usize, &[ScoredGame]),
    threads: usize,
    stop: &Arc<AtomicBool>,
    report: &(dyn Fn(&ScoredGame) -> bool + Sync),
) -> Result<(), NoOpenings> {
    let one = |index: usize, engine: &mut Engine| {
        relabel::search_again((plan, network), &games[index], engine, stop)
    };
    with_engines((done, games.len()), threads, stop, &one, report)
}

/// Makes the games from the `done`-th to the one before the `games`-th, with an engine
/// for each thread, and reports them in order.
fn with_engines(
    (done, games): (usize, usize),
    threads: usize,
    stop: &Arc<AtomicBool>,
    one: &(dyn Fn(usize, &mut Engine) -> Option<ScoredGame> + Sync),
    report: &(dyn Fn(&ScoredGame) -> bool + Sync),
) -> Result<(), NoOpenings> {
    let engine = || Engine::new().map_err(NoOpenings::from);
    let report = |game: ScoredGame| report(&game);
    in_order((done, games), threads, stop, &engine, one, &report)
}
