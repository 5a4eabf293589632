//! What the threads of a search know of each other's work: the iteration that
//! is being searched, and the root moves that are dealt among them.
//!
//! Nobody ever waits for a thread that may not have started yet: a move that
//! nobody searches can be claimed by anybody, so one thread alone comes to the
//! end of every deal.

use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::beside::Verdicts;
use super::busy::Busy;
use super::order::ScoredMove;
use crate::types::{Depth, Score, Square};

/// Nobody sleeps longer than this without a look at the clock.
const NAP: Duration = Duration::from_millis(5);

/// The threads of a search and what they are to do.
#[derive(Debug)]
pub struct Team {
    threads: usize,
    task: Mutex<Task>,
    changed: Condvar,
    /// The number of the task, to be looked at often.
    number: AtomicU64,
    /// What the threat solver has found out beside the search.
    pub(super) verdicts: Verdicts,
    /// What the threads are at inside the tree.
    pub(super) busy: Busy,
}

/// What is to be done now.
#[derive(Clone, Debug, Default)]
pub(super) struct Task {
    /// Grows with every change.
    pub(super) number: u64,
    /// What the thread whose result counts is searching.
    pub(super) plan: Option<Arc<Plan>>,
    /// Root moves for everybody.
    pub(super) deal: Option<Arc<Deal>>,
    /// Stones to balance the position with, for everybody.
    pub(super) round: Option<Arc<Round>>,
}

/// One pass over the root moves, to be helped with by searching the same.
#[derive(Debug)]
pub(super) struct Plan {
    /// The root moves in order.
    pub(super) moves: Vec<ScoredMove>,
    /// The first of them that is looked at.
    pub(super) rank: usize,
    pub(super) depth: Depth,
    pub(super) window: (Score, Score),
}

impl Team {
    /// A team of so many threads.
    pub fn new(threads: usize) -> Team {
        Team {
            threads,
            task: Mutex::default(),
            changed: Condvar::new(),
            number: AtomicU64::new(0),
            verdicts: Verdicts::default(),
            busy: Busy::new(threads),
        }
    }

    pub(super) fn threads(&self) -> usize {
        self.threads
    }

    /// Lets everybody look again at what there is to do.
    pub(super) fn wake(&self) {
        self.change(|_| ());
    }

    pub(super) fn publish(&self, plan: Plan) {
        self.change(|task| task.plan = Some(Arc::new(plan)));
    }

    pub(super) fn open(&self, deal: &Arc<Deal>) {
        self.change(|task| task.deal = Some(Arc::clone(deal)));
    }

    pub(super) fn begin(&self, round: &Arc<Round>) {
        self.change(|task| task.round = Some(Arc::clone(round)));
    }

    /// All is looked at; what comes next is not known yet.
    pub(super) fn close(&self) {
        self.change(|task| {
            *task = Task {
                number: task.number,
                ..Task::default()
            };
        });
    }

    /// Whether the task of this number is over, because there is another one.
    #[inline]
    pub(super) fn is_over(&self, number: u64) -> bool {
        self.number.load(Relaxed) != number
    }

    pub(super) fn task(&self) -> Task {
        self.lock().clone()
    }

    /// Sleeps for a moment, or until there is something else to do than in the
    /// task of this number.
    pub(super) fn wait(&self, number: u64) {
        let same = |task: &mut Task| task.number == number;
        let woken = self.changed.wait_timeout_while(self.lock(), NAP, same);
        drop(woken);
    }

    fn change(&self, change: impl FnOnce(&mut Task)) {
        let mut task = self.lock();
        change(&mut task);
        task.number += 1;
        self.number.store(task.number, Relaxed);
        self.changed.notify_all();
    }

    /// A task is whole even after a panic.
    fn lock(&self) -> MutexGuard<'_, Task> {
        self.task.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What is to be found out of root moves that all threads look at.
#[derive(Clone, Debug)]
pub(super) struct Pass {
    /// The first of them that counts, and whose line this is: 0 for the best.
    pub(super) rank: usize,
    /// The first of them that has not been searched.
    pub(super) from: usize,
    pub(super) depth: Depth,
    pub(super) window: (Score, Score),
    /// The best score of those that have been searched.
    pub(super) best: Score,
    /// Whether it is told which moves are looked at.
    pub(super) talkative: bool,
    /// Whether the game is decided: then no move is reduced, and a win is
    /// nothing new.
    pub(super) decided: bool,
}

/// A root move to be looked at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dealt {
    pub(super) square: Square,
    /// How much less than the best it promises.
    pub(super) gap: i32,
    /// How many moves come before it.
    pub(super) before: usize,
    /// Its score, where nothing needs to be searched.
    pub(super) known: Option<Score>,
}

/// What was found out about a move that was dealt.
#[derive(Clone, Debug)]
pub(super) struct Outcome {
    pub(super) square: Square,
    pub(super) score: Score,
    /// The line that begins with it, if it is better than all before it.
    pub(super) line: Option<Vec<Square>>,
    /// The number of the thread that searched it.
    pub(super) by: usize,
}

/// Root moves that all threads look at, one at a time, with the best score
/// known to any of them as the bound.
#[derive(Debug)]
pub(super) struct Deal {
    pub(super) pass: Pass,
    pub(super) moves: Vec<Dealt>,
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
    outcomes: Vec<Outcome>,
}

impl Deal {
    pub(super) fn new(moves: Vec<Dealt>, pass: Pass) -> Deal {
        let state = State {
            searchers: vec![0; moves.len()],
            outcomes: Vec::new(),
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
    pub(super) fn alpha(&self) -> Score {
        Score::DRAW + self.alpha.load(Relaxed)
    }

    /// Whether nothing more is to be found out.
    pub(super) fn is_over(&self) -> bool {
        self.over.load(Relaxed)
    }

    /// The next move that nobody has searched; if `join`, and there is none,
    /// one that few are searching.
    pub(super) fn claim(self: &Arc<Deal>, join: bool) -> Option<Claim> {
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

    /// The outcomes from this one on.
    pub(super) fn outcomes(&self, from: usize) -> Vec<Outcome> {
        self.lock().outcomes[from..].to_vec()
    }

    /// Sleeps for a moment, or until a move has been looked at.
    pub(super) fn wait(&self, heard: usize) {
        let same = |state: &mut State| state.outcomes.len() == heard;
        let woken = self.progress.wait_timeout_while(self.lock(), NAP, same);
        drop(woken);
    }

    /// Nothing more is to be found out.
    pub(super) fn end(&self) {
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
pub(super) struct Claim {
    deal: Arc<Deal>,
    index: usize,
}

impl Claim {
    pub(super) fn deal(&self) -> &Arc<Deal> {
        &self.deal
    }

    pub(super) fn dealt(&self) -> Dealt {
        self.deal.moves[self.index]
    }

    /// Whether nobody needs to search the move any more.
    #[inline]
    pub(super) fn is_settled(&self) -> bool {
        self.deal.is_over() || self.deal.tried[self.index].load(Relaxed)
    }

    /// Says what was found out; `line` is the one that begins with the move. The
    /// first to say so is believed, both are right.
    pub(super) fn settle(&self, score: Score, line: Vec<Square>, by: usize) {
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
        state.outcomes.push(Outcome {
            square,
            score,
            line: better.then_some(line),
            by,
        });
        deal.tried[self.index].store(true, Relaxed);
        let all = state.outcomes.len() == deal.moves.len();
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

/// Stones after which the position may be balanced: all threads look at them to
/// one depth.
#[derive(Debug)]
pub(super) struct Round {
    pub(super) candidates: Vec<Vec<Square>>,
    /// The wanted score.
    pub(super) bias: i32,
    pub(super) depth: Depth,
    /// How many have been begun with.
    begun: AtomicUsize,
    /// The least error, and the first candidate that has it.
    nearest: AtomicU64,
}

impl Round {
    pub(super) fn new(candidates: Vec<Vec<Square>>, bias: i32, depth: Depth) -> Round {
        Round {
            candidates,
            bias,
            depth,
            begun: AtomicUsize::new(0),
            nearest: AtomicU64::new(u64::from(u16::MAX) << 32),
        }
    }

    /// The next candidate that nobody has begun with, unless one is perfect.
    pub(super) fn claim(&self) -> Option<usize> {
        let index = self.begun.fetch_add(1, Relaxed);
        (index < self.candidates.len() && self.nearest().0 > 0).then_some(index)
    }

    /// The score after a candidate is so far from the wanted one, or further.
    pub(super) fn note(&self, index: usize, error: i32) {
        let both = u64::from(error.unsigned_abs()) << 32 | index as u64;
        self.nearest.fetch_min(both, Relaxed);
    }

    /// The least error known, and the candidate that has it.
    pub(super) fn nearest(&self) -> (i32, usize) {
        let both = self.nearest.load(Relaxed);
        ((both >> 32) as i32, both as u32 as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_is_over_with_a_perfect_candidate() {
        let squares = |index| vec![Square::from_index(index)];
        let round = Round::new((0..4).map(squares).collect(), 0, 3);
        assert_eq!((round.claim(), round.claim()), (Some(0), Some(1)));
        round.note(1, 7);
        round.note(0, 7);
        assert_eq!(round.nearest(), (7, 0));
        assert_eq!(round.claim(), Some(2));
        round.note(2, 0);
        assert_eq!((round.nearest(), round.claim()), ((0, 2), None));
    }

    fn deal(moves: usize, window: (i32, i32)) -> Arc<Deal> {
        let dealt = |index| Dealt {
            square: Square::from_index(index),
            gap: 0,
            before: index + 1,
            known: None,
        };
        let pass = Pass {
            rank: 0,
            from: 1,
            depth: 5,
            window: (Score::estimate(window.0), Score::estimate(window.1)),
            best: -Score::INFINITE,
            talkative: false,
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
        let lines = deal.outcomes(0).into_iter().map(|outcome| outcome.line);
        assert!(lines.eq([Some(line), None]));
        assert_eq!(deal.alpha(), Score::estimate(20));
        assert!(!deal.is_over() && claims[0].is_settled() && !claims[2].is_settled());
        claims[0].settle(Score::estimate(50), Vec::new(), 1);
        assert_eq!(deal.outcomes(0).len(), 2);
        claims[2].settle(Score::estimate(100), Vec::new(), 1);
        assert!(deal.is_over() && deal.claim(true).is_none());
    }

    #[test]
    fn nobody_sleeps_through_a_change() {
        let team = Team::new(2);
        let number = team.task().number;
        assert!(!team.is_over(number));
        team.open(&deal(1, (0, 1)));
        assert!(team.is_over(number) && team.task().deal.is_some());
        // Returns at once: the number is another one now.
        team.wait(number);
        team.close();
        assert!(team.task().deal.is_none());
    }
}
