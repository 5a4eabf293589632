//! Opening rules in which players choose colours.

use std::time::Duration;

use rand::Rng;

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

/// Keeps the colour to move if it is not worse off, and plays its best move.
pub fn answer(found: &Iteration) -> Answer {
    match found.line.first() {
        Some(&square) if found.score.value() >= 0 => Answer::Place(vec![square]),
        _ => Answer::Swap,
    }
}

/// Three random stones not too far from each other, anywhere on the board.
pub fn random_three(board: &Board, rng: &mut impl Rng) -> Vec<Square> {
    let (width, height) = (board.width() as i32, board.height() as i32);
    let spread = 3.min(width / 2).min(height / 2);
    let x = rng.random_range(spread..width - spread);
    let y = rng.random_range(spread..height - spread);
    let mut squares = Vec::new();
    while squares.len() < 3 {
        let (dx, dy) = (
            rng.random_range(-spread..=spread),
            rng.random_range(-spread..=spread),
        );
        if let Some(square) = board.square(x + dx, y + dy)
            && board.is_empty(square)
            && !squares.contains(&square)
        {
            squares.push(square);
        }
    }
    squares
}
