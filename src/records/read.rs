//! Files of games of any kind.

use super::notice::{Notice, Notices};
use super::scan::ParseError;
use super::tree::GameTree;

/// The kinds of files with games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The Smart Game Format.
    Sgf,
    /// RenLib's `.lib`.
    Lib,
    /// A base of RenjuNet (`.rif`, `.xml`).
    RenjuNet,
    /// Piskvork's.
    Psq,
    /// Gomotur's.
    Rec,
    /// One JSON object a line, ours.
    Jsonl,
    /// Yixin-Board's `.pos`.
    YixinPos,
    /// Yixin-Board's `.sav`.
    YixinSav,
    /// A link to gomocalc or to a page like it.
    Link,
    /// Moves as text, or a diagram.
    Moves,
}

/// A game of a file.
#[derive(Clone, Debug)]
pub struct ReadGame {
    /// The game, or why it cannot be read.
    pub tree: Result<GameTree, ParseError>,
    /// What was guessed in it, or left as it is.
    pub notices: Vec<Notice>,
}

/// What was read.
#[derive(Clone, Debug)]
pub struct ReadGames {
    /// The kind of file.
    pub format: Format,
    /// The games that could be read.
    pub games: Vec<GameTree>,
    /// What a user should know: what was guessed, what was left out, each a
    /// sentence without a full stop.
    pub notices: Vec<String>,
    /// The games that could not be read, by number from 1.
    pub errors: Vec<(usize, ParseError)>,
}

impl ReadGames {
    /// All games of a file of this kind.
    pub(super) fn collect(format: Format, read: impl Iterator<Item = ReadGame>) -> ReadGames {
        let (mut games, mut errors) = (Vec::new(), Vec::new());
        let (mut notices, mut count) = (Notices::default(), 0);
        for game in read {
            count += 1;
            match game.tree {
                Ok(tree) => games.push(tree),
                Err(error) => errors.push((count, error)),
            }
            for notice in game.notices {
                notices.add(count, notice);
            }
        }
        ReadGames {
            format,
            games,
            notices: notices.texts(count),
            errors,
        }
    }
}
