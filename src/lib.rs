//! Tengen.

pub mod board;
pub mod params;
pub mod pattern;
pub mod position;
pub mod rules;
pub mod types;
