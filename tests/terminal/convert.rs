//! The command `convert`: games from one kind of file to another, and what it
//! says of files that it cannot read.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tengen::game::CanonicalOpening;
use tengen::types::Rule;

const GAMES: &str = "(;FF[4]GM[4]SZ[15]RU[renju]PB[a]PW[b]RE[B+];B[hh];W[hg];B[ig])
(;FF[4]GM[4]SZ[15];B[aa];W[oo])";

/// A file of this name with this text.
fn file(name: &str, text: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("convert");
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(name);
    fs::write(&path, text).expect("a file");
    path
}

fn convert(path: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pbrain-tengen"));
    let output = command.arg("convert").arg(path).args(arguments).output();
    output.expect("the program starts")
}

/// What is written.
fn converted(path: &Path, arguments: &[&str]) -> String {
    let output = convert(path, arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).expect("text")
}

/// The message of a failure.
fn error(path: &Path, arguments: &[&str]) -> String {
    let output = convert(path, arguments);
    assert!(!output.status.success(), "{arguments:?}");
    assert!(output.stdout.is_empty(), "nothing is written then");
    String::from_utf8(output.stderr).expect("text")
}

#[test]
fn games_stay_the_same_on_a_way_through_all_files() {
    let games = file("way.sgf", GAMES);
    let mut path = games.clone();
    for ending in ["sgf", "jsonl", "psq", "sgf"] {
        let text = converted(&path, &["--game", "1", "--to", ending]);
        path = file(&format!("way-on.{ending}"), &text);
        assert_eq!(converted(&path, &["--to", "moves"]), "h8h9i9\n", "{ending}");
    }
    assert_eq!(converted(&games, &["--to", "moves"]), "h8h9i9\na15o1\n");
    assert_eq!(converted(&games, &["--to", "jsonl"]).lines().count(), 2);
    let openings = converted(&games, &["--to", "opening"]);
    let said = "black wins (renju.in; renju, opening rule not named)";
    let kagetsu = CanonicalOpening::named("4D").expect("an opening");
    let found = kagetsu.searched(Rule::Renju).expect("a search");
    assert_eq!(
        openings,
        format!("4D 花月 Kagetsu (flower moon); {said}; {found}\n-\n")
    );
    // A file gets no name and no comment that it did not have.
    let written = converted(&games, &["--game", "1", "--to", "sgf"]);
    assert!(
        !written.contains("ON[") && !written.contains("GC["),
        "{written}"
    );
    let drawn = converted(&games, &["--game", "2", "--to", "diagram"]);
    assert!(drawn.contains('X') && drawn.contains('O'), "{drawn}");
}

#[test]
fn what_is_lost_is_said() {
    let moves = ";B[hh];W[ao];B[oa]";
    let game = format!("(;GM[4]SZ[15]OR[swap2]OA[h8,a1,o15]{moves})");
    let open = file("open.sgf", &game);
    for (to, is_lost) in [
        ("sgf", false),
        ("jsonl", true),
        ("psq", true),
        ("moves", false),
    ] {
        let said = convert(&open, &["--to", to]).stderr;
        let said = String::from_utf8(said).expect("text");
        assert_eq!(
            said.contains("(1 game); only .sgf"),
            is_lost,
            "{to}: {said}"
        );
    }
}

#[test]
fn what_is_wrong_is_said() {
    let games = file("wrong.sgf", GAMES);
    assert!(error(&games, &["--to", "psq"]).contains("choose it with --game"));
    let said = error(&games, &["--game", "3", "--to", "psq"]);
    assert!(said.contains("has 2 games, not a game 3"), "{said}");
    let bad = file("bad.psq", "Piskvorky 15x15, 0:0, 0\n8,8,0\n8,x,0\n9,9,0\n");
    let said = error(&bad, &["--to", "sgf"]);
    assert!(said.contains("line 3, column"), "{said}");
    let said = error(&file("game.txt", ""), &["--to", "sgf"]);
    assert!(said.contains(".psq, .rec, .sgf"), "{said}");
    assert!(error(Path::new("no/such.psq"), &["--to", "sgf"]).contains("cannot read"));
}
