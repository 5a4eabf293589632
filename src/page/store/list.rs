//! What is kept, as a list.

use std::collections::BTreeMap;
use std::io;

use serde::Serialize;

use super::folder::Folder;
use crate::game::GameResult;
use crate::page::desk::Kind;
use crate::page::study::tree_of_sgf;
use crate::records::tree::GameTree;
use crate::types::Color;

/// A game or study in the list.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Listed {
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

impl Listed {
    /// A game or study that was changed at this time.
    pub fn of((id, kind): (u64, Kind), tree: &GameTree, changed: u64) -> Listed {
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
            changed,
        }
    }
}

/// All by their numbers.
pub(super) struct List(BTreeMap<u64, Listed>);

impl List {
    /// What is in a folder. Files that cannot be read are not shown, and stay.
    pub fn read(folder: &impl Folder) -> io::Result<List> {
        let mut list = BTreeMap::new();
        for (name, changed) in folder.files()? {
            let Some((id, kind)) = numbered(&name) else {
                continue;
            };
            let bytes = folder.read(&name).ok();
            if let Some(tree) = bytes.and_then(|bytes| tree_of_sgf(&bytes)) {
                list.insert(id, Listed::of((id, kind), &tree, changed));
            }
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
