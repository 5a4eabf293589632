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

/// The notes on stderr.
fn notes(path: &Path, arguments: &[&str]) -> String {
    let output = convert(path, arguments);
    assert!(output.status.success(), "{arguments:?}");
    String::from_utf8(output.stderr).expect("text")
}

#[test]
fn what_is_lost_is_said() {
    let moves = ";B[hh];W[ao];B[oa]";
    let game = format!("(;GM[4]SZ[15]OR[swap2]OA[h8,a1,o15]{moves})");
    let open = file("open.sgf", &game);
    let choices = "choices in an unfinished opening (1 game)";
    for (to, is_lost) in [
        ("sgf", false),
        ("jsonl", true),
        ("psq", true),
        ("moves", false),
    ] {
        let said = notes(&open, &["--to", to]);
        assert_eq!(said.contains(choices), is_lost, "{to}: {said}");
        assert!(said.lines().count() <= 1, "{said}");
    }
    let tree = "(;GM[4]SZ[15]RU[renju]BR[5 dan]EV[Cup];B[hh]C[good](;W[ig])(;W[hg]))";
    let tree = file("tree.sgf", tree);
    for (to, lost) in [
        ("sgf", ""),
        ("lib", "ranks and teams, event, place and date, the rule"),
        (
            "psq",
            "variations, comments, ranks and teams, event, place and date, the rule",
        ),
        (
            "jsonl",
            "variations, comments, ranks and teams, event, place and date",
        ),
        ("moves", "variations"),
    ] {
        let wanted = match lost {
            "" => String::new(),
            lost => format!("note: left out, as {to} has no place for it: {lost} (1 game)\n"),
        };
        assert_eq!(notes(&tree, &["--to", to]), wanted);
    }
}

/// A five on the board is a result that no file has to keep.
#[test]
fn a_result_that_the_stones_show_is_not_lost() {
    let moves = "B[hh];W[aa];B[hg];W[ac];B[hf];W[ae];B[he];W[ag];B[hd]";
    let game = format!("(;GM[4]SZ[15]PB[a]RE[B+];{moves})");
    assert_eq!(notes(&file("five.sgf", &game), &["--to", "psq"]), "");
    let said = notes(
        &file("six.sgf", &game.replace("[hd]", "[ha]")),
        &["--to", "psq"],
    );
    assert!(said.contains("the result"), "{said}");
}

/// What is read is a tree, whatever the file is called.
#[test]
fn every_kind_of_file_is_found_out() {
    let tree = "(;GM[4]SZ[15];B[hh]C[good](;W[ig];B[gg])(;W[hg]))";
    let sgf = file("kinds.txt", tree);
    let lib = convert(&sgf, &["--to", "lib"]).stdout;
    assert!(lib.starts_with(b"\xffRenLib\xff"));
    let path = sgf.with_extension("x");
    fs::write(&path, &lib).expect("a file");
    let again = converted(&path, &["--to", "sgf"]);
    assert!(
        again.contains("C[good]") && again.contains("(;W[hg])"),
        "{again}"
    );
    for (text, moves) in [
        ("https://gomocalc.com/#/h8i9", "h8i9\n"),
        ("1. h8 2. i9", "h8i9\n"),
        ("15\n15\n2\n7 7\n6 8\n", "h8i9\n"),
        ("a\nb\n7,7,0\n8,6,0\n-1\n", "h13i14\n"),
    ] {
        let path = file("kinds.dat", text);
        assert_eq!(converted(&path, &["--to", "moves"]), moves, "{text}");
    }
    let path = file("kinds.dat", "H8 J9");
    let arguments = ["--columns", "without-i", "--to", "moves"];
    assert_eq!(converted(&path, &arguments), "h8i9\n");
    let path = file("kinds.dat", "t20");
    assert_eq!(
        converted(&path, &["--size", "20", "--to", "moves"]),
        "t20\n"
    );
    let json = converted(&path, &["--size", "20", "--rule", "caro", "--to", "jsonl"]);
    assert!(json.contains("\"rule\":\"caro\""), "{json}");
}

const BASE: &str = r#"<database><players><player id="1" name="A" surname="Bee"/>
<player id="2" name="C" surname="Dee"/></players>
<rules><rule id="1" name="RIF"/></rules><tournaments><tournament id="1" name="Cup"/></tournaments>
<games><game id="1" tournament="1" rule="1" black="1" white="2" bresult="1"><move>h8 h9 i9</move></game>
<game id="2" rule="1" black="2" white="1" bresult="0.5"><move>h8 i9 i7</move></game>
<game id="3" rule="1" black="2" white="2" bresult="0"><move>h8 h8</move></game></games></database>"#;

#[test]
fn a_base_is_filtered_and_counted() {
    let base = file("base.rif", BASE);
    for (filter, moves) in [
        (&["--player", "bee"][..], "h8h9i9\nh8i9i7\n"),
        (&["--event", "cup"], "h8h9i9\n"),
        (&["--opening", "4d"], "h8h9i9\n"),
        (&["--opening", "Kagetsu", "--result", "black"], "h8h9i9\n"),
        (&["--result", "draw"], "h8i9i7\n"),
        (&["--player", "x"], ""),
    ] {
        let output = convert(&base, &[filter, &["--to", "moves"]].concat());
        assert_eq!(String::from_utf8_lossy(&output.stdout), moves, "{filter:?}");
        // The third game is faulty, so its players are unknown and it is reported.
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains("game 3: line 6"), "{said}");
        assert!(!output.status.success());
    }
    let counted = convert(&base, &["--to", "count"]).stdout;
    let wanted = "2 games: Black won 1, White 0, drawn 1, not known 0\n";
    assert_eq!(String::from_utf8_lossy(&counted), wanted);
    assert_eq!(
        converted(&base, &["--game", "2", "--to", "moves"]),
        "h8i9i7\n"
    );
    let sgf = converted(&base, &["--game", "1", "--to", "sgf"]);
    assert!(
        sgf.contains("PB[A Bee]") && sgf.contains("EV[Cup]"),
        "{sgf}"
    );
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
    assert!(said.contains("the file is empty"), "{said}");
    assert!(error(Path::new("no/such.psq"), &["--to", "sgf"]).contains("cannot read"));
}

#[test]
fn what_several_games_lose_is_said_once() {
    let text = "(;GM[4]SZ[15]PB[a]RE[B+];B[hh]CR[hh];W[hg])
(;GM[4]SZ[15]RU[renju]PB[b]RE[W+];B[hh];W[ig])
(;GM[4]SZ[9]EV[Cup];B[ee])";
    let output = convert(&file("several.sgf", text), &["--to", "lib"]);
    let said = String::from_utf8(output.stderr).expect("text");
    // What is refused loses nothing.
    let lost = "marks, players, the rule, the result (2 games)";
    let note = format!("note: left out, as lib has no place for it: {lost}\n");
    assert!(said.starts_with(&note), "{said}");
    assert!(
        said.contains("error: ") && said.contains("game 3: "),
        "{said}"
    );
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.starts_with(b"\xffRenLib\xff"));
}

#[test]
fn what_could_not_be_read_again_is_not_written() {
    let stones = "AB[fh][gh][hh][ih][jh]AW[fa][ga][ha][ia][ja]";
    let over = format!("(;GM[4]SZ[15]{stones})");
    for (text, to, why) in [
        ("(;GM[4]SZ[22])", "rec", "for boards up to 20x20, not 22x22"),
        (
            "(;GM[4]SZ[22];B[vv])",
            "rec",
            "for boards up to 20x20, not 22x22",
        ),
        ("(;GM[4]SZ[15])", "rec", "needs at least one move"),
        // Stones that are set up are moves in these files, which end with a five.
        (&over[..], "rec", "could not be read again: "),
        (&over[..], "psq", "could not be read again: "),
        (&over[..], "jsonl", "could not be read again: "),
    ] {
        let said = error(&file("again.sgf", text), &["--to", to]);
        assert!(said.contains(why), "{to}: {said}");
        assert_eq!(said.lines().count(), 1, "{to}: {said}");
    }
    // These can be read.
    for (text, moves) in [
        ("(;GM[4]SZ[15];B[hh])", "h13\n"),
        ("(;GM[4]SZ[20];B[tt])", "t1\n"),
    ] {
        let rec = convert(&file("rec.sgf", text), &["--to", "rec"]).stdout;
        let path = file("again.rec", &String::from_utf8(rec).expect("text"));
        assert_eq!(converted(&path, &["--size", "20", "--to", "moves"]), moves);
    }
    let empty = file("empty.sgf", "(;GM[4]SZ[15])");
    let path = file("empty.psq", &converted(&empty, &["--to", "psq"]));
    assert_eq!(converted(&path, &["--to", "moves"]), "\n");
}
