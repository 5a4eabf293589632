//! The command line, and games in the terminal.

#[path = "../common/mod.rs"]
mod common;

mod command_line;
mod convert;
mod library;
mod opening_sessions;
mod play;
mod review;
