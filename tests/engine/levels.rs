//! Levels: what even the weakest do not miss, that they answer at once, what
//! chance follows from, and how levels are chosen.

use std::time::{Duration, Instant};

use crate::common::driver::{Brain, HANG};
use crate::common::talk::{Talk, assert_has};
use crate::common::{middle_game, random_square, rng};
use rand::Rng;
use rand::rngs::StdRng;
use tengen::board::Board;
use tengen::board::notation::{moves_text, play_moves};
use tengen::cli::play::Settings;
use tengen::clock::Control;
use tengen::engine::{Engine, Level, Options};
use tengen::rules;
use tengen::search::Iteration;
use tengen::types::{Color, Rule, Square, SquareSet};

/// Levels of all kinds.
const LEVELS: [u8; 9] = [0, 1, 10, 25, 40, 55, 70, 85, 99];

fn level(number: u8) -> Level {
    Level::new(number).expect("a level")
}

fn options(number: u8, rule: Rule, seed: u64) -> Options {
    Options {
        rule,
        level: level(number),
        seed,
        // More than any of them needs.
        nodes: Some(1_000_000),
        hash: Some(1 << 20),
        ..Options::default()
    }
}

fn think(engine: &mut Engine) -> Iteration {
    let found = engine.think(&Control::new(), &|_| ());
    found.expect("the board is not full")
}

/// Where a stone of this colour wins, by the referee.
fn fives(board: &Board, rule: Rule, color: Color) -> SquareSet {
    let wins = |square: &Square| rules::wins(board, rule, *square, color);
    (*board.empty()).into_iter().filter(wins).collect()
}

/// Whether the side to move may not play there.
fn is_foul(board: &Board, rule: Rule, square: Square) -> bool {
    let is_black = board.side_to_move() == Color::Black;
    rule.forbids() && is_black && rules::forbidden(board, square).is_some()
}

/// The legal moves after which the opponent has no five.
fn stops(board: &Board, rule: Rule) -> SquareSet {
    let other = !board.side_to_move();
    let holds = |square: &Square| {
        let mut after = board.clone();
        after.place(*square);
        !is_foul(board, rule, *square) && fives(&after, rule, other).is_empty()
    };
    (*board.empty()).into_iter().filter(holds).collect()
}

/// A random position in which a side can make a five at once.
fn with_a_four(rule: Rule, rng: &mut StdRng) -> Board {
    loop {
        let mut board = middle_game(rule, rng);
        for _ in 0..12 {
            let Some(square) = random_square(&board, rng) else {
                break;
            };
            let own = board.side_to_move();
            if rules::wins(&board, rule, square, own) || is_foul(&board, rule, square) {
                continue;
            }
            board.place(square);
            let mover = board.side_to_move();
            let is_threatened = !fives(&board, rule, !mover).is_empty();
            if !fives(&board, rule, mover).is_empty() || is_threatened && rng.random() {
                return board;
            }
        }
    }
}

#[test]
fn no_five_is_missed_and_every_four_is_stopped() {
    let mut rng = rng(23);
    let mut engine = Engine::new().unwrap();
    let (mut own, mut stopped, mut only, mut hopeless) = (0, 0, 0, 0);
    for rule in Rule::ALL {
        for _ in 0..40 {
            let board = with_a_four(rule, &mut rng);
            let mover = board.side_to_move();
            let wins = fives(&board, rule, mover);
            let answers = stops(&board, rule);
            for number in LEVELS {
                engine.set_options(options(number, rule, rng.random()));
                engine.set_board(board.clone());
                let square = think(&mut engine).line[0];
                let what = format!("{rule} {number}: {} {square:?}", moves_text(&board));
                assert!(board.is_empty(square), "{what}");
                match () {
                    _ if !wins.is_empty() => assert!(wins.contains(square), "{what}"),
                    _ if !answers.is_empty() => assert!(answers.contains(square), "{what}"),
                    // Nothing helps: it is kept legal as far as it can be.
                    _ => assert!(!is_foul(&board, rule, square), "{what}"),
                }
            }
            match () {
                _ if !wins.is_empty() => own += 1,
                _ if answers.is_empty() => hopeless += 1,
                _ => {
                    stopped += 1;
                    only += usize::from(answers.len() == 1);
                }
            }
        }
    }
    let seen = (own, stopped, only, hopeless);
    assert!(own > 40 && stopped > 40 && only > 20, "{seen:?}");
}

/// White's four can only be stopped on a point that renju forbids to Black.
#[test]
fn a_four_that_only_a_foul_would_stop_is_lost_but_no_foul_is_played() {
    // White: d8 e8 f8 g8, closed at c8; Black's stones make h8 a double-three.
    let mut board = Board::new(15, 15).unwrap();
    let stone = |board: &mut Board, color, column: i32, row: i32| {
        let square = board.square(column, row).expect("on the board");
        board.place_as(color, square);
        square
    };
    for column in 3..7 {
        stone(&mut board, Color::White, column, 7);
    }
    stone(&mut board, Color::Black, 2, 7);
    for (column, row) in [(7, 5), (7, 6), (8, 8), (9, 9)] {
        stone(&mut board, Color::Black, column, row);
    }
    stone(&mut board, Color::White, 14, 14);
    let answer = board.square(7, 7).expect("on the board");
    if board.side_to_move() != Color::Black {
        board.pass();
    }
    assert!(fives(&board, Rule::Renju, Color::White).contains(answer));
    assert!(is_foul(&board, Rule::Renju, answer));
    let mut engine = Engine::new().unwrap();
    for number in LEVELS {
        for (rule, plays) in [(Rule::Renju, false), (Rule::Freestyle, true)] {
            engine.set_options(options(number, rule, 1));
            engine.set_board(board.clone());
            let found = think(&mut engine);
            assert_eq!(found.line[0] == answer, plays, "{rule} {number}");
        }
    }
}

/// The first moves of a game of the engine with itself.
fn game(number: u8, seed: u64, moves: usize) -> String {
    let mut engine = Engine::new().unwrap();
    engine.set_options(options(number, Rule::Freestyle, seed));
    play_moves(engine.board_mut(), "h8i9").unwrap();
    for _ in 0..moves {
        let square = think(&mut engine).line[0];
        if engine.play(square).unwrap().is_some() {
            break;
        }
    }
    moves_text(engine.board())
}

#[test]
fn games_follow_from_the_seed() {
    for number in [0, 10, 50, 80] {
        let one = game(number, 1, 12);
        assert_eq!(game(number, 1, 12), one, "{number}");
        let others = (2..8).filter(|&seed| game(number, seed, 12) != one);
        assert!(others.count() >= 4, "{number}");
    }
}

#[test]
fn low_levels_answer_at_once_whatever_they_may_use() {
    let mut rng = rng(5);
    let mut engine = Engine::new().unwrap();
    for number in [0, 10, 25, 50] {
        for _ in 0..10 {
            let board = middle_game(Rule::Freestyle, &mut rng);
            engine.set_options(Options {
                nodes: None,
                turn_time: Some(Duration::from_secs(600)),
                ..options(number, Rule::Freestyle, 0)
            });
            engine.set_board(board);
            let since = Instant::now();
            let found = think(&mut engine);
            assert!(found.nodes < 10_000, "{number}: {}", found.nodes);
            assert!(since.elapsed() < Duration::from_secs(5), "{number}");
        }
    }
}

/// What a search has found out, but for the time.
fn timeless(found: &Iteration) -> (Vec<Square>, i32, u64) {
    (found.line.clone(), found.score.value(), found.nodes)
}

#[test]
fn the_highest_level_is_the_engine_as_it_is() {
    let plain = Options {
        nodes: Some(3_000),
        hash: Some(1 << 20),
        ..Options::default()
    };
    assert_eq!(plain.level, Level::MASTER);
    let mut rng = rng(9);
    for seed in 1..=10 {
        let board = middle_game(Rule::Freestyle, &mut rng);
        let mut found = [0, seed].map(|seed| {
            let mut engine = Engine::new().unwrap();
            engine.set_options(Options {
                seed,
                ..plain.clone()
            });
            engine.set_board(board.clone());
            timeless(&think(&mut engine))
        });
        found.sort_unstable();
        assert_eq!(found[0], found[1]);
    }
}

#[test]
fn lower_levels_know_nothing_of_other_searches() {
    let mut rng = rng(11);
    for _ in 0..10 {
        let board = middle_game(Rule::Freestyle, &mut rng);
        let mut engine = Engine::new().unwrap();
        engine.set_board(board);
        engine.set_options(options(60, Rule::Freestyle, 4));
        let fresh = timeless(&think(&mut engine));
        assert_eq!(engine.hash_permille(), 0);
        engine.set_options(Options {
            nodes: Some(20_000),
            ..options(100, Rule::Freestyle, 4)
        });
        think(&mut engine);
        for threads in [1, 2] {
            engine.set_options(Options {
                threads,
                ..options(60, Rule::Freestyle, 4)
            });
            assert_eq!(timeless(&think(&mut engine)), fresh, "{threads}");
        }
    }
}

#[test]
fn limits_and_blocked_moves_hold_at_every_level() {
    let mut rng = rng(13);
    let mut engine = Engine::new().unwrap();
    for number in LEVELS {
        let board = middle_game(Rule::Standard, &mut rng);
        engine.set_board(board);
        engine.set_options(Options {
            nodes: Some(50),
            ..options(number, Rule::Standard, 0)
        });
        for _ in 0..20 {
            let found = think(&mut engine);
            assert!(found.nodes <= 50, "{number}");
            let square = found.line[0];
            assert!(!engine.blocked_mut().contains(square), "{number}");
            engine.blocked_mut().insert(square);
        }
        *engine.blocked_mut() = SquareSet::EMPTY;
    }
}

#[test]
fn a_full_board_has_no_move() {
    let mut board = Board::new(5, 5).unwrap();
    while let Some(square) = board.empty().first() {
        board.place(square);
    }
    let mut engine = Engine::new().unwrap();
    engine.set_board(board);
    for number in LEVELS {
        engine.set_options(options(number, Rule::Freestyle, 0));
        assert_eq!(engine.think(&Control::new(), &|_| ()), None);
    }
}

/// What the program answers to a turn after these settings.
fn answer(infos: &[&str]) -> (Vec<String>, String) {
    let mut brain = Brain::start();
    brain.send_ok("START 15");
    for info in infos {
        brain.send(&format!("INFO {info}"));
    }
    let since = Instant::now();
    brain.send("BOARD 7,7,1 3,3,2 8,7,1 3,12,2 9,7,1 12,3,2 DONE");
    let answer = brain.answer(since, HANG);
    (answer.told, answer.text)
}

#[test]
fn managers_set_the_strength() {
    // It is known what there is to win, and with a weak level it comes at once.
    for strength in ["0", "25", "60", "Club", "beginner"] {
        let info = format!("strength {strength}");
        let (told, text) = answer(&["timeout_turn 60000", &info]);
        assert!(["6,7", "10,7"].contains(&&text[..]), "{told:?} {text}");
    }
    // An invalid level gets a message and changes nothing.
    for bad in ["101", "-1", "999999999999999999999"] {
        let info = format!("strength {bad}");
        let (told, _) = answer(&["max_node 500", "strength 30", &info]);
        let note = told.iter().find(|line| line.contains("is not supported"));
        assert!(
            note.expect("a message").ends_with("stays at 30"),
            "{told:?}"
        );
    }
    // A name is as good as its number.
    let (told, _) = answer(&["strength easy", "strength 101"]);
    let note = told.iter().find(|line| line.contains("is not supported"));
    assert!(
        note.expect("a message").ends_with("stays at 25"),
        "{told:?}"
    );
    // What is neither is ignored, as everywhere.
    let (told, _) = answer(&["max_node 500", "strength x"]);
    assert!(
        !told.iter().any(|line| line.contains("supported")),
        "{told:?}"
    );
}

#[test]
fn a_person_chooses_the_level() {
    let settings = Settings {
        level: level(25),
        ..Settings::default()
    };
    let mut talk = Talk::new(settings);
    assert_has(&talk.say("level"), "Level is easy (beginner, easy,");
    talk.say("h8");
    assert_eq!(talk.board(15).moves().len(), 2);
    for (word, said) in [
        ("level 40", "Level is 40."),
        ("level MASTER", "Level is master."),
        ("level 0", "Level is beginner."),
    ] {
        assert_has(&talk.say(word), said);
    }
    for word in ["level 101", "level x", "level -1"] {
        assert_has(&talk.say(word), "isn't a valid level (beginner,");
        assert_has(&talk.say("level"), "Level is beginner");
    }
    // It holds in the game that goes on.
    talk.say("h9");
    assert_eq!(talk.board(15).moves().len(), 4);
}
