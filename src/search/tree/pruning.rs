//! Pruning and reductions of nodes: margins and counts by the evaluation and the policy.

use super::thread::{NodeKind, SearchThread, Watch};
use crate::eval::weights::POLICY_UNIT;
use crate::params::MOST_STALE;
use crate::params::lmp::{PV_MORE, PV_SHARE};
use crate::pattern::ThreatClass;
use crate::types::{Color, FineDepth, ONE_PLY, Ruleset, Score, Square};

impl<R: Ruleset, W: Watch> SearchThread<'_, R, W> {
    /// Reverse futility: whether the evaluation is so far above beta that one move of the
    /// opponent will not change that. `hopeful`: an expected cut node without a table
    /// entry.
    ///
    /// CITE: <https://www.chessprogramming.org/Reverse_Futility_Pruning>.
    pub fn is_futile(
        &self,
        (eval, beta): (Score, Score),
        improving: bool,
        hopeful: bool,
        depth: FineDepth,
    ) -> bool {
        let params = &self.params;
        let relief = if improving { params.rfp_improving } else { 0 };
        let less = if hopeful { params.rfp_cut } else { 0 };
        let margin = (params.rfp_margin - less) * (depth - relief) / ONE_PLY;
        depth <= params.rfp_depth && eval - margin >= beta
    }

    /// Fail-high reduction: that of the quiet moves of an expected cut node whose evaluation
    /// is above beta too.
    ///
    /// CITE: Feldmann: Fail-high reductions, Advances in Computer Chess 8, 1997.
    pub fn fail_high_reduction(&self, eval: Score, beta: Score, depth: FineDepth) -> FineDepth {
        let params = &self.params;
        let margin = params.fhr_margin + params.fhr_slope * depth / ONE_PLY;
        match eval - margin >= beta {
            true => params.fhr_less,
            false => 0,
        }
    }

    /// Whether the evaluation is better than at the side's last move; where that answered a
    /// four and has none, than at the one before.
    pub fn is_improving(&self, ply: usize) -> bool {
        let now = self.stack[ply].eval;
        let eval_back = |plies: usize| self.stack[ply.checked_sub(plies)?].eval;
        let before = eval_back(2).or_else(|| eval_back(4));
        match (now, before) {
            (Some(now), Some(before)) => now > before,
            _ => true,
        }
    }

    /// Late move pruning: how many moves to try before quiet ones are skipped, more in a PV
    /// node.
    ///
    /// CITE: <https://www.chessprogramming.org/Futility_Pruning#Move_Count_Based_Pruning>.
    pub fn late_count<N: NodeKind>(&self, depth: FineDepth, improving: bool) -> usize {
        let params = &self.params;
        let by_depth = params.lmp_linear + params.lmp_square * depth / ONE_PLY;
        let count = i64::from(params.lmp_base)
            + i64::from(by_depth) * i64::from(depth) / i64::from(ONE_PLY);
        let share = if improving { 100 } else { params.lmp_worsening };
        let count = (count * i64::from(share) / 10_000) as usize;
        match N::PV {
            true => PV_SHARE * count + PV_MORE,
            false => count,
        }
    }

    /// Late move pruning: whether a move of this class is skipped after `tried` others,
    /// where quiet ones are after `most`. A four that threatens more never is.
    pub fn is_late_move(&self, class: ThreatClass, tried: usize, most: usize) -> bool {
        let share = match class {
            _ if class > ThreatClass::Four => return false,
            ThreatClass::Four => self.params.lmp_fours,
            _ if is_quiet(class) => 100,
            _ => self.params.lmp_threes,
        };
        tried >= most.saturating_mul(share as usize) / 100
    }

    /// Whether the square is far from the last two moves: not within two squares of them,
    /// nor on a line with them within four. A four there mostly delays the outcome.
    pub fn is_distant(&self, square: Square) -> bool {
        let mut last = self.position.board().moves().iter().rev().take(2).flatten();
        !last.any(|&stone| is_near(square, stone))
    }

    /// Renju: whether a four of White on this square may be new, however old its stones: near it
    /// there is a square that Black may not fill.
    pub fn is_near_foul(&self, square: Square) -> bool {
        R::RULE.forbids()
            && self.position.side_to_move() == Color::White
            && self
                .position
                .squares(Color::Black, ThreatClass::Forbidden)
                .into_iter()
                .any(|foul| is_near(square, foul))
    }

    /// Internal reduction: that of a node without a hash move.
    ///
    /// CITE: <https://www.chessprogramming.org/Internal_Iterative_Reductions>.
    pub fn internal_reduction(&self, depth: FineDepth) -> FineDepth {
        match depth >= self.params.iir_depth {
            true => self.params.iir_less,
            false => 0,
        }
    }

    /// Internal reduction: that of a PV node whose entry in the table is shallower by this.
    pub fn stale_reduction(&self, less: FineDepth) -> FineDepth {
        part(less.clamp(0, MOST_STALE * ONE_PLY), self.params.iir_stale)
    }

    /// History pruning: whether quiet moves with this history score are skipped.
    ///
    /// CITE: <https://www.chessprogramming.org/History_Leaf_Pruning>.
    pub fn fails_often(&self, history: i32, depth: FineDepth) -> bool {
        let params = &self.params;
        depth < params.history_depth && history < -params.history_margin * depth / ONE_PLY
    }

    /// Policy pruning: how far a quiet move's policy may be below the best one until then.
    pub fn widest_policy_gap(&self, depth: FineDepth) -> i32 {
        let params = &self.params;
        let hundredths = params.policy_base + params.policy_slope * (depth / ONE_PLY);
        hundredths * POLICY_UNIT / 100
    }

    /// Policy pruning: whether a move of this class has a policy too far below the
    /// best one, where quiet moves may be `widest` below it.
    pub fn is_unlikely(&self, class: ThreatClass, gap: i32, widest: i32) -> bool {
        let more = match class {
            _ if is_quiet(class) => 0,
            _ if class < ThreatClass::Four => self.params.policy_threes * POLICY_UNIT / 100,
            _ => return false,
        };
        gap > widest + more
    }
}

/// A share of a depth, in 1/256.
pub fn part(depth: FineDepth, share: i32) -> FineDepth {
    (i64::from(depth) * i64::from(share) / i64::from(ONE_PLY)) as FineDepth
}

/// Whether a move of this class makes no threat: no three and nothing stronger.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::params::Tunables;
    use crate::search::test_support::with_thread;
    use crate::search::tree::thread::{Pv, Scout};

    #[test]
    fn quiet_moves_are_unlikely_first_then_threes_and_never_fours() {
        let params = Tunables {
            policy_threes: 100,
            ..Tunables::default()
        };
        let board = Board::new(15, 15).unwrap();
        let is_unlikely = |class, gap| {
            with_thread(board.clone(), params, |thread| {
                thread.is_unlikely(class, gap, 50)
            })
        };
        for (class, widest) in [
            (ThreatClass::None, 50),
            (ThreatClass::Two, 50),
            (ThreatClass::Three, 50 + POLICY_UNIT),
        ] {
            assert!(!is_unlikely(class, widest) && is_unlikely(class, widest + 1));
        }
        assert!(!is_unlikely(ThreatClass::Four, 100_000));
    }

    #[test]
    fn pv_nodes_try_more_moves() {
        let params = Tunables {
            lmp_base: 200,
            lmp_linear: 100,
            lmp_square: 0,
            lmp_worsening: 50,
            ..Tunables::default()
        };
        with_thread(Board::new(15, 15).unwrap(), params, |thread| {
            let depth = 6 * ONE_PLY;
            let counts = [true, false].map(|improving| {
                let scout = thread.late_count::<Scout>(depth, improving);
                (scout, thread.late_count::<Pv>(depth, improving))
            });
            assert_eq!(counts, [(8, 20), (4, 12)]);
        });
    }

    #[test]
    fn near_the_leaves_moves_that_often_failed_are_skipped() {
        let params = Tunables {
            history_depth: 3 * ONE_PLY,
            history_margin: 100,
            ..Tunables::default()
        };
        with_thread(Board::new(15, 15).unwrap(), params, |thread| {
            assert!(!thread.fails_often(-200, 2 * ONE_PLY));
            assert!(thread.fails_often(-201, 2 * ONE_PLY));
            assert!(!thread.fails_often(-10_000, 3 * ONE_PLY));
        });
    }

    #[test]
    fn improving_skips_moves_without_evaluation() {
        let is_improving = |evals: [Option<i32>; 5]| {
            with_thread(Board::new(15, 15).unwrap(), Tunables::default(), |thread| {
                for (ply, eval) in evals.into_iter().enumerate() {
                    thread.stack[ply].eval = eval.map(Score::estimate);
                }
                thread.is_improving(4)
            })
        };
        assert!(is_improving([Some(90), None, Some(10), None, Some(20)]));
        assert!(!is_improving([Some(0), None, Some(20), None, Some(20)]));
        assert!(!is_improving([Some(90), None, None, None, Some(20)]));
        assert!(is_improving([Some(10), None, None, None, Some(20)]));
        // Nothing is known.
        assert!(is_improving([None, None, None, None, Some(20)]));
        assert!(is_improving([Some(90), None, Some(90), None, None]));
    }
}
