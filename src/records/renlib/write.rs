//! Writes a library.

use std::collections::HashMap;

use super::text::{Comment, ended};
use super::turns::alternating;
use super::{HEADER, HOLDS, MAGIC, SIDE, START_NAME, flag};
use crate::records::tree::{
    Action, Feature, Features, GameTree, MarkKind, NodeId, Notes, Property, TooManyNodes,
};
use crate::types::Square;

/// The version that is written.
const VERSION: [u8; 2] = [3, 4];
/// The most moves of a line that RenLib has room for.
const LONGEST_LINE: usize = 225;

/// A tree that no library holds.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WriteError {
    /// Another board.
    #[error("a library of RenLib has a board of 15x15, not {0}x{1}")]
    Size(usize, usize),
    /// A square outside the board.
    #[error("a move is outside the board")]
    Outside,
    /// Too many nodes.
    #[error(transparent)]
    Nodes(#[from] TooManyNodes),
}

/// What is lost of a tree in a library.
pub fn lost(tree: &GameTree) -> Features {
    let lost = tree.features().without(HOLDS);
    let is_start = |property: &Property| property.name == START_NAME;
    let has_others = |node| {
        let notes = tree.notes(node);
        notes.is_some_and(|notes| !notes.other.iter().all(is_start))
    };
    if !tree.facts.other.iter().all(is_start) || tree.nodes().any(has_others) {
        return lost;
    }
    lost.without(Features::of(&[Feature::Properties]))
}

/// Whether RenLib has room for the longest line.
pub fn is_short(tree: &GameTree) -> bool {
    let mut depths = vec![0_usize; tree.len()];
    for node in tree.nodes() {
        if let Some(parent) = tree.parent(node) {
            depths[node.index()] = depths[parent.index()] + 1;
        }
    }
    depths.iter().all(|&depth| depth <= LONGEST_LINE)
}

/// Whether a tree is for the only board that libraries have.
pub fn check_size(tree: &GameTree) -> Result<(), WriteError> {
    match (tree.width, tree.height) {
        (SIDE, SIDE) => Ok(()),
        (width, height) => Err(WriteError::Size(width, height)),
    }
}

/// Writes a library. Nodes without a move are dissolved, stones that are set up become
/// moves, and passes are added where a side has two moves in turn.
pub fn write(tree: &GameTree) -> Result<Vec<u8>, WriteError> {
    check_size(tree)?;
    let tree = &*alternating(tree)?;
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION);
    bytes.resize(HEADER, 0xff);
    // The texts of the children's squares, until the children are written.
    let mut texts = HashMap::new();
    for node in tree.depth_first() {
        let mut empty = Vec::new();
        for label in Labels::of(tree, node) {
            match label.child {
                Some(child) => drop(texts.insert(child, label.text)),
                None => empty.push(label),
            }
        }
        let has_child = tree.first_child(node).is_some();
        let mut flags = flags_of(tree, node);
        if !has_child && empty.is_empty() {
            flags |= flag::LEAF;
        }
        let comment = comment_of(tree.notes(node));
        let text = texts.remove(&node);
        put(
            &mut bytes,
            byte_of(tree.action(node))?,
            flags,
            comment,
            text,
        );
        let mut left = empty.len();
        for label in empty {
            left -= 1;
            let sibling = if left > 0 || has_child {
                flag::SIBLING
            } else {
                0
            };
            let flags = flag::NO_MOVE | flag::LEAF | sibling;
            put(
                &mut bytes,
                byte_at(label.square)?,
                flags,
                None,
                Some(label.text),
            );
        }
    }
    Ok(bytes)
}

fn flags_of(tree: &GameTree, node: NodeId) -> u8 {
    let mut flags = 0;
    if tree.next_sibling(node).is_some() {
        flags |= flag::SIBLING;
    }
    if let Some(notes) = tree.notes(node) {
        if notes.hot.is_some() {
            flags |= flag::MARK;
        }
        if notes
            .other
            .iter()
            .any(|property| property.name == START_NAME)
        {
            flags |= flag::START;
        }
    }
    flags
}

fn comment_of(notes: Option<&Notes>) -> Option<Vec<u8>> {
    let notes = notes.filter(|notes| !notes.name.is_empty() || !notes.comment.is_empty())?;
    let comment = Comment {
        first: notes.name.clone(),
        others: notes.comment.clone(),
    };
    Some(comment.joined())
}

fn put(
    bytes: &mut Vec<u8>,
    square: u8,
    flags: u8,
    comment: Option<Vec<u8>>,
    text: Option<Vec<u8>>,
) {
    let mut flags = flags;
    if comment.is_some() {
        flags |= flag::COMMENT;
    }
    if text.is_some() {
        flags |= flag::MORE;
    }
    bytes.extend([square, flags]);
    if text.is_some() {
        bytes.extend([0, flag::TEXT]);
    }
    for text in [comment, text].into_iter().flatten() {
        bytes.extend(ended(text));
    }
}

fn byte_of(action: Action) -> Result<u8, WriteError> {
    match action {
        Action::None | Action::Pass(_) => Ok(0),
        Action::Move(_, square) => byte_at(square),
    }
}

fn byte_at(square: Square) -> Result<u8, WriteError> {
    if square.x() >= SIDE || square.y() >= SIDE {
        return Err(WriteError::Outside);
    }
    Ok((square.y() * 16 + square.x() + 1) as u8)
}

/// A label of a node as libraries have it.
struct Labels {
    /// The node's child that moves there, unless another label has it.
    child: Option<NodeId>,
    square: Square,
    text: Vec<u8>,
}

impl Labels {
    fn of(tree: &GameTree, node: NodeId) -> Vec<Labels> {
        let mut found: Vec<Labels> = Vec::new();
        let marks = tree.notes(node).map_or(&[][..], |notes| &notes.marks);
        let mut children: HashMap<Square, NodeId> = HashMap::new();
        if !marks.is_empty() {
            for child in tree.children(node) {
                if let Action::Move(_, square) = tree.action(child) {
                    children.entry(square).or_insert(child);
                }
            }
        }
        for mark in marks {
            let MarkKind::Label(text) = &mark.kind else {
                continue;
            };
            if text.is_empty() {
                continue;
            }
            let comment = Comment {
                first: text.clone(),
                others: String::new(),
            };
            found.push(Labels {
                child: children.remove(&mark.square),
                square: mark.square,
                text: comment.joined(),
            });
        }
        found
    }
}
