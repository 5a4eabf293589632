//! The formats of games in files.

use std::path::Path;

use crate::records::{GameRecord, ParseError, psq, rec, sgf};

/// How a file holds a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Format {
    Psq,
    Sgf,
    Rec,
}

impl Format {
    /// By the end of a file's name.
    pub fn of(file: &str) -> Option<Format> {
        let ending = Path::new(file)
            .extension()
            .and_then(|ending| ending.to_str());
        match ending.unwrap_or("").to_ascii_lowercase().as_str() {
            "psq" => Some(Format::Psq),
            "sgf" => Some(Format::Sgf),
            "rec" => Some(Format::Rec),
            _ => None,
        }
    }

    /// The game as a text.
    pub fn write(self, game: &GameRecord) -> String {
        match self {
            Format::Psq => psq::write(game),
            Format::Sgf => sgf::write(game),
            Format::Rec => rec::write(game),
        }
    }

    /// The first game of a text.
    pub fn read(self, text: &str) -> Result<Option<GameRecord>, ParseError> {
        match self {
            Format::Psq => psq::read(text).map(Some),
            Format::Sgf => sgf::read_all(text).map(|games| games.into_iter().next()),
            Format::Rec => rec::read(text).map(Some),
        }
    }
}
