//! Proofs of forced wins as data, and a checker that is independent of the solver: it
//! uses only boards and the slow referee.

mod check;
mod text;

pub use check::{Flaw, FlawKind, check};
pub use text::{ProofError, ProofRecord};

use crate::types::Square;

/// The number of a node in its [`Proof`].
pub type NodeId = usize;

/// The winner's move in one position, and the answers to each reply.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    /// The winner's move. If it wins at once, no answers are needed.
    pub square: Square,
    /// Replies with an answer of their own, and its node, by square.
    pub replies: Vec<(Square, NodeId)>,
    /// The answer to all other replies.
    pub rest: Option<NodeId>,
}

/// A tree of moves that wins against every legal reply. Equal parts are stored once.
///
/// Every node leads only to nodes with lower numbers, so that there are no cycles; the
/// last one is the root.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proof {
    nodes: Vec<Node>,
}

impl Proof {
    /// An empty proof, which proves nothing.
    pub fn new() -> Proof {
        Proof::default()
    }

    /// Adds a node, whose children must be there already. Returns its number.
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

    /// All nodes, children first.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The node with the first move; `None` if there is no node.
    pub fn root(&self) -> Option<NodeId> {
        self.nodes.len().checked_sub(1)
    }

    /// For each node the attacker's moves before the five, at most, its own included
    /// unless it is the five.
    pub fn lengths(&self) -> Vec<usize> {
        let mut lengths: Vec<usize> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let longest = followers(node).map(|id| lengths[id] + 1).max();
            lengths.push(longest.unwrap_or(0));
        }
        lengths
    }

    /// A node by its number, if there is one.
    pub fn node(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id)
    }
}

/// The numbers of a node's children.
fn followers(node: &Node) -> impl Iterator<Item = NodeId> {
    node.replies.iter().map(|&(_, id)| id).chain(node.rest)
}
