//! Several threads: they find what one finds, end when they are told to, and
//! leave nothing behind, whatever is asked of them and in whichever order.
//!
//! `TENGEN_SEQUENCES` is the number of random sequences (100).

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::{middle_game, random_square, rng};
use rand::Rng;
use rand::rngs::StdRng;
use tengen::board::notation::{self, play_moves};
use tengen::board::{Board, Content};
use tengen::clock::Control;
use tengen::engine::{Engine, Options};
use tengen::pool::{Pool, PoolThread};
use tengen::rules;
use tengen::search::{Event, Iteration};
use tengen::types::{Color, Rule, Score, ScoreKind, Square};

/// Half of all stopped searches must have ended within this, and all of them
/// within the other: a busy machine may be late, but not every time.
const STOP_LIMIT: Duration = Duration::from_millis(250);
const HANG: Duration = Duration::from_secs(60);

fn options(rule: Rule, threads: usize) -> Options {
    Options {
        rule,
        threads,
        infinite: true,
        memory: 32 << 20,
        ..Options::default()
    }
}

fn think(board: &Board, options: Options) -> Iteration {
    let mut engine = Engine::new().unwrap();
    engine.set_options(options);
    engine.set_board(board.clone());
    engine.think(&Control::new(), &|_| ()).expect("a move")
}

fn board(moves: &str) -> Board {
    let mut board = Board::new(15, 15).unwrap();
    play_moves(&mut board, moves).unwrap();
    board
}

/// Whether a stone may be placed there by the side to move.
fn is_legal(board: &Board, rule: Rule, square: Square) -> bool {
    let foul = || rules::forbidden(board, square).is_some();
    let restricted = rule.forbids() && board.side_to_move() == Color::Black;
    board.is_empty(square) && !(restricted && foul())
}

fn has_legal(board: &Board, rule: Rule) -> bool {
    let mut empty = board.empty().into_iter();
    empty.any(|square| is_legal(board, rule, square))
}

/// That the line can be played.
fn assert_line(board: &Board, rule: Rule, line: &[Square]) {
    let mut board = board.clone();
    for (index, &square) in line.iter().enumerate() {
        let said = || {
            format!(
                "{square:?} in {line:?}\n{}",
                notation::diagram(&board, |_| None)
            )
        };
        assert!(board.is_empty(square), "{}", said());
        let legal = is_legal(&board, rule, square) || !has_legal(&board, rule);
        assert!(legal || index > 0, "{}", said());
        board.place(square);
    }
}

/// With one thread there is nothing to share.
#[test]
fn one_thread_is_repeatable() {
    for rule in Rule::ALL {
        let board = middle_game(rule, &mut rng(70));
        let run = || {
            let depth = Some(7);
            think(
                &board,
                Options {
                    depth,
                    ..options(rule, 1)
                },
            )
        };
        let all = [run(), run(), run()];
        for other in &all[1..] {
            assert_eq!((&all[0].line, all[0].score), (&other.line, other.score));
            assert_eq!(all[0].nodes, other.nodes, "{rule}");
        }
    }
}

/// Wins and losses that one thread proves are proven by several, too, some plies
/// deeper at most (what is skipped and reduced depends on what the others have
/// left in the table), and the lines can be played.
#[test]
fn forced_wins_and_blocks_are_found() {
    let mut decided = 0;
    for seed in 0..60 {
        let rule = Rule::ALL[seed % Rule::ALL.len()];
        let board = middle_game(rule, &mut rng(7_000 + seed as u64));
        let depth = Some(6);
        let one = think(
            &board,
            Options {
                depth,
                ..options(rule, 1)
            },
        );
        if !one.score.is_decisive() {
            continue;
        }
        decided += 1;
        for threads in [2, 5] {
            let found = think(
                &board,
                Options {
                    depth: Some(14),
                    ..options(rule, threads)
                },
            );
            let kinds = (one.score.is_win(), one.score.is_loss());
            assert_eq!(
                (found.score.is_win(), found.score.is_loss()),
                kinds,
                "seed {seed}, {threads} threads: {} and {}",
                one.score,
                found.score
            );
            assert_line(&board, rule, &found.line);
        }
    }
    assert!(decided >= 20, "{decided}");
}

/// A four that must be stopped, an open four that wins.
#[test]
fn the_only_move_is_played() {
    for threads in 1..=8 {
        let depth = Some(5);
        let options = || Options {
            depth,
            ..options(Rule::Freestyle, threads)
        };
        let found = think(&board("h8h7i8i7j8j7k8"), options());
        assert!(["g8", "l8"].map(notation_of).contains(&found.line[0]));
        let found = think(&board("h8a1i8a3j8a5"), options());
        assert_eq!(found.score, Score::win_in(3));
    }
}

fn notation_of(text: &str) -> Square {
    let board = board(text);
    board.moves()[0].expect("no pass")
}

/// Several lines have several first moves, in the order of their scores, and
/// the best is the answer; blocked moves are not among them.
#[test]
fn several_lines_and_blocked_moves() {
    let start = board("h8i9g7j10h10g9");
    for threads in [2, 4, 8] {
        let mut engine = Engine::new().unwrap();
        let depth = Some(6);
        let lines = 4;
        engine.set_options(Options {
            depth,
            lines,
            ..options(Rule::Freestyle, threads)
        });
        engine.set_board(start.clone());
        let last = Mutex::new(vec![None; lines]);
        let report = |event: Event| {
            if let Event::Line(iteration) = event {
                last.lock().unwrap()[iteration.rank] = Some(iteration.clone());
            }
        };
        let first = engine.think(&Control::new(), &report).unwrap();
        let found: Vec<Iteration> = last.into_inner().unwrap().into_iter().flatten().collect();
        assert_eq!(found.len(), lines);
        let mut squares: Vec<Square> = found.iter().map(|one| one.line[0]).collect();
        assert_eq!(squares[0], first.line[0]);
        found
            .iter()
            .for_each(|one| assert_line(&start, Rule::Freestyle, &one.line));
        squares.sort();
        squares.dedup();
        assert_eq!(squares.len(), lines, "{threads} threads");
        squares
            .iter()
            .for_each(|&square| engine.blocked_mut().insert(square));
        let other = engine.think(&Control::new(), &|_| ()).unwrap();
        assert!(!squares.contains(&other.line[0]));
    }
}

/// Several threads find stones that are about as near to the wanted score as
/// those that one finds.
#[test]
fn balance_has_an_answer_with_any_number_of_threads() {
    let error = |threads, depth| {
        let mut engine = Engine::new().unwrap();
        engine.set_options(Options {
            depth: Some(depth),
            ..options(Rule::Standard, threads)
        });
        engine.set_board(board("h8"));
        let found = engine.balance(2, 0, &Control::new(), &|_| ()).unwrap();
        assert_line(engine.board(), Rule::Standard, &found.line);
        assert!(found.line.len() >= 2);
        found.score.value().abs()
    };
    for depth in [2, 4] {
        let one = error(1, depth);
        assert_eq!(error(1, depth), one);
        for threads in [2, 3, 8] {
            let several = error(threads, depth);
            assert!(several <= one + 30, "{several}, not {one}");
        }
    }
}

/// The limit of nodes is that of all threads together.
#[test]
fn a_limit_of_nodes_is_kept_by_several_threads() {
    let board = board("h8i9g7j10h10");
    for threads in [2, 8, 64] {
        for nodes in [0, 1, 100, 5_000, 60_000] {
            let options = Options {
                nodes: Some(nodes),
                ..options(Rule::Renju, threads)
            };
            let found = think(&board, options);
            assert!(found.nodes <= nodes, "{} of {nodes}", found.nodes);
            assert_line(&board, Rule::Renju, &found.line);
        }
    }
}

/// Events come from one thread at a time, in a sensible order.
#[test]
fn root_moves_are_reported_in_pairs() {
    let board = board("h8i9g7j10h10g9");
    let events = Mutex::new(Vec::new());
    let busy = AtomicUsize::new(0);
    let report = |event: Event| {
        assert_eq!(busy.fetch_add(1, Relaxed), 0, "two at a time");
        match event {
            Event::Trying(square) => events.lock().unwrap().push((true, square)),
            Event::Tried(square) => events.lock().unwrap().push((false, square)),
            Event::Line(_) | Event::Loses(_) => (),
        }
        busy.fetch_sub(1, Relaxed);
    };
    let mut engine = Engine::new().unwrap();
    let depth = Some(8);
    engine.set_options(Options {
        depth,
        ..options(Rule::Freestyle, 3)
    });
    engine.set_board(board.clone());
    engine.think(&Control::new(), &report).unwrap();
    let mut open = Vec::new();
    let events = events.into_inner().unwrap();
    assert!(!events.is_empty());
    for (begins, square) in events {
        match begins {
            true => open.push(square),
            false => {
                let at = open.iter().rposition(|&one| one == square);
                open.remove(at.expect("begun"));
            }
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

/// Little memory for many threads, and another number of them at every move.
#[test]
fn any_number_of_threads_at_any_move() {
    let mut engine = Engine::new().unwrap();
    let rng = &mut rng(77);
    for round in 0..30 {
        let threads = [16, 1, 8, 2, 40, 3][round % 6];
        engine.set_options(Options {
            memory: [1 << 20, 83_886_080][round % 2],
            infinite: false,
            turn_time: Some(Duration::from_millis(30)),
            ..options(Rule::Freestyle, threads)
        });
        let since = Instant::now();
        let found = engine.think(&Control::new(), &|_| ()).unwrap();
        assert!(since.elapsed() < HANG);
        assert_line(engine.board(), Rule::Freestyle, &found.line);
        if engine.play(found.line[0]).unwrap().is_some() || rng.random_bool(0.05) {
            engine.set_board(Board::new(15, 15).unwrap());
        }
    }
}

/// Ends a search after a while, from another thread.
fn stopped_after<T>(wait: Duration, search: impl FnOnce(&Control) -> T) -> (T, Duration) {
    let control = Control::new();
    thread::scope(|scope| {
        let stop = scope.spawn(|| {
            thread::sleep(wait);
            control.stop();
            Instant::now()
        });
        let found = search(&control);
        let end = Instant::now();
        let told = stop.join().expect("it stops");
        (found, end.saturating_duration_since(told))
    })
}

/// One step of a random sequence; the position is legal before and after. How
/// long searches go on after a stop is added to `lates`.
fn step(engine: &mut Engine, rng: &mut StdRng, lates: &mut Vec<Duration>) {
    let rule = engine.options().rule;
    let wait = Duration::from_micros(rng.random_range(0..4_000));
    match rng.random_range(0..10) {
        0 => {
            engine.board_mut().undo();
        }
        1 => {
            let board = middle_game(rule, rng);
            engine.set_board(board);
        }
        2 => {
            let threads = rng.random_range(1..=8);
            let lines = rng.random_range(1..=3);
            let memory = engine.options().memory;
            engine.set_options(Options {
                lines,
                memory,
                ..options(rule, threads)
            });
        }
        3 => {
            let reply = random_square(engine.board(), rng);
            let before = engine.board().clone();
            let (_, late) = stopped_after(wait, |control| engine.ponder(reply, control));
            lates.push(late);
            assert_eq!(engine.board().hash(), before.hash());
        }
        4 => {
            let squares: Vec<Square> = engine.board().empty().into_iter().take(9).collect();
            let at = rng.random_range(0..squares.len());
            engine.blocked_mut().insert(squares[at]);
        }
        5 => {
            let stones = rng.random_range(1..=2);
            let (found, late) =
                stopped_after(wait, |control| engine.balance(stones, 0, control, &|_| ()));
            lates.push(late);
            assert!(found.is_some_and(|found| found.line.len() >= stones));
        }
        6 => engine.clear_hash(),
        _ => {
            let (found, late) = stopped_after(wait, |control| engine.think(control, &|_| ()));
            lates.push(late);
            let found = found.expect("a move");
            assert_line(engine.board(), rule, &found.line);
            if let ScoreKind::WinIn(1) = found.score.kind() {
                let own = engine.board().side_to_move();
                assert!(rules::wins(engine.board(), rule, found.line[0], own));
            }
            let over = engine.play(found.line[0]).unwrap().is_some();
            if over || engine.board().empty().len() < 20 {
                engine.set_board(Board::new(15, 15).unwrap());
                *engine.blocked_mut() = Default::default();
            }
        }
    }
    let wall = |(_, content): (Square, Content)| content == Content::Wall;
    assert!(!engine.board().squares().any(wall));
}

/// Searches that were stopped must have ended soon after it.
fn assert_soon(lates: &mut [Duration]) {
    lates.sort();
    let half = lates.get(lates.len() / 2).filter(|_| lates.len() > 20);
    assert!(half.is_none_or(|&half| half < STOP_LIMIT), "{lates:?}");
    assert!(lates.last().is_none_or(|&last| last < HANG), "{lates:?}");
}

/// Panics of searching threads: the engine survives them, so they are counted.
static PANICS: AtomicUsize = AtomicUsize::new(0);

fn count_panics() {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let current = thread::current();
        if current
            .name()
            .is_some_and(|name| name.starts_with("search-"))
        {
            PANICS.fetch_add(1, Relaxed);
        }
        before(panic);
    }));
}

#[test]
fn random_sequences_end_well() {
    count_panics();
    let number = std::env::var("TENGEN_SEQUENCES").ok();
    let sequences: u64 = number.map_or(100, |text| text.parse().expect("a number"));
    let mut lates = Vec::new();
    for seed in 0..sequences {
        if seed % 500 == 0 {
            println!("{seed} of {sequences} sequences");
        }
        let rng = &mut rng(7_700_000 + seed);
        let rule = Rule::ALL[rng.random_range(0..Rule::ALL.len())];
        let mut engine = Engine::new().unwrap();
        let threads = rng.random_range(1..=8);
        engine.set_options(Options {
            memory: 4 << 20,
            ..options(rule, threads)
        });
        for _ in 0..10 {
            step(&mut engine, rng, &mut lates);
        }
        assert_soon(&mut lates);
    }
    println!(
        "{} searches were stopped, all within {:?}",
        lates.len(),
        lates.last()
    );
    assert_eq!(PANICS.load(Relaxed), 0, "panics in a search");
}

#[test]
fn threads_that_were_started_elsewhere_search() {
    let middle = board("h8i9j8i10i8k8h9g10j11h7");
    let searched = thread::spawn(move || {
        // As it is in a browser: this thread searches too.
        let start = |given: PoolThread| drop(thread::spawn(|| given.run()));
        let mut pool = Pool::on_threads(3, start).unwrap();
        assert_eq!(pool.threads(), 3);
        assert!(pool.resize(2).is_ok() && pool.threads() == 2);
        // There are no more than were started.
        assert!(pool.resize(4).is_err() && pool.threads() == 2);
        let mut engine = Engine::with_pool(pool);
        engine.set_board(middle);
        [3, 1, 9, 2].map(|threads| {
            engine.set_options(Options {
                nodes: Some(30_000),
                ..options(Rule::Freestyle, threads)
            });
            let found = engine.think(&Control::new(), &|_| ()).expect("a move");
            (threads, found.nodes)
        })
    });
    let found = searched.join().unwrap();
    for (threads, nodes) in found {
        // Two threads have half of the nodes each, and the helper may begin late ...
        assert!((10_000..40_000).contains(&nodes), "{threads}: {nodes}");
    }
    // ... but not in all three searches.
    let most = found.iter().filter(|one| one.0 > 1).map(|one| one.1).max();
    assert!(most >= Some(20_000), "{found:?}");
}
