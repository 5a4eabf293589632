//! Libraries that are only read: the file is not written to, not even to note that it
//! is open, so that it may be on a read-only disk.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs::File;
use std::io;
use std::sync::Mutex;

use redb::backends::FileBackend;
use redb::{DatabaseError, StorageBackend};

use crate::lock::lock;

/// The unit in which changes are kept.
const PAGE: u64 = 4096;

/// A file whose changes stay in memory and are lost.
#[derive(Debug)]
pub(super) struct Reading {
    file: FileBackend,
    changes: Mutex<Changes>,
}

#[derive(Debug)]
struct Changes {
    length: u64,
    pages: BTreeMap<u64, Vec<u8>>,
}

impl Reading {
    /// Fails if a writer has the file open. Until this is dropped no writer can open
    /// it, and no other reader either.
    pub fn new(file: File) -> Result<Reading, DatabaseError> {
        let file = FileBackend::new(file)?;
        let length = file.len()?;
        Ok(Reading {
            file,
            changes: Mutex::new(Changes {
                length,
                pages: BTreeMap::new(),
            }),
        })
    }

    /// A page of the file, with zeros beyond its end.
    fn page(&self, page: u64) -> io::Result<Vec<u8>> {
        let (start, length) = (page * PAGE, self.file.len()?);
        let there = length.saturating_sub(start).min(PAGE) as usize;
        let mut bytes = match there {
            0 => Vec::new(),
            _ => self.file.read(start, there)?,
        };
        bytes.resize(PAGE as usize, 0);
        Ok(bytes)
    }
}

/// The pages that a range touches: for each its number, where the range begins in
/// it, and how many bytes of it are meant.
fn pages(offset: u64, length: usize) -> impl Iterator<Item = (u64, usize, usize)> {
    let end = offset + length as u64;
    (offset / PAGE..end.div_ceil(PAGE)).map(move |page| {
        let from = offset.max(page * PAGE);
        let to = end.min((page + 1) * PAGE);
        (page, (from - page * PAGE) as usize, (to - from) as usize)
    })
}

impl StorageBackend for Reading {
    fn len(&self) -> io::Result<u64> {
        Ok(lock(&self.changes).length)
    }

    fn read(&self, offset: u64, length: usize) -> io::Result<Vec<u8>> {
        let changes = lock(&self.changes);
        if offset + length as u64 > changes.length {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let is_changed = pages(offset, length).any(|(page, ..)| changes.pages.contains_key(&page));
        if !is_changed && offset + length as u64 <= self.file.len()? {
            return self.file.read(offset, length);
        }
        let mut bytes = Vec::with_capacity(length);
        for (page, from, count) in pages(offset, length) {
            match changes.pages.get(&page) {
                Some(changed) => bytes.extend_from_slice(&changed[from..from + count]),
                None => bytes.extend_from_slice(&self.page(page)?[from..from + count]),
            }
        }
        Ok(bytes)
    }

    fn set_len(&self, length: u64) -> io::Result<()> {
        lock(&self.changes).length = length;
        Ok(())
    }

    fn sync_data(&self, _: bool) -> io::Result<()> {
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        let mut changes = lock(&self.changes);
        let mut rest = data;
        for (page, from, count) in pages(offset, data.len()) {
            let (now, later) = rest.split_at(count);
            rest = later;
            let bytes = match changes.pages.entry(page) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(new) => new.insert(self.page(page)?),
            };
            bytes[from..from + count].copy_from_slice(now);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_seen_and_the_file_stays_as_it_is() {
        let path = std::env::temp_dir().join(format!("tengen-reading-{}", std::process::id()));
        let text: Vec<u8> = (0..10_000u32).map(|number| number as u8).collect();
        std::fs::write(&path, &text).unwrap();
        let reading = Reading::new(File::open(&path).unwrap()).unwrap();
        let mut wanted = text.clone();
        assert_eq!(reading.read(5, 9_000).unwrap(), wanted[5..9_005]);
        for (at, length) in [(4_000usize, 200usize), (0, 3), (8_191, 2), (9_990, 10)] {
            let change = vec![0xee; length];
            reading.write(at as u64, &change).unwrap();
            wanted[at..at + length].copy_from_slice(&change);
        }
        assert_eq!(reading.read(0, 10_000).unwrap(), wanted);
        assert_eq!(reading.read(4_096, 10).unwrap(), wanted[4_096..4_106]);
        assert!(reading.read(9_999, 2).is_err());
        reading.set_len(20_000).unwrap();
        assert_eq!(reading.read(9_999, 3).unwrap()[1..], [0, 0]);
        reading.write(15_000, &[7]).unwrap();
        assert_eq!(reading.read(14_999, 3).unwrap(), [0, 7, 0]);
        drop(reading);
        assert_eq!(std::fs::read(&path).unwrap(), text);
        std::fs::remove_file(&path).unwrap();
    }
}
