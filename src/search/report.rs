//! What a search says: events on the way, and the best answer known.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::board::Board;
use crate::types::{Depth, Score, Square};

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
#[derive(Clone, Copy, Debug)]
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
    /// A node of the tree, with the moves that led to it: one in some hundreds of those
    /// that the thread comes to whose result counts.
    Node(&'a Board),
}

/// The last that a search has told of each first move.
#[derive(Debug, Default)]
pub struct Latest(Mutex<Vec<Iteration>>);

impl Latest {
    /// Hears what happens in the search.
    pub fn hear(&self, event: Event) {
        let Event::Line(found) = event else { return };
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        lines.retain(|line| line.line.first() != found.line.first());
        lines.push(found.clone());
    }

    /// The lines, in the order in which they were told.
    pub fn into_lines(self) -> Vec<Iteration> {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What the threads of a search have found out.
#[derive(Debug, Default)]
pub struct Found {
    /// The best known answer, whatever happens to the search.
    best: Mutex<Option<Iteration>>,
    /// Stones placed by all threads, as far as they have said.
    nodes: AtomicU64,
    /// The answer is there: the helping threads are not needed any more.
    done: AtomicBool,
}

impl Found {
    /// The best answer known.
    pub fn best(&self) -> Option<Iteration> {
        self.lock().clone()
    }

    pub(super) fn remember(&self, iteration: &Iteration) {
        *self.lock() = Some(iteration.clone());
    }

    /// What is known is whole even after a panic.
    fn lock(&self) -> MutexGuard<'_, Option<Iteration>> {
        self.best.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stones placed by all threads.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    pub(super) fn add_nodes(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Relaxed);
    }

    /// Whether the answer is there.
    pub(super) fn is_done(&self) -> bool {
        self.done.load(Relaxed)
    }

    pub(super) fn finish(&self) {
        self.done.store(true, Relaxed);
    }
}
