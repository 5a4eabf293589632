//! What is kept, as a list.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::Serialize;

use crate::game::GameResult;
use crate::page::{Kind, tree_of_sgf};
use crate::records::tree::GameTree;
use crate::types::Color;

/// A game or study in the list.
#[derive(Clone, Debug, Serialize)]
pub(in crate::cli::board) struct Listed {
    pub id: u64,
    #[serde(serialize_with = "kind_name")]
    pub kind: Kind,
    name: String,
    players: [String; 2],
    rule: Option<String>,
    size: [usize; 2],
    /// The moves of the main line, and the nodes of all lines.
    moves: usize,
    nodes: usize,
    result: Option<&'static str>,
    /// When it was changed last, in seconds since 1970.
    changed: u64,
}

fn kind_name<S: serde::Serializer>(kind: &Kind, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(ending(*kind))
}

fn ending(kind: Kind) -> &'static str {
    match kind {
        Kind::Game => "game",
        Kind::Study => "study",
    }
}

/// The name of its file.
pub(super) fn file_name(id: u64, kind: Kind) -> String {
    format!("{id}-{}.sgf", ending(kind))
}

/// What a file with this name is.
fn numbered(name: &str) -> Option<(u64, Kind)> {
    let (id, rest) = name.strip_suffix(".sgf")?.split_once('-')?;
    let kinds = [Kind::Game, Kind::Study];
    let kind = kinds.into_iter().find(|&kind| ending(kind) == rest)?;
    Some((id.parse().ok()?, kind))
}

fn seconds(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH)
        .map_or(0, |time| time.as_secs())
}

impl Listed {
    /// A game or study that has just changed.
    pub fn of(id: u64, kind: Kind, tree: &GameTree) -> Listed {
        let facts = &tree.facts;
        Listed {
            id,
            kind,
            name: facts.name.clone(),
            players: facts.players.each_ref().map(|player| player.name.clone()),
            rule: facts.rule.map(|rule| rule.to_string()),
            size: [tree.width, tree.height],
            moves: tree.path(tree.main_end()).len() - 1,
            nodes: tree.len(),
            result: facts.result.map(|result| match result {
                GameResult::Win(Color::Black) => "black",
                GameResult::Win(Color::White) => "white",
                GameResult::Draw => "draw",
            }),
            changed: seconds(SystemTime::now()),
        }
    }
}

/// All by their numbers.
pub(super) struct List(BTreeMap<u64, Listed>);

impl List {
    /// What is in a folder. Files that cannot be read are not shown, and stay.
    pub fn read(folder: &Path) -> io::Result<List> {
        let mut list = BTreeMap::new();
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            let name = entry.file_name();
            let Some((id, kind)) = name.to_str().and_then(numbered) else {
                continue;
            };
            let Ok(bytes) = std::fs::read(entry.path()) else {
                continue;
            };
            let Some(tree) = tree_of_sgf(&bytes) else {
                continue;
            };
            let mut listed = Listed::of(id, kind, &tree);
            let changed = entry.metadata().and_then(|about| about.modified());
            listed.changed = changed.map_or(0, seconds);
            list.insert(id, listed);
        }
        Ok(List(list))
    }

    /// A number above all others.
    pub fn next(&self) -> u64 {
        self.0.last_key_value().map_or(1, |(id, _)| id + 1)
    }

    pub fn get(&self, id: u64) -> Option<&Listed> {
        self.0.get(&id)
    }

    pub fn put(&mut self, listed: Listed) {
        self.0.insert(listed.id, listed);
    }

    pub fn remove(&mut self, id: u64) {
        self.0.remove(&id);
    }

    pub fn newest_first(&self) -> Vec<&Listed> {
        let mut all: Vec<&Listed> = self.0.values().collect();
        all.sort_by_key(|listed| std::cmp::Reverse((listed.changed, listed.id)));
        all
    }
}
