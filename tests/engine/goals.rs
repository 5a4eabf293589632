//! What the engine can be asked besides its next move, and the options that
//! change what a search means: through the library, without any text.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use tengen::board::notation::{parse_diagram, play_moves};
use tengen::board::{Board, Symmetry};
use tengen::clock::{Control, TimeChange};
use tengen::engine::{Engine, Options, forbidden_points};
use tengen::game::{End, MoveLimit, OpeningReply, OpeningRule};
use tengen::position::Area;
use tengen::search::{Event, Iteration};
use tengen::types::{Color, Rule, Score, Square};

fn at_depth(depth: i32) -> Options {
    Options {
        depth: Some(depth),
        infinite: true,
        memory: 32 << 20,
        ..Options::default()
    }
}

fn engine(moves: &str, options: Options) -> Engine {
    let mut engine = Engine::new().unwrap();
    play_moves(engine.board_mut(), moves).unwrap();
    engine.set_options(options);
    engine
}

fn think(engine: &mut Engine) -> Iteration {
    engine.think(&Control::new(), &|_| ()).expect("a move")
}

/// The last line of every rank that was reported.
fn lines(engine: &mut Engine) -> Vec<Iteration> {
    let lines: Mutex<Vec<Iteration>> = Mutex::new(Vec::new());
    let report = |event: Event| {
        if let Event::Line(found) = event {
            let mut lines = lines.lock().unwrap();
            lines.retain(|line| line.rank != found.rank);
            lines.push(found.clone());
        }
    };
    engine.think(&Control::new(), &report).expect("a move");
    let mut lines = lines.into_inner().unwrap();
    lines.sort_by_key(|line| line.rank);
    lines
}

/// What a search of the position after these stones says of it in normalised
/// units, for the side that placed the first.
fn score_after(engine: &mut Engine, squares: &[Square], depth: i32) -> i32 {
    let (board, options) = (engine.board().clone(), engine.options().clone());
    squares
        .iter()
        .for_each(|&square| engine.board_mut().place(square));
    engine.set_options(Options {
        depth: Some(depth),
        ..options.clone()
    });
    let score = think(engine).score;
    let score = engine.scale().normalised(score).units();
    engine.set_board(board);
    engine.set_options(options);
    if squares.len() % 2 == 1 {
        -score
    } else {
        score
    }
}

#[test]
fn balanced_stones_are_near_to_the_bias() {
    for rule in Rule::ALL {
        for (moves, stones, bias) in [
            ("", 1, 0),
            ("h8i9", 1, 0),
            ("h8i9", 1, 50),
            ("h8i9g7", 2, 0),
            ("h8", 2, -100),
        ] {
            let options = Options {
                rule,
                ..at_depth(4)
            };
            let mut engine = engine(moves, options);
            let found = engine.balance(stones, bias, &Control::new(), &|_| ());
            let found = found.expect("a board with room");
            let squares = &found.line[..stones];
            assert!(engine.board().is_empty(squares[0]));
            assert_eq!(squares.iter().collect::<BTreeSet<_>>().len(), stones);
            let score = engine.scale().normalised(found.score).units();
            assert!((score - bias).abs() < 100, "{rule} {moves}: {found:?}");
            let again = score_after(&mut engine, squares, 4);
            assert!(
                (again - bias).abs() < 230,
                "{rule} {moves}: {again} for {bias}"
            );
        }
    }
}

#[test]
fn no_balance_without_room() {
    let mut engine = engine("", at_depth(2));
    let rows = "XXOOX/OOXXO/XXOOX/OOXXO/XXOO.";
    engine.set_board(parse_diagram(rows).unwrap());
    let balance = |engine: &mut Engine, stones| {
        let found = engine.balance(stones, 0, &Control::new(), &|_| ());
        found.map(|found| found.line[0])
    };
    assert_eq!(balance(&mut engine, 1), engine.board().square(4, 4));
    assert_eq!(balance(&mut engine, 2), None);
}

#[test]
fn a_limit_of_moves_ends_the_game() {
    // Black has an open three and wins with the fifth ply from now, but for the
    // end of the game.
    let moves = "h8a1i8a3j8a5c12a7";
    let score = |ending: MoveLimit| {
        let options = Options {
            ending,
            ..at_depth(6)
        };
        think(&mut engine(moves, options)).score
    };
    assert_eq!(score(MoveLimit::default()), Score::win_in(3));
    let ends = |more: usize, winner| MoveLimit {
        moves: 8 + more,
        winner,
    };
    assert_eq!(score(ends(3, None)), Score::win_in(3));
    assert_eq!(score(ends(2, None)), Score::DRAW);
    assert_eq!(score(ends(1, None)), Score::DRAW);
    assert!(score(ends(2, Some(Color::White))).is_loss());
    assert!(score(ends(2, Some(Color::Black))).is_win());
    assert!(score(ends(1, Some(Color::Black))).is_win());
}

#[test]
fn what_a_full_board_is_worth_can_be_chosen() {
    let mut engine = engine("", at_depth(6));
    engine.set_board(parse_diagram("XXOO./OOXXO/XXOOX/OOXXO/XXOO.").unwrap());
    let to_move = engine.board().side_to_move();
    for (winner, wanted) in [(None, 0), (Some(to_move), 1), (Some(!to_move), -1)] {
        engine.set_options(Options {
            ending: MoveLimit {
                winner,
                ..MoveLimit::default()
            },
            ..at_depth(6)
        });
        assert_eq!(think(&mut engine).score.value().signum(), wanted);
    }
}

#[test]
fn mirrored_lines_are_left_out_on_request() {
    let first_moves = |distinct| -> Vec<Square> {
        let mut engine = engine(
            "h8",
            Options {
                lines: 6,
                distinct,
                ..at_depth(2)
            },
        );
        lines(&mut engine).iter().map(|line| line.line[0]).collect()
    };
    let mut board = Board::new(15, 15).unwrap();
    play_moves(&mut board, "h8").unwrap();
    let class = |square: &Square| {
        let images = Symmetry::of_position(&board).map(|by| by.apply(*square, &board));
        images.min().unwrap()
    };
    let classes = |squares: &[Square]| squares.iter().map(class).collect::<BTreeSet<_>>().len();
    let (all, distinct) = (first_moves(false), first_moves(true));
    assert_eq!((all.len(), distinct.len()), (6, 6));
    assert!(classes(&all) < 6);
    assert_eq!(classes(&distinct), 6);
}

#[test]
fn every_legal_move_has_a_line_if_so_many_are_wanted() {
    for (rule, moves) in [
        (Rule::Renju, "h8h9i9g8j10h11"),
        (Rule::Caro, "h8a1i8a2j8a3"),
    ] {
        let mut engine = engine(
            moves,
            Options {
                rule,
                ..at_depth(2)
            },
        );
        let empty = engine.board().empty().len();
        engine.set_options(Options {
            rule,
            lines: empty,
            ..at_depth(2)
        });
        let legal = empty - forbidden_points(engine.board(), rule).len();
        let lines = lines(&mut engine);
        let first: BTreeSet<Square> = lines.iter().map(|line| line.line[0]).collect();
        assert_eq!((lines.len(), first.len()), (legal, legal));
        let falls = |two: &[Iteration]| two[0].score >= two[1].score;
        assert!(lines.windows(2).all(falls));
    }
}

#[test]
fn a_wider_area_offers_more_moves() {
    let mut nodes = Vec::new();
    for area in Area::ALL {
        let mut engine = engine(
            "h8i9",
            Options {
                area,
                lines: 500,
                ..at_depth(1)
            },
        );
        // All lines come from all legal moves; one line only from the area.
        assert_eq!(lines(&mut engine).len(), 223);
        engine.set_options(Options {
            area,
            ..at_depth(3)
        });
        nodes.push(think(&mut engine).nodes);
    }
    assert!(nodes.first() < nodes.last(), "{nodes:?}");
}

#[test]
fn the_first_depth_can_be_chosen() {
    let depths: Mutex<BTreeSet<i32>> = Mutex::default();
    let mut engine = engine(
        "h8i9g7",
        Options {
            first_depth: 4,
            ..at_depth(5)
        },
    );
    engine.think(&Control::new(), &|event| {
        if let Event::Line(found) = event {
            depths.lock().unwrap().insert(found.depth);
        }
    });
    assert_eq!(depths.into_inner().unwrap(), BTreeSet::from([0, 4, 5]));
}

#[test]
fn several_threads_find_a_move_too() {
    for threads in [2, 3, 8, 1] {
        let mut engine = engine(
            "h8i9g7j10h10",
            Options {
                threads,
                nodes: Some(40_000),
                infinite: true,
                ..Options::default()
            },
        );
        let found = think(&mut engine);
        assert!(engine.board().is_empty(found.line[0]));
        assert!(found.depth >= 3 && found.nodes <= 40_000, "{found:?}");
        // Finds a win too.
        engine.set_board(Board::new(15, 15).unwrap());
        play_moves(engine.board_mut(), "h8a1i8a3j8a5c12a7").unwrap();
        assert_eq!(think(&mut engine).score, Score::win_in(3));
    }
}

#[test]
fn pondering_changes_nothing_but_the_table() {
    let mut engine = engine("h8i9g7", at_depth(5));
    let (board, options) = (engine.board().clone(), engine.options().clone());
    let reply = engine.board().square(9, 5);
    // On a busy machine it may not come far before it is stopped.
    for _ in 0..100 {
        let control = Control::new();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(150));
                control.stop();
            });
            engine.ponder(reply, &control);
        });
        assert!(control.elapsed() >= Duration::from_millis(140));
        assert_eq!((engine.board(), engine.options()), (&board, &options));
        if engine.hash_permille() > 0 {
            return;
        }
    }
    panic!("nothing is learnt");
}

#[test]
fn a_search_without_limit_can_be_given_one() {
    let mut engine = engine(
        "h8i9g7",
        Options {
            infinite: true,
            ..Options::default()
        },
    );
    for change in [
        TimeChange::Turn(Some(Duration::from_millis(200))),
        TimeChange::Game(Some(Duration::from_millis(200))),
    ] {
        let (control, over) = (Control::new(), AtomicBool::new(false));
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(50));
                control.change(change);
                // Without the change it would go on for ever.
                while !over.load(Relaxed) && control.elapsed() < Duration::from_secs(60) {
                    std::thread::sleep(Duration::from_millis(1));
                }
                control.stop();
            });
            engine.think(&control, &|_| ());
            over.store(true, Relaxed);
        });
        let time = control.elapsed();
        assert!(time < Duration::from_secs(60), "{change:?} is not heard");
    }
}

#[test]
fn games_are_played_by_the_rules() {
    let mut engine = engine("h8a1i8a3j8a5k8a7", Options::default());
    let win = engine.board().square(11, 7).unwrap();
    let taken = engine.board().square(7, 7).unwrap();
    assert!(engine.play(taken).is_err());
    let five = Some(End::Five(Color::Black));
    assert_eq!(engine.play(win), Ok(five));
    assert_eq!(engine.end(), five);
}

#[test]
fn colours_are_chosen_where_the_opening_asks() {
    let options = Options {
        nodes: Some(3_000),
        turn_time: Some(Duration::from_secs(600)),
        ..Options::default()
    };
    let open = |rule, moves| engine(moves, options.clone()).open(rule, 1, &Control::new());
    for (rule, stones) in [(OpeningRule::FirstMoveSwap, 1), (OpeningRule::Swap2, 3)] {
        match open(rule, "") {
            Some(OpeningReply::Place(squares)) => assert_eq!(squares.len(), stones),
            other => panic!("{other:?}"),
        }
    }
    // The better colour is taken: Black's three is open.
    assert_eq!(open(OpeningRule::Swap2, "h8a1h9"), Some(OpeningReply::Swap));
    assert_eq!(
        open(OpeningRule::FirstMoveSwap, "h8"),
        Some(OpeningReply::Swap)
    );
    assert!(matches!(
        open(OpeningRule::FirstMoveSwap, "a1"),
        Some(OpeningReply::Place(_))
    ));
}
