//! The evaluation: the static value of a quiet position, and the policy, which
//! says how likely each move is to be chosen. The value is a sum over the shapes
//! that stones would make, the policy a small [`network`] over what stands on the
//! lines through a square; both are fitted to games of the engine with itself.
//! The network may also add to the value. A policy by shapes stands in where there
//! is no network. What neither can see, who must move at the end of a game, is
//! counted apart.

mod evaluator;
pub mod network;
mod tables;
pub mod weights;
mod zugzwang;

pub use evaluator::Evaluator;
pub use tables::PARTS;
pub use zugzwang::zugzwang;

use crate::types::Rule;

/// Builds the tables of `rule`, which takes some milliseconds once, before a
/// clock runs.
pub fn prepare(rule: Rule) {
    tables::EvalTables::of(rule);
    network::Network::embedded(rule);
}
