//! Proofs of forced wins as data, and a checker that knows nothing of how
//! they were found: boards and the slow referee are all it uses.

mod check;
mod text;

pub use check::{Flaw, FlawKind, check};
pub use text::{ProofError, ProofRecord};

use crate::types::Square;

/// The number of a node in its [`Proof`].
pub type NodeId = usize;

/// What the winner does in one position: a move, and what follows each reply.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    /// The winner's move. If it wins at once, nothing need follow.
    pub square: Square,
    /// Replies that need an answer of their own, with the node that is it, by
    /// square.
    pub replies: Vec<(Square, NodeId)>,
    /// What answers every other reply: the same move whatever it was.
    pub rest: Option<NodeId>,
}

/// A tree of moves that wins against every legal reply. Parts that occur more
/// than once are kept once.
///
/// Every node leads only to nodes with lower numbers, and the last one is the
/// beginning, so that there is always an end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proof {
    nodes: Vec<Node>,
}

impl Proof {
    /// A proof that has no node yet and proves nothing.
    pub fn new() -> Proof {
        Proof::default()
    }

    /// Adds a node, whose followers must be there already, and gives its
    /// number.
    pub fn push(&mut self, mut node: Node) -> NodeId {
        debug_assert!(followers(&node).all(|id| id < self.nodes.len()));
        node.replies.sort_unstable();
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// Adds a move that wins at once.
    pub fn push_win(&mut self, square: Square) -> NodeId {
        self.push(Node {
            square,
            replies: Vec::new(),
            rest: None,
        })
    }

    /// All nodes, followers first.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The node with the first move; `None` if there is no node.
    pub fn root(&self) -> Option<NodeId> {
        self.nodes.len().checked_sub(1)
    }

    /// For each node the most moves of the attacker's that may come before the
    /// five, its own counted unless it is the five.
    pub fn lengths(&self) -> Vec<usize> {
        let mut lengths: Vec<usize> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let followers = node.replies.iter().map(|&(_, id)| id).chain(node.rest);
            lengths.push(followers.map(|id| lengths[id] + 1).max().unwrap_or(0));
        }
        lengths
    }

    /// A node by its number, if there is one.
    pub fn node(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id)
    }
}

/// The numbers of the nodes that a node leads to.
fn followers(node: &Node) -> impl Iterator<Item = NodeId> {
    node.replies.iter().map(|&(_, id)| id).chain(node.rest)
}
