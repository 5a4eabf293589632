//! The Gomocup protocol and Yixin's extension of it: text on one side, the
//! [`Engine`](crate::engine) on the other. Knows nothing of searching.
//!
//! What managers can send, and what they get, is in `README.md` beside this file.
//!
//! CITE: Gomocup protocol, new version, by Petr Laštovička and others.

#[cfg(feature = "library")]
mod answers;
#[cfg(feature = "library")]
mod book;
mod command;
mod database;
mod dialogue;
mod format;
mod info;
mod link;
mod moves;
mod output;
mod parser;
mod point;
mod reader;
mod serve;
mod session;
mod setup;

pub use command::{Command, Stone};
pub use database::{DatabaseCommand, Filter, Wanted};
pub use format::Axes;
pub use info::Preset;
pub use parser::Parser;
pub use point::Point;
pub use serve::{serve, serve_standard_streams};
pub use session::Session;
