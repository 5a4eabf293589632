//! `openings`: finds fair openings, shows the 26 named ones, and plays games under
//! opening rules.

mod named;
mod play;

use std::io::Write;
use std::sync::atomic::Ordering::Relaxed;

use anyhow::{Result, bail};

use crate::board::notation::moves_text;
use crate::cli::exit::{count, output, wrong_use};
use crate::cli::progress::{bar, cores, interrupts};
use crate::cli::values::{MOST, Size, whole};
use crate::engine::MOST_THREADS;
use crate::lab::balanced_openings::{NoOpenings, Opening, Wanted, search};
use crate::types::{MAX_SIDE, Rule};

/// The most openings.
const MOST_OPENINGS: usize = 1_000_000;
/// The minimum and maximum number of stones, as far as they fit.
const USUAL_STONES: (usize, usize) = (3, 8);

#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(super) struct Args {
    /// What to do (default: find fair openings).
    #[command(subcommand)]
    what: Option<What>,
    #[command(flatten)]
    search: SearchArgs,
}

#[derive(clap::Subcommand)]
enum What {
    /// Play games under an opening rule, the engine on both sides, and show how well
    /// the side does that chose its colour.
    Play(play::Args),
    /// Show the 26 named openings with their classical assessment in renju and the
    /// engine's in renju and freestyle.
    Named(named::Args),
}

/// The search for fair openings.
#[derive(clap::Args)]
struct SearchArgs {
    /// Rule: freestyle, standard, renju, caro or caro8.
    #[arg(long, default_value_t = Rule::Freestyle)]
    rule: Rule,
    /// Board side, or WIDTHxHEIGHT.
    #[arg(long, default_value = "15")]
    size: Size,
    /// Number of openings.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = whole(0..=MOST_OPENINGS))]
    count: usize,
    /// Minimum number of stones, at least 2 (default: 3, or --most if that is less).
    #[arg(long, value_name = "N", value_parser = whole(2..=MAX_SIDE))]
    least: Option<usize>,
    /// Maximum number of stones, at most the board's shorter side (default: 8, or --least
    /// if that is more, or the shorter side if that is less).
    #[arg(long, value_name = "N", value_parser = whole(2..=MAX_SIDE))]
    most: Option<usize>,
    /// Wanted normalised score for Black (200 is 73 % of the points).
    #[arg(long, value_name = "SCORE", default_value_t = 0, value_parser = whole(-2_000..=2_000))]
    bias: i32,
    /// Allowed distance from it, in the same units.
    #[arg(long, value_name = "SCORE", default_value_t = 90, value_parser = whole(1..=20_000))]
    limit: i32,
    /// Nodes per search.
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = whole(1..=MOST))]
    nodes: u64,
    /// Check each opening with a second search of this many nodes. With more than
    /// `--nodes` it finds openings that only look fair.
    #[arg(long, value_name = "N", value_parser = whole(1..=MOST))]
    check_nodes: Option<u64>,
    /// Random seed.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0..=u64::MAX))]
    seed: u64,
    /// Threads (default: one per core).
    #[arg(long, value_name = "N", value_parser = whole(1..=MOST_THREADS))]
    threads: Option<usize>,
}

pub(super) fn run(args: &Args) -> Result<()> {
    match &args.what {
        None => run_search(&args.search),
        Some(What::Play(args)) => play::run(args),
        Some(What::Named(args)) => named::run(args),
    }
}

impl SearchArgs {
    fn shorter_side(&self) -> usize {
        let Size(width, height) = self.size;
        width.min(height)
    }

    /// The minimum and maximum number of stones.
    fn stones(&self) -> (usize, usize) {
        let usual = USUAL_STONES.1.max(self.least.unwrap_or(0));
        let most = self.most.unwrap_or(usual.min(self.shorter_side()));
        (self.least.unwrap_or(USUAL_STONES.0.min(most)), most)
    }

    /// The options whose numbers of stones cannot be.
    fn wrong_stones(&self) -> &'static str {
        let is_too_large = |number: Option<usize>| number > Some(self.shorter_side());
        match (is_too_large(self.least), is_too_large(self.most)) {
            (true, false) => "--least",
            (false, true) => "--most",
            _ => "--least and --most",
        }
    }
}

fn run_search(args: &SearchArgs) -> Result<()> {
    let Size(width, height) = args.size;
    let wanted = Wanted {
        rule: args.rule,
        width,
        height,
        count: args.count,
        stones: args.stones(),
        bias: args.bias,
        limit: args.limit,
        nodes: args.nodes,
        check_nodes: args.check_nodes,
        seed: args.seed,
    };
    let stop = interrupts()?;
    let bar = bar(args.count);
    let threads = args.threads.unwrap_or_else(cores);
    let found = search(&wanted, threads, &stop, &|_| bar.inc(1));
    bar.finish_and_clear();
    let found = found.map_err(|error| match error {
        NoOpenings::Stones(..) => wrong_use(format!("{}: {error}", args.wrong_stones())),
        error => error.into(),
    })?;
    write(&wanted, &found)?;
    if found.len() < args.count {
        let why = match stop.load(Relaxed) {
            true => "interrupted: ",
            false => "",
        };
        bail!(
            "{why}{} of {} found",
            found.len(),
            count(args.count, "opening")
        );
    }
    Ok(())
}

fn write(wanted: &Wanted, openings: &[Opening]) -> Result<()> {
    let mut out = output();
    let Wanted {
        rule,
        width,
        height,
        ..
    } = wanted;
    let nodes = match wanted.check_nodes {
        None => count(wanted.nodes, "node"),
        Some(check) => format!("{}, then {check}", count(wanted.nodes, "node")),
    };
    writeln!(
        out,
        "# {rule} {width}x{height}, {} of {} to {} stones, seed {}, {nodes}, score {} +- {}",
        count(openings.len(), "opening"),
        wanted.stones.0,
        wanted.stones.1,
        wanted.seed,
        wanted.bias,
        wanted.limit,
    )?;
    for opening in openings {
        writeln!(out, "{}", moves_text(&opening.board))?;
    }
    Ok(())
}
