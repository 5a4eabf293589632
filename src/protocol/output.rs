//! The lines that the manager reads.

use std::io::{self, ErrorKind, Write};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::link::Link;
use crate::lock::lock;

/// How often a non-blocking output is tried.
const POLL: Duration = Duration::from_millis(1);

/// Writes whole lines, from any thread.
pub(super) struct Output<W> {
    writer: Mutex<W>,
    link: Arc<Link>,
}

impl<W: Write> Output<W> {
    /// An output; nothing else writes to it.
    pub(super) fn new(writer: W) -> Output<W> {
        Output {
            writer: Mutex::new(writer),
            link: Arc::new(Link::default()),
        }
    }

    /// What the session and its reader tell each other.
    pub(super) fn link(&self) -> Arc<Link> {
        Arc::clone(&self.link)
    }

    /// Writes a line and sends it off.
    pub(super) fn say(&self, line: &str) -> io::Result<()> {
        log::debug!("> {line}");
        let mut writer = lock(&self.writer);
        self.link.begin_line();
        let written = write_whole(&mut *writer, format!("{line}\n").as_bytes());
        self.link.end_line();
        written
    }
}

/// Writes all of it, also to a pipe that the manager has made non-blocking.
fn write_whole(writer: &mut impl Write, mut rest: &[u8]) -> io::Result<()> {
    loop {
        let done = match rest.is_empty() {
            true => writer.flush().map(|()| true),
            false => writer.write(rest).and_then(|count| {
                rest = &rest[count..];
                match count {
                    0 => Err(ErrorKind::WriteZero.into()),
                    _ => Ok(false),
                }
            }),
        };
        match done {
            Ok(true) => return Ok(()),
            Ok(false) => (),
            Err(error) if error.kind() == ErrorKind::Interrupted => (),
            Err(error) if error.kind() == ErrorKind::WouldBlock => std::thread::sleep(POLL),
            Err(error) => return Err(error),
        }
    }
}
