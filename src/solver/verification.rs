//! Checks a win by threats against every legal reply, even those that should not
//! disturb it.

use super::budget::Stopped;
use super::proof_number::{NEVER, NOT_VISITED, ThreatSearch};
use super::prospects::Id;
use crate::types::{Ruleset, Square};

impl<R: Ruleset> ThreatSearch<'_, '_, R> {
    /// Whether the win from this node holds against every legal reply. If not, the
    /// nodes' numbers are updated.
    pub(super) fn check(&mut self, id: Id) -> Result<bool, Stopped> {
        let node = &self.nodes[id as usize];
        if node.proof != 0 || node.checked {
            return Ok(node.checked && node.proof == 0);
        }
        let holds = match self.known.attacks() {
            true => self.check_attack(id)?,
            false => self.check_replies(id)?,
        };
        self.nodes[id as usize].checked = holds;
        Ok(holds)
    }

    fn check_attack(&mut self, id: Id) -> Result<bool, Stopped> {
        if self.nodes[id as usize].children.is_empty() {
            return Ok(true);
        }
        while let Some((child, square)) = self.winning_child(id) {
            self.known.position.place_for_threats(square);
            let holds = self.check(child);
            self.known.position.undo();
            if holds? {
                return Ok(true);
            }
        }
        self.update(id, NEVER, NEVER);
        Ok(false)
    }

    /// The attacker's winning move, with its node.
    pub(super) fn winning_child(&self, id: Id) -> Option<(Id, Square)> {
        let node = &self.nodes[id as usize];
        let wins = |&child: &Id| {
            let node = self.nodes.get(child as usize);
            node.is_some_and(|node| node.proof == 0)
        };
        let index = node.children.iter().position(wins)?;
        let moves = &self.known.all[node.prospect as usize].moves;
        Some((node.children[index], moves[index].square))
    }

    fn check_replies(&mut self, id: Id) -> Result<bool, Stopped> {
        let prospect = self.nodes[id as usize].prospect;
        self.known.add_replies(prospect)?;
        let moves = self.known.all[prospect as usize].moves.len();
        self.nodes[id as usize].children.resize(moves, NOT_VISITED);
        let mut all = true;
        for index in 0..moves {
            let child = self.nodes[id as usize].children[index];
            if child == NOT_VISITED {
                all = false;
                continue;
            }
            self.known
                .position
                .place_for_threats(self.known.all[prospect as usize].moves[index].square);
            let holds = self.check(child);
            self.known.position.undo();
            all &= holds?;
        }
        if !all {
            self.update(id, NEVER, NEVER);
        }
        Ok(all)
    }
}
