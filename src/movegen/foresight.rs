//! Wins and losses that threats on the board make certain some plies ahead.

use super::{Duty, duty, four_squares_of, reach_of};
use crate::pattern::{Shape, ThreatClass};
use crate::position::Position;
use crate::types::{Color, Direction, Ruleset, Square, SquareSet};

/// A square with which the side to move wins by its third stone from now, given that its
/// duty is [`Duty::Free`] or [`Duty::AnswerOpenFour`]: a four-three, or two threes against
/// an opponent without fours. Not all such squares are found.
pub fn sure_win<R: Ruleset>(position: &mut Position<R>) -> Option<Square> {
    let own = position.side_to_move();
    let four_threes = *position.squares(own, ThreatClass::FourThree);
    let double_threes = *position.squares(own, ThreatClass::DoubleThree);
    if four_threes.is_empty() && double_threes.is_empty() {
        return None;
    }
    // If fours are answered only by their completion, and the open four is legal, an
    // opponent who cannot make a four has no defence.
    let fouls = R::RULE.forbids() && own == Color::Black;
    let plain = !(R::RULE.blocks_fives() || fouls);
    if plain && four_squares_of(position, !own).is_empty() {
        return four_threes.first().or(double_threes.first());
    }
    let wins = |&square: &Square| wins_by_four(position, square);
    four_threes.into_iter().find(wins)
}

/// Whether every answer to a four on this square allows an open four.
fn wins_by_four<R: Ruleset>(position: &mut Position<R>, square: Square) -> bool {
    position.place_for_threats(square);
    let answers = match duty(position) {
        Duty::AnswerFive(answers) => Some(answers),
        _ => None,
    };
    let wins = answers.is_some_and(|answers| {
        answers.into_iter().all(|answer| {
            position.place_for_threats(answer);
            let open_four = matches!(duty(position), Duty::OpenFour(_) | Duty::Five(_));
            position.undo();
            open_four
        })
    });
    position.undo();
    wins
}

/// The squares that may help against the opponent's threats of four-threes, given that the
/// duty is [`Duty::Free`] and there is no win at once; every other move loses. `None` if
/// nothing is certain.
///
/// To help, a stone must stand on one of the two lines that the four-three is
/// made of, or on the answer to the four, or make that answer a four, or be a
/// four itself.
pub fn four_three_answers<R: Ruleset>(position: &mut Position<R>) -> Option<SquareSet> {
    let own = position.side_to_move();
    let threats = *position.squares(!own, ThreatClass::FourThree);
    // Other answers to a four, or fouls, would change the result.
    let fouls = R::RULE.forbids() && own == Color::White;
    let plain = !(R::RULE.blocks_fives() || fouls);
    if threats.is_empty() || !plain {
        return None;
    }
    let mut answers = *position.board().empty();
    let mut known = false;
    for square in threats {
        if let Some(against) = answers_to(position, square) {
            answers &= against;
            known = true;
        }
    }
    known.then(|| answers | four_squares_of(position, own))
}

/// The squares that may help against the opponent's four-three on this square, without own
/// fours; `None` if it is not a real threat.
fn answers_to<R: Ruleset>(position: &mut Position<R>, square: Square) -> Option<SquareSet> {
    let own = position.side_to_move();
    position.pass();
    position.place_for_threats(square);
    let fives = *position.squares(!own, ThreatClass::Five);
    let reply = fives.first().filter(|_| fives.len() == 1);
    let counters = reply.map(|reply| {
        let shape = |direction| position.shape_if_played(reply, own, direction);
        Direction::ALL.map(shape)
    });
    position.undo();
    position.undo();
    let (reply, counters) = (reply?, counters?);
    if counters.iter().any(|&shape| shape >= Shape::ClosedFour) {
        return None;
    }
    let mut answers = SquareSet::from(square);
    answers.insert(reply);
    for direction in Direction::ALL {
        if position.shape_if_played(square, !own, direction) >= Shape::OpenThree {
            answers |= reach_of::<R>(square, direction);
        }
        if counters[direction.index()] >= Shape::ClosedThree {
            answers |= reach_of::<R>(reply, direction);
        }
    }
    Some(answers)
}
