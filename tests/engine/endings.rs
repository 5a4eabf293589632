//! How games end: the longest resistance when lost, the fastest win when won,
//! draws. Small boards are compared with brute force; everything is searched
//! with the real engine. `TENGEN_ENDINGS` is how many positions of each kind
//! every rule is tested on.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Duration;

use crate::common::{random_square, rng};
use rand::Rng;
use rand::rngs::StdRng;
use tengen::board::Board;
use tengen::board::notation::{diagram, moves_text, parse_diagram, play_moves, square_name};
use tengen::clock::Control;
use tengen::engine::{Engine, Options};
use tengen::game::MoveLimit;
use tengen::pattern::{ClassSet, ThreatClass};
use tengen::position::{Area, Position};
use tengen::records::lines;
use tengen::search::{Event, Iteration};
use tengen::types::{
    ByRule, Caro, CaroOverline, Freestyle, Renju, Rule, Ruleset, Score, ScoreKind, Square, Standard,
};

fn wanted_positions(usual: usize) -> usize {
    let wanted = std::env::var("TENGEN_ENDINGS").ok();
    wanted.map_or(usual, |text| {
        text.parse().expect("TENGEN_ENDINGS: a number")
    })
}

/// Whether more than the usual positions are wanted.
fn is_long() -> bool {
    wanted_positions(1) > 1
}

/// An engine that thinks about this board to this depth.
fn engine(board: Board, rule: Rule, depth: i32) -> Engine {
    let mut engine = Engine::new().unwrap();
    engine.set_board(board);
    engine.set_options(Options {
        rule,
        depth: Some(depth),
        infinite: true,
        memory: 32 << 20,
        ..Options::default()
    });
    engine
}

/// An engine that looks at the whole board, so that what it finds is proven as
/// brute force proves it.
fn thorough_engine(board: Board, rule: Rule, depth: i32) -> Engine {
    let mut engine = engine(board, rule, depth);
    engine.set_options(Options {
        area: Area::Whole,
        ..engine.options().clone()
    });
    engine
}

fn think(engine: &mut Engine) -> Iteration {
    engine.think(&Control::new(), &|_| ()).expect("a move")
}

fn drawn(board: &Board) -> String {
    format!("{}{}", diagram(board, |_| None), moves_text(board))
}

/// The legal moves, those first that are likely to decide.
fn moves<R: Ruleset>(position: &Position<R>) -> impl Iterator<Item = Square> + use<R> {
    let own = position.side_to_move();
    let of = |color| position.squares_of(color, ClassSet::from(ThreatClass::Three));
    let legal = position.legal(*position.board().empty());
    let likely = legal & (of(own) | of(!own));
    likely.into_iter().chain(legal - likely)
}

/// What brute force has found out, by hash and plies.
type Known = HashMap<(u64, usize), bool>;

/// Whether the side to move can win within `plies`, an odd number.
fn wins<R: Ruleset>(position: &mut Position<R>, plies: usize, known: &mut Known) -> bool {
    if position.count(position.side_to_move(), ThreatClass::Five) > 0 {
        return true;
    }
    let key = (position.board().hash(), plies);
    if plies < 3 || known.contains_key(&key) {
        return plies >= 3 && known[&key];
    }
    let won = moves(position).any(|square| {
        position.place(square);
        let won = loses(position, plies - 1, known);
        position.undo();
        won
    });
    known.insert(key, won);
    won
}

/// Whether the side to move loses within `plies`, an even number,
/// whatever it does.
fn loses<R: Ruleset>(position: &mut Position<R>, plies: usize, known: &mut Known) -> bool {
    let own = position.side_to_move();
    if position.count(own, ThreatClass::Five) > 0 || position.board().empty().is_empty() {
        return false;
    }
    if plies == 2 && position.count(!own, ThreatClass::Five) == 0 {
        return false;
    }
    moves(position).all(|square| {
        position.place(square);
        let lost = wins(position, plies - 1, known);
        position.undo();
        lost
    })
}

/// A random position on a small board with this property.
fn small<R: Ruleset>(rng: &mut StdRng, wanted: impl Fn(&mut Position<R>) -> bool) -> Position<R> {
    loop {
        let side = rng.random_range(6..=7);
        let mut position = Position::<R>::new(Board::new(side, side).unwrap());
        for _ in 0..rng.random_range(6..20) {
            let square = random_square(position.board(), rng).expect("room");
            let own = position.side_to_move();
            let over = position.count(own, ThreatClass::Five) > 0;
            if over || !position.is_legal(square) {
                break;
            }
            position.place(square);
        }
        if wanted(&mut position) {
            return position;
        }
    }
}

/// The engine's resistance is as long as brute force says.
fn resists_longest<R: Ruleset>() {
    let rng = &mut rng(31);
    let mut seen = [0; 4];
    for _ in 0..wanted_positions(12) {
        let mut known = Known::new();
        let mut position = small::<R>(rng, |position| {
            let mut known = Known::new();
            loses(position, 6, &mut known) && !loses(position, 2, &mut known)
        });
        let plies = if loses(&mut position, 4, &mut known) {
            4
        } else {
            6
        };
        let found = think(&mut thorough_engine(position.board().clone(), R::RULE, 12));
        let text = format!("{} {found:?}\n{}", R::RULE, drawn(position.board()));
        assert_eq!(found.score, Score::loss_in(plies), "{text}");
        position.place(found.line[0]);
        assert!(!wins(&mut position, plies - 3, &mut known), "{text}");
        seen[plies / 2] += 1;
    }
    println!("{}: {} in 4, {} in 6", R::RULE, seen[2], seen[3]);
}

#[test]
fn the_longest_resistance_by_brute_force() {
    resists_longest::<Freestyle>();
    resists_longest::<Standard>();
    resists_longest::<Renju>();
    resists_longest::<Caro>();
    resists_longest::<CaroOverline>();
}

/// The engine's wins are as fast as brute force says.
fn wins_fastest<R: Ruleset>() {
    let rng = &mut rng(32);
    for _ in 0..wanted_positions(8) {
        let mut known = Known::new();
        let mut position = small::<R>(rng, |position| {
            let mut known = Known::new();
            wins(position, 7, &mut known) && !wins(position, 3, &mut known)
        });
        let plies = if wins(&mut position, 5, &mut known) {
            5
        } else {
            7
        };
        let found = think(&mut thorough_engine(position.board().clone(), R::RULE, 20));
        let text = format!("{} {found:?}\n{}", R::RULE, drawn(position.board()));
        let fastest = found.score == Score::win_in(plies);
        // A sure win by fours is played though another one were two plies
        // faster, but not where it could be over in five.
        let by_fours = plies > 5 && is_by_fours(&mut position, &found.line);
        assert!(found.score.is_win() && (fastest || by_fours), "{text}");
    }
}

/// Whether every move of the attacker's on this line makes a four or a five.
fn is_by_fours<R: Ruleset>(position: &mut Position<R>, line: &[Square]) -> bool {
    let fours = ClassSet::from(ThreatClass::Four);
    let own = position.side_to_move();
    line.iter().all(|&square| {
        let class = position.class_if_played(square, own);
        let attacks = position.side_to_move() == own;
        position.place(square);
        !attacks || fours.contains(class)
    })
}

#[test]
fn the_fastest_win_by_brute_force() {
    wins_fastest::<Freestyle>();
    wins_fastest::<Standard>();
    wins_fastest::<Renju>();
    wins_fastest::<Caro>();
    wins_fastest::<CaroOverline>();
}

/// A position of a quick game of the engine with itself in which this holds of
/// what it finds; `None` if the game has none.
fn from_game(
    engine: &mut Engine,
    rng: &mut StdRng,
    wanted: impl Fn(Score) -> bool,
) -> Option<Iteration> {
    engine.set_board(Board::new(15, 15).unwrap());
    engine.clear_hash();
    for _ in 0..4 {
        let (dx, dy) = (rng.random_range(-3..=3), rng.random_range(-3..=3));
        let square = engine.board().square(7 + dx, 7 + dy)?;
        if engine.board().is_empty(square) {
            engine.play(square).unwrap();
        }
    }
    for _ in 0..60 {
        let found = think(engine);
        if wanted(found.score) {
            return Some(found);
        }
        if engine.play(found.line[0]).unwrap().is_some() {
            return None;
        }
    }
    None
}

/// An engine with a limit of nodes.
fn quick(rule: Rule, nodes: u64) -> Engine {
    let mut engine = engine(Board::new(15, 15).unwrap(), rule, 99);
    engine.set_options(Options {
        depth: None,
        nodes: Some(nodes),
        ..engine.options().clone()
    });
    engine
}

/// Whether a move belongs to the fight: it makes a four, takes a threat from
/// the opponent, or stands near the last stones.
struct IsSensible<'a>(&'a Board, Square);

impl ByRule for IsSensible<'_> {
    type Output = bool;

    fn run<R: Ruleset>(self) -> bool {
        let IsSensible(board, square) = self;
        let position = Position::<R>::new(board.clone());
        let own = position.side_to_move();
        let last = board.moves().iter().rev().take(8).flatten();
        position.class_if_played(square, own) >= ThreatClass::Four
            || position.class_if_played(square, !own) >= ThreatClass::Three
            || last.clone().any(|stone| stone.distance(square) <= 3)
    }
}

#[test]
fn lost_games_are_defended_where_the_fight_is() {
    for rule in Rule::ALL {
        let mut engine = quick(rule, 4_000);
        let (rng, mut seen) = (&mut rng(33), 0);
        while seen < wanted_positions(2) {
            let Some(mut found) = from_game(&mut engine, rng, Score::is_loss) else {
                continue;
            };
            seen += 1;
            // To the bitter end.
            loop {
                let (board, square) = (engine.board().clone(), found.line[0]);
                let lost = found.score.is_loss();
                let sensible = !lost || rule.run(IsSensible(&board, square));
                assert!(
                    sensible,
                    "{rule} {square:?} {}\n{}",
                    found.score,
                    drawn(&board)
                );
                if engine.play(square).unwrap().is_some() {
                    break;
                }
                let attack = think(&mut engine).line[0];
                if engine.play(attack).unwrap().is_some() {
                    break;
                }
                found = think(&mut engine);
            }
        }
    }
}

#[test]
fn wins_come_as_soon_as_announced() {
    for rule in Rule::ALL {
        let mut engine = quick(rule, 4_000);
        let (rng, mut seen) = (&mut rng(34), 0);
        while seen < wanted_positions(2) {
            let found = from_game(&mut engine, rng, Score::is_win);
            let Some((found, ScoreKind::WinIn(mut left))) =
                found.map(|found| (found.clone(), found.score.kind()))
            else {
                continue;
            };
            seen += usize::from(left > 5);
            let mut square = found.line[0];
            let mut defender = quick(rule, 4_000);
            while engine.play(square).unwrap().is_none() {
                defender.set_board(engine.board().clone());
                let defence = think(&mut defender).line[0];
                assert_eq!(engine.play(defence), Ok(None));
                let next = think(&mut engine);
                let text = format!("{rule} {} after {left}", next.score);
                assert!(left >= 3, "{text}\n{}", drawn(engine.board()));
                let in_time = next.score >= Score::win_in(left - 2);
                assert!(in_time, "{text}\n{}", drawn(engine.board()));
                left -= 2;
                square = next.line[0];
            }
            assert!(left >= 1);
        }
    }
}

/// In every game some moves before its end, by one thread and by two in turns (by both
/// if `TENGEN_ENDINGS` is set): what has been announced as a win stays one, and never
/// comes later than was said.
#[test]
fn a_win_is_not_lost_sight_of() {
    let games = lines::read(include_str!("../../bench-positions/games.txt")).unwrap();
    let (mut wins, mut searches) = (0, 0);
    for (number, game) in games.iter().enumerate() {
        for (step, threads) in (0..4).flat_map(|step| [(step, 1), (step, 2)]) {
            if !is_long() && threads != 1 + (number + step) % 2 {
                continue;
            }
            let back = 9 + 5 * step;
            let mut board = game.board.clone();
            for _ in 0..back {
                board.undo();
            }
            let mut engine = engine(board, game.rule, 8);
            engine.set_options(Options {
                threads,
                ..engine.options().clone()
            });
            let scores = Mutex::new(Vec::new());
            engine.think(&Control::new(), &|event| {
                if let Event::Line(found) = event {
                    scores.lock().unwrap().push(found.score);
                }
            });
            let scores = scores.into_inner().unwrap();
            let first = scores.iter().position(|score| score.is_win());
            let since = first.map_or(&[][..], |first| &scores[first..]);
            let id = &game.id;
            assert!(since.is_sorted(), "{id}, {back} back: {scores:?}");
            wins += usize::from(first.is_some());
            searches += 1;
        }
    }
    println!("{wins} wins in {searches} searches");
    // More than 50 of the long form's.
    assert!(8 * games.len() * wins > 50 * searches, "{wins} wins");
}

/// Fewer stones than these are placed in search when a move is played at once,
/// far fewer than a second allows.
const AT_ONCE: u64 = 10_000;
/// And this many before all moves but one are seen to lose.
const FORCED: u64 = 100_000;
/// For what is proven within seconds.
const DECIDED: u64 = 10_000_000;
/// For two moves to the end of the game.
const NEAR_END: u64 = 500_000;

/// A search of this position with a lot of time.
fn patiently(moves: &str, rule: Rule, game: bool) -> (Iteration, Duration) {
    let mut board = Board::new(15, 15).unwrap();
    play_moves(&mut board, moves).unwrap();
    let mut engine = engine(board, rule, 99);
    engine.prepare();
    engine.set_options(Options {
        rule,
        turn_time: Some(Duration::from_secs(300)),
        game_time: game.then_some(Duration::from_secs(1_000)),
        memory: 32 << 20,
        ..Options::default()
    });
    engine.prepare();
    let control = Control::new();
    let found = engine.think(&control, &|_| ()).expect("a move");
    (found, control.elapsed())
}

/// Fives, open fours and blocks are known at depth 0, for any number of lines and any
/// limit of nodes or time.
#[test]
fn what_is_forced_is_known_before_the_first_iteration() {
    for rule in Rule::ALL {
        for (moves, wanted, caro) in [
            ("h8a1i8a3j8a5k8c2", "l8g8", true),
            ("h8a1i8a3j8c5", "g8k8", true),
            // Caro: a four with one end blocked has two answers.
            ("h8g8i8a3j8a5k8", "l8", false),
            ("h8a1i8a3j8a5k8", "g8l8", true),
        ] {
            if !caro && rule.blocks_fives() {
                continue;
            }
            let mut board = Board::new(15, 15).unwrap();
            play_moves(&mut board, moves).unwrap();
            for lines in 1..=5 {
                for (nodes, time) in [
                    (Some(0), None),
                    (Some(1), None),
                    (Some(40), None),
                    (None, Some(Duration::ZERO)),
                ] {
                    let mut engine = engine(board.clone(), rule, 20);
                    engine.set_options(Options {
                        nodes,
                        lines,
                        turn_time: time,
                        infinite: time.is_none(),
                        ..engine.options().clone()
                    });
                    let name = square_name(think(&mut engine).line[0], 15);
                    let limits = format!("{lines} lines, {nodes:?} nodes, {time:?}");
                    assert!(
                        wanted.contains(&name),
                        "{rule} {moves}: {name} with {limits}"
                    );
                }
            }
        }
    }
}

#[test]
fn what_is_forced_is_played_at_once() {
    for rule in Rule::ALL {
        for (moves, wanted, score) in [
            // A five.
            ("h8a1i8a3j8a5k8c2", "l8g8", Some(Score::win_in(1))),
            // An open four to be.
            ("h8a1i8a3j8c5", "g8k8", Some(Score::win_in(3))),
            // The one square that stops a five.
            ("h8g8i8a3j8a5k8", "l8", None),
            // Two fives, one of which may be overlooked.
            ("h8a1i8a3j8a5k8", "g8l8", Some(Score::loss_in(2))),
            // The same, and a three through one of them.
            ("h8a1i8a3j8a5l5c2l6c4l7e1k8", "l8", Some(Score::loss_in(2))),
        ] {
            // Caro: a four with one end blocked has two answers.
            if score.is_none() && rule.blocks_fives() {
                continue;
            }
            for game in [false, true] {
                let (found, time) = patiently(moves, rule, game);
                let text = format!("{rule} {moves}: {found:?} in {time:?}");
                let name = square_name(found.line[0], 15);
                assert!(wanted.contains(&name), "{text}");
                assert!(score.is_none_or(|score| score == found.score), "{text}");
                assert!(found.nodes < AT_ONCE, "{text}");
                println!("{rule} {moves}: {name}, {} nodes in {time:?}", found.nodes);
            }
        }
    }
}

/// The best move may be refuted long before another takes its place: in the first position
/// from some 28,000 to 48,000 nodes.
#[test]
fn a_move_that_was_found_to_lose_is_not_played() {
    let mut refuted = 0;
    for (moves, nodes) in [
        ("c3g7e5e6g6f6f4d6e3e4g5", [30_000, 40_000]),
        (
            "l13l9l10m11l8k11j11i10i9j8j7h7i5j6g5h5h6g7i4i7i3i2j4",
            [20_000, 30_000],
        ),
    ] {
        for nodes in nodes {
            let mut board = Board::new(15, 15).unwrap();
            play_moves(&mut board, moves).unwrap();
            let mut engine = engine(board, Rule::Freestyle, 40);
            engine.set_options(Options {
                nodes: Some(nodes),
                ..engine.options().clone()
            });
            let lost = Mutex::new(Vec::new());
            let found = engine.think(&Control::new(), &|event| {
                if let Event::Loses(square) = event {
                    lost.lock().unwrap().push(square);
                }
            });
            let (found, lost) = (found.unwrap(), lost.into_inner().unwrap());
            refuted += lost.len();
            let is_lost = lost.contains(&found.line[0]);
            assert!(!is_lost || found.score.is_loss(), "{moves}: {found:?}");
        }
    }
    assert!(refuted > 0);
}

/// With time for a move and for a game in turns; if `TENGEN_ENDINGS` is set, with both,
/// and in positions that are harder to decide.
#[test]
fn a_decided_game_does_not_take_the_whole_time() {
    let nodes = if is_long() { 8_000 } else { 2_000 };
    for (number, rule) in Rule::ALL.into_iter().enumerate() {
        let mut engine = quick(rule, nodes);
        let rng = &mut rng(35);
        for (kind, decided) in [Score::is_win, Score::is_loss].into_iter().enumerate() {
            while from_game(&mut engine, rng, decided).is_none() {}
            let moves = moves_text(engine.board());
            let in_turn = |&game: &bool| is_long() || game == ((number + kind) % 2 == 1);
            for game in [false, true].into_iter().filter(in_turn) {
                let (found, time) = patiently(&moves, rule, game);
                let (score, nodes) = (found.score, found.nodes);
                let text = format!("{rule} {moves}: {score}, {nodes} nodes in {time:?}");
                // Or forced, which needs no proof.
                let at_once = found.nodes < FORCED;
                assert!(decided(found.score) || at_once, "{text}");
                // A busy machine takes longer to decide it.
                assert!(found.nodes < DECIDED, "{text}");
                println!("{text}");
            }
        }
    }
}

#[test]
fn the_last_moves_of_a_game_are_drawn() {
    // White's open four would win but for the end of the game.
    let moves = "a1h8a3i8a5j8c12k8";
    let mut board = Board::new(15, 15).unwrap();
    play_moves(&mut board, moves).unwrap();
    for rule in Rule::ALL {
        for (more, wanted) in [(1, Score::DRAW), (2, Score::loss_in(2))] {
            let mut engine = engine(board.clone(), rule, 6);
            engine.set_options(Options {
                ending: MoveLimit {
                    moves: board.moves().len() + more,
                    winner: None,
                },
                ..engine.options().clone()
            });
            let found = think(&mut engine);
            assert_eq!(found.score, wanted, "{rule}, {more} moves left");
        }
    }
    // One empty square, and nothing to be made on it: with all the time of the
    // world it is played at once.
    let board = parse_diagram("XXOOX/OOXXO/XXOOX/OOXXO/XXOO.").unwrap();
    let mut engine = engine(board, Rule::Freestyle, 99);
    engine.set_options(Options {
        turn_time: Some(Duration::from_secs(60)),
        ..Options::default()
    });
    let found = engine.think(&Control::new(), &|_| ()).unwrap();
    assert_eq!(found.score, Score::DRAW);
    assert!(found.nodes < AT_ONCE, "{} nodes", found.nodes);
}

#[test]
fn the_end_that_is_near_is_searched_to_the_end_only() {
    let mut board = Board::new(15, 15).unwrap();
    play_moves(&mut board, "h8i9g7j10h10").unwrap();
    let mut engine = engine(board.clone(), Rule::Freestyle, 99);
    engine.set_options(Options {
        ending: MoveLimit {
            moves: board.moves().len() + 2,
            winner: None,
        },
        turn_time: Some(Duration::from_secs(60)),
        ..Options::default()
    });
    let found = engine.think(&Control::new(), &|_| ()).unwrap();
    assert_eq!(found.score, Score::DRAW);
    assert!(found.nodes < NEAR_END, "{} nodes", found.nodes);
}
