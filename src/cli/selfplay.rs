//! `selfplay`: games to train on.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use anyhow::{Context, Result, ensure};

use super::bench::{COMMIT, origin};
use super::exit::wrong_use;
use super::progress::{bar, cores, interrupts};
use super::values::{MOST, MOST_GAMES, whole};
use crate::engine::MOST_THREADS;
use crate::eval::network::NetworkChoice;
use crate::lab::balanced_openings::NoOpenings;
use crate::lab::selfplay::{GameFile, Plan, ScoredGame, Sizes, play};
use crate::lab::shard::Shard;
use crate::lock::{into_inner, lock};
use crate::types::Rule;

#[derive(clap::Args)]
#[command(after_help = "\
Each game depends only on the options and its number. Run the same command again to \
resume, or with more --games to add to the file. `games` shows the contents of a \
file.")]
pub(super) struct Args {
    /// Rule: freestyle, standard, renju, caro or caro8.
    #[arg(long, default_value_t = Rule::Freestyle)]
    rule: Rule,
    /// Board side, or WIDTHxHEIGHT, or mixed: mostly 15 (freestyle: half of them 20),
    /// one in eight another square, one in eight any rectangle.
    #[arg(long, default_value_t = Sizes::Fixed(15, 15))]
    size: Sizes,
    /// Total number of games, all shards together.
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = whole(1..=MOST_GAMES))]
    games: usize,
    /// Nodes per move.
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = whole(1..=MOST))]
    nodes: u64,
    /// Halve the nodes of each side up to this many times, at random per game.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=40))]
    halvings: u32,
    /// Do not play moves that only keep the game even: games as in a match.
    #[arg(long)]
    no_levelling: bool,
    /// Random seed.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0..=u64::MAX))]
    seed: u64,
    /// Number of the first game.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole(0..=MOST_GAMES as u64))]
    first: u64,
    /// Play only part I of N of the games: for several machines. `merge` puts the parts
    /// together.
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE)]
    shard: Shard,
    /// Keep the raw scores of the search, for fit-scale.
    #[arg(long)]
    raw: bool,
    /// Network: a file, `embedded`, or `off` for none.
    #[arg(long, value_name = "FILE", default_value = "embedded", value_parser = NetworkChoice::parse)]
    network: NetworkChoice,
    /// Commit of this build, for the file's first line.
    #[arg(long, value_name = "COMMIT",
          default_value = COMMIT)]
    commit: String,
    /// Threads (default: one per core).
    #[arg(long, value_name = "N", value_parser = whole(1..=MOST_THREADS))]
    threads: Option<usize>,
    /// File to which the games are added.
    file: PathBuf,
}

impl Args {
    fn plan(&self) -> Result<Plan> {
        Ok(Plan {
            rule: self.rule.to_string(),
            size: self.size.to_string(),
            nodes: self.nodes,
            halvings: self.halvings,
            levelling: !self.no_levelling,
            seed: self.seed,
            first: self.first,
            shard: self.shard,
            scores: match self.raw {
                true => "raw".to_string(),
                false => Plan::normalised_scores(),
            },
            engine: origin(&self.commit, &self.network)?,
            relabelled: None,
        })
    }
}

pub(super) fn run(args: &Args) -> Result<()> {
    check_network(&args.network, args.rule)?;
    let plan = args.plan()?;
    plan.check()?;
    let games = plan.share_of(args.games)?;
    let mut file = GameFile::open(&args.file, &plan)?;
    let done = file.games();
    let threads = args.threads.unwrap_or_else(cores);
    fill(&mut file, games, |stop, report| {
        play(&plan, &args.network, (done, games), threads, stop, report)
    })
}

/// A network that is given must be for the rule of the games: else it would not be used.
pub(super) fn check_network(network: &NetworkChoice, rule: Rule) -> Result<()> {
    match network {
        NetworkChoice::Given(given) if given.rule() != rule => Err(wrong_use(format!(
            "the network is for {}, the games are {rule}",
            given.rule()
        ))),
        _ => Ok(()),
    }
}

/// Receives a game, and returns whether to play on.
type Report<'a> = &'a (dyn Fn(&ScoredGame) -> bool + Sync);

/// Adds the games that `make` reports to the file, until it has `games` or is
/// interrupted.
pub(super) fn fill(
    file: &mut GameFile,
    games: usize,
    make: impl FnOnce(&Arc<AtomicBool>, Report) -> Result<(), NoOpenings>,
) -> Result<()> {
    let stop = interrupts()?;
    let bar = bar(games.saturating_sub(file.games()));
    let out = Mutex::new((file, None));
    let report = |game: &ScoredGame| {
        let mut out = lock(&out);
        bar.inc(1);
        match out.0.add(game) {
            Ok(()) => true,
            Err(error) => {
                out.1 = Some(error);
                false
            }
        }
    };
    make(&stop, &report)?;
    bar.finish_and_clear();
    let (file, failed) = into_inner(out);
    failed.map_or(Ok(()), Err).context("cannot continue")?;
    ensure!(
        !stop.load(Relaxed) || file.games() >= games,
        "interrupted; run the same command to resume"
    );
    Ok(())
}
