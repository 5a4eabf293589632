//! The search of the root, from the bottom up: what a thread checks while it searches
//! (`poll`) and how sure it is of its move (`effort`), the threat solver (`solver`), what
//! a thread owns (`state`), the root moves (`moves`) and how they are dealt to threads
//! (`dealing`), proven wins and losses (`proven`), iterations (`iterations`), stones to
//! balance a position (`balance`), and the whole search (`search`).

mod balance;
mod dealing;
mod effort;
mod iterations;
mod moves;
mod poll;
mod proven;
mod search;
mod solver;
pub mod state;
