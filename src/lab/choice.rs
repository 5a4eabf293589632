//! Positions in which a move was chosen, as policies learn from them.

use crate::movegen::{Duty, duty, quiet_squares};
use crate::position::Position;
use crate::types::{Ruleset, Square};

/// The legal squares among which the side to move chose `played`, and its place among
/// them. `None` if the move was forced or is not one of them.
pub(super) fn choice<R: Ruleset>(
    position: &Position<R>,
    played: Square,
) -> Option<(Vec<Square>, usize)> {
    let squares = match duty(position) {
        Duty::Free => quiet_squares(position),
        Duty::AnswerOpenFour(answers) => answers,
        _ => return None,
    };
    let squares: Vec<Square> = position.legal(squares).into_iter().collect();
    let place = squares.iter().position(|&square| square == played)?;
    Some((squares, place))
}
