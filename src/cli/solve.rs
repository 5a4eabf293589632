//! `solve`: forced wins, with proofs.

use std::fs::File;
use std::io::{BufWriter, Write, stderr, stdout};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use super::input::Source;
use super::long;
use super::solution::{self, Totals};
use crate::board::Board;
use crate::position::Position;
use crate::proof::{self, ProofRecord};
use crate::records::PositionRecord;
use crate::solver::{Answer, Goal, Limits, Solution, Solver};
use crate::types::{ByRule, Color, Rule, Ruleset};

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
    /// One JSON object a line, for each position in order: id, result (win,
    /// none or unknown), goal, line, attacker_moves (the most that are needed
    /// before the five), nodes (stones placed), ms.
    #[arg(long)]
    json: bool,
    /// Write the proof of every win to this file, one a line, as `verify`
    /// reads them.
    #[arg(long, value_name = "OUT")]
    proof: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum GoalName {
    /// By fours alone.
    Vcf,
    /// By fours and moves that threaten to win by fours.
    Vct,
}

impl GoalName {
    const fn name(self) -> &'static str {
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
    if args.shortest && args.goal == GoalName::Vct {
        bail!("--shortest is for --goal vcf: of wins by threats any is found");
    }
    let positions = args.source.len()?;
    let mut proofs = args.proof.as_deref().map(create).transpose()?;
    let mut solver = Solver::new(args.memory << 20);
    let mut totals = Totals::default();
    let bar = (positions > 1).then(|| long::bar(positions));
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
        let text = match args.json {
            true => solution::json_line(&record, args.goal.name(), &solution, took),
            false => solution::drawing(&record, &solution, took),
        };
        let print = || stdout().lock().write_all(text.as_bytes());
        match &bar {
            Some(bar) => bar.suspend(print)?,
            None => print()?,
        }
        if let Some(proofs) = &mut proofs {
            write_proof(proofs, &record, solution.answer)?;
        }
        if let Some(bar) = &bar {
            bar.set_message(totals.short());
            bar.inc(1);
        }
        Ok(())
    })?;
    if let Some(mut proofs) = proofs {
        proofs.flush().context("cannot write the proofs")?;
    }
    if positions > 1 {
        writeln!(stderr(), "{}", totals.text())?;
    }
    Ok(())
}

fn create(path: &Path) -> Result<BufWriter<File>> {
    let file = File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(BufWriter::new(file))
}

fn write_proof(file: &mut impl Write, record: &PositionRecord, answer: Answer) -> Result<()> {
    let Answer::Win(win) = answer else {
        return Ok(());
    };
    let record = ProofRecord {
        id: record.id.clone(),
        rule: record.rule,
        board: record.board.clone(),
        proof: win.proof,
    };
    writeln!(file, "{}", record.to_json()).context("cannot write the proofs")
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
