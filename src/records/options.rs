//! What a reader is told.

use crate::types::Rule;

/// What the user says about a file that does not say it itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReadOptions {
    /// Columns and rows, for files without a size.
    pub size: Option<(usize, usize)>,
    /// The rule of games whose file names none, or one that is not known.
    pub rule: Option<Rule>,
    /// Columns are `a` to `h`, `j`, `k` and on, as in Go.
    pub is_without_i: bool,
}

/// Columns and rows where neither the file nor the user says them.
const USUAL: (usize, usize) = (15, 15);

impl ReadOptions {
    /// The size of files without one.
    pub fn size_or_usual(&self) -> (usize, usize) {
        self.size.unwrap_or(USUAL)
    }
}
