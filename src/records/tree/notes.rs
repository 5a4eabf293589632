//! What a node has besides its move.

use std::time::Duration;

use crate::types::{Color, Square};

/// A property of a file that has no field here, kept as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    /// Its name, as `5A`.
    pub name: String,
    /// Its values, without the escapes of the format.
    pub values: Vec<String>,
}

/// Stones that are set up or taken away, not played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SetUp {
    /// Stones of Black and White, in the order of the file.
    pub stones: [Vec<Square>; 2],
    /// Squares that become empty.
    pub emptied: Vec<Square>,
    /// The side to move, if the file says it.
    pub to_move: Option<Color>,
}

/// A sign on a square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The square.
    pub square: Square,
    /// The sign.
    pub kind: MarkKind,
}

/// The kinds of signs on squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MarkKind {
    /// A short text: SGF's `LB`, RenLib's board text.
    Label(String),
    /// `CR`.
    Circle,
    /// `SQ`.
    Square,
    /// `TR`.
    Triangle,
    /// `MA`: a cross, as on forbidden points.
    Cross,
    /// `SL`.
    Selected,
    /// `DD`: greyed out.
    Dimmed,
    /// `AR`: an arrow to another square.
    Arrow(Square),
    /// `LN`: a line to another square.
    Line(Square),
}

/// How good a move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveJudgement {
    /// `BM[1]`.
    Bad,
    /// `BM[2]`.
    VeryBad,
    /// `DO`.
    Doubtful,
    /// `IT`.
    Interesting,
    /// `TE[1]`: a good move.
    Good,
    /// `TE[2]`.
    VeryGood,
}

/// Who is better; `true`: clearly, SGF's value 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// `DM`: the position is even.
    Even(bool),
    /// `GB`, `GW`: good for this colour.
    Better(Color, bool),
    /// `UC`: unclear.
    Unclear(bool),
}

/// What a node has besides its move. Two notes are equal if a reader sees the same.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notes {
    /// Words, on any number of lines, each ended by one LF but the last.
    pub comment: String,
    /// The node's name, on one line.
    pub name: String,
    /// Stones that are set up before the move.
    pub set_up: SetUp,
    /// Signs on squares, in the order of the file.
    pub marks: Vec<Mark>,
    /// How good the move is.
    pub move_judgement: Option<MoveJudgement>,
    /// How good the position is.
    pub judgement: Option<Judgement>,
    /// A node to look at: SGF's `HO`, RenLib's mark; `true`: very, SGF's value 2.
    pub hot: Option<bool>,
    /// The time left on the clocks of Black and White after the move.
    pub time_left: [Option<Duration>; 2],
    /// What the file says besides, as it stands there, in its order; of the root, this
    /// is in the facts.
    pub other: Vec<Property>,
}

impl Notes {
    /// Whether they say nothing.
    pub fn is_empty(&self) -> bool {
        *self == Notes::default()
    }
}
