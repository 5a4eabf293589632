//! How long a command lets the engine think about a position.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::values::{MOST, MOST_MEMORY, whole};
use crate::clock::Control;
use crate::engine::{MOST_THREADS, Options};

/// The hash table in MiB if nothing is said.
const USUAL_MEMORY: u64 = 64;

#[derive(clap::Args)]
pub(super) struct Effort {
    /// The most stones that a search places. With one thread and without --time,
    /// the same comes out every time.
    #[arg(long, value_name = "N", value_parser = whole(1..=MOST))]
    nodes: Option<u64>,
    /// The most milliseconds of a search.
    #[arg(long, value_name = "MS", value_parser = whole(1..=MOST))]
    time: Option<u64>,
    /// Threads that search.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(1..=MOST_THREADS))]
    threads: usize,
    /// The hash table in MiB.
    #[arg(long, value_name = "MIB", default_value_t = USUAL_MEMORY, value_parser = whole(1..=MOST_MEMORY))]
    memory: u64,
}

impl Effort {
    /// Options for it; `usual` has the limits if none is given.
    pub fn options(&self, usual: Options) -> Options {
        let usual = match (self.nodes, self.time) {
            (None, None) => usual,
            (nodes, time) => Options {
                nodes,
                turn_time: time.map(Duration::from_millis),
                ..usual
            },
        };
        Options {
            infinite: usual.turn_time.is_none(),
            threads: self.threads,
            hash: Some(self.memory << 20),
            ..usual
        }
    }
}

/// The handle of a search that begins now, which ends when the flag is set.
pub(super) fn control(stop: &Arc<AtomicBool>) -> Control {
    let start = Instant::now();
    Control::timed(move || start.elapsed()).also_stopped_by(Arc::clone(stop))
}
