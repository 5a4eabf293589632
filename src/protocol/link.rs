//! What passes between the thread that reads commands and the session that carries
//! them out.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex};

use super::command::Command;
use crate::clock::Control;
use crate::lock::lock;

/// A command, with the handle of the search that it may begin: clocks run from
/// the moment when the command was read.
pub(super) struct Request {
    pub(super) command: Command,
    pub(super) control: Arc<Control>,
}

/// What the reader, the session and those who wait for them tell each other besides
/// commands.
#[derive(Default)]
pub(super) struct Link {
    /// The input has ended.
    closed: AtomicBool,
    /// The search that any command ends.
    pondering: Mutex<Option<Arc<Control>>>,
    /// See [`Progress`].
    progress: AtomicU64,
}

/// How far the session has come: a number that changes with every command and
/// line, and is odd while a line is being written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Progress(u64);

impl Progress {
    /// Whether the session waits for the manager to take a line.
    pub(super) fn is_writing(self) -> bool {
        self.0 % 2 == 1
    }
}

impl Link {
    /// How far the session has come.
    pub(super) fn progress(&self) -> Progress {
        Progress(self.progress.load(Relaxed))
    }

    /// A line is going to be written, and no other one meanwhile.
    pub(super) fn begin_line(&self) {
        self.progress.fetch_add(1, Relaxed);
    }

    /// The line has been written, or could not be.
    pub(super) fn end_line(&self) {
        self.progress.fetch_add(1, Relaxed);
    }

    /// A command has been carried out.
    pub(super) fn end_command(&self) {
        self.progress.fetch_add(2, Relaxed);
    }

    /// Whether the input has ended.
    pub(super) fn is_closed(&self) -> bool {
        self.closed.load(Relaxed)
    }

    /// Sets the search that any command ends. After this, and before the search
    /// begins, the session must look whether a command has come or the input has
    /// ended: what comes later ends the search.
    pub(super) fn set_pondering(&self, control: Option<Arc<Control>>) {
        *lock(&self.pondering) = control;
    }

    /// Passes a command on and ends the search that any command ends; returns whether
    /// the session is still there. Both under one lock: the search that the session
    /// begins after the command is another one.
    pub(super) fn send(&self, requests: &Sender<Request>, request: Request) -> bool {
        let pondering = lock(&self.pondering);
        let sent = requests.send(request).is_ok();
        if let Some(control) = &*pondering {
            control.stop();
        }
        sent
    }

    /// The input has ended.
    pub(super) fn close(&self) {
        self.closed.store(true, Relaxed);
        if let Some(control) = &*lock(&self.pondering) {
            control.stop();
        }
    }
}
