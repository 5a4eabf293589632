//! The end of a conversation: what was asked before is answered, and then the
//! program is gone. `END` stops all searches; the end of the input alone stops only
//! those that have no limit. A manager that does not read cannot hinder it.
//!
//! With `TENGEN_STRICT` the program must be gone within the time that is
//! promised every time, which takes a machine that does nothing else.

use std::time::{Duration, Instant};

use crate::common::driver::delay::{in_time, is_strict};
use crate::common::driver::{Brain, HANG, PATIENCE, alone, coordinates, is_message, ms, timed};

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
    let (lines, time) = whole_conversation(text, closes, exit_limit());
    let answers = lines.into_iter().filter(|line| !is_message(line));
    (answers.collect(), time)
}

/// The same with messages, each of which must come within `limit` milliseconds.
fn whole_conversation(text: &str, closes: bool, limit: u64) -> (Vec<String>, Duration) {
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
    while let Some(line) = brain.line(ms(limit)) {
        lines.push(line.text);
    }
    (lines, brain.exit_within(since, limit))
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
    let _timed = timed();
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
    let _timed = timed();
    let text = "START 15\n\
                BOARD 7,7,2 8,9,1 6,10,2 DONE\nTURN 0,0\nTURN 14,14\nABOUTS\n\
                BOARD\n7,7,1\n8,8,2\nDONE\nRESTART\nBEGIN\nTURN 0,1\n";
    // The last one: only a stop would end them, and none can come any more.
    for (limit, end, closes) in [
        ("60000", "END\n", false),
        ("60000", "END", true),
        ("-1\nINFO max_depth 100", "", true),
    ] {
        let text = format!("INFO timeout_turn {limit}\n{text}{end}");
        let (lines, time) = conversation(&text, closes);
        let wanted = ["OK", "*", "*", "*", "UNKNOWN ABOUTS", "*", "OK", "*", "*"];
        assert_lines(&lines, &wanted);
        println!("{end:?}: gone after {time:?}");
    }
}

/// How many nodes the search had that a message tells of.
fn nodes(message: &str) -> u64 {
    let nodes = message
        .split_once(" n ")
        .and_then(|(_, rest)| rest.split(' ').next());
    let nodes = nodes.and_then(|nodes| nodes.parse().ok());
    nodes.unwrap_or_else(|| panic!("no nodes in {message}"))
}

/// Everything that was asked before is searched as far as it may.
#[test]
fn the_end_of_the_input_stops_no_search_with_a_limit() {
    let _timed = timed();
    let text = "INFO timeout_turn -1\nINFO max_node 5000\nSTART 15\n\
                BOARD 7,7,2 8,9,1 6,10,2 DONE\nTURN 0,0\nRESTART\n\
                BOARD\n7,7,1\n8,8,2\nDONE\nABOUTS\nTURN 0,1";
    let (lines, _) = whole_conversation(text, true, HANG);
    let (told, answers): (Vec<String>, Vec<String>) =
        lines.into_iter().partition(|line| is_message(line));
    assert_lines(
        &answers,
        &["OK", "*", "*", "OK", "*", "UNKNOWN ABOUTS", "*"],
    );
    assert_eq!(told.len(), 4, "{told:?}");
    assert!(told.iter().all(|told| nodes(told) > 1_000), "{told:?}");
}

/// The same with limits of depth and time. (A move that is late has no message.)
#[test]
fn the_end_of_the_input_leaves_the_time_for_a_move() {
    let _timed = timed();
    let conversation = |info: &str| {
        let text = format!("INFO {info}\nSTART 15\nBOARD 7,7,2 8,9,1 6,10,2 DONE\n");
        whole_conversation(&text, true, HANG)
    };
    let (lines, _) = conversation("max_depth 5");
    assert_lines(&[&lines[..1], &lines[2..]].concat(), &["OK", "*"]);
    assert!(nodes(&lines[1]) > 0, "{lines:?}");
    let (_, time) = conversation("timeout_turn 400");
    assert!(time >= ms(200), "{time:?} of 400 ms");
}

/// What waits behind other searches when the input ends has its own time.
#[test]
fn the_end_of_the_input_leaves_the_time_for_every_move() {
    let _alone = alone();
    // With two stones of its own it has no win yet that needs no search.
    let text = "INFO timeout_turn 200\nINFO show_detail 2\nSTART 15\n\
                BOARD 7,7,2 DONE\nTURN 0,0\nTURN 14,14\n";
    let (lines, _) = whole_conversation(text, true, HANG);
    let searches = lines.split(|line| coordinates(line).is_some());
    let is_searched = |lines: &[String]| lines.iter().any(|line| line == "INFO DEPTH 1");
    let searched = searches.filter(|lines| is_searched(lines)).count();
    assert_eq!(searched, 3, "{lines:?}");
}

/// A manager that is gone: the first line that cannot be written ends the search,
/// and on Linux, if the input has ended too, the search ends without a line.
#[test]
fn a_search_for_nobody_is_ended() {
    let _timed = timed();
    for (info, closes) in [("show_detail 3", false), ("show_detail 0", true)] {
        if closes && !cfg!(target_os = "linux") {
            continue;
        }
        let (mut brain, stdout) = Brain::start_unread();
        brain.send(&format!("INFO {info}\nINFO timeout_turn 60000\nSTART 15"));
        brain.send("BOARD 7,7,2 8,9,1 6,10,2 DONE");
        std::thread::sleep(ms(100));
        let since = Instant::now();
        drop(stdout);
        if closes {
            brain.close_input();
        }
        // Depths take longer and longer, and each has its lines.
        let time = brain.exit_within(since, 10_000);
        println!("gone after {time:?}, unread, by {info}");
    }
}

#[test]
fn questions_of_openings_are_answered() {
    let _timed = timed();
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
    let _timed = timed();
    let (lines, _) = conversation("START 15\nBOARD\n7,7,1\nEND\nABOUT\nDONE\n", false);
    assert_lines(&lines, &["OK"]);
}

/// `END` in a search, with more questions behind it; the search had begun.
#[test]
fn a_search_that_has_begun_is_stopped() {
    let _timed = timed();
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
    let _timed = timed();
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
