//! The Gomocup protocol: text on one side, the [`Engine`](crate::engine) on
//! the other. Knows nothing of searching.
//!
//! CITE: Gomocup protocol, new version, by Petr Laštovička and others.

mod command;
mod format;
mod info;
mod reader;
mod serve;
mod session;
mod setup;

pub use command::{Command, Parser, Point, Stone};
pub use format::Axes;
pub use info::Preset;
pub use serve::{serve, serve_standard_streams};
pub use session::Session;
