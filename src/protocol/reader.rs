//! The thread that reads: it must notice at once what cannot wait until the
//! search is over.

use std::io::{ErrorKind, Read};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::command::{Command, Parser};
use super::info::{self, Info};
use crate::clock::Control;

/// A command, with the handle of the search that it may begin: clocks run from
/// the moment when the command was read.
pub(super) struct Request {
    pub(super) command: Command,
    pub(super) control: Arc<Control>,
}

/// What the reader and the session tell each other, and those who wait for
/// them, besides commands.
#[derive(Default)]
pub(super) struct Link {
    closed: AtomicBool,
    pondering: Mutex<Option<Arc<Control>>>,
    /// See [`Progress`].
    progress: AtomicU64,
}

/// How far the session has come: a number that changes with every command and
/// line, and is odd while a line is being written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Progress(u64);

impl Progress {
    /// Whether the session waits for somebody to take a line.
    pub(super) fn is_writing(self) -> bool {
        self.0 % 2 == 1
    }
}

impl Link {
    /// How far the session has come.
    pub(super) fn progress(&self) -> Progress {
        Progress(self.progress.load(Relaxed))
    }

    /// A line is going to be written; no other one meanwhile.
    pub(super) fn begin_line(&self) {
        self.progress.fetch_add(1, Relaxed);
    }

    /// The line was taken, or nobody is there to take it.
    pub(super) fn end_line(&self) {
        self.progress.fetch_add(1, Relaxed);
    }

    /// A command was carried out.
    pub(super) fn end_command(&self) {
        self.progress.fetch_add(2, Relaxed);
    }

    /// Whether nothing more will come.
    pub(super) fn is_closed(&self) -> bool {
        self.closed.load(Relaxed)
    }

    /// Sets the search that any command ends. Whoever begins such a search
    /// must look after this, and before it begins, whether a command has come
    /// or nothing more will: whatever comes later ends the search.
    pub(super) fn set_pondering(&self, control: Option<Arc<Control>>) {
        *self.pondering() = control;
    }

    /// Passes a command on and ends the search that any command ends. Both at
    /// once: the search that the session begins when it has carried the
    /// command out is another one.
    fn send(&self, requests: &Sender<Request>, request: Request) -> bool {
        let pondering = self.pondering();
        let sent = requests.send(request).is_ok();
        if let Some(control) = &*pondering {
            control.stop();
        }
        sent
    }

    /// Nothing more will come.
    fn close(&self) {
        self.closed.store(true, Relaxed);
        if let Some(control) = &*self.pondering() {
            control.stop();
        }
    }

    fn pondering(&self) -> MutexGuard<'_, Option<Arc<Control>>> {
        self.pondering
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// Longer lines are cut: no command is as long as that.
const LONGEST_LINE: usize = 1 << 16;

/// More commands than this cannot wait; what comes then is lost, unless it
/// ends the search.
const MOST_PENDING: usize = 1 << 16;

/// Reads until the input ends or `END` comes, and passes the commands on. `END`
/// stops all searches, the end of the input only those that have no limit of their
/// own. Says whether `END` has come.
pub(super) fn read(mut input: impl Read, requests: &Sender<Request>, link: &Link) -> bool {
    let mut reader = Reader {
        parser: Parser::new(),
        line: Vec::new(),
        pending: Vec::new(),
        info: Info::default(),
        is_told: false,
        requests,
        link,
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
            let pending = reader.pending.iter();
            pending.for_each(|control| control.stop_if_endless());
            link.close();
            return reader.is_told;
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
                return reader.is_told;
            }
        }
    }
}

struct Reader<'a> {
    parser: Parser,
    line: Vec<u8>,
    /// The handles of requests that may still be waited for, among others that
    /// are over.
    pending: Vec<Arc<Control>>,
    /// What was said about time; a search that runs hears of changes.
    info: Info,
    /// `END` has come.
    is_told: bool,
    requests: &'a Sender<Request>,
    link: &'a Link,
}

impl Reader<'_> {
    /// Handles the line read so far; `false` when nothing more is wanted.
    fn end_line(&mut self) -> bool {
        let line = String::from_utf8_lossy(&self.line).replace('\0', " ");
        self.line.clear();
        if !line.trim().is_empty() {
            log::debug!("< {}", line.trim());
        }
        for command in self.parser.feed(&line) {
            let end = command == Command::End;
            self.is_told |= end;
            if end || is_urgent(&command) {
                self.stop();
            }
            if command.is_yixins() {
                self.info.see_yixin();
            }
            if let Command::Info { key, value } = &command {
                if !info::is_known(key) {
                    // Some managers send such all the time.
                    continue;
                }
                if let Some(change) = self.info.set_time(key, value) {
                    self.pending
                        .iter()
                        .for_each(|control| control.change(change));
                }
            }
            // Not every time: with many waiting it would take longer than the
            // lines take to come.
            if self.pending.len().is_power_of_two() {
                self.pending
                    .retain(|control| Arc::strong_count(control) > 1);
            }
            if self.pending.len() >= MOST_PENDING {
                log::warn!("too many commands are waiting, lost: {command:?}");
                continue;
            }
            let control = Arc::new(Control::new());
            self.pending.push(Arc::clone(&control));
            let request = Request { command, control };
            let sent = self.link.send(self.requests, request);
            if !sent || end {
                return false;
            }
        }
        true
    }

    /// Ends the running search and those that are still in the queue.
    fn stop(&mut self) {
        for control in self.pending.drain(..) {
            control.stop();
        }
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
