//! Games, openings and positions in files: text in, values out, and back. The
//! text itself comes from and goes to wherever the caller likes.
//!
//! A [`GameRecord`] is a game with all that a file may say about it, and these
//! formats hold one, each as far as it goes:
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
//! [`openings`] are first moves without any more, [`lines`] are positions with
//! a name and a rule and the moves that lead there, and a [`PositionRecord`]
//! can also be read from sets of stones.
//!
//! Every reader gives a value or an error with its line and column, whatever
//! the text: what it does not understand it neither skips nor guesses, but for
//! what the format says is others' own. No reader takes more memory than a
//! multiple of the text's length. Line breaks may be LF or CR LF, and a byte
//! order mark is skipped. Names and reasons stay on one line: control
//! characters in them become blanks, both when they are read and when they are
//! written.

mod game;
pub mod json;
pub mod lines;
pub mod openings;
mod phase;
mod position;
pub mod psq;
pub mod rec;
mod scan;
pub mod sgf;

pub use crate::game::GameResult;
pub use game::{GameError, GameRecord, RecordedMove};
pub use phase::OpeningPhase;
pub use position::PositionRecord;
pub use scan::ParseError;
