//! What the threads of a search are at inside the tree, so that they do not all
//! search the same.
//!
//! A move that another thread is searching, in the same position and to the
//! same depth, is put off until the others of its node have been tried; by then
//! the table mostly knows its score. Nobody is told to do anything: where two
//! threads meet they part by themselves, at the lowest node they share first.
//!
//! CITE: Weill: The ABDADA distributed minimax search algorithm, ICCA Journal
//! 19(1), 1996, for the idea; Kerrigan: Simplified ABDADA, 2017, for a list of
//! moves under search beside the table.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::Worker;
use crate::types::{Depth, Ruleset, Score, Square};

/// How many moves can be noted under the same number.
const WAYS: usize = 4;
/// How many numbers there are.
const SETS: usize = 1 << 10;

/// The moves that threads are searching now.
///
/// Notes may be lost when two threads write one at the same moment: then a move
/// is searched twice, and nothing else happens.
#[derive(Debug)]
pub(super) struct Busy {
    /// A move's key, or zero.
    notes: Vec<AtomicU64>,
}

impl Busy {
    /// Nothing is under search; there is room for notes only if several
    /// threads make any.
    pub(super) fn new(threads: usize) -> Busy {
        let size = if threads > 1 { SETS * WAYS } else { 0 };
        Busy {
            notes: (0..size).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    fn ways(&self, key: u64) -> &[AtomicU64] {
        let at = key as usize % SETS * WAYS;
        &self.notes[at..at + WAYS]
    }

    fn contains(&self, key: u64) -> bool {
        self.ways(key).iter().any(|note| note.load(Relaxed) == key)
    }

    fn begin(&self, key: u64) {
        let ways = self.ways(key);
        let free = ways.iter().find(|note| note.load(Relaxed) == 0);
        free.unwrap_or(&ways[0]).store(key, Relaxed);
    }

    fn end(&self, key: u64) {
        for note in self.ways(key) {
            if note.load(Relaxed) == key {
                note.store(0, Relaxed);
            }
        }
    }
}

/// The number of a move in the position of this hash, to this depth.
pub(super) fn key(hash: u64, square: Square, depth: Depth) -> u64 {
    let square = (square.index() as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let depth = (depth as u64).wrapping_mul(0xd1b5_4a32_d192_ed03);
    (hash ^ square).wrapping_add(depth)
}

/// A node in which other threads may be, too.
#[derive(Clone, Copy, Debug)]
pub(super) struct SharedNode {
    pub(super) hash: u64,
    /// As it was when the node was entered.
    pub(super) window: (Score, Score),
    pub(super) depth: Depth,
}

impl<R: Ruleset> Worker<'_, R> {
    /// Whether other threads may be in a node of this depth too.
    #[inline]
    pub(super) fn shares(&self, depth: Depth) -> bool {
        depth >= self.params.defer_depth && !self.is_alone()
    }

    /// Whether another thread searches the move of this key.
    pub(super) fn is_busy(&self, key: u64) -> bool {
        self.shared.team.busy.contains(key)
    }

    /// Notes that this thread begins to search the move of this key.
    pub(super) fn begin(&self, key: Option<u64>) {
        if let Some(key) = key {
            self.shared.team.busy.begin(key);
        }
    }

    /// Notes that this thread has left the move of this key.
    pub(super) fn end(&self, key: Option<u64>) {
        if let Some(key) = key {
            self.shared.team.busy.end(key);
        }
    }

    /// The score of an open node, as far as it is needed, if another thread has
    /// found it in the meantime.
    pub(super) fn settled_meanwhile(&self, open: SharedNode, ply: usize) -> Option<Score> {
        let entry = self.shared.tt.probe(open.hash)?;
        entry.settles(open.window, open.depth, ply)
    }

    /// Whether another thread has settled a node above this ply that is open
    /// here: then what is searched below it is not needed any more.
    pub(super) fn is_outrun(&mut self, ply: usize) -> bool {
        if self.is_alone() {
            return false;
        }
        let settled = |at: usize| self.settled_meanwhile(self.stack[at].shared?, at);
        self.outrun = (0..ply).find_map(|at| Some((at, settled(at)?)));
        self.outrun.is_some()
    }

    /// The score of the node at this ply, if the search below it was left
    /// because another thread has settled it.
    pub(super) fn outrun_at(&mut self, ply: usize) -> Option<Score> {
        let (_, score) = self.outrun.take_if(|(at, _)| *at == ply)?;
        Some(score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_begun_is_busy_until_it_ends() {
        let busy = Busy::new(2);
        let square = Square::new(7, 7).unwrap();
        let (shallow, deep) = (key(1, square, 4), key(1, square, 5));
        assert!(!busy.contains(shallow));
        busy.begin(shallow);
        assert!(busy.contains(shallow) && !busy.contains(deep));
        busy.begin(shallow);
        busy.end(shallow);
        assert!(!busy.contains(shallow));
    }

    #[test]
    fn notes_under_one_number_have_room_beside_each_other() {
        let busy = Busy::new(2);
        let keys: Vec<u64> = (1..=WAYS + 1).map(|index| (index * SETS) as u64).collect();
        for &key in &keys {
            busy.begin(key);
        }
        // One more than there is room for takes the first one's place.
        let known: Vec<bool> = keys.iter().map(|&key| busy.contains(key)).collect();
        assert_eq!(known, [false, true, true, true, true]);
        for &key in &keys {
            busy.end(key);
        }
        assert!(!keys.iter().any(|&key| busy.contains(key)));
    }
}
