//! What the board page shows and does, without a server: the `Desk` holds
//! the [`Table`](crate::table::Table) and the study, is told what persons do and how time
//! passes, and says what the engine is to do; `view.rs` makes the page's whole view of it.
//! Everything that comes in or goes out is JSON.
//!
//! It starts no thread, reads no clock and no file: `cli::board` does that for the
//! program, `src/web` for a page without a server, whose desk and engine are in the
//! browser.

mod advice;
mod animation;
mod answer;
mod apart;
mod choices;
mod desk;
mod games;
mod learner;
mod learning;
mod message;
mod session;
mod settings;
mod shown;
mod store;
mod study;
#[cfg(test)]
mod tests;
mod view;

pub use answer::{Reply, Request};
pub use apart::{JobText, NoJob, Thinker};
pub use session::Session;
pub use store::Folder;

/// For the server.
#[cfg(feature = "board")]
pub(crate) use {
    answer::{Deed, MOST_FILE},
    choices::choices,
    desk::{Desk, Job, Pulse},
    games::Wish,
    learner::Learned,
    learning::{Asked, content},
    message::Message,
    study::read,
};
