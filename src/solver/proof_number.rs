//! The nodes of a search for a win by threats, and their proof numbers.
//!
//! CITE: Nagai: Df-pn algorithm for searching AND/OR trees and its applications,
//! 2002. Ueda, Hashimoto, Hashimoto, Iida: Weak proof-number search, CG 2008, for
//! the sums. Pawlewicz, Lew: Improving depth-first PN-search: 1 + epsilon trick, CG
//! 2006.

use super::budget::{Budget, Stopped};
use super::by_hash::ByHash;
use super::prospects::{Id, ProspectId, Prospects, Scope, UNLIMITED};
use super::table::FailTable;
use crate::position::Position;
use crate::types::Ruleset;

/// A child that was not visited yet.
pub(super) const NOT_VISITED: Id = Id::MAX;
/// The node of every position that is known to be lost in this stage.
const LOST: Id = 0;
/// A proof or disproof number of infinity.
pub(super) const NEVER: u32 = 1 << 30;

/// A position with the number of quiet moves left, with the attacker or the defender
/// to move.
pub(super) struct Node {
    /// 0: the attacker wins.
    pub(super) proof: u32,
    /// 0: the attacker does not win.
    disproof: u32,
    /// The knowledge of the position itself.
    pub(super) prospect: ProspectId,
    expanded: bool,
    /// Whether the win from here is checked.
    pub(super) checked: bool,
    /// The children by the first moves of the prospect, which may get more moves
    /// later.
    pub(super) children: Vec<Id>,
}

impl Node {
    fn new(prospect: ProspectId) -> Node {
        Node {
            proof: 1,
            disproof: 1,
            prospect,
            expanded: false,
            checked: false,
            children: Vec::new(),
        }
    }

    fn settle(&mut self, wins: bool) {
        (self.proof, self.disproof) = if wins { (0, NEVER) } else { (NEVER, 0) };
    }
}

/// The child to search next, and its limits.
pub(super) struct Selection {
    child: usize,
    proof: u32,
    disproof: u32,
}

/// A search for a win by threats of the side to move.
pub(super) struct ThreatSearch<'a, 'b, R: Ruleset> {
    pub(super) known: Prospects<'a, 'b, R>,
    pub(super) nodes: Vec<Node>,
    ids: ByHash<Id>,
    stage: u8,
}

impl<'a, 'b, R: Ruleset> ThreatSearch<'a, 'b, R> {
    /// See [`Prospects::new`].
    pub(super) fn new(
        position: &'a mut Position<R>,
        failed: [&'a mut FailTable; 2],
        budget: &'a mut Budget<'b>,
        memory: usize,
    ) -> ThreatSearch<'a, 'b, R> {
        ThreatSearch {
            known: Prospects::new(position, failed, budget, memory),
            nodes: Vec::new(),
            ids: ByHash::default(),
            stage: 0,
        }
    }

    /// Forgets all nodes and prospects.
    pub(super) fn forget(&mut self) {
        self.known.forget();
        self.nodes = vec![Node::new(0)];
        self.nodes[LOST as usize].expanded = true;
        self.nodes[LOST as usize].settle(false);
    }

    /// Begins a stage. Wins that were found are kept, failures are not: with higher
    /// limits they may become wins.
    pub(super) fn begin_stage(&mut self, stage: u8) {
        self.ids = ByHash::default();
        self.stage = stage;
    }

    /// The node of this position.
    pub(super) fn node(&mut self) -> Result<Id, Stopped> {
        let prospect = self.known.prospect()?;
        let known = &self.known.all[prospect as usize];
        if let Some(won) = known.won
            && self.nodes[won as usize].proof == 0
        {
            return Ok(won);
        }
        if known.lost_in == self.stage && known.lost_with >= self.known.quiet {
            return Ok(LOST);
        }
        // The subtree depends on how many quiet moves are left.
        let left = u64::from(self.known.quiet).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let key = self.known.position.board().hash() ^ left;
        if let Some(&id) = self.ids.get(&key) {
            return Ok(id);
        }
        self.known
            .take_memory(size_of::<Node>() + 2 * size_of::<(u64, Id)>())?;
        let id = self.nodes.len() as Id;
        self.nodes.push(Node::new(prospect));
        self.ids.insert(key, id);
        Ok(id)
    }

    /// Searches below the node until its numbers reach one of these limits.
    pub(super) fn search(&mut self, id: Id, proof: u32, disproof: u32) -> Result<(), Stopped> {
        if !self.nodes[id as usize].expanded {
            self.expand(id)?;
        }
        loop {
            let choice = self.update(id, proof, disproof);
            let node = &self.nodes[id as usize];
            let Some(choice) = choice.filter(|_| node.proof < proof && node.disproof < disproof)
            else {
                self.remember(id);
                return Ok(());
            };
            let next = self.known.all[node.prospect as usize].moves[choice.child];
            self.known.budget.spend()?;
            let quiet = self.known.quiet;
            if self.known.attacks() && quiet != UNLIMITED && next.is_quiet {
                self.known.quiet -= 1;
            }
            self.known.position.place_for_threats(next.square);
            let searched = self
                .child(id, choice.child)
                .and_then(|child| self.search(child, choice.proof, choice.disproof));
            self.known.position.undo();
            self.known.quiet = quiet;
            searched?;
        }
    }

    /// The node that a child leads to, whose move has just been made.
    fn child(&mut self, id: Id, index: usize) -> Result<Id, Stopped> {
        let known = self.nodes[id as usize].children[index];
        if known != NOT_VISITED {
            return Ok(known);
        }
        let child = self.node()?;
        self.nodes[id as usize].children[index] = child;
        Ok(child)
    }

    /// Finds the moves of a node.
    fn expand(&mut self, id: Id) -> Result<(), Stopped> {
        let prospect = self.nodes[id as usize].prospect;
        self.known.look(prospect)?;
        let known = &self.known.all[prospect as usize];
        let (mut verdict, moves) = (known.verdict, known.moves.len());
        let (attacks, scope) = (self.known.attacks(), self.known.scope());
        if verdict.is_none() && attacks && scope != Scope::Threats {
            self.known.cut = true;
            verdict = (scope == Scope::Fours || moves == 0).then_some(false);
        }
        let node = &mut self.nodes[id as usize];
        node.expanded = true;
        match verdict {
            Some(wins) => node.settle(wins),
            None => {
                node.children = vec![NOT_VISITED; moves];
                self.known.take_memory(moves * size_of::<Id>())?;
            }
        }
        Ok(())
    }

    /// Remembers a result for the position: a loss also holds with fewer quiet moves
    /// left, a win always.
    fn remember(&mut self, id: Id) {
        let node = &self.nodes[id as usize];
        if id == LOST || node.proof != 0 && node.disproof != 0 {
            return;
        }
        let known = &mut self.known.all[node.prospect as usize];
        if node.proof == 0 {
            known.won = Some(id);
        } else if known.lost_in != self.stage || known.lost_with < self.known.quiet {
            (known.lost_in, known.lost_with) = (self.stage, self.known.quiet);
        }
    }

    /// Updates a node's numbers from its children. Returns the child to search next,
    /// unless the node is settled.
    pub(super) fn update(&mut self, id: Id, proof: u32, disproof: u32) -> Option<Selection> {
        let node = &self.nodes[id as usize];
        if node.children.is_empty() {
            return None;
        }
        let attacks = self.known.attacks();
        // For the side to move: its own number is the least of the children's, the
        // opponent's is a sum.
        let (mut best, mut second, mut fears) = (None, NEVER, 0);
        let (mut least, mut most) = (NEVER, 0);
        let moves = &self.known.all[node.prospect as usize].moves;
        for (index, (&child, next)) in node.children.iter().zip(moves).enumerate() {
            let (proof, disproof) = match self.nodes.get(child as usize) {
                Some(node) => (node.proof, node.disproof),
                None => (next.guess.into(), 1),
            };
            let (hope, fear) = match attacks {
                true => (proof, disproof),
                false => (disproof, proof),
            };
            if hope < least || best.is_none() {
                second = least;
                (least, best) = (hope, Some(index));
            } else {
                second = second.min(hope);
            }
            most = most.max(fear);
            fears += u32::from(fear > 0);
        }
        let others = fears.saturating_sub(1);
        let fear = match (least, most) {
            (0, _) => NEVER,
            (_, 0) => 0,
            _ => (most + others).min(NEVER - 1),
        };
        let hope = if fear == 0 { NEVER } else { least };
        let (own_limit, other_limit) = if attacks {
            (proof, disproof)
        } else {
            (disproof, proof)
        };
        let node = &mut self.nodes[id as usize];
        (node.proof, node.disproof) = if attacks { (hope, fear) } else { (fear, hope) };
        if hope == 0 || fear == 0 {
            return None;
        }
        let own = own_limit.min(second + 1 + second / 4).min(NEVER);
        let other = other_limit.saturating_sub(others).max(1);
        let (proof, disproof) = if attacks { (own, other) } else { (other, own) };
        best.map(|child| Selection {
            child,
            proof,
            disproof,
        })
    }
}
