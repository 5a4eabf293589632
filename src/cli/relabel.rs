//! `relabel`: searches some positions of games again, with more nodes.

use std::path::PathBuf;

use anyhow::{Context, Result};

use super::bench::{COMMIT, origin};
use super::exit::wrong_use;
use super::fit::read;
use super::progress::cores;
use super::selfplay::{check_network, fill};
use super::values::{MOST, whole};
use crate::engine::MOST_THREADS;
use crate::eval::network::NetworkChoice;
use crate::lab::selfplay::{GameFile, Relabel, relabel};
use crate::lab::shard::Shard;

#[derive(clap::Args)]
#[command(after_help = "\
The games do not change; move and score of the longer searches are added to them. \
`train` learns from these where there are any, and measures itself by them. Run the \
same command again to resume.")]
pub(super) struct Args {
    /// Search one position in N again, chosen at random.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = whole(1u32..=1_000_000))]
    one_in: u32,
    /// Nodes per search.
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = whole(1..=MOST))]
    nodes: u64,
    /// Random seed.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0..=u64::MAX))]
    seed: u64,
    /// Search only part I of N of the games: for several machines. `merge` puts the parts
    /// together.
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE)]
    shard: Shard,
    /// Network: a file, `embedded`, or `off` for none.
    #[arg(long, value_name = "FILE", default_value = "embedded", value_parser = NetworkChoice::parse)]
    network: NetworkChoice,
    /// Commit of this build, for the file's first line.
    #[arg(long, value_name = "COMMIT",
          default_value = COMMIT)]
    commit: String,
    /// Threads (default: one per core). They do not change the result.
    #[arg(long, value_name = "N", value_parser = whole(1..=MOST_THREADS))]
    threads: Option<usize>,
    /// File of selfplay.
    from: PathBuf,
    /// File to which its games are added, with the new searches.
    to: PathBuf,
}

pub(super) fn run(args: &Args) -> Result<()> {
    let set = read(std::slice::from_ref(&args.from))?;
    let mut plan = set.plan.with_context(|| {
        let from = args.from.display();
        format!("{from} has games as text; a file of selfplay is needed")
    })?;
    check_network(&args.network, plan.rule())?;
    let mut games = set.games;
    if !args.shard.is_whole() {
        if !plan.shard.is_whole() {
            let from = args.from.display();
            let why = format!("{from} is part {} already: leave out --shard", plan.shard);
            return Err(wrong_use(why));
        }
        plan.shard = args.shard;
        let mut number = 0..;
        games.retain(|_| number.next().is_some_and(|number| args.shard.has(number)));
    }
    plan.relabelled = Some(Relabel {
        one_in: args.one_in,
        nodes: args.nodes,
        seed: args.seed,
        engine: origin(&args.commit, &args.network)?,
    });
    plan.check()?;
    let mut file = GameFile::open(&args.to, &plan)?;
    let done = file.games();
    let threads = args.threads.unwrap_or_else(cores);
    fill(&mut file, games.len(), |stop, report| {
        relabel(&plan, &args.network, (done, &games), threads, stop, report)
    })
}
