//! Forced wins, and their proofs.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use tengen::board;
use tengen::proof::{ProofRecord, check};
use tengen::rules;
use tengen::solver::{self, Answer, Goal, Solver, SolverLimits};
use tengen::types::Rule;

use crate::board::Board;
use crate::values::{interruptible, names, rule, seconds, wrong};

/// The most memory of a solver, in MiB.
const MOST_MEMORY: usize = 1 << 20;

/// The answer to :func:`solve`.
#[pyclass(module = "tengen", frozen, get_all)]
pub struct Solution {
    /// ``"win"``, ``"none"`` or, if a limit came first, ``"unknown"``.
    result: &'static str,
    /// The longest line of a win, the attacker's first move first.
    line: Vec<String>,
    /// The attacker's moves before the five, at most.
    moves: Option<usize>,
    /// Stones placed to find it.
    nodes: u64,
    /// The proof of a win.
    proof: Option<Py<Proof>>,
}

#[pymethods]
impl Solution {
    /// True for a win.
    fn __bool__(&self) -> bool {
        self.result == "win"
    }

    fn __repr__(&self) -> String {
        let Solution { result, nodes, .. } = self;
        let line = self.line.join(" ");
        format!("Solution('{result}', line='{line}', nodes={nodes})")
    }
}

/// An answer to every reply, so that the rules alone can check a win.
#[pyclass(module = "tengen", frozen)]
pub struct Proof(ProofRecord);

#[pymethods]
impl Proof {
    /// Reads a line that ``to_json`` or ``pbrain-tengen solve --proof`` has written.
    #[staticmethod]
    fn from_json(text: &str) -> PyResult<Proof> {
        text.parse().map(Proof).map_err(wrong)
    }

    /// The proof with its position, as one line that ``pbrain-tengen verify`` reads.
    fn to_json(&self) -> String {
        self.0.to_json()
    }

    /// The position in which the side to move wins.
    #[getter]
    fn board(&self) -> Board {
        Board(self.0.board.clone())
    }

    /// The rule's name.
    #[getter]
    fn rule(&self) -> &'static str {
        self.0.rule.name()
    }

    /// How many positions it has an answer for.
    fn __len__(&self) -> usize {
        self.0.proof.nodes().len()
    }
}

/// Checks a proof by the rules alone; raises ``ValueError`` with the flaw, if there is one.
#[pyfunction]
pub fn verify(proof: &Bound<'_, Proof>) -> PyResult<()> {
    let ProofRecord {
        board, rule, proof, ..
    } = &proof.get().0;
    check(board, *rule, proof).map_err(wrong)
}

/// Looks for a forced win of the side to move: by fours (``"vcf"``) or by threats
/// (``"vct"``), with the fewest fours if ``shortest``, within these nodes and seconds;
/// ``memory`` is in MiB.
#[pyfunction]
#[pyo3(signature = (
    board, rule="freestyle", *, goal="vcf", shortest=false, nodes=100_000_000, time=None, memory=64
))]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub fn solve(
    py: Python,
    board: PyRef<Board>,
    rule: &str,
    goal: &str,
    shortest: bool,
    nodes: u64,
    time: Option<f64>,
    memory: usize,
) -> PyResult<Solution> {
    let rule = self::rule(rule)?;
    let goal = match (goal, shortest) {
        ("vcf", false) => Goal::Vcf,
        ("vcf", true) => Goal::ShortestVcf,
        ("vct", false) => Goal::Vct,
        ("vct", true) => return Err(wrong("shortest is for the goal 'vcf' only")),
        _ => return Err(wrong(format!("'{goal}' is not 'vcf' or 'vct'"))),
    };
    if !(1..=MOST_MEMORY).contains(&memory) {
        return Err(wrong(format!("memory is not 1 to {MOST_MEMORY} MiB")));
    }
    if let Some(winner) = rules::winner(&board.0, rule) {
        return Err(wrong(format!("{winner} has won already")));
    }
    let time = seconds(time)?.unwrap_or(Duration::MAX);
    let board = board.0.clone();
    let stop = Arc::new(AtomicBool::new(false));
    let solution = interruptible(py, &stop, || {
        let start = Instant::now();
        let ends = || stop.load(Relaxed) || start.elapsed() >= time;
        let limits = SolverLimits {
            nodes,
            stop: Some(&ends),
        };
        Solver::new(memory << 20).solve_board((board.clone(), rule), goal, limits)
    })?;
    answer(py, board, rule, solution)
}

fn answer(
    py: Python,
    board: board::Board,
    rule: Rule,
    solution: solver::Solution,
) -> PyResult<Solution> {
    let nodes = solution.nodes;
    let without_win = |result| Solution {
        result,
        line: Vec::new(),
        moves: None,
        nodes,
        proof: None,
    };
    Ok(match solution.answer {
        Answer::None => without_win("none"),
        Answer::Unknown => without_win("unknown"),
        Answer::Win(win) => Solution {
            result: "win",
            line: names(&win.line, &board),
            moves: Some(win.moves),
            nodes,
            proof: Some(Py::new(
                py,
                Proof(ProofRecord {
                    id: String::new(),
                    rule,
                    board,
                    proof: win.proof,
                }),
            )?),
        },
    })
}
