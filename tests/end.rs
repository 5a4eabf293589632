//! The end of a conversation, by `END` or by the end of the input: what was asked
//! before is answered, with searches that are stopped at once, and then the
//! program is gone. A manager that does not read cannot hinder it.
//!
//! With `TENGEN_STRICT` the program must be gone within the time that is
//! promised every time, which takes a machine that does nothing else.

mod driver;

use std::time::{Duration, Instant};

use driver::delay::{in_time, is_strict};
use driver::{Brain, HANG, PATIENCE, alone, coordinates, is_message, ms};

/// How long the program takes to end on a quiet machine, in milliseconds.
const SOON: u64 = 100;
/// And at best on a busy one, which makes the first search wait.
const BUSY: u64 = 1_000;

/// How long it may take every time.
fn exit_limit() -> u64 {
    if is_strict() { SOON } else { HANG }
}

/// Sends all of it at once and reads to the end; the lines without messages, and
/// the time to the exit.
fn conversation(text: &str, closes: bool) -> (Vec<String>, Duration) {
    let mut brain = Brain::start();
    // It has begun to read.
    brain.send("ABOUT");
    brain.line(PATIENCE).expect("an answer");
    let since = Instant::now();
    brain.send_bytes(text.as_bytes());
    if closes {
        brain.close_input();
    }
    let mut lines = Vec::new();
    while let Some(line) = brain.line(ms(exit_limit())) {
        if !is_message(&line.text) {
            lines.push(line.text);
        }
    }
    (lines, brain.exit_within(since, exit_limit()))
}

/// Whether the lines are these; `*` is a move.
fn assert_lines(lines: &[String], wanted: &[&str]) {
    let is = |(line, wanted): (&String, &&str)| match *wanted {
        "*" => coordinates(line).is_some(),
        _ => line == wanted,
    };
    let all = lines.len() == wanted.len() && lines.iter().zip(wanted).all(is);
    assert!(all, "{lines:?}, wanted {wanted:?}");
}

#[test]
fn a_conversation_in_one_write_is_answered() {
    let _alone = alone();
    let limit = if is_strict() { SOON } else { BUSY };
    for (end, closes) in [("END\n", false), ("END", true), ("", true)] {
        in_time(&format!("gone after {end:?}"), limit, || {
            let (lines, time) = conversation(&format!("START 15\nBEGIN\n{end}"), closes);
            assert_lines(&lines, &["OK", "*"]);
            time
        });
    }
}

/// Each of these would take a minute.
#[test]
fn every_search_that_waits_is_stopped() {
    let _alone = alone();
    let text = "INFO timeout_turn 60000\nSTART 15\n\
                BOARD 7,7,2 8,9,1 6,10,2 DONE\nTURN 0,0\nTURN 14,14\nABOUTS\n\
                BOARD\n7,7,1\n8,8,2\nDONE\nRESTART\nBEGIN\nTURN 0,1\n";
    for (end, closes) in [("END\n", false), ("", true)] {
        let (lines, time) = conversation(&format!("{text}{end}"), closes);
        let wanted = ["OK", "*", "*", "*", "UNKNOWN ABOUTS", "*", "OK", "*", "*"];
        assert_lines(&lines, &wanted);
        println!("{end:?}: gone after {time:?}");
    }
}

#[test]
fn questions_of_openings_are_answered() {
    let _alone = alone();
    let text =
        "INFO timeout_turn 60000\nSTART 15\nSWAP2BOARD DONE\nSWAP2BOARD 7,7 8,8 9,7 DONE\nEND\n";
    let (lines, _) = conversation(text, false);
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert_eq!(lines[1].split(' ').filter_map(coordinates).count(), 3);
    assert!(lines[2] == "SWAP" || coordinates(&lines[2]).is_some());
}

/// What comes after `END`, and a block that was not ended before it, was not
/// asked.
#[test]
fn nothing_else_is_answered() {
    let _alone = alone();
    let (lines, _) = conversation("START 15\nBOARD\n7,7,1\nEND\nABOUT\nDONE\n", false);
    assert_lines(&lines, &["OK"]);
}

/// `END` in a search, with more questions behind it; the search had begun.
#[test]
fn a_search_that_has_begun_is_stopped() {
    let _alone = alone();
    let mut brain = Brain::start();
    brain.send_ok("START 15");
    brain.send("INFO timeout_turn 60000\nINFO show_detail 2\nBOARD 7,7,2 8,9,1 6,10,2 DONE");
    brain.told_for(200);
    let since = Instant::now();
    brain.send("YXNBEST 3\nEND");
    for _ in 0..2 {
        let answer = brain.answer(since, exit_limit());
        assert!(!answer.told.is_empty() || answer.time < PATIENCE);
        answer.point();
    }
    brain.exit_within(since, exit_limit());
}

/// A pipe that is full while the program tells of a search, or has many lines
/// to say still.
#[test]
fn nobody_has_to_read() {
    let _alone = alone();
    let talk = "INFO show_detail 3\nINFO timeout_turn 60000\nSTART 15\nYXNBEST 200\n";
    for text in [talk, &"ABOUT\n".repeat(3_000)] {
        for closes in [false, true] {
            let (mut brain, _stdout) = Brain::start_unread();
            brain.send_bytes(text.as_bytes());
            std::thread::sleep(ms(300));
            let since = Instant::now();
            brain.send("YXNBEST 3\nTURN 3,3\nEND");
            if closes {
                brain.close_input();
            }
            let time = brain.exit_within(since, exit_limit());
            println!("gone after {time:?}, unread");
        }
    }
}
