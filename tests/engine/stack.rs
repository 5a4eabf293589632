//! The search on the thread that asks: how much stack it takes, and that it
//! finds what it finds on a thread of its own.

use std::cell::Cell;
use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread::Builder;
use std::time::Duration;

use tengen::board::Board;
use tengen::board::notation::play_moves;
use tengen::clock::Control;
use tengen::engine::{Engine, LEAST_STACK, Options};
use tengen::position::Position;
use tengen::search::Iteration;
use tengen::solver::{Goal, Solution, Solver, SolverLimits};
use tengen::types::{ByRule, Color, MAX_PLY, Rule, Ruleset};

/// Where the stack is now.
#[inline(never)]
fn stack_pointer() -> usize {
    let here = 0u8;
    black_box(&raw const here) as usize
}

fn options(rule: Rule, nodes: u64) -> Options {
    Options {
        rule,
        nodes: Some(nodes),
        hash: Some(8 << 20),
        ..Options::default()
    }
}

fn position(side: usize, moves: &str) -> Board {
    let mut board = Board::new(side, side).unwrap();
    play_moves(&mut board, moves).unwrap();
    board
}

const THREES: usize = 33;

/// A position of long lines: [`THREES`] of Black's that are closed at one end,
/// each for one four with one answer. Walls part them, so that they win nothing.
fn many_threes() -> Board {
    let mut board = Board::new(22, 22).unwrap();
    for (y, x) in (0..22).flat_map(|y| (0..22).map(move |x| (y, x))) {
        let square = board.square(x, y).unwrap();
        match x % 7 {
            _ if y % 2 == 1 || x == 21 => board.block(square),
            0 => board.place_as(Color::White, square),
            1..=3 => board.place_as(Color::Black, square),
            6 => board.block(square),
            _ => (),
        }
    }
    assert_eq!(board.stones(Color::Black).count(), 3 * THREES);
    if board.side_to_move() == Color::White {
        board.pass();
    }
    board
}

/// What a search finds on a thread with the least stack, and how much of the
/// stack was seen in use: the search reads its clock at each of its first nodes
/// and every few dozen after them, however deep it is then.
fn search(board: &Board, options: Options) -> (Iteration, usize) {
    let board = board.clone();
    let think = move || {
        let mut engine = Engine::on_calling_thread();
        engine.set_options(options);
        engine.set_board(board);
        let top = stack_pointer();
        let lowest = Arc::new(AtomicUsize::new(top));
        let seen = Arc::clone(&lowest);
        let control = Control::timed(move || {
            seen.fetch_min(stack_pointer(), Relaxed);
            Duration::ZERO
        });
        let found = engine.think(&control, &|_| ()).expect("a move");
        (found, top - lowest.load(Relaxed))
    };
    let thread = Builder::new().stack_size(LEAST_STACK).spawn(think).unwrap();
    thread.join().expect("enough stack")
}

#[test]
fn deep_searches_fit_the_least_stack() {
    let mut most = 0;
    for (name, board) in [
        ("empty", position(15, "")),
        ("fours", position(15, "h8i9h9i10h10i11")),
        ("small", position(6, "c3d4c4d3")),
        ("threes", many_threes()),
    ] {
        for rule in Rule::ALL {
            // A limit of time, or the clock would not be read.
            let options = Options {
                turn_time: Some(Duration::from_secs(1_000)),
                ..options(rule, 150_000)
            };
            let (found, stack) = search(&board, options);
            println!(
                "{rule} {name}: {} nodes, {} plies, {} KiB",
                found.nodes,
                found.deepest,
                stack >> 10
            );
            most = most.max(stack);
        }
    }
    assert!(most > 0, "the clock was not read");
    assert!(2 * most <= LEAST_STACK, "{most} bytes");
}

/// A question to the solver.
struct Question<'a> {
    board: Board,
    goal: Goal,
    stop: &'a dyn Fn() -> bool,
}

impl ByRule for Question<'_> {
    type Output = Solution;

    fn run<R: Ruleset>(self) -> Solution {
        let limits = SolverLimits {
            stop: Some(self.stop),
            ..SolverLimits::nodes(400_000)
        };
        let mut position = Position::<R>::new(self.board);
        Solver::new(8 << 20).solve(&mut position, self.goal, limits)
    }
}

#[test]
fn deep_proofs_fit_the_least_stack() {
    let mut most = 0;
    for rule in Rule::ALL {
        for goal in [Goal::Vcf, Goal::ShortestVcf, Goal::Vct] {
            let solve = move || {
                let top = stack_pointer();
                let lowest = Cell::new(top);
                let stop = || {
                    lowest.set(lowest.get().min(stack_pointer()));
                    false
                };
                let solution = rule.run(Question {
                    board: many_threes(),
                    goal,
                    stop: &stop,
                });
                (solution.nodes, top - lowest.get())
            };
            let thread = Builder::new().stack_size(LEAST_STACK).spawn(solve).unwrap();
            let (nodes, stack) = thread.join().expect("enough stack");
            println!("{rule} {goal:?}: {nodes} stones, {} KiB", stack >> 10);
            most = most.max(stack);
        }
    }
    assert!(most > 0, "nobody asked whether to stop");
    // The plies of the fours and their answers; no line has more than
    // MAX_PLY. What is left is for what calls the solver.
    let longest = most / (2 * THREES) * MAX_PLY;
    assert!(longest <= LEAST_STACK * 3 / 4, "{longest} bytes");
}

#[test]
fn the_calling_thread_finds_the_same() {
    let board = position(15, "h8i9g7i7");
    for rule in Rule::ALL {
        let (here, _) = search(&board, options(rule, 20_000));
        let mut engine = Engine::new().unwrap();
        engine.set_options(options(rule, 20_000));
        engine.set_board(board.clone());
        let there = engine.think(&Control::new(), &|_| ()).unwrap();
        assert_eq!(
            (here.line, here.score, here.nodes, here.depth),
            (there.line, there.score, there.nodes, there.depth),
            "{rule}"
        );
    }
}
