//! Files of tests.

use std::fs;
use std::path::{Path, PathBuf};

/// A path for a file that is removed in the end.
pub(super) struct Scratch(PathBuf);

impl Scratch {
    pub fn new(name: &str) -> Scratch {
        let process = std::process::id();
        let path = std::env::temp_dir().join(format!("tengen-library-{name}-{process}.tdb"));
        let _ = fs::remove_file(&path);
        Scratch(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}
