//! The study: the server's part over plain sockets, and the page's in a headless
//! Chromium.
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use tengen::records::tree::{Action, GameTree, MarkKind, NodeId};
use tengen::records::{self, Format, ReadOptions, renlib};
use tengen::types::{Color, Square};

use crate::browser::{Browser, on_page};
use crate::client::Board;

const STONES: &str = "#board .stones .stone";
const ARROWS: [char; 2] = ['\u{e012}', '\u{e014}'];
const HOME: char = '\u{e011}';
const END: char = '\u{e010}';
const ESCAPE: char = '\u{e00c}';

/// A game with branches, comments and signs of all kinds.
const GAME: &str = "(;GM[4]FF[4]SZ[15]PB[Ada]PW[Bo]EV[Cup]RU[renju]C[About all]
(;B[hh]C[centre];W[hg]LB[aa:1][bb:x]TR[cc]SQ[dd]CR[ee]MA[ff]SL[gg];B[ii]BM[1])
(;B[gg]N[named];W[hh]AR[aa:bb](;B[ff])(;B[jj]C[two\nlines])))";

impl Board {
    /// Does something in the study, which must go well.
    fn study(&self, act: Value) {
        self.do_it(json!({ "kind": "study", "act": act }));
    }

    /// Goes to the study.
    fn enter_study(&self) {
        self.do_it(json!({ "kind": "room", "room": "study" }));
    }

    /// Opens a file to study it; the answer's status and body.
    fn open_file(&self, bytes: &[u8]) -> (u16, Value) {
        let rev = self.view()["rev"].to_string();
        let token = self.token.clone();
        let head = format!(
            "POST /api/study HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nX-Tengen-Token: {token}\r\n\
             X-Tengen-Rev: {rev}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
            self.port,
            bytes.len()
        );
        let reply = self.raw_bytes(&[head.as_bytes(), bytes].concat());
        let body = serde_json::from_str(&reply.body).unwrap_or(Value::Null);
        (reply.status, body)
    }

    /// The same; the status alone.
    pub fn open_study(&self, bytes: &[u8]) -> u16 {
        self.open_file(bytes).0
    }

    fn saved(&self, format: &str) -> Vec<u8> {
        let act = json!({ "kind": "study", "act": { "kind": "save", "format": format } });
        let (status, answer) = self.act(act);
        assert_eq!(status, 200, "{answer}");
        let text = answer["file"]["text"].as_str().unwrap();
        match answer["file"]["binary"].as_bool().unwrap() {
            true => text.chars().map(|c| u8::try_from(c).unwrap()).collect(),
            false => text.as_bytes().to_vec(),
        }
    }
}

fn first_tree(bytes: &[u8]) -> GameTree {
    let read = records::read(bytes, &ReadOptions::default()).unwrap();
    read.games.into_iter().next().unwrap()
}

#[test]
fn a_file_is_studied_and_saved_whole_from_wherever_one_stands() {
    let board = Board::start();
    let (status, answer) = board.open_file(GAME.as_bytes());
    assert_eq!(status, 200, "{answer}");
    let study = board.view()["study"].clone();
    assert_eq!(study["players"], json!(["Ada", "Bo"]));
    assert_eq!(study["rule"], "renju");
    let expected = first_tree(GAME.as_bytes());
    board.study(json!({ "kind": "step", "by": 2 }));
    assert_eq!(board.view()["study"]["marks"].as_array().unwrap().len(), 7);
    assert_eq!(first_tree(&board.saved("sgf")), expected);
    // From within a branch too, and with what was added there.
    board.study(json!({ "kind": "goto", "node": 4 }));
    assert_eq!(board.view()["study"]["nodeName"], "named");
    board.study(json!({ "kind": "comment", "node": 4, "text": "a]\n\\b" }));
    let mut changed = expected.clone();
    let fourth = changed.nodes().nth(4).unwrap();
    changed.notes_mut(fourth).comment = "a]\n\\b".to_string();
    assert_eq!(first_tree(&board.saved("sgf")), changed);
    let library = first_tree(&board.saved("lib"));
    assert_eq!(library.len(), changed.len());
    let (status, _) = board.open_file(&renlib::write(&changed).unwrap());
    assert_eq!(status, 200);
    assert_eq!(first_tree(&board.saved("lib")), library);
}

#[test]
fn files_of_all_kinds_are_opened_with_what_was_guessed() {
    let board = Board::start();
    for (text, nodes) in [
        ("(;SZ[15];B[hh];W[gg](;B[aa])(;B[bb]))", 5),
        ("h8i9i7", 4),
        ("Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n", 3),
        ("https://gomocalc.com/#/h8i9", 3),
    ] {
        let (status, answer) = board.open_file(text.as_bytes());
        assert_eq!(status, 200, "{text} {answer}");
        assert_eq!(board.view()["study"]["nodes"], nodes, "{text}");
    }
    // A notice of the reader is told, and that there are more games.
    let (status, _) = board.open_file(b"(;SZ[15];B[hh]TR[zz])(;SZ[15];B[aa])");
    assert_eq!(status, 200);
    let study = board.view()["study"].clone();
    assert_eq!(study["hasMore"], true);
    assert_eq!(study["notices"].as_array().unwrap().len(), 1, "{study}");
    // What is no record changes nothing.
    let before = board.view()["study"].clone();
    for bytes in [&b""[..], b"<html></html>", b"hello", b"{}"] {
        let (status, answer) = board.open_file(bytes);
        assert_eq!(status, 200, "{bytes:?}");
        assert!(answer["error"]["key"].is_string(), "{bytes:?} {answer}");
    }
    assert_eq!(board.view()["study"], before);
    // A file may be larger than an act, but not endless.
    let long = format!("(;SZ[15]C[{}];B[hh])", "long ".repeat(200_000));
    assert_eq!(board.open_file(long.as_bytes()).0, 200);
    let request = format!(
        "POST /api/study HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nX-Tengen-Token: {}\r\n\
         Content-Length: 99999999\r\n\r\n",
        board.port, board.token
    );
    assert_eq!(board.raw(&request).status, 413);
}

#[test]
fn wrong_acts_in_the_study_change_nothing_and_say_why() {
    let board = Board::start();
    let (status, answer) = board.act(json!({ "kind": "study", "act": { "kind": "pass" } }));
    assert_eq!((status, &answer["error"]["key"]), (200, &json!("stale")));
    board.enter_study();
    board.study(json!({ "kind": "play", "at": "h8" }));
    let before = board.view();
    for (act, key) in [
        (json!({ "kind": "play", "at": "h8" }), "taken"),
        (json!({ "kind": "play", "at": "z99" }), "no_square"),
        (json!({ "kind": "goto", "node": 99 }), "no_such_move"),
        (json!({ "kind": "delete", "node": 0 }), "root_stays"),
        (json!({ "kind": "step", "by": 1 }), "no_further"),
        (json!({ "kind": "redo" }), "nothing_to_undo"),
        (
            json!({ "kind": "shift", "right": 99, "down": 0 }),
            "off_board",
        ),
        (json!({ "kind": "rule", "rule": "chess" }), "unknown_act"),
        (json!({ "kind": "turn", "how": "twice" }), "unknown_act"),
        (
            json!({ "kind": "set_up", "at": "a1", "stone": "green" }),
            "unknown_act",
        ),
        (json!({ "kind": "solve", "goal": "mate" }), "unknown_act"),
        (json!({ "kind": "save", "format": "exe" }), "file_ending"),
        (
            json!({ "kind": "new", "size": [4, 15], "rule": "renju" }),
            "unknown_act",
        ),
        (
            json!({ "kind": "comment", "node": 1, "text": "x".repeat(40_000) }),
            "too_large",
        ),
    ] {
        let (status, answer) = board.act(json!({ "kind": "study", "act": act }));
        assert_eq!(
            (status, &answer["error"]["key"]),
            (200, &json!(key)),
            "{act}"
        );
    }
    assert_eq!(board.view(), before);
}

#[test]
fn wrong_acts_while_guessing_change_nothing_and_say_why() {
    let board = Board::start();
    board.enter_study();
    let guess = |act: Value| json!({ "kind": "guess", "act": act });
    let refused = |act: Value, key: &str| {
        let before = board.view();
        let (status, answer) = board.act(json!({ "kind": "study", "act": act }));
        let said = &answer["error"]["key"];
        assert_eq!((status, said), (200, &json!(key)), "{act}");
        assert_eq!(board.view(), before);
    };
    let nothing = [
        json!({ "kind": "start", "side": "both" }),
        json!({ "kind": "at", "at": "h8" }),
        json!({ "kind": "skip" }),
        json!({ "kind": "stop" }),
        json!({ "kind": "again" }),
        json!({ "kind": "show", "index": 0 }),
        json!({ "kind": "practise", "node": null }),
        json!({ "kind": "practise", "node": 99 }),
    ];
    for act in nothing {
        refused(guess(act), "nothing_to_guess");
    }
    for at in ["h8", "i9"] {
        board.study(json!({ "kind": "play", "at": at }));
    }
    refused(
        guess(json!({ "kind": "start", "side": "red" })),
        "unknown_act",
    );
    board.study(guess(json!({ "kind": "start", "side": "white" })));
    for act in [
        json!({ "kind": "play", "at": "a1" }),
        json!({ "kind": "goto", "node": 2 }),
        json!({ "kind": "delete", "node": 1 }),
        json!({ "kind": "analyse", "lines": 1 }),
        json!({ "kind": "save", "format": "sgf" }),
        json!({ "kind": "new", "size": [15, 15], "rule": "renju" }),
    ] {
        refused(act, "guess_first");
    }
    refused(guess(json!({ "kind": "at", "at": "h8" })), "taken");
    refused(guess(json!({ "kind": "at", "at": "z1" })), "no_square");
    refused(guess(json!({ "kind": "show", "index": 0 })), "no_such_move");
    board.study(guess(json!({ "kind": "at", "at": "i9" })));
    refused(guess(json!({ "kind": "skip" })), "nothing_to_guess");
    refused(guess(json!({ "kind": "again" })), "nothing_to_guess");
    refused(
        guess(json!({ "kind": "show", "index": usize::MAX })),
        "no_such_move",
    );
    board.study(guess(json!({ "kind": "close" })));
    board.study(json!({ "kind": "play", "at": "a1" }));
}

#[test]
fn a_game_is_chosen_and_its_moves_are_guessed_on_the_page() {
    for width in [390, 1280] {
        on_page(width, 844, json!({ "players": "two" }), |board, browser| {
            let game = "(;SZ[15];B[hh];W[ah];B[ih];W[ao];B[jh];W[kh])";
            assert_eq!(board.open_file(game.as_bytes()).0, 200);
            browser.wait("document.documentElement.dataset.room === 'study'");
            let loaded = "performance.getEntriesByType('resource').some((one) => one.name.endsWith('/guess.js'))";
            assert_eq!(browser.script(&format!("return {loaded}")), false);
            browser.click("#guess-moves");
            browser.click("#guess-white");
            browser.wait_text("#guess-asked", "Move 1 of 3: White to move.");
            // The moves that follow are not to be seen.
            browser.wait_count("#study-moves .step", 1);
            assert_eq!(
                browser.script("return document.getElementById('study-tree').checkVisibility()"),
                false
            );
            browser.click_point("a8");
            browser.wait_text("#guess-verdict", "2. a8: right.");
            browser.wait_count(STONES, 3);
            // The keyboard's cursor guesses too, since no arrow walks here.
            browser.script("document.getElementById('board').focus()");
            browser.keys("b");
            browser.keys(&format!("{}{}\u{e007}", ARROWS[1], ARROWS[1]));
            browser.wait_text("#guess-verdict", "4. ");
            browser.wait_count("#board .sign.cross", 1);
            browser.wait_count("#board .sign.circle", 1);
            browser.click("#guess-skip");
            browser.wait_text("#guess-result", "%");
            browser.wait_text("#guess", "shown: 1");
            let wide = browser.script("return document.documentElement.scrollWidth - innerWidth");
            assert!(wide.as_i64().unwrap() <= 0, "{wide}");
            browser.click("#guess [data-guess=\"2\"]");
            browser.wait_count(STONES, 5);
            browser.click("#guess-again");
            browser.wait_text("#guess-asked", "Move 1 of ");
            browser.click("#guess-stop");
            browser.wait("document.getElementById('study-tree').checkVisibility()");
            // The door on the start page chooses a file, since nothing is kept here.
            browser.click("#open-start");
            browser.click("#door-guess");
            browser.wait_text("#title-games", "Guess the moves of a game");
            browser.wait_count("#guess-file", 1);
        });
    }
}

#[test]
fn a_game_rests_while_something_is_studied_and_can_be_studied_itself() {
    let board = Board::start();
    board.do_it(json!({ "kind": "new", "settings": { "players": "two", "clock": "5m" } }));
    for name in ["h8", "i9", "j7"] {
        board.do_it(json!({ "kind": "place", "at": name }));
    }
    board.do_it(json!({ "kind": "undo" }));
    board.do_it(json!({ "kind": "place", "at": "g7" }));
    board.do_it(json!({ "kind": "undo" }));
    board.do_it(json!({ "kind": "study_game" }));
    let view = board.view();
    assert_eq!(view["study"]["moves"], 2);
    let items: Vec<String> = view["study"]["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["at"].as_str().unwrap().to_string())
        .collect();
    assert_eq!(items, ["h8", "i9", "g7", "j7"]);
    let left = |view: &Value| view["clocks"]["a"]["left"].as_u64().unwrap();
    let mut pages = board.listen();
    let before = left(&pages.next());
    std::thread::sleep(Duration::from_millis(400));
    assert_eq!(left(&board.view()), before);
    // Back at the game it goes on; the study stays.
    board.study(json!({ "kind": "play", "at": "a1" }));
    board.do_it(json!({ "kind": "room", "room": "game" }));
    assert_eq!(board.view()["study"], Value::Null);
    assert_eq!(board.view()["moves"], 2);
    board.enter_study();
    assert_eq!(board.view()["study"]["last"], "a1");
    // The position is gone on with as a game.
    board.do_it(json!({ "kind": "play_study" }));
    let view = board.view();
    assert_eq!(
        (&view["study"], &view["moves"], &view["last"]),
        (&Value::Null, &json!(3), &json!("a1"))
    );
    // A match cannot be studied before its end.
    board.do_it(json!({ "kind": "new", "settings": { "players": "two", "form": "match" } }));
    board.do_it(json!({ "kind": "place", "at": "h8" }));
    let (status, answer) = board.act(json!({ "kind": "study_game" }));
    assert_eq!(
        (status, &answer["error"]["key"]),
        (200, &json!("game_goes_on"))
    );
    board.do_it(json!({ "kind": "resign" }));
    board.do_it(json!({ "kind": "study_game" }));
}

#[test]
fn the_engine_finds_lines_and_wins_and_never_moves() {
    let board = Board::start();
    board.enter_study();
    // Black has two open threes.
    for (at, stone) in [
        ("h8", "black"),
        ("i8", "black"),
        ("h7", "black"),
        ("h6", "black"),
        ("a1", "white"),
        ("o1", "white"),
        ("a15", "white"),
    ] {
        board.study(json!({ "kind": "set_up", "at": at, "stone": stone }));
    }
    board.study(json!({ "kind": "to_move", "color": "black" }));
    let mut views = board.listen();
    views.until(|view| view["study"]["nodes"] == 1);
    board.study(json!({ "kind": "solve", "goal": "vcf" }));
    let solved = |view: &Value| view["study"]["thinking"]["solved"].is_object();
    let view = views.until(solved);
    let thinking = &view["study"]["thinking"];
    assert_eq!(thinking["solved"]["result"], "win", "{thinking}");
    assert!(!thinking["solved"]["line"].as_array().unwrap().is_empty());
    board.study(json!({ "kind": "solve", "goal": "vcf", "threat": true }));
    let other =
        |view: &Value| solved(view) && view["study"]["thinking"]["question"]["threat"] == true;
    assert_eq!(
        views.until(other)["study"]["thinking"]["solved"]["result"],
        "none"
    );
    board.study(json!({ "kind": "analyse", "lines": 3 }));
    let view =
        views.until(|view| view["study"]["thinking"]["lines"].as_array().unwrap().len() == 3);
    let best = &view["study"]["thinking"]["lines"][0];
    assert!(best["share"].as_f64().unwrap() > 0.9, "{best}");
    // It goes on at the next move, and no stone comes by itself.
    board.study(json!({ "kind": "play", "at": "d4" }));
    let view = views.until(|view| {
        view["study"]["moves"] == 1
            && !view["study"]["thinking"]["lines"]
                .as_array()
                .unwrap()
                .is_empty()
    });
    assert_eq!(view["study"]["stones"].as_array().unwrap().len(), 8);
    board.study(json!({ "kind": "stop" }));
    views.until(|view| view["study"]["thinking"]["on"] == false);
    assert_eq!(board.view()["study"]["stones"].as_array().unwrap().len(), 8);
}

#[test]
fn an_analysis_has_the_time_the_threads_and_the_squares_that_it_is_given() {
    let board = Board::start();
    board.enter_study();
    board.study(json!({ "kind": "play", "at": "h8" }));
    let mut views = board.listen();
    let done = |view: &Value| view["study"]["thinking"]["done"] == true;
    let most = board.view()["study"]["thinking"]["most"].clone();
    let analyse = json!({
        "kind": "analyse", "lines": 1, "seconds": 1, "threads": most["threads"], "memory": 16,
    });
    board.study(analyse.clone());
    let best = |view: &Value| view["study"]["thinking"]["lines"][0]["line"][0].clone();
    let first = best(&views.until(done));
    // Without its best move it finds another one, at once and by itself.
    board.study(json!({ "kind": "block", "at": first }));
    views.until(|view| view["study"]["blocked"] == json!([first]));
    let second = best(&views.until(done));
    assert!(second.is_string() && second != first, "{first} {second}");
    board.study(json!({ "kind": "turn", "how": "right" }));
    assert_eq!(board.view()["study"]["blocked"], json!([]));
    let before = board.view();
    for (name, value) in [
        ("seconds", 3_601),
        ("threads", most["threads"].as_u64().unwrap() + 1),
        ("memory", most["memory"].as_u64().unwrap() + 1),
        ("memory", u64::MAX),
    ] {
        let mut wrong = analyse.clone();
        wrong[name] = json!(value);
        let (status, answer) = board.act(json!({ "kind": "study", "act": wrong }));
        assert_eq!(
            (status, &answer["error"]["key"]),
            (200, &json!("too_much")),
            "{name}"
        );
    }
    assert_eq!(
        board.view()["study"]["thinking"]["wanted"],
        before["study"]["thinking"]["wanted"]
    );
}

#[test]
fn the_engine_is_set_up_and_asked_for_balance_on_the_page() {
    on_page(390, 800, json!({ "players": "two" }), |board, browser| {
        browser.open_study();
        browser.place("h8");
        browser.click("#engine details summary");
        browser.choose("#effort-seconds", "1");
        browser.choose("#effort-memory", "16");
        browser.click("#block");
        browser.click_point("i9");
        browser.wait_count("#board .blocked-square", 1);
        browser.wait_text("#tool-hint", "not to move");
        browser.click("#block");
        browser.click("#study-analyse");
        browser.wait_text("#engine-lines", "has ended");
        browser.click("#solve-balance");
        browser.wait_text("#solved", "balances the position");
        browser.click("#solved .line .square");
        browser.wait_count(STONES, 2);
        assert_ne!(board.view()["study"]["last"], "i9");
        browser.click("#unblock");
        browser.wait_count("#board .blocked-square", 0);
        // The browser keeps what was chosen.
        browser.reload();
        let kept = "return document.getElementById('effort-seconds').value";
        browser.wait("document.getElementById('effort-seconds')");
        assert_eq!(browser.script(kept), "1");
        let wide = browser.script("return document.documentElement.scrollWidth - innerWidth");
        assert!(wide.as_i64().unwrap() <= 0, "{wide}");
    });
}

#[test]
fn a_tree_is_made_walked_and_pruned_on_the_page() {
    on_page(1280, 900, json!({ "players": "two" }), |board, browser| {
        browser.open_study();
        for name in ["h8", "i9", "i7", "g9"] {
            browser.place(name);
        }
        // Arrows walk, and a click beside the line begins a branch.
        browser.keys(&ARROWS[0].to_string().repeat(2));
        browser.wait_count(STONES, 2);
        browser.place("g7");
        browser.wait_count("#study-moves .level-1 .step", 1);
        browser.keys(&HOME.to_string());
        browser.wait_count(STONES, 0);
        browser.keys(&ARROWS[1].to_string());
        browser.wait_count(STONES, 1);
        browser.keys(&END.to_string());
        browser.wait("document.querySelector('[data-at=\"g7\"]')");
        browser.keys("\u{e013}");
        browser.wait("document.querySelector('[data-at=\"i7\"]')");
        // The branch is a folded button now, and its square is marked one move before.
        browser.place("g9");
        browser.place("k5");
        browser.wheel("#board-frame", -1);
        browser.wait_count(STONES, 4);
        browser.wheel("#board-frame", 1);
        browser.wait_count(STONES, 5);
        browser.click("#study-moves [data-node=\"2\"]");
        browser.wait_count("#board .follows", 2);
        browser.click("#study-moves .level-1 .step");
        browser.wait_count(STONES, 3);
        browser.click("#promote");
        browser.wait("document.querySelector('#study-moves .level-0 .here')");
        browser.click("#study-undo");
        browser.wait("document.querySelector('#study-moves .level-1 .here')");
        browser.click("#delete-branch");
        browser.wait_count("#study-moves .step", 6);
        browser.click("#study-undo");
        browser.wait_count("#study-moves .step", 7);
        // Nothing was played in the game, and it is still there.
        browser.click("#leave-study");
        browser.wait("document.documentElement.dataset.room === 'game'");
        browser.wait_count(STONES, 0);
        assert_eq!(board.view()["moves"], 0);
    });
}

#[test]
fn comments_signs_and_positions_are_made_on_the_page() {
    on_page(1280, 900, json!({ "players": "two" }), |board, browser| {
        browser.open_study();
        browser.place("h8");
        // A comment is kept though one walks on at once.
        browser.click("#comment");
        browser.keys("ok");
        browser.click("#step-back");
        browser.wait("document.getElementById('comment').value === ''");
        browser.click("#step-on");
        browser.wait("document.getElementById('comment').value === 'ok'");
        for (tool, name) in [
            ("label", "a1"),
            ("label", "b1"),
            ("triangle", "c3"),
            ("square", "d4"),
            ("circle", "h8"),
            ("cross", "e5"),
        ] {
            browser.click(&format!("#tool-{tool}:not([aria-pressed=true])"));
            browser.click_point(name);
            browser.wait(&format!("document.querySelector('#board .sign.{tool}')"));
            browser.click(&format!("#tool-{tool}[aria-pressed=true]"));
        }
        browser.wait_count("#board .sign", 6);
        let marks = first_tree(&board.saved("sgf"));
        let notes = marks.notes(marks.main_end()).unwrap().clone();
        assert_eq!(notes.comment, "ok");
        let labels: Vec<_> = notes
            .marks
            .iter()
            .filter_map(|mark| match &mark.kind {
                MarkKind::Label(text) => Some(text.as_str()),
                _ => None,
            })
            .collect();
        assert_eq!(labels, ["A", "B"]);
        // The editor: stones in any number, in a node after the move.
        browser.click("#editor summary");
        browser.click("#tool-white");
        for name in ["a2", "b2", "c2"] {
            browser.place(name);
        }
        browser.click("#tool-none");
        browser.click_point("a2");
        browser.wait_count(STONES, 3);
        browser.click("#to-move-white");
        browser.wait("document.querySelector('#to-move-white[aria-pressed=true]')");
        browser.click("#turn-right");
        browser.wait("document.querySelector('[data-at=\"b14\"]')");
        browser.click("#flip-left-right");
        browser.wait("document.querySelector('[data-at=\"n14\"]')");
        browser.click("#shift-left");
        browser.wait("document.querySelector('[data-at=\"m14\"]')");
        browser.click("#clear-board");
        browser.wait_count(STONES, 0);
        browser.keys(&ESCAPE.to_string());
        browser.place("h8");
        assert_eq!(board.view()["study"]["moves"], 2);
    });
}

#[test]
fn the_right_button_and_a_tool_draw_arrows_and_coloured_signs() {
    on_page(1280, 900, json!({ "players": "two" }), |board, browser| {
        browser.open_study();
        browser.place("h8");
        browser.drag_right("c3", "c3");
        browser.wait_count("#board .sign.circle", 1);
        browser.drag_right("d4", "h8");
        browser.wait_count("#board .sign.arrow", 1);
        browser.click("#tool-arrow");
        browser.click_point("e5");
        browser.wait_count("#board .sign.selected", 1);
        browser.click_point("e9");
        browser.wait_count("#board .sign.arrow", 2);
        browser.click("#tool-arrow");
        browser.click("#tool-cross");
        browser.click_point("k10");
        browser.wait_count("#board .sign.cross", 1);
        let colour = |kind: &str| {
            browser.script(&format!(
                "return getComputedStyle(document.querySelector('#board .sign.{kind}')).stroke"
            ))
        };
        assert_ne!(colour("circle"), colour("cross"));
        let file = String::from_utf8(board.saved("sgf")).unwrap();
        for property in ["CR[cm]", "AR[dl:hh][ek:eg]", "MA[kf]"] {
            assert!(file.contains(property), "{property}: {file}");
        }
        // Nothing was played, and the same takes an arrow away.
        browser.keys(&ESCAPE.to_string());
        browser.drag_right("d4", "h8");
        browser.wait_count("#board .sign.arrow", 1);
        browser.wait_count(STONES, 1);
    });
}

#[test]
fn a_swipe_steps_through_the_moves_and_plays_none() {
    on_page(390, 800, json!({ "players": "two" }), |board, browser| {
        assert_eq!(board.open_file(b"h8i9i7").0, 200);
        browser.wait("document.documentElement.dataset.room === 'study'");
        browser.swipe("l8", "e8");
        browser.wait_count(STONES, 1);
        browser.swipe("l8", "e9");
        browser.wait_count(STONES, 2);
        browser.swipe("e8", "l8");
        browser.wait_count(STONES, 1);
        // What goes down is no swipe.
        browser.swipe("h12", "i4");
        browser.swipe("l8", "e8");
        browser.wait_count(STONES, 2);
        assert_eq!(board.view()["study"]["nodes"], 4);
    });
}

#[test]
fn a_review_marks_moves_in_the_tree_and_the_chart() {
    on_page(1280, 900, json!({ "players": "two" }), |board, browser| {
        // Black blunders at the 7th move; White misses the win at the 10th.
        assert_eq!(board.open_file(b"h8h9i8i9j8k8a1j9a15o1g9k9l9").0, 200);
        browser.click("#review-button");
        browser.wait("document.querySelector('#review .chart-drawing[aria-valuemax=\"13\"]')");
        browser.wait_text("#review", "7. Black a1 (blunder)");
        browser.wait_text("#review", "10. White o1 (missed win)");
        for (node, mark) in [(6, "best"), (7, "blunder"), (10, "missed")] {
            browser.wait_count(&format!("#study-moves [data-node=\"{node}\"] .{mark}"), 1);
        }
        browser.wait_count("#review .chart-mark.blunder", 1);
        browser.click("#review [data-worst=\"7\"]");
        browser.wait_count(STONES, 7);
        // By the keyboard too: one move back from there.
        browser.script("document.querySelector('#review .chart-drawing').focus()");
        browser.keys(&format!("{}\u{e007}", ARROWS[0]));
        browser.wait_count(STONES, 6);
        browser.script("document.activeElement.blur()");
        // A bad move is practised at once: a worse one and the best one are told apart.
        browser.click("#review [data-practise=\"7\"]");
        browser.wait_text("#guess", "Find a better move");
        browser.wait_text("#guess-asked", "Move 1 of 1: Black");
        browser.wait_count(STONES, 6);
        browser.place("a1");
        browser.wait_text("#guess", "7. a1: worse than ");
        browser.click("#guess-again");
        browser.wait("!document.getElementById('guess').textContent.includes('worse than')");
        let best = board.view()["study"]["guess"]["guesses"].clone();
        assert_eq!(best, json!([]));
        browser.click("#guess-skip");
        browser.wait_text("#guess", "Tengen plays ");
        browser.click("#guess-close");
        browser.click("#practise-all");
        browser.wait_text("#guess-asked", "Move 1 of ");
        browser.click("#guess-stop");
        browser.wait_count("#study.guessing", 0);
        browser.wait_text("#review", "7. Black a1 (blunder)");
        browser.keys("c");
        browser.wait_count("#study-moves .mark-sign", 0);
    });
}

#[test]
fn lines_show_in_colours_and_a_click_plays_them() {
    on_page(1280, 900, json!({ "players": "two" }), |board, browser| {
        browser.open_study();
        browser.place("h8");
        browser.place("h9");
        browser.choose("#study-rule", "renju");
        browser.wait("document.getElementById('show-forbidden')");
        browser.keys("a");
        browser.wait_count("#board .best", 3);
        browser.wait_text("#legend", "chances");
        browser.wait(
            "/Black: \\d+\\s%/.test(document.getElementById('eval-bar').getAttribute('aria-label'))",
        );
        let fills = browser.script(
            "return [...document.querySelectorAll('#board .best')].map((one) => one.style.fill)",
        );
        assert!(fills.to_string().contains("rgb("), "{fills}");
        // A line keeps still under the pointer, and a click on its third move plays three.
        let square = "#engine-lines .lines li:first-child .square:nth-child(3)";
        browser.wait(&format!("document.querySelector('{square}')"));
        browser.script(&format!("document.querySelector('{square}').focus()"));
        browser.wait_count("#board .preview", 3);
        browser.script(&format!("document.querySelector('{square}').click()"));
        browser.wait_count(STONES, 5);
        browser.keys("s");
        browser.wait("document.getElementById('study-analyse').classList.contains('primary')");
        assert_eq!(board.view()["study"]["moves"], 5);
        browser.click("#solve-vcf");
        browser.wait_text("#solved", "win by fours");
    });
}

#[test]
fn the_study_works_by_the_keyboard_on_a_phone_and_in_chinese() {
    on_page(390, 800, json!({ "players": "two" }), |board, browser| {
        browser.open_study();
        // The keyboard leads to the board; its arrows move the cursor then.
        browser.keys("b");
        browser.keys(&format!("{}{}\u{e007}", ARROWS[1], ARROWS[1]));
        browser.wait_count(STONES, 1);
        let first = board.view()["study"]["last"].clone();
        assert_ne!(first, "h8");
        assert!(browser.text("spoken").contains(first.as_str().unwrap()));
        let wide = browser.script("return document.documentElement.scrollWidth - innerWidth");
        assert!(wide.as_i64().unwrap() <= 0, "{wide}");
        browser.choose("#language", "zh");
        browser.wait_text("#study-status", "轮到白方");
        let nameless = "[...document.querySelectorAll('#study button, #study input, #study select, #study textarea')]\
            .filter((one) => !(one.textContent.trim() || one.getAttribute('aria-label') || one.labels?.length)).map((one) => one.outerHTML)";
        assert_eq!(browser.script(&format!("return {nameless}")), json!([]));
    });
}

#[test]
fn a_library_with_many_lines_is_shown_in_part_and_saved_whole() {
    let mut tree = GameTree::new(15, 15);
    for first in 0..15 {
        for second in 0..15 {
            let at = |x: usize, y: usize| Square::new(x as i32, y as i32).unwrap();
            let one = tree
                .add(NodeId::ROOT, Action::Move(Color::Black, at(first, second)))
                .unwrap();
            for third in 0..15 {
                let reply = Action::Move(Color::White, at(third, (second + 1) % 15));
                tree.add(one, reply).unwrap();
            }
        }
    }
    let board = Board::start();
    let bytes = renlib::write(&tree).unwrap();
    assert_eq!(records::format_of(&bytes).unwrap(), Format::Lib);
    assert_eq!(board.open_file(&bytes).0, 200);
    let study = board.view()["study"].clone();
    assert_eq!(study["nodes"], 3601);
    // The main line with its branches: those of the first two moves.
    assert_eq!(study["items"].as_array().unwrap().len(), 225 + 15);
    assert_eq!(first_tree(&board.saved("lib")).len(), 3601);
}

#[test]
fn four_doors_lead_into_the_program_and_back() {
    let Some(browser) = Browser::start(1280, 900) else {
        eprintln!("skipped: no chromedriver on this machine");
        return;
    };
    let board = Board::start();
    browser.open(&board.address);
    let in_room = |room: &str| {
        browser.wait(&format!(
            "document.documentElement.dataset.room === '{room}'"
        ))
    };
    in_room("start");
    browser.wait_count("#start .door", 4);
    assert_eq!(board.view()["turn"]["person"], true);
    browser.click("#door-play");
    in_room("game");
    browser.place("h8");
    browser.wait_count(STONES, 2);
    browser.click("#open-start");
    in_room("start");
    browser.wait_text("#door-play", "Continue the game");
    // Nothing runs behind the doors: the game is as it was left.
    browser.click("#door-study");
    in_room("study");
    browser.place("a1");
    browser.click("#open-start");
    browser.wait_text("#door-study", "Continue the analysis");
    browser.click("#door-puzzles");
    browser.wait("document.querySelector('#tab-puzzles[aria-selected=true]')");
    browser.click("#leave-room");
    in_room("start");
    browser.click("#door-learn");
    browser.wait("document.querySelector('#tab-lessons[aria-selected=true]')");
    browser.click("#leave-room");
    browser.click("#door-play");
    in_room("game");
    browser.wait_count(STONES, 2);
    browser.click("#study-game");
    in_room("study");
    browser.wait_count(STONES, 2);
    // After a reload the page is where it was.
    browser.reload();
    in_room("study");
    browser.wait_count(STONES, 2);
    // A new game asks four things, and the rest on demand.
    browser.click("#open-new");
    browser.wait("document.getElementById('dialog-new').open");
    let shown = "[...document.querySelectorAll('#dialog-new select')].filter((one) => one.checkVisibility()).length";
    assert_eq!(browser.script(&format!("return {shown}")), 4);
    browser.click("#more-choices summary");
    browser.wait(&format!("{shown} > 8"));
    assert_eq!(browser.complaints(), Vec::<Value>::new());
}

#[test]
fn the_buttons_at_the_top_say_where_one_is() {
    on_page(1280, 900, json!({ "players": "two" }), |_, browser| {
        let pressed = "return [...document.querySelectorAll('nav [aria-pressed=true]')].map((one) => one.id).join()";
        let room = "document.documentElement.dataset.room";
        assert_eq!(browser.script(pressed), "");
        browser.click("#open-study");
        browser.wait(&format!("{room} === 'study'"));
        assert_eq!(browser.script(pressed), "open-study");
        browser.click("#open-learn");
        browser.wait_count("#open-learn[aria-pressed=true]", 1);
        assert_eq!(browser.script(pressed), "open-learn");
        // Back, and by a second click to the game.
        browser.click("#open-study");
        assert_eq!(browser.script(pressed), "open-study");
        browser.click("#open-study");
        browser.wait(&format!("{room} === 'game'"));
        assert_eq!(browser.script(pressed), "");
    });
}

#[test]
fn a_warning_moves_no_button() {
    on_page(1280, 900, json!({ "players": "two" }), |_, browser| {
        let place = "return document.getElementById('resign').getBoundingClientRect().top";
        for name in ["h8", "a1", "i8", "c1", "j8"] {
            browser.place(name);
        }
        browser.wait_text("#warnings", "threatens");
        let before = browser.script(place);
        browser.place("k8");
        browser.place("g8");
        browser.wait("document.getElementById('warnings').textContent.includes('five')");
        assert_eq!(browser.script(place), before);
    });
}

/// Pastes a text on the page, outside of any field.
fn paste(browser: &Browser, text: &str) {
    browser.script(&format!(
        "const data = new DataTransfer(); data.setData('text', {}); document.body.dispatchEvent(\
         new ClipboardEvent('paste', {{ clipboardData: data, bubbles: true }}))",
        json!(text)
    ));
}

#[test]
fn a_link_holds_the_whole_study_and_records_are_dropped_and_pasted() {
    let settings = json!({ "players": "two" });
    let mut link = String::new();
    on_page(1280, 900, settings.clone(), |board, browser| {
        assert_eq!(board.open_file(GAME.as_bytes()).0, 200);
        browser.wait("document.documentElement.dataset.room === 'study'");
        browser.click("#open-files");
        browser.wait("document.getElementById('link')?.value.includes('#s=')");
        // The link is copied, or where that is not allowed selected.
        browser.click("#copy-link");
        browser.wait("getSelection().toString().includes('#s=')");
        browser.wait_text("#copy-link", "Copied");
        link = browser
            .script("return document.getElementById('link').value")
            .as_str()
            .unwrap()
            .to_string();
    });
    if link.is_empty() {
        return;
    }
    on_page(1280, 900, settings, |board, browser| {
        // In another program's page, from its start on.
        browser.click("#open-start");
        paste(browser, &link);
        browser.wait("document.documentElement.dataset.room === 'study'");
        assert_eq!(first_tree(&board.saved("sgf")), first_tree(GAME.as_bytes()));
        paste(browser, "h8i9i7");
        browser.wait_text("#study-moves", "3. i7");
        browser.script(
            "const data = new DataTransfer(); data.items.add(new File(['(;SZ[9];B[ee])'], 'x.sgf')); \
             document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))",
        );
        browser.wait_text("#study-moves", "1. e5");
        // A link in the address, as when it was clicked.
        let code = link.split_once('#').unwrap().1;
        browser.script(&format!("location.hash = '{code}'"));
        browser.wait_text("#study-about", "Ada");
        paste(browser, "no record at all");
        browser.wait_text("#study-error", "cannot be read");
    });
}

#[test]
fn the_board_is_saved_as_a_picture() {
    on_page(1280, 900, json!({ "players": "two" }), |_, browser| {
        for name in ["h8", "i9"] {
            browser.place(name);
        }
        browser.click("#open-files");
        browser.click("#save-svg");
        let svg = browser.downloaded("tengen.svg");
        // All looks are in the file: the stones' colours too.
        assert!(
            svg.contains("xmlns=\"http://www.w3.org/2000/svg\""),
            "{svg}"
        );
        assert!(
            svg.contains("url(#black-stone)") && svg.contains("stop-color"),
            "{svg}"
        );
        assert!(
            !svg.contains("class=\"body\"") && !svg.contains("var("),
            "{svg}"
        );
        browser.click("#save-png");
        let path = browser.downloads().join("tengen.png");
        let start = std::time::Instant::now();
        let bytes = loop {
            match std::fs::read(&path) {
                Ok(bytes) if !bytes.is_empty() => break bytes,
                _ => assert!(start.elapsed() < crate::client::SOON, "no picture"),
            }
            std::thread::sleep(Duration::from_millis(20));
        };
        assert!(bytes.starts_with(b"\x89PNG"));
        assert_eq!(bytes[16..24], [0, 0, 4, 176, 0, 0, 4, 176], "1200 by 1200");
    });
}

const LIBRARY: &str = "(;GM[4]SZ[15]RU[renju]PB[Ann]PW[Bob]EV[Cup]RE[B+]
;B[hh];W[hg]C[direct];B[ig];W[gi])
(;GM[4]SZ[15]RU[renju]PB[Cy]PW[Ann]RE[W+];B[hh];W[hg];B[ih])";

/// A program with a library of two games, made in a folder of this name.
fn with_library(name: &str) -> Board {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let [games, library] = ["games.sgf", "games.tdb"].map(|file| {
        let path = folder.join(file);
        path.to_str().expect("a plain path").to_string()
    });
    std::fs::write(&games, LIBRARY).unwrap();
    let made = std::process::Command::new(env!("CARGO_BIN_EXE_pbrain-tengen"))
        .args(["library", "import", &library, &games])
        .output()
        .unwrap();
    assert!(made.status.success(), "{made:?}");
    Board::start_with(&["--port", "0", "--keep-nothing", "--library", &library])
}

/// What the library says of the study's position.
fn known(board: &Board) -> Value {
    let token = [("X-Tengen-Token", board.token.as_str())];
    let reply = board.ask("GET", "/api/library", &token, "");
    assert_eq!(reply.status, 200);
    serde_json::from_str(&reply.body).unwrap()
}

#[test]
fn the_library_tells_what_it_knows_of_the_studys_position() {
    let board = Board::start_with(&["--port", "0", "--keep-nothing", "--library", "off"]);
    assert_eq!(known(&board), json!({ "library": false }));
    let board = with_library("board-library");
    board.enter_study();
    board.study(json!({ "kind": "rule", "rule": "renju" }));
    for at in ["h8", "h9"] {
        board.study(json!({ "kind": "play", "at": at }));
    }
    let said = known(&board)["known"].clone();
    assert_eq!(
        (&said["games"], &said["results"]["black"]),
        (&json!(2), &json!(1))
    );
    let moves = said["moves"].as_array().unwrap();
    let moves: Vec<&Value> = moves.iter().map(|one| &one["move"]).collect();
    assert!(moves.len() == 2 && moves.contains(&&json!("g9")), "{said}");
    assert_eq!(said["comments"][0]["text"], "direct");
    assert_eq!(said["players"][0]["white"], "Ann");
    // A position that cannot be played is not asked about.
    board.study(json!({ "kind": "new", "size": [15, 15], "rule": "renju" }));
    board.study(json!({ "kind": "play", "at": "a1" }));
    assert_eq!(known(&board)["known"]["games"], 0);
    // A file that is no library is said to be none.
    let board = Board::start_with(&["--port", "0", "--keep-nothing", "--library", "Cargo.toml"]);
    assert!(
        known(&board)["error"]
            .as_str()
            .unwrap()
            .contains("Cargo.toml")
    );
}

#[test]
fn what_the_library_knows_stands_beside_the_board_and_is_played_by_a_click() {
    let Some(browser) = Browser::start(390, 844) else {
        eprintln!("skipped: no chromedriver on this machine");
        return;
    };
    let board = with_library("page-library");
    board.enter_study();
    board.study(json!({ "kind": "rule", "rule": "renju" }));
    browser.open(&board.address);
    browser.wait_text("#library", "Games: 2");
    for at in ["h8", "h9"] {
        browser.click(&format!("#library [data-known={at}]"));
        browser.wait(&format!(
            "document.querySelector('#board [data-at=\"{at}\"]')"
        ));
    }
    browser.wait_text("#library", "direct");
    browser.wait_text("#library", "Ann – Bob");
    browser.wait_count("#library .results-bar", 2);
    browser.click_point("a1");
    browser.wait_text("#library", "does not know");
    let wide = browser.script("return document.documentElement.scrollWidth - innerWidth");
    assert!(wide.as_i64().unwrap() <= 0, "{wide}");
    assert_eq!(browser.complaints(), Vec::<Value>::new());
}

#[test]
fn a_game_and_a_studys_line_are_saved_as_animations() {
    let board = Board::start();
    board.do_it(json!({ "kind": "new", "settings": { "players": "two" } }));
    for name in ["h8", "i9", "j7"] {
        board.do_it(json!({ "kind": "place", "at": name }));
    }
    let (status, answer) = board.act(json!({ "kind": "save", "format": "gif" }));
    assert_eq!(status, 200, "{answer}");
    assert_eq!(answer["file"]["name"], "tengen.gif");
    assert!(
        answer["file"]["text"]
            .as_str()
            .unwrap()
            .starts_with("GIF89a")
    );
    // A study's line, with stones that are set up: one picture for each position.
    let game = b"(;SZ[15]GN[End: 1/2]AB[aa][bb]AW[cc];B[hh];W[ii](;B[gg];W[jj])(;B[ff]))";
    assert_eq!(board.open_file(game).0, 200);
    board.study(json!({ "kind": "step", "by": 2 }));
    let bytes = board.saved("gif");
    assert!(bytes.starts_with(b"GIF89a"));
    let pictures = |bytes: &[u8]| {
        bytes
            .windows(3)
            .filter(|part| *part == [0x21, 0xf9, 4])
            .count()
    };
    assert_eq!(pictures(&bytes), 5);
    assert_eq!(board.view()["study"]["place"], json!([2, 4]));
}

#[test]
fn an_animation_is_saved_from_the_page_and_browsers_show_it() {
    on_page(1280, 900, json!({ "players": "two" }), |_, browser| {
        browser.place("h8");
        browser.place("i9");
        browser.click("#open-files");
        browser.click("#save-gif");
        let path = browser.downloads().join("tengen.gif");
        let start = std::time::Instant::now();
        let bytes = loop {
            match std::fs::read(&path) {
                Ok(bytes) if !bytes.is_empty() => break bytes,
                _ => assert!(start.elapsed() < crate::client::SOON, "no animation"),
            }
            std::thread::sleep(Duration::from_millis(20));
        };
        let shown = browser.script(&format!(
            "const image = new Image(); image.src = URL.createObjectURL(new Blob([Uint8Array.from({})])); \
             return image.decode().then(() => [image.width, image.height])",
            json!(bytes)
        ));
        assert_eq!(shown, json!([496, 496]));
    });
}
