//! Several threads inside the tree: they avoid what another one is searching, and stop what
//! another one has finished.
//!
//! A move that another thread is searching, in the same position and to the
//! same depth, is deferred until the others of its node have been tried; by then
//! the table mostly has its score. There is no master: where two threads meet they
//! separate by themselves, at the lowest node they share first.
//!
//! CITE: Weill: The ABDADA distributed minimax search algorithm, ICCA Journal
//! 19(1), 1996, for the idea; Kerrigan: Simplified ABDADA, 2017, for a list of
//! moves under search beside the table.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::tt::TranspositionTable;
use crate::types::{FineDepth, MAX_PLY, ONE_PLY, Score, Square};

/// How many moves there is room for in each set.
const WAYS: usize = 4;
/// How many sets there are.
const SETS: usize = 1 << 10;

/// The moves that threads are searching now, as keys.
///
/// A key may be lost when two threads write one at the same moment: then a move
/// is searched twice, and nothing else happens.
#[derive(Debug)]
pub struct UnderSearch {
    /// A move's key, or zero.
    keys: Vec<AtomicU64>,
}

impl UnderSearch {
    /// Nothing is under search; there is room only if several threads search.
    pub fn new(threads: usize) -> UnderSearch {
        let size = if threads > 1 { SETS * WAYS } else { 0 };
        UnderSearch {
            keys: (0..size).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    fn ways(&self, key: u64) -> &[AtomicU64] {
        let at = key as usize % SETS * WAYS;
        &self.keys[at..at + WAYS]
    }

    fn contains(&self, key: u64) -> bool {
        self.ways(key)
            .iter()
            .any(|known| known.load(Relaxed) == key)
    }

    fn begin(&self, key: u64) {
        let ways = self.ways(key);
        let free = ways.iter().find(|known| known.load(Relaxed) == 0);
        free.unwrap_or(&ways[0]).store(key, Relaxed);
    }

    fn end(&self, key: u64) {
        for known in self.ways(key) {
            if known.load(Relaxed) == key {
                known.store(0, Relaxed);
            }
        }
    }
}

/// A node in which other threads may be, too.
#[derive(Clone, Copy, Debug)]
pub struct OpenNode {
    /// The position's.
    pub hash: u64,
    /// As it was when the node was entered.
    pub window: (Score, Score),
    /// To which its moves are searched.
    pub depth: FineDepth,
}

impl OpenNode {
    /// The key of a move of this node, to its depth.
    fn key(&self, square: Square) -> u64 {
        let square = (square.index() as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let plies = (self.depth + ONE_PLY / 2) / ONE_PLY;
        let depth = (plies as u64).wrapping_mul(0xd1b5_4a32_d192_ed03);
        (self.hash ^ square).wrapping_add(depth)
    }

    /// The score of the node, as far as it is needed, if some thread has found
    /// it.
    fn score(&self, tt: &TranspositionTable, ply: usize) -> Option<Score> {
        tt.probe(self.hash)?.settles(self.window, self.depth, ply)
    }
}

/// Whether a move may be searched now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// It may; to be released afterwards.
    Own(Option<u64>),
    /// Another thread is searching it.
    OfAnother,
    /// There is no need to: another thread has found the node's score.
    Finished(Score),
}

/// One thread's view of the others' work inside the tree. A single thread may search every
/// move.
pub struct Sharing<'a> {
    tt: &'a TranspositionTable,
    /// None for a thread alone.
    under_search: Option<&'a UnderSearch>,
    /// Nodes of less depth are not shared.
    least_depth: FineDepth,
    /// The nodes above, by ply, where they are shared.
    open: Vec<Option<OpenNode>>,
    /// The ply of a node that another thread has finished, and its score: what
    /// is searched below it is left.
    finished: Option<(usize, Score)>,
}

impl<'a> Sharing<'a> {
    /// The view of one of `threads` threads, in nodes from this depth on.
    pub fn new(
        tt: &'a TranspositionTable,
        (under_search, threads): (&'a UnderSearch, usize),
        least_depth: FineDepth,
    ) -> Sharing<'a> {
        Sharing {
            tt,
            under_search: (threads > 1).then_some(under_search),
            least_depth,
            open: vec![None; MAX_PLY + 2],
            finished: None,
        }
    }

    /// Whether there is no other thread.
    #[inline]
    pub fn is_alone(&self) -> bool {
        self.under_search.is_none()
    }

    /// The moves of this node, at `ply`, are about to be tried.
    #[inline]
    pub fn enter(&mut self, ply: usize, node: OpenNode) {
        let shared = self.under_search.is_some() && node.depth >= self.least_depth;
        self.open[ply] = shared.then_some(node);
    }

    /// What is searched at `ply` now is not shared.
    #[inline]
    pub fn leave(&mut self, ply: usize) {
        self.open[ply] = None;
    }

    /// Asks for a move of the node at `ply`, after its first one; a move that was `deferred`
    /// is searched even if another thread does so.
    #[inline]
    pub fn claim(&self, ply: usize, square: Square, deferred: bool) -> Claim {
        let (Some(under_search), Some(node)) = (self.under_search, self.open[ply]) else {
            return Claim::Own(None);
        };
        let key = node.key(square);
        if !deferred && under_search.contains(key) {
            return Claim::OfAnother;
        }
        if let Some(score) = node.score(self.tt, ply) {
            return Claim::Finished(score);
        }
        under_search.begin(key);
        Claim::Own(Some(key))
    }

    /// A claimed move has been searched, or was given up.
    #[inline]
    pub fn release(&self, key: Option<u64>) {
        if let (Some(under_search), Some(key)) = (self.under_search, key) {
            under_search.end(key);
        }
    }

    /// Whether another thread has finished a node above `ply`: then what is
    /// searched below it is not needed any more.
    pub fn is_finished_above(&mut self, ply: usize) -> bool {
        if self.is_alone() {
            return false;
        }
        let score = |at: usize| self.open[at]?.score(self.tt, at);
        self.finished = (0..ply).find_map(|at| Some((at, score(at)?)));
        self.finished.is_some()
    }

    /// The score of the node at `ply`, if the search below it was left because
    /// another thread has finished it.
    pub fn finished(&mut self, ply: usize) -> Option<Score> {
        let (_, score) = self.finished.take_if(|(at, _)| *at == ply)?;
        Some(score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_under_search_until_it_ends() {
        let under_search = UnderSearch::new(2);
        let square = Square::new(7, 7).unwrap();
        let key = |hash, depth| {
            let window = (Score::DRAW, Score::DRAW + 1);
            let node = OpenNode {
                hash,
                window,
                depth,
            };
            node.key(square)
        };
        let (shallow, deep) = (key(1, 4 * ONE_PLY), key(1, 5 * ONE_PLY));
        assert!(!under_search.contains(shallow));
        under_search.begin(shallow);
        assert!(under_search.contains(shallow) && !under_search.contains(deep));
        under_search.begin(shallow);
        under_search.end(shallow);
        assert!(!under_search.contains(shallow));
    }

    #[test]
    fn keys_of_one_set_have_room_beside_each_other() {
        let under_search = UnderSearch::new(2);
        let keys: Vec<u64> = (1..=WAYS + 1).map(|index| (index * SETS) as u64).collect();
        for &key in &keys {
            under_search.begin(key);
        }
        // One more than there is room for takes the first one's place.
        let known: Vec<bool> = keys.iter().map(|&key| under_search.contains(key)).collect();
        assert_eq!(known, [false, true, true, true, true]);
        for &key in &keys {
            under_search.end(key);
        }
        assert!(!keys.iter().any(|&key| under_search.contains(key)));
    }
}
