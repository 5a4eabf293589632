//! Every number that is a matter of judgement, grouped by technique.

/// Evaluation: what empty squares are worth to a colour.
pub mod value {
    /// By [`Shape`](crate::pattern::Shape), for each of the four directions;
    /// not negative. Place 7 is no shape.
    pub const SHAPE: [i32; 16] = [0, 1, 3, 4, 9, 13, 11, 0, 24, 30, 26, 26, 48, 60, 0, 0];
    /// By [`ThreatClass`](crate::pattern::ThreatClass), on top of the shapes;
    /// only `Three` and stronger count, and places 6 and 7 are no class.
    pub const CLASS: [i32; 16] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 8, 30, 0, 10, 60, 60, 60];
    /// What having the move is worth.
    pub const TEMPO: i32 = 200;
}

/// Time management.
pub mod time {
    /// Thinking time when nothing was said about time at all.
    pub const DEFAULT_MS: u64 = 5_000;
    /// Kept back of every allowance: a tenth, but at least this ...
    pub const LEAST_MARGIN_MS: u64 = 5;
    /// ... and at most this.
    pub const MOST_MARGIN_MS: u64 = 30;
    /// No new iteration after this share of the hard limit.
    pub const SOFT_SHARE: f64 = 0.85;
    /// A game is expected to last this many more own moves at its start ...
    pub const MOVES_TO_GO: u32 = 26;
    /// ... and never fewer than this.
    pub const FEWEST_MOVES: u32 = 9;
    /// One move takes at most this part of the time left for the game.
    pub const HARD_DIVISOR: u32 = 5;
}

/// Evaluation in search: quiescence.
pub mod quiescence {
    /// Plain fours are tried down to this depth, fours with more behind them
    /// down to [`LOWEST`].
    pub const PLAIN_FOURS: i32 = 0;
    /// No own four below this depth.
    pub const LOWEST: i32 = -8;
}

/// Late move reductions.
pub mod lmr {
    /// Least depth.
    pub const MIN_DEPTH: i32 = 3;
    /// This many moves are searched in full.
    pub const FULL_MOVES: usize = 3;
    /// The reduction is `ln(depth) * ln(moves)` times this, in hundredths.
    pub const FACTOR: f64 = 80.0;
}

/// Move ordering.
pub mod order {
    /// The opponent's value of a square counts this much in 64ths of ours.
    pub const OTHER_WEIGHT: i32 = 48;
    /// Squares that make a four.
    pub const FOUR: i32 = 60;
    /// Killer moves.
    pub const KILLER: i32 = 50;
    /// History scores are divided by this.
    pub const HISTORY_DIVISOR: i32 = 128;
    /// History scores stay within plus and minus this.
    pub const HISTORY_LIMIT: i32 = 8_192;
}

/// Pruning of whole nodes and of late moves.
pub mod pruning {
    /// A node whose evaluation is above beta by [`FUTILITY_MARGIN`] times its
    /// depth is not searched, up to this depth.
    pub const FUTILITY_DEPTH: i32 = 6;
    /// In evaluation units per ply.
    pub const FUTILITY_MARGIN: i32 = 70;
    /// Quiet moves are skipped after `LATE_BASE + depth * depth` moves, up to
    /// this depth.
    pub const LATE_DEPTH: i32 = 8;
    /// See [`LATE_DEPTH`].
    pub const LATE_BASE: i32 = 4;
}
