//! What a helping thread asks the threat solver while the others search, and
//! how the thread whose result counts hears of the answers.
//!
//! A search by depth comes late to long and narrow wins; a second core is of
//! more use if it looks for them from time to time than if it always helps with
//! the same tree.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use super::Worker;
use super::order::ScoredMove;
use super::team::Plan;
use super::threats::{Advice, Line};
use crate::types::{Depth, Ruleset, Score, Square};

/// No question is worth fewer stones than these.
const LEAST_QUESTION: u64 = 1_000;

/// What is proven of the root.
#[derive(Clone, Debug)]
pub(super) enum Verdict {
    /// The side to move wins.
    Wins(Line),
    /// It loses by this move, in so many plies.
    Loses(Square, usize),
}

/// Verdicts that the thread whose result counts has not heard yet.
#[derive(Debug, Default)]
pub(super) struct Verdicts {
    waiting: Mutex<Vec<Verdict>>,
    /// Whether there are any.
    news: AtomicBool,
}

impl Verdicts {
    fn tell(&self, verdict: Verdict) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.push(verdict);
        self.news.store(true, Relaxed);
    }

    #[inline]
    fn is_news(&self) -> bool {
        self.news.load(Relaxed)
    }

    fn take(&self) -> Vec<Verdict> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        self.news.store(false, Relaxed);
        std::mem::take(&mut *waiting)
    }
}

impl<R: Ruleset> Worker<'_, R> {
    /// Asks the solver about the root, or about the plan's first move, if this
    /// thread is to do so and has searched enough for it. Says whether it has
    /// asked.
    pub(super) fn ask_beside(&mut self, plan: &Plan) -> bool {
        let share = self.params.beside_share.max(0) as u64;
        let is_asker = self.number + 1 == self.shared.team.threads();
        if share == 0 || !is_asker || !self.is_single_line() || plan.moves.len() < 2 {
            return false;
        }
        let first = plan.moves[plan.rank].square;
        let credit = self.credit(share);
        if credit < LEAST_QUESTION || !self.is_worth_asking(first, credit) {
            return false;
        }
        if let Some(verdict) = self.ask_next(first, credit) {
            self.shared.team.verdicts.tell(verdict);
        }
        true
    }

    /// Whether there is something to hear, for the thread whose result counts.
    #[inline]
    pub(super) fn is_news(&self) -> bool {
        self.listens && self.shared.team.verdicts.is_news()
    }

    /// Hears, as the thread whose result counts, what was found out beside the
    /// search, whose best move is the first with this score so far.
    pub(super) fn hear_verdicts(
        &mut self,
        moves: &mut [ScoredMove],
        score: Score,
        depth: Depth,
    ) -> Advice {
        let mut advice = Advice::Nothing;
        for verdict in self.shared.team.verdicts.take() {
            match self.act_on(verdict, moves, score, depth) {
                Advice::Nothing => (),
                Advice::Refuted => advice = Advice::Refuted,
                win => return win,
            }
        }
        advice
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::board::notation::play_moves;
    use crate::clock::Control;
    use crate::position::Position;
    use crate::search::rig::shared;
    use crate::tt::TranspositionTable;
    use crate::types::Freestyle;

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
        let legal = *main.position.board().empty();
        main.push_moves(legal, None, 0);
        let mut moves = std::mem::take(&mut main.moves);
        let index = moves.iter().position(|entry| entry.square == FAR_OFF);
        moves.swap(0, index.unwrap());
        main.listens = true;
        for _ in 0..30 {
            helper.nodes += 25_000;
            let plan = Plan {
                moves: moves.clone(),
                rank: 0,
                depth: 5,
                window: (-Score::INFINITE, Score::INFINITE),
            };
            helper.ask_beside(&plan);
            let is_news = main.is_news();
            let advice = main.hear_verdicts(&mut moves, Score::DRAW, 5);
            assert!(is_news || matches!(advice, Advice::Nothing));
            assert!(!main.is_news());
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
        main.listens = true;
        shared.team.verdicts.tell(Verdict::Loses(FAR_OFF, 9));
        assert!(main.is_news());
        main.note_win();
        assert!(!main.is_news());
    }

    #[test]
    fn a_move_that_the_helper_refutes_comes_last() {
        let before = &MOVES[..MOVES.len() - 2];
        let moves = verdict(before, |advice| matches!(advice, Advice::Refuted));
        assert_eq!(moves.last(), Some(&FAR_OFF));
    }
}
