//! Games that are saved and loaded.

use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};

use super::Session;
use crate::cli::exit::one_line;
use crate::cli::play::format::Format;
use crate::cli::play::from_record;
use crate::cli::play::table::Table;
use crate::cli::play::words;
use crate::records::{GameRecord, sgf};
use crate::types::Color;

impl Session {
    /// Writes the game. No file is overwritten but the one that was written
    /// before.
    pub(super) fn save(&mut self, file: &str) -> Result<Vec<String>, String> {
        let format = Format::of(file).ok_or_else(words::file_ending)?;
        let table = self.table();
        let game = self.record(table);
        if !format.holds_size(game.width, game.height) {
            return Err(words::rec_size());
        }
        let text = format.write(&game);
        let wrong = |error: io::Error| words::cannot_write(&one_line(file), error);
        match self.saved.as_deref() == Some(file) {
            true => write_again(file, &text).map_err(wrong)?,
            false => write_new(file, &text).map_err(|error| match error.kind() {
                ErrorKind::AlreadyExists => words::file_exists(&one_line(file)),
                _ => wrong(error),
            })?,
        }
        self.saved = Some(file.to_string());
        self.saved_game = Some(match format.holds_openings() {
            true => game.clone(),
            false => GameRecord {
                phase: None,
                ..game.clone()
            },
        });
        let mut said = vec![words::saved(&one_line(file))];
        if let Some(phase) = game.phase.filter(|_| !format.holds_openings()) {
            said.push(words::only_stones(phase.rule));
        }
        Ok(said)
    }

    /// The text of a file with the game, if it has any moves that are in no file
    /// yet.
    pub fn unsaved(&self) -> Option<String> {
        let table = self.table();
        let game = self.record(table);
        let is_new = self.saved_game.as_ref() != Some(&game);
        let is_played = table.board().moves().len() > table.given;
        (is_played && is_new).then(|| sgf::write(&game))
    }

    fn record(&self, table: &Table) -> GameRecord {
        let name = |color| {
            let who = table.holder(color);
            words::file_name(who, self.settings.two).to_string()
        };
        table.record(Color::ALL.map(name))
    }

    /// Goes on with the game of a file; its moves can be taken back.
    pub(super) fn load(&mut self, file: &str) -> Result<Vec<String>, String> {
        let format = Format::of(file).ok_or_else(words::file_ending)?;
        let shown = one_line(file);
        let wrong = |error: &dyn Display| words::cannot_read(&shown, error);
        let bytes = fs::read(file).map_err(|error| wrong(&error))?;
        // Names may be in another encoding than UTF-8.
        let text = String::from_utf8_lossy(&bytes);
        let game = format.read(&text).map_err(|error| wrong(&error))?;
        let game = game.ok_or_else(words::file_ending)?;
        let tables = from_record::tables(&self.settings, &game);
        let mut tables = tables.map_err(|error| wrong(&error))?;
        let mut said = vec![words::loaded(&shown)];
        said.extend(end_of_file(&game, &mut tables));
        said.extend(self.note_on_open_game());
        self.sit_down(tables);
        self.undecided = None;
        self.saved_game = Some(self.record(self.table()));
        self.news.clear();
        self.forgive_time();
        Ok(self.after(said))
    }
}

/// Ends a game as its file says, where its moves do not. If it cannot, that is
/// said.
fn end_of_file(game: &GameRecord, tables: &mut Vec<Table>) -> Option<String> {
    let result = game.result?;
    let last = tables.last()?;
    if last.end().is_some() {
        return None;
    }
    match from_record::ended(game, last) {
        Some(table) => tables.push(table),
        None => return Some(words::result_not_seen(result, &game.reason)),
    }
    None
}

/// Writes a file that is not there yet; if that fails it is not there still.
pub(in crate::cli::play) fn write_new(file: &str, text: &str) -> io::Result<()> {
    let mut created = File::create_new(file)?;
    let written = created.write_all(text.as_bytes());
    if written.is_err() {
        drop(created);
        let _ = fs::remove_file(file);
    }
    written
}

/// Writes a file anew; if that fails it is as it was.
fn write_again(file: &str, text: &str) -> io::Result<()> {
    let part = format!("{file}.part");
    write_new(&part, text)?;
    let moved = fs::rename(&part, file);
    if moved.is_err() {
        let _ = fs::remove_file(&part);
    }
    moved
}
