//! Proofs as data and the program's `solve` and `verify`: what is changed no
//! longer holds, what is written can be read, bad input is reported, and with
//! `TENGEN_SUITES` the collections of positions that others have made.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use rayon::prelude::*;
use serde_json::Value;
use tengen::board::notation::{parse_diagram, play_moves, square_name};
use tengen::board::{Board, Symmetry};
use tengen::position::Position;
use tengen::proof::{FlawKind, Node, Proof, ProofRecord, check};
use tengen::solver::{Answer, Goal, Solver, SolverLimits, Win};
use tengen::types::{Color, Freestyle, Renju, Rule, Ruleset};

/// Black has a four-three, and White an open three.
const FOUR_THREE: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . . X . . . . .
    . . . X . . . . .
    . O X X . . . . .
    . . . . . . . O .
    . . . . . . . O .
    . . . . . . . O .
    . . . . . . . . .";

/// Two crossing twos: a three-three wins, nothing by fours alone does.
const THREE_THREE: &str = "
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . O . . . . . . .
    . . . . . X . . . . .
    . . . . . X . . . . .
    . . . X X . . . . . .
    . . . . . . . . . . .
    . . . . . . . O . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .";

fn black_to_move(diagram: &str) -> Board {
    let mut board = parse_diagram(diagram).unwrap();
    if board.side_to_move() != Color::Black {
        board.pass();
    }
    board
}

fn solve<R: Ruleset>(board: &Board, goal: Goal) -> Answer {
    let mut position = Position::<R>::new(board.clone());
    let limits = SolverLimits::nodes(2_000_000);
    Solver::new(16 << 20)
        .solve(&mut position, goal, limits)
        .answer
}

#[track_caller]
fn proof<R: Ruleset>(board: &Board, goal: Goal) -> Proof {
    match solve::<R>(board, goal) {
        Answer::Win(win) => win.proof,
        other => panic!("{other:?}"),
    }
}

/// The proof with one node changed.
fn changed(proof: &Proof, at: usize, change: impl Fn(&mut Node)) -> Proof {
    let mut other = Proof::new();
    for (id, node) in proof.nodes().iter().enumerate() {
        let mut node = node.clone();
        if id == at {
            change(&mut node);
        }
        other.push(node);
    }
    other
}

#[test]
fn three_three_wins_by_threats_only() {
    let board = black_to_move(THREE_THREE);
    assert_eq!(solve::<Freestyle>(&board, Goal::Vcf), Answer::None);
    assert_eq!(solve::<Freestyle>(&board, Goal::ShortestVcf), Answer::None);
    let proof = proof::<Freestyle>(&board, Goal::Vct);
    assert_eq!(check(&board, Rule::Freestyle, &proof), Ok(()));
    // Black may not play the three-three in renju, and the other side's rule
    // is another.
    let root = proof.node(proof.root().unwrap()).unwrap();
    if tengen::rules::forbidden(&board, root.square).is_some() {
        let flaw = check(&board, Rule::Renju, &proof).unwrap_err();
        assert_eq!(flaw.kind, FlawKind::Forbidden(root.square));
    }
}

#[test]
fn what_is_left_out_or_changed_is_found() {
    for (diagram, goal) in [(FOUR_THREE, Goal::Vcf), (THREE_THREE, Goal::Vct)] {
        let board = black_to_move(diagram);
        let proof = proof::<Freestyle>(&board, goal);
        assert_eq!(check(&board, Rule::Freestyle, &proof), Ok(()));
        let mut flaws = 0;
        for (id, node) in proof.nodes().iter().enumerate() {
            let without = changed(&proof, id, |node| node.rest = None);
            flaws += usize::from(check(&board, Rule::Freestyle, &without).is_err());
            let without = changed(&proof, id, |node| node.replies.clear());
            let hurts = check(&board, Rule::Freestyle, &without).is_err();
            flaws += usize::from(hurts);
            assert!(hurts || !is_root(&proof, id) || node.replies.is_empty());
            let occupied = board.stones(Color::White).next().unwrap();
            let moved = changed(&proof, id, |node| node.square = occupied);
            assert!(check(&board, Rule::Freestyle, &moved).is_err());
        }
        assert!(flaws >= proof.nodes().len() / 2, "{flaws}");
        let mut other = board.clone();
        other.pass();
        assert!(check(&other, Rule::Freestyle, &proof).is_err());
    }
    let board = black_to_move(FOUR_THREE);
    let flaw = check(&board, Rule::Freestyle, &Proof::new()).unwrap_err();
    assert_eq!(flaw.kind, FlawKind::NoNode);
    let mut won = Board::new(15, 15).unwrap();
    play_moves(&mut won, "h8a1h9a2h10a3h11a4h12").unwrap();
    let flaw = check(&won, Rule::Freestyle, &Proof::new()).unwrap_err();
    assert_eq!(flaw.kind, FlawKind::Over(Color::Black));
}

fn is_root(proof: &Proof, id: usize) -> bool {
    proof.root() == Some(id)
}

#[test]
fn proofs_can_be_written_and_read() {
    let board = black_to_move(THREE_THREE);
    let record = ProofRecord {
        id: "a \"b\"".to_string(),
        rule: Rule::Freestyle,
        board: board.clone(),
        proof: proof::<Freestyle>(&board, Goal::Vct),
    };
    let text = record.to_json();
    assert!(!text.contains('\n'));
    let again: ProofRecord = text.parse().unwrap();
    assert_eq!((again.id, again.rule), (record.id, record.rule));
    assert_eq!(again.board.hash(), board.hash());
    assert_eq!(again.proof, record.proof);
    for (from, to, why) in [
        ("freestyle", "go", "unknown rule 'go'"),
        ("black", "red", "to_move is 'red'"),
        ("\"rest\":0", "\"rest\":9999", "does not lead to earlier"),
        ("\"move\":\"", "\"move\":\"z", "invalid square"),
        ("{", "", "expected"),
    ] {
        let error = text
            .replacen(from, to, 1)
            .parse::<ProofRecord>()
            .unwrap_err();
        assert!(error.to_string().contains(why), "{error}");
    }
}

/// A file for one test, gone afterwards.
struct TempFile(PathBuf);

impl TempFile {
    fn new(name: &str, text: &str) -> TempFile {
        let name = format!("tengen-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::write(&path, text).unwrap();
        TempFile(path)
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

fn program(args: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_pbrain-tengen");
    Command::new(program).args(args).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

const LINE: &str = r#"{"id":"one","rule":"renju","size":15,"black":["h8","h9","h10","i8","j8"],"white":["h7","a1","a3","c1"],"to_move":"black"}"#;

#[test]
fn what_solve_writes_verify_accepts() {
    let none = LINE.replace("one", "two").replace(r#","i8","j8""#, "");
    let bad = LINE.replace("h10", "h99");
    let file = TempFile::new("solve.jsonl", &format!("{LINE}\n{bad}\n\n{none}\n"));
    let path = file.0.to_str().unwrap();
    let proofs = TempFile::new("proofs.jsonl", "");
    let out = proofs.0.to_str().unwrap();
    let options = ["--json", "--shortest", "--proof", out, "--file", path];
    let solved = program(&[&["solve"], &options[..]].concat());
    let err = text(&solved.stderr);
    assert!(
        !solved.status.success() && err.contains(":2:58: invalid square 'h99'"),
        "{err}"
    );
    let said = text(&solved.stdout);
    let lines: Vec<Value> = said
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 2, "{said}");
    assert_eq!(lines[0]["attacker_moves"], 1);
    let fields = r#"{"id":"one","result":"win","goal":"vcf","line":["#;
    assert!(said.starts_with(fields), "{said}");
    let fields =
        r#"{"id":"two","result":"none","goal":"vcf","line":[],"attacker_moves":0,"nodes":"#;
    assert!(said.lines().nth(1).unwrap().starts_with(fields), "{said}");
    let verified = program(&["verify", out]);
    assert!(verified.status.success(), "{verified:?}");
    assert!(text(&verified.stdout).contains("1 proof holds, 0 do not"));
    let out = fs::read_to_string(out).unwrap();
    // Another position, and the proof is none of it.
    let record: ProofRecord = out.lines().next().unwrap().parse().unwrap();
    let first = record.proof.node(record.proof.root().unwrap()).unwrap();
    let mut board = record.board.clone();
    board.place(first.square);
    board.pass();
    let other = ProofRecord { board, ..record };
    let wrong = TempFile::new("wrong.jsonl", &format!("{}\nnonsense\n", other.to_json()));
    let verified = program(&["verify", wrong.0.to_str().unwrap()]);
    let err = text(&verified.stderr);
    assert!(!verified.status.success());
    assert!(
        err.contains(":1: one") && err.contains("is not empty") && err.contains(":2: "),
        "{err}"
    );
}

#[test]
fn positions_on_the_command_line() {
    let rows: Vec<&str> = THREE_THREE
        .lines()
        .map(str::trim)
        .filter(|row| !row.is_empty())
        .collect();
    let rows = rows.join("/").replace(' ', "");
    let color = ["--color", "black"];
    let vcf = program(&[&["solve", &rows], &color[..]].concat());
    assert!(
        text(&vcf.stdout).contains("none: black has no win by fours"),
        "{vcf:?}"
    );
    let vct = program(&[&["solve", "--goal", "vct", &rows], &color[..]].concat());
    assert!(text(&vct.stdout).contains("black wins"), "{vct:?}");
    let few = program(
        &[
            &["solve", "--goal", "vct", "--nodes", "1", &rows],
            &color[..],
        ]
        .concat(),
    );
    assert!(
        text(&few.stdout).contains("unknown: no win by threats for black found"),
        "{few:?}"
    );
    assert!(text(&vct.stdout).contains("\n 9 . . . O"), "{vct:?}");
    let numbers = text(&vct.stdout);
    assert!(
        numbers.contains(" 1 ") && numbers.contains(" 2 "),
        "{vct:?}"
    );
    for (args, why) in [
        (&["solve", "h8h8"][..], "'h8' is occupied"),
        (&["solve", "--size", "4", "a1"], "4"),
        (
            &["solve", "--goal", "vct", "--shortest", "h8"],
            "--shortest",
        ),
        (&["solve", "--file", "/nowhere"], "cannot read /nowhere"),
        (&["solve", "--proof", "/no/where", "h8"], "cannot write"),
        (&["solve", "--rule", "go", "h8"], "unknown rule"),
        (&["solve"], "required"),
        (&["verify", "/nowhere"], "cannot read /nowhere"),
        (&["verify", "/dev/null"], "no proof in /dev/null"),
    ] {
        let bad = program(args);
        let err = text(&bad.stderr);
        assert!(
            !bad.status.success() && err.contains(why),
            "{args:?}: {err}"
        );
    }
}

/// The lines of a file of the suites, `None` if there is no folder.
fn suite(name: &str) -> Option<Vec<(tengen::records::PositionRecord, Value)>> {
    let Some(folder) = std::env::var_os("TENGEN_SUITES") else {
        println!("skipped {name}: TENGEN_SUITES is not set");
        return None;
    };
    let text = fs::read_to_string(PathBuf::from(folder).join(name)).unwrap();
    let read = |line: &str| (line.parse().unwrap(), serde_json::from_str(line).unwrap());
    Some(text.lines().map(read).collect())
}

/// A win that the referee has checked, if one is found.
fn win(solver: &mut Solver, board: &Board, goal: Goal, nodes: u64) -> Result<Win, Answer> {
    let mut position = Position::<Renju>::new(board.clone());
    match solver
        .solve(&mut position, goal, SolverLimits::nodes(nodes))
        .answer
    {
        Answer::Win(win) => {
            assert_eq!(check(board, Rule::Renju, &win.proof), Ok(()));
            Ok(win)
        }
        other => Err(other),
    }
}

/// All wins by fours are found and hold, in all symmetries; the fours of the
/// shortest are as many as is said, where a moderate search finds it, and the
/// first move is one of those that are said to win, where that is known.
#[test]
fn wins_by_fours_of_a_collection() {
    let Some(lines) = suite("public/vcf_win.jsonl") else {
        return;
    };
    let mut solver = Solver::new(64 << 20);
    let (mut shortest, mut complete) = (0, 0);
    for (record, line) in &lines {
        let board = &record.board;
        let answer = &line["answer"];
        for symmetry in Symmetry::ALL {
            let board = symmetry.image(board);
            if let Err(other) = win(&mut solver, &board, Goal::Vcf, 10_000_000) {
                panic!("{} {symmetry:?}: {other:?}", record.id);
            }
        }
        let any = win(&mut solver, board, Goal::Vcf, 10_000_000);
        let best = win(&mut solver, board, Goal::ShortestVcf, 200_000);
        if let (Ok(win), Some(fours)) = (&best, answer["fours"].as_u64()) {
            assert_eq!(win.moves as u64, fours, "{}", record.id);
            shortest += 1;
        }
        if answer["first_moves_all_complete"] == true {
            for win in any.iter().chain(&best) {
                let first = square_name(win.line[0], board.height());
                let moves = answer["first_moves_all"].as_array().unwrap();
                assert!(moves.contains(&first.into()), "{}", record.id);
            }
            complete += 1;
        }
    }
    let all = lines.len();
    println!("{all} wins by fours, {shortest} shortest ones, {complete} first moves as expected");
    assert!(shortest >= 1_140 && complete >= 1_150);
}

/// None has a win by fours; where a win by threats has been proved by others,
/// we never say that there is none.
#[test]
fn wins_by_threats_of_a_collection() {
    let Some(lines) = suite("public/vct_no_vcf.jsonl") else {
        return;
    };
    let of_one = |solver: &mut Solver, number: usize| {
        let (record, line) = &lines[number];
        let fours = win(solver, &record.board, Goal::Vcf, 10_000_000);
        assert_eq!(fours, Err(Answer::None), "{}", record.id);
        let threats = win(solver, &record.board, Goal::Vct, 30_000);
        let is_proved = line["answer"]["vct"] == true;
        if is_proved {
            assert_ne!(threats, Err(Answer::None), "{}", record.id);
        }
        let symmetries = Symmetry::ALL
            .into_iter()
            .filter(|_| number.is_multiple_of(8));
        for symmetry in symmetries {
            let board = symmetry.image(&record.board);
            let turned = win(solver, &board, Goal::Vct, 30_000);
            let unlike = match (&threats, &turned) {
                (Ok(_), Err(other)) | (Err(other), Ok(_)) => *other == Answer::None,
                _ => false,
            };
            assert!(!unlike, "{} {symmetry:?}", record.id);
        }
        [is_proved && threats.is_ok(), is_proved].map(usize::from)
    };
    let [wins, proved] = (0..lines.len())
        .into_par_iter()
        .map_init(|| Solver::new(64 << 20), of_one)
        .reduce(
            || [0; 2],
            |one, other| [one[0] + other[0], one[1] + other[1]],
        );
    println!("{wins} of {proved} wins by threats with 30,000 stones");
    assert!(wins > 1_000, "{wins} of {proved}");
}
