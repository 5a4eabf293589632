//! What is not searched, or less deep: all of it by the evaluation and by what
//! moves promise.

use std::sync::LazyLock;

use super::node::{NodeKind, Scout};
use super::{Stopped, Worker};
use crate::eval::weights::POLICY_UNIT;
use crate::pattern::ThreatClass;
use crate::types::{Color, Depth, Ruleset, Score, Square};

/// Entries of the table that are older than so many plies count as of this age.
const MOST_STALE: Depth = 12;

impl<R: Ruleset> Worker<'_, R> {
    /// The score of a quiet node outside the line of best play, if its
    /// evaluation is far enough outside the window to say it.
    pub(super) fn judged(
        &mut self,
        (alpha, beta): (Score, Score),
        eval: Score,
        better: bool,
        depth: Depth,
        ply: usize,
    ) -> Result<Option<Score>, Stopped> {
        let params = &self.params;
        // Razoring: so far below alpha that only fours could help.
        if depth <= params.razor_depth
            && eval + params.razor_base + params.razor_slope * depth < alpha
            && !alpha.is_decisive()
        {
            let score = self.quiescence(alpha, alpha + 1, 0, ply)?;
            if score <= alpha {
                return Ok(Some(score));
            }
        }
        // Reverse futility: so far above beta that a quiet move will not lose
        // it all.
        let params = &self.params;
        if beta.is_decisive() {
            return Ok(None);
        }
        let plies = 100 * depth - if better { params.futility_better } else { 0 };
        if depth <= params.futility_depth && eval - params.futility_margin * plies / 100 >= beta {
            return Ok(Some(eval));
        }
        // Null move: good enough even if the opponent moves twice.
        let moved_before = ply
            .checked_sub(1)
            .is_none_or(|ply| self.stack[ply].moved.is_some());
        if depth >= params.null_depth && moved_before && eval - params.null_margin >= beta {
            let less = (params.null_base + params.null_slope * depth) / 100;
            self.stack[ply].moved = None;
            self.evaluator.pass(&mut self.position);
            let score = self.node::<Scout>(-beta, -beta + 1, depth - less, ply + 1);
            self.undo();
            let score = -score?;
            if score >= beta {
                return Ok(Some(if score.is_win() { beta } else { score }));
            }
        }
        Ok(None)
    }

    /// Whether the evaluation is better than at the side's move before.
    pub(super) fn gets_better(&self, ply: usize) -> bool {
        let now = self.stack[ply].eval;
        let before = ply.checked_sub(2).and_then(|ply| self.stack[ply].eval);
        match (now, before) {
            (Some(now), Some(before)) => now > before,
            _ => true,
        }
    }

    /// How many moves to try before quiet ones are skipped.
    pub(super) fn late_count(&self, depth: Depth, better: bool) -> usize {
        let params = &self.params;
        if depth > params.late_depth {
            return usize::MAX;
        }
        let count = params.late_base + depth * (params.late_linear + depth * params.late_square);
        let share = if better { 100 } else { params.late_worse };
        (count * share / 10_000) as usize
    }

    /// Whether a move of this class comes too late, after so many others, where
    /// `most` are tried before quiet ones are skipped. A four with more behind
    /// it never does.
    pub(super) fn is_late_move(&self, class: ThreatClass, tried: usize, most: usize) -> bool {
        let share = match class {
            _ if class > ThreatClass::Four => return false,
            ThreatClass::Four => self.params.late_fours,
            _ if is_quiet(class) => 100,
            _ => self.params.late_threes,
        };
        tried >= most.saturating_mul(share as usize) / 100
    }

    /// Whether the square is far from what the last two moves were about: not
    /// within two squares of them, nor on a line with them within four. A four
    /// there mostly puts off what is to come.
    pub(super) fn is_distant(&self, square: Square) -> bool {
        let mut last = self.position.board().moves().iter().rev().take(2).flatten();
        !last.any(|&stone| is_near(square, stone))
    }

    /// By how much a node on the line of best play is searched less deep when
    /// what the table says of it comes from so many plies less.
    pub(super) fn stale(&self, plies: Depth) -> Depth {
        self.params.stale * plies.clamp(0, MOST_STALE) / 100
    }

    /// How much less than the best move a quiet one may promise.
    pub(super) fn least_promise(&self, depth: Depth) -> i32 {
        (self.params.promise_base + self.params.promise_slope * depth) * POLICY_UNIT / 100
    }

    /// The most plies that a move of this class loses; `restricted`: it answers
    /// an open three or a four-three.
    pub(super) fn most_reduction(
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

    /// By how much a quiet move is searched less deep.
    pub(super) fn reduction<N: NodeKind>(
        &self,
        (depth, tried): (Depth, usize),
        gap: i32,
        better: bool,
        square: Square,
    ) -> Depth {
        let params = &self.params;
        if depth < params.lmr_depth || (tried as i32) < params.lmr_full {
            return 0;
        }
        // In hundredths of a ply.
        let product = ln_1024(depth as usize) * ln_1024(tried) / 1024;
        let mut less = product * params.lmr_factor / 1024;
        less += if better { 0 } else { params.lmr_worse };
        less -= if N::PV { params.lmr_pv } else { 0 };
        less += params.lmr_promise * gap / POLICY_UNIT;
        let own: Color = self.position.side_to_move();
        less -= self.history.score(!own, square) * 100 / params.lmr_history;
        (less / 100).min(depth - 1 - params.lmr_least).max(0)
    }
}

/// Whether a move of this class leaves the opponent free to do what he likes: it
/// makes no three and nothing more.
pub(super) fn is_quiet(class: ThreatClass) -> bool {
    class < ThreatClass::Three
}

/// Whether two squares are within two of each other, or on a line within four.
pub(super) fn is_near(square: Square, other: Square) -> bool {
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
