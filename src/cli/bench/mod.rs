//! `bench`: a fixed search, the speed of the board, and the gain of threads.

mod board;
mod depths;
mod profile;
mod threads;

use std::io::Write;
use std::time::Duration;

use anyhow::{Context, Result};

use super::exit::output;
use super::values::{setting, whole};
use crate::clock::Control;
use crate::engine::{Engine, Options};
use crate::eval::network::NetworkChoice;
use crate::records::{PositionRecord, lines};
use crate::search::Iteration;
use crate::types::{Depth, SQUARES};

/// Positions of our own games, `id; rule; size; moves` a line.
const POSITIONS: &str = include_str!("../../../bench-positions/bench.txt");

/// The commit that this program was built from, if the build was told.
pub(super) const COMMIT: &str = match option_env!("TENGEN_COMMIT") {
    Some(commit) => commit,
    None => "unknown",
};

/// The depth of the signature.
pub const BENCH_DEPTH: Depth = 9;
/// The depth of the searches whose signature identifies an engine in files.
const ORIGIN_DEPTH: Depth = 4;
/// The greatest depth.
const MOST_DEPTH: Depth = SQUARES as Depth;
/// The memory of the benchmark, whatever the defaults are.
const MEMORY: u64 = 64 << 20;

#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(super) struct Args {
    /// What to measure; the search if not given.
    #[command(subcommand)]
    what: Option<What>,
    #[command(flatten)]
    search: SearchArgs,
}

#[derive(clap::Subcommand)]
enum What {
    /// The search; prints the signature.
    Search(SearchArgs),
    /// Placing and undoing stones.
    Board,
    /// The depth that is reached by numbers of nodes, and the branching factor.
    Depths(depths::Args),
    /// The time to the depth with one thread and with several.
    Threads(threads::Args),
}

/// How to search.
#[derive(clap::Args)]
struct SearchArgs {
    /// Depth of the search.
    #[arg(long, value_name = "N", default_value_t = BENCH_DEPTH, value_parser = whole(1..=MOST_DEPTH))]
    depth: Depth,
    /// Set a parameter of the search, for experiments.
    #[arg(long, value_name = "NAME=VALUE", value_parser = setting)]
    set: Vec<(String, i32)>,
    /// Show where the nodes go, by kind of node and remaining depth (only in a build
    /// with the feature profile).
    #[arg(long)]
    profile: bool,
}

pub(super) fn run(args: &Args) -> Result<()> {
    match &args.what {
        None => run_search(&args.search),
        Some(What::Search(args)) => run_search(args),
        Some(What::Board) => board::run(),
        Some(What::Depths(args)) => depths::run(args),
        Some(What::Threads(args)) => threads::run(args),
    }
}

/// The outcome of the fixed search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BenchResult {
    /// A hash of the nodes and the score of every position.
    pub signature: u32,
    /// Nodes of all searches.
    pub nodes: u64,
    /// The time of the searches.
    pub time: Duration,
}

/// Searches every bench position to a depth with these options. `report` gets the
/// id, score and nodes of each; its error ends the benchmark.
pub fn bench(
    depth: Depth,
    options: &Options,
    mut report: impl FnMut(&str, String, u64) -> Result<()>,
) -> Result<BenchResult> {
    let mut engine = Engine::new()?;
    let mut signature = Fnv::new();
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for record in lines::read(POSITIONS)? {
        let options = Options {
            depth: Some(depth),
            ..options.clone()
        };
        let found = search(&mut engine, &record, options)?;
        nodes += found.nodes;
        time += found.elapsed;
        signature.add(found.nodes);
        signature.add(found.score.value() as u64);
        let score = engine.scale().normalised(found.score);
        report(&record.id, score.to_string(), found.nodes)?;
    }
    Ok(BenchResult {
        signature: signature.finish(),
        nodes,
        time,
    })
}

/// The program in the first line of a file: the given commit, and a signature with this
/// network.
pub(super) fn origin(commit: &str, network: &NetworkChoice) -> Result<String> {
    let options = Options {
        network: network.clone(),
        ..Options::default()
    };
    let played = bench(ORIGIN_DEPTH, &options, |_, _, _| Ok(()))?;
    Ok(format!("{commit} {:08x}", played.signature))
}

/// Searches a bench position under its rule, with an empty table and without a
/// limit but the depth of the options.
fn search(engine: &mut Engine, record: &PositionRecord, options: Options) -> Result<Iteration> {
    engine.set_board(record.board.clone());
    engine.set_options(Options {
        rule: record.rule,
        infinite: true,
        memory: MEMORY,
        ..options
    });
    engine.clear_hash();
    engine.prepare();
    let found = engine.think(&Control::new(), &|_| ());
    found.context("a full board")
}

fn run_search(args: &SearchArgs) -> Result<()> {
    if args.profile {
        return profile::run(args);
    }
    let mut out = output();
    let options = Options {
        params: args.set.iter().collect(),
        ..Options::default()
    };
    let result = bench(args.depth, &options, |id, score, nodes| {
        Ok(writeln!(out, "{id:<16} {score:>7} {nodes:>10}")?)
    })?;
    let BenchResult {
        signature,
        nodes,
        time,
    } = result;
    let nps = nodes as f64 / time.as_secs_f64();
    writeln!(out, "{signature:08x} {nodes} nodes {nps:.0} nps")?;
    Ok(())
}

/// FNV-1a, a simple public hash.
struct Fnv(u32);

impl Fnv {
    fn new() -> Fnv {
        Fnv(0x811c_9dc5)
    }

    fn add(&mut self, number: u64) {
        for byte in number.to_le_bytes() {
            self.0 = (self.0 ^ u32::from(byte)).wrapping_mul(0x0100_0193);
        }
    }

    fn finish(self) -> u32 {
        self.0
    }
}
