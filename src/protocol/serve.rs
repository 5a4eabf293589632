//! The threads of a conversation: one reads commands, one answers them, and the
//! caller's waits for the end of both.

use std::io::{Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use super::info::Preset;
use super::link::{Link, Progress};
use super::reader;
use super::session::Session;
use crate::engine::Engine;
use crate::machine::output_is_closed;
use crate::pool::NoThreads;

/// After `END` the output may be blocked this long.
const END_PATIENCE: Duration = Duration::from_millis(50);
/// After the end of the input it may be blocked this long.
const EOF_PATIENCE: Duration = Duration::from_millis(400);
/// After `END` every search is stopped, so no command takes this long.
const STUCK: Duration = Duration::from_secs(2);
/// How often the session's progress is looked at.
const POLL: Duration = Duration::from_millis(5);

/// Serves the manager at the other end of the standard streams, and ends the process
/// with success; returns only if no thread can be had.
pub fn serve_standard_streams(preset: Preset) -> Result<(), NoThreads> {
    // The message of a panic would be read as a move.
    std::panic::set_hook(Box::new(|info| log::error!("{info}")));
    let engine = Engine::new()?;
    let (input, output) = (std::io::stdin(), std::io::stdout());
    serve_until(engine, preset, input, output, &output_is_closed);
    // The reader may still be waiting, and freeing memory takes time.
    std::process::exit(0)
}

/// Serves one manager until it sends `END`, or its input or output is closed. What was
/// asked before is still answered: after `END` at once, since it stops all searches,
/// also those that wait; after the end of the input within the limits that were set,
/// and at once if there are none.
///
/// The session and the reading of commands have a thread each, which may live
/// on when this returns.
pub fn serve(
    engine: Engine,
    preset: Preset,
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
) {
    serve_until(engine, preset, input, output, &|| false);
}

/// [`serve`]; after the end of the input it also ends if `is_unread`, which is asked
/// now and then, returns that the output is closed.
fn serve_until(
    engine: Engine,
    preset: Preset,
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    is_unread: &dyn Fn() -> bool,
) {
    let (sender, receiver) = channel();
    let (signals, signal) = channel();
    let mut session = Session::with_preset(engine, preset, output);
    let link = session.link();
    let over = Over(signals.clone());
    let progress = Arc::clone(&link);
    std::thread::spawn(move || {
        session.run(&receiver);
        drop(over);
    });
    std::thread::spawn(move || {
        let has_ended = reader::read(input, &sender, &link);
        // Closed, so that the session comes to its end too.
        drop(sender);
        let _ = signals.send(match has_ended {
            true => Signal::Ended,
            false => Signal::Closed,
        });
    });
    let gives_up: &dyn Fn(Progress, Duration) -> bool = match signal.recv() {
        Ok(Signal::Ended) => &|progress, elapsed| match progress.is_writing() {
            true => elapsed >= END_PATIENCE,
            false => elapsed >= STUCK,
        },
        Ok(Signal::Closed) => {
            &|progress, elapsed| is_unread() || progress.is_writing() && elapsed >= EOF_PATIENCE
        }
        Ok(Signal::Over) | Err(_) => return,
    };
    wait_for_answers(&signal, &progress, gives_up);
}

/// What [`serve`] waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Signal {
    /// `END` has come.
    Ended,
    /// The input is closed.
    Closed,
    /// The session is over.
    Over,
}

/// Signals the end of the session, however it ends.
struct Over(Sender<Signal>);

impl Drop for Over {
    fn drop(&mut self) {
        let _ = self.0.send(Signal::Over);
    }
}

/// Waits until everything is answered, or `gives_up` returns so for the session's
/// progress and the time since it changed.
fn wait_for_answers(
    signals: &Receiver<Signal>,
    link: &Link,
    gives_up: &dyn Fn(Progress, Duration) -> bool,
) {
    let mut last = (link.progress(), Instant::now());
    while signals.recv_timeout(POLL) == Err(RecvTimeoutError::Timeout) {
        let progress = link.progress();
        if progress != last.0 {
            last = (progress, Instant::now());
        }
        if gives_up(progress, last.1.elapsed()) {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, Cursor, ErrorKind};
    use std::sync::Mutex;

    use super::*;

    /// A pipe that the manager has made non-blocking: every second time it is not
    /// ready, and it takes a few bytes at a time.
    struct NonBlocking<T> {
        pipe: T,
        is_ready: bool,
    }

    impl<T> NonBlocking<T> {
        fn new(pipe: T) -> NonBlocking<T> {
            let is_ready = false;
            NonBlocking { pipe, is_ready }
        }

        fn try_it(&mut self) -> io::Result<()> {
            self.is_ready = !self.is_ready;
            match self.is_ready {
                true => Err(ErrorKind::WouldBlock.into()),
                false => Ok(()),
            }
        }
    }

    impl<R: Read> Read for NonBlocking<R> {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            self.try_it()?;
            let most = bytes.len().min(5);
            self.pipe.read(&mut bytes[..most])
        }
    }

    impl Write for NonBlocking<Arc<Mutex<Vec<u8>>>> {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.try_it()?;
            let some = &bytes[..bytes.len().min(3)];
            self.pipe.lock().unwrap().extend_from_slice(some);
            Ok(some.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            self.try_it()
        }
    }

    #[test]
    fn pipes_may_be_non_blocking_and_begin_with_a_mark() {
        let input = "\u{feff}START 15\nPLAY 7,7\r\nFOO\nPLAY 7,7";
        let output = Arc::default();
        serve(
            Engine::on_calling_thread(),
            Preset::default(),
            NonBlocking::new(Cursor::new(input)),
            NonBlocking::new(Arc::clone(&output)),
        );
        let text = String::from_utf8(output.lock().unwrap().clone()).unwrap();
        let wanted = "OK\n7,7\nUNKNOWN FOO\nERROR 7,7 is not empty\n";
        assert_eq!(text, wanted);
    }
}
