//! Files as other programs write them, and what becomes of them.

mod about;
mod bounds;
mod encodings;
mod moves;
mod notices;

use super::*;
use crate::board::notation::moves_text;
use crate::records::GameRecord;
use crate::records::tree::GameTree;

fn read_text(text: &str) -> ReadGames {
    read(text.as_bytes(), &ReadOptions::default())
}

/// The only game of a text.
#[track_caller]
fn tree_of(text: &str) -> GameTree {
    let mut read = read_text(text);
    assert!(read.errors.is_empty(), "{:?}", read.errors);
    assert_eq!(read.games.len(), 1, "{text}");
    read.games.remove(0)
}

#[track_caller]
fn game_of(text: &str) -> GameRecord {
    tree_of(text).main_line().unwrap()
}

fn moves_of(text: &str) -> String {
    let games = read_text(text).games;
    let moves = |tree: &GameTree| moves_text(&tree.main_line().unwrap().board().unwrap());
    games.iter().map(moves).collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn assert_error(text: &str, error: &str) {
    let (_, found) = read_text(text).errors.remove(0);
    assert_eq!(found.to_string(), error);
}

/// What is said about a file that is read.
#[track_caller]
fn assert_notice(text: &str, notice: &str) {
    let read = read_text(text);
    assert!(read.errors.is_empty(), "{text}: {:?}", read.errors);
    assert_eq!(read.notices, [notice], "{text}");
}
