//! A move comes in time with any settings of time, also with settings that come
//! while the program thinks: an impatient user, a manager that corrects the
//! clock. They count from the beginning of the move, and there is one move.

use std::time::{Duration, Instant};

use crate::common::driver::delay::in_time;
use crate::common::driver::{Brain, HANG, PATIENCE, ms, timed};
use crate::common::table::{block, quiet};

/// A move that is due must come within this, in milliseconds.
const TOLERANCE: u64 = 100;

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

/// There must be one move, then silence; how long after `since` it comes.
fn one_move(brain: &Brain, since: Instant) -> Duration {
    let (_, time) = brain.timed_move(since, HANG);
    brain.assert_silent(50);
    time
}

/// What is shorter than before ends the search, whether its end lies ahead or
/// in the past; with several threads too.
#[test]
fn less_time_ends_the_search() {
    let _timed = timed();
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
        let what = format!("{before:?}, then {change}");
        in_time(&what, limit + TOLERANCE, || {
            let (mut brain, since) = thinking(before);
            brain.assert_silent(150);
            brain.send(&format!("INFO {change}"));
            let time = one_move(&brain, since);
            brain.finish(500);
            time
        });
    }
}

/// What is longer than before lets it go on.
#[test]
fn more_time_prolongs_the_search() {
    let _timed = timed();
    for (before, change) in [
        (&["timeout_turn 600"][..], "timeout_turn 2000"),
        (&["timeout_turn 600", "thread_num 2"], "timeout_turn 1300"),
        (
            &["timeout_turn 1300", "time_left 1300"],
            "time_left 2147483647",
        ),
        (&["timeout_turn 1300", "time_left 1300"], "timeout_match 0"),
    ] {
        in_time(change, 2_000 + TOLERANCE, || {
            let (mut brain, since) = thinking(before);
            brain.send(&format!("INFO {change}"));
            let time = one_move(&brain, since);
            assert!(time > ms(1_000), "{change} has not prolonged {before:?}");
            brain.finish(500);
            time
        });
    }
}

/// No limit any more: only a stop ends the search.
#[test]
fn all_limits_are_lifted() {
    let _timed = timed();
    let (mut brain, _) = thinking(&["timeout_turn 500", "timeout_match 2000"]);
    brain.send("INFO timeout_turn -1\nINFO time_left 2147483647");
    brain.assert_silent(1_200);
    let since = Instant::now();
    brain.send("YXSTOP");
    brain.timed_move(since, 500);
    brain.assert_silent(50);
    brain.finish(500);
}

/// A setting that came during a search holds for the next one too.
#[test]
fn the_next_move_obeys_it_too() {
    let _timed = timed();
    in_time("a move of 400 ms", 400 + TOLERANCE, || {
        let (mut brain, since) = thinking(&["timeout_turn 60000"]);
        brain.send("INFO timeout_turn 400");
        one_move(&brain, since);
        let since = Instant::now();
        brain.send("TURN 0,0");
        let time = one_move(&brain, since);
        assert!(time > ms(200), "{time:?} of 400 ms");
        brain.finish(500);
        time
    });
}

/// What the tables of a rule may take in the build for tests, in milliseconds: renju's
/// take 95 to 180 by machine, 275 on a slow one; in a release 50 to 70.
const TABLES: u64 = 250;

/// A move comes in time with any settings of time.
#[test]
fn every_kind_of_time_limit_is_kept() {
    let _timed = timed();
    let settings: [(&[&str], u64); 12] = [
        (&["timeout_turn 0"], 0),
        (&["timeout_turn 0", "timeout_match 0"], 0),
        (&["timeout_turn 0", "rule 4"], 0),
        (&["timeout_turn 20", "rule 9"], 20),
        (&["timeout_turn 1000", "timeout_match 0"], 1000),
        (&["timeout_match 1000", "timeout_turn 1000000"], 1000),
        (
            &["timeout_turn 1000", "timeout_match 9000", "time_left 0"],
            0,
        ),
        (
            &["timeout_turn 1000", "timeout_match 9000", "time_left -500"],
            0,
        ),
        (&["timeout_turn 200", "time_left 2147483647"], 200),
        (&["timeout_match 1500"], 1500),
        (&["timeout_turn 1"], 1),
        // Without any setting: a sensible time.
        (&[], 6000),
    ];
    for (infos, limit) in settings {
        let has_rule = infos.iter().any(|info| info.starts_with("rule "));
        let tables = if has_rule { TABLES } else { 0 };
        in_time(&format!("{infos:?}"), limit + TOLERANCE + tables, || {
            let mut brain = Brain::start();
            brain.send_ok("START 15");
            infos
                .iter()
                .for_each(|info| brain.send(&format!("INFO {info}")));
            let since = Instant::now();
            brain.send("BOARD\n7,7,2\n8,8,1\n8,7,2\nDONE");
            let (_, mut time) = brain.timed_move(since, HANG);
            if has_rule {
                // The tables of the rule are made first: work, that others delay.
                time = time.saturating_sub(brain.delay());
            }
            brain.finish(500);
            time
        });
    }
}

/// An answer to a swap2 question is a move for the clock.
#[test]
fn swap2_is_answered_in_time() {
    let _timed = timed();
    for limit in [0, 50, 300] {
        for stones in ["", "7,7 8,8 9,7 ", "7,7 8,8 9,7 0,0 1,14 "] {
            let what = format!("swap2 '{stones}' in {limit} ms");
            in_time(&what, limit + TOLERANCE, || {
                let mut brain = Brain::start();
                brain.send_ok("START 15");
                brain.send(&format!("INFO timeout_turn {limit}"));
                let since = Instant::now();
                brain.send(&format!("SWAP2BOARD {stones}DONE"));
                let line = brain.line(PATIENCE).expect("an answer");
                let time = line.at - since;
                brain.finish(500);
                time
            });
        }
    }
}
