//! `suite`: positions with known answers.

use crate::common::rig::{Folder, PROGRAM, Report, run};

/// Black's open three wins by fours; nothing is there; Black's point is forbidden; and four
/// stones must be stopped at l8, which is said rightly, wrongly, and to be avoided.
const SUITE: &str = r#"
{"id":"three","rule":"freestyle","size":15,"black":["h8","i8","j8"],"white":["a1","a3","c1"],"to_move":"black","answer":{"vcf":true}}
{"id":"quiet","rule":"freestyle","size":15,"black":["h8"],"white":["i9"],"to_move":"black","answer":{"vct":false}}
{"id":"foul","rule":"renju","size":15,"black":["h7","h9","g8","i8"],"white":["a1","a2","a3","a4"],"to_move":"black","answer":{"forbidden":{"h8":"double-three"}}}

{"id":"four","rule":"freestyle","size":15,"black":["h8","i8","j8","k8"],"white":["g8","a1","a3"],"to_move":"white","answer":{"only":["l8"]}}
{"id":"wrong","rule":"freestyle","size":15,"black":["h8","i8","j8","k8"],"white":["g8","a1","a3"],"to_move":"white","answer":{"best":["a15","b15"]}}
{"id":"avoid","rule":"freestyle","size":15,"black":["h8","i8","j8","k8"],"white":["g8","a1","a3"],"to_move":"white","answer":{"avoid":["l8"]}}
"#;

fn ask(folder: &Folder, more: &[&str]) -> Report {
    let file = folder.write("some.jsonl", SUITE);
    let words = ["suite", &file, "--nodes", "300"];
    let report = run(&words.iter().chain(more).copied().collect::<Vec<_>>());
    report.assert_ok();
    report
}

#[test]
fn misses_are_shown_as_boards_and_counted() {
    let folder = Folder::new();
    let report = ask(&folder, &[]);
    assert!(
        report.out.contains(": 4 of 6 solved by self, "),
        "{}",
        report.out
    );
    let (first, second) = report.out.split_once("\n\n").unwrap();
    assert!(
        first.contains("wrong, freestyle, white to move\n15 * * . ."),
        "{first}"
    );
    assert!(
        first.contains(" 8 . . . . . . O X X X X ? . . .\n"),
        "{first}"
    );
    assert!(
        first.ends_with("missed: a15 b15 (*) wanted, l8 (?) played"),
        "{first}"
    );
    assert!(
        second.contains("missed: l8 (?) played, a mistake"),
        "{second}"
    );
    let two = folder.write("two.jsonl", SUITE.lines().nth(1).unwrap());
    let report = ask(&folder, &[&two]);
    let ends: Vec<&str> = report.out.lines().rev().take(3).collect();
    assert!(
        ends[0].starts_with("all: 5 of 7 solved by self, "),
        "{ends:?}"
    );
    assert!(ends[1].ends_with("two.jsonl: 1 of 1 solved"), "{ends:?}");
    assert!(ends[2].ends_with("some.jsonl: 4 of 6 solved"), "{ends:?}");
}

#[test]
fn answers_are_json_in_the_order_of_the_file() {
    let folder = Folder::new();
    let report = ask(&folder, &["--json", "--parallel", "3"]);
    let lines = report
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    let lines: Vec<serde_json::Value> = lines.collect();
    let solved: Vec<(&str, bool)> = lines
        .iter()
        .map(|line| {
            (
                line["id"].as_str().unwrap(),
                line["solved"].as_bool().unwrap(),
            )
        })
        .collect();
    let wanted = [
        ("three", true),
        ("quiet", true),
        ("foul", true),
        ("four", true),
        ("wrong", false),
        ("avoid", false),
    ];
    assert_eq!(solved, wanted);
    let answer = &lines[3]["answers"][0];
    assert_eq!(answer["question"], "find");
    assert_eq!(
        [&answer["wanted"], &answer["found"]],
        [&serde_json::json!(["l8"]); 2]
    );
    assert!(report.err.contains("4 of 6 solved"), "{}", report.err);
}

#[test]
fn programs_are_asked_through_the_protocol() {
    let folder = Folder::new();
    let engine = format!("'{PROGRAM}' name=piped");
    let report = ask(&folder, &["--engine", &engine]);
    // That there is no win cannot be asked.
    let said = ": 3 of 5 solved (1 position not asked) by piped, ";
    assert!(report.out.contains(said), "{}", report.out);
    let report = ask(&folder, &["--engine", &engine, "--json"]);
    assert!(
        report
            .out
            .contains(r#""id":"quiet","solved":null,"answers":[]"#),
        "{}",
        report.out
    );
    let foul = report.out.lines().nth(2).unwrap();
    assert!(foul.contains(r#""found":["h8"],"solved":true"#), "{foul}");
}

#[test]
fn what_cannot_be_asked_is_an_error() {
    let folder = Folder::new();
    let file = folder.write("some.jsonl", SUITE);
    run(&["suite", &file, "--engine", "/no/such/program"])
        .assert_error("program did not start: /no/such/program: ");
    run(&["suite", &file, "--engine", "self speed=1"]).assert_wrong_use("unknown setting");
    run(&["suite", &folder.text("none")]).assert_error("cannot read");
    let bad = folder.write("bad.jsonl", SUITE.replace("\"a15\"", "\"h8\""));
    run(&["suite", &bad]).assert_error("bad.jsonl: line 7, column 1: wrong: h8 is not empty");
}
