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

/// The most that there is for an analysis.
#[derive(Clone, Copy)]
pub(crate) struct Most {
    /// Threads.
    pub threads: usize,
    /// For the hash table, in mebibytes.
    pub memory: u64,
}

impl Most {
    /// What this machine has.
    pub fn here() -> Most {
        let threads = available_parallelism().map_or(1, usize::from);
        Most {
            threads: threads.min(MOST_THREADS),
            memory: match cfg!(target_family = "wasm") {
                true => MOST_IN_BROWSER,
                false => MOST_MEMORY,
            },
        }
    }

    /// An analysis with these limits; 0 leaves one as it is usual.
    pub(super) fn analysis(
        self,
        usual: Analysis,
        seconds: u64,
        threads: usize,
        memory: u64,
    ) -> Result<Analysis, Message> {
        if seconds > MOST_SECONDS || threads > self.threads || memory > self.memory {
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
}
