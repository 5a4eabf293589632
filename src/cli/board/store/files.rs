//! Files that are written whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

/// How often a lock is tried, and the time between: a program that was just killed may
/// still have it.
const TRIES: usize = 10;
const BETWEEN: Duration = Duration::from_millis(100);

/// Locks a file for as long as it is open; nothing if another program has it.
pub(super) fn lock(path: &Path) -> io::Result<Option<File>> {
    let file = File::create(path)?;
    for _ in 0..TRIES {
        if fs4::FileExt::try_lock(&file).is_ok() {
            return Ok(Some(file));
        }
        sleep(BETWEEN);
    }
    Ok(None)
}

/// Writes a file that takes the place of the old one in one step.
pub(super) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let fresh = path.with_extension("new");
    fs::write(&fresh, bytes)?;
    fs::rename(&fresh, path)
}

/// Opens a file to write at its end.
pub(super) fn append_to(path: &Path) -> io::Result<File> {
    OpenOptions::new().append(true).open(path)
}

/// Writes a file that only its owner can read, where the system knows owners.
pub(super) fn write_secret(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)?.write_all(bytes)
}
