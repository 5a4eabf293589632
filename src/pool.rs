//! The threads that search: one rayon pool of our own.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::position::Position;
use crate::search::{Shared, Worker};
use crate::types::Ruleset;

/// Stack of a searching thread: lines of play can be hundreds of plies long.
const STACK_BYTES: usize = 16 << 20;

/// Threads with enough stack for searching.
pub struct Pool {
    pool: rayon::ThreadPool,
}

impl Pool {
    /// A pool of this many threads.
    pub fn new(threads: usize) -> Result<Pool, rayon::ThreadPoolBuildError> {
        let builder = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .stack_size(STACK_BYTES)
            .thread_name(|index| format!("search-{index}"));
        Ok(Pool {
            pool: builder.build()?,
        })
    }

    /// How many threads there are.
    pub fn threads(&self) -> usize {
        self.pool.current_num_threads()
    }

    /// Searches the position within the limits of `shared`, where the result
    /// is afterwards. The first thread's result counts; the others help with
    /// its root moves and by what they leave in the table.
    ///
    /// A panic in the search ends it and is logged: what it has found out is
    /// in `shared` all the same.
    pub fn search<R: Ruleset>(&self, position: &Position<R>, shared: &Shared<'_>) {
        self.pool.broadcast(|thread| {
            let search = || Worker::new(position.clone(), shared, thread.index()).run();
            if catch_unwind(AssertUnwindSafe(search)).is_err() {
                log::error!("the search panicked; the best move known so far is played");
            }
            if thread.index() == 0 {
                shared.finish();
            }
        });
    }
}
