//! What is not searched, or less deep: margins and counts, by the evaluation and
//! the policy.

use std::sync::LazyLock;

use super::state::{NodeKind, Tree, Watch};
use crate::eval::weights::POLICY_UNIT;
use crate::params::MOST_STALE;
use crate::pattern::ThreatClass;
use crate::types::{Color, Depth, Ruleset, Score, Square};

impl<R: Ruleset, W: Watch> Tree<'_, R, W> {
    /// Razoring: whether the evaluation is so far below alpha that only fours
    /// could help.
    ///
    /// CITE: Birmingham, Kent: Tree-searching and tree-pruning techniques, Advances
    /// in Computer Chess 1, 1977.
    pub fn is_razored(&self, eval: Score, alpha: Score, depth: Depth) -> bool {
        let params = &self.params;
        let hope = params.razor_base + params.razor_slope * depth;
        depth <= params.razor_depth && eval + hope < alpha && !alpha.is_decisive()
    }

    /// Reverse futility: whether the evaluation is so far above beta that a
    /// quiet move will not lose it all.
    ///
    /// CITE: <https://www.chessprogramming.org/Reverse_Futility_Pruning>.
    pub fn is_futile(&self, eval: Score, beta: Score, improving: bool, depth: Depth) -> bool {
        let params = &self.params;
        let relief = if improving { params.rfp_improving } else { 0 };
        let margin = params.rfp_margin * (100 * depth - relief) / 100;
        depth <= params.rfp_depth && eval - margin >= beta
    }

    /// Null move: by how much less deep to look whether the side is good enough
    /// even if the opponent moves twice, if that is worth a try.
    ///
    /// CITE: Donninger: Null move and deep search, ICCA Journal 16(3), 1993.
    pub fn null_reduction(
        &self,
        eval: Score,
        beta: Score,
        depth: Depth,
        ply: usize,
    ) -> Option<Depth> {
        let params = &self.params;
        let moved_before = ply
            .checked_sub(1)
            .is_none_or(|ply| self.stack[ply].moved.is_some());
        let tries = depth >= params.null_depth && moved_before && eval - params.null_margin >= beta;
        tries.then_some((params.null_base + params.null_slope * depth) / 100)
    }

    /// Whether the evaluation is better than at the side's move before.
    pub fn is_improving(&self, ply: usize) -> bool {
        let now = self.stack[ply].eval;
        let before = ply.checked_sub(2).and_then(|ply| self.stack[ply].eval);
        match (now, before) {
            (Some(now), Some(before)) => now > before,
            _ => true,
        }
    }

    /// Late move pruning: how many moves to try before quiet ones are skipped.
    ///
    /// CITE: <https://www.chessprogramming.org/Futility_Pruning#Move_Count_Based_Pruning>.
    pub fn late_count(&self, depth: Depth, improving: bool) -> usize {
        let params = &self.params;
        if depth > params.lmp_depth {
            return usize::MAX;
        }
        let count = params.lmp_base + depth * (params.lmp_linear + depth * params.lmp_square);
        let share = if improving { 100 } else { params.lmp_worsening };
        (count * share / 10_000) as usize
    }

    /// Whether a move of this class comes too late, after so many others, where
    /// `most` are tried before quiet ones are skipped. A four with more behind
    /// it never does.
    pub fn is_late_move(&self, class: ThreatClass, tried: usize, most: usize) -> bool {
        let share = match class {
            _ if class > ThreatClass::Four => return false,
            ThreatClass::Four => self.params.lmp_fours,
            _ if is_quiet(class) => 100,
            _ => self.params.lmp_threes,
        };
        tried >= most.saturating_mul(share as usize) / 100
    }

    /// Whether the square is far from what the last two moves were about: not
    /// within two squares of them, nor on a line with them within four. A four
    /// there mostly puts off what is to come.
    pub fn is_distant(&self, square: Square) -> bool {
        let mut last = self.position.board().moves().iter().rev().take(2).flatten();
        !last.any(|&stone| is_near(square, stone))
    }

    /// Internal reduction: by how much a node on the line of best play is searched
    /// less deep when the table's entry is shallower by so many plies.
    ///
    /// CITE: <https://www.chessprogramming.org/Internal_Iterative_Reductions>.
    pub fn stale_reduction(&self, plies: Depth) -> Depth {
        self.params.iir_stale * plies.clamp(0, MOST_STALE) / 100
    }

    /// How far a quiet move's policy may be below the best one's.
    pub fn policy_gap(&self, depth: Depth) -> i32 {
        (self.params.policy_base + self.params.policy_slope * depth) * POLICY_UNIT / 100
    }

    /// The most plies that a move of this class loses; `restricted`: it answers
    /// an open three or a four-three.
    pub fn most_reduction(
        &self,
        class: ThreatClass,
        quiet: bool,
        restricted: bool,
        depth: Depth,
    ) -> Depth {
        let most = match class {
            _ if class > ThreatClass::FourPlus => 0,
            _ if class >= ThreatClass::Four => self.params.lmr_fours,
            _ if restricted => self.params.lmr_answers,
            _ if quiet => depth,
            _ => self.params.lmr_threes,
        };
        most.min(depth - 1)
    }

    /// Late move reduction: by how much a move is searched less deep that comes
    /// after `tried` others and whose policy is `gap` below the best one's.
    ///
    /// CITE: Romstad: An introduction to late move reductions, 2006.
    pub fn reduction<N: NodeKind>(
        &self,
        (depth, tried): (Depth, usize),
        gap: i32,
        improving: bool,
        square: Square,
    ) -> Depth {
        let params = &self.params;
        if depth < params.lmr_depth || (tried as i32) < params.lmr_full {
            return 0;
        }
        // In hundredths of a ply.
        let product = ln_1024(depth as usize) * ln_1024(tried) / 1024;
        let mut less = product * params.lmr_factor / 1024;
        less += if improving { 0 } else { params.lmr_worsening };
        less -= if N::PV { params.lmr_pv } else { 0 };
        less += params.lmr_policy * gap / POLICY_UNIT;
        let own: Color = self.position.side_to_move();
        less -= self.history.score(!own, square) * 100 / params.lmr_history;
        (less / 100).min(depth - 1 - params.lmr_least).max(0)
    }
}

/// Whether a move of this class leaves the opponent free to do what he likes: it
/// makes no three and nothing more.
pub fn is_quiet(class: ThreatClass) -> bool {
    class < ThreatClass::Three
}

/// Whether two squares are within two of each other, or on a line within four.
pub fn is_near(square: Square, other: Square) -> bool {
    let dx = square.x().abs_diff(other.x());
    let dy = square.y().abs_diff(other.y());
    let distance = square.distance(other);
    distance <= 2 || distance <= 4 && (dx == 0 || dy == 0 || dx == dy)
}

/// The natural logarithm of a small number, times 1024.
fn ln_1024(number: usize) -> i32 {
    const SIZE: usize = 64;
    static TABLE: LazyLock<[i32; SIZE]> = LazyLock::new(|| {
        std::array::from_fn(|number| ((number.max(1) as f64).ln() * 1024.0) as i32)
    });
    TABLE[number.min(SIZE - 1)]
}
