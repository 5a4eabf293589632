//! Wins and losses that threats on the board make certain some plies ahead.

use super::{Duty, duty, four_squares, four_squares_of, reach_of};
use crate::pattern::{Shape, ThreatClass};
use crate::position::Position;
use crate::types::{Color, Direction, Ruleset, Square, SquareSet};

/// With more answers to threats of open fours two threes are not said to win.
const MOST_COUNTERS: usize = 4;
/// With more answers to threats of open fours nothing is said to be lost.
const MOST_ANSWERS: usize = 6;

/// A square with which the side to move wins, and the number of plies this takes, given that
/// its duty is [`Duty::Free`] or [`Duty::AnswerOpenFour`]: a four whose answer is forbidden,
/// a four-three, or two threes against an opponent without fours or whose fours do not help.
/// Not all such squares are found.
pub fn sure_win<R: Ruleset>(position: &mut Position<R>) -> Option<(Square, usize)> {
    if let Some(square) = foul_win(position) {
        return Some((square, 3));
    }
    let own = position.side_to_move();
    let four_threes = *position.squares(own, ThreatClass::FourThree);
    let double_threes = *position.squares(own, ThreatClass::DoubleThree);
    if four_threes.is_empty() && double_threes.is_empty() {
        return None;
    }
    // If the open four is legal, an opponent who cannot make a four has no defence.
    let plain = !(R::RULE.forbids() && own == Color::Black);
    if plain && four_squares_of(position, !own).is_empty() {
        let square = four_threes.first().or(double_threes.first());
        return square.map(|square| (square, 5));
    }
    let wins = |&square: &Square| wins_by_four(position, square);
    if let Some(square) = four_threes.into_iter().find(wins) {
        return Some((square, 5));
    }
    if !plain {
        return None;
    }
    let wins = |&square: &Square| wins_against_fours(position, square);
    let square = double_threes.into_iter().find(wins);
    square.map(|square| (square, 7))
}

/// Renju: a square where White makes a four that Black may not answer.
fn foul_win<R: Ruleset>(position: &mut Position<R>) -> Option<Square> {
    let forbids = R::RULE.forbids() && position.side_to_move() == Color::White;
    if !forbids || position.count(Color::Black, ThreatClass::Forbidden) == 0 {
        return None;
    }
    let fours = four_squares(position);
    for answer in *position.squares(Color::Black, ThreatClass::Forbidden) {
        for direction in Direction::ALL {
            // With one more stone there would be a four, so there are three now.
            if position.shape_if_played(answer, Color::White, direction) < Shape::ClosedFour {
                continue;
            }
            for square in reach_of::<R>(answer, direction) & fours {
                if square != answer && cannot_be_answered(position, square) {
                    return Some(square);
                }
            }
        }
    }
    None
}

/// Whether a four on this square has no legal answer.
fn cannot_be_answered<R: Ruleset>(position: &mut Position<R>, square: Square) -> bool {
    after(
        position,
        square,
        |position| matches!(duty(position), Duty::AnswerFive(answers) if answers.is_empty()),
    )
}

/// Whether a stone on this square threatens open fours that the opponent's fours, which have
/// one answer each, do not stop.
fn wins_against_fours<R: Ruleset>(position: &mut Position<R>, square: Square) -> bool {
    after(position, square, |position| match duty(position) {
        Duty::AnswerOpenFour(answers) if answers.len() <= MOST_COUNTERS => answers
            .into_iter()
            .all(|answer| gains_nothing(position, answer)),
        _ => false,
    })
}

/// Whether a stone on this square is a four after whose answer nothing helps.
fn gains_nothing<R: Ruleset>(position: &mut Position<R>, square: Square) -> bool {
    after(position, square, |position| match duty(position) {
        Duty::AnswerFive(answers) if answers.len() == 1 => answers.into_iter().all(|answer| {
            after(position, answer, |position| match duty(position) {
                Duty::AnswerFive(answers) | Duty::AnswerOpenFour(answers) => answers.is_empty(),
                _ => false,
            })
        }),
        _ => false,
    })
}

/// The number of plies in which the side to move loses, given that its duty is
/// [`Duty::AnswerOpenFour`] with these answers: each of them allows a sure win, or is a four
/// that gains nothing. Not all such losses are found.
pub fn sure_loss<R: Ruleset>(position: &mut Position<R>, answers: SquareSet) -> Option<usize> {
    if !threatens_more(position) {
        return None;
    }
    let own = position.side_to_move();
    let answers = position.legal(answers);
    if answers.len() > MOST_ANSWERS {
        return None;
    }
    let mut longest = 4;
    for answer in answers {
        let plies = match position.legal_threat(answer, own) >= ThreatClass::Four {
            true => gains_nothing(position, answer).then_some(6),
            false => after(position, answer, |position| match duty(position) {
                Duty::Five(_) | Duty::OpenFour(_) => Some(4),
                Duty::Free | Duty::AnswerOpenFour(_) => sure_win(position).map(|win| win.1 + 1),
                Duty::AnswerFive(_) => None,
            }),
        };
        longest = longest.max(plies?);
    }
    Some(longest)
}

/// Whether the opponent, who threatens an open four, threatens more than that: otherwise there
/// is hardly ever a [`sure_loss`].
fn threatens_more<R: Ruleset>(position: &Position<R>) -> bool {
    let other = !position.side_to_move();
    let makes_three = |square: Square| {
        let mut shapes = Direction::ALL
            .into_iter()
            .map(|one| position.shape_if_played(square, other, one));
        shapes.any(Shape::is_three)
    };
    let has = |color, class| position.count(color, class) > 0;
    has(other, ThreatClass::FourThree)
        || has(other, ThreatClass::DoubleThree)
        || R::RULE.forbids() && other == Color::White && has(Color::Black, ThreatClass::Forbidden)
        || position
            .squares(other, ThreatClass::OpenFour)
            .into_iter()
            .any(makes_three)
}

/// Whether every answer to a four on this square allows an open four.
fn wins_by_four<R: Ruleset>(position: &mut Position<R>, square: Square) -> bool {
    after(position, square, |position| match duty(position) {
        Duty::AnswerFive(answers) => answers.into_iter().all(|answer| {
            after(position, answer, |position| {
                matches!(duty(position), Duty::OpenFour(_) | Duty::Five(_))
            })
        }),
        _ => false,
    })
}

/// What `ask` says of the position after a stone on this square.
#[inline]
fn after<R: Ruleset, T>(
    position: &mut Position<R>,
    square: Square,
    ask: impl FnOnce(&mut Position<R>) -> T,
) -> T {
    position.place_for_threats(square);
    let answer = ask(position);
    position.undo();
    answer
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
