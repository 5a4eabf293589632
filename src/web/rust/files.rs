//! The files that the browser keeps, as a folder: all of them are in memory, and every
//! change is told to the worker, which writes it into its database.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::io;
use std::rc::Rc;

use tengen::page::Folder;

use crate::browser;

/// A file: its content and the time of its last change.
type File = (Vec<u8>, u64);

/// The files.
pub struct Files {
    files: BTreeMap<String, File>,
    /// The browser could not write the last changes.
    is_broken: Rc<Cell<bool>>,
}

impl Files {
    /// The files that the browser had, each with the time of its last change.
    pub fn new(files: Vec<(String, String, u64)>, is_broken: Rc<Cell<bool>>) -> Files {
        let file = |(name, text, changed): (_, String, _)| (name, (text.into_bytes(), changed));
        Files {
            files: files.into_iter().map(file).collect(),
            is_broken,
        }
    }

    fn check(&self) -> io::Result<()> {
        match self.is_broken.get() {
            true => Err(io::Error::other("the browser does not write it")),
            false => Ok(()),
        }
    }
}

impl Folder for Files {
    fn files(&self) -> io::Result<Vec<(String, u64)>> {
        let files = self.files.iter();
        Ok(files
            .map(|(name, &(_, changed))| (name.clone(), changed))
            .collect())
    }

    fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        let file = self.files.get(name);
        let file = file.ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))?;
        Ok(file.0.clone())
    }

    fn replace(&mut self, name: &str, bytes: &[u8]) -> io::Result<()> {
        browser::write(name, bytes);
        let file = (bytes.to_vec(), self.now());
        self.files.insert(name.to_string(), file);
        self.check()
    }

    fn append(&mut self, name: &str, bytes: &[u8]) -> io::Result<()> {
        // What is tried again would be there twice.
        self.check()?;
        let now = self.now();
        let file = self.files.entry(name.to_string()).or_default();
        file.0.extend_from_slice(bytes);
        file.1 = now;
        browser::write(name, &file.0);
        Ok(())
    }

    fn remove(&mut self, name: &str) -> io::Result<()> {
        self.files.remove(name);
        browser::remove(name);
        Ok(())
    }

    fn now(&self) -> u64 {
        browser::seconds_since_1970()
    }
}
