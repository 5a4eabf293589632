//! Defences against a threatened win by fours: the squares where a stone can disturb
//! it, and whether it does.

use super::vcf::Step;
use super::zone;
use crate::movegen;
use crate::pattern::ThreatClass;
use crate::position::Position;
use crate::types::{Ruleset, Square, SquareSet};

/// The squares where a stone can disturb a win by fours.
pub(super) struct Support {
    pub(super) squares: SquareSet,
    /// Whether no other square can disturb it: see [`support`].
    pub(super) is_whole: bool,
}

/// The squares on which a stone of the side to move can disturb the opponent's
/// win by fours: those that it uses, those that would give an answer in it a
/// four, and the side's own fours.
///
/// A stone elsewhere leaves every square of the win empty, adds no four to any
/// answer, and blocks no five. So the same win works, unless fouls decide: where
/// Black makes fours on points that only look forbidden, the stone may make a three
/// real; where Black's answer is a foul, the stone may make it legal.
pub(super) fn support<R: Ruleset>(position: &mut Position<R>, steps: &[Step]) -> Support {
    let mut support = Support {
        squares: movegen::four_squares(position),
        is_whole: true,
    };
    position.pass();
    collect(position, &mut { steps }, &mut support);
    position.undo();
    support.squares &= *position.board().empty();
    support
}

/// Adds the squares that matter to the last step, and removes that step with all that
/// follow it.
fn collect<R: Ruleset>(position: &mut Position<R>, steps: &mut &[Step], support: &mut Support) {
    let Some((&step, before)) = steps.split_last() else {
        return;
    };
    *steps = before;
    support.squares.insert(step.square);
    let attacker = position.side_to_move();
    match position.threat(step.square, attacker) {
        ThreatClass::Five => return,
        ThreatClass::Forbidden => support.is_whole = false,
        _ => (),
    }
    position.place_for_threats(step.square);
    let fives = *position.squares(attacker, ThreatClass::Five);
    support.squares |= fives;
    let foul = R::RULE.forbids() && step.answers == 0 && fives.len() == 1;
    support.is_whole &= !foul;
    // If one end is blocked by a foul or a stone, more squares can change that.
    if R::RULE.blocks_fives() || foul {
        for five in fives {
            support.squares |= zone::star(position, five);
        }
    }
    for _ in 0..step.answers {
        let Some(answer) = steps.last().and_then(|next| next.answer) else {
            break;
        };
        support.squares.insert(answer);
        position.place_for_threats(answer);
        support.squares |= zone::fours_through(position, answer, !attacker);
        collect(position, steps, support);
        position.undo();
    }
    position.undo();
}

/// The legal moves of the side to move after which the opponent's win by fours
/// no longer works as it is.
pub(super) fn refutations<R: Ruleset>(position: &mut Position<R>, steps: &[Step]) -> SquareSet {
    let support = support(position, steps);
    let squares = match support.is_whole {
        true => support.squares,
        false => *position.board().empty(),
    };
    let legal = position.legal(squares).into_iter();
    legal
        .filter(|&square| refutes(position, steps, square))
        .collect()
}

/// Whether after this move of the side to move the opponent's win by fours no
/// longer works as it is.
pub(super) fn refutes<R: Ruleset>(
    position: &mut Position<R>,
    steps: &[Step],
    square: Square,
) -> bool {
    position.place_for_threats(square);
    let refutes = !holds(position, steps);
    position.undo();
    refutes
}

/// Whether a win by fours found in another position also works here for the side to
/// move.
fn holds<R: Ruleset>(position: &mut Position<R>, steps: &[Step]) -> bool {
    replay(position, &mut { steps })
}

/// Whether the last step wins; removes it with all that follow it.
fn replay<R: Ruleset>(position: &mut Position<R>, steps: &mut &[Step]) -> bool {
    let Some(&step) = steps.last() else {
        return false;
    };
    let attacker = position.side_to_move();
    if !position.board().is_empty(step.square) {
        return skip(steps, false);
    }
    if position.threat(step.square, attacker) == ThreatClass::Five {
        return skip(steps, true);
    }
    if !position.is_legal(step.square) {
        return skip(steps, false);
    }
    position.place_for_threats(step.square);
    let wins = if position.count(!attacker, ThreatClass::Five) > 0
        || position.count(attacker, ThreatClass::Five) == 0
    {
        skip(steps, false)
    } else {
        *steps = &steps[..steps.len() - 1];
        let mut left = movegen::five_answers(position);
        for _ in 0..step.answers {
            let Some(answer) = steps.last().and_then(|next| next.answer) else {
                break;
            };
            if !left.contains(answer) {
                skip(steps, true);
                continue;
            }
            position.place_for_threats(answer);
            if replay(position, steps) {
                left.remove(answer);
            }
            position.undo();
        }
        left.is_empty()
    };
    position.undo();
    wins
}

/// Removes the last step with all that follow it, and returns `wins`.
fn skip(steps: &mut &[Step], wins: bool) -> bool {
    let mut left = 1;
    while left > 0 {
        let Some((step, before)) = steps.split_last() else {
            break;
        };
        *steps = before;
        left += usize::from(step.answers);
        left -= 1;
    }
    wins
}
