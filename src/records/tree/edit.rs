//! Changes of a tree besides growing: branches taken out, moved before others, turned
//! and shifted.

use super::{Action, GameTree, MarkKind, NodeId};
use crate::types::Square;

impl GameTree {
    /// Takes out a node with all that follows. The other nodes get new numbers:
    /// [`Renumbered`] tells them. The root stays, and nothing is returned for it.
    pub fn remove(&mut self, node: NodeId) -> Option<Renumbered> {
        let parent = self.parent(node)?;
        let rest: Vec<NodeId> = self.children(parent).filter(|&one| one != node).collect();
        self.set_children(parent, &rest);
        let mut numbers: Vec<Option<NodeId>> = Vec::with_capacity(self.len());
        let mut kept = 0;
        for one in self.nodes() {
            // A parent's number is known before its children's.
            let is_gone = one == node
                || self
                    .parent(one)
                    .is_some_and(|parent| numbers[parent.index()].is_none());
            numbers.push((!is_gone).then(|| NodeId::at(kept)).flatten());
            kept += usize::from(!is_gone);
        }
        let renumbered = Renumbered(numbers);
        let all = std::mem::take(&mut self.nodes);
        let stays = |index: &usize| renumbered.0[*index].is_some();
        let left = all
            .into_iter()
            .enumerate()
            .filter(|(index, _)| stays(index));
        self.nodes = left
            .map(|(_, mut node)| {
                let links = [
                    &mut node.parent,
                    &mut node.first_child,
                    &mut node.last_child,
                    &mut node.next_sibling,
                ];
                for link in links {
                    *link = link.and_then(|old| renumbered.of(old));
                }
                node
            })
            .collect();
        Some(renumbered)
    }

    /// Puts a node one place further to the front among its siblings; the first one
    /// stays.
    pub fn move_up(&mut self, node: NodeId) {
        let Some(parent) = self.parent(node) else {
            return;
        };
        let mut children: Vec<NodeId> = self.children(parent).collect();
        let place = children.iter().position(|&one| one == node);
        if let Some(place) = place.filter(|&place| place > 0) {
            children.swap(place, place - 1);
            self.set_children(parent, &children);
        }
    }

    /// Makes the line to a node the main line.
    pub fn make_main(&mut self, node: NodeId) {
        for one in self.path(node) {
            let Some(parent) = self.parent(one) else {
                continue;
            };
            let others = self.children(parent).filter(|&other| other != one);
            let children: Vec<NodeId> = std::iter::once(one).chain(others).collect();
            self.set_children(parent, &children);
        }
    }

    /// Moves everything to other squares, on a board of another size if need be. If one
    /// has no place there, nothing is changed, and the answer is `false`. What is
    /// known of an unfinished opening is forgotten.
    pub fn map_squares(
        &mut self,
        size: (usize, usize),
        to: impl Fn(Square) -> Option<Square>,
    ) -> bool {
        let mut mapped = self.clone();
        if mapped.try_map(&to).is_none() {
            return false;
        }
        (mapped.width, mapped.height) = size;
        mapped.facts.phase = None;
        *self = mapped;
        true
    }

    fn try_map(&mut self, to: &impl Fn(Square) -> Option<Square>) -> Option<()> {
        for node in &mut self.nodes {
            if let Action::Move(_, square) = &mut node.action {
                *square = to(*square)?;
            }
            let Some(notes) = &mut node.notes else {
                continue;
            };
            let set_up = &mut notes.set_up;
            let stones = set_up.stones.iter_mut().flatten();
            for square in stones.chain(&mut set_up.emptied) {
                *square = to(*square)?;
            }
            for mark in &mut notes.marks {
                mark.square = to(mark.square)?;
                if let MarkKind::Arrow(end) | MarkKind::Line(end) = &mut mark.kind {
                    *end = to(*end)?;
                }
            }
        }
        Some(())
    }

    /// Links these as all children of a node, in this order.
    fn set_children(&mut self, parent: NodeId, children: &[NodeId]) {
        let ends = &mut self.nodes[parent.index()];
        ends.first_child = children.first().copied();
        ends.last_child = children.last().copied();
        for (place, child) in children.iter().enumerate() {
            self.nodes[child.index()].next_sibling = children.get(place + 1).copied();
        }
    }
}

/// The numbers of nodes after a branch was taken out.
pub struct Renumbered(Vec<Option<NodeId>>);

impl Renumbered {
    /// The number of a node that had this one; nothing if it is gone.
    pub fn of(&self, node: NodeId) -> Option<NodeId> {
        self.0.get(node.index()).copied().flatten()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::records::tree::strategy::trees;
    use crate::types::Color;

    /// The moves of a text as `a(bc)d`: `a` with the children `b`, which is followed by
    /// `c`, and `d`. Letters are squares of the first row.
    fn tree(text: &str) -> GameTree {
        let mut tree = GameTree::new(15, 15);
        let (mut node, mut forks) = (NodeId::ROOT, Vec::new());
        for letter in text.chars() {
            match letter {
                '(' => forks.push(node),
                ')' => node = forks.pop().unwrap(),
                letter => {
                    let square = Square::from_index(usize::from(letter as u8 - b'a'));
                    let action = Action::Move(Color::Black, square);
                    node = tree.add(node, action).unwrap();
                }
            }
        }
        tree
    }

    fn node(tree: &GameTree, letter: char) -> NodeId {
        let square = Square::from_index(usize::from(letter as u8 - b'a'));
        let is_it = |&node: &NodeId| tree.action(node) == Action::Move(Color::Black, square);
        tree.nodes().find(is_it).unwrap()
    }

    #[test]
    fn branches_are_taken_out() {
        for (from, gone, left) in [
            ("ab", 'a', ""),
            ("ab", 'b', "a"),
            ("a(bc)(de)f", 'b', "a(de)f"),
            ("a(bc)(de)f", 'd', "a(bc)f"),
            ("a(bc)(de)f", 'f', "a(bc)de"),
            ("a(bc)(de)f", 'c', "a(b)(de)f"),
        ] {
            let mut one = tree(from);
            let gone = node(&one, gone);
            assert!(one.remove(gone).is_some());
            assert_eq!(one, tree(left), "{from}");
        }
        assert!(tree("ab").remove(NodeId::ROOT).is_none());
    }

    #[test]
    fn branches_are_put_in_order() {
        let mut one = tree("a(bc)(de)f");
        one.move_up(node(&one, 'f'));
        assert_eq!(one, tree("a(bc)(f)de"));
        one.move_up(node(&one, 'b'));
        assert_eq!(one, tree("a(bc)(f)de"));
        one.move_up(NodeId::ROOT);
        one.make_main(node(&one, 'e'));
        assert_eq!(one, tree("a(de)(bc)f"));
        // The last child is known, so that another one comes after it.
        one.add(node(&one, 'a'), Action::None).unwrap();
        let children: Vec<NodeId> = one.children(node(&one, 'a')).collect();
        assert_eq!(one.action(children[3]), Action::None);
    }

    #[test]
    fn everything_is_moved_or_nothing() {
        let mut one = tree("a(bc)d");
        let shift = |square: Square| Square::new(square.x() as i32 + 2, square.y() as i32);
        let size = (one.width, one.height);
        assert!(one.map_squares(size, shift));
        assert_eq!(one, tree("c(de)f"));
        let at_left = |square: Square| (square.x() < 4).then_some(square);
        assert!(!one.map_squares(size, at_left));
        assert_eq!(one, tree("c(de)f"));
    }

    proptest! {
        #[test]
        fn the_rest_stays_as_it_was(tree in trees(), which: prop::sample::Index) {
            let nodes: Vec<NodeId> = tree.nodes().collect();
            let gone = nodes[which.index(nodes.len())];
            let mut left = tree.clone();
            let Some(renumbered) = left.remove(gone) else {
                prop_assert_eq!(gone, NodeId::ROOT);
                return Ok(());
            };
            let is_left = |&node: &NodeId| !tree.path(node).contains(&gone);
            let expected: Vec<NodeId> = tree.depth_first().filter(is_left).collect();
            let found: Vec<NodeId> = left.depth_first().collect();
            prop_assert_eq!(expected.len(), left.len());
            prop_assert_eq!(found.len(), left.len());
            for (old, new) in expected.into_iter().zip(found) {
                prop_assert_eq!(renumbered.of(old), Some(new));
                prop_assert_eq!(tree.action(old), left.action(new));
                prop_assert_eq!(tree.notes(old), left.notes(new));
                let parent = tree.parent(old).and_then(|parent| renumbered.of(parent));
                prop_assert_eq!(parent, left.parent(new));
            }
        }
    }
}
