//! A game tree: what a file says about a game, with all variations, comments and
//! marks. Every format of this module reads into a [`GameTree`] and writes from one.
//!
//! The nodes lie in one list, so that a tree of any depth is read, walked and
//! dropped without recursion. A node is a move, a pass or neither, with the time
//! that it took, in 32 bytes; what few nodes have (comments, marks, stones that are
//! set up) lies behind a pointer.

mod edit;
mod facts;
mod features;
mod line;
mod notes;
mod opening;
#[cfg(test)]
pub(crate) mod strategy;

use std::num::NonZeroU32;
use std::time::Duration;

pub use edit::Renumbered;
pub use facts::{Facts, Player};
pub use features::{Feature, Features};
pub use line::LineError;
pub use notes::{Judgement, Mark, MarkKind, MoveJudgement, Notes, Property, SetUp};

use crate::types::{Color, Square};

/// The number of a node in its tree. A parent's is smaller than its children's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(NonZeroU32);

impl NodeId {
    /// The node before all moves. It is neither a move nor a pass.
    pub const ROOT: NodeId = NodeId(NonZeroU32::MIN);

    /// Its place in the order in which the nodes were added.
    pub fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// The node at this place of the order.
    fn at(index: usize) -> Option<NodeId> {
        let number = u32::try_from(index + 1).ok()?;
        NonZeroU32::new(number).map(NodeId)
    }
}

/// What a node does besides its notes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Action {
    /// Neither a move nor a pass: the root, a comment, stones that are set up.
    #[default]
    None,
    /// A stone.
    Move(Color, Square),
    /// A pass.
    Pass(Color),
}

#[derive(Clone, Debug, Default)]
struct Node {
    action: Action,
    /// In milliseconds.
    time: u32,
    parent: Option<NodeId>,
    first_child: Option<NodeId>,
    last_child: Option<NodeId>,
    next_sibling: Option<NodeId>,
    notes: Option<Box<Notes>>,
}

/// A game with everything that a file may say about it.
///
/// Nothing is checked but that squares lie on the largest board: files hold
/// positions that no game leads to. [`GameTree::line_to`] says whether the moves
/// to a node can be played. Two trees are equal if a reader sees the same, in
/// whatever order the nodes were added.
#[derive(Clone, Debug)]
pub struct GameTree {
    /// Columns, 5 to 22.
    pub width: usize,
    /// Rows, 5 to 22.
    pub height: usize,
    /// Players, rule, result and what else is known about the whole game.
    pub facts: Facts,
    nodes: Vec<Node>,
}

/// A tree with more nodes than it can count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a game tree has at most {} nodes", u32::MAX)]
pub struct TooManyNodes;

impl GameTree {
    /// A tree with nothing but its root.
    pub fn new(width: usize, height: usize) -> GameTree {
        GameTree {
            width,
            height,
            facts: Facts::default(),
            nodes: vec![Node::default()],
        }
    }

    /// The number of nodes, at least 1.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is nothing but a root without notes.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 1 && self.nodes[0].notes.is_none()
    }

    /// Adds a node as the last child of `parent`.
    pub fn add(&mut self, parent: NodeId, action: Action) -> Result<NodeId, TooManyNodes> {
        let child = NodeId::at(self.nodes.len()).ok_or(TooManyNodes)?;
        self.nodes.push(Node {
            action,
            parent: Some(parent),
            ..Node::default()
        });
        let parent = &mut self.nodes[parent.index()];
        match parent.last_child.replace(child) {
            None => parent.first_child = Some(child),
            Some(last) => self.nodes[last.index()].next_sibling = Some(child),
        }
        Ok(child)
    }

    /// What the node does.
    pub fn action(&self, node: NodeId) -> Action {
        self.nodes[node.index()].action
    }

    /// The time for the move, in whole milliseconds; zero if not known.
    pub fn time(&self, node: NodeId) -> Duration {
        Duration::from_millis(self.nodes[node.index()].time.into())
    }

    /// Sets the time for the move: whole milliseconds, up to 49 days.
    pub fn set_time(&mut self, node: NodeId, time: Duration) {
        let millis = u32::try_from(time.as_millis());
        self.nodes[node.index()].time = millis.unwrap_or(u32::MAX);
    }

    /// The node before, `None` for the root.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.nodes[node.index()].parent
    }

    /// The nodes after, the main line's first.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let first = self.nodes[node.index()].first_child;
        std::iter::successors(first, |child| self.nodes[child.index()].next_sibling)
    }

    /// The first node after, of the main line.
    pub fn first_child(&self, node: NodeId) -> Option<NodeId> {
        self.nodes[node.index()].first_child
    }

    /// The next variation beside the node.
    pub fn next_sibling(&self, node: NodeId) -> Option<NodeId> {
        self.nodes[node.index()].next_sibling
    }

    /// The node's notes, if it has any.
    pub fn notes(&self, node: NodeId) -> Option<&Notes> {
        self.nodes[node.index()].notes.as_deref()
    }

    /// The node's notes, to change them.
    pub fn notes_mut(&mut self, node: NodeId) -> &mut Notes {
        self.nodes[node.index()].notes.get_or_insert_default()
    }

    /// All nodes in the order in which they were added: parents before children.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes.len()).map_while(NodeId::at)
    }

    /// All nodes depth first, each line before its variations: the order of SGF
    /// and RenLib.
    pub fn depth_first(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(NodeId::ROOT), |&node| self.after(node))
    }

    /// The node after this one in [`GameTree::depth_first`].
    fn after(&self, node: NodeId) -> Option<NodeId> {
        if let Some(child) = self.first_child(node) {
            return Some(child);
        }
        let with_parents = std::iter::successors(Some(node), |&node| self.parent(node));
        with_parents
            .filter_map(|node| self.next_sibling(node))
            .next()
    }

    /// The nodes from the root to this one, both included.
    pub fn path(&self, node: NodeId) -> Vec<NodeId> {
        let up = std::iter::successors(Some(node), |&node| self.parent(node));
        let mut path: Vec<NodeId> = up.collect();
        path.reverse();
        path
    }

    /// The last node of the main line: first children from the root on.
    pub fn main_end(&self) -> NodeId {
        let down = std::iter::successors(Some(NodeId::ROOT), |&node| self.first_child(node));
        down.last().unwrap_or(NodeId::ROOT)
    }
}

impl PartialEq for GameTree {
    fn eq(&self, other: &GameTree) -> bool {
        let empty = Notes::default();
        let seen = |tree: &GameTree, node| {
            let is_last = tree.next_sibling(node).is_none();
            let is_leaf = tree.first_child(node).is_none();
            (tree.action(node), tree.time(node), is_last, is_leaf)
        };
        let is_same = |(one, another)| {
            let notes = self.notes(one).unwrap_or(&empty);
            seen(self, one) == seen(other, another)
                && notes == other.notes(another).unwrap_or(&empty)
        };
        let mut pairs = self.depth_first().zip(other.depth_first());
        (self.width, self.height) == (other.width, other.height)
            && self.facts == other.facts
            && self.len() == other.len()
            && pairs.all(is_same)
    }
}

impl Eq for GameTree {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_walked_depth_first() {
        let mut tree = GameTree::new(15, 15);
        let add = |tree: &mut GameTree, parent| tree.add(parent, Action::None).unwrap();
        let one = add(&mut tree, NodeId::ROOT);
        let two = add(&mut tree, NodeId::ROOT);
        let three = add(&mut tree, one);
        let four = add(&mut tree, three);
        let five = add(&mut tree, one);
        let order: Vec<NodeId> = tree.depth_first().collect();
        assert_eq!(order, [NodeId::ROOT, one, three, four, five, two]);
        assert_eq!(tree.path(four), [NodeId::ROOT, one, three, four]);
        assert_eq!(tree.main_end(), four);
        assert_eq!(tree.children(one).collect::<Vec<_>>(), [three, five]);
    }

    #[test]
    fn equal_trees_may_have_grown_in_another_order() {
        let a1 = Action::Move(Color::Black, Square::from_index(0));
        let grow = |is_first: bool| {
            let mut tree = GameTree::new(15, 15);
            let one = tree.add(NodeId::ROOT, a1).unwrap();
            let pass = Action::Pass(Color::White);
            if is_first {
                tree.add(one, pass).unwrap();
            }
            tree.add(NodeId::ROOT, Action::None).unwrap();
            if !is_first {
                tree.add(one, pass).unwrap();
                tree.notes_mut(one);
            }
            (tree, one)
        };
        let (tree, one) = grow(true);
        let (mut other, same) = grow(false);
        assert_eq!(tree, other);
        other.set_time(same, Duration::from_millis(5));
        assert_ne!(tree, other);
        other.set_time(same, Duration::ZERO);
        other.notes_mut(same).comment = "a".to_string();
        assert_ne!(tree, other);
        // A chain of three is no fork.
        let mut chain = tree.clone();
        chain.add(one, Action::None).unwrap();
        let mut fork = tree.clone();
        let last = fork.main_end();
        fork.add(last, Action::None).unwrap();
        assert_ne!(chain, fork);
    }

    #[test]
    fn nodes_are_small() {
        assert_eq!(size_of::<Node>(), 32);
    }

    #[test]
    fn a_deep_tree_needs_no_stack() {
        let mut tree = GameTree::new(15, 15);
        let mut node = NodeId::ROOT;
        for _ in 0..1_000_000 {
            node = tree.add(node, Action::Pass(Color::Black)).unwrap();
        }
        assert_eq!(tree.depth_first().count(), 1_000_001);
        assert_eq!(tree.main_end(), node);
        let copy = tree.clone();
        assert!(copy == tree);
    }
}
