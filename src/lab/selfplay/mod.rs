//! Self-play games with the scores of all positions, to train on.
//!
//! Every game is a function of the [`Plan`] and its number. So one line describes a
//! set of games, any part of it can be made again, and an interrupted file resumes
//! exactly where it was.

mod error;
mod file;
mod game;
mod plan;
mod record;
mod relabel;
mod set;
mod text;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use super::balanced_openings::NoOpenings;
use super::lock;
use crate::engine::Engine;

pub use error::FileError;
pub use file::GameFile;
pub use plan::{BadPlan, MOST_BRANCHES, MOST_LINES, Plan, Relabel, Shard, Sizes};
pub use record::{BadRecord, Branch, Deeper, Finish, ScoredGame, ScoredPosition, StoredScore};
pub use set::GameSet;

/// Finished games, which are reported in the order of their numbers.
struct Finished {
    /// The next game to report.
    next: usize,
    waiting: BTreeMap<usize, ScoredGame>,
}

/// Plays the plan's games from the `done`-th to the one before the `games`-th, with
/// `threads` threads, until all are played or `stop` is set. `report` gets each, in
/// order; if it returns false, no more are played.
pub fn play(
    plan: &Plan,
    (done, games): (usize, usize),
    threads: usize,
    stop: &Arc<AtomicBool>,
    report: &(dyn Fn(&ScoredGame) -> bool + Sync),
) -> Result<(), NoOpenings> {
    let one = |index, engine: &mut Engine| game::play(plan, plan.number(index), engine, stop);
    in_order((done, games), threads, stop, &one, report)
}

/// Searches some positions of the games again, as the plan says, from the `done`-th
/// game on: see [`play`] for the rest.
pub fn relabel(
    plan: &Plan,
    (done, games): (usize, &[ScoredGame]),
    threads: usize,
    stop: &Arc<AtomicBool>,
    report: &(dyn Fn(&ScoredGame) -> bool + Sync),
) -> Result<(), NoOpenings> {
    let one = |index: usize, engine: &mut Engine| {
        relabel::search_again(plan, &games[index], engine, stop)
    };
    in_order((done, games.len()), threads, stop, &one, report)
}

/// Makes the games from the `done`-th to the one before the `games`-th, with an engine
/// for each thread, and reports them in order.
fn in_order(
    (done, games): (usize, usize),
    threads: usize,
    stop: &Arc<AtomicBool>,
    one: &(dyn Fn(usize, &mut Engine) -> Option<ScoredGame> + Sync),
    report: &(dyn Fn(&ScoredGame) -> bool + Sync),
) -> Result<(), NoOpenings> {
    let pool = super::pool(threads)?;
    let begun = Mutex::new(done);
    let finished = Mutex::new(Finished {
        next: done,
        waiting: BTreeMap::new(),
    });
    let results = pool.broadcast(|_| -> Result<(), NoOpenings> {
        let mut engine = Engine::new()?;
        loop {
            let index = {
                let mut begun = lock(&begun);
                *begun += 1;
                *begun - 1
            };
            if index >= games || stop.load(Relaxed) {
                return Ok(());
            }
            let Some(game) = one(index, &mut engine) else {
                return Ok(());
            };
            if !lock(&finished).add(index, game, report) {
                stop.store(true, Relaxed);
            }
        }
    });
    results.into_iter().collect()
}

impl Finished {
    /// Reports the game once all before it are reported. Returns whether to continue.
    fn add(
        &mut self,
        index: usize,
        game: ScoredGame,
        report: &(dyn Fn(&ScoredGame) -> bool + Sync),
    ) -> bool {
        self.waiting.insert(index, game);
        while let Some(game) = self.waiting.remove(&self.next) {
            self.next += 1;
            if !report(&game) {
                // Later games must not be reported either.
                self.next = usize::MAX;
                return false;
            }
        }
        true
    }
}
