//! The moves of a game with all that was tried besides: a tree whose nodes are
//! the game after each action.

use std::collections::BTreeSet;

use crate::cli::play::table::Table;
use crate::game::OpeningAction;
use crate::types::{Color, Square};

/// With so many nodes what is aside of the present line is forgotten. A line
/// that is longer has none: the moves that fit on the largest board, passes
/// between them, and what was said are fewer.
const MOST_NODES: usize = 4_000;

/// What leads to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli::board) enum Step {
    /// Nothing: the game began so.
    Start,
    /// A move; a pass if there is no square.
    Move(Color, Option<Square>),
    /// Something in the opening.
    Opening(OpeningAction),
    /// Anything that is no move: resigning, a claim, an answer, a flag.
    Talk,
}

/// The game after an action.
pub(in crate::cli::board) struct Node {
    pub step: Step,
    pub table: Table,
    pub parent: Option<usize>,
    pub children: Vec<usize>,
    /// What Black can expect here, if the engine was asked.
    pub share: Option<f64>,
    /// Which child was the present line's last.
    latest: Option<usize>,
}

/// The present node is one of it.
pub(in crate::cli::board) struct Tree {
    nodes: Vec<Node>,
    at: usize,
}

impl Tree {
    pub fn new(table: Table) -> Tree {
        let root = Node {
            step: Step::Start,
            table,
            parent: None,
            children: Vec::new(),
            share: None,
            latest: None,
        };
        Tree {
            nodes: vec![root],
            at: 0,
        }
    }

    /// The number of the present node.
    pub fn at(&self) -> usize {
        self.at
    }

    pub fn node(&self, number: usize) -> Option<&Node> {
        self.nodes.get(number)
    }

    /// The present game.
    pub fn table(&self) -> &Table {
        &self.nodes[self.at].table
    }

    pub fn table_mut(&mut self) -> &mut Table {
        &mut self.nodes[self.at].table
    }

    /// Goes on with the game after an action: where it was gone before, if
    /// `returns` and nothing else came of it then, or a new branch.
    pub fn go_on(&mut self, step: Step, table: Table, returns: bool) {
        let children = &self.nodes[self.at].children;
        let known = children.iter().copied().find(|&child| {
            let known = &self.nodes[child];
            returns && step != Step::Talk && known.step == step && known.table.end() == table.end()
        });
        let child = known.unwrap_or_else(|| self.grow(step, table));
        self.nodes[self.at].latest = Some(child);
        self.at = child;
    }

    fn grow(&mut self, step: Step, table: Table) -> usize {
        if self.nodes.len() >= MOST_NODES {
            self.forget_branches();
        }
        let child = self.nodes.len();
        self.nodes.push(Node {
            step,
            table,
            parent: Some(self.at),
            children: Vec::new(),
            share: None,
            latest: None,
        });
        self.nodes[self.at].children.push(child);
        child
    }

    /// Another node is the present one. Says whether there is such a node.
    pub fn go_to(&mut self, number: usize) -> bool {
        if number >= self.nodes.len() {
            return false;
        }
        self.at = number;
        // The line to it is the one that is gone along again.
        let mut child = number;
        while let Some(parent) = self.nodes[child].parent {
            self.nodes[parent].latest = Some(child);
            child = parent;
        }
        true
    }

    /// What Black can expect at a node.
    pub fn set_share(&mut self, number: usize, share: f64) {
        if let Some(node) = self.nodes.get_mut(number) {
            node.share = Some(share);
        }
    }

    /// The nodes before the present one, the nearest first.
    pub fn before(&self) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(self.nodes[self.at].parent, |&node| self.nodes[node].parent)
    }

    /// The nodes after the present one along the line that was gone last.
    pub fn after(&self) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(self.nodes[self.at].latest, |&node| self.nodes[node].latest)
    }

    /// The whole present line, from the beginning to its end.
    pub fn line(&self) -> Vec<usize> {
        let mut line: Vec<usize> = self.before().collect();
        line.reverse();
        line.push(self.at);
        line.extend(self.after());
        line
    }

    /// Keeps only the nodes up to the present one.
    fn forget_branches(&mut self) {
        let mut kept: BTreeSet<usize> = self.before().collect();
        kept.insert(self.at);
        // A parent's number is smaller than its children's.
        let nodes = std::mem::take(&mut self.nodes).into_iter().enumerate();
        let nodes = nodes.filter(|(number, _)| kept.contains(number));
        let count = kept.len();
        for (place, (_, node)) in nodes.enumerate() {
            let child = (place + 1 < count).then_some(place + 1);
            self.nodes.push(Node {
                parent: place.checked_sub(1),
                children: child.into_iter().collect(),
                latest: child,
                ..node
            });
        }
        self.at = count - 1;
    }
}
