//! The formats of games in files.

use std::path::Path;

use crate::records::tree::GameTree;
use crate::records::{self, GameRecord, Notice, ReadOptions, psq, rec, sgf};

/// How a file holds a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Piskvork's: moves with their times.
    Psq,
    /// The only one for choices in openings.
    Sgf,
    /// Gomotur's: moves on a board of 20 lines.
    Rec,
}

impl Format {
    /// All of them.
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

    /// Whether it can hold a game without moves: in Gomotur's nothing tells its kind then.
    pub fn holds_no_moves(self) -> bool {
        self != Format::Rec
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
}

/// The first game of a file of any kind, and what a user should know: what was guessed
/// in it, and whether there are more.
pub fn first_game(bytes: &[u8]) -> Result<(GameRecord, Vec<String>), String> {
    let games = records::games(bytes, &ReadOptions::default());
    let mut games = games.map_err(|error| error.to_string())?;
    let game = games.next().ok_or("there is no game in the file")?;
    let tree = game.tree.map_err(|error| error.to_string())?;
    let mut notices: Vec<String> = game.notices.iter().map(Notice::to_string).collect();
    // Acts that do not fit cannot be gone on with.
    if tree.facts.other.iter().any(|kept| kept.name == "OA") && !notices.is_empty() {
        return Err(notices.swap_remove(0));
    }
    let line = tree.main_line().map_err(|error| error.to_string())?;
    if games.next().is_some() {
        notices.push("the file has several games, of which this is the first".to_string());
    }
    Ok((line, notices))
}
