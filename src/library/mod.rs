//! A library of positions: what was played in them, by whom, how it ended, what people
//! have written, and what the engine has found, in one file.
//!
//! # Keys
//!
//! A position is found under all eight symmetries and whatever the order of its stones,
//! so that transpositions and turned games come together; the key lists all stones, and
//! no two positions share it ([`Key`]). The rule is a part of it.
//!
//! # Entries
//!
//! For each position there is, as far as known, what was played with the games that
//! played it; comments, labels and other signs; and analyses, which are backed up by
//! minimax ([`Library::store`]). Each game is there once, as its players, event, date,
//! result and moves. Positions lie in their entries as on the canonical board, and every
//! question and answer is turned to the board that was asked about.
//!
//! Scores have normalised units, so that those of later versions of the engine can stand
//! beside them.
//!
//! What is not kept: times of moves, ranks, and properties of files that have no field in
//! [`records`](crate::records).
//!
//! # The file
//!
//! It is a database of the crate `redb`: tables in one file, changed by transactions that
//! copy what they write, so that whatever ends the program (`kill -9`, a full disk) the
//! last finished transaction is what is there. SQLite (`rusqlite` with `bundled`) would
//! do as well and has more tools around it, but it is 250,000 lines of C that take a
//! minute of the build and a C compiler for every target, and none of its queries is
//! needed: all questions here are keys. `redb` builds in seconds wherever Rust does.
//!
//! One program at a time has a library open to change it. Readers open it for a question,
//! leave no trace in it, and take turns: two engines can play from one file.
//!
//! ```
//! use tengen::board::{Board, notation::play_moves};
//! use tengen::library::{Importer, Library};
//! use tengen::records::{GameRecord, tree::GameTree};
//! use tengen::game::GameResult;
//! use tengen::types::{Color, Rule};
//!
//! # let path = std::env::temp_dir().join(format!("tengen-doc-{}.tdb", std::process::id()));
//! let library = Library::open_or_create(&path)?;
//! let mut board = Board::new(15, 15)?;
//! play_moves(&mut board, "h8h9i9")?;
//! let mut game = GameTree::of(&GameRecord::of(&board));
//! game.facts.result = Some(GameResult::Win(Color::Black));
//! let mut importer = Importer::new(&library);
//! importer.add(&game, Some(Rule::Renju), "my games")?;
//! importer.finish()?;
//!
//! // The same position in another order, turned.
//! let mut board = Board::new(15, 15)?;
//! play_moves(&mut board, "g7h7h8")?;
//! let entry = library.look(&board, Rule::Renju)?;
//! assert_eq!((entry.results.games(), entry.results.black), (1, 1));
//! # drop(library);
//! # std::fs::remove_file(&path)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod analysed;
mod analysis;
mod bytes;
mod check;
mod choice;
mod edit;
mod entry;
mod error;
mod export;
mod file;
mod games;
mod import;
mod key;
mod merge;
mod minimax;
mod notes;
mod played;
mod rare;
#[cfg(test)]
mod scratch;
mod store;
mod tables;
#[cfg(test)]
mod tests;
mod written;

pub use analysed::Analysed;
pub use analysis::{Given, Line};
pub use choice::Advice;
pub use entry::{Arrival, Entry, KnownGame, KnownMove};
pub use error::LibraryError;
pub use export::Excerpt;
pub use import::{Imported, Importer, game_of};
pub use key::Key;
pub use merge::Merged;
pub use notes::Comment;
pub use played::Results;
pub use store::{Library, Size};
