//! Everything that a position keeps move by move equals its recomputation, and
//! taking back restores it: on random games in every rule and many sizes.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::common::{random_square, rng};
use rand::Rng;
use tengen::board::{Board, Content};
use tengen::eval::Evaluator;
use tengen::eval::network::{Network, ValueNumbers, is_bare};
use tengen::pattern::Shape;
use tengen::position::{Area, Position};
use tengen::types::{Caro, CaroOverline, Color, Direction, Freestyle, Renju, Ruleset, Standard};

/// The same position put together square by square: the hash, the line keys and
/// the empty squares owe nothing to the moves and takebacks.
fn rebuilt(board: &Board) -> Board {
    let mut fresh = Board::new(board.width(), board.height()).unwrap();
    for (square, content) in board.squares() {
        match content {
            Content::Empty => (),
            Content::Stone(color) => fresh.place_as(color, square),
            Content::Wall => fresh.block(square),
        }
    }
    if fresh.side_to_move() != board.side_to_move() {
        fresh.pass();
    }
    fresh
}

/// What is asked of many squares or directions at once is what each of them
/// says.
fn agrees<R: Ruleset>(position: &Position<R>) {
    let empty = *position.board().empty();
    assert_eq!(
        empty.into_iter().size_hint(),
        (empty.len(), Some(empty.len()))
    );
    let one_by_one = empty
        .into_iter()
        .filter(|&square| position.is_legal(square));
    assert_eq!(position.legal(empty), one_by_one.collect());
    for (square, color) in empty
        .into_iter()
        .flat_map(|square| Color::ALL.map(|color| (square, color)))
    {
        let shape = |direction| position.shape_if_played(square, color, direction);
        let most = Direction::ALL.map(shape).into_iter().max();
        for least in Shape::ALL {
            assert_eq!(
                position.makes_at_least(square, color, least),
                most >= Some(least)
            );
        }
    }
}

/// A network that says something of everything.
fn network<R: Ruleset>() -> Arc<Network> {
    let rng = &mut rng(5);
    let policy = Network::embedded(R::RULE).numbers().to_vec();
    let mut value = ValueNumbers::zero(policy.len());
    let rows = value.windows.iter_mut().enumerate();
    for (_, row) in rows.filter(|&(index, _)| !is_bare(index)) {
        row.fill_with(|| rng.random_range(-300..300));
    }
    for layers in &mut value.layers {
        let first = layers.first.as_flattened_mut().iter_mut();
        let weights = first.chain(layers.second.as_flattened_mut());
        weights.for_each(|weight| *weight = rng.random_range(-200..200));
        layers.first_bias.fill(300_000);
        layers.second_bias.fill(300_000);
        layers
            .threats
            .iter_mut()
            .for_each(|threat| threat.fill_with(|| rng.random_range(-90_000..90_000)));
        layers.last.fill_with(|| rng.random_range(-3_000..3_000));
        layers.past.fill_with(|| rng.random_range(-300..300));
    }
    Arc::new(Network::new(R::RULE, policy, Some(value)))
}

/// Plays a random game with passes, walls and takebacks, checking each step.
fn walk<R: Ruleset>(width: usize, height: usize, seed: u64) {
    let rng = &mut rng(seed);
    let mut board = Board::new(width, height).unwrap();
    for _ in 0..seed % 4 {
        let square = random_square(&board, rng).unwrap();
        board.block(square);
    }
    let area = Area::ALL[seed as usize % Area::ALL.len()];
    let mut position = Position::<R>::with_area(board.clone(), area);
    let mut evaluator = Evaluator::with_network(&position, Some(network::<R>()));
    let mut values = BTreeSet::new();
    let mut played = 0;
    loop {
        if played > 0 && rng.random_ratio(1, 4) {
            evaluator.undo(&mut position);
            board.undo();
            played -= 1;
        } else if rng.random_ratio(1, 20) {
            position.pass();
            board.pass();
            played += 1;
        } else {
            let Some(square) = random_square(&board, rng) else {
                break;
            };
            position.place(square);
            board.place(square);
            played += 1;
        }
        assert_eq!(position.board(), &board);
        assert_eq!(board, rebuilt(&board));
        assert!(
            position.is_consistent(),
            "{} {width}x{height} seed {seed} {area:?}",
            R::RULE
        );
        // Its network is not asked after every move.
        if rng.random_ratio(1, 3) {
            assert!(evaluator.is_consistent(&position));
            values.insert(evaluator.value(&position).value());
        }
        agrees(&position);
    }
    assert!(values.len() * 2 > played / 3);
    (0..played).for_each(|_| evaluator.undo(&mut position));
    assert!(position.is_consistent() && evaluator.is_consistent(&position));
}

fn walks<R: Ruleset>() {
    for side in 5..=22 {
        walk::<R>(side, side, side as u64);
    }
    for (width, height) in [(5, 22), (22, 5), (15, 20), (7, 6), (12, 22)] {
        walk::<R>(width, height, 100 + width as u64);
    }
    for seed in 0..12 {
        walk::<R>(15, 15, 1000 + seed);
    }
}

#[test]
fn freestyle() {
    walks::<Freestyle>();
}

#[test]
fn standard() {
    walks::<Standard>();
}

#[test]
fn renju() {
    walks::<Renju>();
}

#[test]
fn caro() {
    walks::<Caro>();
}

#[test]
fn caro_overline() {
    walks::<CaroOverline>();
}

/// Stones placed for threats alone leave the same threats as others, and
/// nothing at all when they are taken back.
fn threats_alone<R: Ruleset>() {
    for seed in 0..40 {
        let mut rng = rng(70_000 + seed);
        let mut position = Position::<R>::new(Board::new(15, 15).unwrap());
        for _ in 0..30 {
            let square = random_square(position.board(), &mut rng).unwrap();
            position.place(square);
        }
        let before = position.board().clone();
        for _ in 0..8 {
            let square = random_square(position.board(), &mut rng).unwrap();
            position.place_for_threats(square);
            let fresh = Position::<R>::new(position.board().clone());
            for square in *position.board().empty() {
                for color in Color::ALL {
                    assert_eq!(position.threat(square, color), fresh.threat(square, color));
                }
            }
        }
        (0..8).for_each(|_| position.undo());
        assert!(position.is_consistent() && *position.board() == before);
    }
}

#[test]
fn stones_for_threats_alone_in_every_rule() {
    threats_alone::<Freestyle>();
    threats_alone::<Standard>();
    threats_alone::<Renju>();
    threats_alone::<Caro>();
    threats_alone::<CaroOverline>();
}
