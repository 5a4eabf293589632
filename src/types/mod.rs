//! The vocabulary of the game: squares, sets of squares, directions, colours,
//! rules and scores. The rules of play are elsewhere.

mod color;
mod direction;
mod rule;
mod score;
mod square;
mod square_set;

pub use color::Color;
pub use direction::Direction;
pub use rule::{
    ByRule, Caro, CaroOverline, FiveRule, Freestyle, Renju, Rule, Ruleset, Standard, UnknownRule,
};
pub use score::{MAX_PLY, Score, ScoreKind};
pub use square::{MAX_SIDE, MIN_SIDE, SQUARES, Square};
pub use square_set::SquareSet;

/// Search depth in whole plies: at the root, in limits and in reports.
pub type Depth = i32;

/// Search depth inside the tree, in fixed point: [`ONE_PLY`] is one ply.
pub type FineDepth = i32;

/// One ply of a [`FineDepth`].
pub const ONE_PLY: FineDepth = 256;
