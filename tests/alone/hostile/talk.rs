//! A conversation with the real program in which every answer is checked,
//! also when many lines were sent before the first one was answered.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use rand::Rng;
use rand::rngs::StdRng;
use tengen::protocol::{Command, Parser};

use super::Trail;
use super::model::{Model, Pending};
use crate::common::driver::{Brain, PATIENCE, ms};

/// Longer lines are cut, in bytes.
const LONGEST_LINE: usize = 1 << 16;

impl Drop for Talk {
    fn drop(&mut self) {
        if std::thread::panicking() {
            println!("{}", self.trail.text());
        }
    }
}

/// The program, and what it has still to answer.
pub struct Talk {
    pub brain: Brain,
    pub model: Model,
    parser: Parser,
    /// What was sent of a line that is not ended.
    line: Vec<u8>,
    unanswered: VecDeque<Command>,
    current: Option<(Command, Pending)>,
    trail: Trail,
    /// How many commands were answered that want thinking.
    pub searches: u64,
    /// The longest time between two lines that were waited for.
    pub slowest: Duration,
}

impl Talk {
    /// Starts the program.
    pub fn start() -> Talk {
        Talk {
            brain: Brain::start(),
            model: Model::default(),
            parser: Parser::new(),
            line: Vec::new(),
            unanswered: VecDeque::new(),
            current: None,
            trail: Trail::default(),
            searches: 0,
            slowest: Duration::ZERO,
        }
    }

    /// Sends a line and goes on.
    pub fn say(&mut self, line: &str) {
        self.send(format!("{line}\n").as_bytes());
    }

    /// Sends a line and waits until everything is answered.
    pub fn ask(&mut self, line: &str) {
        self.say(line);
        self.settle();
    }

    /// Sends these bytes and goes on.
    pub fn send(&mut self, bytes: &[u8]) {
        self.note(bytes);
        self.brain.send_bytes(bytes);
    }

    /// Sends these bytes in pieces, with a rest now and then.
    pub fn send_in_pieces(&mut self, mut bytes: &[u8], rng: &mut StdRng) {
        self.note(bytes);
        while !bytes.is_empty() {
            let most = match rng.random_range(0..4) {
                0 => 3,
                1 => 50,
                _ => 1 << 16,
            };
            let (piece, rest) = bytes.split_at(rng.random_range(1..=most).min(bytes.len()));
            self.brain.send_bytes(piece);
            bytes = rest;
            if rng.random_bool(0.05) {
                std::thread::sleep(ms(rng.random_range(0..20)));
            }
        }
    }

    /// Reads what is sent as the program has to.
    fn note(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            match byte {
                b'\n' | b'\r' => self.end_line(),
                _ => self.line.push(byte),
            }
        }
    }

    fn end_line(&mut self) {
        self.line.truncate(LONGEST_LINE);
        self.trail.add(&self.line);
        let line = String::from_utf8_lossy(&self.line).replace('\0', " ");
        self.unanswered.extend(self.parser.feed(&line));
        self.line.clear();
    }

    /// Ends the program's input; what was sent of a line is one.
    pub fn close_input(&mut self) {
        self.end_line();
        self.brain.close_input();
    }

    /// Waits until everything is answered, each in its turn and correctly.
    pub fn settle(&mut self) {
        while self.next_pending() {
            let since = Instant::now();
            let line = self.brain.line(PATIENCE);
            self.slowest = self.slowest.max(since.elapsed());
            let (command, pending) = self.current.as_mut().expect("a pending command");
            let Some(line) = line else {
                panic!("nothing comes for {command:?}");
            };
            match self.model.accept(pending, &line.text) {
                Ok(true) => {
                    self.searches += u64::from(pending.thinks());
                    self.current = None;
                }
                Ok(false) => (),
                Err(wrong) => panic!("'{}' for {command:?}: {wrong}", line.text),
            }
        }
    }

    /// Whether there is a command that is not answered yet.
    fn next_pending(&mut self) -> bool {
        while self.current.is_none() {
            let Some(command) = self.unanswered.pop_front() else {
                return false;
            };
            let pending = self.model.begin(&command);
            if !pending.is_done() {
                self.current = Some((command, pending));
            }
        }
        true
    }

    /// Says `END`: an exit in time, without a fault and without a word more.
    pub fn finish(mut self, limit: u64) -> Duration {
        self.settle();
        self.brain.finish(limit)
    }

    /// Everything that was sent is answered, then the program ends by itself.
    pub fn expect_exit(mut self, limit: u64) -> Duration {
        self.settle();
        self.brain.exit_within(Instant::now(), limit)
    }
}
