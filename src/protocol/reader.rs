//! The thread that reads: it must notice at once what cannot wait until the
//! search is over.

use std::io::{ErrorKind, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::Sender;
use std::time::Instant;

use super::command::{Command, Parser};
use super::info;

/// A command with the moment when it was read: clocks run from there.
pub(super) struct Request {
    pub(super) command: Command,
    pub(super) received: Instant,
    /// Set when this command's search is to stop, perhaps before it begins.
    pub(super) stop: Arc<AtomicBool>,
}

/// Longer lines are cut: no command is as long as that.
const LONGEST_LINE: usize = 1 << 16;

/// More commands than this cannot wait; what comes then is lost, unless it
/// ends the search.
const MOST_PENDING: usize = 1 << 16;

/// Reads until the input ends or `END` comes, and passes the commands on.
/// `ended` is set at once when `END` comes: nothing is to be said any more.
pub(super) fn read(mut input: impl Read, requests: &Sender<Request>, ended: &AtomicBool) {
    let mut reader = Reader {
        parser: Parser::new(),
        line: Vec::new(),
        pending: Vec::new(),
        requests,
        ended,
    };
    let mut buffer = [0; 1 << 13];
    loop {
        let read = match input.read(&mut buffer) {
            Ok(read) => read,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => 0,
        };
        if read == 0 {
            reader.end_line();
            reader.stop();
            return;
        }
        for &byte in &buffer[..read] {
            let goes_on = match byte {
                b'\n' | b'\r' => reader.end_line(),
                _ => {
                    if reader.line.len() < LONGEST_LINE {
                        reader.line.push(byte);
                    }
                    true
                }
            };
            if !goes_on {
                return;
            }
        }
    }
}

struct Reader<'a> {
    parser: Parser,
    line: Vec<u8>,
    /// The stop flags of requests that may still be waited for, among others
    /// that are over.
    pending: Vec<Arc<AtomicBool>>,
    requests: &'a Sender<Request>,
    ended: &'a AtomicBool,
}

impl Reader<'_> {
    /// Handles the line read so far; `false` when nothing more is wanted.
    fn end_line(&mut self) -> bool {
        let received = Instant::now();
        let line = String::from_utf8_lossy(&self.line).replace('\0', " ");
        self.line.clear();
        if !line.trim().is_empty() {
            log::debug!("< {}", line.trim());
        }
        for command in self.parser.feed(&line) {
            let end = command == Command::End;
            if end {
                self.ended.store(true, Relaxed);
            }
            if end || is_urgent(&command) {
                self.stop();
            }
            if is_idle(&command) {
                continue;
            }
            // Not every time: with many waiting it would take longer than the
            // lines take to come.
            if self.pending.len().is_power_of_two() {
                self.pending.retain(|stop| Arc::strong_count(stop) > 1);
            }
            if self.pending.len() >= MOST_PENDING {
                log::warn!("too many commands are waiting, lost: {command:?}");
                continue;
            }
            let stop = Arc::new(AtomicBool::new(false));
            self.pending.push(Arc::clone(&stop));
            let request = Request {
                command,
                received,
                stop,
            };
            if self.requests.send(request).is_err() || end {
                return false;
            }
        }
        true
    }

    /// Ends the running search and those that are still in the queue.
    fn stop(&mut self) {
        for stop in self.pending.drain(..) {
            stop.store(true, Relaxed);
        }
    }
}

/// Whether nothing comes of a command: some managers send such all the time.
fn is_idle(command: &Command) -> bool {
    match command {
        Command::Stop => true,
        Command::Info { key, .. } => !info::KEYS.contains(&key.as_str()),
        _ => false,
    }
}

/// Whether a command ends a running search.
fn is_urgent(command: &Command) -> bool {
    match command {
        Command::Stop => true,
        Command::Info { key, value } => key == "timeout_turn" && value.parse() == Ok(0),
        _ => false,
    }
}
