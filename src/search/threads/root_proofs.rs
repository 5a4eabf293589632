//! What the threat solver has found out for a helping thread, waiting for the
//! thread whose result counts.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::types::Square;

/// A win: its line, and how many plies it takes.
#[derive(Clone, Debug)]
pub struct ProvenWin {
    /// The moves of the side that wins and one answer to each.
    pub line: Vec<Square>,
    /// Until the five stands.
    pub plies: usize,
}

/// What is proven of the root.
#[derive(Clone, Debug)]
pub enum RootProof {
    /// The side to move wins.
    Wins(ProvenWin),
    /// It loses by this move, in so many plies.
    Loses(Square, usize),
}

/// Verdicts that the thread whose result counts has not heard yet.
#[derive(Debug, Default)]
pub struct RootProofs {
    waiting: Mutex<Vec<RootProof>>,
    /// Whether there are any.
    news: AtomicBool,
}

impl RootProofs {
    /// Adds a verdict.
    pub fn tell(&self, verdict: RootProof) {
        self.lock().push(verdict);
        self.news.store(true, Relaxed);
    }

    /// Whether there are any; to be asked often.
    #[inline]
    pub fn is_news(&self) -> bool {
        self.news.load(Relaxed)
    }

    /// All of them, which are then heard.
    pub fn take(&self) -> Vec<RootProof> {
        let mut waiting = self.lock();
        self.news.store(false, Relaxed);
        std::mem::take(&mut *waiting)
    }

    /// The list is whole even after a panic.
    fn lock(&self) -> MutexGuard<'_, Vec<RootProof>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
