//! Wins by threats (VCT): every move of the attacker's makes a four, or a
//! position in which he would win by fours if the defender passed.
//!
//! A search by proof numbers, depth first, on nodes that are all kept. It
//! looks only at the replies that can disturb the threatened win by fours; a
//! win that comes out is checked against every other legal reply, and where
//! the threatened win fails the reply is searched after all.
//!
//! CITE: Thomsen: Lambda-search in game trees, ICGA Journal 23(4), 2000, for
//! threats defined by what a pass would allow. Nagai: Df-pn algorithm for
//! searching AND/OR trees and its applications, 2002. Ueda, Hashimoto,
//! Hashimoto, Iida: Weak proof-number search, CG 2008, for the sums. Pawlewicz,
//! Lew: Improving depth-first PN-search: 1 + epsilon trick, CG 2006.

use std::collections::HashMap;

use super::budget::{Budget, Stopped};
use super::support::{holds, support};
use super::table::FailTable;
use super::vcf::{FourSearch, Step};
use super::zone;
use crate::movegen::{self, Duty};
use crate::pattern::ThreatClass;
use crate::position::Position;
use crate::types::{Color, Ruleset, Square, SquareSet};

/// The number of a [`Node`].
pub(super) type Id = u32;

/// No node yet.
const NOT_VISITED: Id = Id::MAX;
/// A proof or disproof number that says: never.
const NEVER: u32 = 1 << 30;
/// Stones for a single search of the attacker's for a win by fours.
const ATTACK_NODES: u64 = 30_000;
/// Stones to look for a win by fours of the defender's, which ends an attack.
/// To miss one costs time, not truth.
const COUNTER_NODES: u64 = 3_000;

/// As many quiet moves as one likes.
const UNLIMITED: u8 = u8::MAX;
/// How many quiet moves are allowed to begin with, and when that has failed or
/// takes too long: most wins need few, and among many they are hard to see.
const QUIET: [u8; 8] = [1, 2, 3, 4, 6, 8, 12, UNLIMITED];
/// Stones for the first of them; twice as many for each following.
const FIRST_ROUND: u64 = 50_000;

/// A move from a node.
#[derive(Clone, Copy)]
pub(super) struct Child {
    pub(super) square: Square,
    pub(super) node: Id,
    /// The proof number before it is visited.
    guess: u32,
}

/// A position that was reached: the attacker's turn or the defender's.
#[derive(Default)]
pub(super) struct Node {
    /// 0: the attacker wins.
    pub(super) proof: u32,
    /// 0: he does not.
    disproof: u32,
    expanded: bool,
    /// The defender's turn: every legal reply has been looked at that is not
    /// among the children.
    all_replies: bool,
    /// What leads from here is checked.
    checked: bool,
    pub(super) children: Vec<Child>,
    /// The attacker's turn: his win by fours, if he has one. The defender's:
    /// the win by fours that he is threatened with; none where it is a five.
    pub(super) steps: Box<[Step]>,
}

impl Node {
    fn settle(&mut self, wins: bool) {
        (self.proof, self.disproof) = if wins { (0, NEVER) } else { (NEVER, 0) };
    }
}

/// Which child to look at next, and up to which numbers.
struct Choice {
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
    zone_failed: &'a mut FailTable,
    pub(super) budget: &'a mut Budget<'b>,
    pub(super) nodes: Vec<Node>,
    ids: HashMap<u64, Id>,
    /// What the nodes may take, in bytes.
    memory: usize,
    pub(super) steps: Vec<Step>,
    attacker: Color,
    /// How many moves that make no four the attacker may still play.
    quiet: u8,
    /// Whether something was left out because of that.
    cut: bool,
    /// Whether a search for fours was given up, so that a failure is not
    /// certain.
    gave_up: bool,
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
            ids: HashMap::new(),
            memory,
            steps: Vec::new(),
            attacker: position.side_to_move(),
            position,
            quiet: UNLIMITED,
            cut: false,
            gave_up: false,
        }
    }

    /// The node of a win that holds against every reply; `None` if there is
    /// none. Not knowing is an error.
    pub(super) fn run(&mut self) -> Result<Option<Id>, Stopped> {
        let memory = self.memory;
        for (round, &quiet) in QUIET.iter().enumerate() {
            self.nodes = Vec::new();
            self.ids = HashMap::new();
            (self.memory, self.cut, self.gave_up) = (memory, false, false);
            self.quiet = quiet;
            let last = quiet == UNLIMITED;
            self.budget
                .begin_part(if last { u64::MAX } else { FIRST_ROUND << round });
            match self.prove() {
                Ok(Some(root)) => return Ok(Some(root)),
                Ok(None) if self.gave_up && !self.cut => return Err(Stopped),
                Ok(None) if !self.cut => return Ok(None),
                Err(Stopped) if self.budget.is_over() => return Err(Stopped),
                _ => (),
            }
        }
        Err(Stopped)
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
        // What can be reached depends on how many quiet moves are left.
        let left = u64::from(self.quiet).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let key = self.position.board().hash() ^ left;
        if let Some(&id) = self.ids.get(&key) {
            return Ok(id);
        }
        self.take_memory(size_of::<Node>() + 2 * size_of::<(u64, Id)>())?;
        let id = self.nodes.len() as Id;
        self.nodes.push(Node {
            proof: 1,
            disproof: 1,
            ..Node::default()
        });
        self.ids.insert(key, id);
        Ok(id)
    }

    fn take_memory(&mut self, bytes: usize) -> Result<(), Stopped> {
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
                return Ok(());
            };
            let square = node.children[choice.child].square;
            self.budget.spend()?;
            let quiet = self.quiet;
            if self.attacks() && quiet != UNLIMITED && !self.makes_four(square) {
                self.quiet -= 1;
            }
            self.position.place(square);
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
        let known = self.nodes[id as usize].children[index].node;
        if known != NOT_VISITED {
            return Ok(known);
        }
        let child = self.node()?;
        self.nodes[id as usize].children[index].node = child;
        Ok(child)
    }

    /// Brings the numbers of a node up to date with those of its children; the
    /// child to look at next, unless the node is settled.
    fn update(&mut self, id: Id, proof: u32, disproof: u32) -> Option<Choice> {
        let node = &self.nodes[id as usize];
        if node.children.is_empty() {
            return None;
        }
        let attacks = self.attacks();
        // From the side of who is to move: what he hopes for is least where it
        // is easiest, what he fears adds up.
        let numbers = |child: &Child| {
            let (proof, disproof) = match self.nodes.get(child.node as usize) {
                Some(node) => (node.proof, node.disproof),
                None => (child.guess, 1),
            };
            if attacks {
                (proof, disproof)
            } else {
                (disproof, proof)
            }
        };
        let (mut best, mut second, mut fears) = (None, NEVER, 0);
        let (mut least, mut most) = (NEVER, 0);
        for (index, child) in node.children.iter().enumerate() {
            let (hope, fear) = numbers(child);
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
        best.map(|child| Choice {
            child,
            proof,
            disproof,
        })
    }

    /// Whether it is the turn of the side that wants to win.
    fn attacks(&self) -> bool {
        self.position.side_to_move() == self.attacker
    }

    /// Whether the side to move makes a four with this legal move.
    fn makes_four(&self, square: Square) -> bool {
        let color = self.position.side_to_move();
        ThreatClass::FOURS.contains(self.position.class_without_fouls(square, color))
    }

    /// Finds out what there is to do in a position.
    fn expand(&mut self, id: Id) -> Result<(), Stopped> {
        let (wins, children) = match self.attacks() {
            true => self.attack_moves(id)?,
            false => self.replies(id)?,
        };
        self.take_memory(children.len() * size_of::<Child>())?;
        let node = &mut self.nodes[id as usize];
        node.expanded = true;
        node.children = children;
        if let Some(wins) = wins {
            node.settle(wins);
        }
        Ok(())
    }

    /// The attacker's turn: whether he wins by fours or has nothing to try, and
    /// if neither what there is to try.
    fn attack_moves(&mut self, id: Id) -> Result<(Option<bool>, Vec<Child>), Stopped> {
        let (found, zone) = match self.quiet {
            0 => (self.fours(ATTACK_NODES, true)?, SquareSet::EMPTY),
            _ => self.fours_with_zone()?,
        };
        if found {
            self.keep_steps(id)?;
            return Ok((Some(true), Vec::new()));
        }
        if self.quiet == 0 {
            self.cut = true;
            return Ok((Some(false), Vec::new()));
        }
        let position = &*self.position;
        let moves = match movegen::duty(position) {
            Duty::AnswerFive(answers) => answers,
            Duty::AnswerOpenFour(answers) => zone & answers,
            _ => zone,
        };
        let own = position.side_to_move();
        let guess = |square: Square| match position.class_if_played(square, own) {
            ThreatClass::FourThree | ThreatClass::DoubleThree | ThreatClass::ThreePlus => 1,
            ThreatClass::FourPlus | ThreatClass::Three => 2,
            ThreatClass::Four => 3,
            _ => 4,
        };
        let mut children: Vec<Child> = position
            .legal(moves)
            .into_iter()
            .map(|square| Child {
                square,
                node: NOT_VISITED,
                guess: guess(square),
            })
            .collect();
        children.sort_by_key(|child| (child.guess, child.square));
        let nothing = children.is_empty().then_some(false);
        Ok((nothing, children))
    }

    /// The defender's turn: whether he has lost or is under no threat, and if
    /// neither what he can do.
    fn replies(&mut self, id: Id) -> Result<(Option<bool>, Vec<Child>), Stopped> {
        let own = self.position.side_to_move();
        if self.position.count(own, ThreatClass::Five) > 0 {
            return Ok((Some(false), Vec::new()));
        }
        let replies = if self.position.count(!own, ThreatClass::Five) > 0 {
            self.nodes[id as usize].all_replies = true;
            movegen::five_answers(self.position)
        } else {
            self.position.pass();
            let threatens = self.fours(ATTACK_NODES, true);
            self.position.undo();
            if !threatens? {
                return Ok((Some(false), Vec::new()));
            }
            self.keep_steps(id)?;
            if self.fours(COUNTER_NODES, false)? {
                return Ok((Some(false), Vec::new()));
            }
            let steps = std::mem::take(&mut self.nodes[id as usize].steps);
            let squares = support(self.position, &steps);
            let replies = self.refutations(squares, &steps);
            self.nodes[id as usize].steps = steps;
            replies?
        };
        let child = |square| Child {
            square,
            node: NOT_VISITED,
            guess: 1,
        };
        let lost = replies.is_empty().then_some(true);
        Ok((lost, replies.into_iter().map(child).collect()))
    }

    /// Those of some squares on which the side to move may play and then is
    /// not beaten by the fours that it is threatened with.
    fn refutations(&mut self, squares: SquareSet, steps: &[Step]) -> Result<SquareSet, Stopped> {
        let mut found = SquareSet::EMPTY;
        for square in self.position.legal(squares) {
            self.budget.spend()?;
            self.position.place(square);
            if !holds(self.position, steps) {
                found.insert(square);
            }
            self.position.undo();
        }
        Ok(found)
    }

    /// Whether the side to move wins by fours; the win is in `steps`. If it is
    /// not found with so many stones, it does not count.
    pub(super) fn fours(&mut self, nodes: u64, matters: bool) -> Result<bool, Stopped> {
        self.steps.clear();
        self.budget.cap(nodes);
        let found = FourSearch::new(self.position, self.failed, self.budget, &mut self.steps).any();
        self.conclude(found, matters)
    }

    /// [`ThreatSearch::fours`] for the attacker, and if he does not win the
    /// squares where a stone could be a threat.
    fn fours_with_zone(&mut self) -> Result<(bool, SquareSet), Stopped> {
        self.steps.clear();
        self.zone_failed.clear();
        self.budget.cap(ATTACK_NODES);
        let zone = zone::rows(self.position, self.position.side_to_move());
        let mut search = FourSearch::new(
            self.position,
            self.zone_failed,
            self.budget,
            &mut self.steps,
        );
        search.zone = Some(zone);
        let found = search.any();
        let zone = search.zone.unwrap_or_default();
        Ok((self.conclude(found, true)?, zone))
    }

    /// What a search for fours with a cap on the budget says.
    fn conclude(&mut self, found: Result<bool, Stopped>, matters: bool) -> Result<bool, Stopped> {
        let over = self.budget.uncap();
        match found {
            Ok(found) => Ok(found),
            Err(Stopped) if over => Err(Stopped),
            Err(Stopped) => {
                self.gave_up |= matters;
                Ok(false)
            }
        }
    }

    /// Keeps the win by fours that was just found.
    fn keep_steps(&mut self, id: Id) -> Result<(), Stopped> {
        self.take_memory(size_of_val(&self.steps[..]))?;
        self.nodes[id as usize].steps = self.steps.as_slice().into();
        Ok(())
    }

    /// Whether the win from this node holds against every legal reply. Where
    /// it does not, the numbers say so afterwards.
    fn check(&mut self, id: Id) -> Result<bool, Stopped> {
        let node = &self.nodes[id as usize];
        if node.proof != 0 || node.checked {
            return Ok(node.checked && node.proof == 0);
        }
        let holds = match self.attacks() {
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
            self.position.place(square);
            let holds = self.check(child);
            self.position.undo();
            if holds? {
                return Ok(true);
            }
        }
        self.update(id, NEVER, NEVER);
        Ok(false)
    }

    /// A move of the attacker's that is said to win.
    pub(super) fn winning_child(&self, id: Id) -> Option<(Id, Square)> {
        let children = self.nodes[id as usize].children.iter();
        let wins = |child: &&Child| {
            let node = self.nodes.get(child.node as usize);
            node.is_some_and(|node| node.proof == 0)
        };
        let mut wins = children.filter(wins);
        wins.next().map(|child| (child.node, child.square))
    }

    fn check_replies(&mut self, id: Id) -> Result<bool, Stopped> {
        if !self.nodes[id as usize].all_replies {
            self.add_replies(id)?;
        }
        let mut all = true;
        for index in 0..self.nodes[id as usize].children.len() {
            let child = self.nodes[id as usize].children[index];
            if child.node == NOT_VISITED {
                all = false;
                continue;
            }
            self.position.place(child.square);
            let holds = self.check(child.node);
            self.position.undo();
            all &= holds?;
        }
        if !all {
            self.update(id, NEVER, NEVER);
        }
        Ok(all)
    }

    /// Adds the legal replies that disturb the threat although they should
    /// not.
    fn add_replies(&mut self, id: Id) -> Result<(), Stopped> {
        let steps = std::mem::take(&mut self.nodes[id as usize].steps);
        let mut squares = *self.position.board().empty() - support(self.position, &steps);
        for child in &self.nodes[id as usize].children {
            squares.remove(child.square);
        }
        let found = self.refutations(squares, &steps);
        let node = &mut self.nodes[id as usize];
        node.steps = steps;
        node.all_replies = true;
        node.children.extend(found?.into_iter().map(|square| Child {
            square,
            node: NOT_VISITED,
            guess: 1,
        }));
        Ok(())
    }
}
