//! Games of the engine with itself, and what is learnt from them.

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use tengen::eval::weights::{Weights, pair_index};
use tengen::lab::fit::fit;
use tengen::lab::selfplay::{ScoredGame, Wanted, play};
use tengen::pattern::Shape;
use tengen::rules::{self, Outcome};
use tengen::types::{Color, Rule};

fn games(rule: Rule, count: usize, first: usize) -> Vec<ScoredGame> {
    let wanted = Wanted {
        rule,
        width: 12,
        height: 12,
        nodes: 150,
        games: count,
        first,
    };
    let games = Mutex::new(Vec::new());
    let stop = Arc::new(AtomicBool::new(false));
    play(&wanted, 2, &stop, &|game| games.lock().unwrap().push(game)).unwrap();
    let mut games = games.into_inner().unwrap();
    games.sort_by(|a, b| a.moves.cmp(&b.moves));
    games
}

#[test]
fn games_with_the_same_numbers_are_the_same() {
    let once = games(Rule::Standard, 8, 3);
    assert_eq!(once.len(), 8);
    assert_eq!(once, games(Rule::Standard, 8, 3));
    assert_ne!(once, games(Rule::Standard, 8, 30));
}

#[test]
fn games_are_whole_and_legal() {
    for rule in Rule::ALL {
        for game in games(rule, 6, 0) {
            assert_eq!(game.rule, rule.to_string());
            let text = serde_json::to_string(&game).unwrap();
            assert_eq!(serde_json::from_str::<ScoredGame>(&text).unwrap(), game);
            let board = game.board().unwrap();
            let played = board.moves().len() - game.opening;
            assert!(game.random <= board.moves().len());
            // Nobody plays on when a win is proven.
            match rules::outcome(&board, rule) {
                Some(Outcome::Draw) => assert_eq!((game.black, game.scores.len()), (1, played)),
                Some(_) => assert_eq!(game.scores.len(), played),
                None => assert_eq!(game.scores.len(), played + 1),
            }
            let last = *game.scores.last().unwrap();
            if rules::outcome(&board, rule).is_none() {
                let black_moves = board.side_to_move() == Color::Black;
                let decided = last.abs() > 20_000;
                // Only a game that is long enough is broken off.
                assert!(decided || game.black == 1 && board.stone_count() >= 80);
                assert!(!decided || (game.black == 2) == (black_moves == (last > 0)));
            }
        }
    }
}

#[test]
fn a_stopped_series_ends_at_once() {
    let wanted = Wanted {
        rule: Rule::Freestyle,
        width: 15,
        height: 15,
        nodes: 1_000,
        games: 1_000_000,
        first: 0,
    };
    let stop = Arc::new(AtomicBool::new(false));
    let count = Mutex::new(0);
    let report = |_| {
        *count.lock().unwrap() += 1;
        stop.store(true, Relaxed);
    };
    play(&wanted, 2, &stop, &report).unwrap();
    assert!((1..=2).contains(&*count.lock().unwrap()));
}

#[test]
fn a_fit_learns_what_wins() {
    for rule in [Rule::Freestyle, Rule::Renju] {
        let games = games(rule, 1_000, 0);
        let fitted = fit(rule, &games, 12).unwrap();
        assert_eq!(fitted.weights.len(), if rule.forbids() { 2 } else { 1 });
        // The games are level for as long as they can be: little can be known.
        let [_, nothing, value] = fitted.losses;
        assert!(value < nothing - 0.002, "{value} against {nothing}");
        // Of about 60 squares the one that was played.
        let [first, three] = fitted.right;
        assert!(first > 0.1 && three > 0.25, "{first} {three}");
        let white = fitted.weights.last().unwrap();
        // With nothing, or with little, on another line: each alone is rare.
        let sum = |weights: &[i32], shape: Shape| -> i32 {
            let others = &Shape::ALL[..=5];
            others
                .iter()
                .map(|&other| weights[pair_index(shape, other)])
                .sum()
        };
        for weights in [&white.mover, &white.makes] {
            let (three, one) = (Shape::FreeThree, Shape::ClosedOne);
            let (three, one) = (sum(weights, three), sum(weights, one));
            assert!(three > one, "{three} {one}");
        }
        let text: String = fitted.weights.iter().map(Weights::to_text).collect();
        assert_eq!(Weights::read(&text), Ok(fitted.weights));
    }
}
