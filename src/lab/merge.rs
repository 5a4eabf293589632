//! Puts the parts of a large piece of work together: shards of self-play, of matches, and of
//! results.

mod matches;
mod results;

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use self::matches::merge_matches;
use self::results::merge_results;
use super::journal::{self, JournalError};
use super::results::ResultsError;
use super::selfplay::{self, FileError};
use crate::types::UnknownRule;

/// Why parts cannot be put together.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// There is something where the result should be.
    #[error("{} is there already", .0.display())]
    Exists(PathBuf),
    /// A part cannot be read.
    #[error("cannot read {}: {error}", .path.display())]
    Unreadable {
        /// The part.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// Something else than a part.
    #[error("{} is no file of games or results, and no folder of a match", .0.display())]
    NoPart(PathBuf),
    /// A part of other work.
    #[error("{} and {} are not parts of the same work", .0.display(), .1.display())]
    OtherWork(PathBuf, PathBuf),
    /// Files of games.
    #[error(transparent)]
    Games(#[from] FileError),
    /// Folders of a match.
    #[error("{}: {error}", .path.display())]
    Match {
        /// The folder.
        path: PathBuf,
        /// What is wrong with it.
        error: JournalError,
    },
    /// A match's plan.
    #[error(transparent)]
    Rule(#[from] UnknownRule),
    /// A game of a match that cannot be played.
    #[error("game {number}: {error}")]
    Game {
        /// Counted from 1.
        number: usize,
        /// What is wrong with it.
        error: String,
    },
    /// Files of results.
    #[error(transparent)]
    Results(#[from] ResultsError),
}

/// What was put together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// How many pieces the work has.
    pub pieces: usize,
    /// Those that no part has, counted from 1.
    pub missing: Vec<usize>,
    /// Those that several parts have, counted from 1. The first part's is kept.
    pub doubled: Vec<usize>,
}

/// Puts the parts together in a new file or folder, which is what one run without shards
/// would have made. Where pieces are missing, the same command without a shard adds them.
/// Parts of self-play must all be there and whole.
pub fn merge(parts: &[PathBuf], to: &Path) -> Result<Merged, MergeError> {
    if to.exists() {
        return Err(MergeError::Exists(to.to_path_buf()));
    }
    let Some(first) = parts.first() else {
        return Ok(Merged::default());
    };
    match kind(first)? {
        Kind::Games => Ok(Merged {
            pieces: selfplay::merge(parts, to)?,
            ..Merged::default()
        }),
        Kind::Match => merge_matches(parts, to),
        Kind::Results => merge_results(parts, to),
    }
}

/// What is put together.
enum Kind {
    Games,
    Match,
    Results,
}

fn kind(path: &Path) -> Result<Kind, MergeError> {
    if path.join(journal::FILE).is_file() {
        return Ok(Kind::Match);
    }
    let mut start = Vec::new();
    let read = File::open(path).and_then(|file| file.take(32).read_to_end(&mut start));
    read.map_err(|error| MergeError::Unreadable {
        path: path.to_path_buf(),
        error,
    })?;
    let begins = |with: &str| start.starts_with(with.as_bytes());
    match (
        begins(selfplay::BEGINNING),
        begins(super::results::BEGINNING),
    ) {
        (true, _) => Ok(Kind::Games),
        (_, true) => Ok(Kind::Results),
        _ => Err(MergeError::NoPart(path.to_path_buf())),
    }
}

/// Which numbers from 0 to the one before `pieces` are missing, and which are there more
/// than once.
fn tally(pieces: usize, numbers: impl Iterator<Item = usize>) -> Merged {
    let mut seen = vec![0_u8; pieces];
    for number in numbers {
        seen[number] = seen[number].saturating_add(1);
    }
    let which = |is: fn(u8) -> bool| {
        let numbers = (1..).zip(&seen).filter(|(_, times)| is(**times));
        numbers.map(|(number, _)| number).collect()
    };
    Merged {
        pieces,
        missing: which(|times| times == 0),
        doubled: which(|times| times > 1),
    }
}

fn write(path: &Path, text: &str) -> Result<(), MergeError> {
    let written = fs::write(path, text);
    written.map_err(|error| super::results::io_error(path, error).into())
}
