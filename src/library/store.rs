//! Opening a library and its transactions.

use std::fs::{self, File, OpenOptions};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use redb::{Database, ReadableTableMetadata};

use super::LibraryError;
use super::file::Reading;
use super::tables::{Readable, Writable};

/// What the store may keep of a file in memory, in bytes.
const CACHE: usize = 256 << 20;
/// The same where a library is opened for a question.
const SMALL_CACHE: usize = 16 << 20;
/// How long a reader that another one keeps out tries again,
const PATIENCE: Duration = Duration::from_millis(200);
/// each time after this pause.
const PAUSE: Duration = Duration::from_millis(1);

/// A library of positions in a file, see the [module](super).
///
/// A library that is [open](Library::open) to be changed keeps everybody else out, and
/// one that was opened [to be read](Library::read) keeps all others out for as long as
/// it lives: readers should not keep it for long.
#[derive(Debug)]
pub struct Library {
    database: Database,
}

/// How much a library has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// Games.
    pub games: u64,
    /// Positions in which something was played.
    pub positions: u64,
    /// Positions with comments, labels or the like.
    pub notes: u64,
    /// Positions that the engine has analysed.
    pub analyses: u64,
}

impl Library {
    /// Opens a library to read and change it.
    pub fn open(path: &Path) -> Result<Library, LibraryError> {
        let file = OpenOptions::new().read(true).write(true).open(path)?;
        Library::of(file)
    }

    /// [`Library::open`]; a file that does not exist becomes a library.
    pub fn open_or_create(path: &Path) -> Result<Library, LibraryError> {
        if !path.exists() {
            create(path)?;
        }
        Library::open(path)
    }

    fn of(file: File) -> Result<Library, LibraryError> {
        if file.metadata()?.len() == 0 {
            return Err(LibraryError::NoLibrary);
        }
        let library = Library {
            database: database(file)?,
        };
        library.reading()?;
        Ok(library)
    }

    /// Opens a library to read it only: the file is not touched, and what would be
    /// changed is lost. If another reader has it open, waits up to a fifth of a second.
    pub fn read(path: &Path) -> Result<Library, LibraryError> {
        Library::read_within(path, PATIENCE)
    }

    /// [`Library::read`], with another time to wait.
    pub fn read_within(path: &Path, patience: Duration) -> Result<Library, LibraryError> {
        let start = Instant::now();
        loop {
            match Library::try_read(path) {
                Err(LibraryError::InUse) if start.elapsed() < patience => thread::sleep(PAUSE),
                done => return done,
            }
        }
    }

    fn try_read(path: &Path) -> Result<Library, LibraryError> {
        let file = File::open(path)?;
        if file.metadata()?.len() == 0 {
            return Err(LibraryError::NoLibrary);
        }
        let backend = Reading::new(file)?;
        let open = || {
            Database::builder()
                .set_cache_size(SMALL_CACHE)
                .create_with_backend(backend)
        };
        let library = Library {
            database: whole(|| Ok(open()?))?,
        };
        library.reading()?;
        Ok(library)
    }

    /// The tables as they are now. What reads more than these is [`whole`], too.
    pub(super) fn reading(&self) -> Result<Readable, LibraryError> {
        whole(|| Readable::new(&self.database.begin_read()?))
    }

    /// Makes changes, all or none of which are in the file afterwards, whatever happens
    /// to the program or the machine.
    pub(super) fn write<T>(
        &self,
        change: impl FnOnce(&mut Writable) -> Result<T, LibraryError>,
    ) -> Result<T, LibraryError> {
        whole(|| {
            let mut transaction = self.database.begin_write()?;
            // Else a library that was not closed is read as a whole when it is opened.
            transaction.set_quick_repair(true);
            let mut tables = Writable::new(&transaction)?;
            let result = change(&mut tables)?;
            drop(tables);
            transaction.commit()?;
            Ok(result)
        })
    }

    /// How much it has.
    pub fn size(&self) -> Result<Size, LibraryError> {
        let tables = self.reading()?;
        whole(|| {
            Ok(Size {
                games: tables.games.len()?,
                positions: tables.played.len()? + tables.rare_positions,
                notes: tables.notes.len()?,
                analyses: tables.found.len()?,
            })
        })
    }

    /// Gives space that is not used back to the file system.
    pub fn compact(&mut self) -> Result<(), LibraryError> {
        whole(|| Ok(self.database.compact()?)).map(|_| ())
    }

    /// Whether the file is what was written: every page has its checksum.
    pub(super) fn has_its_checksums(&mut self) -> Result<bool, LibraryError> {
        whole(|| Ok(self.database.check_integrity()?))
    }
}

fn database(file: File) -> Result<Database, LibraryError> {
    let open = || {
        Database::builder()
            .set_cache_size(CACHE)
            .create_with_file_format_v3(true)
            .create_file(file)
    };
    whole(|| Ok(open()?))
}

/// Makes a library. It gets its name when it is one, so that nothing half-done is left
/// under that name.
fn create(path: &Path) -> Result<(), LibraryError> {
    let mut name = path.as_os_str().to_os_string();
    name.push(".new");
    let new = PathBuf::from(name);
    let made = make(&new);
    let named = made.and_then(|()| Ok(fs::rename(&new, path)?));
    if named.is_err() {
        // It may not exist.
        let _ = fs::remove_file(&new);
    }
    named
}

/// Makes an empty library of this file.
fn make(path: &Path) -> Result<(), LibraryError> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(true);
    let database = database(options.open(path)?)?;
    Library { database }.write(|_| Ok(()))
}

/// What `ask` returns; the store panics on some files that it has not written, and
/// the file is damaged then.
pub(super) fn whole<T>(ask: impl FnOnce() -> Result<T, LibraryError>) -> Result<T, LibraryError> {
    let damaged = |_| LibraryError::Damaged("the store cannot read it".to_string());
    catch_unwind(AssertUnwindSafe(ask)).map_err(damaged)?
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::scratch::Scratch;

    #[test]
    fn a_new_library_is_empty_and_others_wait() {
        let file = Scratch::new("new");
        let library = Library::open_or_create(file.path()).unwrap();
        assert_eq!(library.size().unwrap().positions, 0);
        for open in [Library::open, Library::open_or_create, Library::read] {
            assert!(matches!(open(file.path()), Err(LibraryError::InUse)));
        }
        drop(library);
        let bytes = fs::read(file.path()).unwrap();
        let reader = Library::read(file.path()).unwrap();
        assert!(matches!(
            Library::open(file.path()),
            Err(LibraryError::InUse)
        ));
        reader.write(|tables| tables.name("x")).unwrap();
        drop(reader);
        assert_eq!(
            fs::read(file.path()).unwrap(),
            bytes,
            "reading leaves no trace"
        );
    }

    #[test]
    fn other_files_are_refused_and_stay_as_they_are() {
        let file = Scratch::new("other");
        for text in [&b"(;GM[4]SZ[15];B[hh])"[..], &[0; 5_000], &[0xff; 70_000]] {
            fs::write(file.path(), text).unwrap();
            for open in [Library::open, Library::open_or_create, Library::read] {
                let error = open(file.path()).expect_err("no library");
                assert!(matches!(error, LibraryError::NoLibrary), "{error}");
            }
            assert_eq!(fs::read(file.path()).unwrap(), text);
        }
        fs::write(file.path(), "").unwrap();
        assert!(matches!(
            Library::read(file.path()),
            Err(LibraryError::NoLibrary)
        ));
        let missing = Path::new("no/such/file.tdb");
        assert!(matches!(Library::open(missing), Err(LibraryError::File(_))));
    }

    #[test]
    fn a_file_of_a_later_version_is_refused() {
        let file = Scratch::new("later");
        drop(Library::open_or_create(file.path()).unwrap());
        let database = Database::open(file.path()).unwrap();
        let transaction = database.begin_write().unwrap();
        let about = redb::TableDefinition::<&str, u64>::new("about");
        let mut table = transaction.open_table(about).unwrap();
        table.insert("format", 99).unwrap();
        drop(table);
        transaction.commit().unwrap();
        drop(database);
        let error = Library::read(file.path()).expect_err("too new");
        let said = "it has format 99; this version of the program reads up to format 1";
        assert_eq!(error.to_string(), said);
    }

    #[test]
    fn a_change_that_fails_leaves_nothing() {
        let file = Scratch::new("fails");
        let library = Library::open_or_create(file.path()).unwrap();
        let failed = library.write(|tables| {
            tables.name("a")?;
            Err::<(), _>(LibraryError::Walls)
        });
        assert!(failed.is_err());
        assert_eq!(library.write(|tables| tables.name("b")).unwrap(), 1);
    }
}
