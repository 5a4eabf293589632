//! The folder in which games and studies are kept, as files of the system: `src/page/store`
//! says what lies there. A file is written beside the old one and takes its place in one
//! step, so that it is never half there.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::page::Folder;

/// How often a lock is tried, and the time between: a program that was just killed may
/// still have it.
const TRIES: usize = 10;
const BETWEEN: Duration = Duration::from_millis(100);

/// A folder while the program uses it.
pub(super) struct DataFolder {
    path: PathBuf,
    /// Locked as long as it is open.
    _lock: fs::File,
}

impl DataFolder {
    /// Opens a folder, which is made if need be; nothing if another program uses it.
    pub fn open(path: &Path) -> io::Result<Option<DataFolder>> {
        fs::create_dir_all(path)?;
        let lock = lock(&path.join("lock"))?;
        let path = path.to_path_buf();
        Ok(lock.map(|_lock| DataFolder { path, _lock }))
    }

    /// The key of the page's address: the one of last time, or this one.
    pub fn key(&self, fresh: String) -> io::Result<String> {
        let path = self.path.join("key");
        let is_key = |key: &String| key.len() == 32 && key.bytes().all(|b| b.is_ascii_hexdigit());
        if let Some(key) = fs::read_to_string(&path).ok().filter(is_key) {
            return Ok(key);
        }
        write_secret(&path, fresh.as_bytes())?;
        Ok(fresh)
    }
}

impl Folder for DataFolder {
    fn files(&self) -> io::Result<Vec<(String, u64)>> {
        let mut files = Vec::new();
        for entry in fs::read_dir(&self.path)? {
            let entry = entry?;
            let changed = entry.metadata().and_then(|about| about.modified());
            if let Some(name) = entry.file_name().to_str() {
                files.push((name.to_string(), changed.map_or(0, seconds)));
            }
        }
        Ok(files)
    }

    fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        fs::read(self.path.join(name))
    }

    fn replace(&mut self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let path = self.path.join(name);
        let fresh = path.with_extension("new");
        fs::write(&fresh, bytes)?;
        fs::rename(&fresh, path)
    }

    fn append(&mut self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let path = self.path.join(name);
        let mut file = OpenOptions::new().append(true).create(true).open(path)?;
        let length = file.metadata()?.len();
        if let Err(error) = file.write_all(bytes) {
            // No half lines.
            file.set_len(length)?;
            return Err(error);
        }
        Ok(())
    }

    fn remove(&mut self, name: &str) -> io::Result<()> {
        fs::remove_file(self.path.join(name))
    }

    fn now(&self) -> u64 {
        seconds(SystemTime::now())
    }
}

fn seconds(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH)
        .map_or(0, |time| time.as_secs())
}

/// Locks a file for as long as it is open; nothing if another program has it.
fn lock(path: &Path) -> io::Result<Option<fs::File>> {
    let file = fs::File::create(path)?;
    for _ in 0..TRIES {
        if fs4::FileExt::try_lock(&file).is_ok() {
            return Ok(Some(file));
        }
        sleep(BETWEEN);
    }
    Ok(None)
}

/// Writes a file that only its owner can read, where the system knows owners.
fn write_secret(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)?.write_all(bytes)
}
