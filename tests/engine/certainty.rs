//! A win or a loss that is announced as proven is one, whatever area of the
//! board the search has looked at.

use std::sync::Mutex;

use crate::common::{random_square, rng};
use tengen::board::Board;
use tengen::board::notation::{moves_text, parse_square, play_moves};
use tengen::clock::Control;
use tengen::engine::{Engine, Options};
use tengen::movegen::{Duty, duty};
use tengen::position::{Area, Position};
use tengen::rules;
use tengen::search::Event;
use tengen::types::{Freestyle, Rule, Score};

/// The positions of each rule.
const POSITIONS: usize = 120;
/// Nodes of the search that may announce something.
const FEW: u64 = 3_000;
/// Nodes of the search of the whole board that is to agree.
const MANY: u64 = 60_000;

fn score(engine: &mut Engine, rule: Rule, board: &Board, area: Area, nodes: u64) -> Score {
    engine.set_options(Options {
        rule,
        area,
        nodes: Some(nodes),
        memory: 32 << 20,
        ..Options::default()
    });
    engine.clear_hash();
    engine.set_board(board.clone());
    let found = engine.think(&Control::new(), &|_| ());
    found.expect("an empty square").score
}

/// A random position on a small board, without a five.
fn position(rule: Rule, seed: u64) -> Board {
    let mut rng = rng(seed);
    let mut board = Board::new(9, 9).unwrap();
    let stones = 6 + seed as usize % 14;
    while board.stone_count() < stones {
        let square = random_square(&board, &mut rng).unwrap();
        board.place(square);
        if rules::outcome(&board, rule).is_some() {
            board.undo();
        }
    }
    board
}

/// After each legal reply to a proven loss, and after the move of a proven win,
/// a search of the whole board must see the same winner.
fn proven_is_certain(rule: Rule) {
    let mut engine = Engine::new().unwrap();
    let (mut wins, mut losses, mut unproven) = (0, 0, 0);
    for seed in 0..POSITIONS as u64 {
        let board = position(rule, seed);
        let found = score(&mut engine, rule, &board, Area::Square2, FEW);
        match found {
            _ if !found.is_decisive() => continue,
            _ if !found.is_proven() => {
                unproven += 1;
                continue;
            }
            _ if found.is_win() => wins += 1,
            _ => losses += 1,
        }
        let whole = score(&mut engine, rule, &board, Area::Whole, MANY);
        assert!(
            !whole.is_decisive() || whole.is_win() == found.is_win(),
            "{rule} {}: {found} is {whole}",
            moves_text(&board)
        );
        if found.is_win() {
            continue;
        }
        for reply in *board.empty() {
            let mut after = board.clone();
            after.place(reply);
            if rules::outcome(&after, rule).is_some() {
                continue;
            }
            let answer = score(&mut engine, rule, &after, Area::Whole, MANY);
            assert!(
                answer.is_win(),
                "{rule} {}: {found}, but {reply:?} leads to {answer}",
                moves_text(&board)
            );
        }
    }
    println!("{rule}: {wins} wins, {losses} losses, {unproven} not proven");
    assert!(wins > 5 && losses > 0);
}

#[test]
fn a_blocked_answer_leaves_the_loss_unproven() {
    let mut board = Board::new(9, 9).unwrap();
    play_moves(&mut board, "e5e7f5f7g5g7h5").unwrap();
    let mut engine = Engine::new().unwrap();
    engine.set_board(board);
    // Two completions: lost whatever White plays.
    let found = engine.think(&Control::new(), &|_| ()).unwrap();
    assert!(found.score.is_loss() && found.score.is_proven());
    // With one completion White has an answer, which is not to be played.
    let mut board = Board::new(9, 9).unwrap();
    play_moves(&mut board, "e5d5f5f7g5g7h5").unwrap();
    let answer = parse_square("i5", &board).unwrap();
    engine.set_board(board);
    engine.blocked_mut().insert(answer);
    let found = engine.think(&Control::new(), &|_| ()).unwrap();
    assert!(found.score.is_loss() && !found.score.is_proven());
    assert_ne!(found.line[0], answer);
}

/// With several lines only the moves of the area are looked at: a loss is proven
/// only where every other move is known to lose.
#[test]
fn a_loss_within_an_area_is_not_proven() {
    let mut engine = Engine::new().unwrap();
    let rule = Rule::Freestyle;
    let mut unproven = 0;
    for seed in 0..POSITIONS as u64 {
        let board = position(rule, seed);
        engine.clear_hash();
        engine.set_board(board.clone());
        engine.set_options(Options {
            area: Area::Square2,
            nodes: Some(FEW),
            memory: 32 << 20,
            lines: 2,
            ..Options::default()
        });
        let best = Mutex::new(None);
        let report = |event: Event| {
            if let Event::Line(found) = event
                && found.rank == 0
            {
                *best.lock().unwrap() = Some(found.score);
            }
        };
        engine.think(&Control::new(), &report);
        let free = duty(&Position::<Freestyle>::new(board)) == Duty::Free;
        let score = best.into_inner().unwrap().unwrap();
        if free && score.is_loss() {
            assert!(!score.is_proven(), "seed {seed}: {score}");
            unproven += 1;
        }
    }
    assert!(unproven > 0);
}

#[test]
fn freestyle() {
    proven_is_certain(Rule::Freestyle);
}

#[test]
fn renju() {
    proven_is_certain(Rule::Renju);
}

#[test]
fn caro() {
    proven_is_certain(Rule::Caro);
}
