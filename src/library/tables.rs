//! The tables of a library's file.
//!
//! | table | key | entry |
//! |---|---|---|
//! | `about` | `format`, `rare` | the format's number; how many positions `rare` has |
//! | `names` | a text | its number, from 1 |
//! | `texts` | the number | the text |
//! | `games` | a number, from 0 | [`GameRow`] |
//! | `known` | a checksum of a game | the numbers of the games that have it |
//! | `played` | [`Key`] | [`Played`] |
//! | `rare` | a bucket's number | [`Bucket`](super::rare::Bucket) |
//! | `notes` | [`Key`] | [`NotesRow`] |
//! | `found` | [`Key`] | [`AnalysisRow`] |

use redb::{
    MultimapTable, MultimapTableDefinition, ReadOnlyTable, ReadTransaction, ReadableMultimapTable,
    ReadableTable, ReadableTableMetadata, Table, TableDefinition, WriteTransaction,
};

use super::LibraryError;
use super::analysis::AnalysisRow;
use super::games::{GameRow, Name};
use super::key::Key;
use super::notes::NotesRow;
use super::played::Played;

/// The format that is written, and the newest that is read.
pub(super) const FORMAT: u64 = 1;

const ABOUT: TableDefinition<&str, u64> = TableDefinition::new("about");
const NAMES: TableDefinition<&str, Name> = TableDefinition::new("names");
const TEXTS: TableDefinition<Name, &str> = TableDefinition::new("texts");
const GAMES: TableDefinition<u32, &[u8]> = TableDefinition::new("games");
const KNOWN: MultimapTableDefinition<u32, u32> = MultimapTableDefinition::new("known");
const PLAYED: TableDefinition<&[u8], &[u8]> = TableDefinition::new("played");
const RARE: TableDefinition<u16, &[u8]> = TableDefinition::new("rare");
const NOTES: TableDefinition<&[u8], &[u8]> = TableDefinition::new("notes");
const FOUND: TableDefinition<&[u8], &[u8]> = TableDefinition::new("found");

type Bytes = &'static [u8];

/// The tables that say what was played, to be read.
pub(super) trait Tables {
    fn games(&self) -> &impl ReadableTable<u32, Bytes>;
    fn played(&self) -> &impl ReadableTable<Bytes, Bytes>;
    fn rare(&self) -> &impl ReadableTable<u16, Bytes>;
}

/// The tables as they were when a transaction for reading began.
pub(super) struct Readable {
    pub texts: ReadOnlyTable<Name, &'static str>,
    pub games: ReadOnlyTable<u32, Bytes>,
    pub played: ReadOnlyTable<Bytes, Bytes>,
    pub rare: ReadOnlyTable<u16, Bytes>,
    pub notes: ReadOnlyTable<Bytes, Bytes>,
    pub found: ReadOnlyTable<Bytes, Bytes>,
    /// How many positions have no entry of their own.
    pub rare_positions: u64,
}

impl Tables for Readable {
    fn games(&self) -> &impl ReadableTable<u32, Bytes> {
        &self.games
    }

    fn played(&self) -> &impl ReadableTable<Bytes, Bytes> {
        &self.played
    }

    fn rare(&self) -> &impl ReadableTable<u16, Bytes> {
        &self.rare
    }
}

impl Readable {
    pub fn new(transaction: &ReadTransaction) -> Result<Readable, LibraryError> {
        let about = transaction.open_table(ABOUT)?;
        let format = about.get("format")?.map(|format| format.value());
        match format {
            None => return Err(LibraryError::NoLibrary),
            Some(found) if found > FORMAT => {
                let known = FORMAT;
                return Err(LibraryError::Newer { found, known });
            }
            Some(_) => (),
        }
        Ok(Readable {
            texts: transaction.open_table(TEXTS)?,
            games: transaction.open_table(GAMES)?,
            played: transaction.open_table(PLAYED)?,
            rare: transaction.open_table(RARE)?,
            notes: transaction.open_table(NOTES)?,
            found: transaction.open_table(FOUND)?,
            rare_positions: about.get("rare")?.map_or(0, |count| count.value()),
        })
    }
}

/// The tables of a transaction for writing.
pub(super) struct Writable<'t> {
    about: Table<'t, &'static str, u64>,
    names: Table<'t, &'static str, Name>,
    pub texts: Table<'t, Name, &'static str>,
    pub games: Table<'t, u32, Bytes>,
    known: MultimapTable<'t, u32, u32>,
    pub played: Table<'t, Bytes, Bytes>,
    pub rare: Table<'t, u16, Bytes>,
    pub notes: Table<'t, Bytes, Bytes>,
    pub found: Table<'t, Bytes, Bytes>,
}

impl Tables for Writable<'_> {
    fn games(&self) -> &impl ReadableTable<u32, Bytes> {
        &self.games
    }

    fn played(&self) -> &impl ReadableTable<Bytes, Bytes> {
        &self.played
    }

    fn rare(&self) -> &impl ReadableTable<u16, Bytes> {
        &self.rare
    }
}

impl<'t> Writable<'t> {
    /// Opens the tables; in a new file they come into being.
    pub fn new(transaction: &'t WriteTransaction) -> Result<Writable<'t>, LibraryError> {
        let mut about = transaction.open_table(ABOUT)?;
        if about.get("format")?.is_none() {
            about.insert("format", FORMAT)?;
        }
        Ok(Writable {
            about,
            names: transaction.open_table(NAMES)?,
            texts: transaction.open_table(TEXTS)?,
            games: transaction.open_table(GAMES)?,
            known: transaction.open_multimap_table(KNOWN)?,
            played: transaction.open_table(PLAYED)?,
            rare: transaction.open_table(RARE)?,
            notes: transaction.open_table(NOTES)?,
            found: transaction.open_table(FOUND)?,
        })
    }

    /// Counts the positions of a bucket that has changed.
    pub fn count_rare(&mut self, before: u64, after: u64) -> Result<(), LibraryError> {
        let all = self.about.get("rare")?.map_or(0, |count| count.value());
        let all = (all + after).saturating_sub(before);
        self.about.insert("rare", all)?;
        Ok(())
    }

    /// The number of a text, a new one if need be.
    pub fn name(&mut self, text: &str) -> Result<Name, LibraryError> {
        if text.is_empty() {
            return Ok(0);
        }
        if let Some(name) = self.names.get(text)? {
            return Ok(name.value());
        }
        let name = self.texts.len()? as Name + 1;
        self.names.insert(text, name)?;
        self.texts.insert(name, text)?;
        Ok(name)
    }

    /// The number of a game, a new one if it is not there yet, and whether it is new.
    pub fn game(&mut self, row: &GameRow<Name>) -> Result<(u32, bool), LibraryError> {
        let identity = row.identity();
        let checksum = crc32fast::hash(&identity);
        for number in self.known.get(checksum)? {
            let number = number?.value();
            let bytes = self.games.get(number)?;
            let bytes = bytes.ok_or_else(|| LibraryError::entry("known"))?;
            let same = GameRow::decode(bytes.value()).map(|game| game.identity());
            if same.ok_or_else(|| LibraryError::entry("games"))? == identity {
                return Ok((number, false));
            }
        }
        let number = self.games.len()? as u32;
        self.games.insert(number, &row.encode()[..])?;
        self.known.insert(checksum, number)?;
        Ok((number, true))
    }

    pub fn set_played(&mut self, key: &Key, played: &Played) -> Result<(), LibraryError> {
        self.played.insert(key.as_bytes(), &played.encode()[..])?;
        Ok(())
    }

    /// Replaces the notes of a position; empty ones are removed.
    pub fn set_notes(&mut self, key: &Key, notes: &NotesRow) -> Result<(), LibraryError> {
        match notes.is_empty() {
            true => self.notes.remove(key.as_bytes())?,
            false => self.notes.insert(key.as_bytes(), &notes.encode()[..])?,
        };
        Ok(())
    }

    pub fn set_found(&mut self, key: &Key, found: &AnalysisRow) -> Result<(), LibraryError> {
        self.found.insert(key.as_bytes(), &found.encode()[..])?;
        Ok(())
    }
}

/// What was played in a position with an entry of its own.
pub(super) fn entry(tables: &impl Tables, key: &Key) -> Result<Option<Played>, LibraryError> {
    read(tables.played(), key, "played", Played::decode)
}

/// What is said of a position.
pub(super) fn notes(
    table: &impl ReadableTable<Bytes, Bytes>,
    key: &Key,
) -> Result<Option<NotesRow>, LibraryError> {
    read(table, key, "notes", NotesRow::decode)
}

/// What was found in a position.
pub(super) fn found(
    table: &impl ReadableTable<Bytes, Bytes>,
    key: &Key,
) -> Result<Option<AnalysisRow>, LibraryError> {
    read(table, key, "found", AnalysisRow::decode)
}

fn read<T>(
    table: &impl ReadableTable<Bytes, Bytes>,
    key: &Key,
    name: &str,
    decode: impl Fn(&[u8]) -> Option<T>,
) -> Result<Option<T>, LibraryError> {
    let Some(bytes) = table.get(key.as_bytes())? else {
        return Ok(None);
    };
    let entry = decode(bytes.value());
    entry.ok_or_else(|| LibraryError::entry(name)).map(Some)
}

/// A game with its texts.
pub(super) fn game(
    games: &impl ReadableTable<u32, Bytes>,
    texts: &impl ReadableTable<Name, &'static str>,
    number: u32,
) -> Result<GameRow<String>, LibraryError> {
    let bytes = games.get(number)?;
    let row = bytes.and_then(|bytes| GameRow::decode(bytes.value()));
    let row = row.ok_or_else(|| LibraryError::entry("games"))?;
    let mut failed = None;
    let mut text = |name: Name| match text(texts, name) {
        Ok(text) => text,
        Err(error) => {
            failed = Some(error);
            String::new()
        }
    };
    let row = row.with_texts(|names| names.map(&mut text));
    match failed {
        None => Ok(row),
        Some(error) => Err(error),
    }
}

/// The text with a number.
fn text(
    texts: &impl ReadableTable<Name, &'static str>,
    name: Name,
) -> Result<String, LibraryError> {
    if name == 0 {
        return Ok(String::new());
    }
    let text = texts.get(name)?.map(|text| text.value().to_string());
    text.ok_or_else(|| LibraryError::entry("texts"))
}
