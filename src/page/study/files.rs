//! Files of any kind that are opened to study them, and studies as files.

use crate::board::Board;
use crate::page::animation::{self, Picture};
use crate::page::desk::File;
use crate::page::message::{Message, cannot_read};
use crate::records::tree::GameTree;
use crate::records::{self, Notice, ReadOptions, renlib, sgf};
use crate::study::{MOST_NODES, Stones, Study};

/// A game of a file.
pub(crate) struct Loaded {
    pub tree: GameTree,
    /// What was guessed or left out.
    pub notices: Vec<String>,
    /// Whether the file has more games.
    pub has_more: bool,
}

/// Reads a game of a file, by its number from 1.
pub(crate) fn read(bytes: &[u8], number: usize) -> Result<Loaded, Message> {
    let games = records::games(bytes, &ReadOptions::default());
    let mut games = games.map_err(|error| cannot_read(&error))?;
    let game = games.nth(number.saturating_sub(1));
    let game = game.ok_or_else(|| Message::new("no_game_in_file"))?;
    let tree = game.tree.map_err(|error| cannot_read(&error))?;
    if tree.len() > MOST_NODES {
        return Err(Message::new("study_too_large"));
    }
    Ok(Loaded {
        tree,
        notices: game.notices.iter().map(Notice::to_string).collect(),
        has_more: games.next().is_some(),
    })
}

/// The whole tree as a file.
pub(super) fn write(study: &Study, format: &str) -> Result<File, Message> {
    let tree = study.tree();
    let name = format!("{}.{format}", file_name(&tree.facts.name));
    let (text, binary) = match format {
        "sgf" => (sgf::write(tree), false),
        "lib" => {
            let bytes = renlib::write(tree);
            let bytes = bytes
                .map_err(|error| Message::new("cannot_save").with("why", error.to_string()))?;
            (bytes.into_iter().map(char::from).collect(), true)
        }
        "gif" => return animation::file(name, &blank(study)?, &pictures(study)),
        _ => return Err(Message::new("file_ending")),
    };
    Ok(File { name, text, binary })
}

/// The study's board without stones.
fn blank(study: &Study) -> Result<Board, Message> {
    let tree = study.tree();
    let board = Board::new(tree.width, tree.height);
    board.map_err(|error| Message::new("cannot_save").with("why", error.to_string()))
}

/// The positions of the line that is shown.
fn pictures(study: &Study) -> Vec<Picture> {
    let line = study.line().into_iter();
    line.map(|node| {
        let stones = Stones::at(study.tree(), node);
        Picture {
            stones: stones
                .all()
                .map(|(square, stone)| (square, stone.color, stone.number))
                .collect(),
            last: stones.last,
        }
    })
    .collect()
}

/// A name for a file: the study's own without what some systems do not allow.
fn file_name(name: &str) -> String {
    let is_allowed = |c: &char| c.is_alphanumeric() || " -_()".contains(*c);
    let name: String = name.chars().filter(is_allowed).take(60).collect();
    match name.trim() {
        "" => "study".to_string(),
        name => name.to_string(),
    }
}

/// The tree of an SGF file.
pub(crate) fn tree_of_sgf(bytes: &[u8]) -> Option<GameTree> {
    let mut games = sgf::games(bytes, &ReadOptions::default());
    games.next()?.tree.ok()
}
