//! The candidates of a balance search, shared by all threads at one depth.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

use crate::types::{Depth, Square};

/// Stones after which the position may be balanced.
#[derive(Debug)]
pub struct BalanceRound {
    pub candidates: Vec<Vec<Square>>,
    /// The wanted score.
    pub bias: i32,
    pub depth: Depth,
    /// How many have been claimed.
    begun: AtomicUsize,
    /// The least error, and the first candidate that has it.
    nearest: AtomicU64,
}

impl BalanceRound {
    pub fn new(candidates: Vec<Vec<Square>>, bias: i32, depth: Depth) -> BalanceRound {
        BalanceRound {
            candidates,
            bias,
            depth,
            begun: AtomicUsize::new(0),
            nearest: AtomicU64::new(u64::from(u16::MAX) << 32),
        }
    }

    /// The next candidate that no thread has claimed, unless one is perfect.
    pub fn claim(&self) -> Option<usize> {
        let index = self.begun.fetch_add(1, Relaxed);
        (index < self.candidates.len() && self.nearest().0 > 0).then_some(index)
    }

    /// The score after a candidate is at least this far from the wanted one.
    pub fn note(&self, index: usize, error: i32) {
        let both = u64::from(error.unsigned_abs()) << 32 | index as u64;
        self.nearest.fetch_min(both, Relaxed);
    }

    /// The least error known, and the candidate that has it.
    pub fn nearest(&self) -> (i32, usize) {
        let both = self.nearest.load(Relaxed);
        ((both >> 32) as i32, both as u32 as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_is_over_with_a_perfect_candidate() {
        let squares = |index| vec![Square::from_index(index)];
        let round = BalanceRound::new((0..4).map(squares).collect(), 0, 3);
        assert_eq!((round.claim(), round.claim()), (Some(0), Some(1)));
        round.note(1, 7);
        round.note(0, 7);
        assert_eq!(round.nearest(), (7, 0));
        assert_eq!(round.claim(), Some(2));
        round.note(2, 0);
        assert_eq!((round.nearest(), round.claim()), ((0, 2), None));
    }
}
