//! `openings`: fair openings, the 26 that have names, and games whose openings
//! the engine plays.

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
use crate::lab::opening_search::{NoOpenings, Opening, Wanted, search};
use crate::types::{MAX_SIDE, Rule};

/// The most openings.
const MOST_OPENINGS: usize = 1_000_000;

#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(super) struct Args {
    /// What to do; look for fair openings if not given.
    #[command(subcommand)]
    what: Option<What>,
    #[command(flatten)]
    search: SearchArgs,
}

#[derive(clap::Subcommand)]
enum What {
    /// Play games whose openings the engine plays too, on both sides, and say
    /// how well those do who choose a colour.
    Play(play::Args),
    /// Show the 26 openings that have names, with what was said of them for
    /// renju and what the engine finds in renju and in freestyle.
    Named(named::Args),
}

/// What openings are wanted.
#[derive(clap::Args)]
struct SearchArgs {
    /// The rule: freestyle, standard, renju, caro or caro8.
    #[arg(long, default_value_t = Rule::Freestyle)]
    rule: Rule,
    /// The board's side, or WIDTHxHEIGHT.
    #[arg(long, default_value = "15")]
    size: Size,
    /// How many openings.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = whole(0..=MOST_OPENINGS))]
    count: usize,
    /// Least number of stones, at least 2.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = whole(2..=MAX_SIDE))]
    least: usize,
    /// Greatest number of stones, at most the board's shorter side.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = whole(2..=MAX_SIDE))]
    most: usize,
    /// The normalised score that they are to have, for Black: 200 is 73 % of
    /// the points.
    #[arg(long, value_name = "SCORE", default_value_t = 0, value_parser = whole(-2_000..=2_000))]
    bias: i32,
    /// How far from it the score may be, in the same units.
    #[arg(long, value_name = "SCORE", default_value_t = 90, value_parser = whole(1..=20_000))]
    limit: i32,
    /// Nodes for each search.
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = whole(1..=MOST))]
    nodes: u64,
    /// Keep only those of which a search of so many nodes says so, too. More of them
    /// than of `--nodes` sees openings that are lost although they look fair.
    #[arg(long, value_name = "N", value_parser = whole(1..=MOST))]
    check_nodes: Option<u64>,
    /// The same seed gives the same openings.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0..=u64::MAX))]
    seed: u64,
    /// Threads; if not given, one for each core.
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

fn run_search(args: &SearchArgs) -> Result<()> {
    let Size(width, height) = args.size;
    let wanted = Wanted {
        rule: args.rule,
        width,
        height,
        count: args.count,
        stones: (args.least, args.most),
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
        NoOpenings::Stones(..) => wrong_use(error),
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
