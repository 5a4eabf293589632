//! Unfinished games that were interrupted: files in the working folder.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

use super::session::{Session, write_new};
use super::words;

/// The most files that are looked for and written.
const MOST_FILES: usize = 99;

/// The file with the present game, from when it may be interrupted until it
/// surely is not.
#[derive(Default)]
pub(super) struct Rescue(Option<String>);

impl Rescue {
    /// Writes the game, if it would be lost otherwise, and says so.
    pub fn keep(&mut self, session: &Session) -> Vec<String> {
        if self.0.is_none()
            && let Some(text) = session.unsaved()
        {
            match write(&text) {
                Ok(file) => self.0 = Some(file),
                Err(error) => return vec![words::cannot_write(&name(1), error)],
            }
        }
        self.0.iter().map(|file| words::kept(file)).collect()
    }

    /// The game goes on: its file is no longer needed.
    pub fn forget(&mut self) {
        if let Some(file) = self.0.take() {
            // If it stays, it does no harm.
            let _ = fs::remove_file(file);
        }
    }
}

/// The files with interrupted games.
pub(super) fn found() -> Vec<String> {
    let names = (1..=MOST_FILES).map(name);
    names.filter(|name| Path::new(name).exists()).collect()
}

/// Writes a game to the first of the files that does not exist yet.
fn write(text: &str) -> io::Result<String> {
    let mut failed = io::Error::from(ErrorKind::AlreadyExists);
    for name in (1..=MOST_FILES).map(name) {
        match write_new(&name, text) {
            Ok(()) => return Ok(name),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => failed = error,
            Err(error) => return Err(error),
        }
    }
    Err(failed)
}

fn name(number: usize) -> String {
    match number {
        1 => "tengen-unsaved.sgf".to_string(),
        _ => format!("tengen-unsaved-{number}.sgf"),
    }
}
