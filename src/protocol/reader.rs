//! The thread that reads commands: some concern the search that is running.

use std::io::{ErrorKind, Read};
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Duration;

use super::command::Command;
use super::info::{self, Info};
use super::link::{Link, Request};
use super::parser::Parser;
use crate::clock::Control;

/// In UTF-8.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// How often a non-blocking input is read.
const POLL: Duration = Duration::from_millis(2);

/// Longer lines are cut: no command is as long as that.
const LONGEST_LINE: usize = 1 << 16;

/// No more commands than this wait; what comes then is lost, unless it ends the
/// search.
const MOST_PENDING: usize = 1 << 16;

/// Reads until the input ends or `END` comes, and passes the commands on. `END`
/// stops all searches, the end of the input only those that have no limit of their
/// own. Says whether `END` has come.
pub(super) fn read(mut input: impl Read, requests: &Sender<Request>, link: &Link) -> bool {
    let mut reader = Reader {
        parser: Parser::new(),
        line: Vec::new(),
        is_first: true,
        pending: Vec::new(),
        info: Info::default(),
        has_ended: false,
        requests,
        link,
    };
    let mut buffer = [0; 1 << 13];
    loop {
        let read = match input.read(&mut buffer) {
            Ok(read) => read,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            // The manager has made the pipe non-blocking.
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                std::thread::sleep(POLL);
                continue;
            }
            Err(_) => 0,
        };
        if read == 0 {
            reader.end_line();
            let pending = reader.pending.iter();
            pending.for_each(|control| control.stop_if_endless());
            link.close();
            return reader.has_ended;
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
                return reader.has_ended;
            }
        }
    }
}

struct Reader<'a> {
    parser: Parser,
    line: Vec<u8>,
    /// No line has been read yet.
    is_first: bool,
    /// The handles of requests that wait or run; some may be done.
    pending: Vec<Arc<Control>>,
    /// The settings of time, whose changes concern a running search.
    info: Info,
    /// `END` has come.
    has_ended: bool,
    requests: &'a Sender<Request>,
    link: &'a Link,
}

impl Reader<'_> {
    /// Handles the line read so far; `false` if no more are to be read.
    fn end_line(&mut self) -> bool {
        // Shells of Windows may begin with a byte order mark.
        if std::mem::take(&mut self.is_first) && self.line.starts_with(BYTE_ORDER_MARK) {
            self.line.drain(..BYTE_ORDER_MARK.len());
        }
        let line = String::from_utf8_lossy(&self.line).replace('\0', " ");
        self.line.clear();
        if !line.trim().is_empty() {
            log::debug!("< {}", line.trim());
        }
        for command in self.parser.feed(&line) {
            let end = command == Command::End;
            self.has_ended |= end;
            if end || is_urgent(&command) {
                self.stop();
            }
            if command.is_yixins() {
                self.info.see_yixin();
            }
            if let Command::Info { key, value } = &command {
                if !info::is_known(key) {
                    // Some managers send them all the time.
                    continue;
                }
                if let Some(change) = self.info.set_time(key, value) {
                    self.pending
                        .iter()
                        .for_each(|control| control.change(change));
                }
            }
            // Not every time: it takes as long as there are many.
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

    /// Stops the running search and those that wait.
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
