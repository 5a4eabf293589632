//! The rules of the game by a slow referee, and everything that is built on
//! them: patterns, duties, incremental values, records.

#[path = "../common/mod.rs"]
mod common;

mod diagrams;
mod duty;
mod foresight;
mod incremental;
mod properties;
mod public_suites;
mod records;
mod referee;
