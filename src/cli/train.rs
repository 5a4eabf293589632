//! `train`: a network from games.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};

use super::exit::output;
use super::fit::read;
use super::progress::cores;
use super::values::{MOST_GAMES, whole};
use crate::engine::MOST_THREADS;
use crate::eval::network;
use crate::lab::pool;
use crate::lab::train::{Foretold, Heard, Judged, Settings, svg, train};

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
    let trained = pool(args.threads.unwrap_or_else(cores))?
        .install(|| train(&set, settings, &mut hear))
        .context("a game")?;
    let bytes = network::write(&trained.network);
    let written = |path: &PathBuf| format!("cannot write {}", path.display());
    std::fs::write(&args.out, &bytes).with_context(|| written(&args.out))?;
    let games = set.games.len();
    if let Some(file) = &args.curves {
        let title = format!(
            "{}: {} positions of {games} games",
            set.rule, trained.positions
        );
        std::fs::write(file, svg(&title, &trained)).with_context(|| written(file))?;
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
    if let Some(value) = &trained.value {
        let last = value.course.last().copied().unwrap_or_default();
        writeln!(
            output(),
            "value: {} positions, {} epochs; {} positions held back\n\
             tables   {}\n\
             network  {}\n\
             rounding changes the value by {:.1} units at most",
            value.positions,
            args.value_epochs,
            last.positions,
            judged(value.tables),
            judged(last),
            value.rounding,
        )?;
    }
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
