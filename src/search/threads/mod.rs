//! What the threads of a search know of each other's work: values that they
//! share, and nothing of searching.

pub mod abdada;
pub mod balance_round;
pub mod deal;
pub mod root_proofs;
pub mod team;

/// Nobody sleeps longer than this without a look at the clock.
const MAX_WAIT: std::time::Duration = std::time::Duration::from_millis(5);
