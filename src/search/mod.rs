//! The search: iterative deepening over negamax with alpha-beta. It prints
//! nothing; what happens is told through [`Event`]s.
//!
//! Its rooms, each using only those above it here:
//!
//! * `threads`: what several threads know of each other's work, and nothing of
//!   searching;
//! * `tree`: the node, quiescence, ordering, histories, pruning: one thread's
//!   search below the root, which several threads share through the narrow face
//!   of `threads::abdada`;
//! * `root`: iterations, aspiration, time, the solver's advice, what is announced,
//!   and how root moves are dealt to several threads.
//!
//! Within the rooms, too, files use each other in one direction only; a test
//! holds this.

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
