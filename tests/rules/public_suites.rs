//! Suites that others have made, from the folder named by `TENGEN_SUITES`
//! (the one that holds `public/`); without it these tests say that they were
//! skipped. Where it is set a missing file is a failure.
//!
//! Forbidden points of renju by the slow referee, by the tables, and by the
//! `forbidden` command of the program.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::process::Command;

use serde::Deserialize;
use tengen::board::Board;
use tengen::board::notation::{diagram, square_name};
use tengen::position::Position;
use tengen::records::PositionRecord;
use tengen::rules;
use tengen::types::{Renju, Rule};

const TESTS: &str = "public/forbidden_tests.jsonl";
const CONSENSUS: &str = "public/forbidden_consensus.jsonl";

/// Points by name with the kinds of foul that they are, by the names of
/// [`rules::ForbiddenKind::name`].
type Kinds = BTreeMap<String, Names>;

/// One name or a list of them.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Names {
    One(String),
    Several(Vec<String>),
}

impl Names {
    fn contains(&self, name: &String) -> bool {
        match self {
            Names::One(one) => one == name,
            Names::Several(names) => names.contains(name),
        }
    }
}

/// What a line of a suite says besides the position.
#[derive(Deserialize)]
struct Expected {
    id: String,
    answer: Answer,
    /// Every forbidden point of the board, with all its kinds.
    all_forbidden: Option<Kinds>,
}

#[derive(Deserialize)]
struct Answer {
    forbidden: BTreeSet<String>,
    legal: BTreeSet<String>,
    /// Whether `forbidden` is the whole board's.
    complete: bool,
    kinds: Kinds,
}

/// What was compared.
#[derive(Default, Debug)]
struct Compared {
    positions: usize,
    /// Empty squares of positions whose forbidden points are all known.
    points: usize,
    forbidden: usize,
    /// Points that the suite names as allowed although they look forbidden.
    legal: usize,
    kinds: usize,
}

/// A file of the suites, `None` if there is no folder.
fn suite(name: &str) -> Option<PathBuf> {
    let Some(folder) = std::env::var_os("TENGEN_SUITES") else {
        println!("skipped {name}: TENGEN_SUITES is not set");
        return None;
    };
    let path = PathBuf::from(folder).join(name);
    assert!(path.is_file(), "{} is missing", path.display());
    Some(path)
}

/// The positions of a file with what is expected of them.
fn records(path: &PathBuf) -> Vec<(PositionRecord, Expected)> {
    let text = std::fs::read_to_string(path).unwrap();
    let record = |line: &str| {
        let record: PositionRecord = line.parse().unwrap_or_else(|e| panic!("{e}: {line}"));
        let expected: Expected = serde_json::from_str(line).unwrap();
        assert_eq!(record.id, expected.id);
        assert_eq!(record.rule, Rule::Renju);
        (record, expected)
    };
    text.lines().map(record).collect()
}

/// Holds what was found for one position against the suite.
fn compare(board: &Board, expected: &Expected, found: &BTreeMap<String, String>, by: &str) {
    let said = || format!("{} by {by}\n{}", expected.id, diagram(board, |_| None));
    let names: BTreeSet<String> = found.keys().cloned().collect();
    if let Some(all) = &expected.all_forbidden {
        let all: BTreeSet<String> = all.keys().cloned().collect();
        assert_eq!(names, all, "{}", said());
    }
    if expected.answer.complete {
        assert_eq!(names, expected.answer.forbidden, "{}", said());
    }
    assert!(names.is_superset(&expected.answer.forbidden), "{}", said());
    assert!(names.is_disjoint(&expected.answer.legal), "{}", said());
    for (point, kind) in found {
        if let Some(kinds) = kinds_of(expected, point) {
            assert!(
                kinds.contains(kind),
                "{point} {kind}, {kinds:?}: {}",
                said()
            );
        }
    }
}

fn kinds_of<'a>(expected: &'a Expected, point: &str) -> Option<&'a Names> {
    let all = expected
        .all_forbidden
        .as_ref()
        .and_then(|all| all.get(point));
    all.or(expected.answer.kinds.get(point))
}

/// The forbidden points by the referee, after a look at the tables.
fn forbidden_points(board: &Board) -> BTreeMap<String, String> {
    let position = Position::<Renju>::new(board.clone());
    let mut found = BTreeMap::new();
    for square in *board.empty() {
        let kind = rules::forbidden(board, square);
        let name = square_name(square, board.height());
        let by_table = position.is_forbidden(square);
        assert_eq!(
            by_table,
            kind.is_some(),
            "{name}\n{}",
            diagram(board, |_| None)
        );
        found.extend(kind.map(|kind| (name, kind.name().to_string())));
    }
    found
}

/// Compares referee, tables and program with the suite.
fn run(name: &str) -> Option<Compared> {
    let path = suite(name)?;
    let records = records(&path);
    let mut compared = Compared::default();
    let mut by_referee = Vec::new();
    for (record, expected) in &records {
        let found = forbidden_points(&record.board);
        compare(&record.board, expected, &found, "referee");
        compared.positions += 1;
        if expected.all_forbidden.is_some() || expected.answer.complete {
            compared.points += record.board.empty().len();
        }
        compared.forbidden += found.len();
        compared.legal += expected.answer.legal.len();
        let has_kinds = |point: &&String| kinds_of(expected, point).is_some();
        compared.kinds += found.keys().filter(has_kinds).count();
        by_referee.push(found);
    }
    println!("{name}: {compared:?}");
    let lines = by_program(&path);
    assert_eq!(lines.len(), records.len());
    for (line, ((record, expected), found)) in lines.iter().zip(records.iter().zip(by_referee)) {
        assert_eq!(line.id, record.id);
        assert_eq!(line.kinds, found, "{}", record.id);
        assert_eq!(line.forbidden.len(), line.kinds.len(), "{}", record.id);
        assert!(
            line.forbidden
                .iter()
                .all(|name| line.kinds.contains_key(name))
        );
        compare(&record.board, expected, &line.kinds, "the program");
    }
    println!("{name}: {} lines of the program", lines.len());
    Some(compared)
}

/// A line that the program answers with.
#[derive(Deserialize)]
struct Line {
    id: String,
    forbidden: Vec<String>,
    kinds: BTreeMap<String, String>,
}

fn by_program(path: &PathBuf) -> Vec<Line> {
    let program = env!("CARGO_BIN_EXE_pbrain-tengen");
    let mut command = Command::new(program);
    command.args(["forbidden", "--json", "--file"]).arg(path);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    let line = |line| serde_json::from_str(line).unwrap();
    text.lines().map(line).collect()
}

#[test]
fn forbidden_points_of_other_programs_tests() {
    if let Some(compared) = run(TESTS) {
        assert!(compared.positions >= 85 && compared.forbidden >= 92);
    }
}

#[test]
fn forbidden_points_that_two_checkers_agree_on() {
    if let Some(compared) = run(CONSENSUS) {
        assert!(compared.positions >= 942 && compared.forbidden >= 1_376);
    }
}
