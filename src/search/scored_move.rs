//! A move with its scores before it is searched.

use crate::types::Square;

/// A move, its ordering score and its policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoredMove {
    /// The ordering score: more is better.
    pub score: i32,
    /// Its policy alone.
    pub policy: i32,
    /// The move.
    pub square: Square,
}

/// The score of a deferred move, less one for each that came before it.
const DEFERRED: i32 = i32::MIN / 2;

impl ScoredMove {
    /// Smaller is better; no two squares are equal.
    #[inline]
    pub fn rank(self) -> i64 {
        (-i64::from(self.score) << 16) + self.square.index() as i64
    }

    /// Orders it after all moves that are not deferred; `before` moves of its node came
    /// before it.
    pub fn defer(&mut self, before: usize) {
        self.score = DEFERRED - before as i32;
    }

    /// How many moves of its node came before it when it was deferred, if it
    /// was.
    #[inline]
    pub fn deferred(self) -> Option<usize> {
        (self.score <= DEFERRED).then(|| (DEFERRED - self.score) as usize)
    }
}
