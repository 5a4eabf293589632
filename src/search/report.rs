//! The output of a search: events, and the best line so far.

use std::cmp::Reverse;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use crate::lock::{into_inner, lock};
use crate::types::{Depth, Score, Square};

/// The search was stopped; the score of what was being searched is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// A line found by a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Iteration {
    /// 0 for the best line, 1 for the second best and so on.
    pub rank: usize,
    /// The depth that was completed, or is being searched; 0 before any. A win that the
    /// table remembers has the depth of its entry, which is a large number if it was proven
    /// by the threat solver.
    pub depth: Depth,
    /// The longest line searched, in plies.
    pub deepest: usize,
    /// The score for the side to move.
    pub score: Score,
    /// Nodes (stones placed in search) so far.
    pub nodes: u64,
    /// Time since the command came.
    pub elapsed: Duration,
    /// The best line, the move to play first; never empty.
    pub line: Vec<Square>,
}

impl Iteration {
    /// A move that was not searched, this long after the command came.
    pub fn unsearched(square: Square, elapsed: Duration) -> Iteration {
        Iteration {
            rank: 0,
            depth: 0,
            deepest: 0,
            score: Score::DRAW,
            nodes: 0,
            elapsed,
            line: vec![square],
        }
    }
}

/// An event of a search.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A line: after every iteration, and whenever the best move changes.
    Line(&'a Iteration),
    /// The search of this root move begins.
    Trying(Square),
    /// The search of this root move has ended.
    Tried(Square),
    /// This root move is proven to lose.
    Loses(Square),
}

/// The last line that was reported for each first move.
#[derive(Debug, Default)]
pub struct Latest(Mutex<Vec<Iteration>>);

impl Latest {
    /// Receives the events of a search.
    pub fn receive(&self, event: Event) {
        let Event::Line(found) = event else { return };
        let mut lines = lock(&self.0);
        lines.retain(|line| line.line.first() != found.line.first());
        lines.push(found.clone());
    }

    /// At most `most` lines, the best one first. Lines that the last iteration did not
    /// reach are from the one before.
    pub fn into_best(self, most: usize) -> Vec<Iteration> {
        let mut lines = self.into_lines();
        // Of two best lines of the same depth the later one is better.
        lines.reverse();
        lines.sort_by_key(|line| (Reverse(line.depth), line.rank));
        lines.truncate(most);
        lines
    }

    /// All lines, in the order of their last report.
    pub fn into_lines(self) -> Vec<Iteration> {
        into_inner(self.0)
    }
}

/// The results of a search so far.
#[derive(Debug, Default)]
pub struct Found {
    /// The best line known, whatever happens to the search.
    best: Mutex<Option<Iteration>>,
    /// Nodes of all threads, as far as reported.
    nodes: AtomicU64,
    /// The longest line that any thread has searched, in plies.
    deepest: AtomicUsize,
    /// The search is over: the helpers are not needed any more.
    done: AtomicBool,
    /// Where the nodes of all threads went.
    #[cfg(feature = "profile")]
    profile: Mutex<super::tree::profile::Profile>,
    /// Held while an event is reported, so that there is one at a time.
    reporting: Mutex<()>,
}

impl Found {
    /// The best line known.
    pub fn best(&self) -> Option<Iteration> {
        lock(&self.best).clone()
    }

    pub(super) fn remember(&self, iteration: &Iteration) {
        *lock(&self.best) = Some(iteration.clone());
    }

    /// Nodes of all threads.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    pub(super) fn deepest(&self) -> usize {
        self.deepest.load(Relaxed)
    }

    pub(super) fn add_work(&self, nodes: u64, deepest: usize) {
        self.nodes.fetch_add(nodes, Relaxed);
        self.deepest.fetch_max(deepest, Relaxed);
    }

    /// Adds a thread's counts.
    #[cfg(feature = "profile")]
    pub(super) fn add_profile(&self, profile: &super::tree::profile::Profile) {
        lock(&self.profile).merge(profile);
    }

    /// Where the nodes of all threads went.
    #[cfg(feature = "profile")]
    pub fn profile(&self) -> super::tree::profile::Profile {
        lock(&self.profile).clone()
    }

    /// Reports an event, one at a time.
    pub(super) fn report(&self, report: impl FnOnce()) {
        let reporting = lock(&self.reporting);
        report();
        drop(reporting);
    }

    /// Whether the search is over.
    pub(super) fn is_done(&self) -> bool {
        self.done.load(Relaxed)
    }

    pub(super) fn finish(&self) {
        self.done.store(true, Relaxed);
    }
}
