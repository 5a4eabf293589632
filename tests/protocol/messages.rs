//! The line about every move that people and managers read: there is one, it
//! comes before the move, it says what has been found out, and it can be
//! silenced.

use std::time::Instant;

use crate::common::driver::{Answer, Brain, timed};
#[cfg(target_os = "linux")]
use crate::common::driver::{PATIENCE, coordinates, ms};

/// The most that a short search can take, in milliseconds.
const LIMIT: u64 = 30_000;
const QUIET: &str = "BOARD 7,7,2 8,9,1 6,10,2 DONE";

/// A program with a new game, started and set in this way.
fn ready(args: &[&str], infos: &[&str]) -> Brain {
    let mut brain = Brain::start_with(args);
    for info in infos {
        brain.send(&format!("INFO {info}"));
    }
    brain.send_ok("START 15");
    brain
}

fn ask(brain: &mut Brain, command: &str) -> Answer {
    let since = Instant::now();
    brain.send(command);
    let answer = brain.answer(since, LIMIT);
    brain.assert_silent(20);
    answer
}

/// What the one message before an answer says.
struct Summary {
    depth: u32,
    deepest: u32,
    score: String,
    winrate: f64,
    nodes: u64,
    line: Vec<String>,
}

fn summary(answer: &Answer) -> Summary {
    let [text] = &answer.told[..] else {
        panic!("{:?} before {}", answer.told, answer.text);
    };
    assert!(text.is_ascii() && text.len() < 400, "{text}");
    let words: Vec<&str> = text.split(' ').collect();
    let keys = ["MESSAGE", "ev", "winrate", "n", "n/s", "tm", "pv"];
    let at = [0, 3, 5, 7, 9, 11, 13];
    assert_eq!(at.map(|at| words[at]), keys, "{text}");
    assert_eq!(words[1], "depth");
    let (depth, deepest) = words[2].split_once('-').expect("two depths");
    for number in [10, 12] {
        words[number].parse::<u64>().expect("a number");
    }
    Summary {
        depth: depth.parse().expect("a depth"),
        deepest: deepest.parse().expect("a depth"),
        score: words[4].to_string(),
        winrate: words[6].parse().expect("a share"),
        nodes: words[8].parse().expect("a number"),
        line: words[14..].iter().map(|word| word.to_string()).collect(),
    }
}

/// The name of the square of a move, as people read it on a board of 15 rows.
fn name(answer: &Answer) -> String {
    let (x, y) = answer.point();
    format!("{}{}", (b'a' + x as u8) as char, 15 - y)
}

#[test]
fn every_move_has_a_line() {
    let mut brain = ready(&[], &["timeout_turn 60000", "max_depth 6"]);
    for command in [QUIET, "TURN 0,0", "YXNBEST 3", "BEGIN"] {
        let answer = ask(&mut brain, command);
        let found = summary(&answer);
        assert_eq!(found.depth, 6, "{command}");
        assert!(found.deepest >= 6 && found.nodes > 0);
        assert!(found.winrate > 0.0 && found.winrate < 100.0);
        let score: i32 = found.score.parse().expect("a number");
        assert_eq!(score > 0, found.winrate > 50.0, "{score} {}", found.winrate);
        assert_eq!(found.line[0], name(&answer));
        assert!(found.line.len() > 1);
    }
    let answer = ask(&mut brain, "YXBALANCEONE 0");
    assert_eq!(summary(&answer).line[0], name(&answer));
    brain.finish(LIMIT);
}

/// A five, the only defence, and the first of two moves that lose.
#[test]
fn moves_without_a_search_have_a_line_too() {
    let mut brain = ready(&[], &["timeout_turn 60000", "max_depth 6"]);
    let win = ask(
        &mut brain,
        "BOARD 3,3,1 3,9,2 4,3,1 4,9,2 5,3,1 5,9,2 6,3,1 6,11,2 DONE",
    );
    let found = summary(&win);
    assert_eq!((&found.score[..], found.winrate), ("+M1", 100.0));
    assert_eq!(found.line, [name(&win)]);
    let forced = ask(
        &mut brain,
        "BOARD 3,5,2 2,5,1 4,5,2 1,13,1 5,5,2 13,1,1 6,5,2 DONE",
    );
    assert_eq!(summary(&forced).line[0], name(&forced));
    let lost = ask(
        &mut brain,
        "BOARD 3,5,2 2,9,1 4,5,2 1,13,1 5,5,2 13,1,1 6,5,2 DONE",
    );
    let found = summary(&lost);
    assert_eq!((&found.score[..], found.winrate), ("-M2", 0.0));
    // On a small board everything is over soon.
    brain.send_ok("START 5");
    ask(&mut brain, "BOARD 2,2,2 DONE");
    brain.finish(LIMIT);
}

/// One form to parse, not two.
#[test]
fn the_line_begins_like_that_of_other_engines() {
    let mut brain = ready(&[], &["max_node 2000"]);
    let answer = ask(&mut brain, QUIET);
    assert!(answer.told[0].starts_with("MESSAGE depth "));
    brain.finish(LIMIT);
}

#[test]
fn it_can_be_silenced() {
    let limits = ["timeout_turn 60000", "max_depth 3"];
    let mut brain = ready(&[], &limits);
    assert_eq!(ask(&mut brain, QUIET).told.len(), 1);
    brain.send("INFO message 0");
    assert_eq!(ask(&mut brain, "TURN 0,0").told.len(), 0);
    brain.send_ok("START 15");
    assert_eq!(ask(&mut brain, QUIET).told.len(), 0, "a setting stays");
    brain.send("INFO MESSAGE 1");
    assert_eq!(ask(&mut brain, "TURN 0,0").told.len(), 1);
    brain.finish(LIMIT);
    let mut brain = ready(&["--quiet"], &limits);
    assert_eq!(ask(&mut brain, QUIET).told.len(), 0);
    brain.send("INFO message 1");
    assert_eq!(ask(&mut brain, "TURN 0,0").told.len(), 1);
    brain.finish(LIMIT);
}

/// Where every millisecond counts there is only the move.
#[test]
fn nothing_is_said_in_a_hurry() {
    let hurries: [&[&str]; 5] = [
        &["timeout_turn 0"],
        &["timeout_turn 1"],
        &["timeout_turn 99"],
        &["timeout_match 60000", "time_left 90"],
        &["timeout_turn 1000", "timeout_match 60000", "time_left -5"],
    ];
    for infos in hurries {
        let mut brain = ready(&[], &[]);
        for info in infos {
            brain.send(&format!("INFO {info}"));
        }
        assert_eq!(ask(&mut brain, QUIET).told.len(), 0, "{infos:?}");
        brain.send("INFO timeout_turn 60000\nINFO time_left 2147483647\nINFO max_depth 3");
        assert_eq!(ask(&mut brain, "TURN 0,0").told.len(), 1, "{infos:?}");
        brain.finish(LIMIT);
    }
}

/// A choice of colours is no move.
#[test]
fn questions_of_openings_have_none() {
    let mut brain = ready(&[], &["timeout_turn 60000", "max_depth 3"]);
    let answer = ask(&mut brain, "SWAP2BOARD 7,7 8,8 9,7 DONE");
    assert_eq!(answer.told.len(), 0);
    brain.finish(LIMIT);
}

/// Programs that get `INFO` lines do not get the same as messages.
#[test]
fn nothing_is_said_twice() {
    let of_form = |answer: &Answer, head: &str| {
        let lines = answer.told.iter().filter(|line| line.starts_with(head));
        lines.count()
    };
    let limits = ["timeout_turn 60000", "max_depth 5"];
    let mut brain = ready(&[], &limits);
    brain.send("INFO show_detail 2");
    let answer = ask(&mut brain, QUIET);
    assert!(of_form(&answer, "INFO PV DONE") > 0);
    assert_eq!(of_form(&answer, "MESSAGE "), 0);
    brain.send("INFO show_detail 1");
    let answer = ask(&mut brain, "TURN 0,0");
    assert_eq!(of_form(&answer, "MESSAGE depth "), 1);
    brain.send("INFO show_detail 0\nYXSHOWINFO");
    for _ in 0..3 {
        brain.line(PATIENCE).expect("what it can do");
    }
    let answer = ask(&mut brain, QUIET);
    assert_eq!(of_form(&answer, "MESSAGE depth "), 0);
    assert_eq!(of_form(&answer, "MESSAGE Speed "), 1);
    assert!(of_form(&answer, "MESSAGE Depth ") >= 5);
    brain.send("INFO message 0");
    assert_eq!(ask(&mut brain, "TURN 14,14").told.len(), 0);
    brain.finish(LIMIT);
}

/// c-gomoku-cli takes a move that is late, but a message then loses the game.
#[test]
#[cfg(target_os = "linux")]
fn a_late_move_comes_alone() {
    const TURN: u64 = 1_000;
    let _timed = timed();
    let mut brain = ready(&[], &[&format!("timeout_turn {TURN}")]);
    let asked = Instant::now();
    brain.send(QUIET);
    // A program that is suspended before it has read the line is not late: its time begins then.
    std::thread::sleep(ms(TURN / 5));
    brain.suspend();
    // On a slow machine the move may be made before the program is suspended.
    let in_time = asked.elapsed() < ms(TURN / 2);
    std::thread::sleep(ms(TURN));
    brain.resume();
    let mut line = brain.line(PATIENCE).expect("a move").text;
    if !in_time {
        println!("nothing could be tested");
        while line.starts_with("MESSAGE ") {
            line = brain.line(PATIENCE).expect("a move").text;
        }
    }
    assert!(coordinates(&line).is_some(), "{line}");
    brain.assert_silent(50);
    brain.finish(LIMIT);
}
