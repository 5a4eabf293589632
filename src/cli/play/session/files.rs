//! Games that are saved and loaded.

use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};

use super::Session;
use crate::cli::exit::one_line;
use crate::cli::play::format::Format;
use crate::cli::play::table::{Table, black_of, end_of_record};
use crate::cli::play::words;
use crate::game::{Series, SeriesRule};
use crate::records::GameRecord;
use crate::types::Color;

impl Session {
    /// Writes the game. No file is overwritten but the one that was written
    /// before.
    pub(super) fn save(&mut self, file: &str) -> Result<Vec<String>, String> {
        let format = Format::of(file).ok_or_else(words::file_ending)?;
        let table = self.table();
        if table.opening().is_some() {
            return Err(words::not_within_opening());
        }
        let game = self.record(table);
        if format == Format::Rec && (game.width, game.height) != (20, 20) {
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
        Ok(vec![words::saved(&one_line(file))])
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
        let mut tables = self.tables_of(&game).map_err(|error| wrong(&error))?;
        let mut said = vec![words::loaded(&shown)];
        said.extend(end_of_file(&game, &mut tables));
        said.extend(self.note_on_open_game());
        self.sit_down(tables);
        self.undecided = None;
        self.news.clear();
        self.forgive_time();
        Ok(self.after(said))
    }

    /// A game after each of its moves but the given ones.
    fn tables_of(&self, game: &GameRecord) -> anyhow::Result<Vec<Table>> {
        let mut settings = self.settings.clone();
        settings.rule = game.rule.unwrap_or(settings.rule);
        let mut board = game.board()?;
        let black = black_of(game, board.side_to_move(), settings.two);
        let series = Series::new(SeriesRule::best_of(1)?, black);
        let mut tables = Vec::new();
        loop {
            let played = &game.moves[..board.moves().len()];
            let times = played.iter().map(|played| played.time).collect();
            let given = game.opening.min(played.len());
            let series = series.clone();
            let table = Table::from_board(&settings, board.clone(), times, given, black, series);
            tables.push(table.uncounted());
            if played.len() <= game.opening || board.undo().is_none() {
                break;
            }
        }
        tables.reverse();
        Ok(tables)
    }
}

/// Ends a game as its file says, where its moves do not. If it cannot, that is
/// said.
fn end_of_file(game: &GameRecord, tables: &mut Vec<Table>) -> Option<String> {
    let result = game.result?;
    let mut table = tables.last()?.clone();
    if table.end().is_some() {
        return None;
    }
    if let Some(end) = end_of_record(game) {
        // What it cannot do leaves the game open.
        let _ = table.end_as(end);
    }
    if table.end().is_none() {
        return Some(words::result_not_seen(result, &game.reason));
    }
    tables.push(table);
    None
}

/// Writes a file that is not there yet; if that fails it is not there still.
fn write_new(file: &str, text: &str) -> io::Result<()> {
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
