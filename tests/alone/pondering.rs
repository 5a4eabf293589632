//! Thinking while the opponent does: it is silent, it ends with the opponent's
//! move or with the program, and without it an idle program is idle.

use std::time::{Duration, Instant};

use crate::common::driver::{Brain, PATIENCE, ms, timed};
use crate::common::table::{block, quiet};

/// How much later than its limit a move may come, in milliseconds.
const TOLERANCE: u64 = 500;
/// The program must have exited this many milliseconds after `END`.
const EXIT_LIMIT: u64 = 500;
/// For a move, in milliseconds.
const TURN: u64 = 100;

/// A program that has made its move, as `INFO pondering` was set; it would tell
/// all about a search.
fn after_a_move(pondering: bool) -> Brain {
    let mut brain = Brain::start();
    brain.send_ok("START 15");
    brain.send("INFO show_detail 3\nINFO thread_num 2");
    brain.send(&format!("INFO timeout_turn {TURN}"));
    brain.send(&format!("INFO pondering {}", i32::from(pondering)));
    ask(&mut brain, block(&quiet(15), "\n").trim_end());
    brain
}

/// A question with a move for an answer, in time.
fn ask(brain: &mut Brain, command: &str) {
    let since = Instant::now();
    brain.send(command);
    brain.answer(since, TURN + TOLERANCE).point();
}

/// Waits until the program has used this much processor time, or gives up.
#[cfg(target_os = "linux")]
fn works(brain: &Brain, least: Duration) -> bool {
    let (start, since) = (brain.cpu_time(), Instant::now());
    while since.elapsed() < PATIENCE {
        std::thread::sleep(ms(20));
        if brain.cpu_time() - start > least {
            return true;
        }
    }
    false
}

#[test]
#[cfg(target_os = "linux")]
fn it_works_only_when_it_is_told_to() {
    let _timed = timed();
    let mut brain = after_a_move(false);
    brain.assert_idle("unasked");
    brain.send("INFO pondering 1");
    assert!(works(&brain, ms(100)), "it does not begin to ponder");
    brain.send("INFO pondering 0");
    brain.assert_idle("after pondering");
    brain.send("INFO pondering 1");
    // Of a wasted move it might prove at once that it loses.
    ask(&mut brain, block(&quiet(15), "\n").trim_end());
    assert!(works(&brain, ms(100)), "it does not ponder after a move");
    // In a new game there is nothing to think about.
    brain.send_ok("START 15");
    brain.assert_idle("before the first move");
    brain.finish(EXIT_LIMIT);
}

/// The command that lets it begin must not be the one that ends it.
#[test]
#[cfg(target_os = "linux")]
fn it_begins_every_time() {
    let _timed = timed();
    let mut brain = after_a_move(false);
    for round in 0..20 {
        brain.assert_silent(20);
        brain.send("INFO pondering 1");
        assert!(works(&brain, ms(30)), "not in round {round}");
        brain.send("INFO pondering 0");
    }
    brain.finish(EXIT_LIMIT);
}

/// Questions do not end it for good; positions do.
#[test]
#[cfg(target_os = "linux")]
fn it_goes_on_after_questions() {
    let _timed = timed();
    let mut brain = after_a_move(true);
    for round in 0..12 {
        brain.send(["yxshowforbid", "INFO time_left 5000", "ABOUT"][round % 3]);
        match round % 3 {
            1 => brain.assert_silent(50),
            _ => drop(brain.line(PATIENCE).expect("an answer")),
        }
        assert!(works(&brain, ms(50)), "not after question {round}");
    }
    // "Stop" means this search too.
    brain.send("YXSTOP");
    brain.assert_idle("after YXSTOP");
    brain.send("YXBOARD 7,7,2 8,8,1 DONE");
    brain.assert_idle("about a position");
    brain.finish(EXIT_LIMIT);
}

#[test]
fn it_is_silent() {
    let _timed = timed();
    let mut brain = after_a_move(true);
    brain.assert_silent(400);
    // Then the opponent moves, now and at once.
    for (command, pause) in [("TURN 0,0", 0), ("TURN 14,0", 200), ("TURN 0,14", 0)] {
        ask(&mut brain, command);
        brain.assert_silent(pause);
    }
    brain.assert_silent(100);
    brain.finish(EXIT_LIMIT);
}

/// Every command that begins something else is answered as always.
#[test]
fn it_ends_with_the_next_command() {
    let _timed = timed();
    let mut brain = after_a_move(true);
    let board = block(&quiet(15), "\n");
    for pause in [150, 0] {
        brain.assert_silent(pause);
        ask(&mut brain, board.trim_end());
        brain.assert_silent(pause);
        brain.send("YXBOARD 7,7,2 8,8,1 DONE");
        ask(&mut brain, "YXNBEST 2");
        brain.assert_silent(pause);
        brain.send_ok("TAKEBACK 8,8");
        brain.send_ok("RESTART");
        ask(&mut brain, "BEGIN");
        brain.assert_silent(pause);
        brain.send_ok("START 20");
        ask(&mut brain, "TURN 10,10");
    }
    brain.finish(EXIT_LIMIT);
}

#[test]
fn it_ends_with_the_program() {
    let _timed = timed();
    for pause in [150, 0] {
        let mut brain = after_a_move(true);
        brain.assert_silent(pause);
        brain.finish(EXIT_LIMIT);
        let mut brain = after_a_move(true);
        brain.assert_silent(pause);
        let since = Instant::now();
        brain.close_input();
        brain.exit_within(since, EXIT_LIMIT);
    }
}

/// After the last move of a game there is nothing to ponder about.
#[test]
#[cfg(target_os = "linux")]
fn it_knows_when_the_game_is_over() {
    let _timed = timed();
    let mut brain = after_a_move(true);
    ask(
        &mut brain,
        "BOARD 3,5,1 2,5,2 4,5,1 3,9,2 5,5,1 5,9,2 6,5,1 7,9,2 DONE",
    );
    brain.assert_idle("about a finished game");
    brain.finish(EXIT_LIMIT);
}
