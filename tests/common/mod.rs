//! What several tests share.
#![allow(dead_code)]

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use tengen::board::{Board, Content, Symmetry};
use tengen::types::{Color, Square};

/// A generator whose numbers are the same in every run.
pub fn rng(seed: u64) -> StdRng {
    StdRng::seed_from_u64(seed)
}

/// A random empty square, mostly close to a stone, as games are played.
pub fn random_square(board: &Board, rng: &mut StdRng) -> Option<Square> {
    let empty: Vec<Square> = (*board.empty()).into_iter().collect();
    if empty.is_empty() {
        return None;
    }
    let stones: Vec<Square> = Color::ALL
        .into_iter()
        .flat_map(|color| board.stones(color).collect::<Vec<_>>())
        .collect();
    for _ in 0..8 {
        let square = empty[rng.random_range(0..empty.len())];
        let close = |&stone: &Square| stone.distance(square) <= 2;
        if stones.iter().any(close) {
            return Some(square);
        }
    }
    Some(empty[rng.random_range(0..empty.len())])
}

/// The same stones seen another way, with the same side to move.
pub fn turned(board: &Board, symmetry: Symmetry) -> Board {
    let mut other = Board::new(board.width(), board.height()).unwrap();
    for (square, content) in board.squares() {
        let there = symmetry.apply(square, board);
        match content {
            Content::Stone(color) => other.place_as(color, there),
            Content::Wall => other.block(there),
            Content::Empty => (),
        }
    }
    if other.side_to_move() != board.side_to_move() {
        other.pass();
    }
    other
}
