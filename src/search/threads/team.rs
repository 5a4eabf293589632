//! The threads of a search and their common task.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex};

use super::MAX_WAIT;
use super::abdada::UnderSearch;
use super::balance_round::BalanceRound;
use super::deal::Deal;
use super::root_proofs::RootProofs;
use crate::lock::lock;
use crate::search::scored_move::ScoredMove;
use crate::types::{Depth, Score};

/// The threads of a search and their common task.
#[derive(Debug)]
pub struct Team {
    threads: usize,
    task: Mutex<Task>,
    changed: Condvar,
    /// The number of the task, for frequent checks.
    number: AtomicU64,
    /// What helpers have proven.
    pub root_proofs: RootProofs,
    /// The moves that threads are searching inside the tree.
    pub under_search: UnderSearch,
}

/// The work of the helpers.
#[derive(Clone, Debug, Default)]
pub struct Task {
    /// Grows with every change.
    pub number: u64,
    /// What the main thread is searching.
    pub plan: Option<Arc<HelperPlan>>,
    /// Root moves for all threads.
    pub deal: Option<Arc<Deal>>,
    /// Candidates of a balance search for all threads.
    pub balance: Option<Arc<BalanceRound>>,
}

/// A pass over the root moves; helpers search the same to fill the table.
#[derive(Debug)]
pub struct HelperPlan {
    /// The root moves in order.
    pub moves: Vec<ScoredMove>,
    /// The first of them that is searched.
    pub rank: usize,
    pub depth: Depth,
    pub window: (Score, Score),
}

impl Team {
    /// A team of this many threads.
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

    /// Wakes all helpers.
    pub fn wake(&self) {
        self.change(|_| ());
    }

    /// Announces what the main thread searches next.
    pub fn publish(&self, plan: HelperPlan) {
        self.change(|task| task.plan = Some(Arc::new(plan)));
    }

    /// Opens a deal for all threads.
    pub fn open(&self, deal: &Arc<Deal>) {
        self.change(|task| task.deal = Some(Arc::clone(deal)));
    }

    /// Opens a round of a balance search for all threads.
    pub fn begin(&self, round: &Arc<BalanceRound>) {
        self.change(|task| task.balance = Some(Arc::clone(round)));
    }

    /// Ends the task; the next one is not known yet.
    pub fn close(&self) {
        self.change(|task| {
            *task = Task {
                number: task.number,
                ..Task::default()
            };
        });
    }

    /// Whether the task with this number is over.
    #[inline]
    pub fn is_over(&self, number: u64) -> bool {
        self.number.load(Relaxed) != number
    }

    /// The task.
    pub fn task(&self) -> Task {
        lock(&self.task).clone()
    }

    /// Waits for a moment, or until the task with this number is over.
    pub fn wait(&self, number: u64) {
        let task = lock(&self.task);
        if task.number == number {
            drop(self.changed.wait_timeout(task, MAX_WAIT));
        }
    }

    fn change(&self, change: impl FnOnce(&mut Task)) {
        let mut task = lock(&self.task);
        change(&mut task);
        task.number += 1;
        self.number.store(task.number, Relaxed);
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::threads::deal::tests::deal;

    #[test]
    fn a_change_ends_waiting() {
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
