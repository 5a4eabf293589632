//! What the program may need: memory, the time to stop and to exit, and nothing
//! at all while it waits. Everything is measured at the real program, and the
//! figures are printed (`--nocapture`).
//!
//! `TENGEN_LIMIT_SECONDS` is how long it thinks when memory is measured (2),
//! `TENGEN_EXIT_SECONDS` how long it thinks before it is told to exit (2),
//! `TENGEN_STOPS` the number of searches that are stopped (20). The limits of
//! time leave out what a busy machine takes, see [`crate::common::driver::delay`], and are
//! narrow if `TENGEN_STRICT` is set.

use std::fmt::Debug;
use std::str::FromStr;
use std::thread;
use std::time::{Duration, Instant};

use crate::common::driver::delay::{in_time, is_strict};
use crate::common::driver::{Brain, HANG, ms, timed};
use crate::common::rng;
use rand::Rng;
use tengen::board::{Board, notation};

/// Positions in which nothing is decided.
const POSITIONS: &str = include_str!("../../bench-positions/bench.txt");
/// What a limit of 0 stands for, in bytes.
const DEFAULT_MEMORY: u64 = 350 << 20;

/// A number from an environment variable.
fn setting<T: FromStr<Err: Debug>>(name: &str, default: T) -> T {
    let value = std::env::var(name).ok();
    value.map_or(default, |text| text.parse().expect(name))
}

/// A limit in milliseconds: the first one on a quiet machine, when it is to be
/// held strictly.
fn limit(strict: u64, wide: u64) -> u64 {
    if is_strict() { strict } else { wide }
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// A position to think about.
#[derive(Clone)]
struct Position {
    name: String,
    /// As `INFO rule` names it.
    mask: u32,
    side: usize,
    /// The command that asks for a move in it.
    block: String,
}

impl Position {
    /// Reads `id; rule; side; moves`.
    fn read(line: &str) -> Position {
        let fields: Vec<&str> = line.split("; ").collect();
        let [name, rule, side, moves] = fields[..] else {
            panic!("'{line}' is no position");
        };
        let mask = match rule {
            "freestyle" => 0,
            "standard" => 1,
            "renju" => 4,
            "caro8" => 8,
            "caro" => 9,
            _ => panic!("the rule '{rule}' is not known here"),
        };
        let side = side.parse().expect("a side");
        let mut board = Board::new(side, side).expect("a board");
        notation::play_moves(&mut board, moves).expect("moves");
        let last = board.moves().len();
        let mut block = String::from("BOARD ");
        for (turn, square) in board.moves().iter().enumerate() {
            let square = square.expect("no passes here");
            let field = 1 + (last - turn) % 2;
            block.push_str(&format!("{},{},{field} ", square.x(), square.y()));
        }
        Position {
            name: name.to_string(),
            mask,
            side,
            block: block + "DONE",
        }
    }

    /// A program that knows the rule and the board and has a lot of time.
    fn brain(&self, infos: &[&str]) -> Brain {
        let mut brain = Brain::start();
        brain.send(&format!("INFO rule {}", self.mask));
        brain.send("INFO timeout_turn 600000");
        infos
            .iter()
            .for_each(|info| brain.send(&format!("INFO {info}")));
        brain.send_ok(&format!("START {}", self.side));
        brain
    }
}

fn positions() -> Vec<Position> {
    let lines = POSITIONS.lines().filter(|line| !line.starts_with('#'));
    lines.map(Position::read).collect()
}

/// Positions on the largest of the usual boards, the latest ones first.
fn large_positions() -> Vec<Position> {
    let large = positions().into_iter().filter(|at| at.side == 20);
    let mut large: Vec<Position> = large.collect();
    large.sort_by_key(|at| std::cmp::Reverse(at.block.len()));
    assert!(!large.is_empty());
    large
}

/// Thinks for this long, about one position after the other if a win is found
/// in one.
fn think(brain: &mut Brain, time: Duration) {
    let since = Instant::now();
    for position in large_positions().iter().cycle() {
        let left = time.saturating_sub(since.elapsed()).as_millis() as u64;
        if left < 50 {
            return;
        }
        brain.send(&format!("INFO timeout_turn {left}"));
        brain.send(&position.block);
        brain.move_within(left + HANG);
    }
}

/// Measures the memory with this limit and this many threads.
fn peak(memory: u64, threads: usize, seconds: f64) {
    let infos = [
        format!("max_memory {memory}"),
        format!("thread_num {threads}"),
    ];
    let infos = [infos[0].as_str(), infos[1].as_str()];
    let mut brain = large_positions()[0].brain(&infos);
    think(&mut brain, Duration::from_secs_f64(seconds));
    let peak = brain.peak_memory();
    let limit = if memory == 0 { DEFAULT_MEMORY } else { memory };
    println!(
        "max_memory {memory}, {threads} threads, {seconds} s: {:.1} of {} MiB",
        peak as f64 / f64::from(1 << 20),
        limit >> 20,
    );
    assert!(peak < limit, "{peak} bytes in use, {limit} allowed");
    brain.finish(HANG);
}

#[test]
fn memory_stays_below_its_limit() {
    let _timed = timed();
    let seconds: f64 = setting("TENGEN_LIMIT_SECONDS", 2.0);
    let gomocup = 83_886_080;
    let cases = [
        (33_554_432, 1),
        (gomocup, 1),
        (367_001_600, 1),
        (2_147_483_648, 1),
        (0, 1),
        (gomocup, 2),
        (gomocup, 8),
    ];
    // Several at a time: what they do to each other's speed does not matter.
    for group in cases.chunks(4) {
        thread::scope(|scope| {
            for &(memory, threads) in group {
                scope.spawn(move || peak(memory, threads, seconds));
            }
        });
    }
}

#[test]
fn a_stop_is_answered_at_once() {
    let _timed = timed();
    let stops: usize = setting("TENGEN_STOPS", 20);
    let rng = &mut rng(8);
    let (mut times, mut too_late) = (Vec::new(), 0);
    let positions = positions();
    for position in positions.iter().cycle() {
        if times.len() >= stops {
            break;
        }
        let mut brain = position.brain(&["max_memory 83886080"]);
        for _ in 0..(stops / 10).max(2) {
            brain.send(&position.block);
            let wait = rng.random_range(20..=120);
            if let Some(first) = brain.line(ms(wait)) {
                // After a tenth of a second a line about the search comes first.
                if first.text.starts_with("MESSAGE ") {
                    brain.move_within(HANG);
                }
                too_late += 1;
                continue;
            }
            let since = Instant::now();
            brain.send("YXSTOP");
            let (_, time) = brain.timed_move(since, HANG);
            let time = time.saturating_sub(brain.delay());
            times.push((time, &position.name));
        }
        brain.finish(HANG);
    }
    times.sort();
    let (worst, at) = times[times.len() - 1];
    println!(
        "{} stops: median {:.2} ms, 99 % {:.2} ms, worst {:.2} ms ({at}); {too_late} came too late",
        times.len(),
        millis(times[times.len() / 2].0),
        millis(times[times.len() * 99 / 100].0),
        millis(worst),
    );
    let limit = limit(20, 500);
    assert!(worst < ms(limit), "{worst:?}, {limit} ms allowed");
}

/// Asks for a move in a position that no search solves.
const UNDECIDED: &str = "BOARD\n7,7,2\nDONE";

/// Memory that can be had without swapping, in KiB.
fn available_kib() -> u64 {
    let text = std::fs::read_to_string("/proc/meminfo").expect("the state of the memory");
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"));
    let number = line.and_then(|line| line.split_whitespace().next());
    number.and_then(|text| text.parse().ok()).expect("a number")
}

/// `END` in a search whose table has been in use for a while; how long it takes.
fn exit(infos: &[&str]) -> Duration {
    let mut brain = large_positions()[0].brain(infos);
    let seconds: f64 = setting("TENGEN_EXIT_SECONDS", 2.0);
    think(&mut brain, Duration::from_secs_f64(seconds));
    brain.send("INFO timeout_turn 600000");
    brain.send(UNDECIDED);
    thread::sleep(ms(100));
    println!("{infos:?}: {} MiB in use", brain.peak_memory() >> 20);
    let since = Instant::now();
    brain.send("END");
    brain.try_exit(since, HANG).expect("an exit")
}

#[test]
fn a_large_table_does_not_delay_the_exit() {
    let _timed = timed();
    let limit = limit(100, 500);
    in_time("exit", limit, || exit(&["max_memory 0"]));
    // 8 GiB, or what there is.
    let kib = (8 << 20).min(available_kib() / 2);
    let memory = format!("max_memory {}", kib << 10);
    let hash = format!("hash_size {kib}");
    let infos = [memory.as_str(), &hash, "thread_num 2"];
    in_time("exit with 8 GiB", limit, || exit(&infos));
}

/// A gigabyte takes the system most of a second; the table is brought into
/// memory while nothing is asked, and not before an answer.
#[test]
fn a_large_table_does_not_delay_an_answer() {
    let _timed = timed();
    let mut brain = positions()[0].brain(&["max_memory 1073741824"]);
    let mut round = 0;
    in_time("an answer with a new table of a gigabyte", 150, || {
        // Another size, another table.
        round += 1;
        let bytes = 1_000_000_000 + round * 10_000_000;
        brain.send(&format!("INFO max_memory {bytes}"));
        let since = Instant::now();
        brain.send("ABOUT");
        let answer = brain.line(ms(HANG)).expect("an answer");
        assert!(answer.text.starts_with("name="), "{}", answer.text);
        since.elapsed()
    });
    brain.finish(HANG);
}

#[test]
fn nothing_is_done_while_nothing_is_asked() {
    let _timed = timed();
    let position = &positions()[0];
    let mut brain = position.brain(&["thread_num 4"]);
    brain.assert_idle("after START");
    brain.send(UNDECIDED);
    assert!(brain.line(ms(200)).is_none());
    brain.send("YXSTOP");
    brain.move_within(HANG);
    brain.assert_idle("after a search that was stopped");
    brain.send("INFO timeout_turn 50");
    brain.send(UNDECIDED);
    brain.move_within(HANG);
    brain.assert_idle("after a search");
    brain.finish(HANG);
}
