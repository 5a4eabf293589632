//! What the board page shows and does, without a server: the [`Desk`](desk::Desk) holds
//! the [`Table`](crate::table::Table) and the study, is told what persons do and how time
//! passes, and says what the engine is to do; `view.rs` makes the page's whole view of it.
//! Everything that comes in or goes out is JSON.
//!
//! It starts no thread, reads no clock and no file: `cli::board` does that for the
//! program.

mod choices;
mod desk;
mod learner;
mod learning;
mod message;
mod settings;
mod shown;
mod study;
mod view;

pub(crate) use choices::choices;
pub(crate) use desk::{Act, Changes, Desk, Entry, File, Job, Kept, Kind, Whereabouts};
pub(crate) use learner::Learned;
pub(crate) use learning::{Asked, content};
pub(crate) use message::Message;
pub(crate) use study::{read, tree_of_sgf};
pub(crate) use view::view;
