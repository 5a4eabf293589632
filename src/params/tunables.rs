//! The search parameters that experiments may change.

/// Declares [`Tunables`]: name, value and the range that makes sense.
macro_rules! tunables {
    ($($(#[$doc:meta])* $name:ident: $value:literal in $least:literal..=$most:literal;)*) => {
        /// The search parameters, which experiments may change.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Tunables {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Default for Tunables {
            /// The usual parameters: see [`Tunables::of`].
            fn default() -> Tunables {
                Tunables { $($name: $value,)* }
            }
        }

        impl Tunables {
            /// The names of all parameters.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name)),*];

            /// Changes the parameter of this name: whether there is one and the value
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

            /// The value of the parameter of this name, if there is one.
            pub fn get(&self, name: &str) -> Option<i32> {
                match name {
                    $(stringify!($name) => Some(self.$name),)*
                    _ => None,
                }
            }

            /// The least and the most that makes sense for the parameter of this
            /// name, if there is one.
            pub fn range(name: &str) -> Option<(i32, i32)> {
                match name {
                    $(stringify!($name) => Some(($least, $most)),)*
                    _ => None,
                }
            }

            /// A value of the parameter of this name from its text, if there is
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
    lazy_margin: 180 in 0..=20000;
    /// Correction history: per cent of the correction that is added to the evaluation;
    /// with more than 100 corrections would amplify themselves
    /// (`search/tree/correction.rs`).
    correction: 50 in 0..=100;
    /// Hash table: an entry that is shallower by at most this is accepted; ...
    table_slack: 58 in 0..=512;
    /// ... if it is an upper bound for the node itself, one that is shallower by this.
    table_slack_upper: 158 in 0..=512;

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
    /// is below the best one's (in the tree, of those before it).
    lmr_policy: 9 in -512..=1024;
    /// Late move reductions: less by the history score, divided by this, in plies.
    lmr_history: 1336 in 1..=1000000;
    /// Late move reductions: less for a move that continues an attack.
    lmr_attack: -160 in -512..=1024;
    /// Late move reductions: the share for moves that make a three, in 1/256.
    lmr_threes: 34 in 0..=512;
    /// Late move reductions: more for a four with one answer that is distant.
    lmr_distant: 445 in 0..=1024;
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
    /// Staged move generation: below this depth sharp moves come before all others.
    sharp_depth: 0 in 0..=10240;

    /// Reverse futility: up to this depth, a node whose evaluation is above beta by
    /// `rfp_margin` for each ply is not searched.
    rfp_depth: 1804 in 0..=10240;
    /// In evaluation units per ply; see `rfp_depth`.
    rfp_margin: 19 in 0..=1000;
    /// Reverse futility: the depth counts this much less when the position is improving.
    rfp_improving: 78 in -1024..=1024;
    /// Reverse futility: units less per ply in an expected cut node without a table entry.
    rfp_cut: -4 in -100..=100;

    /// History pruning: below this depth, quiet moves after the first one are skipped ...
    history_depth: 1024 in 0..=10240;
    /// ... if their history score is below minus this for each ply.
    history_margin: 3000 in 0..=100000;

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
    /// + lmp_square * depth * depth` hundredths of a move, with the depth in plies; in PV
    /// nodes later (`params::lmp`).
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
    distant_fours: 1024 in 0..=10240;

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
    /// The last helper's threat solver spends this many per cent of the nodes of its search.
    helper_solver_share: 8 in 0..=100;
}
