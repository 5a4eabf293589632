//! A page without a server: desk and engine exchange texts, and what is kept lies in memory.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

use super::{Folder, Reply, Request, Session, Thinker};
use crate::engine::Engine;

type Files = BTreeMap<String, Vec<u8>>;

/// Files in memory; writing fails if there is no map.
#[derive(Clone, Default)]
struct Memory(Rc<RefCell<Option<Files>>>);

impl Memory {
    fn new() -> Memory {
        Memory(Rc::new(RefCell::new(Some(Files::new()))))
    }

    fn with<T>(&self, how: impl FnOnce(&mut Files) -> T) -> io::Result<T> {
        let mut files = self.0.borrow_mut();
        files.as_mut().map(how).ok_or(io::ErrorKind::Other.into())
    }
}

impl Folder for Memory {
    fn files(&self) -> io::Result<Vec<(String, u64)>> {
        self.with(|files| files.keys().map(|name| (name.clone(), 0)).collect())
    }

    fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        let found = self.with(|files| files.get(name).cloned())?;
        found.ok_or(io::ErrorKind::NotFound.into())
    }

    fn replace(&mut self, name: &str, bytes: &[u8]) -> io::Result<()> {
        self.with(|files| drop(files.insert(name.to_string(), bytes.to_vec())))
    }

    fn append(&mut self, name: &str, bytes: &[u8]) -> io::Result<()> {
        self.with(|files| files.entry(name.to_string()).or_default().extend(bytes))
    }

    fn remove(&mut self, name: &str) -> io::Result<()> {
        self.with(|files| drop(files.remove(name)))
    }

    fn now(&self) -> u64 {
        7
    }
}

fn open(folder: &Memory) -> Session<Memory> {
    let now = Arc::new(|| Duration::ZERO);
    let mut session = Session::open(now, 1, Some(folder.clone())).unwrap();
    session.page_came();
    session
}

fn thinker() -> Thinker {
    thinker_on(Engine::on_calling_thread())
}

fn thinker_on(engine: Engine) -> Thinker {
    Thinker::new(engine, Arc::new(|| Duration::ZERO), Arc::new(|| false))
}

fn view(session: &mut Session<Memory>) -> Value {
    serde_json::from_str(&session.view_text()).unwrap()
}

fn ask(session: &mut Session<Memory>, path: &str, body: &str) -> Reply {
    let path = path.to_string();
    session.answer(&Request { path, rev: 0 }, body.as_bytes())
}

fn act(session: &mut Session<Memory>, act: Value) {
    let rev = session.pulse().0;
    let deed = json!({ "rev": rev, "act": act }).to_string();
    let reply = ask(session, "/api/do", &deed);
    assert!(reply.is_done, "{deed}: {}", reply.text);
}

/// Has the engine do all that it is asked for.
fn think(session: &mut Session<Memory>, thinker: &mut Thinker) {
    while let Some(job) = session.take_job() {
        assert_eq!(session.wanted_job(), Some((job.number, false)));
        let news = std::sync::Mutex::new(Vec::new());
        let report = |number, text: &str| news.lock().unwrap().push((number, text.to_string()));
        let result = thinker.think(&job.text, &report).unwrap();
        for (number, text) in news.into_inner().unwrap() {
            session.take_news(number, &text).unwrap();
        }
        session.finish(job.number, Some(&result)).unwrap();
    }
}

#[test]
fn a_desk_and_an_engine_that_are_apart_play_every_opening() {
    let mut thinker = thinker();
    for opening in ["free", "swap2", "yamaguchi"] {
        let folder = Memory::new();
        let mut session = open(&folder);
        let settings =
            json!({ "opening": opening, "rule": "renju", "first": "engine", "nodes": 50 });
        act(&mut session, json!({ "kind": "new", "settings": settings }));
        think(&mut session, &mut thinker);
        let shown = view(&mut session);
        assert!(shown["moves"].as_u64() > Some(0), "{opening}: {shown}");
        assert_eq!(shown["turn"]["person"], true, "{opening}: {shown}");
        assert!(shown["messages"].as_array().unwrap().is_empty(), "{shown}");
        // It is there again for the next one who opens the folder.
        let mut again = open(&folder);
        assert_eq!(view(&mut again)["stones"], shown["stones"], "{opening}");
    }
}

#[test]
fn hints_charts_lines_and_wins_come_from_an_engine_that_is_apart() {
    let (mut session, mut thinker) = (open(&Memory::new()), thinker());
    let settings = json!({ "players": "two", "nodes": 300 });
    act(&mut session, json!({ "kind": "new", "settings": settings }));
    for at in ["h8", "a1", "i8", "a3", "j8", "a5"] {
        act(&mut session, json!({ "kind": "place", "at": at }));
    }
    act(&mut session, json!({ "kind": "hint" }));
    think(&mut session, &mut thinker);
    assert_eq!(view(&mut session)["advice"]["key"], "fours");
    act(&mut session, json!({ "kind": "chart", "on": true }));
    think(&mut session, &mut thinker);
    assert_eq!(view(&mut session)["chart"]["seen"], 6);
    act(&mut session, json!({ "kind": "study_game" }));
    let solve = json!({ "kind": "solve", "goal": "vcf" });
    act(&mut session, json!({ "kind": "study", "act": solve }));
    think(&mut session, &mut thinker);
    let found = view(&mut session)["study"]["thinking"]["solved"].clone();
    assert_eq!(found["result"], "win", "{found}");
}

#[test]
fn an_analysis_has_the_threads_that_there_are() {
    let mut session = open(&Memory::new());
    session.set_threads(4);
    act(&mut session, json!({ "kind": "room", "room": "study" }));
    let analyse = |threads: usize| json!({ "kind": "study", "act": { "kind": "analyse", "lines": 1, "threads": threads } });
    act(&mut session, analyse(4));
    assert_eq!(session.take_job().map(|job| job.threads), Some(4));
    // Another study has them too.
    let new = json!({ "kind": "new", "size": [15, 15], "rule": "renju" });
    act(&mut session, json!({ "kind": "study", "act": new }));
    assert_eq!(
        view(&mut session)["study"]["thinking"]["most"]["threads"],
        4
    );
    let rev = session.pulse().0;
    let deed = json!({ "rev": rev, "act": analyse(5) }).to_string();
    assert!(!ask(&mut session, "/api/do", &deed).is_done);
}

/// Black has an open three, and two more would meet on h8.
const THREES: [&str; 13] = [
    "h9", "a1", "h10", "a3", "i8", "o15", "j8", "a7", "c12", "o1", "d12", "o3", "e12",
];

/// Whether there are warnings, and whether h8 is marked as forbidden, in a game of renju by
/// these settings.
fn helped(settings: Value) -> (bool, bool) {
    let mut session = open(&Memory::new());
    let renju = json!({ "players": "two", "rule": "renju" });
    for settings in [renju, settings] {
        act(&mut session, json!({ "kind": "new", "settings": settings }));
    }
    for at in THREES {
        act(&mut session, json!({ "kind": "place", "at": at }));
    }
    let shown = view(&mut session);
    let [warnings, forbidden] = ["warnings", "forbidden"].map(|name| shown[name].as_array());
    (
        !warnings.unwrap().is_empty(),
        forbidden.unwrap().contains(&json!("h8")),
    )
}

#[test]
fn a_match_has_no_warnings_and_claimed_fouls_no_crosses() {
    assert_eq!(helped(json!({})), (true, true));
    assert_eq!(helped(json!({ "form": "match" })), (false, true));
    assert_eq!(helped(json!({ "fouls": "claimed" })), (true, false));
    let both = json!({ "form": "match", "fouls": "claimed" });
    assert_eq!(helped(both), (false, false));
}

fn guess(session: &mut Session<Memory>, how: Value) {
    let how = json!({ "kind": "guess", "act": how });
    act(session, json!({ "kind": "study", "act": how }));
}

/// What is said of the guesses so far.
fn verdicts(session: &mut Session<Memory>) -> Vec<Value> {
    let shown = view(session);
    let guesses = shown["study"]["guess"]["guesses"].as_array().unwrap();
    guesses.iter().map(|one| one["verdict"].clone()).collect()
}

#[test]
fn moves_of_a_game_are_guessed_and_compared_by_the_engine() {
    let (mut session, mut thinker) = (open(&Memory::new()), thinker());
    // Black has an open three, which White stops; then Black has an open three again, and
    // White lets it be. Black makes the four.
    let game = b"(;SZ[15];B[hh];W[ah];B[ih];W[ao];B[jh];W[kh];B[ig];W[gh];B[jg];W[oa];B[hg])";
    let path = "/api/study".to_string();
    let reply = session.answer(&Request { path, rev: 1 }, game);
    assert!(reply.is_done, "{}", reply.text);
    // Nothing follows at the end, so that it begins at the start.
    let step = json!({ "kind": "step", "by": 99 });
    act(&mut session, json!({ "kind": "study", "act": step }));
    guess(&mut session, json!({ "kind": "start", "side": "white" }));
    let shown = view(&mut session)["study"].clone();
    assert_eq!(
        (&shown["moves"], &shown["guess"]["count"]),
        (&json!(1), &json!(5))
    );
    // Nothing tells what follows.
    assert_eq!((&shown["items"], &shown["next"]), (&json!([]), &json!([])));
    guess(&mut session, json!({ "kind": "at", "at": "a8" }));
    guess(&mut session, json!({ "kind": "skip" }));
    // The other end of the three is as good; later White is lost whatever is played.
    assert_eq!(view(&mut session)["study"]["moves"], 5);
    guess(&mut session, json!({ "kind": "at", "at": "g8" }));
    guess(&mut session, json!({ "kind": "at", "at": "o15" }));
    assert_eq!(
        verdicts(&mut session),
        ["right", "skipped", "pending", "pending"]
    );
    think(&mut session, &mut thinker);
    assert_eq!(verdicts(&mut session), ["right", "skipped", "good", "good"]);
    guess(&mut session, json!({ "kind": "at", "at": "h9" }));
    think(&mut session, &mut thinker);
    let shown = view(&mut session)["study"].clone();
    assert_eq!(shown["guess"]["guesses"][4]["wanted"], "o15");
    assert_eq!(
        (&shown["guess"]["over"], &shown["moves"]),
        (&json!(true), &json!(10))
    );
    // A miss is looked at, and those that were wrong are guessed again.
    guess(&mut session, json!({ "kind": "show", "index": 3 }));
    assert_eq!(view(&mut session)["study"]["moves"], 7);
    guess(&mut session, json!({ "kind": "again" }));
    let shown = view(&mut session)["study"].clone();
    assert_eq!(
        (&shown["guess"]["count"], &shown["moves"]),
        (&json!(1), &json!(3))
    );
    guess(&mut session, json!({ "kind": "stop" }));
    guess(&mut session, json!({ "kind": "close" }));
    let shown = view(&mut session)["study"].clone();
    assert_eq!(
        (&shown["guess"], &shown["nodes"]),
        (&Value::Null, &json!(12))
    );
    assert_eq!(shown["items"].as_array().unwrap().len(), 11);
}

/// What is said of this guess for White's third move of a game.
fn third_guess(game: &[u8], at: &str) -> Value {
    let (mut session, mut thinker) = (open(&Memory::new()), thinker());
    let path = "/api/study".to_string();
    assert!(session.answer(&Request { path, rev: 1 }, game).is_done);
    let step = json!({ "kind": "step", "by": 99 });
    act(&mut session, json!({ "kind": "study", "act": step }));
    guess(&mut session, json!({ "kind": "start", "side": "white" }));
    guess(&mut session, json!({ "kind": "skip" }));
    guess(&mut session, json!({ "kind": "skip" }));
    guess(&mut session, json!({ "kind": "at", "at": at }));
    think(&mut session, &mut thinker);
    view(&mut session)["study"]["guess"]["guesses"][2].clone()
}

#[test]
fn a_guess_is_worse_or_better_by_what_it_loses() {
    // Black has an open three, which g8 stops.
    let worse = third_guess(b"h8i9i8j7j8g8", "o15");
    let better = third_guess(b"h8i9i8j7j8o15", "g8");
    assert_eq!(
        (&worse["verdict"], &worse["wanted"]),
        (&json!("worse"), &json!("g8"))
    );
    assert_eq!(
        (&better["verdict"], &better["wanted"]),
        (&json!("better"), &json!("o15"))
    );
    let [loss, gain] = [worse, better].map(|one| one["loss"].as_f64().unwrap());
    assert!(loss > 0.08 && (loss + gain).abs() < 0.05, "{loss} {gain}");
}

#[test]
fn a_line_of_the_study_is_reviewed() {
    let (mut session, mut thinker) = (open(&Memory::new()), thinker());
    // Black blunders at the 7th move; White misses the win at the 10th.
    let game = b"h8h9i8i9j8k8a1j9a15o1g9k9l9";
    let path = "/api/study".to_string();
    assert!(session.answer(&Request { path, rev: 1 }, game).is_done);
    let review = |on: bool| json!({ "kind": "study", "act": { "kind": "review", "on": on } });
    act(&mut session, review(true));
    let shown = view(&mut session)["study"]["review"].clone();
    assert_eq!((&shown["seen"], &shown["count"]), (&json!(0), &json!(14)));
    think(&mut session, &mut thinker);
    let shown = view(&mut session)["study"]["review"].clone();
    assert_eq!(shown["seen"], 14);
    let mark = |number: usize| shown["points"][number][3].clone();
    let marks = [0, 6, 7, 10].map(mark);
    let wanted = [
        Value::Null,
        "best".into(),
        "blunder".into(),
        "missed".into(),
    ];
    assert_eq!(marks, wanted, "{shown}");
    let worst = shown["worst"].as_array().unwrap();
    assert_eq!(worst[0]["number"], 7);
    assert_ne!(worst[0]["best"], "a1");
    assert!(worst.iter().any(|one| one["number"] == 10), "{worst:?}");
    // The worst moves are practised, in the order of the game, or one of them.
    let best = worst.iter().find(|one| one["number"] == 7).unwrap()["best"].clone();
    let first = worst
        .iter()
        .map(|one| one["number"].as_u64().unwrap())
        .min();
    guess(&mut session, json!({ "kind": "practise", "node": null }));
    let asked = view(&mut session)["study"].clone();
    assert_eq!(asked["guess"]["count"], worst.len());
    assert_eq!(asked["guess"]["best"], true);
    assert_eq!(asked["moves"].as_u64(), first.map(|number| number - 1));
    assert_eq!(asked["review"], Value::Null);
    guess(&mut session, json!({ "kind": "practise", "node": 7 }));
    guess(&mut session, json!({ "kind": "at", "at": best }));
    let told = view(&mut session)["study"]["guess"].clone();
    assert_eq!(
        (&told["over"], &told["guesses"][0]["verdict"]),
        (&json!(true), &json!("right"))
    );
    guess(&mut session, json!({ "kind": "close" }));
    // Another line is reviewed when it is shown; what is known stays known.
    act(
        &mut session,
        json!({ "kind": "study", "act": { "kind": "goto", "node": 6 } }),
    );
    assert!(session.take_job().is_none());
    act(
        &mut session,
        json!({ "kind": "study", "act": { "kind": "play", "at": "g8" } }),
    );
    let shown = view(&mut session)["study"]["review"].clone();
    assert_eq!((&shown["seen"], &shown["count"]), (&json!(7), &json!(8)));
    // Stopped, it keeps what it knows.
    act(
        &mut session,
        json!({ "kind": "study", "act": { "kind": "stop" } }),
    );
    assert!(session.take_job().is_none());
    assert_eq!(view(&mut session)["study"]["review"]["paused"], true);
    act(&mut session, review(false));
    assert_eq!(view(&mut session)["study"]["review"], Value::Null);
    // Under another rule nothing is known.
    act(
        &mut session,
        json!({ "kind": "study", "act": { "kind": "rule", "rule": "caro" } }),
    );
    act(&mut session, review(true));
    assert_eq!(view(&mut session)["study"]["review"]["seen"], 0);
}

#[test]
fn a_position_is_balanced_without_the_squares_that_are_blocked() {
    let (mut session, mut thinker) = (open(&Memory::new()), thinker());
    act(&mut session, json!({ "kind": "room", "room": "study" }));
    let mut study = |act_of: Value| {
        act(&mut session, json!({ "kind": "study", "act": act_of }));
        think(&mut session, &mut thinker);
        view(&mut session)["study"].clone()
    };
    study(json!({ "kind": "play", "at": "h8" }));
    let balanced = |shown: &Value| {
        let solved = &shown["thinking"]["solved"];
        assert_eq!(solved["result"], "balanced", "{shown}");
        let share = solved["share"].as_f64().unwrap();
        // White is behind, but not lost at once.
        assert!((0.05..0.5).contains(&share), "{share}");
        solved["line"][0].as_str().unwrap().to_string()
    };
    let first = balanced(&study(json!({ "kind": "balance" })));
    let shown = study(json!({ "kind": "block", "at": first }));
    assert_eq!(
        (&shown["blocked"], &shown["thinking"]["solved"]),
        (&json!([first]), &Value::Null)
    );
    assert_ne!(balanced(&study(json!({ "kind": "balance" }))), first);
    let shown = study(json!({ "kind": "unblock" }));
    assert_eq!(shown["blocked"], json!([]));
    balanced(&study(json!({ "kind": "balance" })));
}

#[test]
fn an_engine_that_was_ended_moves_if_it_has_found_a_move() {
    let mut session = open(&Memory::new());
    let settings = json!({ "first": "engine", "level": "master" });
    act(&mut session, json!({ "kind": "new", "settings": settings }));
    let number = session.take_job().unwrap().number;
    act(&mut session, json!({ "kind": "stop" }));
    assert_eq!(session.wanted_job(), Some((number, true)));
    assert!(!session.finish_early(number));
    let line = json!({ "Line": {
        "rank": 0, "depth": 3, "nodes": 9, "share": 0.5, "score": "+0.00", "line": [161],
    } });
    session.take_news(number, &line.to_string()).unwrap();
    assert!(!session.finish_early(number + 1));
    assert!(session.finish_early(number));
    assert_eq!(view(&mut session)["moves"], 1);
    assert_eq!(session.wanted_job(), None);
}

#[test]
fn what_is_no_request_is_refused() {
    let mut session = open(&Memory::new());
    let before = view(&mut session);
    for (path, body) in [
        ("/api/other", ""),
        ("/api/do", ""),
        ("/api/do", r#"{"rev":1,"act":{"kind":"other"}}"#),
        ("/api/try", "[]"),
        ("/api/games", r#"{"rev":1,"id":1,"what":"eat"}"#),
        ("/api/study", "no file"),
    ] {
        let reply = ask(&mut session, path, body);
        assert!(!reply.is_done, "{path} {body}: {}", reply.text);
        let said: Value = serde_json::from_str(&reply.text).unwrap();
        assert!(said["error"]["key"].is_string(), "{said}");
    }
    assert!(session.take_news(1, "{").is_err());
    let square = r#"{"Advises":{"Five":484}}"#;
    assert!(session.finish(1, Some(square)).is_err());
    assert!(thinker().think("{}", &|_, _| ()).is_err());
    assert_eq!(view(&mut session), before);
}

#[test]
fn what_cannot_be_kept_is_kept_later() {
    let folder = Memory::new();
    let mut session = open(&folder);
    act(
        &mut session,
        json!({ "kind": "new", "settings": { "players": "two" } }),
    );
    let files = folder.0.take();
    act(&mut session, json!({ "kind": "place", "at": "h8" }));
    assert_eq!(view(&mut session)["kept"], false);
    *folder.0.borrow_mut() = files;
    act(&mut session, json!({ "kind": "place", "at": "i9" }));
    assert_eq!(view(&mut session)["kept"], true);
    let kept = view(&mut open(&folder));
    assert_eq!(kept["moves"], 2);
    let listed: Value = serde_json::from_str(&ask(&mut session, "/api/games", "").text).unwrap();
    assert_eq!(
        (&listed["games"][0]["moves"], &listed["games"][0]["changed"]),
        (&json!(2), &json!(7))
    );
}
