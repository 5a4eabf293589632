//! Work in a thread of its own whose results an iterator of Python reads as they come.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use pyo3::prelude::*;

/// How often an iterator looks for Ctrl-C.
const SIGNALS: Duration = Duration::from_millis(50);

/// The thread, which is stopped and awaited when this is dropped.
pub struct Background<T> {
    results: Mutex<Receiver<T>>,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl<T: Send + 'static> Background<T> {
    /// Starts `work`, which gets the flag that stops it and a function to which it gives
    /// its results.
    pub fn start(
        work: impl FnOnce(&Arc<AtomicBool>, &(dyn Fn(T) + Sync)) + Send + 'static,
    ) -> Background<T> {
        let (sender, receiver) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let thread = thread::spawn(move || {
            let sender = Mutex::new(sender);
            work(&stopped, &|result| {
                let sender = sender.lock().unwrap_or_else(PoisonError::into_inner);
                // Sending fails if the iterator was dropped.
                let _ = sender.send(result);
            });
        });
        Background {
            results: Mutex::new(receiver),
            stop,
            thread: Some(thread),
        }
    }

    /// Waits for the next result, while other threads of Python run; `None` after the last.
    /// Ctrl-C stops the work and is raised.
    pub fn next(&mut self, py: Python) -> PyResult<Option<T>> {
        loop {
            let results = &self.results;
            let next = py.detach(|| {
                let results = results.lock().unwrap_or_else(PoisonError::into_inner);
                results.recv_timeout(SIGNALS)
            });
            match next {
                Ok(result) => return Ok(Some(result)),
                Err(RecvTimeoutError::Disconnected) => {
                    self.end(py);
                    return Ok(None);
                }
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(signal) = py.check_signals() {
                        self.end(py);
                        return Err(signal);
                    }
                }
            }
        }
    }

    /// Stops the work and waits for its end; results that are there can still be read.
    pub fn end(&mut self, py: Python) {
        py.detach(|| self.join());
    }
}

impl<T> Background<T> {
    fn join(&mut self) {
        self.stop.store(true, Relaxed);
        if let Some(thread) = self.thread.take() {
            // A panic has been reported on stderr.
            let _ = thread.join();
        }
    }
}

impl<T> Drop for Background<T> {
    fn drop(&mut self) {
        self.join();
    }
}
