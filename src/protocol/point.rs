//! Coordinates as managers write them.

/// Coordinates as the manager writes them: column and row from 0 at the upper
/// left. `-1,-1` is a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// Column.
    pub x: i32,
    /// Row.
    pub y: i32,
}

impl Point {
    /// Stands for a pass.
    pub const PASS: Point = Point { x: -1, y: -1 };
}
