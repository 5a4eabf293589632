//! `solve`: forced wins, with proofs.

use std::io::{Write, stderr, stdout};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::input::Source;
use crate::board::Board;
use crate::board::notation::square_name;
use crate::position::Position;
use crate::proof::{self, ProofRecord};
use crate::records::PositionRecord;
use crate::solver::{Answer, Goal, Limits, Solution, Solver};
use crate::types::{ByRule, Color, Rule, Ruleset, Square};

#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    source: Source,
    /// What kind of win to look for.
    #[arg(long, value_enum, default_value_t = GoalName::Vcf)]
    goal: GoalName,
    /// The rule, for a position given as moves or diagram.
    #[arg(long, default_value_t = Rule::Freestyle)]
    rule: Rule,
    /// Squares a side, for a position given as moves.
    #[arg(long, default_value_t = 15)]
    size: usize,
    /// The win with the fewest fours (for vcf), not just any.
    #[arg(long)]
    shortest: bool,
    /// Who is to win; the other side passes first if it is its turn. The side
    /// to move if not given.
    #[arg(long, value_enum)]
    color: Option<ColorName>,
    /// Give up a position after so many stones placed.
    #[arg(long, default_value_t = 100_000_000)]
    nodes: u64,
    /// Give up a position after so many milliseconds.
    #[arg(long, value_name = "MS")]
    time: Option<u64>,
    /// Memory for tables in MiB.
    #[arg(long, default_value_t = 64)]
    memory: usize,
    /// One JSON object a line: id, rule, goal, answer, and of a win its line
    /// and the number of moves before the five.
    #[arg(long)]
    json: bool,
    /// With --json, the proof too, as `verify` reads it.
    #[arg(long, requires = "json")]
    proof: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum GoalName {
    /// By fours alone.
    Vcf,
    /// By fours and moves that threaten to win by fours.
    Vct,
}

impl GoalName {
    fn name(self) -> &'static str {
        match self {
            GoalName::Vcf => "vcf",
            GoalName::Vct => "vct",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum ColorName {
    Black,
    White,
}

impl From<ColorName> for Color {
    fn from(name: ColorName) -> Color {
        match name {
            ColorName::Black => Color::Black,
            ColorName::White => Color::White,
        }
    }
}

pub(super) fn run(args: &Args) -> Result<()> {
    let mut solver = Solver::new(args.memory << 20);
    let mut totals = Totals::default();
    args.source.for_each(args.rule, args.size, |record| {
        let record = turned(record, args.color);
        let start = Instant::now();
        let solution = record.rule.run(Question {
            solver: &mut solver,
            board: record.board.clone(),
            goal: args.goal(),
            limits: args.limits(),
        });
        let took = start.elapsed();
        check(&record, &solution.answer)?;
        totals.add(&solution, took);
        let text = if args.json {
            json_line(args, &record, solution, took)
        } else {
            text(&record, &solution, took)
        };
        Ok(stdout().lock().write_all(text.as_bytes())?)
    })?;
    if totals.positions > 1 {
        writeln!(stderr(), "{}", totals.text())?;
    }
    Ok(())
}

impl Args {
    fn goal(&self) -> Goal {
        match (self.goal, self.shortest) {
            (GoalName::Vcf, false) => Goal::Vcf,
            (GoalName::Vcf, true) => Goal::ShortestVcf,
            (GoalName::Vct, _) => Goal::Vct,
        }
    }

    fn limits(&self) -> Limits<'static> {
        Limits {
            nodes: self.nodes,
            time: self.time.map(Duration::from_millis),
            stop: None,
        }
    }
}

/// The position with the wanted side to move.
fn turned(record: &PositionRecord, color: Option<ColorName>) -> PositionRecord {
    let mut record = record.clone();
    if color.is_some_and(|color| record.board.side_to_move() != color.into()) {
        record.board.pass();
    }
    record
}

/// A question to the solver under one rule.
struct Question<'a> {
    solver: &'a mut Solver,
    board: Board,
    goal: Goal,
    limits: Limits<'a>,
}

impl ByRule for Question<'_> {
    type Output = Solution;

    fn run<R: Ruleset>(self) -> Solution {
        let mut position = Position::<R>::new(self.board);
        self.solver.solve(&mut position, self.goal, self.limits)
    }
}

/// Whether the referee agrees with a win.
fn check(record: &PositionRecord, answer: &Answer) -> Result<()> {
    let Answer::Win(win) = answer else {
        return Ok(());
    };
    proof::check(&record.board, record.rule, &win.proof)
        .with_context(|| format!("the win found in {} is none; please report this", record.id))
}

const fn name(answer: &Answer) -> &'static str {
    match answer {
        Answer::Win(_) => "win",
        Answer::None => "none",
        Answer::Unknown => "unknown",
    }
}

fn names(record: &PositionRecord, squares: &[Square]) -> Vec<String> {
    let name = |&square: &Square| square_name(square, record.board.height());
    squares.iter().map(name).collect()
}

fn json_line(args: &Args, record: &PositionRecord, solution: Solution, took: Duration) -> String {
    let mut line = json!({
        "id": record.id,
        "rule": record.rule.name(),
        "goal": args.goal.name(),
        "result": name(&solution.answer),
        "nodes": solution.nodes,
        "ms": took.as_micros() as f64 / 1e3,
    });
    if let Answer::Win(win) = solution.answer {
        line["attacker_moves"] = win.moves.into();
        line["line"] = names(record, &win.line).into();
        if args.proof {
            let record = ProofRecord {
                id: record.id.clone(),
                rule: record.rule,
                board: record.board.clone(),
                proof: win.proof,
            };
            // What it writes is an object.
            let proof: Value = serde_json::from_str(&record.to_json()).unwrap_or_default();
            for field in ["board", "to_move", "proof"] {
                line[field] = proof[field].clone();
            }
        }
    }
    format!("{line}\n")
}

fn text(record: &PositionRecord, solution: &Solution, took: Duration) -> String {
    let cost = format!(
        "{} nodes, {:.1} ms",
        solution.nodes,
        took.as_secs_f64() * 1e3
    );
    let side = record.board.side_to_move();
    match &solution.answer {
        Answer::Win(win) => {
            let line = names(record, &win.line).join(" ");
            format!(
                "{}: {side} wins, {} moves and a five: {line} ({cost})\n",
                record.id, win.moves
            )
        }
        other => format!("{}: {} for {side} ({cost})\n", record.id, name(other)),
    }
}

/// What several positions came to.
#[derive(Default)]
struct Totals {
    positions: usize,
    wins: usize,
    none: usize,
    unknown: usize,
    nodes: u64,
    time: Duration,
    longest: Duration,
}

impl Totals {
    fn add(&mut self, solution: &Solution, took: Duration) {
        self.positions += 1;
        *match solution.answer {
            Answer::Win(_) => &mut self.wins,
            Answer::None => &mut self.none,
            Answer::Unknown => &mut self.unknown,
        } += 1;
        self.nodes += solution.nodes;
        self.time += took;
        self.longest = self.longest.max(took);
    }

    fn text(&self) -> String {
        format!(
            "{} positions: {} win, {} none, {} unknown; {} nodes, {:.3} s, the longest {:.3} s",
            self.positions,
            self.wins,
            self.none,
            self.unknown,
            self.nodes,
            self.time.as_secs_f64(),
            self.longest.as_secs_f64(),
        )
    }
}
