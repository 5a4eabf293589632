//! How long a command searches each position.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use serde::Serialize;

use super::values::{MOST, MOST_MEMORY, time, whole};
use crate::clock::Control;
use crate::engine::{MOST_THREADS, Options};

/// The default size of the hash table in MiB.
const DEFAULT_MEMORY: u64 = 64;

#[derive(clap::Args, Serialize)]
pub(super) struct Effort {
    /// Nodes for each search. With one thread and without --time the result is
    /// the same every time.
    #[arg(long, value_name = "N", value_parser = whole(1..=MOST))]
    nodes: Option<u64>,
    /// Time for each search, as 500ms, 2s or 1m (a number alone: milliseconds).
    #[arg(long, value_name = "TIME", value_parser = time)]
    time: Option<Duration>,
    /// Search threads.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(1..=MOST_THREADS))]
    threads: usize,
    /// Size of the hash table in MiB.
    #[arg(long, value_name = "MIB", default_value_t = DEFAULT_MEMORY, value_parser = whole(1..=MOST_MEMORY))]
    memory: u64,
}

impl Effort {
    /// Options with these limits, or with those of `default` if none is given.
    pub fn options(&self, default: Options) -> Options {
        let options = match (self.nodes, self.time) {
            (None, None) => default,
            (nodes, time) => Options {
                nodes,
                turn_time: time,
                ..default
            },
        };
        Options {
            infinite: options.turn_time.is_none(),
            threads: self.threads,
            hash: Some(self.memory << 20),
            ..options
        }
    }
}

/// Controls a search that begins now; it stops when the flag is set.
pub(super) fn control(stop: &Arc<AtomicBool>) -> Control {
    let start = Instant::now();
    Control::timed(move || start.elapsed()).also_stopped_by(Arc::clone(stop))
}
