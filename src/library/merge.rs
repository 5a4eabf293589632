//! One library into another, so that several machines can fill one.
//!
//! Nothing is lost: games that both have count once, comments and signs are joined, and
//! of two analyses of a move the better one stays. Where both have set a score, a tag or
//! a comment's source by hand, that of the library that grows stays.

use redb::{ReadableTable, ReadableTableMetadata};

use super::LibraryError;
use super::analysis::AnalysisRow;
use super::import::Importer;
use super::key::Key;
use super::minimax::raise;
use super::notes::NotesRow;
use super::played::Played;
use super::store::{Library, whole};
use super::tables;

/// What a merge has added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// Games that were not there before.
    pub games: usize,
    /// Positions whose analyses are new or better now.
    pub analyses: usize,
}

type Entries = redb::ReadOnlyTable<&'static [u8], &'static [u8]>;

impl Library {
    /// Adds all that another library has. If this is broken off, a part is there, and
    /// doing it again completes it.
    pub fn merge(&self, other: &Library) -> Result<Merged, LibraryError> {
        whole(|| {
            let other = other.reading()?;
            let mut importer = Importer::new(self);
            for number in 0..other.games.len()? as u32 {
                importer.add_row(tables::game(&other.games, &other.texts, number)?)?;
            }
            for entry in other.played.iter()? {
                let (key, bytes) = entry?;
                let played = Played::decode(bytes.value());
                let played = played.ok_or_else(|| LibraryError::entry("played"))?;
                // Those with games came with the games.
                let alone = played.0.into_iter().filter(|(_, games)| games.is_empty());
                for (code, _) in alone {
                    importer.add_move(Key::from_bytes(key.value()), code)?;
                }
            }
            for entry in other.notes.iter()? {
                let (key, bytes) = entry?;
                let notes = NotesRow::decode(bytes.value());
                let notes = notes.ok_or_else(|| LibraryError::entry("notes"))?;
                importer.add_notes(Key::from_bytes(key.value()), notes)?;
            }
            Ok(Merged {
                games: importer.finish()?.games,
                analyses: self.merge_analyses(&other.found)?,
            })
        })
    }

    /// In one transaction, since values are right only when all are there.
    fn merge_analyses(&self, other: &Entries) -> Result<usize, LibraryError> {
        self.write(|tables| {
            let (mut count, mut changed) = (0, Vec::new());
            for entry in other.iter()? {
                let (key, bytes) = entry?;
                let key = Key::from_bytes(key.value());
                let damaged = || LibraryError::entry("found");
                let new = AnalysisRow::decode(bytes.value()).ok_or_else(damaged)?;
                let old = tables::found(&tables.found, &key)?;
                let is_new = old.is_none();
                let mut row = old.unwrap_or_default();
                if !row.merge(new) && !is_new {
                    continue;
                }
                tables.set_found(&key, &row)?;
                count += 1;
                if is_new {
                    let (board, rule) = key.board().ok_or_else(damaged)?;
                    changed.extend(Key::before(&board, rule)?);
                }
                changed.push(key);
            }
            raise(tables, changed)?;
            Ok(count)
        })
    }
}
