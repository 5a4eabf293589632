//! The evaluation: the static value of a quiet position, and the policy, which says
//! how likely each move is to be chosen. The value is a sum over the shapes that
//! stones would make, corrected by a small [`network`] over the lines through the
//! empty squares; the policy is that network's. Both are fitted to self-play games.
//! Without a network the policy too comes from shapes. Renju's zugzwang at the end of
//! a game, which neither sees, is added separately.

mod evaluator;
pub mod network;
mod tables;
pub mod weights;
mod zugzwang;

pub use evaluator::Evaluator;
pub use tables::PARTS;
pub use zugzwang::zugzwang;

use crate::types::Rule;

/// Builds the tables of `rule`, which takes some milliseconds once: called before a
/// clock runs.
pub fn prepare(rule: Rule) {
    tables::EvalTables::of(rule);
    #[cfg(feature = "networks")]
    network::Network::embedded(rule);
}
