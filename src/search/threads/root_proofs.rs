//! What helpers have proven about the root, for the main thread.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::lock::lock;
use crate::types::Square;

/// A win: its line, and how many plies it takes.
#[derive(Clone, Debug)]
pub struct ProvenWin {
    /// The moves of the side that wins and one answer to each.
    pub line: Vec<Square>,
    /// Until the five stands.
    pub plies: usize,
}

/// A proof about the root.
#[derive(Clone, Debug)]
pub enum RootProof {
    /// The side to move wins.
    Wins(ProvenWin),
    /// This move loses, in this many plies.
    Loses(Square, usize),
}

/// Proofs that the main thread has not taken yet.
#[derive(Debug, Default)]
pub struct RootProofs {
    waiting: Mutex<Vec<RootProof>>,
    /// Whether there are any.
    news: AtomicBool,
}

impl RootProofs {
    /// Adds a proof.
    pub fn tell(&self, proof: RootProof) {
        lock(&self.waiting).push(proof);
        self.news.store(true, Relaxed);
    }

    /// Whether there are any; cheap.
    #[inline]
    pub fn is_news(&self) -> bool {
        self.news.load(Relaxed)
    }

    /// Takes all of them.
    pub fn take(&self) -> Vec<RootProof> {
        let mut waiting = lock(&self.waiting);
        self.news.store(false, Relaxed);
        std::mem::take(&mut *waiting)
    }
}
