//! Changes of single positions: what the engine has found, and what people set.

use std::collections::BTreeSet;

use super::LibraryError;
use super::analysis::{AnalysisRow, Given, Line, LineRow, before};
use super::key::{Beginning, Canonical, Key};
use super::minimax::raise;
use super::notes::{NotesRow, Words};
use super::store::Library;
use super::tables::{self, Writable};
use super::written::for_each_after;
use crate::board::{Board, Symmetry};
use crate::types::{Rule, Score, Square};

impl Library {
    /// Keeps what a search has found, as far as it is better than what is there, and
    /// backs it up. Returns the positions whose values have changed.
    pub fn store(
        &self,
        board: &Board,
        rule: Rule,
        lines: &[Line],
    ) -> Result<Vec<(Key, Score)>, LibraryError> {
        let canonical = Canonical::of(board, rule)?;
        let rows = lines.iter().filter(|line| !line.moves.is_empty());
        let rows = rows.map(|line| LineRow {
            score: line.score,
            depth: line.depth,
            nodes: line.nodes,
            moves: canonical.line(&line.moves, board),
        });
        let new = AnalysisRow::of(rows.collect());
        self.write(|tables| {
            let old = tables::found(&tables.found, &canonical.key)?;
            let is_new = old.is_none();
            let mut row = old.unwrap_or_default();
            if !row.merge(new) && !is_new {
                return Ok(Vec::new());
            }
            tables.set_found(&canonical.key, &row)?;
            let mut changed = vec![canonical.key];
            if is_new {
                // A value that is 0 by chance has to be backed up too.
                changed.extend(Key::before(board, rule)?);
            }
            raise(tables, changed)
        })
    }

    /// Sets a score by hand; it counts until the engine has analysed the position.
    pub fn give(&self, board: &Board, rule: Rule, given: Given) -> Result<(), LibraryError> {
        let key = Key::of(board, rule)?;
        self.write(|tables| {
            let mut row = tables::found(&tables.found, &key)?.unwrap_or_default();
            row.given = Some(given);
            tables.set_found(&key, &row)?;
            let mut changed = Key::before(board, rule)?;
            changed.push(key);
            raise(tables, changed).map(|_| ())
        })
    }

    /// Forgets what was found in a position and what is said of it. Its games stay.
    pub fn forget(&self, board: &Board, rule: Rule) -> Result<(), LibraryError> {
        self.forget_all([board.clone()], rule)
    }

    /// [`Library::forget`] of several positions.
    pub fn forget_all(
        &self,
        boards: impl IntoIterator<Item = Board>,
        rule: Rule,
    ) -> Result<(), LibraryError> {
        let keys = boards.into_iter().map(|board| Key::of(&board, rule));
        let keys: Vec<Key> = keys.collect::<Result<_, _>>()?;
        self.write(|tables| forget(tables, keys))
    }

    /// [`Library::forget`] of positions that can follow this one: those of which `is_wanted`
    /// says so, which is told the value of the move that leads there and its sign. Returns
    /// how many.
    pub fn forget_after(
        &self,
        board: &Board,
        rule: Rule,
        is_wanted: impl Fn(Option<Score>, Option<char>) -> bool,
    ) -> Result<usize, LibraryError> {
        let beginning = Beginning::of(board, rule)?;
        self.write(|tables| {
            let mut keys = BTreeSet::new();
            for table in [&tables.found, &tables.notes] {
                for_each_after(table, &beginning, usize::MAX, |key| {
                    keys.insert(key);
                })?;
            }
            let mut wanted = Vec::new();
            for key in keys {
                let found = tables::found(&tables.found, &key)?;
                let notes = tables::notes(&tables.notes, &key)?;
                let value = found.map(|row| before(row.value));
                if is_wanted(value, notes.and_then(|notes| notes.tag)) {
                    wanted.push(key);
                }
            }
            let count = wanted.len();
            forget(tables, wanted)?;
            Ok(count)
        })
    }

    /// Replaces all comments of a position by this one; none if it is empty.
    pub fn set_comment(
        &self,
        board: &Board,
        rule: Rule,
        text: &str,
        source: &str,
    ) -> Result<(), LibraryError> {
        let canonical = Canonical::of(board, rule)?;
        let turn = canonical.turn();
        let number = Symmetry::ALL.iter().position(|one| *one == turn);
        let words = Words {
            text: text.to_string(),
            turn: number.unwrap_or(0) as u8,
            source: source.to_string(),
        };
        self.change_notes(&canonical.key, |notes| {
            notes.comments = (!text.is_empty()).then_some(words).into_iter().collect();
        })
    }

    /// Replaces the label of a square; an empty text removes it.
    pub fn set_label(
        &self,
        board: &Board,
        rule: Rule,
        square: Square,
        label: &str,
    ) -> Result<(), LibraryError> {
        let canonical = Canonical::of(board, rule)?;
        self.change_notes(&canonical.key, |notes| {
            notes.set_label(square, label, (&canonical, board));
        })
    }

    /// Sets the sign of the move that leads to a position, or removes it.
    pub fn set_tag(
        &self,
        board: &Board,
        rule: Rule,
        tag: Option<char>,
    ) -> Result<(), LibraryError> {
        self.change_notes(&Key::of(board, rule)?, |notes| notes.tag = tag)
    }

    fn change_notes(
        &self,
        key: &Key,
        change: impl FnOnce(&mut NotesRow),
    ) -> Result<(), LibraryError> {
        self.write(|tables| {
            let mut notes = tables::notes(&tables.notes, key)?.unwrap_or_default();
            change(&mut notes);
            tables.set_notes(key, &notes)
        })
    }
}

/// Forgets what was found in positions and what is said of them.
fn forget(tables: &mut Writable, keys: Vec<Key>) -> Result<(), LibraryError> {
    let mut changed = Vec::new();
    for key in keys {
        tables.set_notes(&key, &NotesRow::default())?;
        if tables.found.remove(key.as_bytes())?.is_some() {
            let damaged = || LibraryError::entry("found");
            let (board, rule) = key.board().ok_or_else(damaged)?;
            changed.extend(Key::before(&board, rule)?);
        }
    }
    raise(tables, changed).map(|_| ())
}
