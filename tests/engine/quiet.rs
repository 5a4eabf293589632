//! The suite of quiet best moves, `bench-positions/quiet.jsonl`.
//!
//! `pbrain-tengen regret clear` made it from files of `regret make`; each move was at
//! least 6 points of a hundred better than the next one by a million nodes and by 20
//! million.

use std::collections::BTreeSet;

use crate::suite::{self, Entry};
use tengen::clock::Control;
use tengen::engine::{Engine, Options};
use tengen::teach::{Tries, is_quiet};
use tengen::types::Square;

/// Nodes of a question to the solver.
const SOLVER_NODES: u64 = 20_000;
/// With these nodes the engine finds most of the moves.
const NODES: u64 = 10_000;

fn best(entry: &Entry) -> Square {
    let squares = entry.squares(&entry.claims.best);
    assert_eq!(squares.len(), 1, "{}", entry.record.id);
    squares.first().expect("a move")
}

#[test]
fn best_moves_are_quiet_and_positions_differ() {
    let entries = suite::read("quiet");
    let mut seen = BTreeSet::new();
    for entry in &entries {
        let mut tries = Tries::new(SOLVER_NODES);
        let (board, rule) = (entry.board(), entry.rule());
        assert!(
            is_quiet(board, rule, best(entry), &mut tries),
            "{}",
            entry.record.id
        );
        assert!(seen.insert(board.hash()), "{}", entry.record.id);
    }
}

#[test]
fn the_engine_finds_most_of_them() {
    let mut engine = Engine::new().expect("an engine");
    let entries = suite::read("quiet");
    let is_found = |entry: &&Entry| {
        engine.set_options(Options {
            rule: entry.rule(),
            nodes: Some(NODES),
            infinite: true,
            memory: 32 << 20,
            ..Options::default()
        });
        engine.new_game(entry.board().clone());
        let found = engine.think(&Control::new(), &|_| ()).expect("a move");
        found.line[0] == best(entry)
    };
    let found = entries.iter().filter(is_found).count();
    println!("{found} of {} with {NODES} nodes", entries.len());
    assert!(4 * found >= 3 * entries.len());
}
