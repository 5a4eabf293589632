//! The static value of a quiet position.

use crate::params::value::TEMPO;
use crate::position::Position;
use crate::types::{Ruleset, Score};

/// The value for the side to move: what its squares promise, less what the
/// opponent's do, and the move itself. The last is chosen so that scores agree
/// from one ply to the next.
#[inline]
pub fn evaluate<R: Ruleset>(position: &Position<R>) -> Score {
    let own = position.value(position.side_to_move());
    let other = position.value(!position.side_to_move());
    Score::estimate(own - other + TEMPO)
}
