//! A place for files.

use std::io;

/// A place for files: a folder, or what a browser has for a page.
pub trait Folder {
    /// The names of all files, each with the time of its last change in seconds since 1970.
    fn files(&self) -> io::Result<Vec<(String, u64)>>;

    /// What is in a file.
    fn read(&self, name: &str) -> io::Result<Vec<u8>>;

    /// Writes a file, in the place of an old one: all of it or nothing.
    fn replace(&mut self, name: &str, bytes: &[u8]) -> io::Result<()>;

    /// Writes on at the end of a file: all of it or nothing.
    fn append(&mut self, name: &str, bytes: &[u8]) -> io::Result<()>;

    /// Deletes a file.
    fn remove(&mut self, name: &str) -> io::Result<()>;

    /// The present time, in seconds since 1970.
    fn now(&self) -> u64;
}
