//! Opening rules in which players choose colours.

use std::time::Duration;

use rand::Rng;
use rand::seq::IndexedRandom;

use crate::board::Board;
use crate::search::Iteration;
use crate::types::Square;

/// How the colours are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpeningRule {
    /// One player places the first stone, the other chooses.
    Swap,
    /// One player places three stones; the other chooses, or places two more
    /// and lets the first choose.
    Swap2,
}

impl OpeningRule {
    /// Whether a player with this many stones before him has more to decide
    /// than a move.
    pub fn asks(self, stones: usize) -> bool {
        match self {
            OpeningRule::Swap => stones < 2,
            OpeningRule::Swap2 => matches!(stones, 0 | 3 | 5),
        }
    }
}

/// An answer in an opening with a choice of colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Take the other colour.
    Swap,
    /// Keep the colour and place these stones.
    Place(Vec<Square>),
}

/// How many openings of three stones are looked at ...
pub const TRIES: usize = 40;
/// ... with so many nodes each ...
pub const NODES: u64 = 10_000;
/// ... and for no longer than this.
pub const MOST_TIME: Duration = Duration::from_secs(2);
/// How far the first three stones may be from the middle one.
const SPREAD: usize = 3;

/// Keeps the colour to move if it is not worse off, and plays its best move.
pub fn answer(found: &Iteration) -> Answer {
    match found.line.first() {
        Some(&square) if found.score.value() >= 0 => Answer::Place(vec![square]),
        _ => Answer::Swap,
    }
}

/// Three random squares not too far from each other, anywhere on the board;
/// fewer only if there are no more empty ones.
pub fn random_three(board: &Board, rng: &mut impl Rng) -> Vec<Square> {
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
    let mut squares: Vec<Square> = near.choose_multiple(rng, 3).copied().collect();
    squares.extend(far.choose_multiple(rng, 3 - squares.len()));
    squares
}
