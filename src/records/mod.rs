//! Games, openings and positions in files: bytes or text in, values out, and back.
//! Reading and writing the files is up to the caller.
//!
//! A [`tree::GameTree`] is a game with everything that a file may say about it, with
//! variations; a [`GameRecord`] is one line of play. [`read`] and [`games`] find out
//! what kind of file it is by its content. These are read, and written where they have
//! a `HOLDS` or say that they hold all:
//!
//! | | written by | holds |
//! |---|---|---|
//! | [`sgf`] | many | all |
//! | [`renlib`], `.lib` | RenLib | the tree with comments, labels and marks; no names, rule or result |
//! | [`renjunet`], `.rif` | RenjuNet | bases of games, with names, events, opening rules (read only) |
//! | [`json`] | this project | a line of play with names, rule, result, times |
//! | [`psq`] | Piskvork, referees | a line of play with names and times, the reason as an end code |
//! | [`rec`] | Gomotur, Piskvork | the same, on 20x20 only |
//! | [`yixin`], `.sav`, `.pos` | Yixin-Board, RenLib | moves (read only) |
//! | [`link`] | gomocalc, renjubak | moves (read only) |
//! | [`moves`] | people | moves, or a position |
//!
//! [`opening_list`] has first moves alone, [`lines`] are positions with a name, a
//! rule and the moves that lead there, and a [`PositionRecord`] can also be read
//! from sets of stones.
//!
//! ```
//! use tengen::records::{self, ReadOptions, psq};
//! use tengen::types::Rule;
//!
//! let file = b"(;FF[4]GM[4]SZ[15]PB[Ann]PW[Bo]RU[renju]RE[B+];B[hh];W[hg];B[ig])";
//! let read = records::read(file, &ReadOptions::default())?;
//! let game = read.games[0].main_line()?;
//! assert_eq!((game.rule, game.players[0].as_str()), (Some(Rule::Renju), "Ann"));
//! assert_eq!(game.board()?.stone_count(), 3);
//! println!("{}", psq::write(&game));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! For any bytes a reader returns a value or an error with its place. What it guesses
//! or leaves out, it says. No reader takes more memory than a multiple of the file's
//! length, or needs more stack for a deep tree. Line breaks may be LF or CR LF, and a
//! byte order mark is skipped. Names and reasons stay on one line: control characters
//! in them become blanks, in reading and writing.

mod any;
pub mod encoding;
mod game;
pub mod json;
mod json_words;
pub mod lines;
pub mod link;
pub mod moves;
mod notice;
pub mod opening_list;
mod options;
mod phase;
mod position;
pub mod psq;
mod read;
pub mod rec;
pub mod renjunet;
pub mod renlib;
mod rule_names;
mod same_file;
mod scan;
pub mod sgf;
pub mod tree;
pub mod yixin;

pub use crate::game::GameResult;
pub use any::{Games, format_of, games, read};
pub use game::{GameError, GameRecord, RecordedMove};
pub use notice::{Notice, Notices};
pub use options::ReadOptions;
pub use phase::{OpeningPhase, opening_action};
pub use position::PositionRecord;
pub use read::{Format, ReadGame, ReadGames};
pub use rule_names::rule_named;
pub use same_file::is_same_file;
pub use scan::ParseError;
