//! How the engine plays the openings of [`game`](crate::game) in which players
//! choose colours.

use rand::Rng;
use rand::seq::IndexedRandom;

use crate::board::Board;
use crate::game::OpeningReply;
use crate::params::opening::SPREAD;
use crate::search::Iteration;
use crate::types::Square;

/// Keeps the colour to move if it is not worse off, and plays its best move.
pub fn reply(found: &Iteration) -> OpeningReply {
    match found.line.first() {
        Some(&square) if found.score.value() >= 0 => OpeningReply::Place(vec![square]),
        _ => OpeningReply::Swap,
    }
}

/// So many random squares not too far from each other, anywhere on the board;
/// fewer only if there are no more empty ones.
pub fn random_stones(board: &Board, count: usize, rng: &mut impl Rng) -> Vec<Square> {
    let empty: Vec<Square> = board.empty().into_iter().collect();
    let spread = SPREAD.min((board.width().min(board.height()) - 1) / 2);
    let margin = |length: usize, at: usize| at >= spread && at + spread < length;
    let is_inner =
        |square: &&Square| margin(board.width(), square.x()) && margin(board.height(), square.y());
    let inner: Vec<Square> = empty.iter().filter(is_inner).copied().collect();
    let Some(&middle) = inner.choose(rng).or_else(|| empty.choose(rng)) else {
        return Vec::new();
    };
    let (near, far): (Vec<Square>, Vec<Square>) = empty
        .iter()
        .partition(|square| square.distance(middle) <= spread);
    let mut squares: Vec<Square> = near.choose_multiple(rng, count).copied().collect();
    squares.extend(far.choose_multiple(rng, count - squares.len()));
    squares
}
