//! Matches, games of the engine with itself, suites, training, the search for openings.

#[path = "../common/mod.rs"]
mod common;

mod fit;
mod matches;
mod openings;
mod recorded;
mod selfplay;
mod shards;
mod suite;
mod train;
