//! `relabel`: some positions of games searched again, with more nodes.

use std::path::PathBuf;

use anyhow::{Context, Result};

use super::bench::origin;
use super::fit::read;
use super::progress::cores;
use super::selfplay::fill;
use super::values::{MOST, whole};
use crate::engine::MOST_THREADS;
use crate::lab::selfplay::{GameFile, MOST_BRANCHES, Relabel, relabel};

#[derive(clap::Args)]
#[command(after_help = "\
The games stay as they are; beside their scores stand the move and the score of the \
longer searches. `train` learns from these where there are any, and measures with \
them what it has learnt. An interrupted run goes on when the same command is given \
again.")]
pub(super) struct Args {
    /// One position in so many, chosen at random, is searched again.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = whole(1u32..=1_000_000))]
    one_in: u32,
    /// Nodes for each.
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = whole(1..=MOST))]
    nodes: u64,
    /// Keep so many nodes of each of these searches' trees as branches, for the policy to
    /// learn from.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole(0..=MOST_BRANCHES))]
    branches: usize,
    /// Nodes for a search of each branch.
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = whole(1..=MOST))]
    branch_nodes: u64,
    /// Another seed draws other positions.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0..=u64::MAX))]
    seed: u64,
    /// The commit that this program was built from, for the file's first line.
    #[arg(long, value_name = "COMMIT",
          default_value = option_env!("TENGEN_COMMIT").unwrap_or("unknown"))]
    commit: String,
    /// Threads; if not given, one for each core. They do not change what is found.
    #[arg(long, value_name = "N", value_parser = whole(1..=MOST_THREADS))]
    threads: Option<usize>,
    /// A file of selfplay.
    from: PathBuf,
    /// Its games are added to this file, with what was found.
    to: PathBuf,
}

pub(super) fn run(args: &Args) -> Result<()> {
    let set = read(std::slice::from_ref(&args.from))?;
    let mut plan = set.plan.with_context(|| {
        let from = args.from.display();
        format!("{from} has games as text; those in a file of selfplay are needed")
    })?;
    plan.relabelled = Some(Relabel {
        one_in: args.one_in,
        nodes: args.nodes,
        branches: args.branches,
        branch_nodes: match args.branches {
            0 => 0,
            _ => args.branch_nodes,
        },
        seed: args.seed,
        engine: origin(&args.commit)?,
    });
    plan.check()?;
    let mut file = GameFile::open(&args.to, &plan)?;
    let done = file.games();
    let threads = args.threads.unwrap_or_else(cores);
    fill(&mut file, set.games.len(), |stop, report| {
        relabel(&plan, (done, &set.games), threads, stop, report)
    })
}
