//! Ending a search: by every command that may do so, by the end of the input
//! or the output, and at awkward moments. Every search that was started, or
//! was asked for, gives exactly one move.
//!
//! The times measured are printed (`--nocapture`); what a busy machine takes does
//! not count, see [`crate::common::driver::delay`].

use std::time::{Duration, Instant};

use crate::common::driver::{Brain, PATIENCE, coordinates, ms, timed};
use crate::common::rng;
use rand::Rng;
use rand::rngs::StdRng;

/// A stop must be answered within this, in milliseconds.
const STOP_LIMIT: u64 = 500;
/// The program must have exited this many milliseconds after `END`.
const EXIT_LIMIT: u64 = 500;
/// Quiet stones, so that nothing ends a search early.
const QUIET: &str = "BOARD 7,7,2 8,9,1 6,10,2 DONE";

/// A program with a new game and a lot of time, which was told these settings.
fn ready(infos: &[&str]) -> Brain {
    let mut brain = Brain::start();
    brain.send_ok("START 15");
    brain.send("INFO timeout_turn 30000");
    infos
        .iter()
        .for_each(|info| brain.send(&format!("INFO {info}")));
    brain
}

/// A program that thinks and would go on for long.
fn thinking(infos: &[&str]) -> Brain {
    let mut brain = ready(infos);
    brain.send(QUIET);
    brain.assert_silent(250);
    brain
}

/// Stops the search by `command`; there must be one move and nothing else.
fn stop_by(brain: &mut Brain, command: &str) -> Duration {
    let since = Instant::now();
    brain.send(command);
    let (_, time) = brain.timed_move(since, STOP_LIMIT);
    brain.assert_silent(50);
    time
}

fn print(what: &str, time: Duration) {
    println!("{what}: {:.1} ms", time.as_secs_f64() * 1e3);
}

#[test]
fn commands_stop_the_search() {
    let _timed = timed();
    for command in ["YXSTOP", "STOP", "yxstop\r", "INFO timeout_turn 0"] {
        let mut brain = thinking(&[]);
        print(command, stop_by(&mut brain, command));
        // The game goes on.
        brain.send("INFO timeout_turn 30");
        brain.send("TURN 0,0");
        brain.move_within(STOP_LIMIT);
        print("  then END", brain.finish(EXIT_LIMIT));
    }
}

#[test]
fn every_rule_can_be_stopped() {
    let _timed = timed();
    for rule in [0, 1, 4, 8, 9] {
        let info = format!("rule {rule}");
        let mut brain = thinking(&[&info]);
        let time = stop_by(&mut brain, "YXSTOP");
        print(&format!("YXSTOP in rule {rule}"), time);
        brain.finish(EXIT_LIMIT);
    }
}

#[test]
fn the_end_of_the_input_stops_an_endless_search() {
    let _timed = timed();
    let mut brain = thinking(&["timeout_turn -1"]);
    let since = Instant::now();
    brain.close_input();
    let (_, time) = brain.timed_move(since, STOP_LIMIT);
    print("move after EOF", time);
    print("exit after EOF", brain.exit_within(since, EXIT_LIMIT));
}

#[test]
fn the_end_of_the_input_ends_an_idle_program() {
    let _timed = timed();
    for text in ["", "START 15", "BOARD\n7,7,1", "EN"] {
        let mut brain = Brain::start();
        brain.send_ok("START 15");
        brain.send_bytes(text.as_bytes());
        let since = Instant::now();
        brain.close_input();
        match text {
            "START 15" => brain.expect("OK"),
            "EN" => brain.expect("UNKNOWN EN"),
            _ => (),
        }
        print(
            "exit after EOF when idle",
            brain.exit_within(since, EXIT_LIMIT),
        );
    }
}

#[test]
fn end_stops_the_search() {
    let _timed = timed();
    for infos in [
        &[][..],
        &["max_memory 367001600"],
        &["max_memory 2147483647"],
    ] {
        let mut brain = thinking(infos);
        let since = Instant::now();
        let answer = brain.finish_search(EXIT_LIMIT);
        assert!(coordinates(&answer).is_some(), "{answer}");
        print(&format!("END in search, {infos:?}"), since.elapsed());
    }
}

#[test]
fn end_stops_a_swap2_question() {
    let _timed = timed();
    for block in ["", "7,7 8,9 6,10 "] {
        let mut brain = ready(&[]);
        brain.send(&format!("SWAP2BOARD {block}DONE"));
        brain.assert_silent(50);
        let since = Instant::now();
        let answer = brain.finish_search(EXIT_LIMIT);
        let squares: Vec<_> = answer.split(' ').filter_map(coordinates).collect();
        assert!(answer == "SWAP" || !squares.is_empty(), "{answer}");
        print("END in swap2", since.elapsed());
    }
}

#[test]
fn a_swap2_question_can_be_stopped() {
    let _timed = timed();
    for block in ["", "7,7 8,9 6,10 "] {
        let mut brain = ready(&[]);
        brain.send(&format!("SWAP2BOARD {block}DONE"));
        brain.assert_silent(50);
        let since = Instant::now();
        brain.send("YXSTOP");
        brain.line_within(since, STOP_LIMIT).expect("an answer");
        print("YXSTOP in swap2", since.elapsed());
        brain.finish(EXIT_LIMIT);
    }
}

/// Piskvork tells every move of the mouse; none of that may hide a stop.
#[test]
fn many_lines_during_a_search_do_not_hide_a_stop() {
    let _timed = timed();
    let mut brain = thinking(&[]);
    brain.send_bytes("INFO evaluate 7,7\r\n".repeat(6_000).as_bytes());
    print("YXSTOP behind 6000 lines", stop_by(&mut brain, "YXSTOP"));
    brain.finish(EXIT_LIMIT);
}

#[test]
fn a_stop_right_after_the_question_counts() {
    let _timed = timed();
    for repeat in 0..5 {
        let mut brain = ready(&[]);
        let since = Instant::now();
        match repeat % 2 {
            0 => brain.send_bytes(b"TURN 7,7\nYXSTOP\n"),
            _ => {
                brain.send("TURN 7,7");
                brain.send("YXSTOP");
            }
        }
        let (_, time) = brain.timed_move(since, STOP_LIMIT);
        print("TURN and YXSTOP", time);
        brain.assert_silent(50);
        brain.finish(EXIT_LIMIT);
    }
}

#[test]
fn everything_in_one_write_is_answered_in_order() {
    let _timed = timed();
    let mut brain = Brain::start();
    let since = Instant::now();
    brain.send_bytes(b"START 15\nINFO timeout_turn 30000\nTURN 7,7\nYXSTOP\nABOUT\n");
    brain.expect("OK");
    brain.timed_move(since, STOP_LIMIT);
    let about = brain.line(PATIENCE).expect("a line").text;
    assert!(about.starts_with("name="), "{about}");
    brain.finish(EXIT_LIMIT);
}

#[test]
fn a_stop_when_idle_does_nothing() {
    let _timed = timed();
    let mut brain = ready(&[]);
    brain.send("YXSTOP");
    brain.assert_silent(50);
    brain.send("INFO timeout_turn 400");
    for _ in 0..2 {
        brain.send("YXSTOP");
        brain.send("STOP");
        let since = Instant::now();
        brain.send(QUIET);
        let (_, time) = brain.timed_move(since, 400 + STOP_LIMIT);
        print("a move of 400 ms after an idle YXSTOP", time);
        assert!(time >= ms(200), "the search was cut short");
        brain.assert_silent(30);
    }
    brain.finish(EXIT_LIMIT);
}

#[test]
fn a_closed_output_ends_the_program_in_silence() {
    let _timed = timed();
    let (mut brain, stdout) = Brain::start_unread();
    brain.send("START 15\nINFO timeout_turn 30000\nTURN 7,7");
    std::thread::sleep(ms(250));
    drop(stdout);
    let since = Instant::now();
    brain.send("YXSTOP");
    print(
        "exit after the output is closed",
        brain.exit_within(since, EXIT_LIMIT),
    );
}

#[test]
fn a_manager_that_dies_leaves_no_orphan() {
    let _timed = timed();
    let (mut brain, stdout) = Brain::start_unread();
    brain.send("START 15\nINFO timeout_turn 30000\nTURN 7,7");
    std::thread::sleep(ms(250));
    drop(stdout);
    let since = Instant::now();
    brain.close_input();
    print(
        "exit after both are closed",
        brain.exit_within(since, EXIT_LIMIT),
    );
}

/// A block of a few random stones.
fn random_block(rng: &mut StdRng) -> String {
    let mut stones: Vec<(i32, i32)> = Vec::new();
    while stones.len() < 5 {
        let stone = (rng.random_range(2..13), rng.random_range(2..13));
        if !stones.contains(&stone) {
            stones.push(stone);
        }
    }
    let mut text = String::from("BOARD");
    for (turn, (x, y)) in stones.iter().enumerate() {
        let field = 2 - turn % 2;
        text.push_str(&format!(" {x},{y},{field}"));
    }
    text + " DONE"
}

#[test]
fn stops_and_starts_at_random() {
    let _timed = timed();
    let rng = &mut rng(20);
    let mut brain = ready(&[]);
    let mut slowest = Duration::ZERO;
    for round in 0..20 {
        // Sometimes a stop that has nothing to stop.
        if rng.random_bool(0.3) {
            brain.send("YXSTOP");
        }
        if rng.random_bool(0.3) {
            brain.send_ok(["RESTART", "START 15", "START 20"][round % 3]);
        }
        brain.send(&random_block(rng));
        if rng.random_bool(0.8) {
            std::thread::sleep(ms(rng.random_range(0..150)));
        }
        let since = Instant::now();
        match rng.random_range(0..4) {
            0 => brain.send("STOP"),
            1 => brain.send("INFO timeout_turn 0\nINFO timeout_turn 30000"),
            2 => brain.send("YXSTOP\nYXSTOP"),
            _ => brain.send("YXSTOP"),
        }
        let (_, time) = brain.timed_move(since, STOP_LIMIT);
        slowest = slowest.max(time);
        brain.assert_silent(rng.random_range(0..40));
    }
    print("slowest of 20 random stops", slowest);
    brain.finish(EXIT_LIMIT);
}
