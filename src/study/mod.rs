//! A study: a game tree that a person looks at and changes, and in which no engine
//! ever moves.
//!
//! A [`Study`] is a [`GameTree`], the node that is looked at, and what can be undone.
//! It takes [`Act`]s and knows no page, no clock and no engine.
//!
//! * Whatever a file holds can be studied: squares with stones on them that are played
//!   on again, stones in any number, moves in any order of colours. [`Study::stones`]
//!   shows them as SGF means them; [`Study::board`] is the position as an engine
//!   needs it, or says why it is none.
//! * A move that is there already is followed, not added.
//! * Every change can be undone; looking around is no change.

mod act;
mod edit;
mod outline;
mod stones;
#[cfg(test)]
mod tests;

use std::sync::Arc;

pub use act::{Act, Refusal, Sign, Turning};
pub use outline::{Item, outline};
pub use stones::{Stone, Stones};

use crate::board::Board;
use crate::records::tree::{Action, GameTree, LineError, NodeId};
use crate::rules::{self, Outcome};
use crate::types::{Color, Rule, Square, SquareSet};

/// The most changes that can be undone, and the most nodes that are kept for that.
const MOST_UNDOS: usize = 200;
const MOST_KEPT: usize = 4_000_000;
/// The most nodes of a tree that can be studied.
pub const MOST_NODES: usize = 1_000_000;

/// A tree that is studied.
#[derive(Clone, Debug)]
pub struct Study {
    place: Place,
    undone_to: Vec<Place>,
    redone_to: Vec<Place>,
}

/// A tree, and what is looked at in it.
#[derive(Clone, Debug)]
struct Place {
    tree: Arc<GameTree>,
    here: NodeId,
    /// The end of the line that is shown; `here` is on it.
    tip: NodeId,
}

impl Study {
    /// An empty board.
    pub fn new(width: usize, height: usize, rule: Rule) -> Study {
        let mut tree = GameTree::new(width, height);
        tree.facts.rule = Some(rule);
        Study::of(tree)
    }

    /// A tree, from its beginning.
    pub fn of(tree: GameTree) -> Study {
        let tip = tree.main_end();
        Study {
            place: Place {
                tree: Arc::new(tree),
                here: NodeId::ROOT,
                tip,
            },
            undone_to: Vec::new(),
            redone_to: Vec::new(),
        }
    }

    /// The tree.
    pub fn tree(&self) -> &GameTree {
        &self.place.tree
    }

    /// The tree, to be kept.
    pub fn shared_tree(&self) -> Arc<GameTree> {
        Arc::clone(&self.place.tree)
    }

    /// The node that is looked at.
    pub fn here(&self) -> NodeId {
        self.place.here
    }

    /// The line that is shown: from the root through [`Study::here`] to an end.
    pub fn line(&self) -> Vec<NodeId> {
        self.tree().path(self.place.tip)
    }

    /// The node of this number, if there is one.
    pub fn node(&self, index: usize) -> Option<NodeId> {
        (index < self.tree().len())
            .then(|| self.tree().nodes().nth(index))
            .flatten()
    }

    /// The rule: freestyle, if the tree does not say it.
    pub fn rule(&self) -> Rule {
        self.tree().facts.rule.unwrap_or(Rule::Freestyle)
    }

    /// The stones at the node that is looked at.
    pub fn stones(&self) -> Stones {
        let mut stones = Stones::at(self.tree(), self.here());
        // The engine's view of it counts, where there is one.
        if let Ok(board) = self.board() {
            stones.to_move = board.side_to_move();
        }
        stones
    }

    /// The position as moves that can be played, with passes where a colour has more
    /// stones.
    pub fn board(&self) -> Result<Board, LineError> {
        self.board_at(self.here())
    }

    /// The same at any node.
    pub fn board_at(&self, node: NodeId) -> Result<Board, LineError> {
        let game = self.tree().line_to(node)?;
        Ok(game.board()?)
    }

    /// How the game ended here, if it did. A position that was set up is over if it has
    /// a winning row.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome_at(self.here())
    }

    /// The same at any node.
    pub fn outcome_at(&self, node: NodeId) -> Option<Outcome> {
        let board = self.board_at(node).ok()?;
        let rule = self.rule();
        let is_move = matches!(self.tree().action(node), Action::Move(..));
        match is_move {
            true => rules::outcome(&board, rule),
            false => rules::winner(&board, rule)
                .map(Outcome::Five)
                .or_else(|| board.empty().is_empty().then_some(Outcome::Draw)),
        }
    }

    /// The squares on which a stone can be played.
    pub fn playable(&self) -> SquareSet {
        match self.outcome() {
            Some(_) => SquareSet::EMPTY,
            None => self.stones().empty(),
        }
    }

    /// The moves that follow here, the main line's first.
    pub fn next_moves(&self) -> Vec<(NodeId, Option<Square>)> {
        let moves = self.tree().children(self.here());
        let moves = moves.filter_map(|child| match self.tree().action(child) {
            Action::Move(_, square) => Some((child, Some(square))),
            Action::Pass(_) => Some((child, None)),
            Action::None => None,
        });
        moves.collect()
    }

    /// How many changes can be undone, and made again.
    pub fn undos(&self) -> (usize, usize) {
        (self.undone_to.len(), self.redone_to.len())
    }

    /// Goes to a node. The line that is shown stays if the node is on it.
    fn go_to(&mut self, node: NodeId) {
        if !self.line().contains(&node) {
            let tree = self.tree();
            let down = std::iter::successors(Some(node), |&one| tree.first_child(one));
            self.place.tip = down.last().unwrap_or(node);
        }
        self.place.here = node;
    }

    /// The tree, to change it; what it was can be undone to.
    fn change(&mut self) -> &mut GameTree {
        self.undone_to.push(self.place.clone());
        self.redone_to.clear();
        let mut kept: usize = self.undone_to.iter().map(|one| one.tree.len()).sum();
        while self.undone_to.len() > MOST_UNDOS || (kept > MOST_KEPT && self.undone_to.len() > 1) {
            kept -= self.undone_to.remove(0).tree.len();
        }
        Arc::make_mut(&mut self.place.tree)
    }

    /// Makes the last change undone, or does it again.
    fn travel(&mut self, is_undo: bool) -> bool {
        let (from, to) = match is_undo {
            true => (&mut self.undone_to, &mut self.redone_to),
            false => (&mut self.redone_to, &mut self.undone_to),
        };
        let Some(place) = from.pop() else {
            return false;
        };
        to.push(std::mem::replace(&mut self.place, place));
        true
    }

    /// Whether a move of this colour is at this child.
    fn is_move(&self, child: NodeId, color: Color, square: Option<Square>) -> bool {
        let action = match square {
            Some(square) => Action::Move(color, square),
            None => Action::Pass(color),
        };
        self.tree().action(child) == action
    }
}
