//! Why a library cannot be read or written.

use std::io;

/// Why a library cannot be read or written. The path is up to the caller.
#[derive(Debug, thiserror::Error)]
pub enum LibraryError {
    /// Another program, or another part of this one, has it open.
    #[error("another program is using it")]
    InUse,
    /// The file is something else.
    #[error("this is no library of positions")]
    NoLibrary,
    /// A later version of the program wrote it.
    #[error("it has format {found}; this version of the program reads up to format {known}")]
    Newer {
        /// The format of the file.
        found: u64,
        /// The newest format that is known here.
        known: u64,
    },
    /// Its contents contradict themselves.
    #[error("it is damaged: {0}")]
    Damaged(String),
    /// The file cannot be read or written.
    #[error(transparent)]
    File(#[from] io::Error),
    /// The position has blocked squares, which no record of a game has.
    #[error("positions with blocked squares are not kept in libraries")]
    Walls,
}

impl LibraryError {
    /// An entry that cannot be read.
    pub(super) fn entry(table: &str) -> LibraryError {
        LibraryError::Damaged(format!("an entry of the table '{table}' cannot be read"))
    }
}

impl From<redb::Error> for LibraryError {
    fn from(error: redb::Error) -> LibraryError {
        match error {
            redb::Error::DatabaseAlreadyOpen => LibraryError::InUse,
            // What the store says of a file that it did not write.
            redb::Error::Io(error) if error.kind() == io::ErrorKind::InvalidData => {
                LibraryError::NoLibrary
            }
            redb::Error::Io(error) => LibraryError::File(error),
            redb::Error::PreviousIo => {
                LibraryError::File(io::Error::other("an earlier write has failed"))
            }
            redb::Error::UpgradeRequired(_)
            | redb::Error::TableDoesNotExist(_)
            | redb::Error::TableTypeMismatch { .. } => LibraryError::NoLibrary,
            redb::Error::Corrupted(_) => {
                LibraryError::Damaged("a part of the file is not what was written".to_string())
            }
            error => LibraryError::Damaged(error.to_string()),
        }
    }
}

macro_rules! from_store {
    ($($kind:ident),*) => {$(
        impl From<redb::$kind> for LibraryError {
            fn from(error: redb::$kind) -> LibraryError {
                redb::Error::from(error).into()
            }
        }
    )*};
}

from_store!(
    CommitError,
    CompactionError,
    DatabaseError,
    StorageError,
    TableError,
    TransactionError
);
