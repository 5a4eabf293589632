//! The Gomocup protocol and Yixin's extension of it: text on one side, the
//! [`Engine`](crate::engine) on the other. Knows nothing of searching.
//!
//! What managers can send, and what they get, is in `README.md` beside this file.
//!
//! CITE: Gomocup protocol, new version, by Petr Laštovička and others.

mod command;
mod dialogue;
mod format;
mod info;
mod link;
mod moves;
mod output;
mod reader;
mod serve;
mod session;
mod setup;

pub use command::{Command, Parser, Point, Stone};
pub use format::Axes;
pub use info::Preset;
pub use serve::{serve, serve_standard_streams};
pub use session::Session;
