//! One thread's search: iterative deepening over negamax with alpha-beta.
//! It prints nothing; what happens is told through [`Event`]s.

mod history;
mod node;
mod order;
mod quiescence;
mod root;

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::clock::{Clock, Limits};
use crate::position::Position;
use crate::tt::TranspositionTable;
use crate::types::{Depth, MAX_PLY, Ruleset, Score, Square, SquareSet};
use history::History;
use order::ScoredMove;

/// The search was told to stop; nothing that it was about to find out counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// What a search has found out so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Iteration {
    /// 0 for the best line, 1 for the second best and so on, where several
    /// were asked for.
    pub rank: usize,
    /// The depth that was completed, or is being searched.
    pub depth: Depth,
    /// The longest line looked at, in plies.
    pub deepest: usize,
    /// The score for the side to move.
    pub score: Score,
    /// Stones placed in search so far.
    pub nodes: u64,
    /// Time since the command came.
    pub elapsed: Duration,
    /// The best line, the move to play first; never empty.
    pub line: Vec<Square>,
}

/// What happens in a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<'a> {
    /// A line was found: after every iteration, and whenever the best move
    /// changes.
    Line(&'a Iteration),
    /// This root move is looked at now.
    Trying(Square),
    /// This root move has been looked at.
    Tried(Square),
    /// This root move is proven to lose.
    Loses(Square),
}

/// What a search is given from outside.
pub struct Shared<'a> {
    /// The table.
    pub tt: &'a TranspositionTable,
    /// The clock.
    pub clock: Clock,
    /// The limits on depth and nodes.
    pub limits: Limits,
    /// Set by someone else to end the search.
    pub stop: &'a AtomicBool,
    /// How many lines are wanted, at least 1.
    pub lines: usize,
    /// Root moves that are not to be played, as long as there are others.
    pub blocked: SquareSet,
    /// Hears of everything that happens.
    pub report: &'a (dyn Fn(Event) + Sync),
    /// The best known answer, whatever happens to the search.
    pub best: Mutex<Option<Iteration>>,
}

impl Shared<'_> {
    /// The best answer known.
    pub fn best(&self) -> Option<Iteration> {
        self.lock().clone()
    }

    fn remember(&self, iteration: &Iteration) {
        *self.lock() = Some(iteration.clone());
    }

    /// What is known is whole even after a panic.
    fn lock(&self) -> MutexGuard<'_, Option<Iteration>> {
        self.best.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The state of one searching thread.
pub struct Worker<'a, R: Ruleset> {
    position: Position<R>,
    shared: &'a Shared<'a>,
    nodes: u64,
    deepest: usize,
    history: History,
    /// The moves of all open nodes, one after the other.
    moves: Vec<ScoredMove>,
    /// The best line from each ply on.
    lines: Vec<Vec<Square>>,
    timeless: bool,
}

/// How often the clock is read: every so many nodes.
const POLL_NODES: u64 = 512;

impl<'a, R: Ruleset> Worker<'a, R> {
    /// A worker for this position.
    pub fn new(position: Position<R>, shared: &'a Shared<'a>) -> Worker<'a, R> {
        Worker {
            position,
            shared,
            nodes: 0,
            deepest: 0,
            history: History::new(),
            moves: Vec::with_capacity(4096),
            lines: vec![Vec::new(); MAX_PLY + 2],
            timeless: shared.clock.is_timeless(),
        }
    }

    /// Stones placed so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Places a stone in search.
    fn place(&mut self, square: Square) -> Result<(), Stopped> {
        if let Some(limit) = self.shared.limits.nodes
            && self.nodes >= limit
        {
            return Err(Stopped);
        }
        if self.nodes.is_multiple_of(POLL_NODES) && self.must_stop() {
            return Err(Stopped);
        }
        self.nodes += 1;
        self.position.place(square);
        Ok(())
    }

    fn must_stop(&self) -> bool {
        self.shared.stop.load(Relaxed) || !self.timeless && self.shared.clock.is_up()
    }

    /// Sets the best line from `ply` on: `square`, then what was found below.
    fn extend_line(&mut self, ply: usize, square: Square) {
        let (above, below) = self.lines.split_at_mut(ply + 1);
        let line = &mut above[ply];
        line.clear();
        line.push(square);
        line.extend_from_slice(&below[0]);
    }
}
