//! The engine through the library: the search, the solver, the network, levels,
//! lessons.

#[path = "../common/mod.rs"]
mod common;

mod certainty;
mod endings;
mod goals;
mod levels;
mod network;
mod one_ply;
mod opening_play;
mod own_suites;
mod parallel;
mod proofs;
mod quiet;
mod signature;
mod solver;
mod stack;
mod suite;
mod teach;
mod threats;
