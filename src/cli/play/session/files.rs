//! Games that are saved and loaded.

use std::fs::{self, File};
use std::io::Write;

use super::Session;
use crate::cli::exit::one_line;
use crate::cli::play::format::Format;
use crate::cli::play::table::{Table, black_of};
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
        let wrong = |error: std::io::Error| words::cannot_write(&one_line(file), error);
        if self.saved.as_deref() == Some(file) {
            fs::write(file, text).map_err(wrong)?;
        } else {
            let mut created = File::create_new(file).map_err(|error| match error.kind() {
                std::io::ErrorKind::AlreadyExists => words::file_exists(&one_line(file)),
                _ => wrong(error),
            })?;
            created.write_all(text.as_bytes()).map_err(wrong)?;
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

    /// Goes on with the game of a file.
    pub(super) fn load(&mut self, file: &str) -> Result<Vec<String>, String> {
        let format = Format::of(file).ok_or_else(words::file_ending)?;
        let shown = one_line(file);
        let wrong = |error: &dyn std::fmt::Display| words::cannot_read(&shown, error);
        let bytes = fs::read(file).map_err(|error| wrong(&error))?;
        // Names may be in another encoding than UTF-8.
        let text = String::from_utf8_lossy(&bytes);
        let game = format.read(&text).map_err(|error| wrong(&error))?;
        let game = game.ok_or_else(words::file_ending)?;
        let board = game.board().map_err(|error| wrong(&error))?;
        let mut settings = self.settings.clone();
        settings.rule = game.rule.unwrap_or(settings.rule);
        let times = game.moves.iter().map(|played| played.time).collect();
        let black = black_of(&game, board.side_to_move(), settings.two);
        let rule = SeriesRule::best_of(1).map_err(|error| words::sentence(&error))?;
        let series = Series::new(rule, black);
        let table = Table::from_board(&settings, board, times, game.opening, black, series);
        self.sit_down(table.uncounted());
        self.news.clear();
        self.forgive_time();
        Ok(self.after(vec![words::loaded(&shown)]))
    }
}
