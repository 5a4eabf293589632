//! Any tree as one of moves in turn.

use std::borrow::Cow;
use std::collections::HashMap;

use super::START_NAME;
use crate::records::tree::{Action, GameTree, MarkKind, NodeId, Notes, SetUp, TooManyNodes};
use crate::types::Color;

/// A tree in which every node but the root is a move or a pass, of Black and White in
/// turn, with what a library holds of the notes.
pub(super) fn alternating(tree: &GameTree) -> Result<Cow<'_, GameTree>, TooManyNodes> {
    let is_set_up = |node| {
        let notes: Option<&Notes> = tree.notes(node);
        notes.is_some_and(|notes| notes.set_up != SetUp::default())
    };
    let is_turn = |node| match (tree.action(node), tree.parent(node)) {
        (Action::Move(color, _) | Action::Pass(color), Some(parent)) => side(tree, parent) == color,
        (Action::None, None) => true,
        _ => false,
    };
    let facts = &tree.facts;
    let is_plain = facts.comment.is_empty() && facts.other.is_empty();
    if is_plain && tree.nodes().all(|node| is_turn(node) && !is_set_up(node)) {
        return Ok(Cow::Borrowed(tree));
    }
    Alternating::of(tree).map(Cow::Owned)
}

/// The side to move after a node.
fn side(tree: &GameTree, node: NodeId) -> Color {
    match tree.action(node) {
        Action::Move(color, _) | Action::Pass(color) => !color,
        Action::None => Color::Black,
    }
}

struct Alternating<'a> {
    from: &'a GameTree,
    to: GameTree,
    /// The node of `to` for each of `from`.
    places: Vec<NodeId>,
    /// The passes that were added, by their parents.
    passes: HashMap<NodeId, NodeId>,
}

impl Alternating<'_> {
    fn of(from: &GameTree) -> Result<GameTree, TooManyNodes> {
        let mut made = Alternating {
            from,
            to: GameTree::new(from.width, from.height),
            places: vec![NodeId::ROOT; from.len()],
            passes: HashMap::new(),
        };
        for node in from.depth_first() {
            made.take(node)?;
        }
        let comment = &from.facts.comment;
        if !comment.is_empty() {
            let notes = made.to.notes_mut(NodeId::ROOT);
            notes.comment = match notes.comment.is_empty() {
                true => comment.clone(),
                false => format!("{comment}\n{}", notes.comment),
            };
        }
        let start = from.facts.other.iter().find(|one| one.name == START_NAME);
        if let Some(start) = start {
            made.to.notes_mut(NodeId::ROOT).other.push(start.clone());
        }
        Ok(made.to)
    }

    fn take(&mut self, node: NodeId) -> Result<(), TooManyNodes> {
        let parent = self.from.parent(node);
        let mut place = parent.map_or(NodeId::ROOT, |parent| self.places[parent.index()]);
        let notes = self.from.notes(node);
        if let Some(notes) = notes {
            place = self.set_up(place, notes)?;
        }
        place = match self.from.action(node) {
            Action::None => place,
            Action::Pass(color) => {
                let place = self.turn(place, color)?;
                self.to.add(place, Action::Pass(color))?
            }
            Action::Move(color, square) => {
                let place = self.turn(place, color)?;
                self.to.add(place, Action::Move(color, square))?
            }
        };
        self.places[node.index()] = place;
        if let Some(notes) = notes {
            self.add_notes(place, notes);
        }
        Ok(())
    }

    /// The place at which this side is to move: a pass later if it is not its turn.
    fn turn(&mut self, place: NodeId, color: Color) -> Result<NodeId, TooManyNodes> {
        if side(&self.to, place) == color {
            return Ok(place);
        }
        if let Some(&pass) = self.passes.get(&place) {
            return Ok(pass);
        }
        let pass = self.to.add(place, Action::Pass(!color))?;
        self.passes.insert(place, pass);
        Ok(pass)
    }

    /// Plays the stones that are set up before the first move; later ones are lost.
    fn set_up(&mut self, place: NodeId, notes: &Notes) -> Result<NodeId, TooManyNodes> {
        let set_up = &notes.set_up;
        let mut place = place;
        if place == NodeId::ROOT {
            let [black, white] = &set_up.stones;
            for turn in 0..black.len().max(white.len()) {
                for (color, stones) in [(Color::Black, black), (Color::White, white)] {
                    if let Some(&square) = stones.get(turn) {
                        let before = self.turn(place, color)?;
                        place = self.to.add(before, Action::Move(color, square))?;
                    }
                }
            }
        }
        match set_up.to_move {
            Some(color) => self.turn(place, color),
            None => Ok(place),
        }
    }

    /// Adds what a library holds of some notes to those of a node.
    fn add_notes(&mut self, place: NodeId, notes: &Notes) {
        let labels = notes.marks.iter();
        let mut labels = labels
            .filter(|mark| matches!(&mark.kind, MarkKind::Label(text) if !text.is_empty()))
            .cloned()
            .peekable();
        let has_start = notes.other.iter().any(|one| one.name == START_NAME);
        let has_words = !notes.name.is_empty() || !notes.comment.is_empty();
        if !has_words && notes.hot.is_none() && !has_start && labels.peek().is_none() {
            return;
        }
        let to = self.to.notes_mut(place);
        for (to, from) in [
            (&mut to.name, &notes.name),
            (&mut to.comment, &notes.comment),
        ] {
            if !to.is_empty() && !from.is_empty() {
                to.push('\n');
            }
            to.push_str(from);
        }
        to.marks.extend(labels);
        to.hot = to.hot.or(notes.hot);
        let mut start = notes.other.iter().filter(|one| one.name == START_NAME);
        to.other.extend(start.next().cloned());
    }
}
