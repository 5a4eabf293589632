//! Every number that is a matter of judgement, grouped by technique: constants where no
//! tuning is expected, [`Tunables`] where experiments change them.

mod by_rule;
mod tunables;

pub use by_rule::Changes;
pub use tunables::Tunables;

use crate::types::{FineDepth, ONE_PLY};

/// Time management.
pub mod time {
    /// Thinking time without any limit.
    pub const DEFAULT_MS: u64 = 5_000;
    /// Kept back of every allowance: a tenth, but at least this ...
    pub const LEAST_MARGIN_MS: u64 = 5;
    /// ... and at most this.
    pub const MOST_MARGIN_MS: u64 = 30;
    /// What a move costs on a manager's clock beyond the search, until it is measured.
    pub const USUAL_LAG_MS: u64 = 1;
    /// Each move that may still come costs this at least, whatever is planned for it.
    pub const LEAST_MOVE_MS: u64 = 2;
    /// Lag may come out greater than its mean by this factor.
    pub const LAG_SAFETY: f64 = 1.25;
    /// Twice the standard deviation of one move's lag, in means.
    pub const LAG_SPREAD: f64 = 1.2;
    /// Kept back of a game's time for a machine that stalls.
    pub const STALL_MS: u64 = 500;
    /// No new iteration after this share of the hard limit.
    pub const SOFT_SHARE: f64 = 0.85;
    /// A game is expected to last this many more own moves at its start ...
    pub const MOVES_TO_GO: u32 = 32;
    /// ... and never fewer than this.
    pub const FEWEST_MOVES: u32 = 18;
    /// One move takes at most this part of the time left for the game.
    pub const HARD_DIVISOR: u32 = 5;
    /// The number of own moves of a long game: a limit for the move that allows all of them
    /// is used as if there were no other limit.
    pub const LONG_GAME: u32 = 60;
    /// An iteration is given up when it takes the time beyond this multiple of
    /// the soft limit.
    pub const OVERRUN: f64 = 1.9;
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
    pub const LEAST: f64 = 0.22;
    /// ... and the largest one.
    pub const MOST: f64 = 3.5;
    /// Each recent change of the best move adds this.
    pub const CHANGE: f64 = 0.3;
    /// The weight of a change fades by this factor from one iteration to the next.
    pub const FADING: f64 = 0.5;
    /// Iterations with the same best move count from this one on ...
    pub const STEADY_FROM: u32 = 5;
    /// ... and each takes this away ...
    pub const STEADY: f64 = 0.05;
    /// ... down to this.
    pub const STEADY_LEAST: f64 = 0.42;
    /// A score that is this much lower than before, in evaluation units, doubles the time.
    pub const FALL: f64 = 200.0;
    /// What a falling score adds at most.
    pub const FALL_MOST: f64 = 1.0;
    /// What a rising score takes away at most.
    pub const RISE_MOST: f64 = 0.15;
    /// The weight of the last score in the mean of all of them.
    pub const MEAN_SHARE: f64 = 0.2;
    /// A score below this mean adds the difference, divided by this, ...
    pub const SINK: f64 = 400.0;
    /// ... but at most this.
    pub const SINK_MOST: f64 = 0.5;
    /// What a score above the mean takes away at most.
    pub const CLIMB_MOST: f64 = 0.1;
    /// A side that is behind by more than this, in evaluation units, gets more time; ...
    pub const BEHIND: f64 = 100.0;
    /// ... if it is behind by this much more ...
    pub const BEHIND_WIDTH: f64 = 600.0;
    /// ... this is added, which is the most.
    pub const BEHIND_MOST: f64 = 0.7;
    /// The best move's usual share of an iteration's nodes: a lower one adds time, a higher
    /// one takes time away, ...
    pub const BEST_SHARE: f64 = 0.6;
    /// ... by this times the difference.
    pub const BEST_FACTOR: f64 = 0.5;
    /// In the middle of an iteration: the best move's score has fallen by so
    /// much that another one should be looked for.
    pub const ALARM: i32 = 60;
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
    /// Once a window would reach further than this from the score, the side that
    /// failed is opened fully.
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

/// Late move pruning.
pub mod lmp {
    /// A PV node tries this many times the moves of another one ...
    pub const PV_SHARE: usize = 2;
    /// ... and this many more.
    pub const PV_MORE: usize = 4;
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

/// Enhanced transposition cutoffs: the least depth of a node that looks for one.
pub const CHILD_CUTS_FROM: FineDepth = 6 * ONE_PLY;
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
