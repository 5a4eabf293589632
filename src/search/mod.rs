//! The search: iterative deepening over negamax with alpha-beta. It prints nothing and
//! reports [`Event`]s.
//!
//! Its folders, each using only those above it here:
//!
//! * `threads`: what several threads share about their work;
//! * `tree`: one thread's search below the root: the node, quiescence, ordering,
//!   histories, pruning;
//! * `root`: iterations, aspiration, time, proofs, reports, and root moves dealt to several
//!   threads.
//!
//! Within the folders, too, files use each other in one direction only; a test checks it.

mod report;
mod request;
mod root;
mod scored_move;
#[cfg(test)]
mod test_support;
mod threads;
mod tree;

pub use report::{Event, Found, Iteration, Latest, Stopped};
pub use request::{Objective, Shared};
pub use root::state::Root;
pub use threads::team::Team;
#[cfg(feature = "profile")]
pub use tree::profile::{Count, DEEPEST, Kind, Profile};
