//! Threads that search: workers that run this code on the same memory. The page starts
//! them; each gets its stack and its local storage here, and runs what waits for it.

use std::sync::{Mutex, PoisonError};

use serde::Serialize;
use tengen::engine::LEAST_STACK;
use tengen::pool::{NoThreads, Pool, PoolThread};

/// What the threads have to do that are not yet there. A global, since a thread begins
/// with a function without arguments.
static WAITING: Mutex<Vec<PoolThread>> = Mutex::new(Vec::new());
/// Stacks and local storages begin at multiples of this.
const ALIGNMENT: usize = 64;
/// There is no guard below a stack.
const STACK: usize = 2 * LEAST_STACK;

/// Where a thread has its memory.
#[derive(Serialize)]
pub struct Place {
    /// The upper end of its stack.
    stack: usize,
    /// Its local storage.
    local: usize,
}

impl Place {
    fn new(local: usize) -> Place {
        let bytes = STACK + local + 3 * ALIGNMENT;
        // It is used as long as the memory exists.
        let start = vec![0_u8; bytes].leak().as_ptr().addr();
        let stack = (start + STACK).next_multiple_of(ALIGNMENT);
        Place {
            stack,
            local: stack + ALIGNMENT,
        }
    }
}

/// A pool of so many threads, this one among them, and where the others have their memory.
pub fn start(threads: usize, local: usize) -> Result<(Pool, Vec<Place>), NoThreads> {
    let mut places = Vec::new();
    let pool = Pool::on_threads(threads, |thread| {
        waiting(|all| all.push(thread));
        places.push(Place::new(local));
    })?;
    Ok((pool, places))
}

/// The work of another thread. Does not return.
#[unsafe(no_mangle)]
pub extern "C" fn work() {
    if let Some(thread) = waiting(Vec::pop) {
        thread.run();
    }
}

fn waiting<T>(how: impl FnOnce(&mut Vec<PoolThread>) -> T) -> T {
    how(&mut WAITING.lock().unwrap_or_else(PoisonError::into_inner))
}
