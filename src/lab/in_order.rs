//! Many independent pieces of work, done in parallel and reported in order.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::lock::lock;
use crate::pool::NoThreads;

/// Finished pieces, which are reported in the order of their numbers.
struct Finished<T> {
    /// The next piece to report.
    next: usize,
    waiting: BTreeMap<usize, T>,
}

/// Does the pieces from `first` to the one before `end` with `threads` threads, each with a
/// worker of its own, until all are done or `stop` is set. `one` does a piece, or returns
/// `None` if it was stopped. `report` gets each result, in order; if it returns false, no
/// more are done.
pub(super) fn in_order<W, T: Send, E: From<NoThreads> + Send>(
    (first, end): (usize, usize),
    threads: usize,
    stop: &AtomicBool,
    worker: &(dyn Fn() -> Result<W, E> + Sync),
    one: &(dyn Fn(usize, &mut W) -> Option<T> + Sync),
    report: &(dyn Fn(T) -> bool + Sync),
) -> Result<(), E> {
    let pool = super::pool(threads)?;
    let begun = Mutex::new(first);
    let finished = Mutex::new(Finished {
        next: first,
        waiting: BTreeMap::new(),
    });
    let results = pool.broadcast(|_| -> Result<(), E> {
        let mut worker = worker()?;
        loop {
            let index = {
                let mut begun = lock(&begun);
                *begun += 1;
                *begun - 1
            };
            if index >= end || stop.load(Relaxed) {
                return Ok(());
            }
            let Some(result) = one(index, &mut worker) else {
                return Ok(());
            };
            if !lock(&finished).add(index, result, report) {
                stop.store(true, Relaxed);
            }
        }
    });
    results.into_iter().collect()
}

impl<T> Finished<T> {
    /// Reports the piece once all before it are reported. Returns whether to continue.
    fn add(&mut self, index: usize, result: T, report: &(dyn Fn(T) -> bool + Sync)) -> bool {
        self.waiting.insert(index, result);
        while let Some(result) = self.waiting.remove(&self.next) {
            self.next += 1;
            if !report(result) {
                // Later pieces must not be reported either.
                self.next = usize::MAX;
                return false;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_until_the_reader_has_enough() {
        let stop = AtomicBool::new(false);
        let got = Mutex::new(Vec::new());
        let done = in_order::<_, _, NoThreads>(
            (3, 100),
            4,
            &stop,
            &|| Ok(()),
            &|index, ()| {
                // The early ones take longer.
                std::thread::sleep(std::time::Duration::from_micros(2_000 / (index as u64)));
                Some(index)
            },
            &|index| {
                lock(&got).push(index);
                index < 50
            },
        );
        done.unwrap();
        assert_eq!(*lock(&got), (3..=50).collect::<Vec<_>>());
        assert!(stop.load(Relaxed));
    }
}
