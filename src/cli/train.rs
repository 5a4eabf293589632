//! `train`: a network from games.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use super::exit::output;
use super::fit::read;
use super::progress::cores;
use super::values::{MOST_GAMES, whole};
use crate::engine::MOST_THREADS;
use crate::eval::network::{self, Network};
use crate::lab::pool;
use crate::lab::train::{Foretold, Heard, Judged, Settings, TrainedValue, svg, train, train_value};

/// More teach nothing.
const MOST_EPOCHS: usize = 1_000;

#[derive(clap::Args)]
pub(super) struct Args {
    /// The network is written to this file.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// How much was learnt is drawn into this file, as SVG.
    #[arg(long, value_name = "FILE")]
    curves: Option<PathBuf>,
    /// How often the policy learns from everything.
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = whole(1..=MOST_EPOCHS))]
    epochs: usize,
    /// How often the value does; 0: the network has none.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = whole(0..=MOST_EPOCHS))]
    value_epochs: usize,
    /// The policy is that of this network's file, and only a value is learnt.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["epochs", "curves"])]
    policy: Option<PathBuf>,
    /// Only so many games are used, the first ones.
    #[arg(long, value_name = "N", value_parser = whole(1..=MOST_GAMES))]
    games: Option<usize>,
    /// Decides on everything that is left to chance.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Threads; if not given, one for each core. They do not change the network.
    #[arg(long, value_name = "N", value_parser = whole(1..=MOST_THREADS))]
    threads: Option<usize>,
    /// Games of selfplay, all under the same rule.
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// The steps of Adam at the beginning.
const RATE: f32 = 0.012;
const VALUE_RATE: f32 = 0.002;

pub(super) fn run(args: &Args) -> Result<()> {
    let mut set = read(&args.files)?.into_normalised();
    if let Some(games) = args.games {
        set.games.truncate(games);
    }
    let settings = |epochs: usize, rate: f32| Settings {
        epochs,
        rate,
        seed: args.seed,
    };
    let settings = (
        settings(args.epochs, RATE),
        settings(args.value_epochs, VALUE_RATE),
    );
    let mut hear = |heard: Heard| match heard {
        Heard::Policy {
            epoch,
            learnt,
            held,
        } => eprintln!(
            "policy, epoch {}: learnt from {learnt:.4}, held back {}",
            epoch + 1,
            text(held)
        ),
        Heard::Value { epoch, held } => {
            eprintln!("value, epoch {}: held back {}", epoch + 1, judged(held))
        }
    };
    let pool = pool(args.threads.unwrap_or_else(cores))?;
    if let Some(file) = &args.policy {
        let cannot = || format!("cannot take the policy of {}", file.display());
        let policy = Network::load(file).with_context(cannot)?;
        ensure!(
            policy.rule() == set.rule,
            "{} is a network for {}, the games are {}",
            file.display(),
            policy.rule(),
            set.rule
        );
        let value = pool
            .install(|| train_value(&set, settings.1, &mut hear))
            .context("a game")?;
        let policy = policy.numbers().to_vec();
        let network = Network::new(set.rule, policy, Some(value.numbers.clone()));
        write_to(&args.out, &network::write(&network))?;
        return tell_value(&value);
    }
    let trained = pool
        .install(|| train(&set, settings, &mut hear))
        .context("a game")?;
    let bytes = network::write(&trained.network);
    write_to(&args.out, &bytes)?;
    let games = set.games.len();
    if let Some(file) = &args.curves {
        let title = format!(
            "{}: {} positions of {games} games",
            set.rule, trained.positions
        );
        write_to(file, svg(&title, &trained).as_bytes())?;
    }
    let last = trained.course.last().copied().unwrap_or_default();
    writeln!(
        output(),
        "{}: {} positions of {games} games, {} epochs; {} moves held back\n\
         tables   {}\n\
         network  {}\n\
         {} bytes; rounding changes log-odds by {:.3} at most",
        set.rule,
        trained.positions,
        args.epochs,
        last.moves,
        text(trained.tables),
        text(last),
        bytes.len(),
        trained.rounding,
    )?;
    trained.value.as_ref().map_or(Ok(()), tell_value)
}

fn write_to(path: &Path, bytes: &[u8]) -> Result<()> {
    std::fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

fn tell_value(value: &TrainedValue) -> Result<()> {
    let last = value.course.last().copied().unwrap_or_default();
    writeln!(
        output(),
        "value: {} positions, {} epochs; {} positions held back\n\
         tables   {}\n\
         network  {}\n\
         rounding changes the value by {:.1} units at most",
        value.positions,
        value.course.len(),
        last.positions,
        judged(value.tables),
        judged(last),
        value.rounding,
    )?;
    Ok(())
}

fn judged(judged: Judged) -> String {
    format!(
        "divergence from the search {:.5}, of even positions {:.5}, cross-entropy of results {:.4}",
        judged.divergence, judged.even, judged.result
    )
}

fn text(foretold: Foretold) -> String {
    let [first, three] = foretold.right.map(|share| 100.0 * share);
    format!(
        "cross-entropy {:.4}, right {first:.1} %, among three {three:.1} %",
        foretold.loss
    )
}
