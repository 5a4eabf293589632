//! `solve`: forced wins, with proofs.

use std::fs::File;
use std::io::{BufWriter, Write, stderr};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use super::exit::{output, wrong_use};
use super::input::{Source, check_outputs};
use super::progress::{bar, interrupts};
use super::solution::{self, Totals};
use super::values::{MOST, MOST_MEMORY, time, whole};
use crate::proof::{self, ProofRecord};
use crate::records::PositionRecord;
use crate::rules::winner;
use crate::solver::{Answer, Goal, Solver, SolverLimits};
use crate::types::{Color, Rule};

#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    source: Source,
    /// The kind of win to look for.
    #[arg(long, value_enum, default_value_t = GoalName::Vcf)]
    goal: GoalName,
    /// Find the win with the fewest fours (for vcf), not just any.
    #[arg(long)]
    shortest: bool,
    /// The side that is to win; the other side passes first if it is to move.
    /// The side to move if not given.
    #[arg(long, value_enum)]
    color: Option<ColorName>,
    /// Give up a position after this many nodes.
    #[arg(long, value_name = "N", default_value_t = 100_000_000, value_parser = whole(1..=MOST))]
    nodes: u64,
    /// Give up a position after this time, as 500ms, 2s or 1m (a number alone:
    /// milliseconds); no limit if not given.
    #[arg(long, value_name = "TIME", value_parser = time)]
    time: Option<Duration>,
    /// Memory for tables in MiB; less if less is available.
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = whole(1..=MOST_MEMORY))]
    memory: u64,
    /// Print one JSON object a line for each position, in order: id, result
    /// (win, none or unknown), goal, line, attacker_moves (the most that are
    /// needed before the five), nodes, ms.
    #[arg(long)]
    json: bool,
    /// Write the proof of every win to this file, one a line, for `verify`.
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

    const fn in_words(self) -> &'static str {
        match self {
            GoalName::Vcf => "win by fours",
            GoalName::Vct => "win by threats",
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
        let why = "--shortest is for --goal vcf only";
        return Err(wrong_use(why));
    }
    let positions = args.source.read(Rule::Freestyle)?;
    let file: Vec<PathBuf> = positions.file().into_iter().map(PathBuf::from).collect();
    check_outputs(&file, &[("--proof", args.proof.as_deref())])?;
    // An old file stays as it is until there is a position.
    let mut proofs = None;
    let stop = interrupts()?;
    let stopped = || stop.load(Relaxed);
    let memory = usize::try_from(args.memory << 20).unwrap_or(usize::MAX);
    let mut solver = Solver::new(memory);
    let mut totals = Totals::default();
    let bar = (positions.len() > 1).then(|| bar(positions.len()));
    let solved = positions.for_each(|record| {
        ensure!(!stopped(), "interrupted");
        if let (Some(path), None) = (&args.proof, &proofs) {
            proofs = Some(create(path)?);
        }
        if let Some(winner) = winner(&record.board, record.rule) {
            bail!("{}: {winner} has won already", record.id);
        }
        let record = with_side_to_move(record, args.color);
        let start = Instant::now();
        let time = args.time.unwrap_or(Duration::MAX);
        let ends = || stopped() || start.elapsed() >= time;
        let position = (record.board.clone(), record.rule);
        let solution = solver.solve_board(position, args.goal(), args.limits(&ends));
        let took = start.elapsed();
        let is_given_up = stopped() && matches!(solution.answer, Answer::Unknown);
        ensure!(!is_given_up, "interrupted");
        check(&record, &solution.answer)?;
        totals.add(&solution, took);
        let text = match args.json {
            true => solution::json_line(&record, args.goal.name(), &solution, took),
            false => {
                let heading = positions.file().map(|_| &*record.id);
                solution::drawing(&record, heading, args.goal.in_words(), &solution, took)
            }
        };
        let print = || output().write_all(text.as_bytes());
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
    });
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
    // Finished proofs are kept, whatever failed after them.
    if let Some(mut proofs) = proofs {
        proofs.flush().context("cannot write the proofs")?;
    }
    solved?;
    if positions.len() > 1 {
        // It may have no reader.
        let _ = writeln!(stderr(), "{}", totals.text());
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

    fn limits<'a>(&self, stop: &'a dyn Fn() -> bool) -> SolverLimits<'a> {
        SolverLimits {
            nodes: self.nodes,
            stop: Some(stop),
        }
    }
}

/// The position with the wanted side to move.
fn with_side_to_move(record: &PositionRecord, color: Option<ColorName>) -> PositionRecord {
    let mut record = record.clone();
    if color.is_some_and(|color| record.board.side_to_move() != color.into()) {
        record.board.pass();
    }
    record
}

/// Whether the referee agrees with a win.
fn check(record: &PositionRecord, answer: &Answer) -> Result<()> {
    let Answer::Win(win) = answer else {
        return Ok(());
    };
    proof::check(&record.board, record.rule, &win.proof).with_context(|| {
        format!(
            "the proof of the win in {} is wrong; please report this",
            record.id
        )
    })
}
