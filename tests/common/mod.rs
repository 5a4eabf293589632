//! What several tests share.
#![allow(dead_code)]

pub mod driver;
pub mod rig;
pub mod table;
pub mod talk;

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use tengen::board::Board;
use tengen::eval::network::NetworkChoice;
use tengen::lab::selfplay::{GameSet, Plan, ScoredGame, play, relabel};
use tengen::rules;
use tengen::types::{Color, Rule, Square};

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

/// A random position of a game's middle: stones near each other, as many of
/// both colours as in a game, no five and no four.
pub fn middle_game(rule: Rule, rng: &mut StdRng) -> Board {
    let stones = rng.random_range(8..=40);
    let mut board = Board::new(15, 15).unwrap();
    let mut tries = 0;
    while board.stone_count() < stones && tries < 2_000 {
        tries += 1;
        let near = |square: &Square| square.distance(board.center()) <= 4;
        let Some(square) = random_square(&board, rng).filter(near) else {
            continue;
        };
        let own = board.side_to_move();
        let foul =
            rule.forbids() && own == Color::Black && rules::forbidden(&board, square).is_some();
        if rules::wins(&board, rule, square, own) || foul {
            continue;
        }
        board.place(square);
        let wins = |square: Square| rules::wins(&board, rule, square, own);
        if board.empty().into_iter().any(wins) {
            board.undo();
        }
    }
    board
}

/// The first games of a plan.
pub fn games_of(plan: Plan, count: usize) -> GameSet {
    let games = Mutex::new(Vec::new());
    let stop = Arc::new(AtomicBool::new(false));
    let report = |game: &ScoredGame| {
        games.lock().unwrap().push(game.clone());
        true
    };
    play(
        &plan,
        &NetworkChoice::Embedded,
        (0, count),
        2,
        &stop,
        &report,
    )
    .unwrap();
    GameSet {
        rule: plan.rule.parse().unwrap(),
        scores: plan.scores.clone(),
        plan: Some(plan),
        games: games.into_inner().unwrap(),
        torn: false,
    }
}

/// Searches positions of the games from the `done`-th on again, with this many threads.
pub fn searched_again(
    plan: &Plan,
    (done, games): (usize, &[ScoredGame]),
    threads: usize,
) -> Vec<ScoredGame> {
    let found = Mutex::new(Vec::new());
    let stop = Arc::new(AtomicBool::new(false));
    let report = |game: &ScoredGame| {
        found.lock().unwrap().push(game.clone());
        true
    };
    relabel(
        plan,
        &NetworkChoice::Embedded,
        (done, games),
        threads,
        &stop,
        &report,
    )
    .unwrap();
    found.into_inner().unwrap()
}
