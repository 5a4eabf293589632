//! Going back and forth in a game.

use super::outcome::Outcome;
use super::{Event, PERSON, Refusal, Table};

impl Table {
    /// How many more steps may be taken back, where they are counted and the
    /// game goes on.
    pub(super) fn undos_left(&self) -> Option<usize> {
        let most = self.settings.undos.filter(|_| !self.is_over())?;
        Some(most.saturating_sub(self.current.undone))
    }

    /// The nodes that an undo can lead to, the nearest first: where a person
    /// was to act.
    pub(super) fn undo_nodes(&self) -> Result<Vec<usize>, Refusal> {
        self.check_casual()?;
        let tree = &self.current.tree;
        let most = self.undos_left().unwrap_or(usize::MAX);
        let own = tree.before().filter(|&node| self.was_persons(node));
        Ok(own.take(most).collect())
    }

    /// The nodes that a redo can lead to: where a person was to act, or the
    /// game was over.
    pub(super) fn redo_nodes(&self) -> Result<Vec<usize>, Refusal> {
        if !self.is_over() {
            self.check_casual()?;
        }
        let tree = &self.current.tree;
        let is_end = |&node: &usize| {
            tree.node(node)
                .is_some_and(|one| one.state.to_act().is_none())
        };
        let stops = tree
            .after()
            .filter(|node| self.was_persons(*node) || is_end(node));
        Ok(stops.collect())
    }

    /// Whether a person was to act at a node.
    fn was_persons(&self, node: usize) -> bool {
        let to_act = self
            .current
            .tree
            .node(node)
            .and_then(|node| node.state.to_act());
        to_act.is_some_and(|who| self.settings.two || who == PERSON)
    }

    pub(super) fn undo(&self, count: usize) -> Result<Outcome, Refusal> {
        let nodes = self.undo_nodes()?;
        if nodes.is_empty() && self.undos_left() == Some(0) {
            return Err(Refusal::NoUndosLeft);
        }
        let node = nth(&nodes, count).ok_or(Refusal::NothingToUndo(nodes.len()))?;
        let event = Some(Event::Undone(count));
        Ok(Outcome::Node {
            node,
            undone: count,
            event,
        })
    }

    pub(super) fn redo(&self, count: usize) -> Result<Outcome, Refusal> {
        let nodes = self.redo_nodes()?;
        let node = nth(&nodes, count).ok_or(Refusal::NothingToRedo(nodes.len()))?;
        let event = Some(Event::Redone(count));
        Ok(Outcome::Node {
            node,
            undone: 0,
            event,
        })
    }

    pub(super) fn go_to(&self, node: usize) -> Result<Outcome, Refusal> {
        if !self.is_over() {
            self.check_casual()?;
            if !self.is_free() {
                return Err(Refusal::UndosCounted);
            }
        }
        self.current.tree.node(node).ok_or(Refusal::NoSuchMove)?;
        Ok(Outcome::Node {
            node,
            undone: 0,
            event: None,
        })
    }
}

/// The node this number of steps on, counted from 1.
fn nth(nodes: &[usize], count: usize) -> Option<usize> {
    nodes.get(count.checked_sub(1)?).copied()
}
