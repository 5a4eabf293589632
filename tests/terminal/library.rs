//! The command `library`, and that a killed writer or a full disk loses at most its last
//! transaction.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::rig::{Folder, run};
use serde_json::Value;
use tengen::board::Board;
use tengen::library::Library;
use tengen::types::{Color, Rule};

const GAMES: &str = "\
(;FF[4]GM[4]SZ[15]RU[renju]PB[ann]PW[bob]EV[Cup]DT[2020-01-01]RE[B+]
;B[hh];W[hg]C[direct]LB[ig:A];B[ig](;W[gi])(;W[hi]))
(;FF[4]GM[4]SZ[15]RU[renju]PB[bob]PW[cy]RE[W+];B[gg];W[hg];B[hh])
(;FF[4]GM[4]SZ[15]PB[no rule]RE[0];B[hh])";

/// A library of these games in a folder; its path.
fn library(folder: &Folder) -> String {
    let games = folder.write("games.sgf", GAMES);
    let path = folder.text("games.tdb");
    let report = run(&["library", "import", &path, &games]);
    report.assert_ok();
    assert!(
        report
            .out
            .starts_with("read: 2 games (0 known before), 0 studies"),
        "{}",
        report.out
    );
    assert!(
        report.err.contains("1 game without a rule left out"),
        "{}",
        report.err
    );
    path
}

fn show(path: &str, position: &str, more: &[&str]) -> String {
    let start = ["library", "show", path, position, "--rule", "renju"];
    let report = run(&[&start[..], more].concat());
    report.assert_ok();
    report.out.clone()
}

#[test]
fn a_position_is_shown_with_its_games() {
    let folder = Folder::new();
    let path = library(&folder);
    let text = show(&path, "h8h9i9", &[]);
    for wanted in [
        "2 games, 7 positions with moves, 1 with comments or signs, 0 analysed",
        "renju, white to move",
        "games: 2; black won 1, white 1, 0 drawn",
        "last stone: i9 (1 game), h8 (1 game)",
        "bob - cy: white wins",
        "ann - bob: black wins (Cup, 2020-01-01)",
    ] {
        assert!(text.contains(wanted), "{wanted}: {text}");
    }
    let text = show(&path, "h8i8", &[]);
    for wanted in [
        "comment (games.sgf): direct [squares as in h8h9]",
        "label i",
        "        1      1    0     0       2",
    ] {
        assert!(text.contains(wanted), "{wanted}: {text}");
    }
    let json: Value = serde_json::from_str(&show(&path, "h8h9i9", &["--json"])).unwrap();
    assert_eq!(json["games"], 2);
    assert_eq!(json["results"]["white"], 1);
    assert_eq!(json["players"][0]["black"], "bob");
    assert_eq!(json["moves"].as_array().unwrap().len(), 2);
    assert_eq!(json["moves"][0]["move"], "g7");
    let empty = show(&path, "a1", &[]);
    assert!(empty.contains("no moves known"), "{empty}");
}

#[test]
fn what_is_exported_can_be_imported() {
    let folder = Folder::new();
    let path = library(&folder);
    for to in ["sgf", "lib"] {
        let mut command = Command::new(crate::common::rig::PROGRAM);
        let arguments = [
            "library", "export", &path, "", "--rule", "renju", "--to", to,
        ];
        let output = command.args(arguments).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        let file = folder.text(&format!("out.{to}"));
        std::fs::write(&file, &output.stdout).unwrap();
        let again = folder.text(&format!("{to}.tdb"));
        run(&["library", "import", &again, &file, "--rule", "renju"]).assert_ok();
        let text = show(&again, "h8h9", &[]);
        assert!(text.contains("direct"), "{to}: {text}");
        assert!(text.contains("label i9: A"), "{to}: {text}");
        assert!(show(&again, "h8h9i9", &[]).contains(" g7 "), "{to}");
    }
    // However often.
    let mut last = path.clone();
    for number in 0..3 {
        let report = run(&["library", "export", &last, "", "--rule", "renju"]);
        assert_eq!(report.out.matches("direct").count(), 1, "{}", report.out);
        let file = folder.write(&format!("{number}.sgf"), &report.out);
        last = folder.text(&format!("{number}.tdb"));
        run(&["library", "import", &last, &file]).assert_ok();
    }
    let again = folder.text("0.sgf");
    run(&["library", "import", &last, &again]).assert_ok();
    assert_eq!(show(&last, "h8h9", &[]).matches("direct").count(), 1);
    let figures = run(&[
        "library",
        "export",
        &path,
        "h8",
        "--rule",
        "renju",
        "--figures",
        "--depth",
        "1",
    ]);
    assert!(
        figures.out.contains("1 game: +1 =0 -0 for Black"),
        "{}",
        figures.out
    );
}

#[test]
fn what_fails_leaves_nothing_behind() {
    let folder = Folder::new();
    let (new, empty) = (folder.text("new.tdb"), folder.write("empty.sgf", ""));
    let path = library(&folder);
    run(&["library", "import", &new, "no such file"]).assert_error("no such file");
    run(&["library", "merge", &new, "no such file"]).assert_error("no such file");
    assert!(!Path::new(&new).exists());
    run(&["library", "import", &empty, &path]).assert_error("no library of positions");
    assert_eq!(std::fs::read(&empty).unwrap(), b"");
    let report = run(&["library", "show", &path, "h8"]);
    report.assert_ok();
    let note = "known under renju, not freestyle: name it with --rule";
    assert!(report.err.contains(note), "{}", report.err);
    // The store's own words are for the log.
    let bytes = std::fs::read(&path).unwrap();
    let damaged = folder.text("damaged.tdb");
    std::fs::write(&damaged, &bytes[..bytes.len() / 3]).unwrap();
    run(&["library", "show", &damaged, "h8"]).assert_error("it is damaged");
}

/// A file that may only be read is checked too.
#[test]
fn a_check_finds_a_changed_byte_and_changes_nothing() {
    let folder = Folder::new();
    let path = library(&folder);
    let mut bytes = std::fs::read(&path).unwrap();
    let mut permissions = std::fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(&path, permissions).unwrap();
    let report = run(&["library", "check", &path]);
    report.assert_ok();
    assert!(
        report.out.starts_with("in order: 2 games, "),
        "{}",
        report.out
    );
    assert_eq!(std::fs::read(&path).unwrap(), bytes);
    let name = bytes.windows(3).position(|bytes| bytes == b"Cup").unwrap();
    bytes[name] = b'B';
    let damaged = folder.text("damaged.tdb");
    std::fs::write(&damaged, &bytes).unwrap();
    let said = "it is damaged: a part of the file is not what was written";
    run(&["library", "check", &damaged]).assert_error(said);
    assert_eq!(std::fs::read(&damaged).unwrap(), bytes);
}

#[test]
fn a_library_is_built_goes_on_and_is_merged() {
    let folder = Folder::new();
    let (one, two) = (folder.text("one.tdb"), folder.text("two.tdb"));
    let build = |path: &str, count: &str, nodes: &str| {
        let report = run(&[
            "library", "build", path, "h8h9i9", "--rule", "renju", "--count", count, "--nodes",
            nodes, "--memory", "1",
        ]);
        report.assert_ok();
        report.out.clone()
    };
    let text = build(&one, "4", "200");
    assert!(text.starts_with("4 searches, "), "{text}");
    assert!(text.contains("tree after h8h9i9:\n  "), "{text}");
    build(&one, "3", "200");
    build(&two, "2", "400");
    let merged = run(&["library", "merge", &one, &two]);
    merged.assert_ok();
    assert!(merged.out.contains("0 new games, "), "{}", merged.out);
    let again = run(&["library", "merge", &one, &two]);
    assert!(
        again.out.contains("0 new or better analyses"),
        "{}",
        again.out
    );
    run(&["library", "check", &one]).assert_ok();
    let shown = show(&one, "h8h9i9", &["--tree", "2"]);
    assert!(
        shown.contains("engine: ") && shown.contains("depth"),
        "{shown}"
    );
    run(&["library", "merge", &one, &one]).assert_wrong_use("cannot be added to itself");
}

#[test]
fn what_is_wrong_is_said() {
    let folder = Folder::new();
    let games = folder.write("games.sgf", GAMES);
    let missing = folder.text("missing.tdb");
    run(&["library", "show", &missing, "h8"]).assert_error("missing.tdb");
    run(&["library", "show", &games, "h8"]).assert_error("this is no library of positions");
    run(&["library", "import", &games, &games]).assert_error("this is no library of positions");
    run(&["library", "check", &missing]).assert_error("missing.tdb");
    assert!(!folder.has("missing.tdb"));
    let path = library(&folder);
    let bad = folder.write("bad.sgf", "<html></html>");
    let report = run(&["library", "import", &path, &bad, &games]);
    assert_eq!(report.code, Some(1));
    assert!(report.err.contains("bad.sgf"), "{}", report.err);
    assert!(
        report.out.contains("2 games (2 known before)"),
        "{}",
        report.out
    );
    let _open = Library::open(Path::new(&path)).unwrap();
    run(&["library", "show", &path, "h8"]).assert_error("another program is using it");
}

#[test]
fn moves_after_a_five_are_not_taken() {
    let folder = Folder::new();
    let path = folder.text("five.tdb");
    let moves = "h8 a1 h9 a2 h10 a3 h11 a4 h12 a5 b5 c5";
    let bad = folder.write("five.txt", moves);
    let game = "(;GM[4]SZ[15]PB[ann]RE[B+];B[hh];W[oa];B[hi];W[ob];B[hj];W[oc];B[hk];W[od]\
                ;B[hl];W[oe])";
    let good = "(;GM[4]SZ[15]PB[bob]RE[W+];B[hh];W[hg])";
    let games = folder.write("games.sgf", format!("{game}\n{good}"));
    let import = ["library", "import", &path, "--rule", "freestyle"];
    let why = "move 10 comes after the end: move 9 made a five";
    run(&[&import[..], &[bad.as_str()]].concat()).assert_error(&format!("{bad}: {why}"));
    assert!(!folder.has("five.tdb"));
    let report = run(&[&import[..], &[bad.as_str(), &games]].concat());
    assert_eq!(report.code, Some(1), "{}", report.all());
    let said = format!("error: {bad}: {why}; {games}: game 1: {why}\n");
    assert!(report.err.ends_with(&said), "{}", report.all());
    let read = "read: 1 game (0 known before), 0 studies, ";
    assert!(report.out.starts_with(read), "{}", report.out);
    // Up to the five it is a game as others are.
    let bad = folder.write("five.txt", moves.replace(" a5 b5 c5", ""));
    run(&[&import[..], &[bad.as_str()]].concat()).assert_ok();
}

/// The name of the variable with the path that [`child_that_writes`] writes to.
const WRITES_TO: &str = "TENGEN_TEST_LIBRARY";

/// A position with a number: no two are images of each other, since the only white
/// stone stands where no symmetry leaves it.
fn position(number: usize) -> Board {
    let mut board = Board::new(22, 22).unwrap();
    board.place_as(Color::White, board.square(3, 0).unwrap());
    for place in [4 + number % 400, 404 + number / 400] {
        let square = board.square((place % 22) as i32, (place / 22) as i32);
        board.place_as(Color::Black, square.unwrap());
    }
    board
}

/// Not a test of its own: a program that writes one comment after the other and tells
/// of each when it is in the file.
#[test]
#[ignore = "the others run it as a program"]
fn child_that_writes() {
    let Some(path) = std::env::var_os(WRITES_TO) else {
        return;
    };
    let library = Library::open_or_create(Path::new(&path)).expect("a library");
    let first = library.size().unwrap().notes as usize;
    for number in first..30_000 {
        let text = format!("{number} {}", "x".repeat(20_000));
        let board = position(number);
        match library.set_comment(&board, Rule::Freestyle, &text, "test") {
            Ok(()) => println!("\nwritten {number}"),
            Err(error) => {
                println!("\nfailed {error}");
                break;
            }
        }
        std::io::stdout().flush().unwrap();
    }
}

/// Runs [`child_that_writes`], by a shell that sets limits first.
fn writer(path: &Path, limits: &str) -> Child {
    let test = std::env::current_exe().unwrap();
    let line = format!("{limits} exec \"$0\" \"$@\"");
    Command::new("sh")
        .args(["-c", &line])
        .arg(test)
        .args([
            "--exact",
            "library::child_that_writes",
            "--ignored",
            "--nocapture",
        ])
        .env(WRITES_TO, path)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// The last number that a child has told of, and its other lines.
fn told(child: &mut Child, until: impl Fn(usize) -> bool) -> (Option<usize>, Vec<String>) {
    let (mut last, mut others) = (None, Vec::new());
    for line in BufReader::new(child.stdout.take().unwrap()).lines() {
        let line = line.unwrap();
        match line.strip_prefix("written ") {
            Some(number) => {
                last = number.parse().ok();
                if last.is_some_and(&until) {
                    child.kill().unwrap();
                }
            }
            None => others.push(line),
        }
    }
    child.wait().unwrap();
    (last, others)
}

/// That all that was told of is in the library, and at most one more.
#[track_caller]
fn assert_kept(path: &Path, last: usize) {
    let mut library = Library::open(path).unwrap();
    let notes = library.size().unwrap().notes as usize;
    assert!(notes == last + 1 || notes == last + 2, "{notes} of {last}");
    for number in 0..=last {
        let entry = library.look(&position(number), Rule::Freestyle).unwrap();
        let text = &entry.comments[0].text;
        assert!(text.starts_with(&format!("{number} ")), "{number}: {text}");
    }
    assert_eq!(library.check().unwrap(), Vec::<String>::new());
}

#[test]
fn a_killed_writer_loses_at_most_its_last_transaction() {
    let folder = Folder::new();
    let path = folder.path("killed.tdb");
    let mut rounds = 0;
    for stop in [0, 1, 7, 30, 31, 60] {
        let mut child = writer(&path, "");
        let (last, _) = told(&mut child, |number| number >= stop);
        assert_kept(&path, last.expect("something was written"));
        rounds += 1;
    }
    assert_eq!(rounds, 6);
    // At any moment, also within a transaction.
    for wait in [3, 11, 29, 53] {
        let before = Library::open(&path).unwrap().size().unwrap().notes;
        let mut child = writer(&path, "");
        let since = Instant::now();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut last = None;
        while since.elapsed() < Duration::from_millis(150 + wait) {
            let Some(Ok(line)) = lines.next() else { break };
            if let Some(number) = line.strip_prefix("written ") {
                last = number.parse().ok();
            }
        }
        child.kill().unwrap();
        for line in lines.map_while(Result::ok) {
            if let Some(number) = line.strip_prefix("written ") {
                last = number.parse().ok();
            }
        }
        child.wait().unwrap();
        assert_kept(&path, last.unwrap_or(before as usize - 1));
    }
}

/// A size that files may have, in blocks of half a kilobyte or of one.
const BLOCKS: usize = 20_000;

#[test]
fn a_full_disk_loses_at_most_the_last_transaction() {
    let folder = Folder::new();
    for (name, ignored, says) in [("error", "trap '' XFSZ;", true), ("signal", "", false)] {
        let path: PathBuf = folder.path(&format!("{name}.tdb"));
        let limits = format!("{ignored} ulimit -f {BLOCKS};");
        let mut child = writer(&path, &limits);
        let (last, others) = told(&mut child, |_| false);
        let failed: Vec<&String> = others
            .iter()
            .filter(|line| line.starts_with("failed"))
            .collect();
        assert_eq!(!failed.is_empty(), says, "{name}: {others:?}");
        let last = last.expect("something was written");
        assert!(last > 20, "{name}: {last}");
        assert_kept(&path, last);
        // Where there is room again it goes on.
        let mut child = writer(&path, "");
        let (more, _) = told(&mut child, |number| number >= last + 5);
        assert_kept(&path, more.expect("more"));
    }
}

#[test]
fn an_import_without_room_says_so() {
    let folder = Folder::new();
    let mut games = String::new();
    for number in 0..6_000 {
        let letter = |number: usize| (b'a' + (number % 15) as u8) as char;
        let mut moves = String::new();
        for turn in 0..14 {
            let (x, y) = (letter(turn + number), letter(turn * 3 + number / 15));
            let color = ['B', 'W'][turn % 2];
            moves += &format!(";{color}[{x}{y}]");
        }
        games += &format!("(;GM[4]SZ[15]RU[renju]PB[p{number}]RE[B+]{moves})\n");
    }
    let file = folder.write("many.sgf", games);
    let path = folder.text("full.tdb");
    let line = format!("trap '' XFSZ; ulimit -f 6000; exec \"$0\" library import {path} {file}");
    let mut command = Command::new("sh");
    command.args(["-c", &line, crate::common::rig::PROGRAM]);
    let output = command.output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success(), "{said}");
    assert!(
        said.starts_with("error: ") && said.contains("full.tdb"),
        "{said}"
    );
    assert_eq!(said.lines().count(), 1, "{said}");
    run(&["library", "import", &path, &file]).assert_ok();
    run(&["library", "check", &path]).assert_ok();
}
