//! Late move reductions: moves that are expected to be no better than those before them are
//! searched less deep.
//!
//! CITE: Romstad: An introduction to late move reductions, 2006.

use std::sync::LazyLock;

use super::pruning::is_quiet;
use super::thread::{SearchThread, Watch};
use crate::eval::weights::POLICY_UNIT;
use crate::params::lmr::{FROM, LEAST_LEFT};
use crate::pattern::ThreatClass;
use crate::types::{Depth, FineDepth, ONE_PLY, Ruleset};

/// The input of a late move reduction.
#[derive(Clone, Copy, Debug)]
pub struct LmrInput {
    /// The node's depth.
    pub depth: FineDepth,
    /// How many moves came before.
    pub before: usize,
    /// By how much the move's policy is below the best one's, in the tree of those before it.
    pub gap: i32,
    /// Its history score.
    pub history: i32,
    /// Whether the node's evaluation is better than at the side's last move.
    pub improving: bool,
    /// Whether the node is or was a PV node.
    pub was_pv: bool,
    /// Whether it is an expected cut node, and the move is no killer.
    pub cut: bool,
    /// What a stone there makes.
    pub class: ThreatClass,
    /// Whether it answers an open three or a four-three.
    pub answers: bool,
    /// Whether it is far from the last two moves: see [`SearchThread::is_distant`].
    pub distant: bool,
    /// Whether it continues an attack by fours and threes.
    pub attacks: bool,
}

impl<R: Ruleset, W: Watch> SearchThread<'_, R, W> {
    /// The reduction of a move.
    pub fn reduction(&self, input: LmrInput) -> FineDepth {
        let params = &self.params;
        let most = input.depth - ONE_PLY - LEAST_LEFT;
        if input.depth < FROM || input.before == 0 || most <= 0 {
            return 0;
        }
        let is_four = matches!(input.class, ThreatClass::Four | ThreatClass::FourPlus);
        let share = match input.class {
            _ if input.class > ThreatClass::FourPlus => return 0,
            _ if is_four => ONE_PLY,
            _ if input.answers => params.lmr_answers,
            class if is_quiet(class) => ONE_PLY,
            _ => params.lmr_threes,
        };
        let product = ln_of_depth(input.depth) * ln_1024(input.before) / 1024;
        let mut less = params.lmr_base + product * params.lmr_factor / 1024;
        let when = |condition: bool, change: i32| if condition { change } else { 0 };
        less += when(!input.improving, params.lmr_worsening);
        less += when(input.cut, params.lmr_cut);
        less -= when(input.was_pv, params.lmr_was_pv);
        less -= when(input.attacks, params.lmr_attack);
        less += params.lmr_policy * input.gap / POLICY_UNIT;
        less -= input.history * ONE_PLY / params.lmr_history;
        less = less * share / ONE_PLY;
        less += when(input.distant && is_four, params.lmr_distant);
        less += when(
            input.distant && input.answers && !is_four,
            params.lmr_useless,
        );
        less.clamp(0, most)
    }

    /// The reduction of a root move, whose stone has just been placed, at this depth in
    /// plies, after this many others.
    pub fn root_reduction(&self, (depth, before): (Depth, usize), gap: i32) -> FineDepth {
        self.reduction(LmrInput {
            depth: ONE_PLY * depth,
            before,
            gap,
            history: 0,
            improving: true,
            was_pv: true,
            cut: false,
            class: self.stack[0].made,
            answers: false,
            distant: false,
            attacks: false,
        })
    }
}

/// The natural logarithm of a depth in plies, times 1024; of a ply and less: 0.
fn ln_of_depth(depth: FineDepth) -> i32 {
    const STEPS: i32 = 4;
    const MOST_PLIES: i32 = 64;
    static TABLE: LazyLock<Vec<i32>> = LazyLock::new(|| {
        let ln = |step: i32| (f64::from(step.max(STEPS)) / f64::from(STEPS)).ln();
        (0..=STEPS * MOST_PLIES)
            .map(|step| (ln(step) * 1024.0) as i32)
            .collect()
    });
    let step = depth * STEPS / ONE_PLY;
    TABLE[step.clamp(0, STEPS * MOST_PLIES) as usize]
}

/// The natural logarithm of a small number, times 1024.
fn ln_1024(number: usize) -> i32 {
    const SIZE: usize = 64;
    static TABLE: LazyLock<[i32; SIZE]> = LazyLock::new(|| {
        std::array::from_fn(|number| ((number.max(1) as f64).ln() * 1024.0) as i32)
    });
    TABLE[number.min(SIZE - 1)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::params::Tunables;
    use crate::search::test_support::with_thread;

    const LMR_INPUT: LmrInput = LmrInput {
        depth: 10 * ONE_PLY,
        before: 12,
        gap: 0,
        history: 0,
        improving: true,
        was_pv: false,
        cut: false,
        class: ThreatClass::Two,
        answers: false,
        distant: false,
        attacks: false,
    };

    fn reduce(set: &[(&str, i32)], input: LmrInput) -> FineDepth {
        let mut params = Tunables::default();
        for (name, value) in set {
            assert!(params.set(name, *value), "{name}");
        }
        let board = Board::new(15, 15).unwrap();
        with_thread(board, params, |thread| thread.reduction(input))
    }

    #[test]
    fn reductions_grow_with_number_and_depth_and_leave_a_ply() {
        let set = [("lmr_base", 0), ("lmr_factor", 256)];
        let mut last = 0;
        for before in 1..60 {
            let less = reduce(
                &set,
                LmrInput {
                    before,
                    ..LMR_INPUT
                },
            );
            assert!(less >= last && less <= 8 * ONE_PLY);
            last = less;
        }
        assert!(last > 4 * ONE_PLY);
        let shallow = LmrInput {
            depth: 3 * ONE_PLY,
            before: 50,
            ..LMR_INPUT
        };
        assert!(reduce(&set, shallow) <= ONE_PLY);
        assert!(
            reduce(
                &set,
                LmrInput {
                    before: 0,
                    ..LMR_INPUT
                }
            ) == 0
        );
    }

    #[test]
    fn every_term_counts_in_fractions_of_plies() {
        let quiet = [("lmr_base", 0), ("lmr_factor", 256), ("lmr_policy", 0)];
        let none = reduce(&quiet, LMR_INPUT);
        let with = |name: &'static str, value: i32, input: LmrInput| {
            let set = [quiet[0], quiet[1], quiet[2], (name, value)];
            reduce(&set, input) - none
        };
        let change = |change: fn(&mut LmrInput)| {
            let mut input = LMR_INPUT;
            change(&mut input);
            input
        };
        let worse = change(|input| input.improving = false);
        assert_eq!(with("lmr_worsening", 10, worse), 10);
        assert_eq!(with("lmr_cut", 11, change(|input| input.cut = true)), 11);
        let was_pv = change(|input| input.was_pv = true);
        assert_eq!(with("lmr_was_pv", 13, was_pv), -13);
        let attack = change(|input| input.attacks = true);
        assert_eq!(with("lmr_attack", 14, attack), -14);
        let good = change(|input| input.history = 500);
        assert_eq!(with("lmr_history", 1_000, good), -128);
        let unlikely = change(|input| input.gap = POLICY_UNIT);
        assert_eq!(with("lmr_policy", 15, unlikely), 15);
        // Threes and answers have shares of their own.
        let three = change(|input| input.class = ThreatClass::Three);
        assert_eq!(with("lmr_threes", 0, three), -none);
        assert_eq!(with("lmr_threes", 128, three), none / 2 - none);
        let answer = change(|input| input.answers = true);
        assert_eq!(with("lmr_answers", 256, answer), 0);
        let useless = change(|input| (input.answers, input.distant) = (true, true));
        let set = |value: i32| {
            [
                quiet[0],
                quiet[1],
                ("lmr_answers", 0),
                ("lmr_useless", value),
            ]
        };
        assert_eq!(reduce(&set(77), useless), 77);
        assert_eq!(reduce(&set(0), useless), 0);
    }
}
