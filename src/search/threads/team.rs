//! The threads of a search and the task they have in common.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::MAX_WAIT;
use super::abdada::UnderSearch;
use super::balance_round::BalanceRound;
use super::deal::Deal;
use super::root_proofs::RootProofs;
use crate::search::scored_move::ScoredMove;
use crate::types::{Depth, Score};

/// The threads of a search and what they are to do.
#[derive(Debug)]
pub struct Team {
    threads: usize,
    task: Mutex<Task>,
    changed: Condvar,
    /// The number of the task, to be looked at often.
    number: AtomicU64,
    /// What the threat solver has found out for a helping thread.
    pub root_proofs: RootProofs,
    /// The moves that threads are searching inside the tree.
    pub under_search: UnderSearch,
}

/// What is to be done now.
#[derive(Clone, Debug, Default)]
pub struct Task {
    /// Grows with every change.
    pub number: u64,
    /// What the thread whose result counts is searching.
    pub plan: Option<Arc<HelperPlan>>,
    /// Root moves for everybody.
    pub deal: Option<Arc<Deal>>,
    /// Stones to balance the position with, for everybody.
    pub balance: Option<Arc<BalanceRound>>,
}

/// One pass over the root moves, to be helped with by searching the same.
#[derive(Debug)]
pub struct HelperPlan {
    /// The root moves in order.
    pub moves: Vec<ScoredMove>,
    /// The first of them that is looked at.
    pub rank: usize,
    pub depth: Depth,
    pub window: (Score, Score),
}

impl Team {
    /// A team of so many threads.
    pub fn new(threads: usize) -> Team {
        Team {
            threads,
            task: Mutex::default(),
            changed: Condvar::new(),
            number: AtomicU64::new(0),
            root_proofs: RootProofs::default(),
            under_search: UnderSearch::new(threads),
        }
    }

    /// How many threads there are.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Lets everybody look again at what there is to do.
    pub fn wake(&self) {
        self.change(|_| ());
    }

    /// What the thread whose result counts searches next.
    pub fn publish(&self, plan: HelperPlan) {
        self.change(|task| task.plan = Some(Arc::new(plan)));
    }

    /// Root moves for everybody.
    pub fn open(&self, deal: &Arc<Deal>) {
        self.change(|task| task.deal = Some(Arc::clone(deal)));
    }

    /// Candidates of a balance search for everybody.
    pub fn begin(&self, round: &Arc<BalanceRound>) {
        self.change(|task| task.balance = Some(Arc::clone(round)));
    }

    /// All is looked at; what comes next is not known yet.
    pub fn close(&self) {
        self.change(|task| {
            *task = Task {
                number: task.number,
                ..Task::default()
            };
        });
    }

    /// Whether the task of this number is over, because there is another one.
    #[inline]
    pub fn is_over(&self, number: u64) -> bool {
        self.number.load(Relaxed) != number
    }

    /// What is to be done now.
    pub fn task(&self) -> Task {
        self.lock().clone()
    }

    /// Sleeps for a moment, or until there is something else to do than in the
    /// task of this number.
    pub fn wait(&self, number: u64) {
        let same = |task: &mut Task| task.number == number;
        let woken = self.changed.wait_timeout_while(self.lock(), MAX_WAIT, same);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::threads::deal::tests::deal;

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
