//! The analysed positions of a library, on their canonical boards: for those who go on
//! analysing.

use redb::ReadableTable;

use super::LibraryError;
use super::analysis::{AnalysisRow, Line};
use super::key::{Canonical, Key};
use super::store::{Library, whole};
use super::tables;
use crate::board::Board;
use crate::types::{Rule, Score};

/// An analysed position.
#[derive(Clone, Debug)]
pub struct Analysed {
    /// Its key.
    pub key: Key,
    /// The canonical board.
    pub board: Board,
    /// The value for the side to move, backed up.
    pub value: Score,
    /// What searches have found.
    pub lines: Vec<Line>,
}

impl Library {
    /// What was found in a position, if anything.
    pub fn analysed(&self, key: &Key) -> Result<Option<Analysed>, LibraryError> {
        whole(|| {
            let row = tables::found(&self.reading()?.found, key)?;
            let damaged = || LibraryError::entry("found");
            let (board, rule) = key.board().ok_or_else(damaged)?;
            row.map(|row| analysed(key.clone(), (board, rule), row).ok_or_else(damaged))
                .transpose()
        })
    }

    /// All analysed positions of this rule and size, those with few stones first.
    pub fn all_analysed(
        &self,
        rule: Rule,
        size: (usize, usize),
        mut each: impl FnMut(Analysed) -> Result<(), LibraryError>,
    ) -> Result<(), LibraryError> {
        whole(|| {
            let damaged = || LibraryError::entry("found");
            for entry in self.reading()?.found.iter()? {
                let (key, bytes) = entry?;
                let key = Key::from_bytes(key.value());
                let (board, its) = key.board().ok_or_else(damaged)?;
                if its == rule && (board.width(), board.height()) == size {
                    let row = AnalysisRow::decode(bytes.value()).ok_or_else(damaged)?;
                    each(analysed(key, (board, its), row).ok_or_else(damaged)?)?;
                }
            }
            Ok(())
        })
    }
}

fn analysed(key: Key, (board, rule): (Board, Rule), row: AnalysisRow) -> Option<Analysed> {
    let canonical = Canonical::of(&board, rule).ok()?;
    let lines = row.lines.iter().map(|line| line.on(&canonical, &board));
    Some(Analysed {
        lines: lines.collect::<Option<_>>()?,
        key,
        board,
        value: row.value,
    })
}
