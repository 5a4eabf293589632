//! What is promised of repeated games: with one thread and a limit of nodes or
//! depth, a new game is played as it would be in a new process. Moves, scores,
//! nodes and lines are compared, over the protocol.

use std::collections::HashMap;
use std::time::Instant;

use crate::common::driver::{Brain, PATIENCE, coordinates, ms};
use crate::common::table::{LEAGUES, League, block, board_of, turn};
use tengen::board::Board;
use tengen::board::notation::play_moves;
use tengen::types::Square;

/// The most that a search of few nodes can take, in milliseconds.
const LIMIT: u64 = 30_000;

/// A program with limits that are not of time.
fn limited() -> Brain {
    let mut brain = Brain::start();
    brain.send("INFO timeout_turn -1\nINFO timeout_match 0\nINFO max_node 3000");
    brain
}

/// A move, and the message about its search without the time.
fn asked(brain: &mut Brain, command: &str) -> (String, String) {
    let since = Instant::now();
    brain.send(command);
    let answer = brain.answer(since, LIMIT);
    let [told] = &answer.told[..] else {
        panic!("{:?} before {}", answer.told, answer.text);
    };
    let (result, rest) = told.split_once(" n/s ").expect("a speed");
    let (_, line) = rest.split_once(" pv ").expect("a line");
    (format!("{result} pv {line}"), answer.text)
}

/// The opponent of the table: it always answers in the same way, and thinks only once.
struct Opponent {
    league: League,
    replies: HashMap<u64, Square>,
}

impl Opponent {
    fn of(league: League) -> Opponent {
        Opponent {
            league,
            replies: HashMap::new(),
        }
    }

    fn reply(&mut self, board: &Board) -> Square {
        let known = self.replies.entry(board.hash());
        *known.or_insert_with(|| self.league.reply(board))
    }
}

/// A game of this many moves; the program has the first one.
fn game(brain: &mut Brain, opponent: &mut Opponent, mut board: Board, moves: usize) -> Vec<String> {
    let league = opponent.league;
    brain.send(&format!("INFO rule {}", league.mask));
    let mut course = Vec::new();
    for number in 0..moves {
        let command = match (board.stone_count(), number) {
            (0, _) => "BEGIN".to_string(),
            (_, 0) => block(&board, "\n").trim_end().to_string(),
            _ => turn(&board),
        };
        let (told, text) = asked(brain, &command);
        let point = coordinates(&text).expect("a move");
        course.push(format!("{text} {told}"));
        if league.place(&mut board, point).is_some() {
            break;
        }
        board.place(opponent.reply(&board));
    }
    assert!(course.len() > 2, "a short game: {course:?}");
    course
}

/// The game from the beginning, and from this opening, in a new process.
fn first_games(opponent: &mut Opponent, opening: &[(i32, i32)]) -> [Vec<String>; 2] {
    let side = opponent.league.side;
    [&[], opening].map(|stones| {
        let mut brain = limited();
        brain.send_ok(&format!("START {side}"));
        let course = game(&mut brain, opponent, board_of(side, stones), 6);
        brain.finish(PATIENCE.as_millis() as u64);
        course
    })
}

#[test]
fn a_new_game_is_played_as_in_a_new_process() {
    let opening = [(7, 7), (8, 9), (6, 10)];
    for league in [LEAGUES[2], LEAGUES[3]] {
        let side = league.side;
        let opponent = &mut Opponent::of(league);
        let wanted = first_games(opponent, &opening);
        let mut brain = limited();
        for command in [
            format!("START {side}"),
            "RESTART".to_string(),
            format!("RECTSTART {side},{side}"),
            format!("START {side}"),
        ] {
            for (stones, wanted) in [&[], &opening[..]].into_iter().zip(&wanted) {
                brain.send_ok(&command);
                let course = game(&mut brain, opponent, board_of(side, stones), 6);
                assert_eq!(course, *wanted, "after {command}");
            }
        }
        brain.finish(PATIENCE.as_millis() as u64);
    }
}

/// A win that was announced in one game is not looked for in the next, although
/// the same position comes.
#[test]
fn an_announced_win_is_not_remembered() {
    let league = LEAGUES[2];
    // Black wins in nine plies by threes, which takes some search.
    let moves = "k4l4j11i6i11h10j9g8g12g11f10l10k7j8g7h12k10l9e10f7";
    let mut board = board_of(league.side, &[]);
    play_moves(&mut board, moves).expect("moves");
    let start = format!("RESTART\nINFO rule {}", league.mask);
    let ask = |brain: &mut Brain, board: &Board| asked(brain, block(board, "\n").trim_end());
    let mut brain = limited();
    brain.send_ok(&start);
    let (told, _) = ask(&mut brain, &board);
    let (result, line) = told.split_once(" pv ").expect("a line");
    assert!(result.contains(" ev +M"), "{told}");
    let mut later = board.clone();
    let next: Vec<&str> = line.split(' ').take(2).collect();
    play_moves(&mut later, &next.concat()).expect("moves");

    let mut new = limited();
    new.send_ok(&start);
    let wanted = ask(&mut new, &later);
    for command in ["START 15", "RESTART", "RECTSTART 15,15"] {
        brain.send_ok(command);
        assert_eq!(ask(&mut brain, &later), wanted, "after {command}");
        brain.send_ok("RESTART");
        ask(&mut brain, &board);
    }
    for mut brain in [brain, new] {
        brain.finish(PATIENCE.as_millis() as u64);
    }
}

/// Boards that are not square, and the size of the game before.
#[test]
fn boards_of_other_sizes() {
    let mut brain = limited();
    let question = "BOARD 7,7,1 8,8,2 7,5,1 9,6,2 DONE";
    let mut found = Vec::new();
    for command in [
        "RECTSTART 15,11",
        "START 12",
        "RECTSTART 15,11",
        "RECTSTART 15,11",
        "RESTART",
        "START 12",
    ] {
        brain.send_ok(command);
        let mut course = vec![asked(&mut brain, question)];
        course.push(asked(&mut brain, "TURN 0,0"));
        found.push(course);
    }
    for other in [2, 3, 4] {
        assert_eq!(found[0], found[other]);
    }
    assert_eq!(found[1], found[5]);
    brain.finish(PATIENCE.as_millis() as u64);
}

/// What `YXSHOWHASHUSAGE` says, in thousandths.
fn hash_usage(brain: &mut Brain) -> u32 {
    brain.send("YXSHOWHASHUSAGE");
    let line = brain.line(PATIENCE).expect("an answer").text;
    let usage = line.strip_prefix("MESSAGE hash usage ");
    let usage = usage.and_then(|text| text.strip_suffix(" %"));
    let usage: f64 = usage.and_then(|text| text.parse().ok()).expect("a share");
    (usage * 10.0) as u32
}

/// A program with a small table in which something is stored.
fn with_full_table(first: &str) -> Brain {
    let mut brain = limited();
    brain.send("INFO hash_size 1024\nINFO show_detail 2");
    brain.send(first);
    brain.send("START 15\nINFO max_node 20000\nBOARD 7,7,1 8,8,2 DONE");
    while coordinates(&brain.line(ms(LIMIT)).expect("a line").text).is_none() {}
    assert!(hash_usage(&mut brain) > 0);
    brain
}

/// Yixin-Board says `START` before every move, and has a command to empty the
/// table.
#[test]
fn a_graphical_program_keeps_the_table_over_a_start() {
    for (command, is_kept) in [
        ("START 15", true),
        ("START 15 15", true),
        ("RESTART", false),
        ("START 15\nYXHASHCLEAR", false),
        ("START 20", false),
    ] {
        let mut brain = with_full_table("YXSHOWINFO");
        brain.send(command);
        brain.expect("OK");
        assert_eq!(hash_usage(&mut brain) > 0, is_kept, "{command}");
        brain.finish(PATIENCE.as_millis() as u64);
    }
}

#[test]
fn any_other_program_has_an_empty_table_after_a_start() {
    for command in ["START 15", "RECTSTART 15,15", "RESTART"] {
        let mut brain = with_full_table("");
        brain.send_ok(command);
        assert_eq!(hash_usage(&mut brain), 0, "{command}");
        brain.finish(PATIENCE.as_millis() as u64);
    }
}
