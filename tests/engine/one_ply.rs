//! Games against a player that looks one ply ahead: it plays the square with
//! the best class, its own or the opponent's, and the best value among equals.
//! The engine must win nearly all of them. `TENGEN_ONE_PLY_GAMES` plays more.

use crate::common::rng;
use rand::Rng;
use rand::rngs::StdRng;
use tengen::board::Board;
use tengen::clock::Control;
use tengen::engine::{Engine, Options};
use tengen::eval::Evaluator;
use tengen::pattern::ThreatClass;
use tengen::position::Position;
use tengen::rules::{self, Outcome};
use tengen::types::{ByRule, Color, Rule, Ruleset, Square};

const NODES: u64 = 5_000;

/// The square that looks best at first sight.
fn one_ply<R: Ruleset>(board: &Board) -> Square {
    let position = Position::<R>::new(board.clone());
    let mut evaluator = Evaluator::new(&position);
    let own = board.side_to_move();
    let worth = |&square: &Square| {
        let attack = position.class_if_played(square, own);
        let defence = position.class_if_played(square, !own);
        // A five of ours, then one of theirs, then an open four of ours ...
        let rank = |class: ThreatClass, first: bool| 2 * class as i32 + i32::from(first);
        let value = evaluator.policy(&position, square);
        (rank(attack, true).max(rank(defence, false)), value)
    };
    let legal = |square: &Square| position.is_legal(*square);
    let empty = *board.empty();
    let best = empty.into_iter().filter(legal).max_by_key(worth);
    best.or(empty.first()).expect("an empty square")
}

/// [`one_ply`] under a rule.
struct OnePly<'a>(&'a Board);

impl ByRule for OnePly<'_> {
    type Output = Square;

    fn run<R: Ruleset>(self) -> Square {
        one_ply::<R>(self.0)
    }
}

/// The engine's points from one game: 2 for a win, 1 for a draw.
fn game(engine: &mut Engine, rule: Rule, color: Color, rng: &mut StdRng) -> u32 {
    let mut board = Board::new(15, 15).unwrap();
    while board.stone_count() < 2 {
        let (dx, dy) = (rng.random_range(-2..=2), rng.random_range(-2..=2));
        let square = board.square(7 + dx, 7 + dy).unwrap();
        if board.is_empty(square) {
            board.place(square);
        }
    }
    engine.set_options(Options {
        rule,
        nodes: Some(NODES),
        infinite: true,
        memory: 32 << 20,
        ..Options::default()
    });
    loop {
        match rules::outcome(&board, rule) {
            Some(Outcome::Five(winner)) => return 2 * u32::from(winner == color),
            Some(Outcome::Foul(_)) => return 2 * u32::from(color == Color::White),
            Some(Outcome::Draw) => return 1,
            None => (),
        }
        let square = if board.side_to_move() == color {
            engine.set_board(board.clone());
            let found = engine.think(&Control::new(), &|_| ());
            found.expect("the board is not full").line[0]
        } else {
            rule.run(OnePly(&board))
        };
        board.place(square);
    }
}

#[test]
fn the_engine_beats_a_player_that_looks_one_ply_ahead() {
    let games: u32 = std::env::var("TENGEN_ONE_PLY_GAMES")
        .map_or(20, |text| text.parse().expect("a number of games"));
    let mut engine = Engine::new().unwrap();
    let rng = &mut rng(1);
    let mut points = 0;
    for number in 0..games {
        let rule = Rule::ALL[number as usize / 2 % Rule::ALL.len()];
        let color = Color::ALL[number as usize % 2];
        let won = game(&mut engine, rule, color, rng);
        if won < 2 {
            println!("game {number}, {rule}, as {color}: {won} of 2 points");
        }
        points += won;
    }
    println!("{points} of {} points", 2 * games);
    assert!(points * 100 >= 2 * games * 95);
}
