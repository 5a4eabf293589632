//! Changes of single positions: what the engine has found, and what people set.

use super::LibraryError;
use super::analysis::{AnalysisRow, Given, Line, LineRow};
use super::key::{Canonical, Key};
use super::minimax::raise;
use super::notes::{NotesRow, Words};
use super::store::Library;
use super::tables;
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
        self.write(|tables| {
            let mut changed = Vec::new();
            for board in boards {
                let key = Key::of(&board, rule)?;
                tables.set_notes(&key, &NotesRow::default())?;
                if tables.found.remove(key.as_bytes())?.is_some() {
                    changed.extend(Key::before(&board, rule)?);
                }
            }
            raise(tables, changed).map(|_| ())
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
