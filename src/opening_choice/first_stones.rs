//! Random first stones.

use rand::Rng;
use rand::seq::IndexedRandom;

use crate::board::Board;
use crate::game::{OpeningAction, OpeningState, Region};
use crate::params::opening::SPREAD;
use crate::types::{Square, SquareSet};

/// Random squares for all the stones that the player to act places now, close to each
/// other and to the stones on the board.
pub(super) fn draw(state: &OpeningState, rng: &mut impl Rng) -> Vec<Square> {
    let count = state.stones_wanted();
    let board = state.board();
    if board.stone_count() == 0 && state.region() == Some(Region::Anywhere) {
        return random_stones(board, count, rng);
    }
    let mut state = state.clone();
    let mut drawn = Vec::new();
    for _ in 0..count {
        let squares: Vec<Square> = near_stones(state.squares(), state.board())
            .into_iter()
            .collect();
        let Some(&square) = squares.choose(rng) else {
            break;
        };
        if state.apply(OpeningAction::Place(square)).is_err() {
            break;
        }
        drawn.push(square);
    }
    drawn
}

/// Those of the squares that are close to a stone; all if none is.
fn near_stones(squares: SquareSet, board: &Board) -> SquareSet {
    let stones: Vec<Square> = board.moves().iter().copied().flatten().collect();
    let is_near = |square: &Square| stones.iter().any(|stone| stone.distance(*square) <= SPREAD);
    let near: SquareSet = squares.into_iter().filter(is_near).collect();
    match near.is_empty() {
        true => squares,
        false => near,
    }
}

/// `count` random squares close to each other, anywhere on the board; fewer only if
/// there are no more empty ones.
fn random_stones(board: &Board, count: usize, rng: &mut impl Rng) -> Vec<Square> {
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
