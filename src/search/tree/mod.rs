//! The search of positions below the root, by one thread.

pub mod certain;
pub mod history;
pub mod node;
pub mod ordering;
pub mod pruning;
pub mod quiescence;
pub mod state;
