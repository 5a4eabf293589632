//! Limits of time that hold on a busy machine too.
//!
//! Where a time is the question, it is measured several times ([`in_time`]): a
//! busy machine is late now and then, a program that is too slow is late every
//! time. Everywhere else limits are extended by the time in which threads were
//! ready to work but got no processor, which the system counts (Linux).
//!
//! With `TENGEN_STRICT` nothing is extended, and there is one attempt.

use std::time::Duration;

use super::Brain;

/// How often a limit of time may be missed before it counts.
const ATTEMPTS: usize = 12;

/// Whether the machine does nothing else, so that limits hold as they are.
pub fn is_strict() -> bool {
    std::env::var_os("TENGEN_STRICT").is_some()
}

/// How long a busy system may take to end a process and give back its memory.
pub fn end_of_a_process() -> Duration {
    Duration::from_millis(if is_strict() { 0 } else { 1_000 })
}

/// Tries a few times whether something takes no longer than this many
/// milliseconds; how long it took at best.
#[track_caller]
pub fn in_time(what: &str, limit: u64, mut attempt: impl FnMut() -> Duration) -> Duration {
    let attempts = if is_strict() { 1 } else { ATTEMPTS };
    let mut times = Vec::new();
    for _ in 0..attempts {
        let time = attempt();
        println!("{what}: {:.1} ms", time.as_secs_f64() * 1e3);
        if time <= Duration::from_millis(limit) {
            return time;
        }
        times.push(time);
    }
    panic!("{what}: {times:?}, {limit} ms allowed");
}

impl Brain {
    /// How long threads of the program, and of this test, have waited for a
    /// processor since something was sent last. Several threads may have
    /// waited at the same time: it is no less than what an answer was delayed
    /// by it.
    pub fn delay(&self) -> Duration {
        self.waited().saturating_sub(self.waited_before)
    }

    /// A delay may be counted from now on.
    pub(super) fn note_waits(&mut self) {
        self.waited_before = self.waited();
    }

    fn waited(&self) -> Duration {
        match is_strict() {
            true => Duration::ZERO,
            false => waited(&self.child.id().to_string()) + waited("self"),
        }
    }
}

/// How long the threads that a process has now have waited for a processor, all
/// together; zero where the system does not say.
fn waited(process: &str) -> Duration {
    let threads = std::fs::read_dir(format!("/proc/{process}/task"));
    let waited = |thread: std::io::Result<std::fs::DirEntry>| {
        let text = std::fs::read_to_string(thread.ok()?.path().join("schedstat"));
        // Nanoseconds at work, nanoseconds of waiting, turns.
        text.ok()?.split(' ').nth(1)?.parse::<u64>().ok()
    };
    let sum = threads.map_or(0, |threads| threads.filter_map(waited).sum());
    Duration::from_nanos(sum)
}
