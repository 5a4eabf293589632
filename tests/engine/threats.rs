//! What the threat solver does for the engine's move.

use crate::common::{middle_game, rng};
use tengen::board::{Board, notation};
use tengen::clock::Control;
use tengen::engine::{Engine, Options};
use tengen::position::Position;
use tengen::search::Iteration;
use tengen::solver::{Answer, Goal, Solver, SolverLimits};
use tengen::types::{Caro, CaroOverline, Freestyle, Renju, Rule, Ruleset, ScoreKind, Standard};

const MEMORY: usize = 4 << 20;

/// The engine's move with this many nodes.
fn think(board: &Board, rule: Rule, nodes: u64) -> Iteration {
    let mut engine = Engine::new().unwrap();
    engine.set_board(board.clone());
    let options = Options {
        rule,
        nodes: Some(nodes),
        infinite: true,
        memory: 32 << 20,
        ..Options::default()
    };
    engine.set_options(options);
    engine.think(&Control::new(), &|_| ()).expect("a move")
}

/// A win by fours, however long, is played as soon as few stones show it.
fn plays_fours<R: Ruleset>() {
    let mut solver = Solver::new(MEMORY);
    let mut long = 0;
    for seed in 0..150 {
        let board = middle_game(R::RULE, &mut rng(9_000_000 + seed));
        let mut position = Position::<R>::new(board.clone());
        let few = SolverLimits::nodes(500);
        let Answer::Win(win) = solver.solve(&mut position, Goal::Vcf, few).answer else {
            continue;
        };
        let found = think(&board, R::RULE, 20_000);
        let said = || format!("seed {seed}\n{}", notation::diagram(&board, |_| None));
        let ScoreKind::WinIn(plies) = found.score.kind() else {
            panic!("{} is no win: {}", found.score, said());
        };
        assert!(plies <= 2 * win.moves + 1, "{plies} plies: {}", said());
        assert!(position.is_legal(found.line[0]), "{}", said());
        long += usize::from(win.moves > 2);
    }
    assert!(long > 0, "{}", R::RULE);
}

#[test]
fn wins_by_fours_are_played_in_every_rule() {
    plays_fours::<Freestyle>();
    plays_fours::<Standard>();
    plays_fours::<Renju>();
    plays_fours::<Caro>();
    plays_fours::<CaroOverline>();
}

/// Every win by threats that few stones show is announced, whether the solver
/// or the search sees it first, and its line can be played.
fn announces_threats<R: Ruleset>() {
    let mut solver = Solver::new(MEMORY);
    let mut wins = 0;
    for seed in 0..150 {
        let board = middle_game(R::RULE, &mut rng(9_500_000 + seed));
        let mut position = Position::<R>::new(board.clone());
        let mut ask = |goal| {
            let limits = SolverLimits::nodes(400);
            solver.solve(&mut position, goal, limits).answer
        };
        if ask(Goal::Vcf) != Answer::None || !matches!(ask(Goal::Vct), Answer::Win(_)) {
            continue;
        }
        wins += 1;
        let found = think(&board, R::RULE, 4_000);
        let said = || format!("seed {seed}\n{}", notation::diagram(&board, |_| None));
        assert!(found.score.is_win(), "{}: {}", found.score, said());
        for square in found.line {
            assert!(
                position.board().is_empty(square) && position.is_legal(square),
                "{}",
                said()
            );
            position.place(square);
        }
    }
    assert!(wins > 0, "{}", R::RULE);
}

#[test]
fn wins_by_threats_are_announced() {
    announces_threats::<Freestyle>();
    announces_threats::<Standard>();
    announces_threats::<Renju>();
}
