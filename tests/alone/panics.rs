//! A panic inside the search costs no game: it is caught, and the best legal
//! move known so far is played.

use crate::common::driver::alone;
use tengen::board::notation::play_moves;
use tengen::clock::Control;
use tengen::engine::{Engine, Options};
use tengen::search::Event;
use tengen::types::Rule;

#[test]
fn a_panic_in_the_search_still_gives_the_best_move_known() {
    let _alone = alone();
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| ()));
    let mut engine = Engine::new().unwrap();
    play_moves(engine.board_mut(), "h8i9g7j10h10").unwrap();
    for rule in Rule::ALL {
        let think = |engine: &mut Engine, panic_at: i32, depth: i32| {
            engine.set_options(Options {
                rule,
                depth: Some(depth),
                ..Options::default()
            });
            engine.clear_hash();
            let found = engine.think(&Control::new(), &|event| {
                if let Event::Line(found) = event {
                    assert!(found.depth < panic_at, "a planted panic");
                }
            });
            found.expect("a move in spite of the panic")
        };
        // What is known when depth 3 is announced is what depth 3 found.
        let panicked = think(&mut engine, 3, 6);
        assert_eq!(panicked.depth, 3);
        assert!(engine.board().is_empty(panicked.line[0]));
        // Nothing is known yet but the order of the moves.
        let panicked = think(&mut engine, 0, 6);
        assert_eq!(panicked.depth, 0);
        assert!(engine.board().is_empty(panicked.line[0]));
        // And the engine works on.
        assert_eq!(think(&mut engine, 100, 4).depth, 4);
    }
    std::panic::set_hook(before);
}
