//! Every number that is a matter of judgement, grouped by technique: constants where no
//! tuning is expected, [`Tunables`] where experiments change them.

mod by_rule;

pub use by_rule::Changes;

/// Time management.
pub mod time {
    /// Thinking time without any limit.
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
    pub const FEWEST_MOVES: u32 = 16;
    /// One move takes at most this part of the time left for the game.
    pub const HARD_DIVISOR: u32 = 5;
    /// The number of own moves of a long game: a limit for the move that allows all of them
    /// is used as if there were no other limit.
    pub const LONG_GAME: u32 = 60;
    /// An iteration is given up when it takes the time beyond this multiple of
    /// the soft limit.
    pub const OVERRUN: f64 = 1.6;
    /// Nodes for the score of a forced move.
    pub const FORCED_NODES: u64 = 2_000;
    /// The share of the soft limit that the search for the longest resistance
    /// may take when the game is lost.
    pub const LOST_SHARE: f64 = 0.15;
    /// The same for a faster win when the game is won.
    pub const WON_SHARE: f64 = 0.05;
    /// Neither of the two takes longer than this.
    pub const MOST_PROVEN_MS: u64 = 5_000;
    /// Where time plays no part, they may take this many nodes and half of
    /// those that were needed for the proof.
    pub const PROVEN_NODES: u64 = 10_000;
}

/// How sure a search is of its move, and so how much of its time it takes.
pub mod effort {
    /// The least factor of the soft limit ...
    pub const LEAST: f64 = 0.25;
    /// ... and the largest one.
    pub const MOST: f64 = 2.5;
    /// Each recent change of the best move adds this.
    pub const CHANGE: f64 = 0.5;
    /// The weight of a change fades by this factor from one iteration to the next.
    pub const FADING: f64 = 0.6;
    /// Iterations with the same best move count from this one on ...
    pub const STEADY_FROM: u32 = 3;
    /// ... and each takes this away ...
    pub const STEADY: f64 = 0.04;
    /// ... down to this.
    pub const STEADY_LEAST: f64 = 0.6;
    /// A score that falls by this, in evaluation units, doubles the time.
    pub const FALL: f64 = 200.0;
    /// What a falling score adds at most.
    pub const FALL_MOST: f64 = 0.8;
    /// What a rising score takes away at most.
    pub const RISE_MOST: f64 = 0.15;
    /// In the middle of an iteration: the best move's score has fallen by so
    /// much that another one should be looked for.
    pub const ALARM: i32 = 100;
    /// An easy move is one that was the best for this many iterations ...
    pub const EASY_STEADY: u32 = 5;
    /// ... which took this share of the soft limit ...
    pub const EASY_AFTER: f64 = 0.15;
    /// ... and that is better than all others by this, in evaluation units ...
    pub const EASY_MARGIN: i32 = 250;
    /// ... when these are searched this many plies less deep.
    pub const EASY_LESS: i32 = 3;
    /// Its factor.
    pub const EASY: f64 = 0.4;
}

/// The root: iterations, the end of a decided game, balance.
pub mod root {
    /// The first depth with an aspiration window.
    pub const ASPIRATION_FROM: i32 = 4;
    /// A window that fails is widened by this factor.
    pub const ASPIRATION_GROWTH: i32 = 3;
    /// An aspiration window with bounds further than this from what was expected
    /// has none.
    pub const WIDEST: i32 = 1_500;
    /// An iteration sees, this far beyond its depth, threats whose outcome is
    /// known.
    pub const FORESIGHT: usize = 2;
    /// A win by fours gives way to one of at most this many plies ...
    pub const AT_ONCE: usize = 5;
    /// ... and that is seen at this depth.
    pub const QUICK_DEPTH: i32 = 2;
    /// Balance search: the number of candidates, the best by their evaluation.
    pub const MOST_CANDIDATES: usize = 256;
}

/// What the search asks the threat solver.
pub mod advice {
    /// What the solver may take of memory: this part of what the table takes ...
    pub const MEMORY_PART: usize = 16;
    /// ... but at most this many bytes.
    pub const MOST_MEMORY: usize = 16 << 20;
    /// The most positions of a proof that the table keeps.
    pub const MOST_REMEMBERED: usize = 10_000;
    /// What part of all nodes may go into looking for a win by fours.
    pub const FOURS_SHARE: u64 = 20;
    /// Nodes to find an announced win again.
    pub const ANNOUNCED_NODES: u64 = 50_000;
    /// ... but at most this part of all nodes.
    pub const ANNOUNCED_SHARE: u64 = 4;
    /// The least number of nodes for a question of a helper.
    pub const LEAST_QUESTION: u64 = 1_000;
}

/// The threat solver.
pub mod solver {
    /// Stones to look for a win by fours of the defender's, which ends an attack.
    /// To miss one costs time, not truth.
    pub const COUNTER_NODES: u64 = 3_000;
    /// An attacker's move begins with a proof number of one more for each of these by which
    /// its merit is below the best one's ...
    pub const DOUBT: i32 = 32;
    /// ... up to this many.
    pub const MOST_DOUBT: i32 = 20;
}

/// Openings with a choice of colours. Scores are normalised.
pub mod opening {
    use std::time::Duration;

    /// How many sets of first stones are searched ...
    pub const TRIES: usize = 40;
    /// ... or of first stones with a number of fifth moves, which takes several searches
    /// each ...
    pub const DECLARED_TRIES: usize = 8;
    /// ... with this many nodes for a search ...
    pub const NODES: u64 = 10_000;
    /// ... and for no longer than this.
    pub const MOST_TIME: Duration = Duration::from_secs(2);
    /// A search for stones that leave the position level, one for many positions, has at
    /// most this many nodes ...
    pub const BALANCE_NODES: u64 = 40_000;
    /// ... and is repeated this often, each time without the errors of the last one.
    pub const BALANCE_TRIES: usize = 8;
    /// From this many sets of stones the most level one is chosen by a deeper search.
    pub const FINALISTS: usize = 3;
    /// How many more fifth moves are searched than are wanted.
    pub const MORE_FIFTHS: usize = 3;
    /// A search of several moves gets the nodes of a search of one and this many times as
    /// many for each eight of them.
    pub const NODES_FOR_EIGHT: u64 = 2;
    /// The nodes of a choice where there is no limit at all.
    pub const MOST_NODES: u64 = 5_000_000;
    /// Short searches end after this share of the time for a move.
    pub const LOOKS_SHARE: f64 = 0.4;
    /// How far the first stones may be from the middle one.
    pub const SPREAD: usize = 3;
    /// A position is level when its score is no further from zero.
    pub const LEVEL: i32 = 12;
    /// Where a position can still be made level, its score is divided by this.
    pub const PLAIN_DIVISOR: i32 = 8;
    /// Who may choose a colour or place more stones does the latter when the score
    /// is nearer to zero than this.
    pub const MORE_BELOW: i32 = 8;
    /// How many fourth moves are searched where fifth moves will be offered.
    pub const FOURTHS: usize = 5;
    /// The most fifth moves that are declared unless more are required.
    pub const MOST_DECLARED: usize = 10;
}

/// How several threads share a search.
pub mod threads {
    use crate::types::{Depth, FineDepth, ONE_PLY};

    /// The first depth at which root moves are dealt. Dealing is cheap: it waits for no
    /// thread.
    pub const DEAL_FROM: Depth = 2;
    /// ABDADA: the least depth of a node whose moves are claimed and deferred.
    pub const ABDADA_FROM: FineDepth = 3 * ONE_PLY;
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
            /// The usual numbers: see [`Tunables::of`].
            fn default() -> Tunables {
                Tunables { $($name: $value,)* }
            }
        }

        impl Tunables {
            /// The names of all numbers.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name)),*];

            /// Changes the number with this name: whether there is one and the value
            /// is within its range.
            pub fn set(&mut self, name: &str, value: i32) -> bool {
                match name {
                    $(stringify!($name) if ($least..=$most).contains(&value) => {
                        self.$name = value;
                    })*
                    _ => return false,
                }
                true
            }

            /// The value of the number of this name, if there is one.
            pub fn get(&self, name: &str) -> Option<i32> {
                match name {
                    $(stringify!($name) => Some(self.$name),)*
                    _ => None,
                }
            }

            /// The least and the most that makes sense for the number of this
            /// name, if there is one.
            pub fn range(name: &str) -> Option<(i32, i32)> {
                match name {
                    $(stringify!($name) => Some(($least, $most)),)*
                    _ => None,
                }
            }

            /// A value of the number of this name from its text, if there is
            /// one.
            pub fn value(name: &str, text: &str) -> Option<i32> {
                let value = text.parse().ok();
                value.filter(|&value| Tunables::default().set(name, value))
            }
        }
    };
}

// Depths, extensions and reductions are in 1/256 of a ply unless stated otherwise,
// margins in evaluation units.
tunables! {
    /// Quiescence: no own four below this depth, in plies.
    lowest: -8 in -40..=0;
    /// Quiescence begins below this depth.
    leaf_depth: 62 in 1..=256;

    /// Lazy evaluation: the network is not evaluated where the value of the tables is
    /// this far outside the window.
    lazy_margin: 230 in 0..=20000;
    /// Correction history: per cent of the correction that is added to the evaluation;
    /// with more than 100 corrections would amplify themselves
    /// (`search/tree/correction.rs`).
    correction: 50 in 0..=100;
    /// Hash table: an entry that is shallower by at most this is accepted.
    table_slack: 58 in 0..=512;

    /// Late move reductions: every late move is reduced by this ...
    lmr_base: -74 in -512..=512;
    /// ... and by `ln(depth) * ln(moves)` times this.
    lmr_factor: 194 in 0..=1024;
    /// Late move reductions: more when the position is not improving.
    lmr_worsening: -31 in -512..=1024;
    /// Late move reductions: less in a node that is or was a PV node.
    lmr_was_pv: -141 in -512..=1024;
    /// Late move reductions: more in an expected cut node, for all moves but killers.
    lmr_cut: 116 in -512..=1024;
    /// Late move reductions: more for each unit of log-odds by which the move's policy
    /// is below the best one's.
    lmr_policy: 9 in -512..=1024;
    /// Late move reductions: less by the history score, divided by this, in plies.
    lmr_history: 1336 in 1..=1000000;
    /// Late move reductions: less for a move that continues an attack.
    lmr_attack: -160 in -512..=1024;
    /// Late move reductions: the share for moves that make a three, in 1/256.
    lmr_threes: 34 in 0..=512;
    /// Late move reductions: more for a four with one answer that is distant.
    lmr_distant: 345 in 0..=1024;
    /// Late move reductions: the share for answers to an open three or a four-three, in
    /// 1/256.
    lmr_answers: 395 in 0..=512;
    /// Late move reductions: more for such an answer that is distant and no four.
    lmr_useless: 225 in 0..=1024;
    /// Late move reductions: a move that fails high is searched a ply deeper if it is
    /// better than the best one by this ...
    lmr_deeper: 542 in 0..=20000;
    /// ... and a ply less deep than in full if it is not better by this.
    lmr_shallower: 24 in 0..=20000;
    /// A move that raises alpha reduces those after it by this.
    alpha_less: 187 in 0..=512;

    /// Extension: answers to a four, beyond the ply that they do not cost.
    extend_forced: 140 in 0..=256;
    /// Extension: the hash move in a PV node.
    extend_table: 22 in 0..=256;

    /// Fail-high reduction: in an expected cut node whose evaluation is above beta by
    /// this ...
    fhr_margin: -80 in -1000..=5000;
    /// ... and this more for each ply, ...
    fhr_slope: 11 in 0..=1000;
    /// ... quiet moves are reduced by this.
    fhr_less: 486 in 0..=512;

    /// Ordering: the bonus of killer moves.
    order_killer: 108 in 0..=1000;
    /// Ordering: the bonus of the counter-move.
    order_counter: 120 in 0..=1000;
    /// Ordering: history scores are divided by this.
    order_history: 48 in 1..=10000;
    /// Continuation history: its weight in per cent.
    continuation: 372 in 0..=400;

    /// Reverse futility: up to this depth, a node whose evaluation is above beta by
    /// `rfp_margin` for each ply is not searched.
    rfp_depth: 1804 in 0..=10240;
    /// In evaluation units per ply; see `rfp_depth`.
    rfp_margin: 19 in 0..=1000;
    /// Reverse futility: the depth counts this much less when the position is improving.
    rfp_improving: 78 in -1024..=1024;
    /// Reverse futility: units less per ply in an expected cut node without a table entry.
    rfp_cut: -4 in -100..=100;

    /// Null move: from this depth on.
    null_depth: 10240 in 1..=10240;
    /// Null move: reduction ...
    null_base: 768 in 0..=2560;
    /// ... and this more for each ply of depth.
    null_slope: 51 in 0..=256;

    /// Internal reduction: without a hash move, PV and cut nodes of this depth and more
    /// ...
    iir_depth: 327 in 1..=10240;
    /// ... are reduced by this.
    iir_less: 206 in 0..=1024;
    /// Internal reduction: a PV node is reduced by this for each ply by which the table's
    /// entry is shallower.
    iir_stale: 40 in 0..=256;

    /// Singular extension: from this depth on.
    singular_depth: 970 in 1..=10240;
    /// Singular extension: the others have to be below the table's score by this for each
    /// ply, in hundredths.
    singular_margin: 116 in 0..=10000;
    /// Singular extension: the others are searched to this share of the depth, in 1/256.
    singular_share: 106 in 0..=256;
    /// Double extension: the others are below the margin by this much more.
    singular_double: 287 in 0..=10000;
    /// Negative extension: the hash move is not singular and its score is above beta.
    singular_negative: 148 in 0..=1024;

    /// Late move pruning: quiet moves are skipped after `lmp_base + lmp_linear * depth
    /// + lmp_square * depth * depth` hundredths of a move, with the depth in plies.
    lmp_base: 215 in 0..=10000;
    /// See `lmp_base`.
    lmp_linear: 40 in 0..=10000;
    /// See `lmp_base`.
    lmp_square: 8 in 0..=10000;
    /// Late move pruning: per cent of this count when the position is not improving.
    lmp_worsening: 93 in 0..=100;
    /// Late move pruning: per cent of this count for moves that make a three ...
    lmp_threes: 180 in 100..=10000;
    /// ... and for fours with one answer, where no threat is to be answered.
    lmp_fours: 150 in 0..=10000;
    /// Distant fours with one answer are skipped up to this depth.
    distant_fours: 512 in 0..=10240;

    /// Policy pruning: a quiet move is skipped if its policy is below the best one's by
    /// this, in hundredths of log-odds, ...
    policy_base: 290 in 0..=100000;
    /// ... and this more for each ply of depth, ...
    policy_slope: 33 in 0..=10000;
    /// ... and this more for a move that makes a three.
    policy_threes: 2000 in 0..=100000;

    /// Aspiration: the first window reaches this far on both sides.
    aspiration: 5 in 1..=10000;
    /// Before the search the solver looks for a win by fours with this many nodes.
    root_fours: 20000 in 0..=1000000;
    /// The last helper spends this many per cent of its nodes in the threat solver.
    helper_solver_share: 8 in 0..=100;
}

/// Late move reductions.
pub mod lmr {
    use crate::types::{FineDepth, ONE_PLY};

    /// The least depth of a node whose moves are reduced.
    pub const FROM: FineDepth = 2 * ONE_PLY;
    /// The depth that is left at least.
    pub const LEAST_LEFT: FineDepth = ONE_PLY;
    /// Up to this depth a move that raises alpha reduces those after it.
    pub const ALPHA_UP_TO: FineDepth = 12 * ONE_PLY;
}

/// Singular extension.
pub mod singular {
    use crate::types::{FineDepth, ONE_PLY};

    /// The table's entry may be this much shallower.
    pub const STALENESS: FineDepth = 3 * ONE_PLY;
    /// The extension; a double one is twice this.
    pub const EXTENSION: FineDepth = ONE_PLY;
    /// The most double extensions in a line.
    pub const MOST_DOUBLES: usize = 6;
}

/// Internal reduction: no entry counts as shallower by more plies than this.
pub const MOST_STALE: i32 = 12;
/// History scores stay within plus and minus this.
pub const HISTORY_LIMIT: i32 = 8_192;
/// Corrections of the evaluation stay within plus and minus this, in evaluation
/// units times [`CORRECTION_UNIT`].
pub const CORRECTION_LIMIT: i32 = 200 * CORRECTION_UNIT;
/// Parts of an evaluation unit.
pub const CORRECTION_UNIT: i32 = 64;

const _: () = assert!(CORRECTION_LIMIT <= i16::MAX as i32);
