//! The static value of a quiet position.

use crate::pattern::PARTS;
use crate::position::Position;
use crate::types::{Ruleset, Score};

/// The value for the side to move: what its squares are worth to the side that
/// moves, less what the opponent's are to the side that waits, and what the
/// threats on the board say. The numbers are fitted to games: see
/// [`crate::pattern::weights`].
#[inline]
pub fn evaluate<R: Ruleset>(position: &Position<R>) -> Score {
    let mover = position.side_to_move();
    let own = position.worth(mover).mover();
    let other = position.worth(!mover).waiter();
    Score::estimate((own - other + position.situation()) / PARTS)
}
