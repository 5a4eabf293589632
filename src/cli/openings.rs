//! `openings`: fair openings.

use std::io::{Write, stdout};

use anyhow::{Result, bail};

use super::long::{bar, cores, interrupts};
use super::matches::Size;
use crate::board::notation::moves_text;
use crate::lab::generate::{Opening, Wanted, generate};
use crate::types::Rule;

#[derive(clap::Args)]
pub(super) struct Args {
    /// The rule: freestyle, standard, renju, caro or caro8.
    #[arg(long, default_value_t = Rule::Freestyle)]
    rule: Rule,
    /// The board's side, or WIDTHxHEIGHT.
    #[arg(long, default_value = "15")]
    size: Size,
    /// How many openings.
    #[arg(long, default_value_t = 200)]
    count: usize,
    /// Least number of stones.
    #[arg(long, default_value_t = 3)]
    least: usize,
    /// Greatest number of stones.
    #[arg(long, default_value_t = 8)]
    most: usize,
    /// The score that they are to have, for Black.
    #[arg(long, default_value_t = 0, allow_negative_numbers = true,
          value_parser = clap::value_parser!(i32).range(-5_000..=5_000))]
    bias: i32,
    /// How far from it the score may be.
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(i32).range(1..=20_000))]
    limit: i32,
    /// Nodes for each search.
    #[arg(long, default_value_t = 100_000)]
    nodes: u64,
    /// The same seed gives the same openings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads; if not given, one for each core.
    #[arg(long)]
    threads: Option<usize>,
}

pub(super) fn run(args: &Args) -> Result<()> {
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
        seed: args.seed,
    };
    let stop = interrupts()?;
    let bar = bar(args.count);
    let threads = args.threads.unwrap_or_else(cores);
    let found = generate(&wanted, threads, &stop, &|_| bar.inc(1))?;
    bar.finish_and_clear();
    write(&wanted, &found)?;
    if found.len() < args.count {
        bail!("{} of {} openings found", found.len(), args.count);
    }
    Ok(())
}

fn write(wanted: &Wanted, openings: &[Opening]) -> Result<()> {
    let mut out = stdout().lock();
    let Wanted {
        rule,
        width,
        height,
        ..
    } = wanted;
    writeln!(
        out,
        "# {rule} {width}x{height}, {} openings of {} to {} stones, seed {}, {} nodes, score {} +- {}",
        openings.len(),
        wanted.stones.0,
        wanted.stones.1,
        wanted.seed,
        wanted.nodes,
        wanted.bias,
        wanted.limit,
    )?;
    for opening in openings {
        writeln!(out, "{}", moves_text(&opening.board))?;
    }
    Ok(())
}
