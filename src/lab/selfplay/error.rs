//! Errors of files of games.

use std::io;
use std::path::{Path, PathBuf};

use super::record::BadRecord;
use crate::lab::shard::Shard;

/// Why a file of games cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// It cannot be read or written.
    #[error("{}: {error}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// It is something else.
    #[error("{} is not a file of games", .0.display())]
    NotGames(PathBuf),
    /// It has other games.
    #[error(
        "{} has the games of another plan: choose another file, or remove it (its plan: {has}; the one given: {wanted})",
        .path.display()
    )]
    OtherPlan {
        /// The file.
        path: PathBuf,
        /// The plan in the file.
        has: String,
        /// The other one.
        wanted: String,
    },
    /// Its bytes are not those that were written.
    #[error("{}, game {game} (byte {offset}): {error}", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The game's place in the file, from 1; 0 for the first line.
        game: usize,
        /// Where its block begins.
        offset: u64,
        /// What is wrong.
        error: String,
    },
    /// A line of text is not a game.
    #[error("{}, line {line}: {error}", .path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// Counted from 1.
        line: usize,
        /// What is wrong.
        error: BadRecord,
    },
    /// The games have different rules or scores.
    #[error("{}: games of different rules, or with different scores", .0.display())]
    Mixed(PathBuf),
    /// The part of another file too.
    #[error("{} and {} both are part {part}", .path.display(), .other.display())]
    SamePart {
        /// The file.
        path: PathBuf,
        /// The other file.
        other: PathBuf,
        /// Which part.
        part: Shard,
    },
    /// Parts of a set that are not there.
    #[error("no file is part {}", join(.0))]
    NoPart(Vec<Shard>),
    /// Parts that end before games that others have.
    #[error(
        "game {number} is missing, and maybe later ones: {} ends after {games} games; run this part to its end",
        .path.display()
    )]
    Missing {
        /// The number of the first game that is missing.
        number: u64,
        /// The file that should have it.
        path: PathBuf,
        /// The games in the file.
        games: usize,
    },
    /// The scores were normalised with another scale.
    #[error("the games have normalised scores of another scale: raw ones are needed")]
    OtherScale,
}

pub(super) fn io_error(path: &Path, error: io::Error) -> FileError {
    FileError::Io {
        path: path.to_path_buf(),
        error,
    }
}

fn join(parts: &[Shard]) -> String {
    let parts: Vec<String> = parts.iter().map(Shard::to_string).collect();
    parts.join(", ")
}
