//! Files and positions of tests.

use std::fs;
use std::path::{Path, PathBuf};

use crate::board::Board;
use crate::board::notation::play_moves;

/// The position after these moves on 15x15.
pub(super) fn board(moves: &str) -> Board {
    let mut board = Board::new(15, 15).unwrap();
    play_moves(&mut board, moves).unwrap();
    board
}

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
