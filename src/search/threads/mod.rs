//! What the threads of a search share about their work.

pub mod abdada;
pub mod balance_round;
pub mod deal;
pub mod root_proofs;
pub mod team;

/// The longest wait between two checks of the clock.
const MAX_WAIT: std::time::Duration = std::time::Duration::from_millis(5);
