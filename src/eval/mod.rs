//! The evaluation: the static value of a quiet position, and the policy, which
//! says how likely each move is to be chosen. Both are sums over the shapes that
//! stones would make, fitted to games of the engine with itself; a network will
//! stand beside them.

mod evaluator;
mod tables;
pub mod weights;

pub use evaluator::Evaluator;
pub use tables::PARTS;

use crate::types::Rule;

/// Builds the tables of `rule`, which takes some milliseconds once, before a
/// clock runs.
pub fn prepare(rule: Rule) {
    tables::EvalTables::of(rule);
}
