//! The Python module: the engine's library with Python's types. See `README.md`.

mod arrays;
mod background;
mod board;
mod engine;
mod matches;
mod records;
mod solve;
mod values;

/// The part of `tengen` that is written in Rust.
#[pyo3::pymodule]
mod _tengen {
    #[pymodule_export]
    use crate::arrays::{evaluate, policy};
    #[pymodule_export]
    use crate::board::{Board, Position, forbidden, winner};
    #[pymodule_export]
    use crate::engine::{Analysis, Engine, Line, ReviewedMove};
    #[pymodule_export]
    use crate::matches::{Game, Games, play_match};
    #[pymodule_export]
    use crate::records::{Record, read};
    #[pymodule_export]
    use crate::solve::{Proof, Solution, solve, verify};
}
