//! The server of the board page: whom it answers and what, line by line of
//! what makes a local page safe, and that its views and acts hold together.
use std::cell::Cell;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream, UdpSocket};
use std::time::{Duration, Instant};

use crate::client::Board;
use serde_json::{Value, json};
use tengen::game::CanonicalOpening;
use tengen::types::Rule;

/// What every answer says, whatever it is.
const ALWAYS: [&str; 6] = [
    "content-security-policy: default-src 'none'; script-src 'self'; style-src 'self'",
    "x-content-type-options: nosniff",
    "referrer-policy: no-referrer",
    "cache-control: no-store",
    "cross-origin-resource-policy: same-origin",
    "x-frame-options: deny",
];

/// The files of the page.
pub const FILES: [&str; 37] = [
    "/",
    "/style.css",
    "/icon.svg",
    "/js/main.js",
    "/js/server.js",
    "/js/wire.js",
    "/js/board.js",
    "/js/panel.js",
    "/js/parts.js",
    "/js/seats.js",
    "/js/moves.js",
    "/js/chart.js",
    "/js/link.js",
    "/js/picture.js",
    "/js/games.js",
    "/js/start.js",
    "/js/study.js",
    "/js/tree.js",
    "/js/library.js",
    "/js/gestures.js",
    "/js/review.js",
    "/js/guess.js",
    "/js/scale.js",
    "/js/dialogs.js",
    "/js/prefs.js",
    "/js/sound.js",
    "/js/words.js",
    "/js/en.js",
    "/js/zh.js",
    "/js/ja.js",
    "/js/ko.js",
    "/js/ru.js",
    "/js/cs.js",
    "/js/languages.js",
    "/js/learn.js",
    "/js/tasks.js",
    "/js/diagram.js",
];

/// Those that are loaded when they are needed.
const LATER: [&str; 12] = [
    "/js/zh.js",
    "/js/ja.js",
    "/js/ko.js",
    "/js/ru.js",
    "/js/cs.js",
    "/js/guess.js",
    "/js/review.js",
    "/js/gestures.js",
    "/js/library.js",
    "/js/learn.js",
    "/js/tasks.js",
    "/js/diagram.js",
];

fn two_persons() -> Value {
    json!({ "kind": "new", "settings": { "players": "two" } })
}

#[test]
fn it_listens_on_this_machine_alone() {
    let board = Board::start();
    assert!(board.address.starts_with("http://127.0.0.1:"));
    assert!(board.port > 1023);
    assert_ne!(Board::start().port, board.port);
    let refuses = |ip: IpAddr| {
        let to = SocketAddr::new(ip, board.port);
        TcpStream::connect_timeout(&to, Duration::from_secs(2)).is_err()
    };
    assert!(refuses(Ipv6Addr::LOCALHOST.into()));
    assert!(refuses(Ipv4Addr::new(127, 0, 0, 2).into()));
    // The address under which others know this machine, if it has one. No
    // packet is sent to find it.
    let socket = UdpSocket::bind("0.0.0.0:0").unwrap();
    if socket.connect("192.0.2.1:9").is_ok() {
        let own = socket.local_addr().unwrap().ip();
        assert!(own.is_loopback() || refuses(own), "{own}");
    }
}

/// It is the usual one, or another if that is taken.
#[test]
fn a_port_is_found_without_being_named() {
    let boards = [(); 2].map(|()| Board::start_with(&["--keep-nothing"]));
    assert_ne!(boards[0].port, boards[1].port);
    for board in &boards {
        assert_eq!(board.view()["moves"], 0);
    }
}

#[test]
fn only_its_own_host_is_answered() {
    let board = Board::start();
    let port = board.port;
    let status = |host: &str| board.ask("GET", "/", &[("Host", host)], "").status;
    for host in [format!("127.0.0.1:{port}"), format!("localhost:{port}")] {
        assert_eq!(status(&host), 200, "{host}");
    }
    for host in [
        "127.0.0.1".to_string(),
        "localhost".to_string(),
        format!("127.0.0.1:{}", port ^ 1),
        format!("127.0.0.1.evil.example:{port}"),
        format!("evil.example:{port}"),
        format!("localhost.evil.example:{port}"),
        format!("127.0.0.1:{port}.evil.example"),
        format!("[::1]:{port}"),
        format!("0.0.0.0:{port}"),
        format!("127.0.0.1:{port} "),
        format!("LOCALHOST:{port}@evil.example"),
        String::new(),
    ] {
        let status = status(&host);
        // Blanks around a value are no part of it.
        let wanted = if host.ends_with(' ') { 200 } else { 421 };
        assert_eq!(status, wanted, "{host:?}");
    }
    let none = board.raw("GET / HTTP/1.1\r\nConnection: close\r\n\r\n");
    assert_eq!(none.status, 421);
    let two = format!(
        "GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
    );
    assert!([400, 421].contains(&board.raw(&two).status));
    let absolute = format!(
        "GET http://evil.example/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n"
    );
    assert_eq!(board.raw(&absolute).status, 421);
}

#[test]
fn pages_of_other_origins_are_refused() {
    let board = Board::start();
    let body = json!({ "rev": 1, "act": { "kind": "place", "at": "h8" } }).to_string();
    let status = |origin: &str| {
        let headers = [("X-Tengen-Token", board.token.as_str()), ("Origin", origin)];
        board.ask("POST", "/api/do", &headers, &body).status
    };
    for origin in [
        "http://evil.example".to_string(),
        "null".to_string(),
        String::new(),
        format!("https://127.0.0.1:{}", board.port),
        format!("http://127.0.0.1:{}", board.port ^ 1),
        format!("http://127.0.0.1:{}.evil.example", board.port),
        format!("http://127.0.0.1.evil.example:{}", board.port),
        "http://localhost".to_string(),
    ] {
        assert_eq!(status(&origin), 403, "{origin:?}");
    }
    assert_eq!(board.view()["moves"], 0);
    assert_eq!(status(&format!("http://127.0.0.1:{}", board.port)), 200);
}

#[test]
fn nothing_is_done_without_the_token() {
    let board = Board::start();
    assert_eq!(board.token.len(), 32);
    assert!(board.token.chars().all(|c| c.is_ascii_hexdigit()));
    assert_ne!(board.token, Board::start().token);
    let body = json!({ "rev": 1, "act": { "kind": "place", "at": "h8" } }).to_string();
    let first_wrong = format!(
        "{}{}",
        if board.token.starts_with('0') {
            "1"
        } else {
            "0"
        },
        &board.token[1..]
    );
    for token in [
        "",
        "0",
        &board.token[1..],
        &first_wrong,
        &format!("{}0", board.token),
    ] {
        let headers = [("X-Tengen-Token", token)];
        for (method, path, body) in [
            ("POST", "/api/do", body.as_str()),
            ("GET", "/api/events", ""),
            ("GET", "/api/choices", ""),
            ("GET", "/api/learn", ""),
            ("POST", "/api/try", "{\"task\":{\"puzzle\":1}}"),
            ("POST", "/api/learner", "{\"day\":1}"),
            ("POST", "/api/end", "{}"),
        ] {
            assert_eq!(
                board.ask(method, path, &headers, body).status,
                403,
                "{token:?} {path}"
            );
            assert_eq!(board.ask(method, path, &[], body).status, 403, "{path}");
        }
    }
    // Nor does it help to put it anywhere else.
    let path = format!("/api/choices?token={}", board.token);
    let cookie = format!("token={}", board.token);
    assert_eq!(
        board.ask("GET", &path, &[("Cookie", &cookie)], "").status,
        403
    );
    // No page has it in it, and no cookie is set.
    for file in FILES {
        let reply = board.ask("GET", file, &[], "");
        assert_eq!(reply.status, 200, "{file}");
        assert!(!reply.body.contains(&board.token) && !reply.head.contains("set-cookie"));
    }
    assert_eq!(board.view()["moves"], 0);
}

#[test]
fn there_are_fixed_answers_and_no_files() {
    let board = Board::start();
    let headers = [("X-Tengen-Token", board.token.as_str())];
    for path in [
        "/../Cargo.toml",
        "/js/../../Cargo.toml",
        "/..%2f..%2fetc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/js/",
        "/js",
        "/index.html",
        "/etc/passwd",
        "//etc/passwd",
        "/api",
        "/api/",
        "/api/nothing",
        "/style.css/",
        "/js/main.js%00.css",
    ] {
        assert_eq!(board.ask("GET", path, &headers, "").status, 404, "{path}");
    }
    for (method, path) in [
        ("POST", "/"),
        ("PUT", "/api/do"),
        ("DELETE", "/js/main.js"),
        ("GET", "/api/do"),
        ("POST", "/api/events"),
    ] {
        assert_eq!(
            board.ask(method, path, &headers, "").status,
            405,
            "{method} {path}"
        );
    }
}

#[test]
fn large_bodies_are_refused() {
    let board = Board::start();
    let most = 64 << 10;
    let act = |length: usize| {
        let empty = json!({ "rev": 1, "act": { "kind": "load", "bytes": "" } });
        let rest = length - empty.to_string().len();
        let text = "x".repeat(rest);
        json!({ "rev": 1, "act": { "kind": "load", "bytes": text } }).to_string()
    };
    assert!(board.send(&act(most)).is_refusal());
    assert_eq!(board.send(&act(most + 1)).status, 413);
    // One that says that it is large is not even read.
    let head = board.request("POST", "/api/do", &[("X-Tengen-Token", &board.token)], "");
    let head = head.replace(
        "Content-Length: 0",
        "Content-Type: application/json\r\nContent-Length: 99999999999",
    );
    assert_eq!(board.raw(&head).status, 413);
}

#[test]
fn every_answer_carries_the_headers() {
    let board = Board::start();
    let token = [("X-Tengen-Token", board.token.as_str())];
    let mut replies: Vec<_> = FILES
        .iter()
        .map(|file| board.ask("GET", file, &[], ""))
        .collect();
    replies.push(board.ask("GET", "/api/choices", &token, ""));
    replies.push(board.ask("GET", "/api/learn", &token, ""));
    replies.push(board.ask("POST", "/api/try", &token, "{"));
    replies.push(board.ask("GET", "/nothing", &[], ""));
    replies.push(board.ask("GET", "/", &[("Host", "evil.example")], ""));
    replies.push(board.ask("GET", "/", &[("Origin", "http://evil.example")], ""));
    replies.push(board.ask("GET", "/api/events", &[], ""));
    replies.push(board.send("{"));
    for reply in replies {
        for header in ALWAYS {
            assert!(reply.head.contains(header), "{header}: {}", reply.head);
        }
        assert!(!reply.head.contains("unsafe"), "{}", reply.head);
    }
}

#[test]
fn the_page_is_small_and_loads_nothing_from_elsewhere() {
    let board = Board::start();
    let (mut bytes, mut first) = (0, 0);
    for file in FILES {
        let body = board.ask("GET", file, &[], "").body;
        bytes += body.len();
        if !LATER.contains(&file) {
            first += body.len();
        }
        let text = body.replace("http://www.w3.org/", "");
        for word in [
            "http://",
            "https://",
            "eval(",
            "innerHTML",
            "onclick=",
            "style=\"",
        ] {
            assert!(!text.contains(word), "{file} has {word}");
        }
    }
    // What there is to learn comes when it is asked for.
    let token = [("X-Tengen-Token", board.token.as_str())];
    let learn = board.ask("GET", "/api/learn", &token, "").body.len();
    println!("{bytes} bytes, {first} at first, and {learn} to learn");
    bytes += learn;
    assert!(first <= 224 << 10, "{first}");
    assert!(bytes <= 560 << 10, "{bytes}");
}

#[test]
fn it_answers_within_a_second() {
    let start = Instant::now();
    let board = Board::start();
    assert_eq!(board.ask("GET", "/", &[], "").status, 200);
    let until_page = start.elapsed();
    board.view();
    println!("page {until_page:?}, view {:?}", start.elapsed());
    // Far more than it takes, since other tests run beside.
    assert!(start.elapsed() < Duration::from_secs(5));
}

#[test]
fn an_act_is_done_once_and_seen_by_all() {
    let board = Board::start();
    let mut views = [board.listen(), board.listen()];
    let mut first = views.each_mut().map(|view| view.next());
    // Time has passed between them.
    first[1]["clocks"] = first[0]["clocks"].clone();
    assert_eq!(first[0], first[1]);
    board.do_it(two_persons());
    let rev = views[0].until(|view| view["settings"]["players"] == "two")["rev"].clone();
    let body = json!({ "rev": rev, "act": { "kind": "place", "at": "h8" } }).to_string();
    let (once, twice) = (board.send(&body), board.send(&body));
    assert!(once.is_done() && twice.is_refusal());
    let said: Value = serde_json::from_str(&twice.body).unwrap();
    assert_eq!(said["error"]["key"], "stale");
    for views in &mut views {
        let view = views.until(|view| view["moves"] == 1);
        assert_eq!(view["stones"], json!([["h8", "black", 1]]));
        assert_eq!(
            (&view["last"], &view["toMove"]),
            (&json!("h8"), &json!("white"))
        );
    }
}

#[test]
fn openings_are_named_with_what_was_said_and_found_for_the_rule() {
    let board = Board::start();
    let kagetsu = CanonicalOpening::named("4D").expect("an opening");
    for rule in [Rule::Renju, Rule::Freestyle, Rule::Standard] {
        let settings = json!({ "players": "two", "rule": rule.name() });
        board.do_it(json!({ "kind": "new", "settings": settings }));
        for at in ["h8", "h9"] {
            board.do_it(json!({ "kind": "place", "at": at }));
        }
        assert_eq!(board.view()["opening"], Value::Null);
        board.do_it(json!({ "kind": "place", "at": "i9" }));
        let named = &board.view()["opening"];
        assert_eq!(named["code"], "4D");
        let said = named["verdicts"].as_array().expect("a list");
        assert_eq!(said.is_empty(), rule != Rule::Renju, "{rule}");
        let found = &named["searched"];
        match kagetsu.searched(rule) {
            None => assert_eq!(found, &Value::Null),
            Some(known) => {
                assert_eq!(found["rule"], rule.name());
                assert_eq!(found["share"], json!(known.share()));
                assert_eq!(found["nodes"], json!(known.nodes));
                assert_eq!(found["depth"], json!(known.depth));
                assert_eq!(found["winner"].is_null(), known.winner().is_none());
            }
        }
    }
}

/// What a person sees of the game, whatever happened before it.
fn seen(board: &Board) -> Value {
    let mut view = board.view();
    let keys = ["stones", "rule", "turn", "seats", "end", "line"];
    json!(keys.map(|key| view[key].take()))
}

fn saved(board: &Board, format: &str) -> Value {
    let (_, answer) = board.act(json!({ "kind": "save", "format": format }));
    answer["file"]["text"].clone()
}

fn load_sgf(board: &Board, text: &Value) {
    board.do_it(json!({ "kind": "load", "bytes": text }));
}

#[test]
fn an_opening_is_saved_and_gone_on_with() {
    let board = Board::start();
    let settings = json!({ "players": "two", "rule": "renju", "opening": "soosorv-8" });
    board.do_it(json!({ "kind": "new", "settings": settings }));
    let place = |at: &str| json!({ "kind": "place", "at": at });
    for act in [
        place("h8"),
        place("h9"),
        place("i10"),
        json!({ "kind": "swap" }),
        place("c3"),
        json!({ "kind": "declare", "count": 2 }),
        json!({ "kind": "swap" }),
        place("a1"),
        place("b5"),
    ] {
        board.do_it(act.clone());
        let (text, before) = (saved(&board, "sgf"), seen(&board));
        let (status, answer) = board.act(json!({ "kind": "save", "format": "psq" }));
        let why = &answer["error"]["key"];
        assert_eq!((status, why), (200, &json!("opening_in_sgf")), "{act}");
        assert_eq!(board.view()["can"]["save"], json!(["sgf"]));
        let other = Board::start();
        other.do_it(two_persons());
        load_sgf(&other, &text);
        assert_eq!(seen(&other), before, "{act}");
        assert_eq!(saved(&other, "sgf"), text, "{act}");
        // It was loaded with its past.
        let all = other.view()["can"]["undo"].clone();
        other.do_it(json!({ "kind": "undo", "count": all }));
        assert_eq!(other.view()["turn"]["asks"]["count"], 3);
        other.do_it(json!({ "kind": "redo", "count": all }));
        assert_eq!(seen(&other), before, "{act}");
    }
    // What is loaded goes on like what was saved.
    load_sgf(&board, &saved(&board, "sgf"));
    board.do_it(json!({ "kind": "choose", "at": "a1" }));
    assert_eq!(board.view()["can"]["save"], json!(["psq", "sgf"]));
}

#[test]
fn only_a_game_with_moves_on_20_lines_fits_a_rec_file() {
    let board = Board::start();
    for (size, before, after) in [
        ("15", "psq sgf", "psq sgf"),
        ("20", "psq sgf", "psq sgf rec"),
    ] {
        let settings = json!({ "players": "two", "size": size });
        board.do_it(json!({ "kind": "new", "settings": settings }));
        let formats = |text: &str| json!(text.split(' ').collect::<Vec<_>>());
        assert_eq!(board.view()["can"]["save"], formats(before));
        board.do_it(json!({ "kind": "place", "at": "h8" }));
        assert_eq!(board.view()["can"]["save"], formats(after));
    }
}

#[test]
fn a_game_that_was_given_up_is_over_in_its_file() {
    let board = Board::start();
    board.do_it(two_persons());
    board.do_it(json!({ "kind": "place", "at": "h8" }));
    board.do_it(json!({ "kind": "resign" }));
    let (text, before) = (saved(&board, "sgf"), seen(&board));
    board.do_it(two_persons());
    load_sgf(&board, &text);
    assert_eq!(board.view()["end"]["key"], "resignation");
    assert_eq!(seen(&board), before);
    board.do_it(json!({ "kind": "undo", "count": 1 }));
    assert_eq!(board.view()["turn"]["asks"]["key"], "move");
}

#[test]
fn wrong_acts_change_nothing_and_say_why() {
    let board = Board::start();
    board.do_it(two_persons());
    board.do_it(json!({ "kind": "place", "at": "h8" }));
    let before = board.view();
    for (act, why) in [
        (json!({ "kind": "place", "at": "h8" }), "taken"),
        (json!({ "kind": "place", "at": "z99" }), "no_square"),
        (json!({ "kind": "place", "at": "" }), "no_square"),
        (json!({ "kind": "offer", "at": "a1" }), "only_in_opening"),
        (json!({ "kind": "swap" }), "only_in_opening"),
        (json!({ "kind": "claim" }), "no_fouls"),
        (json!({ "kind": "draw", "how": "accept" }), "no_offer"),
        (json!({ "kind": "goto", "node": 99 }), "no_such_move"),
        (json!({ "kind": "redo" }), "nothing_to_redo"),
        (json!({ "kind": "undo", "count": 9 }), "nothing_to_undo"),
        (json!({ "kind": "undo", "count": 0 }), "nothing_to_undo"),
        (json!({ "kind": "save", "format": "../x" }), "file_ending"),
        (json!({ "kind": "load", "bytes": "" }), "cannot_read"),
        (json!({ "kind": "load", "bytes": "(;" }), "cannot_read"),
        (json!({ "kind": "load", "bytes": "☗" }), "cannot_read"),
        (
            json!({ "kind": "new", "settings": { "rule": "chess" } }),
            "no_value",
        ),
        (
            json!({ "kind": "new", "settings": { "size": "99" } }),
            "no_value",
        ),
        (
            json!({ "kind": "new", "settings": { "games": 10 } }),
            "no_value",
        ),
        (
            json!({ "kind": "new", "settings": { "time": "2h" } }),
            "no_value",
        ),
        (
            json!({ "kind": "new", "settings": { "size": "10", "opening": "rif" } }),
            "opening_needs_board",
        ),
        (
            json!({ "kind": "position", "rule": "renju", "size": "15x15", "moves": "h8h8" }),
            "cannot_read",
        ),
        (
            json!({
                "kind": "position", "rule": "renju", "size": "15x15", "moves": "-".repeat(50_000),
            }),
            "cannot_read",
        ),
    ] {
        let (status, answer) = board.act(act.clone());
        assert_eq!(
            (status, &answer["error"]["key"]),
            (200, &json!(why)),
            "{act}"
        );
        assert_eq!(answer["rev"], before["rev"], "{act}");
    }
    for body in [
        "",
        "{",
        "[]",
        "null",
        "{\"rev\":1}",
        "{\"rev\":-1,\"act\":{\"kind\":\"pass\"}}",
        "{\"rev\":1,\"act\":{\"kind\":\"nothing\"}}",
        "{\"rev\":1,\"act\":{\"kind\":\"pass\"},\"x\":1}",
        "\u{0}",
    ] {
        let status = board.send(body).status;
        assert!([400, 415, 422].contains(&status), "{body}: {status}");
    }
    // Time has passed, but nothing else is new.
    let mut after = board.view();
    after["clocks"] = before["clocks"].clone();
    after["told"] = before["told"].clone();
    assert_eq!(after, before);
}

#[test]
fn thinking_ends_when_the_page_is_left_and_goes_on_when_it_is_back() {
    let board = Board::start();
    let mut views = board.listen();
    let settings = json!({ "players": "engine", "first": "me", "time": "10m" });
    board.do_it(
        json!({ "kind": "position", "rule": "freestyle", "size": "15x15", "moves": "h8i9h7" }),
    );
    board.do_it(json!({ "kind": "analyse", "lines": 2 }));
    let view = views.until(|view| {
        view["thinking"]["lines"]
            .as_array()
            .is_some_and(|lines| lines.len() == 2)
    });
    assert_eq!(view["thinking"]["what"], "analysis");
    drop(views);
    // It needs a moment to see that the page is gone; then nothing is done.
    let is_idle = || {
        let before = board.cpu();
        std::thread::sleep(Duration::from_millis(500));
        board.cpu() - before < 0.03
    };
    assert!((0..20).any(|_| is_idle()), "it thinks for nobody");
    let mut views = board.listen();
    views.until(|view| view["thinking"]["what"] == "analysis");
    board.do_it(json!({ "kind": "stop" }));
    views.until(|view| view["thinking"]["what"] == "nothing");
    // Its own turn is stopped and taken up again too, and played when hurried.
    board.do_it(json!({ "kind": "new", "settings": settings }));
    views.until(|view| view["moves"] == 0);
    board.do_it(json!({ "kind": "place", "at": "h8" }));
    let view = views.until(|view| view["moves"] == 1);
    assert_eq!(view["turn"]["person"], false);
    drop(views);
    assert!((0..20).any(|_| is_idle()), "it thinks for nobody");
    let mut views = board.listen();
    assert_eq!(views.next()["moves"], 1);
    board.do_it(json!({ "kind": "stop" }));
    views.until(|view| view["moves"] == 2);
}

/// A position that the side to move wins by fours.
const WON: &str = "g8f8h8g9i8h10j9k7j10l6";

#[test]
fn an_analysis_that_has_proven_all_shows_other_numbers_of_lines() {
    let board = Board::start();
    let mut views = board.listen();
    board.do_it(two_persons());
    board.do_it(json!({ "kind": "position", "rule": "freestyle", "size": "15x15", "moves": WON }));
    for wanted in [3, 2, 5, 1] {
        board.do_it(json!({ "kind": "analyse", "lines": wanted }));
        let view = views.until(|view| {
            let thinking = &view["thinking"];
            thinking["wanted"] == wanted && thinking["done"] == true
        });
        let thinking = &view["thinking"];
        assert_eq!(thinking["what"], "nothing");
        let lines = thinking["lines"].as_array().map(Vec::len);
        assert_eq!(lines, Some(wanted), "{thinking}");
    }
    // It goes on with the next position, and ends when it is told to.
    board.do_it(json!({ "kind": "goto", "node": 1 }));
    views.until(|view| view["moves"] == 1 && view["thinking"]["what"] == "analysis");
    board.do_it(json!({ "kind": "stop" }));
    views.until(|view| view["thinking"]["wanted"].is_null());
}

/// A game that Black wins by a five.
const FIVE: [&str; 9] = ["h8", "a1", "i8", "a3", "j8", "a5", "k8", "a7", "l8"];

fn play(board: &Board, moves: &[&str]) {
    for at in moves {
        board.do_it(json!({ "kind": "place", "at": at }));
    }
}

#[test]
fn a_chart_tells_what_black_could_expect_after_each_move() {
    let board = Board::start();
    let mut views = board.listen();
    board.do_it(two_persons());
    let (status, answer) = board.act(json!({ "kind": "chart", "on": true }));
    assert_eq!(
        (status, &answer["error"]["key"]),
        (200, &json!("nothing_to_chart"))
    );
    play(&board, &FIVE);
    assert_eq!(board.view()["chart"], Value::Null);
    let before = board.view()["rev"].clone();
    board.do_it(json!({ "kind": "chart", "on": true }));
    let is_whole = |view: &Value| view["chart"]["seen"] == FIVE.len();
    let view = views.until(is_whole);
    assert_eq!(view["rev"], before, "looking at it changes nothing");
    let chart = view["chart"].clone();
    let points = chart["points"].as_array().expect("points");
    let share = |index: usize| points[index][2].as_f64().expect("a share");
    for (index, point) in points.iter().enumerate() {
        assert_eq!(point[1], index + 1);
        assert!((0.0..=1.0).contains(&share(index)), "{point}");
    }
    // Nobody can hope after three stones in an open row, and a five is a win.
    assert!(share(0) > 0.3 && share(0) < 0.95, "{chart}");
    assert_eq!([share(5), share(8)], [1.0, 1.0], "{chart}");
    let swings = chart["swings"].as_array().expect("swings");
    assert!((1..=3).contains(&swings.len()), "{chart}");
    let size = |index: usize| (share(index) - share(index - 1)).abs();
    let largest = (1..9).max_by(|&a, &b| size(a).total_cmp(&size(b)));
    let marked: Vec<u64> = swings
        .iter()
        .map(|one| one["moves"].as_u64().unwrap())
        .collect();
    assert!(marked.contains(&(largest.unwrap() as u64 + 1)), "{chart}");
    assert!(marked.is_sorted(), "{chart}");
    // It stays as one goes to any move, and is as it was when asked for again.
    board.do_it(json!({ "kind": "goto", "node": points[0][0] }));
    let view = views.until(|view| view["moves"] == 1);
    assert_eq!(view["chart"], chart);
    board.do_it(json!({ "kind": "chart", "on": false }));
    views.until(|view| view["chart"].is_null());
    board.do_it(json!({ "kind": "chart", "on": true }));
    assert_eq!(views.until(is_whole)["chart"], chart);
    // Another line has another end; a new game has no chart.
    board.do_it(json!({ "kind": "place", "at": "o15" }));
    let view = views.until(|view| view["chart"]["seen"] == 2);
    assert_eq!(view["chart"]["points"].as_array().map(Vec::len), Some(2));
    board.do_it(json!({ "kind": "next_game" }));
    views.until(|view| view["moves"] == 0 && view["chart"].is_null());
}

#[test]
fn a_chart_is_stopped_and_goes_on() {
    let board = Board::start();
    let mut views = board.listen();
    // No two stones within reach of each other: every position is looked at to
    // the end of the budget.
    let points = (0..225_u8).filter(|at| (at % 15 + 2 * (at / 15)) % 5 == 0);
    let names = points.map(|at| format!("{}{}", (b'a' + at % 15) as char, at / 15 + 1));
    let names: Vec<String> = names.collect();
    let count = names.len() as u64;
    board.do_it(json!({
        "kind": "position", "rule": "freestyle", "size": "15x15", "moves": names.concat(),
    }));
    board.do_it(json!({ "kind": "chart", "on": true }));
    views.until(|view| view["chart"]["seen"].as_u64() >= Some(1));
    board.do_it(json!({ "kind": "stop" }));
    let view = views.until(|view| view["chart"]["on"] == false);
    let seen = view["chart"]["seen"].as_u64().expect("a number");
    assert_eq!(view["thinking"]["what"], "nothing");
    assert!(seen < count, "stopped too late to tell: {seen}");
    board.do_it(json!({ "kind": "chart", "on": true }));
    views.until(|view| view["chart"]["seen"].as_u64() > Some(seen));
    // When the page is left nothing is looked at.
    drop(views);
    let is_idle = || {
        let before = board.cpu();
        std::thread::sleep(Duration::from_millis(300));
        board.cpu() - before < 0.03
    };
    assert!((0..20).any(|_| is_idle()), "it thinks for nobody");
    let mut views = board.listen();
    let seen = views.next()["chart"]["seen"].as_u64().expect("a number");
    assert!(seen < count, "left too late to tell");
    views.until(|view| view["chart"]["seen"].as_u64() > Some(seen));
}

#[test]
fn a_match_has_no_chart_before_its_end_and_time_stands_still_after_it() {
    let board = Board::start();
    let mut views = board.listen();
    let settings = json!({ "players": "two", "form": "match", "games": 3, "clock": "max 2s" });
    board.do_it(json!({ "kind": "new", "settings": settings }));
    play(&board, &FIVE[..8]);
    assert_eq!(board.view()["can"]["chart"], false);
    let (status, answer) = board.act(json!({ "kind": "chart", "on": true }));
    assert_eq!(
        (status, &answer["error"]["key"]),
        (200, &json!("not_in_match"))
    );
    play(&board, &FIVE[8..]);
    let end = views.until(|view| !view["end"].is_null());
    board.do_it(json!({ "kind": "chart", "on": true }));
    let view = views.until(|view| view["chart"]["seen"] == 9);
    // Back to a move of White's, whose time does not run any more.
    let node = view["chart"]["points"][0][0].clone();
    board.do_it(json!({ "kind": "goto", "node": node }));
    let view = views.until(|view| view["moves"] == 1);
    assert_eq!(
        (&view["over"], &view["can"]["goto"]),
        (&json!(true), &json!(true))
    );
    assert_eq!(view["can"]["resign"], false);
    assert_eq!(
        (&view["turn"], &view["series"]),
        (&Value::Null, &end["series"])
    );
    std::thread::sleep(Duration::from_millis(2_300));
    let view = board.view();
    assert_eq!(view["clocks"]["running"], Value::Null);
    assert_eq!((&view["moves"], &view["end"]), (&json!(1), &Value::Null));
    board.do_it(json!({ "kind": "goto", "node": end["at"] }));
    let view = views.until(|view| view["moves"] == 9);
    assert_eq!(
        (&view["end"], &view["series"]),
        (&end["end"], &end["series"])
    );
}

#[test]
fn undos_can_be_counted() {
    let board = Board::start();
    let settings = json!({ "players": "two", "undos": "2" });
    board.do_it(json!({ "kind": "new", "settings": settings }));
    let error = |act: Value| board.act(act).1["error"]["key"].clone();
    play(&board, &FIVE[..3]);
    let can = board.view()["can"].clone();
    assert_eq!((&can["undo"], &can["undosLeft"]), (&json!(2), &json!(2)));
    assert_eq!(can["goto"], false);
    assert_eq!(error(json!({ "kind": "goto", "node": 0 })), "undos_counted");
    assert_eq!(
        error(json!({ "kind": "undo", "count": 3 })),
        "nothing_to_undo"
    );
    board.do_it(json!({ "kind": "undo" }));
    board.do_it(json!({ "kind": "undo" }));
    assert_eq!(board.view()["moves"], 1);
    assert_eq!(error(json!({ "kind": "undo" })), "no_undos_left");
    // Making again what was taken back is free, and gives nothing back.
    board.do_it(json!({ "kind": "redo", "count": 2 }));
    assert_eq!(error(json!({ "kind": "undo" })), "no_undos_left");
    // The end is one; after it any move can be looked at.
    board.do_it(json!({ "kind": "resign" }));
    assert_eq!(error(json!({ "kind": "place", "at": "h8" })), "over");
    board.do_it(json!({ "kind": "goto", "node": 0 }));
    assert_eq!(error(json!({ "kind": "place", "at": "h8" })), "over");
    board.do_it(json!({ "kind": "new", "settings": {} }));
    assert_eq!(board.view()["can"]["undosLeft"], 2);
    for wrong in ["-1", "100", "", "many"] {
        let act = json!({ "kind": "new", "settings": { "undos": wrong } });
        assert_eq!(error(act), "no_value", "{wrong}");
    }
    board.do_it(json!({ "kind": "new", "settings": { "undos": "any" } }));
    play(&board, &FIVE[..3]);
    assert_eq!(board.view()["can"]["undosLeft"], Value::Null);
    board.do_it(json!({ "kind": "undo", "count": 3 }));
}

#[test]
fn the_end_of_a_match_can_be_gone_back_to() {
    let board = Board::start();
    let settings = json!({ "players": "two", "form": "match" });
    board.do_it(json!({ "kind": "new", "settings": settings }));
    board.do_it(json!({ "kind": "place", "at": "h8" }));
    board.do_it(json!({ "kind": "resign" }));
    let over = board.view();
    assert_eq!(over["result"], over["end"]);
    board.do_it(json!({ "kind": "goto", "node": 0 }));
    let beginning = board.view();
    assert_eq!(beginning["end"], Value::Null);
    assert_eq!(beginning["result"], over["end"]);
    let redo = &beginning["can"]["redo"];
    board.do_it(json!({ "kind": "redo", "count": redo }));
    assert_eq!(board.view()["end"], over["end"]);
}

#[test]
fn a_hint_costs_no_time() {
    let board = Board::start();
    let mut views = board.listen();
    let settings = json!({ "players": "engine", "first": "me", "clock": "1m", "time": "2s" });
    board.do_it(json!({ "kind": "new", "settings": settings }));
    board.do_it(json!({ "kind": "place", "at": "h8" }));
    views.until(|view| view["moves"] == 2);
    board.do_it(json!({ "kind": "hint" }));
    let asked = views.until(|view| view["thinking"]["what"] == "hint");
    assert_eq!(asked["clocks"]["running"], Value::Null);
    let told = views.until(|view| view["advice"] != Value::Null);
    assert_eq!(told["clocks"]["running"], "a");
    let left = |view: &Value| view["clocks"]["a"]["left"].as_u64().unwrap();
    assert!(left(&asked) - left(&told) < 500, "{asked} {told}");
}

#[test]
fn nobody_hears_what_the_engine_thinks_in_a_match() {
    for (form, is_told) in [("practice", true), ("match", false)] {
        let board = Board::start();
        let mut views = board.listen();
        let settings = json!({
            "players": "engine", "first": "me", "form": form, "time": "1s", "level": "100",
        });
        board.do_it(json!({ "kind": "new", "settings": settings }));
        board.do_it(json!({ "kind": "place", "at": "h8" }));
        let lines = Cell::new(0);
        views.until(|view| {
            if view["thinking"]["what"] == "move" {
                let told = view["thinking"]["lines"].as_array().unwrap().len();
                lines.set(lines.get() + told);
            }
            view["moves"] == 2
        });
        assert_eq!(lines.get() > 0, is_told, "{form}");
    }
}

#[test]
fn a_game_that_begins_again_has_all_its_time() {
    let board = Board::start();
    let _views = board.listen();
    let settings = json!({ "players": "two", "clock": "1m" });
    board.do_it(json!({ "kind": "new", "settings": settings }));
    std::thread::sleep(Duration::from_millis(1_200));
    board.do_it(json!({ "kind": "place", "at": "h8" }));
    let left = || board.view()["clocks"]["a"]["left"].as_u64().unwrap();
    assert!(left() < 59_000);
    board.do_it(json!({ "kind": "restart" }));
    assert!(left() > 59_500);
}
