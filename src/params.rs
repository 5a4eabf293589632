//! Every number that is a matter of judgement, grouped by technique.

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

/// Declares [`Tunables`]: name, value and the range that makes sense.
macro_rules! tunables {
    ($($(#[$doc:meta])* $name:ident: $value:literal in $least:literal..=$most:literal;)*) => {
        /// The numbers of the search, which experiments may change.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Tunables {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Default for Tunables {
            /// The numbers that have done best so far.
            fn default() -> Tunables {
                Tunables { $($name: $value,)* }
            }
        }

        impl Tunables {
            /// The names of all numbers.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name)),*];

            /// Changes the number of this name; says whether there is one and
            /// the value is within its range.
            pub fn set(&mut self, name: &str, value: i32) -> bool {
                match name {
                    $(stringify!($name) if ($least..=$most).contains(&value) => {
                        self.$name = value;
                    })*
                    _ => return false,
                }
                true
            }
        }
    };
}

tunables! {
    /// Quiescence: plain fours are tried down to this depth, fours with more
    /// behind them down to `lowest`.
    plain_fours: 0 in -20..=0;
    /// Quiescence: no own four below this depth.
    lowest: -8 in -40..=0;

    /// Late move reductions: least depth.
    lmr_depth: 3 in 1..=20;
    /// Late move reductions: this many moves are searched in full.
    lmr_full: 3 in 1..=20;
    /// Late move reductions: `ln(depth) * ln(moves)` times this, in hundredths.
    lmr_factor: 80 in 0..=400;

    /// Ordering: squares that make a four.
    order_four: 0 in 0..=1000;
    /// Ordering: killer moves.
    order_killer: 50 in 0..=1000;
    /// Ordering: history scores are divided by this.
    history_divisor: 128 in 1..=10000;

    /// Reverse futility: a node whose evaluation is above beta by
    /// `futility_margin` times its depth is not searched, up to this depth.
    futility_depth: 6 in 0..=40;
    /// In evaluation units per ply; see `futility_depth`.
    futility_margin: 70 in 0..=1000;
    /// Late moves: quiet ones are skipped after `late_base + late_linear * depth
    /// + late_square * depth * depth` hundredths of a move, up to this depth.
    late_depth: 8 in 0..=40;
    /// See `late_depth`.
    late_base: 400 in 0..=10000;
    /// See `late_depth`.
    late_linear: 0 in 0..=10000;
    /// See `late_depth`.
    late_square: 100 in 0..=10000;
}

/// History scores stay within plus and minus this.
pub const HISTORY_LIMIT: i32 = 8_192;
