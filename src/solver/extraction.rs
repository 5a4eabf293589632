//! The proof of a win by threats, from the nodes of its search.

use std::collections::HashMap;

use super::budget::Stopped;
use super::conversion::{add_fives, add_fours};
use super::proof_number::ThreatSearch;
use super::prospects::Id;
use super::support::support;
use crate::movegen;
use crate::pattern::ThreatClass;
use crate::position::Position;
use crate::proof::{self, NodeId, Proof};
use crate::types::{Ruleset, Square};

impl<R: Ruleset> ThreatSearch<'_, '_, R> {
    /// The proof of the win found and checked at this node, that of the position.
    pub(super) fn proof(&mut self, root: Id) -> Result<Proof, Stopped> {
        let mut proof = Proof::new();
        self.add_attack(root, &mut proof, &mut HashMap::new())?;
        Ok(proof)
    }

    /// Adds the attacker's move in a position, once.
    fn add_attack(
        &mut self,
        id: Id,
        proof: &mut Proof,
        known: &mut HashMap<Id, NodeId>,
    ) -> Result<NodeId, Stopped> {
        if let Some(&node) = known.get(&id) {
            return Ok(node);
        }
        let node = match self.winning_child(id) {
            None => {
                let prospect = self.nodes[id as usize].prospect;
                add_fours(
                    proof,
                    self.known.position,
                    &self.known.all[prospect as usize].steps,
                )
            }
            Some((child, square)) => {
                self.known.position.place_for_threats(square);
                let replies = self.add_replies_of(child, proof, known);
                self.known.position.undo();
                let (replies, rest) = replies?;
                proof.push(proof::Node {
                    square,
                    replies,
                    rest,
                })
            }
        };
        known.insert(id, node);
        Ok(node)
    }

    /// Adds the answers to each reply in a position. Returns the replies with their
    /// answers, and the answer to all others.
    #[allow(clippy::type_complexity)]
    fn add_replies_of(
        &mut self,
        id: Id,
        proof: &mut Proof,
        known: &mut HashMap<Id, NodeId>,
    ) -> Result<(Vec<(Square, NodeId)>, Option<NodeId>), Stopped> {
        let mut replies = Vec::new();
        let prospect = self.nodes[id as usize].prospect as usize;
        for index in 0..self.nodes[id as usize].children.len() {
            let child = self.nodes[id as usize].children[index];
            let square = self.known.all[prospect].moves[index].square;
            self.known.position.place_for_threats(square);
            let added = self.add_attack(child, proof, known);
            self.known.position.undo();
            replies.push((square, added?));
        }
        let attacker = !self.known.position.side_to_move();
        if self.known.position.count(attacker, ThreatClass::Five) > 0 {
            let rest = add_fives(proof, self.known.position, &mut replies);
            return Ok((replies, rest));
        }
        self.known.position.pass();
        let rest = add_fours(proof, self.known.position, &self.known.all[prospect].steps);
        self.known.position.undo();
        // Where the support is whole, the same fours win against all else.
        let support = support(self.known.position, &self.known.all[prospect].steps);
        let others = match support.is_whole && !cfg!(debug_assertions) {
            true => support.squares,
            false => *self.known.position.board().empty(),
        };
        for square in self.known.position.legal(others) {
            if replies.iter().any(|&(reply, _)| reply == square) {
                continue;
            }
            self.known.position.place_for_threats(square);
            let added = match works(proof, rest, self.known.position) {
                true => Ok(None),
                false if support.is_whole && !support.squares.contains(square) => {
                    debug_assert!(false, "a support is whole");
                    Err(Stopped)
                }
                false => self.add_other_fours(proof).map(Some),
            };
            self.known.position.undo();
            replies.extend(added?.map(|node| (square, node)));
        }
        Ok((replies, Some(rest)))
    }

    /// Adds a win by fours where the threatened one works only with another five.
    fn add_other_fours(&mut self, proof: &mut Proof) -> Result<NodeId, Stopped> {
        let found = self.known.fours(u64::MAX / 2, true)?;
        debug_assert!(found, "a reply that does not disturb a win by fours does");
        if !found {
            return Err(Stopped);
        }
        Ok(add_fours(proof, self.known.position, &self.known.steps))
    }
}

/// Whether a proof by fours, followed literally, wins for the side to move.
fn works<R: Ruleset>(proof: &Proof, id: NodeId, position: &mut Position<R>) -> bool {
    let Some(node) = proof.node(id) else {
        return false;
    };
    let attacker = position.side_to_move();
    if !position.board().is_empty(node.square) {
        return false;
    }
    if position.threat(node.square, attacker) == ThreatClass::Five {
        return true;
    }
    if !position.is_legal(node.square) {
        return false;
    }
    position.place_for_threats(node.square);
    let wins = position.count(!attacker, ThreatClass::Five) == 0 && answers(proof, id, position);
    position.undo();
    wins
}

/// [`works`] once the node's move is made.
fn answers<R: Ruleset>(proof: &Proof, id: NodeId, position: &mut Position<R>) -> bool {
    let (attacker, node) = (!position.side_to_move(), &proof.nodes()[id]);
    let five = node.rest.map(|rest| proof.nodes()[rest].square);
    let Some(five) = five.filter(|&five| position.threat(five, attacker) == ThreatClass::Five)
    else {
        return false;
    };
    let mut all = movegen::five_answers(position);
    let may_spoil = match R::RULE.blocks_fives() {
        true => super::zone::star(position, five),
        false => five.into(),
    };
    all |= position.legal(may_spoil);
    all.into_iter().all(|reply| {
        let own = node.replies.iter().find(|(square, _)| *square == reply);
        position.place_for_threats(reply);
        let wins = match own {
            Some(&(_, next)) => works(proof, next, position),
            None => position.threat(five, attacker) == ThreatClass::Five && reply != five,
        };
        position.undo();
        wins
    })
}
