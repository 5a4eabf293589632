//! Conversations with the program, as managers and graphical programs hold
//! them.

#[path = "../common/mod.rs"]
mod common;

mod acceptance;
mod analysis;
mod cli_manager;
mod database;
mod dialogues;
mod gomocalc;
mod graphical;
mod managers;
mod messages;
mod piskvork;
mod repeatable;
mod rows;
mod sessions;
mod yixin_board;
