//! The tree as a list to show: the main line first, the branches after the move that
//! they replace, folded unless they are part of the line that is shown.

use super::Study;
use crate::records::tree::{Action, NodeId};

/// The most items that are shown.
const MOST_ITEMS: usize = 1_500;

/// A node in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item {
    /// The node.
    pub node: NodeId,
    /// How many branches deep it lies: 0 on the main line.
    pub level: usize,
    /// The number of the move, or of the last one before.
    pub moves: usize,
    /// Whether it is the first of a branch.
    pub is_branch: bool,
    /// Whether what follows is not shown.
    pub is_folded: bool,
}

/// What is to be listed next.
enum Next {
    /// A branch with its moves.
    Branch(NodeId, usize, usize),
    /// What follows a node.
    After(NodeId, usize, usize),
}

/// The nodes to show after the root, and whether there are more.
pub fn outline(study: &Study) -> (Vec<Item>, bool) {
    let tree = study.tree();
    let mut is_shown = vec![false; tree.len()];
    for node in study.line() {
        is_shown[node.index()] = true;
    }
    let moves_at = |node, before: usize| match tree.action(node) {
        Action::None => before,
        Action::Move(..) | Action::Pass(_) => before + 1,
    };
    let mut items = Vec::new();
    let mut next = vec![Next::After(NodeId::ROOT, 0, 0)];
    while let Some(step) = next.pop() {
        if items.len() >= MOST_ITEMS {
            return (items, true);
        }
        let mut show = |node: NodeId, level, before, is_branch, is_folded| {
            let moves = moves_at(node, before);
            items.push(Item {
                node,
                level,
                moves,
                is_branch,
                is_folded,
            });
            moves
        };
        match step {
            Next::Branch(node, level, before) => {
                let is_folded = !is_shown[node.index()] && tree.first_child(node).is_some();
                let moves = show(node, level, before, true, is_folded);
                if !is_folded {
                    next.push(Next::After(node, level, moves));
                }
            }
            Next::After(node, level, before) => {
                let mut children = tree.children(node);
                let Some(first) = children.next() else {
                    continue;
                };
                let moves = show(first, level, before, false, false);
                next.push(Next::After(first, level, moves));
                let others: Vec<NodeId> = children.take(MOST_ITEMS).collect();
                let others = others.into_iter().rev();
                next.extend(others.map(|other| Next::Branch(other, level + 1, before)));
            }
        }
    }
    (items, false)
}
