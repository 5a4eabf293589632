//! The network as a part of the evaluation, and as a file that people name.

use std::sync::Arc;

use crate::common::rig::Folder;
use crate::common::{middle_game, rng};
use rand::Rng;
use tengen::board::{Board, Symmetry};
use tengen::clock::Control;
use tengen::engine::{Engine, Options};
use tengen::eval::Evaluator;
use tengen::eval::network::{Network, NetworkChoice, write};
use tengen::machine::Width;
use tengen::movegen::quiet_squares;
use tengen::position::Position;
use tengen::types::{ByRule, Rule, Ruleset, Square};

/// What the network says of every empty square.
fn policies<R: Ruleset>(board: &Board) -> Vec<(Square, i32)> {
    let position = Position::<R>::new(board.clone());
    let network = Arc::clone(Network::embedded(R::RULE));
    let mut evaluator = Evaluator::with_network(&position, Some(network));
    let all = board.empty().into_iter();
    all.map(|square| (square, evaluator.policy(&position, square)))
        .collect()
}

struct Turned;

impl ByRule for Turned {
    type Output = ();

    fn run<R: Ruleset>(self) {
        let mut rng = rng(21);
        for _ in 0..40 {
            let board = middle_game(R::RULE, &mut rng);
            let here = policies::<R>(&board);
            let different = here.iter().filter(|one| one.1 != here[0].1).count();
            assert!(different > here.len() / 4);
            for symmetry in Symmetry::of_size(board.width(), board.height()) {
                let turned = symmetry.image(&board);
                let there = policies::<R>(&turned);
                for &(square, policy) in &here {
                    let image = symmetry.apply(square, &board);
                    assert!(there.contains(&(image, policy)));
                }
            }
        }
    }
}

#[test]
fn a_turned_board_has_the_same_policy() {
    for rule in Rule::ALL {
        rule.run(Turned);
    }
}

/// The network with a random context.
fn with_random_context(network: &Network, rng: &mut impl Rng) -> Network {
    let mut numbers = network.numbers().to_vec();
    for one in &mut numbers {
        let context = &mut one.context;
        let mut fill = |row: &mut [i16]| row.fill_with(|| rng.random_range(-400..=400));
        context.first.iter_mut().for_each(|row| fill(row));
        context.gates.iter_mut().for_each(|row| fill(row));
        context.begins.iter_mut().for_each(|row| fill(row));
        for threats in &mut context.threats {
            threats.fill_with(|| rng.random_range(-30_000..=30_000));
        }
    }
    Network::new(network.rule(), numbers, network.value().cloned())
}

struct Walk {
    has_random_context: bool,
}

impl ByRule for Walk {
    type Output = ();

    fn run<R: Ruleset>(self) {
        let mut rng = rng(22);
        let embedded = Network::embedded(R::RULE);
        let network = match self.has_random_context {
            true => Some(Arc::new(with_random_context(embedded, &mut rng))),
            false => Some(Arc::clone(embedded)),
        };
        for _ in 0..12 {
            let (width, height) = (rng.random_range(5..=22), rng.random_range(5..=22));
            let mut position = Position::<R>::new(Board::new(width, height).unwrap());
            let mut evaluator = Evaluator::with_network(&position, network.clone());
            let mut depth = 0;
            for _ in 0..200 {
                let squares: Vec<Square> = quiet_squares(&position).into_iter().collect();
                if depth > 0 && (squares.is_empty() || rng.random_bool(0.3)) {
                    evaluator.undo(&mut position);
                    depth -= 1;
                } else if let Some(&square) = squares.get(rng.random_range(0..squares.len().max(1)))
                {
                    position.place(square);
                    depth += 1;
                }
                // What is kept is brought up to date over several steps too.
                if rng.random_bool(0.4) {
                    continue;
                }
                let anew = Position::<R>::new(position.board().clone());
                let mut fresh = Evaluator::with_network(&anew, network.clone());
                fresh.set_width(Width::PORTABLE);
                assert_eq!(evaluator.value(&position), fresh.value(&anew));
                for square in *position.board().empty() {
                    assert_eq!(
                        evaluator.policy(&position, square),
                        fresh.policy(&anew, square)
                    );
                }
            }
        }
    }
}

#[test]
fn a_walked_position_is_judged_like_a_new_one_without_wide_registers() {
    for rule in Rule::ALL {
        for has_random_context in [false, true] {
            rule.run(Walk { has_random_context });
        }
    }
}

#[test]
fn a_file_of_a_network_takes_its_place_under_its_rule() {
    let folder = Folder::new();
    let freestyle = Network::embedded(Rule::Freestyle);
    let path = folder.write("freestyle.net", write(freestyle));
    let given = NetworkChoice::parse(&path).unwrap();
    assert_eq!(given.network(Rule::Freestyle), Some(freestyle));
    let own = Network::embedded(Rule::Renju);
    assert_eq!(given.network(Rule::Renju), Some(own));
    assert_eq!(
        NetworkChoice::parse("off").unwrap().network(Rule::Caro),
        None
    );
    let embedded = NetworkChoice::parse("embedded").unwrap();
    assert_eq!(embedded, NetworkChoice::Embedded);
    let damaged = folder.write("damaged.net", &write(freestyle)[..5_000]);
    for bad in [&damaged, "/dev/zero", "/", "no such file", ""] {
        let error = NetworkChoice::parse(bad).expect_err(bad).to_string();
        assert!(!error.is_empty());
    }
    assert!(
        NetworkChoice::parse(&damaged)
            .unwrap_err()
            .to_string()
            .contains("damaged")
    );
}

#[test]
fn the_search_asks_the_network_that_it_is_given() {
    let mut nodes = Vec::new();
    for network in [NetworkChoice::Embedded, NetworkChoice::Off] {
        let mut engine = Engine::new().unwrap();
        tengen::board::notation::play_moves(engine.board_mut(), "h8i9g7j10h10").unwrap();
        engine.set_options(Options {
            network,
            depth: Some(8),
            infinite: true,
            ..Options::default()
        });
        nodes.push(engine.think(&Control::new(), &|_| ()).unwrap().nodes);
    }
    assert_ne!(nodes[0], nodes[1]);
}
