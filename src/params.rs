//! Every number that is a matter of judgement, grouped by technique.

/// Evaluation: what empty squares are worth to a colour.
pub mod value {
    /// By [`Shape`](crate::pattern::Shape), for each of the four directions.
    pub const SHAPE: [i32; 16] = [
        0, 1, 3, 4, 9, 13, 11, 24, 30, 26, 26, 48, 60, 0, 0, 0,
    ];
    /// By [`ThreatClass`](crate::pattern::ThreatClass), on top of the shapes.
    pub const CLASS: [i32; 14] = [0, 0, 0, 0, 4, 6, 0, 8, 30, 0, 10, 60, 60, 60];
    /// A forbidden point of renju's Black.
    pub const FORBIDDEN: i32 = -2;
    /// What having the move is worth.
    pub const TEMPO: i32 = 24;
    /// The side to move counts its own squares this much in 64ths.
    pub const OWN_WEIGHT: i32 = 72;
    /// The side to move counts the opponent's squares this much in 64ths.
    pub const OTHER_WEIGHT: i32 = 56;
}

/// Candidate squares.
pub mod candidates {
    /// Squares at most this many king's moves from a stone are candidates.
    pub const SQUARE: i32 = 2;
    /// Squares on a stone's lines are candidates up to this distance.
    pub const LINE: i32 = 3;
}
