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
    threads: Threads,
}

#[cfg(feature = "threads")]
enum Threads {
    /// The calling thread.
    Calling,
    /// Threads of our own, all of which search.
    Own(rayon::ThreadPool),
    /// Threads of the caller's, and how many of them search.
    Given(rayon::ThreadPool, usize),
}

/// What a thread does that belongs to a pool.
#[cfg(feature = "threads")]
pub struct PoolThread(rayon::ThreadBuilder);

#[cfg(feature = "threads")]
impl PoolThread {
    /// Waits for searches and helps with them, until the pool is dropped. The thread needs
    /// [`LEAST_STACK`](crate::engine::LEAST_STACK).
    pub fn run(self) {
        self.0.run();
    }
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
            threads: Threads::Own(builder.build()?),
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
            threads: Threads::Calling,
        }
    }

    /// A pool of this many threads, where the standard library cannot start any: the
    /// calling thread, which has to be the one that searches, and others which `start`
    /// starts. A thread can be in one pool only.
    #[cfg(feature = "threads")]
    pub fn on_threads(
        threads: usize,
        mut start: impl FnMut(PoolThread),
    ) -> Result<Pool, NoThreads> {
        let builder = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .use_current_thread()
            .spawn_handler(|thread| {
                start(PoolThread(thread));
                Ok(())
            });
        Ok(Pool {
            threads: Threads::Given(builder.build()?, threads),
        })
    }

    /// How many threads search.
    pub fn threads(&self) -> usize {
        #[cfg(feature = "threads")]
        return match &self.threads {
            Threads::Calling => 1,
            Threads::Own(pool) => pool.current_num_threads(),
            &Threads::Given(_, searching) => searching,
        };
        #[cfg(not(feature = "threads"))]
        1
    }

    /// Has this many threads search. Threads that were given can be fewer than all, not
    /// more.
    #[cfg_attr(not(feature = "threads"), expect(unused_variables))]
    pub fn resize(&mut self, threads: usize) -> Result<(), NoThreads> {
        #[cfg(feature = "threads")]
        if threads != self.threads() {
            match &mut self.threads {
                Threads::Given(pool, _) if threads > pool.current_num_threads() => {
                    let most = pool.current_num_threads();
                    return Err(NoThreads(format!("there are {most}")));
                }
                Threads::Given(_, searching) => *searching = threads,
                Threads::Calling | Threads::Own(_) => *self = Pool::new(threads)?,
            }
        }
        Ok(())
    }

    /// Searches the position within the limits of `shared`, which holds the result
    /// afterwards. The first thread is the main thread; the others help with its root
    /// moves and fill the table.
    ///
    /// A panic in the search ends it and is logged; `shared` holds what was found before.
    pub fn search<R: Ruleset>(&self, position: &Position<R>, shared: &Shared<'_>) {
        #[cfg(feature = "threads")]
        if let Threads::Own(pool) | Threads::Given(pool, 2..) = &self.threads {
            let threads = self.threads();
            pool.broadcast(|thread| {
                if thread.index() < threads {
                    search_by(thread.index(), position, shared);
                }
            });
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
