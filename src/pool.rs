//! The threads that search: a rayon pool of our own, or without the feature `threads` the
//! calling thread.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::position::Position;
use crate::search::{Root, Shared};
use crate::types::Ruleset;

/// Stack of a searching thread: lines can be hundreds of plies long.
#[cfg(feature = "threads")]
const STACK_BYTES: usize = 16 << 20;

/// The system cannot start threads.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no threads: {0}")]
pub struct NoThreads(String);

#[cfg(feature = "threads")]
impl From<rayon::ThreadPoolBuildError> for NoThreads {
    fn from(error: rayon::ThreadPoolBuildError) -> NoThreads {
        NoThreads(error.to_string())
    }
}

/// Threads with enough stack for searching, or the calling thread.
pub struct Pool {
    #[cfg(feature = "threads")]
    pool: Option<rayon::ThreadPool>,
}

impl Pool {
    /// A pool of this many threads; without the feature `threads` the calling thread.
    #[cfg(feature = "threads")]
    pub fn new(threads: usize) -> Result<Pool, NoThreads> {
        let builder = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .stack_size(STACK_BYTES)
            .thread_name(|index| format!("search-{index}"));
        Ok(Pool {
            pool: Some(builder.build()?),
        })
    }

    /// A pool of this many threads; without the feature `threads` the calling thread.
    #[cfg(not(feature = "threads"))]
    pub fn new(_threads: usize) -> Result<Pool, NoThreads> {
        Ok(Pool::calling_thread())
    }

    /// The calling thread alone.
    pub fn calling_thread() -> Pool {
        Pool {
            #[cfg(feature = "threads")]
            pool: None,
        }
    }

    /// How many threads there are.
    pub fn threads(&self) -> usize {
        #[cfg(feature = "threads")]
        if let Some(pool) = &self.pool {
            return pool.current_num_threads();
        }
        1
    }

    /// Searches the position within the limits of `shared`, which holds the result
    /// afterwards. The first thread is the main thread; the others help with its root
    /// moves and fill the table.
    ///
    /// A panic in the search ends it and is logged; `shared` holds what was found before.
    pub fn search<R: Ruleset>(&self, position: &Position<R>, shared: &Shared<'_>) {
        #[cfg(feature = "threads")]
        if let Some(pool) = &self.pool {
            pool.broadcast(|thread| search_by(thread.index(), position, shared));
            return;
        }
        search_by(0, position, shared);
    }
}

/// The part of the thread with this number in a search.
fn search_by<R: Ruleset>(number: usize, position: &Position<R>, shared: &Shared<'_>) {
    let search = || Root::new(position.clone(), shared, number).run();
    if catch_unwind(AssertUnwindSafe(search)).is_err() {
        log::error!("the search panicked; the best move known so far is played");
    }
    if number == 0 {
        shared.finish();
    }
}
