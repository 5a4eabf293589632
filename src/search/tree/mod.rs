//! The search of positions below the root, by one thread.

pub mod certain;
pub mod correction;
pub mod history;
pub mod memory;
pub mod moves;
pub mod node;
pub mod ordering;
pub mod picker;
pub mod profile;
pub mod pruning;
pub mod quiescence;
pub mod reduction;
pub mod thread;
