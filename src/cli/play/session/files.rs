//! Games that are saved and loaded.

use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};

use super::Session;
use crate::cli::exit::one_line;
use crate::cli::play::words;
use crate::records::tree::GameTree;
use crate::records::{GameRecord, sgf};
use crate::table::{Act, Event, Refusal};
use crate::table::{Format, first_game};

impl Session {
    /// Writes the game. No file is overwritten but the one that was written
    /// before.
    pub(super) fn save(&mut self, file: &str) -> Result<Vec<String>, String> {
        if self.table.decider().is_some() {
            return Err(words::sentence(&Refusal::StarterUndecided));
        }
        let format = Format::of(file).ok_or_else(words::file_ending)?;
        let game = self.table.record();
        if !format.holds_size(game.width, game.height) {
            return Err(words::rec_size());
        }
        if game.moves.is_empty() && !format.holds_no_moves() {
            return Err(words::rec_moves());
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
        let mut lines = vec![words::saved(&one_line(file))];
        if let Some(phase) = game.phase.filter(|_| !format.holds_openings()) {
            lines.push(words::only_stones(phase.rule));
        }
        Ok(lines)
    }

    /// The text of a file with the game, if it has moves that are in no file.
    pub fn unsaved(&self) -> Option<String> {
        let state = self.table.state();
        let game = self.table.record();
        let is_new = self.saved_game.as_ref() != Some(&game);
        let is_played = state.board().moves().len() > state.given;
        (is_played && is_new).then(|| sgf::write(&GameTree::of(&game)))
    }

    /// Goes on with the game of a file; its moves can be taken back.
    pub(super) fn load(&mut self, file: &str) -> Result<Vec<String>, String> {
        if self.table.state().is_paused() {
            return Err(words::is_paused());
        }
        let shown = one_line(file);
        let wrong = |error: &dyn Display| words::cannot_read(&shown, error);
        let bytes = read_file(file).map_err(|error| wrong(&error))?;
        let (game, notices) = first_game(&bytes).map_err(|error| wrong(&error))?;
        let settings = self.table.settings().clone();
        let act = Act::Load(Box::new(settings), Box::new(game.clone()));
        let events = self.table.act(act).map_err(|refusal| match refusal {
            Refusal::Record(error) => wrong(&error),
            refusal => self.refused(&refusal),
        })?;
        let mut lines = vec![words::loaded(&shown)];
        lines.extend(notices.iter().map(words::noted));
        let has_other_result = Event::Loaded {
            has_other_result: true,
        };
        if let Some(result) = game.result.filter(|_| events.contains(&has_other_result)) {
            lines.push(words::result_not_seen(result, &game.reason));
        }
        lines.extend(self.told(&events));
        self.saved_game = Some(self.table.record());
        Ok(self.after(lines))
    }
}

/// Reads a file, but nothing that may have no end, as a pipe or a device.
fn read_file(file: &str) -> io::Result<Vec<u8>> {
    match fs::metadata(file)?.is_file() {
        true => fs::read(file),
        false => Err(io::Error::other("it is not a regular file")),
    }
}

/// Writes a file that does not exist yet; if that fails it still does not.
pub(in crate::cli::play) fn write_new(file: &str, text: &str) -> io::Result<()> {
    let mut created = File::create_new(file)?;
    let written = created.write_all(text.as_bytes());
    if written.is_err() {
        drop(created);
        let _ = fs::remove_file(file);
    }
    written
}

/// Overwrites a file; if that fails it is unchanged.
fn write_again(file: &str, text: &str) -> io::Result<()> {
    let part = format!("{file}.part");
    write_new(&part, text)?;
    let moved = fs::rename(&part, file);
    if moved.is_err() {
        let _ = fs::remove_file(&part);
    }
    moved
}
