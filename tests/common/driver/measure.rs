//! The processor time and memory of the running program (Linux only).

use std::fs;
use std::time::Duration;

use super::{Brain, ms};

/// Clock ticks in a second, as Linux shows times to programs.
const TICKS: u64 = 100;
/// A program that has nothing to do works no longer than this while the test
/// works for [`WINDOW`].
const NOTHING: Duration = ms(30);
const WINDOW: Duration = ms(200);
/// How long a program may work to end a search that was stopped.
const REMAINDER: Duration = ms(1_500);

impl Brain {
    /// The memory that is the program's alone and no file's or other
    /// program's, in bytes, with that of the processes that it has started:
    /// what GomocupJudge counts.
    pub fn unique_memory(&self) -> u64 {
        let mut tree = vec![self.child.id()];
        let mut known = 0;
        while let Some(&parent) = tree.get(known) {
            tree.extend(children_of(parent));
            known += 1;
        }
        tree.into_iter().map(unique_memory).sum()
    }

    /// How long processors have worked for the program.
    pub fn cpu_time(&self) -> Duration {
        cpu_time(&self.child.id().to_string())
    }

    /// The program must have nothing to do any more. On a busy machine it gets
    /// about as much of the processors as this thread, which works meanwhile:
    /// what counts is not how long that takes.
    #[track_caller]
    pub fn assert_idle(&self, when: &str) {
        let begin = self.cpu_time();
        loop {
            let before = self.cpu_time();
            let since = cpu_time("thread-self");
            while cpu_time("thread-self") - since < WINDOW {
                std::hint::spin_loop();
            }
            let used = self.cpu_time() - before;
            println!("{when}: {used:?} of work beside {WINDOW:?}");
            if used < NOTHING {
                return;
            }
            let all = self.cpu_time() - begin;
            assert!(all < REMAINDER, "{when}: it works on, {all:?} so far");
        }
    }
}

/// How long processors have worked for a process, or for `thread-self`.
fn cpu_time(process: &str) -> Duration {
    let stat = stat(process).expect("the state of the process");
    let ticks = |field: usize| stat[field - 3].parse::<u64>().expect("a number of ticks");
    Duration::from_millis((ticks(14) + ticks(15)) * 1_000 / TICKS)
}

/// The fields of `/proc/PROCESS/stat` from the third on. The second is the name,
/// in brackets.
fn stat(process: &str) -> Option<Vec<String>> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let (_, fields) = stat.rsplit_once(')')?;
    Some(fields.split_whitespace().map(str::to_string).collect())
}

fn children_of(parent: u32) -> Vec<u32> {
    let processes = fs::read_dir("/proc").expect("the processes");
    let numbers = processes.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    let is_child = |&process: &u32| {
        let stat = stat(&process.to_string()).unwrap_or_default();
        stat.get(1) == Some(&parent.to_string())
    };
    numbers.filter(is_child).collect()
}

fn unique_memory(process: u32) -> u64 {
    let path = format!("/proc/{process}/smaps_rollup");
    let rollup = fs::read_to_string(path).expect("the memory of the process");
    let private = rollup.lines().filter(|line| line.starts_with("Private_"));
    let kilobytes = private.filter_map(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
    kilobytes.sum::<u64>() * 1024
}
