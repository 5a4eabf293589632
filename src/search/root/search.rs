//! A whole search by one thread: the main thread's iterations, or a helper's work.

use super::poll::Until;
use super::state::Root;
use crate::params::advice::LEAST_QUESTION;
use crate::search::request::Objective;
use crate::search::scored_move::ScoredMove;
use crate::search::threads::team::HelperPlan;
use crate::types::{Depth, MAX_PLY, Ruleset, SquareSet};

impl<R: Ruleset> Root<'_, R> {
    /// Searches until the objective or a limit is reached. The results are in
    /// [`Shared::found`](crate::search::Shared::found).
    pub fn run(&mut self) {
        match self.shared.objective {
            Objective::Best { lines, distinct } => self.search(lines, distinct),
            Objective::Balance { stones, bias } => self.balance(stones, bias),
        }
        self.report_work();
        #[cfg(feature = "profile")]
        self.shared.found.add_profile(&self.thread.profile);
    }

    /// Searches deeper and deeper for the best moves until a limit is reached. Nothing is
    /// found only if no square is empty.
    fn search(&mut self, lines: usize, distinct: bool) {
        let Some(any) = self.thread.position.board().empty().first() else {
            return;
        };
        let blocked = self.shared.blocked;
        let best = self.thread.best_moves(any, blocked);
        // What is known without a search, for however many lines.
        let (score, plies) = best.decided.unwrap_or_default();
        let (best_squares, best_complete) = (best.squares, best.complete);
        let choice = match lines {
            0 | 1 => best,
            _ => self.thread.many_moves(any, (lines, distinct), blocked),
        };
        let mut moves = self.in_order(choice.squares, best_squares);
        self.line = vec![moves[0].square];
        self.complete = best_complete;
        self.thread.deepest = plies;
        self.announce(0, 0, score);
        self.complete = choice.complete;
        if choice.decided.is_some() {
            return;
        }
        let limit = self.shared.limits.depth.unwrap_or(Depth::MAX);
        let empty = self.thread.position.board().empty().len();
        let deepest = empty.min(self.thread.moves_left()).min(MAX_PLY) as Depth;
        let last = limit.min(deepest);
        if self.is_helper() {
            return self.help(last);
        }
        let wanted = lines.clamp(1, moves.len());
        if wanted == 1 && self.plays_known_win(&mut moves, last) {
            return;
        }
        self.note_forced(&moves);
        self.iterate(moves, wanted, last);
    }

    /// The moves to search: the `best` of them first, of these the one that the hash
    /// table has, then by their scores before the search.
    fn in_order(&mut self, squares: SquareSet, best: SquareSet) -> Vec<ScoredMove> {
        self.thread.moves.clear();
        self.thread.push_moves(squares, 0);
        let mut moves = std::mem::take(&mut self.thread.moves);
        let root = self.shared.tt.probe(self.thread.position.board().hash());
        let hash_move = root.and_then(|entry| entry.best);
        moves.sort_by_key(|entry| {
            let is_best = best.contains(entry.square);
            let is_hash_move = hash_move == Some(entry.square);
            (!is_best, !is_hash_move, -entry.score, entry.square)
        });
        moves
    }

    /// A helper's work, with no iteration deeper than `last`: dealt root moves, the main
    /// thread's iteration, and questions to the threat solver.
    ///
    /// A search by depth comes late to long and narrow wins; a second core is of more use
    /// if it looks for them from time to time than if it always helps with the same tree.
    fn help(&mut self, last: Depth) {
        let team = &self.shared.team;
        // The task and how deep its plan was searched.
        let (mut number, mut reached) = (0, 0);
        while !self.is_at_an_end() {
            let task = team.task();
            if let Some(deal) = task.deal {
                match deal.claim() {
                    // Another thread's result, or a stop: either way there is something
                    // else to do.
                    Some(claim) => drop(self.try_dealt(claim)),
                    None => team.wait(task.number),
                }
                continue;
            }
            if task.number != number {
                (number, reached) = (task.number, 0);
            }
            self.poll().until = Until::Task(number);
            match task.plan {
                Some(plan) if self.ask_solver(&plan) => (),
                Some(plan) if reached < last => {
                    let depth = plan.depth.max(reached + 1).min(last);
                    let mut moves = plan.moves.clone();
                    let score = self.try_all(&mut moves, plan.rank, depth, plan.window);
                    self.thread.moves.clear();
                    if let Ok(score) = score {
                        reached = if score.is_decisive() { last } else { depth };
                    }
                }
                _ => team.wait(task.number),
            }
        }
    }

    /// Asks the solver about the root, or about the plan's first move, if this is the last
    /// helper and it has searched enough for it. Whether it has asked.
    fn ask_solver(&mut self, plan: &HelperPlan) -> bool {
        let team = &self.shared.team;
        let share = self.thread.params.helper_solver_share.max(0) as u64;
        let is_last = self.number + 1 == team.threads();
        if share == 0 || !is_last || !self.shared.is_single_line() || plan.moves.len() < 2 {
            return false;
        }
        let first = plan.moves[plan.rank].square;
        let credit = self.solver.credit(self.thread.nodes, share);
        if credit < LEAST_QUESTION || !self.solver.is_worth_asking(first, credit) {
            return false;
        }
        if let Some(proof) = self.solver.ask_next(&mut self.thread, first, credit) {
            team.root_proofs.tell(proof);
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
    use crate::search::root::proven::Advice;
    use crate::search::test_support::shared;
    use crate::search::threads::root_proofs::RootProof;
    use crate::tt::TranspositionTable;
    use crate::types::{Freestyle, Score, Square};

    /// White wins by threats after these, and before the last of them if Black plays far
    /// off.
    const MOVES: &str = "k10j10m8l11j8k11m11m9l9j11j12k12k8l8i11k7j6";
    const FAR_OFF: Square = Square::new(0, 0).unwrap();

    /// The moves, led by [`FAR_OFF`] at first, as soon as the main thread of two gets the
    /// expected advice from its helper, which asks again and again.
    fn advised(moves: &str, expected: fn(&Advice) -> bool) -> Vec<Square> {
        let mut board = Board::new(15, 15).unwrap();
        play_moves(&mut board, moves).unwrap();
        let (tt, control) = (TranspositionTable::new(1 << 24), Control::new());
        let shared = shared(&tt, &control, 2);
        let position = Position::<Freestyle>::new(board);
        let mut main = Root::new(position.clone(), &shared, 0);
        let mut helper = Root::new(position, &shared, 1);
        let legal = *main.thread.position.board().empty();
        let mut moves = main.in_order(legal, FAR_OFF.into());
        assert_eq!(moves[0].square, FAR_OFF);
        main.poll().until = Until::Proof;
        for _ in 0..30 {
            helper.thread.nodes += 25_000;
            let plan = HelperPlan {
                moves: moves.clone(),
                rank: 0,
                depth: 5,
                window: (-Score::INFINITE, Score::INFINITE),
            };
            helper.ask_solver(&plan);
            let is_news = main.poll().is_pointless();
            let advice = main.take_proofs(&mut moves, Score::DRAW, 5);
            assert!(is_news || matches!(advice, Advice::Nothing));
            assert!(!main.poll().is_pointless());
            if expected(&advice) {
                return moves.iter().map(|entry| entry.square).collect();
            }
        }
        panic!("the advice did not come");
    }

    #[test]
    fn the_main_thread_takes_a_win_from_a_helper() {
        let moves = advised(
            MOVES,
            |advice| matches!(advice, Advice::Win(score) if score.is_win()),
        );
        assert_ne!(moves[0], FAR_OFF);
    }

    #[test]
    fn proofs_do_not_interrupt_once_a_win_is_known() {
        let (tt, control) = (TranspositionTable::new(1 << 20), Control::new());
        let shared = shared(&tt, &control, 2);
        let position = Position::<Freestyle>::new(Board::new(15, 15).unwrap());
        let mut main = Root::new(position, &shared, 0);
        main.poll().until = Until::Proof;
        shared.team.root_proofs.tell(RootProof::Loses(FAR_OFF, 9));
        assert!(main.poll().is_pointless());
        main.note_win();
        assert!(!main.poll().is_pointless());
    }

    #[test]
    fn others_are_not_compared_with_a_first_move_that_loses() {
        let mut board = Board::new(15, 15).unwrap();
        play_moves(&mut board, "h8f6a1g6o15h6").unwrap();
        let (tt, control) = (TranspositionTable::new(1 << 20), Control::new());
        let shared = shared(&tt, &control, 1);
        let mut root = Root::new(Position::<Freestyle>::new(board), &shared, 0);
        let legal = *root.thread.position.board().empty();
        let mut moves = root.in_order(legal, FAR_OFF.into());
        let next = moves[1].square;
        let window = (Score::estimate(-50), Score::estimate(50));
        let score = root.try_all(&mut moves, 0, 6, window).unwrap();
        assert!(score.is_loss() && root.effort.is_lost(FAR_OFF));
        assert_eq!(moves[0].square, next);
        assert_eq!(moves.last().map(|one| one.square), Some(FAR_OFF));
        // One stone of Black's and one of White's.
        assert!(root.thread.nodes <= 2, "{}", root.thread.nodes);
    }

    #[test]
    fn a_move_that_a_helper_refutes_comes_last() {
        let before = &MOVES[..MOVES.len() - 2];
        let moves = advised(before, |advice| matches!(advice, Advice::Refuted));
        assert_eq!(moves.last(), Some(&FAR_OFF));
    }
}
