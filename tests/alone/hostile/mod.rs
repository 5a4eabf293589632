//! Hostile input: lines that no manager should send, and what the program may
//! answer to them all the same.

pub mod answer;
pub mod damage;
pub mod generator;
pub mod model;
pub mod squares;
pub mod steps;
pub mod talk;

use std::collections::VecDeque;
use std::fmt::Debug;
use std::str::FromStr;

/// How many of the last lines are printed when a test fails.
const REMEMBERED: usize = 50;
/// Of longer lines only the beginning is printed, in bytes.
const PRINTED: usize = 300;

/// A number from an environment variable.
pub fn setting<T: FromStr<Err: Debug>>(name: &str, default: T) -> T {
    let value = std::env::var(name).ok();
    value.map_or(default, |text| text.parse().expect(name))
}

/// The whole part of the first number of a text; all that is too large for
/// the program is the same here.
pub fn number(text: &str) -> Option<i64> {
    let whole = text.split_whitespace().next()?.split('.').next()?;
    let digits = whole.strip_prefix(['-', '+']).unwrap_or(whole);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let size = digits.parse().unwrap_or(i64::MAX);
    Some(if whole.starts_with('-') { -size } else { size })
}

/// The seed of this run, which is printed: `TENGEN_FUZZ_SEED`, or the default.
pub fn seed(what: &str, default: u64) -> u64 {
    let seed = setting("TENGEN_FUZZ_SEED", default);
    println!("{what}: TENGEN_FUZZ_SEED={seed}");
    seed
}

/// The memory of a process that is resident now, or was at most (`VmRSS`,
/// `VmHWM`), in bytes; 0 where there is no such file (not Linux).
pub fn memory(process: &str, key: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status"));
    let status = status.unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(key));
    let kilobytes = line.and_then(|line| line.trim_matches([':', '\t', ' ']).split(' ').next());
    kilobytes
        .and_then(|text| text.parse::<u64>().ok())
        .unwrap_or(0)
        << 10
}

/// The last lines that were sent; they are printed when a test fails.
#[derive(Debug, Default)]
pub struct Trail {
    lines: VecDeque<Vec<u8>>,
    sent: u64,
}

impl Trail {
    /// Remembers a line.
    pub fn add(&mut self, line: &[u8]) {
        if self.lines.len() == REMEMBERED {
            self.lines.pop_front();
        }
        self.lines
            .push_back(line[..line.len().min(PRINTED)].to_vec());
        self.sent += 1;
    }

    /// The lines as they can be printed.
    pub fn text(&self) -> String {
        let mut text = format!("the last of {} lines sent:\n", self.sent);
        for line in &self.lines {
            text.push_str(&format!("  {}\n", line.escape_ascii()));
        }
        text
    }
}
