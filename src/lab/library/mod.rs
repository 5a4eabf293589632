//! Filling a library with analyses: the positions that matter most, one after the
//! other, by all cores, for as long as one likes.

mod build;
mod frontier;

pub use build::{BuildError, BuildPlan, Built, build};
