//! Root moves dealt among the threads.
//!
//! Nobody ever waits for a thread that may not have started yet: a move that
//! nobody searches can be claimed by anybody, so one thread alone comes to the
//! end of every deal.

use std::sync::atomic::{AtomicBool, AtomicI32, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::MAX_WAIT;
use crate::types::{Depth, Score, Square};

/// What is to be found out of root moves that all threads look at.
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
    /// Whether it is reported which moves are looked at.
    pub reports_moves: bool,
    /// Whether the game is decided: then no move is reduced, and a win is
    /// nothing new.
    pub decided: bool,
}

/// A root move to be looked at.
#[derive(Clone, Copy, Debug)]
pub struct DealtMove {
    pub square: Square,
    /// How far its policy is below the best.
    pub gap: i32,
    /// How many moves come before it.
    pub before: usize,
    /// Its score, where nothing needs to be searched.
    pub known: Option<Score>,
}

/// What was found out about a move that was dealt.
#[derive(Clone, Debug)]
pub struct MoveResult {
    pub square: Square,
    pub score: Score,
    /// The line that begins with it, if it is better than all before it.
    pub line: Option<Vec<Square>>,
    /// The number of the thread that searched it.
    pub by: usize,
}

/// Root moves that all threads look at, one at a time, with the best score
/// known to any of them as the bound.
#[derive(Debug)]
pub struct Deal {
    pub pass: RootPass,
    pub moves: Vec<DealtMove>,
    alpha: AtomicI32,
    /// Nothing more is to be found out.
    over: AtomicBool,
    /// Which moves have been looked at.
    tried: Vec<AtomicBool>,
    state: Mutex<State>,
    progress: Condvar,
}

#[derive(Debug)]
struct State {
    /// How many threads search each of the moves.
    searchers: Vec<usize>,
    /// One for each move that has been looked at.
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
            progress: Condvar::new(),
        }
    }

    /// What a move has to be better than.
    pub fn alpha(&self) -> Score {
        Score::DRAW + self.alpha.load(Relaxed)
    }

    /// Whether nothing more is to be found out.
    pub fn is_over(&self) -> bool {
        self.over.load(Relaxed)
    }

    /// The next move that nobody has searched; if `join`, and there is none,
    /// one that few are searching.
    pub fn claim(self: &Arc<Deal>, join: bool) -> Option<Claim> {
        let mut state = self.lock();
        if self.is_over() {
            return None;
        }
        let open = (0..self.moves.len()).filter(|&index| !self.tried[index].load(Relaxed));
        let index = open.min_by_key(|&index| state.searchers[index])?;
        if state.searchers[index] > 0 && !join {
            return None;
        }
        state.searchers[index] += 1;
        drop(state);
        Some(Claim {
            deal: Arc::clone(self),
            index,
        })
    }

    /// The results from this one on.
    pub fn results(&self, from: usize) -> Vec<MoveResult> {
        self.lock().results[from..].to_vec()
    }

    /// Sleeps for a moment, or until a move has been looked at.
    pub fn wait(&self, heard: usize) {
        let same = |state: &mut State| state.results.len() == heard;
        let woken = self
            .progress
            .wait_timeout_while(self.lock(), MAX_WAIT, same);
        drop(woken);
    }

    /// Nothing more is to be found out.
    pub fn end(&self) {
        self.over.store(true, Relaxed);
    }

    /// What is known is whole even after a panic.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
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

    /// Whether nobody needs to search the move any more.
    #[inline]
    pub fn is_settled(&self) -> bool {
        self.deal.is_over() || self.deal.tried[self.index].load(Relaxed)
    }

    /// Says what was found out; `line` is the one that begins with the move. The
    /// first to say so is believed, both are right.
    pub fn settle(&self, score: Score, line: Vec<Square>, by: usize) {
        let deal = &self.deal;
        let square = self.dealt().square;
        let mut state = deal.lock();
        if self.is_settled() {
            return;
        }
        let better = score > deal.alpha();
        if better {
            deal.alpha.store(score.value(), Relaxed);
        }
        state.results.push(MoveResult {
            square,
            score,
            line: better.then_some(line),
            by,
        });
        deal.tried[self.index].store(true, Relaxed);
        let all = state.results.len() == deal.moves.len();
        if all || better && (score >= deal.pass.window.1 || score >= Score::win_in(1)) {
            deal.end();
        }
        deal.progress.notify_all();
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        self.deal.lock().searchers[self.index] -= 1;
        self.deal.progress.notify_all();
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
        };
        Arc::new(Deal::new((0..moves).map(dealt).collect(), pass))
    }

    #[test]
    fn every_move_is_dealt_once_unless_joined() {
        let deal = deal(3, (0, 100));
        let claims: Vec<Claim> = (0..3).filter_map(|_| deal.claim(false)).collect();
        let order = claims.iter().map(|claim| claim.index);
        assert!(order.eq(0..3));
        assert!(deal.claim(false).is_none());
        assert_eq!(deal.claim(true).map(|claim| claim.index), Some(0));
    }

    #[test]
    fn what_is_given_back_is_dealt_again() {
        let deal = deal(2, (0, 100));
        drop(deal.claim(false));
        assert_eq!(deal.claim(false).map(|claim| claim.index), Some(0));
    }

    #[test]
    fn the_bound_rises_and_ends_the_deal() {
        let deal = deal(3, (0, 100));
        let claims: Vec<Claim> = (0..3).filter_map(|_| deal.claim(false)).collect();
        let line = vec![Square::from_index(1)];
        claims[1].settle(Score::estimate(20), line.clone(), 1);
        claims[0].settle(Score::estimate(10), Vec::new(), 0);
        let lines = deal.results(0).into_iter().map(|result| result.line);
        assert!(lines.eq([Some(line), None]));
        assert_eq!(deal.alpha(), Score::estimate(20));
        assert!(!deal.is_over() && claims[0].is_settled() && !claims[2].is_settled());
        claims[0].settle(Score::estimate(50), Vec::new(), 1);
        assert_eq!(deal.results(0).len(), 2);
        claims[2].settle(Score::estimate(100), Vec::new(), 1);
        assert!(deal.is_over() && deal.claim(true).is_none());
    }
}
