//! How much the engine may take for an analysis.

use std::thread::available_parallelism;
use std::time::Duration;

use crate::engine::MOST_THREADS;
use crate::page::message::Message;
use crate::table::Analysis;

/// The longest analysis with an end, in seconds.
const MOST_SECONDS: u64 = 3_600;
/// The most memory for the hash table, in mebibytes.
const MOST_MEMORY: u64 = 4_096;
/// The same in a browser, where there is less.
const MOST_IN_BROWSER: u64 = 256;

/// The most threads, and mebibytes for the hash table.
pub(super) fn most() -> (usize, u64) {
    let cores = available_parallelism().map_or(1, usize::from);
    let memory = match cfg!(feature = "threads") {
        true => MOST_MEMORY,
        false => MOST_IN_BROWSER,
    };
    (cores.min(MOST_THREADS), memory)
}

/// An analysis with these limits; 0 leaves one as it is usual.
pub(super) fn analysis(
    usual: Analysis,
    seconds: u64,
    threads: usize,
    memory: u64,
) -> Result<Analysis, Message> {
    let (most_threads, most_memory) = most();
    if seconds > MOST_SECONDS || threads > most_threads || memory > most_memory {
        return Err(Message::new("too_much"));
    }
    Ok(Analysis {
        lines: usual.lines,
        time: (seconds > 0).then(|| Duration::from_secs(seconds)),
        threads: threads.max(usual.threads),
        hash: match memory {
            0 => usual.hash,
            memory => memory << 20,
        },
    })
}
