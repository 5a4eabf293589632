//! The engine plays the opening rules, on either side and on both.

use std::sync::Arc;
use std::time::Duration;

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use tengen::board::Board;
use tengen::clock::Control;
use tengen::engine::{Engine, Options};
use tengen::game::{OpeningAction, OpeningRule, OpeningState, Player};
use tengen::types::{Color, Rule};

/// No opening has more actions than this: twenty fifth moves, five stones, and
/// what is asked between them; or, with stones that are added again and again,
/// what fits on a small board.
const MOST_ACTIONS: usize = 40;

fn engine(options: Options) -> Engine {
    let mut engine = Engine::new().unwrap();
    engine.set_options(Options {
        hash: Some(1 << 20),
        ..options
    });
    engine
}

fn nodes(rule: Rule, nodes: u64) -> Options {
    Options {
        rule,
        nodes: Some(nodes),
        ..Options::default()
    }
}

fn beginning(rule: OpeningRule, side: usize) -> OpeningState {
    OpeningState::new(rule, Board::new(side, side).unwrap()).unwrap()
}

/// The engine does its turn, which must be legal; says what it did.
fn engine_acts(engine: &mut Engine, state: &mut OpeningState, seed: u64) -> Vec<OpeningAction> {
    let player = state.to_act().expect("somebody is to act");
    let turn = engine.opening_turn(state, seed, &Control::new());
    assert!(!turn.actions.is_empty(), "{state:?}");
    for &action in &turn.actions {
        let legal = state.legal_actions();
        assert!(legal.contains(&action), "{action:?} of {legal:?}");
        state.apply_by(player, action).unwrap();
    }
    assert_ne!(state.to_act(), Some(player), "not the whole turn");
    if let Some(square) = turn.follows {
        assert!(state.is_over() && state.board().is_empty(square));
        assert_eq!(state.color_of(player), state.board().side_to_move());
    }
    turn.actions
}

/// An opening by the engine with itself.
fn opening(rule: OpeningRule, options: Options, side: usize, seed: u64) -> OpeningState {
    let mut engine = engine(options);
    let mut state = beginning(rule, side);
    engine.set_board(state.board().clone());
    while !state.is_over() {
        engine_acts(&mut engine, &mut state, seed);
        assert!(state.actions().len() <= MOST_ACTIONS, "{state:?}");
    }
    assert_eq!(engine.board().stone_count(), 0, "the game is not changed");
    state
}

#[test]
fn whole_openings_with_itself() {
    for rule in OpeningRule::ALL {
        for (game_rule, side) in [(Rule::Freestyle, 15), (Rule::Renju, 15), (Rule::Caro, 9)] {
            let state = opening(rule, nodes(game_rule, 150), side, 7);
            let stones = state.board().stone_count();
            let needed = match rule {
                OpeningRule::Free => 0,
                OpeningRule::FirstMoveSwap => 1,
                OpeningRule::Swap1 | OpeningRule::Swap3 | OpeningRule::SwapAfterThree => 3,
                OpeningRule::Pro | OpeningRule::LongPro => 3,
                OpeningRule::Swap2 => stones.clamp(3, 5),
                OpeningRule::SuperSakata => stones.max(5),
                _ => 5,
            };
            assert_eq!(stones, needed, "{rule}: {state:?}");
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_opening() {
    for rule in OpeningRule::ALL {
        let play = |seed| opening(rule, nodes(Rule::Renju, 100), 15, seed);
        assert_eq!(play(3), play(3), "{rule}");
    }
    let first = |seed| opening(OpeningRule::Swap2, nodes(Rule::Freestyle, 300), 15, seed);
    assert_ne!(first(1).board().moves(), first(2).board().moves());
}

#[test]
fn any_opponent_gets_a_legal_answer() {
    let mut rng = StdRng::seed_from_u64(5);
    for rule in OpeningRule::ALL {
        for game in 0..6 {
            let side = [7, 9, 15][game % 3];
            let mut engine = engine(nodes(Rule::ALL[game % Rule::ALL.len()], 60));
            let own = Player::ALL[game / 3];
            if rule.least_side().is_some_and(|least| least > side) {
                continue;
            }
            let mut state = beginning(rule, side);
            engine.set_board(state.board().clone());
            while let Some(player) = state.to_act() {
                if player == own {
                    engine_acts(&mut engine, &mut state, rng.random());
                } else {
                    let action = *state.legal_actions().choose(&mut rng).unwrap();
                    state.apply(action).unwrap();
                }
            }
        }
    }
}

#[test]
fn without_time_the_answers_are_legal_and_at_once() {
    let options = |rule| Options {
        rule,
        turn_time: Some(Duration::ZERO),
        ..Options::default()
    };
    for rule in OpeningRule::ALL {
        opening(rule, options(Rule::Renju), 15, 1);
    }
}

/// A stopped engine answers with what it has: at once, if it has been stopped
/// before.
#[test]
fn a_stopped_engine_answers_in_every_phase() {
    let unlimited = Options {
        rule: Rule::Renju,
        infinite: true,
        ..Options::default()
    };
    let mut rng = StdRng::seed_from_u64(9);
    for rule in OpeningRule::ALL {
        let mut engine = engine(unlimited.clone());
        let mut state = beginning(rule, 15);
        while !state.is_over() {
            let control = Control::new();
            control.stop();
            let turn = engine.opening_turn(&state, rng.random(), &control);
            for action in turn.actions {
                state.apply(action).unwrap();
            }
        }
    }
}

#[test]
fn a_stop_ends_a_turn() {
    for rule in [OpeningRule::Yamaguchi, OpeningRule::Swap2] {
        let control = Arc::new(Control::new());
        let stopper = Arc::clone(&control);
        let thread = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(30));
            stopper.stop();
        });
        let mut engine = engine(Options {
            nodes: Some(u64::MAX / 2),
            ..nodes(Rule::Renju, 0)
        });
        let turn = engine.opening_turn(&beginning(rule, 15), 1, &control);
        thread.join().unwrap();
        assert!(turn.actions.len() >= 3, "{turn:?}");
    }
}

/// The stones of these moves, by a whole turn each, in an opening that needs no
/// other action.
fn after(rule: OpeningRule, actions: &[OpeningAction]) -> OpeningState {
    let mut state = beginning(rule, 15);
    for &action in actions {
        state.apply(action).unwrap();
    }
    state
}

fn places(moves: &str) -> Vec<OpeningAction> {
    let mut board = Board::new(15, 15).unwrap();
    tengen::board::notation::play_moves(&mut board, moves).unwrap();
    let squares = board.moves().iter().copied().flatten();
    squares.map(OpeningAction::Place).collect()
}

#[test]
fn the_better_colour_is_taken() {
    // White's stone is far away, Black's three is open.
    let won = places("h8a1h9");
    for rule in [OpeningRule::Swap1, OpeningRule::Swap2] {
        let mut engine = engine(nodes(Rule::Freestyle, 3_000));
        let turn = engine.opening_turn(&after(rule, &won), 1, &Control::new());
        assert_eq!(turn.actions, [OpeningAction::Take(Color::Black)]);
        assert_eq!(turn.follows, None);
    }
    let mut engine = engine(nodes(Rule::Freestyle, 3_000));
    let turn = engine.opening_turn(&after(OpeningRule::Swap3, &won), 1, &Control::new());
    assert_eq!(turn.actions, [OpeningAction::Swap]);
}
