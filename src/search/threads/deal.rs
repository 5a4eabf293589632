//! Root moves dealt to the threads.
//!
//! No thread waits for one that may not have started yet: every open move can be claimed
//! by any thread, so one thread alone comes to the end of every deal.

use std::sync::atomic::{AtomicBool, AtomicI32, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use crate::lock::lock;
use crate::types::{Depth, Score, Square};

/// What a deal searches for.
#[derive(Clone, Debug)]
pub struct RootPass {
    /// The first of them that counts, and whose line this is: 0 for the best.
    pub rank: usize,
    /// The first of them that has not been searched.
    pub from: usize,
    pub depth: Depth,
    pub window: (Score, Score),
    /// The best score of those that have been searched.
    pub best: Score,
    /// Whether the search of single moves is reported.
    pub reports_moves: bool,
    /// Whether the game is decided: then no move is reduced, and a win is nothing new.
    pub decided: bool,
    /// Whether every move that is not among the root moves is known to lose.
    pub complete: bool,
}

/// A root move to search.
#[derive(Clone, Copy, Debug)]
pub struct DealtMove {
    pub square: Square,
    /// How far its policy is below the best.
    pub gap: i32,
    /// The number of moves before it.
    pub before: usize,
    /// Its score, where it needs no search.
    pub known: Option<Score>,
}

/// The result of a dealt move.
#[derive(Clone, Debug)]
pub struct MoveResult {
    pub square: Square,
    pub score: Score,
    /// The line that begins with it, if it is better than all before it.
    pub line: Option<Vec<Square>>,
}

/// Root moves that are dealt to all threads, with their best score as the common bound.
#[derive(Debug)]
pub struct Deal {
    pub pass: RootPass,
    pub moves: Vec<DealtMove>,
    alpha: AtomicI32,
    /// Nothing is left to find out.
    over: AtomicBool,
    /// Which moves have been searched.
    tried: Vec<AtomicBool>,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    /// How many threads search each of the moves.
    searchers: Vec<usize>,
    /// One for each move that has been searched.
    results: Vec<MoveResult>,
}

impl Deal {
    pub fn new(moves: Vec<DealtMove>, pass: RootPass) -> Deal {
        let state = State {
            searchers: vec![0; moves.len()],
            results: Vec::new(),
        };
        Deal {
            alpha: AtomicI32::new(pass.window.0.value()),
            pass,
            over: AtomicBool::new(moves.is_empty()),
            tried: moves.iter().map(|_| AtomicBool::new(false)).collect(),
            moves,
            state: Mutex::new(state),
        }
    }

    /// What a move has to be better than.
    pub fn alpha(&self) -> Score {
        Score::DRAW + self.alpha.load(Relaxed)
    }

    /// Whether a win of the best line is known, and is new.
    pub fn finds_win(&self) -> bool {
        self.pass.rank == 0 && !self.pass.decided && self.alpha().is_win()
    }

    /// Whether nothing is left to find out.
    pub fn is_over(&self) -> bool {
        self.over.load(Relaxed)
    }

    /// The next move that no thread is searching, else one that few are searching; none if
    /// nothing is left to find out.
    pub fn claim(self: &Arc<Deal>) -> Option<Claim> {
        let mut state = lock(&self.state);
        if self.is_over() {
            return None;
        }
        let open = (0..self.moves.len()).filter(|&index| !self.tried[index].load(Relaxed));
        let index = open.min_by_key(|&index| state.searchers[index])?;
        state.searchers[index] += 1;
        drop(state);
        Some(Claim {
            deal: Arc::clone(self),
            index,
        })
    }

    /// Whether the move with this index has been searched, or need not be any more.
    #[inline]
    pub fn is_settled(&self, index: usize) -> bool {
        self.is_over() || self.tried[index].load(Relaxed)
    }

    /// The results in the order in which they were found.
    pub fn results(&self) -> Vec<MoveResult> {
        lock(&self.state).results.clone()
    }

    /// Ends the deal: from now on nothing is settled or reported.
    pub fn end(&self) {
        let _state = lock(&self.state);
        self.over.store(true, Relaxed);
    }
}

/// A move of a deal that a thread is searching; given back when this is
/// dropped, whatever happens to the thread.
#[derive(Debug)]
pub struct Claim {
    deal: Arc<Deal>,
    index: usize,
}

impl Claim {
    pub fn deal(&self) -> &Arc<Deal> {
        &self.deal
    }

    pub fn dealt(&self) -> DealtMove {
        self.deal.moves[self.index]
    }

    pub fn index(&self) -> usize {
        self.index
    }

    /// Whether the move has been searched, or need not be any more.
    pub fn is_settled(&self) -> bool {
        self.deal.is_settled(self.index)
    }

    /// Adds the result, with the line that begins with the move, and reports it, unless
    /// another thread was faster or the deal is over: whether it was added.
    pub fn settle(
        &self,
        score: Score,
        line: Vec<Square>,
        report: impl FnOnce(&MoveResult),
    ) -> bool {
        let deal = &self.deal;
        let mut state = lock(&deal.state);
        if self.is_settled() {
            return false;
        }
        let better = score > deal.alpha();
        if better {
            deal.alpha.store(score.value(), Relaxed);
        }
        let result = MoveResult {
            square: self.dealt().square,
            score,
            line: better.then_some(line),
        };
        report(&result);
        state.results.push(result);
        deal.tried[self.index].store(true, Relaxed);
        let all = state.results.len() == deal.moves.len();
        if all || better && (score >= deal.pass.window.1 || score >= Score::win_in(1)) {
            deal.over.store(true, Relaxed);
        }
        true
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        lock(&self.deal.state).searchers[self.index] -= 1;
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in crate::search) fn deal(moves: usize, window: (i32, i32)) -> Arc<Deal> {
        let dealt = |index| DealtMove {
            square: Square::from_index(index),
            gap: 0,
            before: index + 1,
            known: None,
        };
        let pass = RootPass {
            rank: 0,
            from: 1,
            depth: 5,
            window: (Score::estimate(window.0), Score::estimate(window.1)),
            best: -Score::INFINITE,
            reports_moves: false,
            decided: false,
            complete: true,
        };
        Arc::new(Deal::new((0..moves).map(dealt).collect(), pass))
    }

    #[test]
    fn a_move_is_dealt_again_only_when_all_are_being_searched() {
        let deal = deal(3, (0, 100));
        let claims: Vec<Claim> = (0..4).filter_map(|_| deal.claim()).collect();
        let order = claims.iter().map(|claim| claim.index);
        assert!(order.eq([0, 1, 2, 0]));
    }

    #[test]
    fn a_claim_that_is_dropped_is_dealt_again() {
        let deal = deal(2, (0, 100));
        drop(deal.claim());
        assert_eq!(deal.claim().map(|claim| claim.index), Some(0));
    }

    #[test]
    fn the_bound_rises_and_ends_the_deal() {
        let deal = deal(3, (0, 100));
        let claims: Vec<Claim> = (0..3).filter_map(|_| deal.claim()).collect();
        let line = vec![Square::from_index(1)];
        let settle = |index: usize, score, line: &[Square]| {
            let score = Score::estimate(score);
            claims[index].settle(score, line.to_vec(), |_| ())
        };
        assert!(settle(1, 20, &line) && settle(0, 10, &[]));
        let lines = deal.results().into_iter().map(|result| result.line);
        assert!(lines.eq([Some(line), None]));
        assert_eq!(deal.alpha(), Score::estimate(20));
        assert!(!deal.is_over() && claims[0].is_settled() && !claims[2].is_settled());
        assert!(!settle(0, 50, &[]));
        assert_eq!(deal.results().len(), 2);
        assert!(settle(2, 100, &[]));
        assert!(deal.is_over() && deal.claim().is_none());
    }

    #[test]
    fn nothing_is_reported_after_the_end() {
        let deal = deal(1, (0, 100));
        let claim = deal.claim().unwrap();
        deal.end();
        let settled = claim.settle(Score::estimate(50), Vec::new(), |_| panic!("a report"));
        assert!(!settled && deal.results().is_empty());
    }
}
