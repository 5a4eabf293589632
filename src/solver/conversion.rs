//! From the steps of a search to a proof, and from a proof to its longest line.

use super::Win;
use super::vcf::Step;
use crate::pattern::ThreatClass;
use crate::position::Position;
use crate::proof::{Node, NodeId, Proof};
use crate::types::{Ruleset, Square, SquareSet};

/// The greatest distance at which a stone can spoil a five, from its last square.
const SPOILS: usize = 6;

/// Adds the win by fours of the side to move with these steps.
pub(super) fn add_fours<R: Ruleset>(
    proof: &mut Proof,
    position: &mut Position<R>,
    steps: &[Step],
) -> NodeId {
    add(proof, position, &mut { steps })
}

/// Adds the last step with all that follow it, and removes them.
fn add<R: Ruleset>(proof: &mut Proof, position: &mut Position<R>, steps: &mut &[Step]) -> NodeId {
    let Some((&step, before)) = steps.split_last() else {
        debug_assert!(false, "steps are missing");
        return 0;
    };
    *steps = before;
    let own = position.side_to_move();
    if position.threat(step.square, own) == ThreatClass::Five {
        return proof.push_win(step.square);
    }
    position.place_for_threats(step.square);
    let mut replies = Vec::new();
    for _ in 0..step.answers {
        let answer = steps.last().and_then(|next| next.answer);
        let Some(answer) = answer else {
            debug_assert!(false, "an answer is missing");
            break;
        };
        position.place_for_threats(answer);
        replies.push((answer, add(proof, position, steps)));
        position.undo();
    }
    let rest = add_fives(proof, position, &mut replies);
    position.undo();
    proof.push(Node {
        square: step.square,
        replies,
        rest,
    })
}

/// Adds the fives against moves that do not answer a four: the same five for all, and
/// for moves that spoil it another one, which is added to the replies.
pub(super) fn add_fives<R: Ruleset>(
    proof: &mut Proof,
    position: &mut Position<R>,
    replies: &mut Vec<(Square, NodeId)>,
) -> Option<NodeId> {
    let own = !position.side_to_move();
    let five = position.squares(own, ThreatClass::Five).first()?;
    let rest = proof.push_win(five);
    let near = |square: &Square| square.distance(five) <= SPOILS;
    let spoilers: SquareSet = match R::RULE.blocks_fives() {
        true => position.board().empty().into_iter().filter(near).collect(),
        false => five.into(),
    };
    for reply in spoilers {
        // Also forbidden ones: they may become legal after another move.
        if replies.iter().any(|&(known, _)| known == reply) {
            continue;
        }
        position.place_for_threats(reply);
        let fives = position.squares(own, ThreatClass::Five);
        if !fives.contains(five)
            && let Some(other) = fives.first()
        {
            replies.push((reply, proof.push_win(other)));
        }
        position.undo();
    }
    Some(rest)
}

/// A proof with its longest line.
pub(super) fn win(proof: Proof) -> Win {
    let moves = proof.lengths();
    let mut line = Vec::new();
    let mut at = proof.root();
    while let Some(node) = at.and_then(|id| proof.node(id)) {
        line.push(node.square);
        let longest = node
            .replies
            .iter()
            .filter(|&&(_, id)| moves[id] > 0)
            .max_by_key(|&&(reply, id)| (moves[id], std::cmp::Reverse(reply)));
        line.extend(longest.map(|&(reply, _)| reply));
        at = longest.map(|&(_, id)| id);
    }
    Win {
        line,
        moves: moves.last().copied().unwrap_or(0),
        proof,
    }
}
