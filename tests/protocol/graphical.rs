//! What Yixin-Board and gomocalc ask for: lines about the search, several best
//! lines, squares that are not to be played. Nothing of it may appear before
//! somebody has asked, and every search still ends with exactly one move.

use std::collections::BTreeSet;

use crate::analysis::{groups, last_lines};
use crate::common::driver::{Brain, PATIENCE, coordinates};

/// A brain with a position of four stones, by a line that gomocalc sends.
fn analysing(settings: &[&str]) -> Brain {
    let mut brain = Brain::start();
    for setting in settings {
        brain.send(setting);
    }
    brain.send_ok("START 15");
    brain.send("YXBOARD 7,7,1 8,6,2 8,8,1 6,6,2 DONE");
    brain
}

/// All lines of a search, the move last.
fn search(brain: &mut Brain, command: &str) -> (Vec<String>, (i32, i32)) {
    brain.send(command);
    let mut lines = Vec::new();
    loop {
        let line = brain.line(PATIENCE).expect("a line").text;
        match coordinates(&line) {
            Some(found) => return (lines, found),
            None => lines.push(line),
        }
    }
}

/// The first moves of the lines that were reported for `rank` last.
fn last_first_move(lines: &[String], rank: usize) -> String {
    let head = format!("INFO PV {rank}");
    let at = lines.iter().rposition(|line| *line == head);
    let group = &lines[at.expect("a group for this rank")..];
    let best = group
        .iter()
        .find_map(|line| line.strip_prefix("INFO BESTLINE "));
    best.unwrap().split(' ').next().unwrap().to_string()
}

#[test]
fn nothing_but_one_message_is_told_unasked() {
    let mut brain = analysing(&["INFO max_depth 7"]);
    let (lines, _) = search(&mut brain, "YXNBEST 1");
    assert!(
        lines.len() == 1 && lines[0].starts_with("MESSAGE depth 7-"),
        "{lines:?}"
    );
    brain.send("NOSUCHCOMMAND");
    brain.expect("UNKNOWN NOSUCHCOMMAND");
    brain.finish(500);
}

#[test]
fn a_graphical_program_is_told_about_the_search() {
    let mut brain = Brain::start();
    brain.send("yxshowinfo");
    for wanted in [
        "MESSAGE Tengen ",
        "MESSAGE INFO MAX_THREAD_NUM ",
        "MESSAGE INFO MAX_HASH_SIZE ",
    ] {
        let line = brain.line(PATIENCE).expect("a line").text;
        assert!(line.starts_with(wanted), "{line}");
    }
    brain.send("nosuchcommand");
    brain.assert_silent(50);
    brain.finish(500);

    let mut brain = analysing(&["INFO SHOW_DETAIL 3", "INFO MAX_DEPTH 7"]);
    let (lines, found) = search(&mut brain, "YXNBEST 1");
    let keys = [
        "PV 0",
        "NUMPV 1",
        "DEPTH ",
        "SELDEPTH ",
        "NODES ",
        "TOTALNODES ",
        "TOTALTIME ",
        "SPEED ",
        "EVAL ",
        "WINRATE ",
        "BESTLINE ",
        "PV DONE",
    ];
    let infos: Vec<&String> = lines
        .iter()
        .filter(|line| line.starts_with("INFO "))
        .collect();
    assert!(infos.len() >= 7 * keys.len());
    for group in infos.chunks(keys.len()) {
        for (line, key) in group.iter().zip(keys) {
            assert!(line[5..].starts_with(key), "{line}, not {key}");
        }
    }
    assert_eq!(
        last_first_move(&lines, 0),
        format!("{},{}", found.0, found.1)
    );
    let realtime = |what: &str| {
        let head = format!("MESSAGE REALTIME {what} ");
        let points = lines.iter().filter_map(|line| line.strip_prefix(&head));
        points.filter(|point| coordinates(point).is_some()).count()
    };
    assert!(realtime("BEST") > 0 && realtime("POS") > 0);
    assert_eq!(realtime("POS"), realtime("DONE"));
    brain.finish(500);
}

#[test]
fn several_lines_begin_with_different_moves() {
    let mut brain = analysing(&["INFO SHOW_DETAIL 2", "INFO MAX_DEPTH 5"]);
    let (lines, found) = search(&mut brain, "YXNBEST 4");
    let moves: BTreeSet<String> = (0..4).map(|rank| last_first_move(&lines, rank)).collect();
    assert_eq!(moves.len(), 4);
    assert_eq!(
        last_first_move(&lines, 0),
        format!("{},{}", found.0, found.1)
    );
    // A number that no board has lines for is no reason to fail.
    brain.send("YXBOARD 7,7,1 8,6,2 DONE");
    brain.send("INFO MAX_DEPTH 1");
    search(&mut brain, "YXNBEST 9999999");
    brain.send("YXBOARD 7,7,1 8,6,2 DONE");
    search(&mut brain, "YXSEARCHDEFEND");
    brain.send("YXNBEST 0");
    assert!(brain.line(PATIENCE).unwrap().text.starts_with("ERROR"));
    brain.finish(500);
}

/// The moves that "search defend" finds not to lose, and the move that is
/// played. Every legal move has its line, and all others are marked as lost.
fn defences(stones: &str) -> (BTreeSet<(i32, i32)>, (i32, i32)) {
    let mut brain = analysing(&["INFO SHOW_DETAIL 3", "INFO MAX_DEPTH 6"]);
    brain.send(&format!("YXBOARD {stones} DONE"));
    let (told, found) = search(&mut brain, "YXSEARCHDEFEND");
    let lines = last_lines(&groups(&told));
    assert_eq!(lines.len(), 225 - stones.split(' ').count());
    let first: BTreeSet<_> = lines.iter().map(|line| line.line[0]).collect();
    assert_eq!(first.len(), lines.len(), "a move has two lines");
    let holding = lines.iter().filter(|line| !line.loses());
    let holding: BTreeSet<_> = holding.map(|line| line.line[0]).collect();
    let lost = told
        .iter()
        .filter_map(|line| line.strip_prefix("MESSAGE REALTIME LOST "));
    let lost: BTreeSet<_> = lost
        .map(|square| coordinates(square).expect("a square"))
        .collect();
    assert_eq!(
        lost,
        &first - &holding,
        "the squares that are marked as lost"
    );
    brain.finish(500);
    (holding, found)
}

/// Where nearly all moves lose at once, those that do not are told from them,
/// and one of them is played.
#[test]
fn moves_that_do_not_lose_are_found() {
    // The opponent's four has one end, then his three has two.
    let four = "3,5,2 2,5,1 4,5,2 1,13,1 5,5,2 13,1,1 6,5,2";
    assert_eq!(defences(four), (BTreeSet::from([(7, 5)]), (7, 5)));
    let (holding, found) = defences("4,5,2 1,13,1 5,5,2 13,1,1 6,5,2");
    assert_eq!(holding, BTreeSet::from([(3, 5), (7, 5)]));
    assert!(holding.contains(&found), "{found:?}");
}

#[test]
fn blocked_squares_are_not_played() {
    let mut brain = analysing(&["INFO MAX_DEPTH 4"]);
    let board = "YXBOARD 7,7,1 8,6,2 8,8,1 6,6,2 DONE";
    let mut seen = BTreeSet::new();
    for _ in 0..6 {
        let (_, found) = search(&mut brain, "YXNBEST 1");
        assert!(seen.insert(found), "{found:?} was blocked");
        brain.send(&format!("YXBLOCK {},{} DONE", found.0, found.1));
        brain.send(board);
    }
    // The one that is allowed again is the best again.
    let (_, next) = search(&mut brain, "YXNBEST 1");
    brain.send(board);
    let first = *seen.iter().next().unwrap();
    brain.send(&format!("YXBLOCKUNDO\n{},{}\nDONE", first.0, first.1));
    let (_, found) = search(&mut brain, "YXNBEST 1");
    assert!(found == first || found == next);
    // With every square blocked, a move comes all the same; a five too can be
    // blocked.
    let all: Vec<String> = (0..225).map(|n| format!("{},{}", n % 15, n / 15)).collect();
    brain.send(&format!("YXBLOCK {} DONE", all.join(" ")));
    brain.send(board);
    search(&mut brain, "YXNBEST 1");
    brain.send("YXBLOCKRESET");
    let four = "YXBOARD 3,3,1 3,9,2 4,3,1 4,9,2 5,3,1 5,9,2 6,3,1 6,11,2 DONE";
    brain.send("YXBLOCK 2,3 DONE");
    brain.send(four);
    assert_eq!(search(&mut brain, "YXNBEST 1").1, (7, 3));
    brain.send("YXBLOCK 7,3 DONE");
    brain.send(four);
    let (_, found) = search(&mut brain, "YXNBEST 1");
    assert!(found != (2, 3) && found != (7, 3));
    brain.finish(500);
}

#[test]
fn the_hash_table_can_be_asked_and_cleared() {
    let mut brain = analysing(&["INFO HASH_SIZE 1024", "INFO MAX_DEPTH 10"]);
    search(&mut brain, "YXNBEST 1");
    brain.send("YXSHOWHASHUSAGE");
    let used = brain.line(PATIENCE).unwrap().text;
    assert!(
        used.starts_with("MESSAGE hash usage ") && used != "MESSAGE hash usage 0.0 %",
        "{used}"
    );
    brain.send("YXHASHCLEAR");
    brain.send("YXSHOWHASHUSAGE");
    brain.expect("MESSAGE hash usage 0.0 %");
    brain.finish(500);
}
