//! Clients of the board page that mean no good, or know no better: random acts,
//! texts that are no acts, two pages at once, pages that are left in mid-game,
//! and more connections than there is room for. Nothing may get lost, nothing
//! may hang, and the memory stays bounded.
use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::sync::Barrier;
use std::time::{Duration, Instant};

use crate::client::{Board, SOON};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use serde_json::{Value, json};

/// Acts in the long run; `TENGEN_BOARD_ACTS` asks for more, from
/// `TENGEN_BOARD_SEED`.
const ACTS: u64 = 1_500;
/// Mebibytes that the program may take in the end: tables of the engine and of
/// the solver are most of it.
const MOST_MEMORY: f64 = 300.0;

fn number(name: &str, usual: u64) -> u64 {
    let told = std::env::var(name).ok();
    told.map_or(usual, |text| text.parse().expect("a number"))
}

fn pick<T: Clone>(random: &mut StdRng, of: &[T]) -> T {
    of[random.random_range(0..of.len())].clone()
}

fn square(random: &mut StdRng) -> String {
    let column = (b'a' + random.random_range(0..24)) as char;
    format!("{column}{}", random.random_range(0..24))
}

/// Any act: one that means something in most games, or in none.
pub fn any_act(random: &mut StdRng, view: &Value) -> Value {
    let count = random.random_range(0..4);
    let legal = view["turn"]["legal"]
        .as_array()
        .filter(|all| !all.is_empty());
    let at = match legal {
        Some(legal) if random.random_range(0..4) > 0 => pick(random, legal),
        _ => Value::from(square(random)),
    };
    match random.random_range(0..37) {
        0..10 => json!({ "kind": "place", "at": at }),
        10 => json!({ "kind": "undo", "count": count }),
        11 => json!({ "kind": "redo", "count": count }),
        12 => json!({ "kind": "goto", "node": random.random_range(0..60) }),
        13 => json!({ "kind": pick(random, &["offer", "choose"]), "at": at }),
        14 => json!({ "kind": pick(random, &["swap", "keep", "more", "pass", "claim"]) }),
        15 => json!({ "kind": "take", "color": pick(random, &["black", "white", "green"]) }),
        16 => json!({ "kind": "declare", "count": random.random_range(0..200) }),
        17 => {
            json!({ "kind": "draw", "how": pick(random, &["offer", "accept", "decline", "withdraw", "x"]) })
        }
        18 => json!({ "kind": pick(random, &["resign", "next_game", "rematch", "restart"]) }),
        19 => json!({ "kind": pick(random, &["hint", "stop", "seen"]) }),
        20 => json!({ "kind": "analyse", "lines": random.random_range(0..99) }),
        21 => {
            json!({ "kind": "save", "format": pick(random, &["psq", "sgf", "rec", "gif", "exe", ""]) })
        }
        22 => {
            let text: String = (0..random.random_range(0..80))
                .map(|_| {
                    pick(
                        random,
                        &['(', ';', 'B', '[', 'a', 'b', ']', ')', '\n', '1', ',', '\0'],
                    )
                })
                .collect();
            json!({ "kind": "load", "bytes": text })
        }
        23 => {
            let moves: String = (0..random.random_range(0..12))
                .map(|_| square(random))
                .collect();
            let size = pick(random, &["15x15", "5x22", "19x19", "0x0", "99x99"]);
            json!({ "kind": "position", "rule": pick(random, &["renju", "freestyle", "caro", ""]), "size": size, "moves": moves })
        }
        24 => json!({ "kind": "set", "time": pick(random, &["0.1s", "1h", "none", "-1s"]) }),
        25 => json!({ "kind": pick(random, &["", "nothing", "Place"]), "at": at }),
        26 => json!({ "kind": "chart", "on": random.random_range(0..3) > 0 }),
        27..32 => json!({ "kind": "study", "act": study_act(random, at) }),
        32 => json!({ "kind": "room", "room": pick(random, &["study", "study", "game", "hall"]) }),
        33 => json!({ "kind": pick(random, &["study_game", "play_study"]) }),
        _ => json!({ "kind": "new", "settings": {
            "players": pick(random, &["two", "two", "engine"]),
            "form": pick(random, &["practice", "match"]),
            "undos": pick(random, &["any", "any", "0", "2", "-1"]),
            "rule": pick(random, &["renju", "freestyle", "standard", "caro8"]),
            "size": pick(random, &["15", "9", "5", "22", "7x12"]),
            "opening": pick(random, &["free", "swap2", "yamaguchi", "taraguchi-10", "soosorv-8"]),
            "clock": pick(random, &["none", "none", "max 1s", "5m", "1m+1s", "2s,2x1s"]),
            "level": pick(random, &["0", "50", "100"]),
            "first": pick(random, &["me", "engine", "guess"]),
            "fouls": pick(random, &["automatic", "claimed"]),
            "games": random.random_range(0..4),
            "time": "0.1s",
        } }),
    }
}

/// Anything that is done while guessing, most often its end.
fn guess(random: &mut StdRng, at: Value) -> Value {
    match random.random_range(0..7) {
        0 => json!({ "kind": "start", "side": pick(random, &["black", "both", "red"]) }),
        1 => json!({ "kind": "at", "at": at }),
        2 => json!({ "kind": "show", "index": random.random_range(0..4) }),
        3 => json!({ "kind": pick(random, &["skip", "stop", "again"]) }),
        _ => json!({ "kind": "close" }),
    }
}

/// Any act in the study.
fn study_act(random: &mut StdRng, at: Value) -> Value {
    let node = random.random_range(0..20);
    match random.random_range(0..20) {
        0..4 => json!({ "kind": "play", "at": at }),
        19 if node < 10 => json!({ "kind": "block", "at": at }),
        19 => json!({ "kind": pick(random, &["balance", "unblock"]) }),
        18 => json!({ "kind": "review", "on": node > 5 }),
        16..18 => json!({ "kind": "guess", "act": guess(random, at) }),
        4 => json!({ "kind": "step", "by": random.random_range(-3..4) }),
        5 => json!({ "kind": "goto", "node": node }),
        6 => json!({ "kind": pick(random, &["delete", "promote", "make_main"]), "node": node }),
        7 => json!({ "kind": "comment", "node": node, "text": "a\u{0}]\\" }),
        8 => {
            json!({ "kind": "mark", "at": at, "to": square(random), "sign": pick(random, &["label", "cross", "arrow", "moon"]) })
        }
        9 => {
            json!({ "kind": "set_up", "at": at, "stone": pick(random, &["black", "white", "none"]) })
        }
        10 => {
            json!({ "kind": pick(random, &["undo", "redo", "clear", "pass", "clear_marks", "stop"]) })
        }
        11 => {
            json!({ "kind": "turn", "how": pick(random, &["right", "left_right", "top_bottom"]) })
        }
        12 => {
            json!({ "kind": "shift", "right": random.random_range(-2..3), "down": i32::MIN + node })
        }
        13 => json!({
            "kind": "analyse", "lines": node, "seconds": pick(random, &[0, 1, u64::MAX]),
            "threads": pick(random, &[0, 1, 2, 999]), "memory": pick(random, &[0, 16, 1_u64 << 60]),
        }),
        14 => json!({ "kind": "solve", "goal": pick(random, &["vcf", "vct"]), "threat": node > 9 }),
        _ => json!({ "kind": "save", "format": pick(random, &["sgf", "lib", "gif", "psq"]) }),
    }
}

/// What stays the same as long as nothing is done.
pub fn lasting(mut view: Value) -> Value {
    for passing in ["clocks", "told", "thinking", "chart"] {
        view[passing] = Value::Null;
    }
    // The engine may end what it did beside.
    view["can"]["stop"] = Value::Null;
    if view["study"].is_object() {
        view["study"]["thinking"] = Value::Null;
    }
    view
}

fn stones(view: &Value) -> BTreeSet<String> {
    let stones = view["stones"].as_array().expect("stones").iter();
    stones.map(|stone| stone.to_string()).collect()
}

/// What a client without sense sends instead of a request.
fn babble(board: &Board, random: &mut StdRng, view: &Value) {
    let act = any_act(random, view);
    let body = json!({ "rev": random.random_range(0..50), "act": act }).to_string();
    let token = [("X-Tengen-Token", board.token.as_str())];
    let request = board.request("POST", "/api/do", &token, &body);
    let mut bytes = request.into_bytes();
    for _ in 0..random.random_range(0..6) {
        let at = random.random_range(0..bytes.len());
        bytes[at] = random.random();
    }
    bytes.truncate(random.random_range(0..=bytes.len()));
    let mut stream = board.connect();
    let _ = stream.write_all(&bytes);
    if random.random() {
        // Some wait for an answer, of which nothing is asked but that it ends
        // where the request is whole; the others go at once.
        let _ = stream.shutdown(std::net::Shutdown::Write);
        let _ = stream.read(&mut [0; 256]);
    }
}

#[test]
fn random_acts_lose_nothing() {
    let seed = number("TENGEN_BOARD_SEED", 24);
    let mut random = StdRng::seed_from_u64(seed);
    let board = Board::start();
    let mut before = board.view();
    let (mut done, mut refused, mut unread) = (0, 0, 0);
    for step in 0..number("TENGEN_BOARD_ACTS", ACTS) {
        match random.random_range(0..20) {
            0 => babble(&board, &mut random, &before),
            // A page that is closed at once, or after its first view.
            1 => drop(board.listen()),
            2 => drop(board.view()),
            3 => {
                let task = match random.random() {
                    true => json!({ "puzzle": random.random_range(0..99) }),
                    false => {
                        json!({ "step": [random.random_range(0..9), random.random_range(0..9)] })
                    }
                };
                let body = json!({ "task": task, "at": square(&mut random) }).to_string();
                let token = [("X-Tengen-Token", board.token.as_str())];
                let reply = board.ask("POST", "/api/try", &token, &body);
                assert_eq!(reply.status, 200, "{step}: {body} {reply:?}");
            }
            _ => (),
        }
        let act = any_act(&mut random, &before);
        let known = before["rev"].as_u64().unwrap();
        let late = random.random_range(0..8) == 0;
        let rev = if late { known.saturating_sub(1) } else { known };
        let reply = board.send(&json!({ "rev": rev, "act": act }).to_string());
        let after = board.view();
        let told = format!("seed {seed} step {step}: {act}\n{reply:?}\n{before}\n{after}");
        // Views show only known states of the game, and never an earlier one.
        assert!(after["rev"].as_u64().unwrap() >= known, "{told}");
        let alone = before["settings"]["players"] == "two"
            && !before["clocks"]["limited"].as_bool().unwrap();
        match reply.status {
            200 if reply.is_done() => done += 1,
            200 => {
                refused += 1;
                if alone {
                    assert_eq!(lasting(after.clone()), lasting(before.clone()), "{told}");
                }
            }
            400 | 415 | 422 => unread += 1,
            _ => panic!("{told}"),
        }
        if reply.is_done() && act["kind"] == "place" {
            assert!(stones(&before).is_subset(&stones(&after)), "{told}");
            if alone {
                assert_eq!(after["rev"], known + 1, "{told}");
            }
        }
        before = after;
    }
    println!(
        "{done} done, {refused} refused, {unread} not read, {:.0} MiB",
        board.memory()
    );
    assert!(done > 300 && refused > 300 && unread > 10);
    assert!(board.memory() < MOST_MEMORY, "{} MiB", board.memory());
}

#[test]
fn of_two_pages_that_act_at_once_one_is_heard() {
    const ROUNDS: usize = 40;
    let board = Board::start();
    board.do_it(json!({ "kind": "new", "settings": { "players": "two", "size": "20" } }));
    let mut views = [board.listen(), board.listen()];
    for round in 0..ROUNDS {
        let rev = board.view()["rev"].clone();
        let gate = Barrier::new(2);
        // Squares that make no row of five of either colour.
        let squares = [0, 1].map(|page| {
            let place = 2 * (2 * round + page);
            let column = (b'a' + (place % 20) as u8) as char;
            format!("{column}{}", 1 + 2 * (place / 20))
        });
        let send = |at: &String| {
            let body = json!({ "rev": rev, "act": { "kind": "place", "at": at } }).to_string();
            gate.wait();
            board.send(&body).is_done()
        };
        let done = std::thread::scope(|scope| {
            let other = scope.spawn(|| send(&squares[1]));
            [send(&squares[0]), other.join().unwrap()]
        });
        assert_ne!(done[0], done[1]);
        let heard = usize::from(done[1]);
        let seen = views
            .each_mut()
            .map(|views| views.until(|view| view["moves"] == round + 1));
        for view in &seen {
            assert_eq!(view["last"], json!(squares[heard]));
        }
    }
    // A page that is opened again sees the same game, to the last stone.
    let last = board.view();
    drop(views);
    let again = board.view();
    assert_eq!(again["stones"], last["stones"]);
    assert_eq!(again["rev"], last["rev"]);
}

#[test]
fn a_game_that_is_left_in_the_middle_goes_on() {
    let board = Board::start();
    let settings = json!({ "players": "engine", "time": "0.1s", "level": "0", "clock": "5m" });
    board.do_it(json!({ "kind": "new", "settings": settings }));
    for round in 1..6 {
        let free = board.view()["turn"]["legal"][round * 7].clone();
        let mut views = board.listen();
        board.do_it(json!({ "kind": "place", "at": free }));
        // Left while the engine thinks, or just after.
        drop(views.until(|view| view["moves"].as_u64() > Some(2 * round as u64 - 2)));
        drop(views);
        let mut views = board.listen();
        let view = views.until(|view| view["moves"] == 2 * round || !view["end"].is_null());
        if !view["end"].is_null() {
            return;
        }
        assert_eq!(view["turn"]["person"], true);
    }
    // No clock runs while no page is open.
    let left = board.view()["clocks"]["a"]["left"].as_u64().unwrap();
    std::thread::sleep(Duration::from_millis(700));
    let now = board.view()["clocks"]["a"]["left"].as_u64().unwrap();
    assert!(left - now < 500, "{left} {now}");
}

#[test]
fn a_thousand_connections_are_answered() {
    let board = Board::start();
    let request = board.request("GET", "/", &[], "");
    let start = Instant::now();
    // All have asked before one answer is read; the server takes as many as it
    // has room for, and the others after these.
    let ask = |_| {
        let mut stream = board.connect();
        stream.write_all(request.as_bytes()).unwrap();
        stream
    };
    let streams: Vec<_> = (0..1_000).map(ask).collect();
    for (number, mut stream) in streams.into_iter().enumerate() {
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        assert!(text.starts_with("HTTP/1.1 200"), "{number}: {text}");
    }
    // Some that never say anything only delay the next.
    let silent: Vec<_> = (0..300).map(|_| board.connect()).collect();
    assert_eq!(board.ask("GET", "/", &[], "").status, 200);
    drop(silent);
    // Pages that listen are few; when they go there is room again.
    let token = [("X-Tengen-Token", board.token.as_str())];
    let listen = board.request("GET", "/api/events", &token, "");
    let mut pages: Vec<_> = (0..100).map(|_| board.connect()).collect();
    let mut taken = 0;
    for page in &mut pages {
        page.write_all(listen.as_bytes()).unwrap();
        let mut head = [0; 12];
        page.read_exact(&mut head).unwrap();
        match &head {
            b"HTTP/1.1 200" => taken += 1,
            b"HTTP/1.1 503" => (),
            other => panic!("{}", String::from_utf8_lossy(other)),
        }
    }
    assert_eq!(taken, 16);
    drop(pages);
    let until = Instant::now() + SOON;
    while !has_room(&board) {
        assert!(Instant::now() < until, "no room for a page");
        std::thread::sleep(Duration::from_millis(50));
    }
    board.do_it(json!({ "kind": "place", "at": "h8" }));
    println!("{:?}, {:.0} MiB", start.elapsed(), board.memory());
    assert!(board.memory() < MOST_MEMORY, "{} MiB", board.memory());
}

/// Whether another page may listen.
fn has_room(board: &Board) -> bool {
    let token = [("X-Tengen-Token", board.token.as_str())];
    let mut stream = board.connect();
    let request = board.request("GET", "/api/events", &token, "");
    stream.write_all(request.as_bytes()).unwrap();
    let mut head = [0; 12];
    stream.read_exact(&mut head).is_ok() && &head == b"HTTP/1.1 200"
}
