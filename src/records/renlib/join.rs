//! Several games as one library.

use std::collections::HashMap;

use super::turns::alternating;
use super::{SIDE, WriteError, check_size};
use crate::game::GameResult;
use crate::records::tree::{Action, GameTree, NodeId, Notes};
use crate::types::Color;

/// Games in one tree, in which equal beginnings are there once. The last position of
/// each game is named after its players and result, as RenLib does it.
#[derive(Debug)]
pub struct Joined {
    tree: GameTree,
    /// The nodes by parent and action.
    nodes: HashMap<(NodeId, Move), NodeId>,
}

/// An action as a key: no two nodes of one parent have the same.
type Move = Option<usize>;

impl Default for Joined {
    fn default() -> Joined {
        Joined {
            tree: GameTree::new(SIDE, SIDE),
            nodes: HashMap::new(),
        }
    }
}

impl Joined {
    /// Adds a game with all its variations.
    pub fn add(&mut self, game: &GameTree) -> Result<(), WriteError> {
        check_size(game)?;
        let added = alternating(game)?;
        let mut places = vec![NodeId::ROOT; added.len()];
        for node in added.depth_first() {
            let parent = added.parent(node);
            let place = match parent.map(|parent| places[parent.index()]) {
                None => NodeId::ROOT,
                Some(parent) => self.child(parent, added.action(node))?,
            };
            places[node.index()] = place;
            if let Some(notes) = added.notes(node) {
                add_notes(self.tree.notes_mut(place), notes);
            }
        }
        let end = places[added.main_end().index()];
        let told = Notes {
            name: name_of(game),
            comment: about(game),
            ..Notes::default()
        };
        if !told.is_empty() {
            add_notes(self.tree.notes_mut(end), &told);
        }
        Ok(())
    }

    /// The tree of all games.
    pub fn tree(&self) -> &GameTree {
        &self.tree
    }

    fn child(&mut self, parent: NodeId, action: Action) -> Result<NodeId, WriteError> {
        let key = match action {
            Action::Move(_, square) => Some(square.index()),
            Action::Pass(_) | Action::None => None,
        };
        if let Some(&known) = self.nodes.get(&(parent, key)) {
            return Ok(known);
        }
        let child = self.tree.add(parent, action)?;
        self.nodes.insert((parent, key), child);
        Ok(child)
    }
}

/// Adds what is not there yet.
fn add_notes(to: &mut Notes, from: &Notes) {
    for (to, from, between) in [
        (&mut to.name, &from.name, "; "),
        (&mut to.comment, &from.comment, "\n"),
    ] {
        if from.is_empty() || to.split(between).any(|part| part == from) {
            continue;
        }
        if !to.is_empty() {
            to.push_str(between);
        }
        to.push_str(from);
    }
    for mark in &from.marks {
        if !to.marks.contains(mark) {
            to.marks.push(mark.clone());
        }
    }
    to.hot = to.hot.or(from.hot);
}

/// Players and result, as `A - B 1-0`.
fn name_of(game: &GameTree) -> String {
    let [black, white] = game
        .facts
        .players
        .each_ref()
        .map(|player| player.name.as_str());
    let names = match (black, white) {
        ("", "") => String::new(),
        _ => format!("{black} - {white}"),
    };
    let result = match game.facts.result {
        Some(GameResult::Win(Color::Black)) => "1-0",
        Some(GameResult::Win(Color::White)) => "0-1",
        Some(GameResult::Draw) => "0.5-0.5",
        None => "",
    };
    format!("{names} {result}").trim().to_string()
}

/// Tournament, round and date.
fn about(game: &GameTree) -> String {
    let facts = &game.facts;
    let all = [&facts.event, &facts.round, &facts.place, &facts.date];
    let known = all.into_iter().filter(|text| !text.is_empty());
    known.map(String::as_str).collect::<Vec<_>>().join(", ")
}
