//! The moves of a game with all variations: a tree whose nodes are the states
//! after each action.

use std::collections::BTreeSet;

use super::GameState;
use crate::game::OpeningAction;
use crate::types::{Color, Square};

/// With this number of nodes the branches beside the present line are deleted.
/// No line is as long: the moves that fit on the largest board, the passes
/// between them and all claims and answers are fewer.
const MOST_NODES: usize = 4_000;

/// What leads to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
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
#[derive(Debug)]
pub struct Node {
    /// What led to it.
    pub step: Step,
    /// The game.
    pub state: GameState,
    /// The node before it.
    pub parent: Option<usize>,
    /// The nodes after it.
    pub children: Vec<usize>,
    /// The expected share of the point for Black, if the engine was asked.
    pub share: Option<f64>,
    /// Which child was the present line's last.
    latest: Option<usize>,
}

/// The game after a move.
pub struct Point {
    /// The node.
    pub node: usize,
    /// The number of moves made.
    pub moves: usize,
    /// The expected share of the point for Black, if the engine was asked.
    pub share: Option<f64>,
}

/// All states of a game, and which is the present one.
#[derive(Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    at: usize,
}

impl Tree {
    /// A game at its beginning.
    pub fn new(state: GameState) -> Tree {
        let root = Node {
            step: Step::Start,
            state,
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

    /// The node with this number.
    pub fn node(&self, number: usize) -> Option<&Node> {
        self.nodes.get(number)
    }

    /// The present game.
    pub fn state(&self) -> &GameState {
        &self.nodes[self.at].state
    }

    /// The same, to replace it.
    pub fn state_mut(&mut self) -> &mut GameState {
        &mut self.nodes[self.at].state
    }

    /// Goes on with the state after an action: with the known node of the same
    /// action, if `returns` and it had the same result, or with a new branch.
    pub fn go_on(&mut self, step: Step, state: GameState, returns: bool) {
        let children = &self.nodes[self.at].children;
        let known = children.iter().copied().find(|&child| {
            let known = &self.nodes[child];
            returns && step != Step::Talk && known.step == step && known.state.is_like(&state)
        });
        let child = known.unwrap_or_else(|| self.grow(step, state));
        self.nodes[self.at].latest = Some(child);
        self.at = child;
    }

    fn grow(&mut self, step: Step, state: GameState) -> usize {
        if self.nodes.len() >= MOST_NODES {
            self.forget_branches();
        }
        let child = self.nodes.len();
        self.nodes.push(Node {
            step,
            state,
            parent: Some(self.at),
            children: Vec::new(),
            share: None,
            latest: None,
        });
        self.nodes[self.at].children.push(child);
        child
    }

    /// Goes to another node. Says whether there is such a node.
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

    /// Notes the expected share of the point for Black at a node.
    pub fn set_share(&mut self, number: usize, share: f64) {
        if let Some(node) = self.nodes.get_mut(number) {
            node.share = Some(share);
        }
    }

    /// The nodes before the present one, the nearest first.
    pub fn before(&self) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(self.nodes[self.at].parent, |&node| self.nodes[node].parent)
    }

    /// The nodes after the present one along the latest line.
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

    /// The present line from its first move on. What adds no move is no point:
    /// an offer, an answer, a claim.
    pub fn points(&self) -> Vec<Point> {
        let mut points: Vec<Point> = Vec::new();
        for number in self.line() {
            let node = &self.nodes[number];
            let moves = node.state.board().moves().len();
            if node.step != Step::Talk && moves > points.last().map_or(0, |last| last.moves) {
                points.push(Point {
                    node: number,
                    moves,
                    share: node.share,
                });
            }
        }
        points
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
