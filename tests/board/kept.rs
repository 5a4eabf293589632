//! Nothing is lost: a program that was killed finds its games and studies again, and
//! the page finds the program.
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand::rngs::StdRng;
use serde_json::{Value, json};

use crate::browser::Browser;
use crate::client::{Board, SOON};
use crate::hostile::{any_act, lasting};

/// An empty folder that goes with this.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("kept-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Folder(path)
    }

    fn start(&self) -> Board {
        Board::start_in(&self.0, 0)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// What must be the same again: all but what passes, messages and numbers of views.
fn same(view: &Value) -> Value {
    let mut view = lasting(view.clone());
    for passing in ["rev", "messages", "advice", "kept"] {
        view[passing] = Value::Null;
    }
    if view["study"].is_object() {
        for passing in [
            "undo", "redo", "notices", "hasMore", "items", "here", "next", "place",
        ] {
            view["study"][passing] = Value::Null;
        }
    }
    view
}

fn study(board: &Board, act: Value) {
    board.do_it(json!({ "kind": "study", "act": act }));
}

fn games(board: &Board) -> Value {
    let token = [("X-Tengen-Token", board.token.as_str())];
    let reply = board.ask("GET", "/api/games", &token, "");
    serde_json::from_str(&reply.body).unwrap()
}

fn wish(board: &Board, what: &str, id: &Value) -> (u16, Value) {
    let rev = board.view()["rev"].clone();
    let body = json!({ "rev": rev, "id": id, "what": what }).to_string();
    let token = [("X-Tengen-Token", board.token.as_str())];
    let reply = board.ask("POST", "/api/games", &token, &body);
    (
        reply.status,
        serde_json::from_str(&reply.body).unwrap_or(Value::Null),
    )
}

#[test]
fn a_killed_program_goes_on_where_it_was() {
    let folder = Folder::new("goes-on");
    let board = folder.start();
    board.do_it(json!({ "kind": "new", "settings": {
        "players": "two", "form": "match", "games": 3, "clock": "5m+2s", "rule": "renju",
        "opening": "swap2", "first": "guess",
    } }));
    for act in [
        json!({ "kind": "place", "at": "h8" }),
        json!({ "kind": "place", "at": "i9" }),
        json!({ "kind": "place", "at": "g6" }),
        json!({ "kind": "take", "color": "black" }),
        json!({ "kind": "place", "at": "c3" }),
        json!({ "kind": "resign" }),
        json!({ "kind": "next_game" }),
        json!({ "kind": "place", "at": "h8" }),
        json!({ "kind": "place", "at": "j10" }),
    ] {
        board.do_it(act);
    }
    let mut pages = board.listen();
    pages.next();
    std::thread::sleep(Duration::from_millis(1_300));
    let before = board.view();
    drop(pages);
    let token = board.token.clone();
    // Its process is killed, as by `kill -9`.
    drop(board);
    let board = folder.start();
    assert_eq!(board.token, token);
    let after = board.view();
    assert_eq!(same(&after), same(&before));
    assert_eq!(after["series"]["points"], before["series"]["points"]);
    let left = |view: &Value| ["a", "b"].map(|seat| view["clocks"][seat]["left"].as_i64().unwrap());
    for (before, after) in left(&before).into_iter().zip(left(&after)) {
        assert!((before - after).abs() < 1_500, "{before} {after}");
    }
    assert!(left(&after).into_iter().min() < Some(301_000), "{after}");
}

fn learner(board: &Board, asked: Value) -> Value {
    let token = [("X-Tengen-Token", board.token.as_str())];
    let reply = board.ask("POST", "/api/learner", &token, &asked.to_string());
    serde_json::from_str(&reply.body).unwrap()
}

#[test]
fn a_learner_is_known_again_and_a_damaged_record_is_put_aside() {
    let folder = Folder::new("learner");
    let board = folder.start();
    let first = learner(&board, json!({ "day": 9 }));
    let daily = &first["daily"];
    let tried = json!({ "day": 9, "puzzle": daily, "solved": true });
    let solved = learner(&board, tried);
    assert!(solved["rating"].as_i64() > first["rating"].as_i64());
    drop(board);
    let board = folder.start();
    assert_eq!(learner(&board, json!({ "day": 9 })), solved);
    let next = learner(&board, json!({ "day": 10 }));
    assert_eq!(
        (&next["days"], &next["solved"]),
        (&json!(1), &json!([daily]))
    );
    assert_ne!(next["daily"], *daily);
    let unknown = learner(&board, json!({ "day": 9, "puzzle": 0, "solved": true }));
    assert_eq!(unknown["error"]["key"], "no_task");
    drop(board);
    let file = |name: &str| folder.0.join(name);
    fs::write(file("puzzles.json"), "{\"rating\":").unwrap();
    let board = folder.start();
    assert_eq!(learner(&board, json!({ "day": 9 })), first);
    assert!(file("puzzles.damaged").exists());
}

#[test]
fn whatever_was_done_in_a_game_is_done_again() {
    let folder = Folder::new("random");
    let mut random = StdRng::seed_from_u64(11);
    let mut board = folder.start();
    for _ in 0..8 {
        let mut view = board.view();
        for _ in 0..60 {
            let act = any_act(&mut random, &view);
            // What looks at the position only is none of this test's.
            if !["study", "room", "study_game", "hint", "analyse", "chart"]
                .contains(&act["kind"].as_str().unwrap_or(""))
            {
                board.send(&json!({ "rev": view["rev"], "act": act }).to_string());
            }
            view = board.view();
        }
        // The engine's turn would be thought about again, and a game that waits begins.
        board.act(json!({ "kind": "seen" }));
        let mut pages = board.listen();
        let before = pages.until(|view| view["turn"].is_null() || view["turn"]["person"] == true);
        drop(pages);
        drop(board);
        board = folder.start();
        assert_eq!(same(&board.view()), same(&before));
    }
}

#[test]
fn a_study_is_found_again_with_all_that_is_in_it() {
    let folder = Folder::new("study");
    let board = folder.start();
    board.do_it(json!({ "kind": "room", "room": "study" }));
    study(
        &board,
        json!({ "kind": "set_up", "at": "a1", "stone": "white" }),
    );
    for at in ["h8", "h9", "i9"] {
        study(&board, json!({ "kind": "play", "at": at }));
    }
    study(&board, json!({ "kind": "step", "by": -2 }));
    study(&board, json!({ "kind": "play", "at": "g9" }));
    study(
        &board,
        json!({ "kind": "mark", "at": "c3", "sign": "label" }),
    );
    let here = board.view()["study"]["here"].clone();
    study(
        &board,
        json!({ "kind": "comment", "node": here, "text": "天元\nkept" }),
    );
    study(&board, json!({ "kind": "name", "name": "A first study" }));
    let before = board.view();
    drop(board);
    let board = folder.start();
    let after = board.view();
    assert_eq!(same(&after), same(&before));
    assert_eq!(after["study"]["nodes"], 5);
    assert_eq!(after["study"]["comment"], "天元\nkept");
    // A second one, and back to the first.
    study(
        &board,
        json!({ "kind": "new", "size": [19, 19], "rule": "renju" }),
    );
    study(&board, json!({ "kind": "play", "at": "k10" }));
    let list = games(&board);
    assert_eq!(list["games"].as_array().unwrap().len(), 2, "{list}");
    let first = list["games"]
        .as_array()
        .unwrap()
        .iter()
        .find(|one| one["name"] == "A first study")
        .unwrap();
    assert_eq!(
        (&first["kind"], &first["moves"], &first["nodes"]),
        (&json!("study"), &json!(3), &json!(5))
    );
    let (status, answer) = wish(&board, "study", &first["id"]);
    assert_eq!(status, 200, "{answer}");
    assert_eq!(board.view()["study"]["nodes"], 5);
    // It goes on being kept under its number.
    study(&board, json!({ "kind": "play", "at": "o15" }));
    assert_eq!(games(&board)["games"].as_array().unwrap().len(), 2);
    let (_, answer) = wish(&board, "export", &first["id"]);
    assert!(
        answer["file"]["text"].as_str().unwrap().contains("天元"),
        "{answer}"
    );
    let (status, answer) = wish(&board, "delete", &first["id"]);
    assert_eq!(
        (status, &answer["error"]["key"]),
        (200, &json!("game_is_open"))
    );
    let other = games(&board)["games"]
        .as_array()
        .unwrap()
        .iter()
        .find(|one| one["size"] == json!([19, 19]))
        .unwrap()["id"]
        .clone();
    assert_eq!(wish(&board, "delete", &other).0, 200);
    assert_eq!(
        wish(&board, "export", &other).1["error"]["key"],
        "no_such_game"
    );
    assert_eq!(games(&board)["games"].as_array().unwrap().len(), 1);
}

#[test]
fn a_run_of_guesses_goes_on_after_a_kill() {
    let folder = Folder::new("guesses");
    let mut board = folder.start();
    let game = "(;SZ[15];B[hh];W[hg];B[ii](;W[gg];B[jj];W[ff])(;W[kk]))";
    assert_eq!(board.open_study(game.as_bytes()), 200);
    let guess = |board: &Board, act: Value| study(board, json!({ "kind": "guess", "act": act }));
    // With what Tengen thinks of the guesses.
    let judged = |board: &Board| {
        let is_judged = |view: &Value| {
            let guesses = view["study"]["guess"]["guesses"].as_array().unwrap();
            let is_known = guesses.iter().all(|one| one["verdict"] != "pending");
            is_known && view["can"]["stop"] == false
        };
        let mut view = board.listen().until(is_judged);
        for one in view["study"]["guess"]["guesses"].as_array_mut().unwrap() {
            one["loss"] = Value::Null;
        }
        view
    };
    guess(&board, json!({ "kind": "start", "side": "both" }));
    for act in [
        json!({ "kind": "at", "at": "h8" }),
        json!({ "kind": "at", "at": "a1" }),
        json!({ "kind": "skip" }),
    ] {
        guess(&board, act);
    }
    for act in [
        json!({ "kind": "at", "at": "a2" }),
        json!({ "kind": "stop" }),
        json!({ "kind": "show", "index": 1 }),
        json!({ "kind": "again" }),
        json!({ "kind": "close" }),
    ] {
        let before = judged(&board);
        drop(board);
        board = folder.start();
        let after = judged(&board);
        assert_eq!(same(&after), same(&before));
        assert_eq!(after["study"]["here"], before["study"]["here"]);
        guess(&board, act);
    }
    drop(board);
    // A run that does not fit its study is left out.
    let state = folder.0.join("state.json");
    let text = fs::read_to_string(&state).unwrap();
    let board = folder.start();
    assert_eq!(board.view()["study"]["guess"], Value::Null);
    drop(board);
    for run in [
        json!({ "side": null, "asked": [[1, "h8"], [99, "i9"]], "guesses": [], "is_over": false, "shown": null }),
        json!({ "side": null, "asked": [[1, "z9"]], "guesses": [], "is_over": false, "shown": null }),
        json!({ "side": null, "asked": [[0, "h8"]], "guesses": [], "is_over": false, "shown": null }),
        json!({ "side": null, "asked": [], "guesses": [], "is_over": true, "shown": null }),
        json!({ "side": null, "asked": [[1, "h8"]], "guesses": [null, null], "is_over": false, "shown": null }),
        json!({ "side": null, "asked": [[1, "h8"]], "guesses": ["z9"], "is_over": false, "shown": 7 }),
    ] {
        let mut damaged: Value = serde_json::from_str(&text).unwrap();
        damaged["guesses"] = run;
        fs::write(&state, damaged.to_string()).unwrap();
        let view = folder.start().view();
        assert_eq!(
            (&view["study"]["guess"], &view["room"]),
            (&Value::Null, &json!("study"))
        );
        assert_eq!(view["study"]["nodes"], 8);
    }
}

#[test]
fn every_game_stays_in_the_list_and_can_be_gone_on_with() {
    let folder = Folder::new("list");
    let board = folder.start();
    for (rule, at) in [("freestyle", "h8"), ("renju", "a1")] {
        board.do_it(json!({ "kind": "new", "settings": { "players": "two", "rule": rule } }));
        board.do_it(json!({ "kind": "place", "at": at }));
        board.do_it(json!({ "kind": "place", "at": "b2" }));
    }
    board.do_it(json!({ "kind": "restart" }));
    board.do_it(json!({ "kind": "new", "settings": { "players": "two" } }));
    drop(board);
    let board = folder.start();
    let list = games(&board)["games"].clone();
    assert_eq!(list.as_array().unwrap().len(), 2, "{list}");
    let renju = list
        .as_array()
        .unwrap()
        .iter()
        .find(|one| one["rule"] == "renju")
        .unwrap();
    assert_eq!(renju["moves"], 2);
    assert_eq!(wish(&board, "play", &renju["id"]).0, 200);
    let view = board.view();
    assert_eq!(
        (&view["room"], &view["last"], &view["rule"]),
        (&json!("game"), &json!("b2"), &json!("renju"))
    );
}

#[test]
fn damaged_files_and_a_second_program_do_no_harm() {
    let folder = Folder::new("damage");
    let board = folder.start();
    board.do_it(json!({ "kind": "new", "settings": { "players": "two" } }));
    board.do_it(json!({ "kind": "place", "at": "h8" }));
    // Another program keeps nothing while the first one runs.
    let other = folder.start();
    assert_ne!(other.token, board.token);
    assert_eq!(games(&other)["games"], Value::Null);
    other.do_it(json!({ "kind": "new", "settings": { "players": "two" } }));
    drop(other);
    board.do_it(json!({ "kind": "place", "at": "i9" }));
    drop(board);
    let journal = folder.0.join("journal.jsonl");
    let whole = fs::read_to_string(&journal).unwrap();
    // A line that was not written to its end, and one that means nothing.
    fs::write(&journal, format!("{whole}{{\"act\":{{\"ki")).unwrap();
    assert_eq!(folder.start().view()["moves"], 2);
    let refused = "{\"act\":{\"kind\":\"place\",\"at\":\"h8\"}}\n";
    fs::write(&journal, format!("{whole}{refused}")).unwrap();
    let board = folder.start();
    assert_eq!(board.view()["moves"], 2);
    board.do_it(json!({ "kind": "place", "at": "j10" }));
    drop(board);
    assert_eq!(folder.start().view()["moves"], 3);
    for (name, text) in [
        ("journal.jsonl", "\0\u{1}"),
        ("state.json", "{"),
        ("key", "short"),
        ("1-game.sgf", "?"),
    ] {
        fs::write(folder.0.join(name), text).unwrap();
    }
    let board = folder.start();
    assert_eq!(board.token.len(), 32);
    assert_eq!(board.view()["moves"], 0);
    // A folder in which nothing can be written is told on the page.
    board.do_it(json!({ "kind": "place", "at": "h8" }));
    assert_eq!(board.view()["kept"], true);
    fs::remove_dir_all(&folder.0).unwrap();
    fs::write(&folder.0, "no folder").unwrap();
    board.do_it(json!({ "kind": "new", "settings": { "players": "two" } }));
    assert_eq!(board.view()["kept"], false);
    board.do_it(json!({ "kind": "place", "at": "c3" }));
    // As soon as it can be written, nothing is missing.
    fs::remove_file(&folder.0).unwrap();
    fs::create_dir(&folder.0).unwrap();
    board.do_it(json!({ "kind": "place", "at": "d4" }));
    assert_eq!(board.view()["kept"], true);
    drop(board);
    assert_eq!(folder.start().view()["moves"], 2);
}

#[test]
fn the_page_finds_the_program_again_and_lists_what_is_kept() {
    let Some(browser) = Browser::start(1280, 900) else {
        eprintln!("skipped: no chromedriver on this machine");
        return;
    };
    let folder = Folder::new("page");
    let board = folder.start();
    let port = board.port;
    browser.open(&board.address);
    browser.click("#door-study");
    browser.wait("document.documentElement.dataset.room === 'study'");
    for name in ["h8", "i9", "j8"] {
        browser.place(name);
    }
    browser.click("#study-name");
    browser.keys("Mine");
    browser.click("#study-status");
    let start = Instant::now();
    while board.view()["study"]["name"] != "Mine" {
        assert!(start.elapsed() < SOON);
    }
    drop(board);
    browser.wait("document.documentElement.dataset.live === 'false'");
    browser.wait_text("#study-error", "Lost connection");
    let board = Board::start_in(&folder.0, port);
    browser.wait("document.documentElement.dataset.live === 'true'");
    browser.wait_count("#board .stones .stone", 3);
    browser.wait("document.getElementById('study-error').textContent === ''");
    browser.place("k9");
    assert_eq!(board.view()["study"]["moves"], 4);
    browser.click("#new-study");
    browser.click("#start-study");
    browser.wait_count("#board .stones .stone", 0);
    browser.place("a1");
    browser.click("#open-start");
    browser.wait_count("#start-games .games li", 2);
    browser.click("#all-games");
    browser.wait_count("#dialog-games .games li", 2);
    browser.click("#find-game");
    browser.keys("mine");
    browser.wait_count("#dialog-games .games li", 1);
    browser.click("#dialog-games [data-what=export]");
    let text = browser.downloaded("1-study.sgf");
    assert!(text.contains("Mine"), "{text}");
    browser.click("#dialog-games [data-what=delete]");
    browser.click("#ask-yes");
    browser.wait_count("#dialog-games .games li", 0);
    browser.script("document.getElementById('dialog-games').close()");
    assert_eq!(games(&board)["games"].as_array().unwrap().len(), 1);
}
