//! A library in play and for graphical programs: `INFO book`, and Yixin's commands
//! about databases.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::common::driver::{Brain, coordinates};
use crate::common::rig::PROGRAM;
use tengen::board::Board;
use tengen::board::notation::{parse_square, play_moves};
use tengen::library::{Given, Library, Line};
use tengen::records::renlib;
use tengen::types::{Rule, Score};

/// What an answer may take, in milliseconds.
const LIMIT: u64 = 60_000;

fn board(moves: &str) -> Board {
    let mut board = Board::new(15, 15).unwrap();
    play_moves(&mut board, moves).unwrap();
    board
}

fn line(moves: &str, name: &str, units: i32) -> Line {
    Line {
        score: Score::estimate(units),
        depth: 9,
        nodes: 5,
        moves: vec![parse_square(name, &board(moves)).unwrap()],
    }
}

/// A file for one test.
struct File(PathBuf);

impl File {
    fn new(name: &str) -> File {
        let name = format!("database-{name}-{}.tdb", std::process::id());
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_file(&path);
        File(path)
    }

    fn text(&self) -> &str {
        self.0.to_str().unwrap()
    }

    /// A library with lines after h8h9.
    fn with(name: &str, lines: &[(&str, i32)]) -> File {
        let file = File::new(name);
        let library = Library::open_or_create(&file.0).unwrap();
        let lines: Vec<Line> = lines
            .iter()
            .map(|(name, units)| line("h8h9", name, *units))
            .collect();
        library.store(&board("h8h9"), Rule::Renju, &lines).unwrap();
        file
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// h8h9 on the board, Black to move.
const POSITION: &str = "BOARD 7,7,1 7,6,2 DONE";

fn brain(infos: &[&str]) -> Brain {
    let mut brain = Brain::start();
    for info in ["rule 4", "max_node 200", "timeout_turn 60000"] {
        brain.send(&format!("INFO {info}"));
    }
    for info in infos {
        brain.send(&format!("INFO {info}"));
    }
    brain.send_ok("START 15");
    brain
}

/// The answer to a question for a move, and whether it came from the book.
fn ask(brain: &mut Brain, command: &str) -> ((i32, i32), bool) {
    brain.send(command);
    let answer = brain.answer(std::time::Instant::now(), LIMIT);
    let point = coordinates(&answer.text).unwrap();
    let told = |text: &String| text.starts_with("MESSAGE book ");
    (point, answer.told.iter().any(told))
}

#[test]
fn moves_come_from_the_book_within_a_margin_and_by_the_seed() {
    let file = File::with("margin", &[("i9", 110), ("i8", 108), ("j8", -100)]);
    let book = format!("book {}", file.text());
    let mut seen = BTreeSet::new();
    for seed in 1..12 {
        let mut brain = brain(&[&book, &format!("book_seed {seed}"), "book_margin 1"]);
        let (point, is_book) = ask(&mut brain, POSITION);
        assert!(is_book);
        seen.insert(point);
        assert_eq!(
            ask(&mut brain, POSITION),
            (point, true),
            "one seed, one move"
        );
        brain.finish(5_000);
    }
    // Each is also played mirrored: the position is symmetric.
    let good = [(8, 6), (6, 6), (8, 7), (6, 7)];
    assert!(seen.iter().all(|point| good.contains(point)), "{seen:?}");
    assert!(seen.len() > 2, "{seen:?}");
}

#[test]
fn a_move_that_loses_at_once_is_not_played() {
    // White has three in a row; only near it Black does not lose.
    let moves = "h8g9a1h9o1i9";
    let file = File::new("refuted");
    let library = Library::open_or_create(&file.0).unwrap();
    let lines = [line(moves, "o15", 500), line(moves, "j9", -20)];
    library.store(&board(moves), Rule::Renju, &lines).unwrap();
    drop(library);
    let mut brain = brain(&[&format!("book {}", file.text()), "book_margin 100"]);
    let position = "BOARD 7,7,1 6,6,2 0,14,1 7,6,2 14,14,1 8,6,2 DONE";
    for _ in 0..4 {
        let (point, _) = ask(&mut brain, position);
        assert_ne!(point, (14, 0));
    }
    brain.finish(5_000);
}

#[test]
fn a_book_that_another_program_changes_is_asked_again_later() {
    let file = File::with("locked", &[("i9", 110)]);
    let library = Library::open(&file.0).unwrap();
    let mut brain = brain(&[&format!("book {}", file.text())]);
    assert!(!ask(&mut brain, POSITION).1);
    drop(library);
    assert!(ask(&mut brain, POSITION).1);
    brain.finish(5_000);
}

#[test]
fn without_a_book_and_with_a_closed_one_the_engine_thinks() {
    let file = File::with("closed", &[("i9", 110)]);
    let book = format!("book {}", file.text());
    for infos in [
        &[][..],
        &[&book, "book off"],
        &[&book, "usedatabase 0"],
        &[&book, "strength 50"],
        &[&book, "rule 0"],
    ] {
        let mut brain = brain(infos);
        assert!(!ask(&mut brain, POSITION).1, "{infos:?}");
        brain.finish(5_000);
    }
    let mut brain = brain(&[&book]);
    brain.send("YXBLOCK\n8,6\n6,6\nDONE");
    assert!(!ask(&mut brain, POSITION).1, "a blocked move");
    brain.send("YXBLOCKRESET");
    assert!(ask(&mut brain, POSITION).1);
    brain.finish(5_000);
}

#[test]
fn a_book_that_cannot_be_read_is_named_and_the_game_goes_on() {
    let file = File::new("bad");
    fs::write(&file.0, "(;GM[4])").unwrap();
    let mut brain = Brain::start();
    brain.send(&format!("INFO book {}", file.text()));
    brain.send("INFO book_margin 200");
    brain.send("INFO max_node 100");
    brain.send("START 15");
    let wanted = format!(
        "MESSAGE book {}: this is no library of positions",
        file.text()
    );
    brain.expect(&wanted);
    brain.expect("MESSAGE book_margin 200 is not supported (0 to 100)");
    brain.expect("OK");
    assert!(!ask(&mut brain, "BEGIN").1);
    brain.finish(5_000);
}

#[test]
fn two_engines_play_from_one_file_and_a_writer_keeps_them_out() {
    let file = File::with("two", &[("i9", 110)]);
    let book = format!("book {}", file.text());
    let mut brains = [brain(&[&book]), brain(&[&book])];
    for _ in 0..3 {
        for brain in &mut brains {
            assert!(ask(brain, POSITION).1);
        }
    }
    let writer = Library::open(&file.0).unwrap();
    assert!(!ask(&mut brains[0], POSITION).1);
    drop(writer);
    assert!(ask(&mut brains[0], POSITION).1);
    for brain in &mut brains {
        brain.finish(5_000);
    }
}

/// The conversation of a program with these arguments and environment; its first move.
fn first_move(program: &Path, arguments: &[&str], book: Option<&str>) -> String {
    use std::io::Write;
    let mut command = Command::new(program);
    command.args(arguments).env_remove("TENGEN_BOOK");
    if let Some(book) = book {
        command.env("TENGEN_BOOK", book);
    }
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let text = format!("INFO rule 4\nINFO max_node 200\nSTART 15\n{POSITION}\n");
    let mut input = child.stdin.take().unwrap();
    input.write_all(text.as_bytes()).unwrap();
    drop(input);
    let output = child.wait_with_output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_book_may_lie_beside_the_program() {
    let file = File::with("beside", &[("i9", 110)]);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("beside");
    fs::create_dir_all(&folder).unwrap();
    let program = folder.join("pbrain-tengen");
    fs::copy(PROGRAM, &program).unwrap();
    assert!(!first_move(&program, &[], None).contains("MESSAGE book"));
    fs::copy(&file.0, folder.join("tengen.tdb")).unwrap();
    assert!(first_move(&program, &[], None).contains("MESSAGE book"));
    // The programs of a match get this.
    assert!(!first_move(&program, &[], Some("off")).contains("MESSAGE book"));
    assert!(!first_move(&program, &["--book", "off"], None).contains("MESSAGE book"));
    let plain = Path::new(PROGRAM);
    assert!(first_move(plain, &["--book", file.text()], None).contains("MESSAGE book"));
    assert!(first_move(plain, &[], Some(file.text())).contains("MESSAGE book"));
    fs::remove_dir_all(&folder).unwrap();
}

/// The answers to a command, up to the last that is wanted.
fn told(brain: &mut Brain, command: &str, last: &str) -> Vec<String> {
    brain.send(command);
    let mut lines = Vec::new();
    loop {
        let line = brain.line(std::time::Duration::from_secs(30)).expect(last);
        let text = line.text.trim_start_matches("MESSAGE ").to_string();
        let is_last = text.starts_with(last);
        lines.push(text);
        if is_last {
            return lines;
        }
    }
}

#[test]
fn graphical_programs_ask_about_positions_and_change_them() {
    let file = File::with("asked", &[("i9", 110), ("i8", -40)]);
    let library = Library::open(&file.0).unwrap();
    let given = Given {
        score: Score::loss_in(8),
        depth: 3,
    };
    library.give(&board("h8h9i10"), Rule::Renju, given).unwrap();
    library
        .set_comment(&board("h8h9i9"), Rule::Renju, "say \"x\"", "me")
        .unwrap();
    drop(library);
    let mut brain = brain(&[]);
    let set = format!("YXSETDATABASE\n{}", file.text());
    let load = told(&mut brain, &set, "DATABASE LOAD DONE");
    assert_eq!(load[0], format!("DATABASE LOAD START {}", file.text()));
    let moves = "7,7\n7,6\ndone";
    let all = told(
        &mut brain,
        &format!("yxquerydatabaseall\n{moves}"),
        "DATABASE DONE",
    );
    // i9 and g9 (63 % for Black), i8 and g8 (45 %), i10 and g10 (a win).
    let packed = |text: &str| text.bytes().fold(0, |all, byte| all << 8 | i32::from(byte));
    let wanted = [
        "DATABASE REFRESH".to_string(),
        format!("DATABASE 6 5 {} -29992 3 3 0 ", packed("w9")),
        format!("DATABASE 8 5 {} -29992 3 3 0 ", packed("w9")),
        format!("DATABASE 6 6 {} -110 9 3 1 ", packed("63%")),
        format!("DATABASE 8 6 {} -110 9 3 1 ", packed("63%")),
        format!("DATABASE 6 7 {} 40 9 3 0 ", packed("45%")),
        format!("DATABASE 8 7 {} 40 9 3 0 ", packed("45%")),
        "DATABASE DONE".to_string(),
    ];
    assert_eq!(all, wanted);
    let with_text = format!("yxquerydatabaseallt\n7,7\n{moves}");
    let text = told(&mut brain, &with_text, "DATABASE TEXT");
    assert_eq!(text.last().unwrap(), "DATABASE TEXT \"\"");
    let text = told(
        &mut brain,
        "yxquerydatabasetext\n7,7\n7,6\n8,6\ndone",
        "DATABASE TEXT",
    );
    assert_eq!(text, ["DATABASE TEXT \"say \\\"x\\\"\""]);
    let none = told(&mut brain, "yxquerydatabaseone\n0,0\ndone", "DATABASE ONE");
    assert_eq!(none, ["DATABASE ONE 0 0 0 0"]);
    // Changes.
    let one = told(
        &mut brain,
        &format!("yxedittvddatabase 1 120 0 0\n{moves}"),
        "DATABASE ONE",
    );
    assert_eq!(one, ["DATABASE ONE 120 29991 9 3 x"]);
    brain.send(&format!("yxedittextdatabase \"two\nlines\"\n{moves}"));
    brain.send(&format!("yxeditlabeldatabase 3,3 A 1\n{moves}"));
    let text = told(
        &mut brain,
        &format!("yxquerydatabaseallt\n{moves}"),
        "DATABASE TEXT",
    );
    assert_eq!(text.last().unwrap(), "DATABASE TEXT \"two lines\"");
    assert!(
        text.contains(&"DATABASE 3 3 -1 0 0 0 0 A1".to_string()),
        "{text:?}"
    );
    // Read-only, and forgetting.
    brain.send("INFO database_readonly 1");
    brain.send(&format!("yxedittextdatabase \"no\"\n{moves}"));
    let text = told(
        &mut brain,
        &format!("yxquerydatabasetext\n{moves}"),
        "DATABASE TEXT",
    );
    let told_so = "the database is read only";
    assert_eq!(text, [told_so, "DATABASE TEXT \"two lines\""]);
    brain.send("INFO database_readonly 0");
    let left = told(
        &mut brain,
        &format!("yxdeletedatabaseall w\n{moves}"),
        "DATABASE DONE",
    );
    assert_eq!(left[0], "forgot 1 positions; their games stay");
    assert_eq!(left.len(), 8, "{left:?}");
    brain.send(&format!("yxdeletedatabaseone\n{moves}"));
    let one = told(
        &mut brain,
        &format!("yxquerydatabaseone\n{moves}"),
        "DATABASE ONE",
    );
    assert_eq!(one, ["DATABASE ONE 0 0 0 0"]);
    let saved = told(&mut brain, "yxsavedatabase", "DATABASE SAVE DONE");
    assert_eq!(saved.len(), 2);
    // It was only a database: nothing is played from it.
    assert!(!ask(&mut brain, POSITION).1);
    brain.finish(5_000);
}

#[test]
fn what_a_graphical_program_has_written_is_listed_exported_and_deleted() {
    let (file, lib) = (File::new("written"), File::new("written-lib"));
    let mut brain = brain(&[]);
    let set = format!("yxsetdatabase\n{}", file.text());
    told(&mut brain, &set, "DATABASE LOAD DONE");
    let edit = "yxedittvddatabase 7 119 500 9\n7,7\ndone";
    let one = told(&mut brain, edit, "DATABASE ONE");
    assert_eq!(one, ["DATABASE ONE 119 500 9 3 w*"]);
    brain.send("yxedittextdatabase \"hi\"\n7,7\ndone");
    // Nothing is known of the positions between.
    brain.send("yxedittextdatabase \"deep\"\n7,7\n7,6\n8,6\ndone");
    let all = told(&mut brain, "yxquerydatabaseallt\ndone", "DATABASE TEXT");
    let wanted = [
        "DATABASE REFRESH",
        // The label is `w*`.
        "DATABASE 7 7 30506 500 9 3 1 ",
        "DATABASE DONE",
        "DATABASE TEXT \"\"",
    ];
    assert_eq!(all, wanted);
    let all = told(
        &mut brain,
        "yxquerydatabaseall\n7,7\n7,6\ndone",
        "DATABASE DONE",
    );
    let wanted = [
        "DATABASE REFRESH",
        "DATABASE 6 6 -1 0 0 0 1 ",
        "DATABASE 8 6 -1 0 0 0 1 ",
        "DATABASE DONE",
    ];
    assert_eq!(all, wanted);
    let export = format!("yxdbtolib\n{}", lib.text());
    let said = told(&mut brain, &export, lib.text());
    assert_eq!(said, [format!("{}: 4 positions", lib.text())]);
    let (tree, _) = renlib::read(&fs::read(&lib.0).unwrap()).unwrap();
    let notes = tree.depth_first().filter_map(|node| tree.notes(node));
    let texts: Vec<String> = notes
        .map(|notes| format!("{}{}", notes.name, notes.comment))
        .collect();
    assert_eq!(tree.len(), 4);
    assert!(texts.iter().any(|text| text == "hi"), "{texts:?}");
    assert!(
        texts.iter().any(|text| text.starts_with("deep")),
        "{texts:?}"
    );
    let left = told(&mut brain, "yxdeletedatabaseall\ndone", "DATABASE DONE");
    let wanted = [
        "forgot 2 positions; their games stay",
        "DATABASE REFRESH",
        "DATABASE DONE",
    ];
    assert_eq!(left, wanted);
    let one = told(&mut brain, "yxquerydatabaseone\n7,7\ndone", "DATABASE ONE");
    assert_eq!(one, ["DATABASE ONE 0 0 0 0"]);
    brain.finish(5_000);
}

#[test]
fn graphical_programs_read_and_write_files() {
    let (file, other) = (File::new("files"), File::with("other", &[("i9", 110)]));
    let lib = File::new("lib");
    let games = File::new("sgf");
    fs::write(&games.0, "(;GM[4]SZ[15]PB[a]RE[B+];B[hh];W[hg];B[ig])").unwrap();
    let mut brain = brain(&[]);
    let set = format!("yxsetdatabase\n{}", file.text());
    told(&mut brain, &set, "DATABASE LOAD DONE");
    let merge = format!("yxdbmerge\n{}", other.text());
    let merged = told(&mut brain, &merge, "merged");
    assert_eq!(merged, ["merged 0 games and 1 analyses"]);
    let import = format!("yxlibtodb\n{}", games.text());
    assert_eq!(
        told(&mut brain, &import, "read"),
        ["read 1 games and 0 studies"]
    );
    let export = format!("yxdbtolib\n{}", lib.text());
    told(&mut brain, &export, lib.text());
    assert!(fs::read(&lib.0).unwrap().starts_with(b"\xffRenLib\xff"));
    let bytes = fs::read(&file.0).unwrap();
    let export = format!("yxdbtolib\n{}", file.text());
    let said = "a database cannot be written over itself";
    told(&mut brain, &export, said);
    assert_eq!(fs::read(&file.0).unwrap(), bytes);
    for (command, said) in [
        (
            format!("yxsetdatabase\n{}", games.text()),
            format!("database: {}: this is no library", games.text()),
        ),
        (
            "yxdbmerge\n/no/such/file".to_string(),
            "database: /no/such/file: No such file".to_string(),
        ),
    ] {
        told(&mut brain, &command, &said);
    }
    brain.finish(5_000);
}
