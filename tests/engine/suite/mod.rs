//! The suites of our own in `bench-positions/`: their form, and the questions
//! that are asked of the solver about them.

pub mod fours;
pub mod make;

use std::fs;
use std::path::PathBuf;

use tengen::board::Board;
use tengen::board::notation::{parse_square, square_name};
use tengen::lab::suite::{self, Claims};
use tengen::position::Position;
use tengen::proof::{self, Proof};
use tengen::records::PositionRecord;
use tengen::solver::{Answer, Goal, Solution, Solver, SolverLimits};
use tengen::types::{ByRule, Rule, Ruleset, Square, SquareSet};

/// Memory for the solver's tables.
pub const MEMORY: usize = 8 << 20;
/// What the solver may spend on a position of the suites: far more than it
/// was allowed when they were made.
pub const PLENTY: u64 = 2_000_000;

/// A position with what is claimed of it.
#[derive(Clone, Debug)]
pub struct Entry {
    pub record: PositionRecord,
    pub claims: Claims,
}

impl Entry {
    pub fn board(&self) -> &Board {
        &self.record.board
    }

    pub fn rule(&self) -> Rule {
        self.record.rule
    }

    /// The squares of a list of the claims.
    pub fn squares(&self, names: &[String]) -> SquareSet {
        let square = |name: &String| parse_square(name, self.board()).expect("a square");
        names.iter().map(square).collect()
    }
}

/// The names of squares of a board.
pub fn names(board: &Board, squares: impl IntoIterator<Item = Square>) -> Vec<String> {
    let name = |square| square_name(square, board.height());
    squares.into_iter().map(name).collect()
}

pub fn path(name: &str) -> PathBuf {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    root.join("bench-positions").join(format!("{name}.jsonl"))
}

/// Reads a suite.
pub fn read(name: &str) -> Vec<Entry> {
    let path = path(name);
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let entries = suite::read(&text).unwrap_or_else(|e| panic!("{name}: {e}"));
    let entry = |suite::Entry { record, claims }| Entry { record, claims };
    entries.into_iter().map(entry).collect()
}

/// Asks the solver whether the side to move wins. A win is one only after the
/// referee has played all of it.
pub fn solve(solver: &mut Solver, board: &Board, rule: Rule, goal: Goal, nodes: u64) -> Verdict {
    let verdict = ask(solver, board, rule, goal, nodes);
    if let Some(proof) = &verdict.proof {
        let checked = proof::check(board, rule, proof);
        assert!(checked.is_ok(), "{rule}: {}", checked.unwrap_err());
    }
    verdict
}

/// Asks the solver alone.
pub fn ask(solver: &mut Solver, board: &Board, rule: Rule, goal: Goal, nodes: u64) -> Verdict {
    struct Question<'a>(&'a mut Solver, Board, Goal, u64);
    impl ByRule for Question<'_> {
        type Output = Solution;
        fn run<R: Ruleset>(self) -> Solution {
            let Question(solver, board, goal, nodes) = self;
            let mut position = Position::<R>::new(board);
            solver.solve(&mut position, goal, SolverLimits::nodes(nodes))
        }
    }
    let Solution { answer, nodes } = rule.run(Question(solver, board.clone(), goal, nodes));
    let (wins, moves, proof) = match answer {
        Answer::Win(win) => (Some(true), win.moves, Some(win.proof)),
        Answer::None => (Some(false), 0, None),
        Answer::Unknown => (None, 0, None),
    };
    Verdict {
        wins,
        moves,
        nodes,
        proof,
    }
}

/// What the solver has found.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// Whether there is such a win, if that is known.
    pub wins: Option<bool>,
    /// Moves of the winner before the five.
    pub moves: usize,
    /// Stones placed.
    pub nodes: u64,
    /// The proof of a win.
    pub proof: Option<Proof>,
}
