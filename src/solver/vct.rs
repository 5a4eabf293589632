//! Wins by threats (VCT): every move of the attacker's makes a four, or a
//! position in which he would win by fours if the defender passed.
//!
//! A search by proof numbers, depth first, on nodes that are all kept, in
//! stages that allow ever more quiet moves (those that make no four). It looks
//! only at the replies that can disturb the threatened win by fours; a win
//! that comes out is checked against every other legal reply, and where the
//! threatened win fails the reply is searched after all.
//!
//! CITE: Thomsen: Lambda-search in game trees, ICGA Journal 23(4), 2000, for
//! threats defined by what a pass would allow. Nagai: Df-pn algorithm for
//! searching AND/OR trees and its applications, 2002. Ueda, Hashimoto,
//! Hashimoto, Iida: Weak proof-number search, CG 2008, for the sums. Pawlewicz,
//! Lew: Improving depth-first PN-search: 1 + epsilon trick, CG 2006.

use super::budget::{Budget, Stopped};
use super::by_hash::ByHash;
use super::prospects::{Prospect, ProspectId, Scope};
use super::table::FailTable;
use super::vcf::Step;
use crate::position::Position;
use crate::types::{Color, Ruleset};

/// The number of a [`Node`].
pub(super) type Id = u32;

/// No node yet.
pub(super) const NOT_VISITED: Id = Id::MAX;
/// The node of every position that is known to be lost in this stage.
const LOST: Id = 0;
/// A proof or disproof number that says: never.
pub(super) const NEVER: u32 = 1 << 30;

/// As many quiet moves as one likes.
pub(super) const UNLIMITED: u8 = u8::MAX;

/// A part of the search, with limits that are raised from one to the next:
/// most wins need little, and among much they are hard to see.
struct Stage {
    /// How many quiet moves are allowed.
    quiet: u8,
    scope: Scope,
    /// Stones for all of it.
    nodes: u64,
    /// Stones for a single search for a win by fours. Few of those need many,
    /// but take most of the time.
    effort: u64,
}

const fn stage(quiet: u8, scope: Scope, nodes: u64, effort: u64) -> Stage {
    Stage {
        quiet,
        scope,
        nodes,
        effort,
    }
}

const STAGES: [Stage; 12] = [
    stage(1, Scope::Threes, 10_000, 16),
    stage(2, Scope::Threes, 20_000, 16),
    stage(3, Scope::Threes, 20_000, 16),
    stage(5, Scope::Threes, 40_000, 16),
    stage(1, Scope::Threats, 50_000, 16),
    stage(2, Scope::Threats, 100_000, 16),
    stage(3, Scope::Threats, 200_000, 32),
    stage(4, Scope::Threats, 400_000, 32),
    stage(6, Scope::Threats, 1_600_000, 64),
    stage(8, Scope::Threats, 3_200_000, 128),
    stage(12, Scope::Threats, 6_400_000, 2_048),
    stage(UNLIMITED, Scope::Threats, u64::MAX, 30_000),
];

/// A position with so many quiet moves left that was reached: the attacker's
/// turn or the defender's.
pub(super) struct Node {
    /// 0: the attacker wins.
    pub(super) proof: u32,
    /// 0: he does not.
    disproof: u32,
    /// What is known of the position itself.
    pub(super) prospect: ProspectId,
    expanded: bool,
    /// What leads from here is checked.
    pub(super) checked: bool,
    /// What the first moves of the prospect lead to; those that follow were
    /// not there when this was written.
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

/// Which child to look at next, and up to which numbers.
pub(super) struct Selection {
    child: usize,
    proof: u32,
    disproof: u32,
}

/// A search for a win by threats of the side to move.
pub(super) struct ThreatSearch<'a, 'b, R: Ruleset> {
    pub(super) position: &'a mut Position<R>,
    /// Failures of both colours by fours.
    pub(super) failed: &'a mut FailTable,
    /// Failures by fours within one search for its zone.
    pub(super) zone_failed: &'a mut FailTable,
    pub(super) budget: &'a mut Budget<'b>,
    pub(super) nodes: Vec<Node>,
    ids: ByHash<Id>,
    pub(super) prospects: Vec<Prospect>,
    pub(super) prospect_ids: ByHash<ProspectId>,
    /// What nodes and prospects may still take, in bytes.
    memory: usize,
    pub(super) steps: Vec<Step>,
    attacker: Color,
    stage: u8,
    /// How many quiet moves the attacker may still play.
    pub(super) quiet: u8,
    /// Which of the attacker's quiet moves are tried.
    pub(super) scope: Scope,
    /// Stones for a single search for a win by fours.
    pub(super) effort: u64,
    /// Whether something was left out because of that, so that a failure is
    /// not certain.
    pub(super) cut: bool,
    /// Whether a single search for a win by fours was given up.
    pub(super) gave_up: bool,
}

impl<'a, 'b, R: Ruleset> ThreatSearch<'a, 'b, R> {
    pub(super) fn new(
        position: &'a mut Position<R>,
        failed: &'a mut FailTable,
        zone_failed: &'a mut FailTable,
        budget: &'a mut Budget<'b>,
        memory: usize,
    ) -> ThreatSearch<'a, 'b, R> {
        ThreatSearch {
            failed,
            zone_failed,
            budget,
            nodes: Vec::new(),
            ids: ByHash::default(),
            prospects: Vec::new(),
            prospect_ids: ByHash::default(),
            memory,
            steps: Vec::new(),
            attacker: position.side_to_move(),
            position,
            stage: 0,
            quiet: UNLIMITED,
            scope: Scope::Threats,
            effort: 0,
            cut: false,
            gave_up: false,
        }
    }

    /// The node of a win that holds against every reply; `None` if there is
    /// none. Not knowing is an error.
    pub(super) fn run(&mut self) -> Result<Option<Id>, Stopped> {
        let memory = self.memory;
        for (number, stage) in STAGES.iter().enumerate() {
            if self.memory < memory / 2 || number == 0 {
                self.forget();
                self.memory = memory;
            }
            // Wins that were found stay; what failed may not fail now.
            self.ids = ByHash::default();
            self.cut = false;
            (self.stage, self.quiet) = (number as u8, stage.quiet);
            (self.scope, self.effort) = (stage.scope, stage.effort);
            self.budget.begin_part(stage.nodes);
            match self.prove() {
                Ok(Some(root)) => return Ok(Some(root)),
                Ok(None) if !self.cut => return Ok(None),
                Err(Stopped) if self.budget.is_over() => return Err(Stopped),
                _ => (),
            }
        }
        Err(Stopped)
    }

    fn forget(&mut self) {
        self.prospects = Vec::new();
        self.prospect_ids = ByHash::default();
        self.nodes = vec![Node::new(0)];
        self.nodes[LOST as usize].expanded = true;
        self.nodes[LOST as usize].settle(false);
    }

    /// [`ThreatSearch::run`] with so many quiet moves as are allowed now.
    fn prove(&mut self) -> Result<Option<Id>, Stopped> {
        let root = self.node()?;
        loop {
            self.search(root, NEVER, NEVER)?;
            if self.nodes[root as usize].proof != 0 {
                return Ok(None);
            }
            if self.check(root)? {
                return Ok(Some(root));
            }
        }
    }

    /// The node of this position.
    fn node(&mut self) -> Result<Id, Stopped> {
        let prospect = self.prospect()?;
        let known = &self.prospects[prospect as usize];
        if let Some(won) = known.won
            && self.nodes[won as usize].proof == 0
        {
            return Ok(won);
        }
        if known.lost_in == self.stage && known.lost_with >= self.quiet {
            return Ok(LOST);
        }
        // What can be reached depends on how many quiet moves are left.
        let left = u64::from(self.quiet).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let key = self.position.board().hash() ^ left;
        if let Some(&id) = self.ids.get(&key) {
            return Ok(id);
        }
        self.take_memory(size_of::<Node>() + 2 * size_of::<(u64, Id)>())?;
        let id = self.nodes.len() as Id;
        self.nodes.push(Node::new(prospect));
        self.ids.insert(key, id);
        Ok(id)
    }

    pub(super) fn take_memory(&mut self, bytes: usize) -> Result<(), Stopped> {
        self.memory = self.memory.checked_sub(bytes).ok_or(Stopped)?;
        Ok(())
    }

    /// Makes the numbers of the node reach one of these limits.
    fn search(&mut self, id: Id, proof: u32, disproof: u32) -> Result<(), Stopped> {
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
            let next = self.prospects[node.prospect as usize].moves[choice.child];
            self.budget.spend()?;
            let quiet = self.quiet;
            if self.attacks() && quiet != UNLIMITED && next.is_quiet {
                self.quiet -= 1;
            }
            self.position.place_for_threats(next.square);
            let searched = self
                .child(id, choice.child)
                .and_then(|child| self.search(child, choice.proof, choice.disproof));
            self.position.undo();
            self.quiet = quiet;
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

    /// Finds out what there is to do in the position of a node.
    fn expand(&mut self, id: Id) -> Result<(), Stopped> {
        let prospect = self.nodes[id as usize].prospect;
        self.look(prospect)?;
        let known = &self.prospects[prospect as usize];
        let (mut verdict, moves) = (known.verdict, known.moves.len());
        let (attacks, scope) = (self.attacks(), self.scope());
        if verdict.is_none() && attacks && scope != Scope::Threats {
            self.cut = true;
            verdict = (scope == Scope::Fours || moves == 0).then_some(false);
        }
        let node = &mut self.nodes[id as usize];
        node.expanded = true;
        match verdict {
            Some(wins) => node.settle(wins),
            None => {
                node.children = vec![NOT_VISITED; moves];
                self.take_memory(moves * size_of::<Id>())?;
            }
        }
        Ok(())
    }

    /// What has been found out of a position holds with fewer quiet moves left
    /// too if it is lost, and always if it is won.
    fn remember(&mut self, id: Id) {
        let node = &self.nodes[id as usize];
        if id == LOST || node.proof != 0 && node.disproof != 0 {
            return;
        }
        let known = &mut self.prospects[node.prospect as usize];
        if node.proof == 0 {
            known.won = Some(id);
        } else if known.lost_in != self.stage || known.lost_with < self.quiet {
            (known.lost_in, known.lost_with) = (self.stage, self.quiet);
        }
    }

    /// Brings the numbers of a node up to date with those of its children; the
    /// child to look at next, unless the node is settled.
    pub(super) fn update(&mut self, id: Id, proof: u32, disproof: u32) -> Option<Selection> {
        let node = &self.nodes[id as usize];
        if node.children.is_empty() {
            return None;
        }
        let attacks = self.attacks();
        // From the side of who is to move: what he hopes for is least where it
        // is easiest, what he fears adds up.
        let (mut best, mut second, mut fears) = (None, NEVER, 0);
        let (mut least, mut most) = (NEVER, 0);
        let moves = &self.prospects[node.prospect as usize].moves;
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

    /// What the attacker may try now.
    pub(super) fn scope(&self) -> Scope {
        match self.quiet {
            0 => Scope::Fours,
            _ => self.scope,
        }
    }

    /// Whether it is the turn of the side that wants to win.
    pub(super) fn attacks(&self) -> bool {
        self.position.side_to_move() == self.attacker
    }
}
