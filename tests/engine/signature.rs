//! The signature of the benchmark: a hash of the nodes and scores of a fixed
//! search. It changes with every change of play and with nothing else; whoever
//! changes the play writes the new one here and into the commit message.

use tengen::board::notation::play_moves;
use tengen::cli::{BENCH_DEPTH, bench};
use tengen::clock::Control;
use tengen::engine::{Engine, Options};
use tengen::search::Iteration;
use tengen::types::Rule;

/// What `pbrain-tengen bench` prints.
const SIGNATURE: u32 = 0xb9cc_f3fb;

#[test]
fn the_signature_is_the_one_that_is_written_down() {
    let result = bench(BENCH_DEPTH, &Options::default(), |_, _, _| Ok(())).unwrap();
    assert_eq!(
        result.signature, SIGNATURE,
        "bench now gives {:08x} ({} nodes)",
        result.signature, result.nodes
    );
}

#[test]
fn wide_registers_change_nothing() {
    let run = |portable| {
        let options = Options {
            portable,
            ..Options::default()
        };
        bench(5, &options, |_, _, _| Ok(())).unwrap()
    };
    let (wide, portable) = (run(false), run(true));
    assert_eq!(
        (wide.signature, wide.nodes),
        (portable.signature, portable.nodes)
    );
}

#[test]
fn the_same_twice() {
    let run = || {
        let result = bench(3, &Options::default(), |_, _, _| Ok(())).unwrap();
        (result.signature, result.nodes)
    };
    assert_eq!(run(), run());
}

fn search(engine: &mut Engine, rule: Rule, nodes: u64) -> Iteration {
    engine.set_options(Options {
        rule,
        nodes: Some(nodes),
        infinite: true,
        memory: 32 << 20,
        ..Options::default()
    });
    engine.clear_hash();
    let found = engine.think(&Control::new(), &|_| ());
    found.expect("the board is not full")
}

#[test]
fn a_limit_of_nodes_is_kept_and_repeatable() {
    let mut engine = Engine::new().unwrap();
    play_moves(engine.board_mut(), "h8i9g7j10h10").unwrap();
    for rule in Rule::ALL {
        for nodes in [0, 1, 2, 10, 100, 1_000, 3_333, 20_000] {
            let one = search(&mut engine, rule, nodes);
            assert!(one.nodes <= nodes, "{rule} {nodes}");
            let two = search(&mut engine, rule, nodes);
            assert_eq!(
                (&one.line, one.score, one.nodes),
                (&two.line, two.score, two.nodes)
            );
        }
    }
}
