//! Settings of time that come while the program thinks: an impatient user, a
//! manager that corrects the clock. They count from the beginning of the move,
//! and there is one move all the same.

mod common;
mod driver;
mod table;

use std::time::{Duration, Instant};

use driver::{Brain, alone, ms};
use table::{block, quiet};

/// A move that is due must come within this, in milliseconds, on a busy
/// machine too.
const TOLERANCE: u64 = 2_500;

/// A program that has begun to think with these settings, and when it was told
/// to.
fn thinking(infos: &[&str]) -> (Brain, Instant) {
    let mut brain = Brain::start();
    brain.send_ok("START 15");
    for info in infos {
        brain.send(&format!("INFO {info}"));
    }
    let since = Instant::now();
    brain.send(block(&quiet(15), "\n").trim_end());
    (brain, since)
}

/// There must be one move by so many milliseconds after `since`, then silence.
fn one_move(brain: &Brain, since: Instant, limit: u64) -> Duration {
    let (_, time) = brain.timed_move(since, limit + TOLERANCE);
    brain.assert_silent(50);
    println!("{:.0} of {limit} ms", time.as_secs_f64() * 1e3);
    time
}

/// What is shorter than before ends the search, whether its end lies ahead or
/// in the past; with several threads too.
#[test]
fn less_time_ends_the_search() {
    let _alone = alone();
    for (before, change, limit) in [
        (&["timeout_turn 60000"][..], "timeout_turn 300", 300),
        (&["timeout_turn 60000"], "timeout_turn 50", 150),
        (
            &["timeout_turn 60000", "thread_num 2"],
            "timeout_turn 300",
            300,
        ),
        (&["timeout_turn 60000"], "time_left 1", 150),
        (&["timeout_turn 60000"], "time_left -500", 150),
        (
            &[
                "timeout_turn 60000",
                "timeout_match 900000",
                "time_left 900000",
            ],
            "time_left 1000",
            1_000,
        ),
        (&["timeout_match 9000000"], "timeout_match 1000", 1_000),
        (&["timeout_turn -1"], "timeout_turn 300", 300),
        (&["max_node 2000000000"], "timeout_turn 300", 300),
    ] {
        let (mut brain, since) = thinking(before);
        brain.assert_silent(150);
        brain.send(&format!("INFO {change}"));
        one_move(&brain, since, limit);
        brain.finish(500);
    }
}

/// What is longer than before lets it go on.
#[test]
fn more_time_prolongs_the_search() {
    let _alone = alone();
    for (before, change) in [
        (&["timeout_turn 600"][..], "timeout_turn 2000"),
        (&["timeout_turn 600", "thread_num 2"], "timeout_turn 1300"),
        (
            &["timeout_turn 1300", "time_left 1300"],
            "time_left 2147483647",
        ),
        (&["timeout_turn 1300", "time_left 1300"], "timeout_match 0"),
    ] {
        let (mut brain, since) = thinking(before);
        brain.send(&format!("INFO {change}"));
        let time = one_move(&brain, since, 2_000);
        assert!(time > ms(1_000), "{change} has not prolonged {before:?}");
        brain.finish(500);
    }
}

/// No limit any more: only a stop ends the search.
#[test]
fn all_limits_are_lifted() {
    let _alone = alone();
    let (mut brain, _) = thinking(&["timeout_turn 500", "timeout_match 2000"]);
    brain.send("INFO timeout_turn -1\nINFO time_left 2147483647");
    brain.assert_silent(1_200);
    let since = Instant::now();
    brain.send("YXSTOP");
    one_move(&brain, since, 0);
    brain.finish(500);
}

/// What was said in a search holds for the next one too.
#[test]
fn the_next_move_obeys_it_too() {
    let _alone = alone();
    let (mut brain, since) = thinking(&["timeout_turn 60000"]);
    brain.send("INFO timeout_turn 400");
    one_move(&brain, since, 400);
    let since = Instant::now();
    brain.send("TURN 0,0");
    let time = one_move(&brain, since, 400);
    assert!(time > ms(200), "{time:?} of 400 ms");
    brain.finish(500);
}
