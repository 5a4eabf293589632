//! `bench`: a fixed search, and the speed of the board.

use std::io::{Write, stdout};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use crate::board::Board;
use crate::clock::Control;
use crate::engine::{Engine, Options};
use crate::params::Tunables;
use crate::position::Position;
use crate::records::{PositionRecord, lines};
use crate::search::Iteration;
use crate::types::{ByRule, Depth, Rule, Ruleset, Square};

/// Positions of our own games, `id; rule; size; moves` a line.
pub(super) const POSITIONS: &str = include_str!("../../bench-positions/bench.txt");
/// Whole games of our own, in the same form.
const GAMES: &str = include_str!("../../bench-positions/games.txt");

/// The depth of the signature.
pub const BENCH_DEPTH: Depth = 9;
/// The table of the benchmark, whatever the defaults are.
pub(super) const MEMORY: u64 = 64 << 20;

#[derive(clap::Args)]
pub(super) struct Args {
    /// What to measure.
    #[arg(value_enum, default_value_t = What::Search)]
    what: What,
    /// Depth of the search.
    #[arg(long, default_value_t = BENCH_DEPTH)]
    pub(super) depth: Depth,
    /// Threads, for the time that several take.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u16).range(2..=256))]
    pub(super) threads: u16,
    /// Repetitions, for the same.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    pub(super) rounds: u16,
    /// Other positions for the same, in the form of bench-positions/bench.txt.
    #[arg(long)]
    pub(super) file: Option<PathBuf>,
    /// Every position turned and mirrored as well, for the same.
    #[arg(long)]
    pub(super) images: bool,
    /// Other numbers of the search, for experiments.
    #[arg(long, value_name = "NUMBER=VALUE", value_parser = setting)]
    pub(super) set: Vec<(String, i32)>,
}

impl Args {
    /// The numbers of the search.
    pub(super) fn params(&self) -> Tunables {
        let mut params = Tunables::default();
        for (name, value) in &self.set {
            params.set(name, *value);
        }
        params
    }
}

/// A number of the search and its value.
fn setting(text: &str) -> Result<(String, i32)> {
    let (name, value) = text.split_once('=').context("no '='")?;
    let value = Tunables::value(name, value)
        .with_context(|| format!("there is no number {name} that could be {value}"))?;
    Ok((name.to_string(), value))
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum What {
    /// The search; prints the signature.
    Search,
    /// Placing and taking back stones.
    Board,
    /// The time to the depth on one thread and, however they share the work,
    /// on several.
    Threads,
}

pub(super) fn run(args: &Args) -> Result<()> {
    match args.what {
        What::Search => run_search(args),
        What::Board => run_board(),
        What::Threads => super::scaling::run(args),
    }
}

/// The outcome of the fixed search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BenchResult {
    /// A hash of the nodes and the score of every position.
    pub signature: u32,
    /// Stones placed.
    pub nodes: u64,
    /// The time that it took.
    pub time: Duration,
}

/// Searches every bench position to a depth on one thread with these numbers;
/// `report` hears of each: its id, score and nodes.
pub fn bench(
    depth: Depth,
    params: Tunables,
    mut report: impl FnMut(&str, String, u64),
) -> Result<BenchResult> {
    let mut engine = Engine::new()?;
    let mut signature = Fnv::new();
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for record in lines::read(POSITIONS)? {
        let options = Options {
            depth: Some(depth),
            params,
            ..Options::default()
        };
        let found = search(&mut engine, &record, options)?;
        nodes += found.nodes;
        time += found.elapsed;
        signature.add(found.nodes);
        signature.add(found.score.value() as u64);
        report(&record.id, found.score.to_string(), found.nodes);
    }
    Ok(BenchResult {
        signature: signature.finish(),
        nodes,
        time,
    })
}

/// Searches a bench position under its rule, with an empty table and without a
/// limit but the depth of the options.
pub(super) fn search(
    engine: &mut Engine,
    record: &PositionRecord,
    options: Options,
) -> Result<Iteration> {
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

fn run_search(args: &Args) -> Result<()> {
    let mut out = stdout().lock();
    let result = bench(args.depth, args.params(), |id, score, nodes| {
        let _ = writeln!(out, "{id:<16} {score:>7} {nodes:>10}");
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

/// FNV-1a, a hash that anyone can compute again.
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

/// Rounds of the board's benchmark; the best and the median are printed.
const ROUNDS: usize = 11;
const ROUND: Duration = Duration::from_millis(300);

fn run_board() -> Result<()> {
    let mut out = stdout().lock();
    for rule in Rule::ALL {
        let games = games(rule)?;
        let mut rates: Vec<f64> = (0..ROUNDS).map(|_| rule.run(Pairs(&games))).collect();
        rates.sort_by(f64::total_cmp);
        let (best, median) = (rates[ROUNDS - 1], rates[ROUNDS / 2]);
        writeln!(
            out,
            "{rule:<10} best {best:.2} median {median:.2} M place+undo pairs/s"
        )?;
    }
    Ok(())
}

/// The games of a rule, each as its empty board and its moves.
fn games(rule: Rule) -> Result<Vec<(Board, Vec<Square>)>> {
    let of_rule = lines::read(GAMES)?
        .into_iter()
        .filter(|game| game.rule == rule);
    of_rule
        .map(|game| {
            let empty = Board::new(game.board.width(), game.board.height())?;
            let moves = game.board.moves().iter().copied().flatten().collect();
            Ok((empty, moves))
        })
        .collect()
}

/// Some games, to be played under a rule.
struct Pairs<'a>(&'a [(Board, Vec<Square>)]);

impl ByRule for Pairs<'_> {
    type Output = f64;

    fn run<R: Ruleset>(self) -> f64 {
        pairs::<R>(self.0)
    }
}

/// Plays the games through and takes them back, again and again; millions of
/// pairs a second.
fn pairs<R: Ruleset>(games: &[(Board, Vec<Square>)]) -> f64 {
    // As in a search, one position stays in the cache; here, one of each size.
    let mut positions: Vec<Position<R>> = Vec::new();
    let mut at = Vec::new();
    for (empty, _) in games {
        let known = positions.iter().position(|known| known.board() == empty);
        at.push(known.unwrap_or(positions.len()));
        if known.is_none() {
            positions.push(Position::new(empty.clone()));
        }
    }
    let start = Instant::now();
    let mut pairs = 0;
    while start.elapsed() < ROUND {
        for (&at, (_, moves)) in at.iter().zip(games) {
            let position = &mut positions[at];
            moves.iter().for_each(|&square| position.place(square));
            moves.iter().for_each(|_| position.undo());
            pairs += moves.len();
        }
    }
    pairs as f64 / start.elapsed().as_secs_f64() / 1e6
}
