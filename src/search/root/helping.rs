//! A helping thread's work: dealt root moves, the same iteration as the thread
//! whose result counts, and questions to the threat solver.
//!
//! A search by depth comes late to long and narrow wins; a second core is of
//! more use if it looks for them from time to time than if it always helps with
//! the same tree.

use super::worker::Worker;
use crate::params::advice::LEAST_QUESTION;
use crate::search::threads::team::HelperPlan;
use crate::types::{Depth, Ruleset};

impl<R: Ruleset> Worker<'_, R> {
    /// A helping thread's work, with no iteration deeper than `last`.
    pub fn help(&mut self, last: Depth) {
        // How deep the plan was searched.
        let mut reached = 0;
        while !self.is_at_an_end() {
            let team = &self.shared.team;
            let task = team.task();
            if let Some(deal) = task.deal {
                match deal.claim(self.joins()) {
                    // Another thread's answer, or a stop: either way there is
                    // something else to do.
                    Some(claim) => self.try_dealt(claim).unwrap_or_default(),
                    None => team.wait(task.number),
                }
                continue;
            }
            let plan = task.plan.filter(|_| self.joins());
            if task.number != self.tree.watch.task {
                (self.tree.watch.task, reached) = (task.number, 0);
            }
            match plan {
                Some(plan) if self.ask_solver_as_helper(&plan) => (),
                Some(plan) if reached < last => {
                    let depth = plan.depth.max(reached + 1).min(last);
                    let mut moves = plan.moves.clone();
                    let score = self.try_all(&mut moves, plan.rank, depth, plan.window);
                    self.tree.moves.clear();
                    if let Ok(score) = score {
                        reached = if score.is_decisive() { last } else { depth };
                    }
                }
                _ => team.wait(task.number),
            }
        }
    }

    /// Asks the solver about the root, or about the plan's first move, if this
    /// thread is to do so and has searched enough for it. Says whether it has
    /// asked.
    pub fn ask_solver_as_helper(&mut self, plan: &HelperPlan) -> bool {
        let share = self.tree.params.helper_solver_share.max(0) as u64;
        let is_asker = self.tree.watch.number + 1 == self.shared.team.threads();
        if share == 0 || !is_asker || !self.shared.is_single_line() || plan.moves.len() < 2 {
            return false;
        }
        let first = plan.moves[plan.rank].square;
        let credit = self.credit(share);
        if credit < LEAST_QUESTION || !self.is_worth_asking(first, credit) {
            return false;
        }
        if let Some(verdict) = self.ask_next(first, credit) {
            self.shared.team.root_proofs.tell(verdict);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::board::notation::play_moves;
    use crate::clock::Control;
    use crate::position::Position;
    use crate::search::root::solver::Advice;
    use crate::search::test_support::shared;
    use crate::search::threads::root_proofs::RootProof;
    use crate::tt::TranspositionTable;
    use crate::types::Freestyle;
    use crate::types::{Score, Square};

    /// White wins by threats after these, and before the last of them if Black
    /// plays far off.
    const MOVES: &str = "k10j10m8l11j8k11m11m9l9j11j12k12k8l8i11k7j6";
    const FAR_OFF: Square = Square::new(0, 0).unwrap();

    /// What the first of a team of two hears from the second, which asks again
    /// and again, as soon as it is what was expected, and the moves then.
    /// [`FAR_OFF`] leads them at first.
    fn verdict(moves: &str, expected: fn(&Advice) -> bool) -> Vec<Square> {
        let mut board = Board::new(15, 15).unwrap();
        play_moves(&mut board, moves).unwrap();
        let (tt, control) = (TranspositionTable::new(1 << 24), Control::new());
        let shared = shared(&tt, &control, 2);
        let position = Position::<Freestyle>::new(board);
        let mut main = Worker::new(position.clone(), &shared, 0);
        let mut helper = Worker::new(position, &shared, 1);
        let legal = *main.tree.position.board().empty();
        main.tree.push_moves(legal, 0);
        let mut moves = std::mem::take(&mut main.tree.moves);
        let index = moves.iter().position(|entry| entry.square == FAR_OFF);
        moves.swap(0, index.unwrap());
        main.tree.watch.listens = true;
        for _ in 0..30 {
            helper.tree.nodes += 25_000;
            let plan = HelperPlan {
                moves: moves.clone(),
                rank: 0,
                depth: 5,
                window: (-Score::INFINITE, Score::INFINITE),
            };
            helper.ask_solver_as_helper(&plan);
            let is_news = main.tree.watch.is_news();
            let advice = main.hear_proofs(&mut moves, Score::DRAW, 5);
            assert!(is_news || matches!(advice, Advice::Nothing));
            assert!(!main.tree.watch.is_news());
            if expected(&advice) {
                return moves.iter().map(|entry| entry.square).collect();
            }
        }
        panic!("it was not heard");
    }

    #[test]
    fn a_win_that_the_helper_finds_is_heard() {
        let moves = verdict(
            MOVES,
            |advice| matches!(advice, Advice::Win(score) if score.is_win()),
        );
        assert_ne!(moves[0], FAR_OFF);
    }

    #[test]
    fn nobody_listens_once_a_win_is_known() {
        let (tt, control) = (TranspositionTable::new(1 << 20), Control::new());
        let shared = shared(&tt, &control, 2);
        let position = Position::<Freestyle>::new(Board::new(15, 15).unwrap());
        let mut main = Worker::new(position, &shared, 0);
        main.tree.watch.listens = true;
        shared.team.root_proofs.tell(RootProof::Loses(FAR_OFF, 9));
        assert!(main.tree.watch.is_news());
        main.tree.watch.note_win(0);
        assert!(!main.tree.watch.is_news());
    }

    #[test]
    fn a_move_that_the_helper_refutes_comes_last() {
        let before = &MOVES[..MOVES.len() - 2];
        let moves = verdict(before, |advice| matches!(advice, Advice::Refuted));
        assert_eq!(moves.last(), Some(&FAR_OFF));
    }
}
