//! The formats of games in files.

use std::path::Path;

use crate::records::tree::GameTree;
use crate::records::{GameRecord, ReadOptions, psq, rec, sgf};

/// How a file holds a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Format {
    Psq,
    Sgf,
    Rec,
}

impl Format {
    pub const ALL: [Format; 3] = [Format::Psq, Format::Sgf, Format::Rec];

    /// The end of its files' names.
    pub fn ending(self) -> &'static str {
        match self {
            Format::Psq => "psq",
            Format::Sgf => "sgf",
            Format::Rec => "rec",
        }
    }

    /// Whether it can hold the choices of an opening that is not over.
    pub fn holds_openings(self) -> bool {
        self == Format::Sgf
    }

    /// Whether it can hold a game on a board of this size: Gomotur's has no size.
    pub fn holds_size(self, width: usize, height: usize) -> bool {
        self != Format::Rec || (width, height) == (20, 20)
    }

    /// By the end of a file's name.
    pub fn of(file: &str) -> Option<Format> {
        let ending = Path::new(file)
            .extension()
            .and_then(|ending| ending.to_str());
        let ending = ending?.to_ascii_lowercase();
        let mut all = Format::ALL.into_iter();
        all.find(|format| format.ending() == ending)
    }

    /// The game as a text.
    pub fn write(self, game: &GameRecord) -> String {
        match self {
            Format::Psq => psq::write(game),
            Format::Sgf => sgf::write(&GameTree::of(game)),
            Format::Rec => rec::write(game),
        }
    }

    /// The first game of a text.
    pub fn read(self, bytes: &[u8]) -> Result<Option<GameRecord>, String> {
        // Names may be in another encoding than UTF-8.
        let text = String::from_utf8_lossy(bytes);
        match self {
            Format::Psq => psq::read(&text)
                .map(Some)
                .map_err(|error| error.to_string()),
            Format::Rec => rec::read(&text)
                .map(Some)
                .map_err(|error| error.to_string()),
            Format::Sgf => first_of_sgf(bytes),
        }
    }
}

fn first_of_sgf(bytes: &[u8]) -> Result<Option<GameRecord>, String> {
    let read = sgf::read(bytes, &ReadOptions::default());
    if let Some((_, error)) = read.errors.first().filter(|(number, _)| *number == 1) {
        return Err(error.to_string());
    }
    let Some(tree) = read.games.first() else {
        return Ok(None);
    };
    // Acts that do not fit cannot be gone on with.
    let has_wrong_acts = tree.facts.other.iter().any(|kept| kept.name == "OA");
    if let Some(notice) = read.notices.first().filter(|_| has_wrong_acts) {
        return Err(notice.clone());
    }
    let game = tree.main_line().map_err(|error| error.to_string())?;
    Ok(Some(game))
}
