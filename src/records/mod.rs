//! Games, openings and positions in files: text in, values out, and back.
//! Reading and writing the files is up to the caller.
//!
//! A [`GameRecord`] is a game with everything that a file may say about it.
//! These formats keep:
//!
//! | | [`json`] | [`sgf`] | [`psq`] | [`rec`] |
//! |---|---|---|---|---|
//! | written by | this project | many | Piskvork | Gomotur, Piskvork |
//! | size | yes | yes | yes | 20x20 only |
//! | rule, result | yes | yes | – | – |
//! | reason | yes | yes | as an end code | as an end code |
//! | times, in ms | yes | yes | yes | yes |
//! | given moves | yes | yes | guessed | guessed |
//! | passes | yes | yes | by us only | by us only |
//! | an opening that is not over | – | by us only | – | – |
//!
//! [`openings`] are first moves alone, [`lines`] are positions with a name, a
//! rule and the moves that lead there, and a [`PositionRecord`] can also be read
//! from sets of stones.
//!
//! For any text a reader returns a value or an error with line and column. It
//! skips or guesses nothing, except for what the format leaves to other programs.
//! No reader takes more memory than a multiple of the text's length. Line breaks
//! may be LF or CR LF, and a byte order mark is skipped. Names and reasons stay on
//! one line: control characters in them become blanks, in reading and writing.

pub mod encoding;
mod game;
pub mod json;
pub mod lines;
mod notice;
pub mod opening_list;
mod options;
mod phase;
mod position;
pub mod psq;
mod read;
pub mod rec;
mod rule_names;
mod scan;
pub mod sgf;
pub mod tree;

pub use crate::game::GameResult;
pub use game::{GameError, GameRecord, RecordedMove};
pub use notice::{Notice, Notices};
pub use options::ReadOptions;
pub use phase::OpeningPhase;
pub use position::PositionRecord;
pub use read::{Format, ReadGame, ReadGames};
pub use rule_names::rule_named;
pub use scan::ParseError;
