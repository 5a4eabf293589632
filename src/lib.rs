//! Tengen.

pub mod board;
pub mod cli;
pub mod clock;
pub mod engine;
pub mod eval;
pub mod movegen;
pub mod opening;
pub mod params;
pub mod pattern;
pub mod pool;
pub mod position;
pub mod protocol;
pub mod records;
pub mod rules;
pub mod search;
pub mod tt;
pub mod types;
