//! `train`: trains a network on games.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, anyhow, ensure};

use super::exit::{count, output};
use super::fit::read;
use super::input::check_outputs;
use super::progress::cores;
use super::values::{MOST_GAMES, whole};
use crate::engine::MOST_THREADS;
use crate::eval::network::{self, Network};
use crate::lab::pool;
use crate::lab::train::{
    Passes, PolicyMetrics, Progress, Settings, TrainedValue, ValueMetrics, svg, train,
};
use crate::types::Rule;

/// The most epochs.
const MOST_EPOCHS: usize = 1_000;

#[derive(clap::Args)]
pub(super) struct Args {
    /// File for the network.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Draw the learning curves into this SVG file.
    #[arg(long, value_name = "FILE")]
    curves: Option<PathBuf>,
    /// Start from this network: a file, or `embedded` for the built-in one.
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Epochs of the policy (default 3). 0, with `--value-epochs 0`: only measure `--from`.
    #[arg(long, value_name = "N", value_parser = whole(0..=MOST_EPOCHS))]
    epochs: Option<usize>,
    /// Epochs of the value (default 3, with `--from` 2). 0: keep that of `--from`, if
    /// any.
    #[arg(long, value_name = "N", value_parser = whole(0..=MOST_EPOCHS))]
    value_epochs: Option<usize>,
    /// Initial learning rate of the policy (default 0.01, with `--from` 0.003).
    #[arg(long, value_name = "RATE", value_parser = step)]
    rate: Option<f32>,
    /// Initial learning rate of the value (default 0.003, with `--from` 0.0002).
    #[arg(long, value_name = "RATE", value_parser = step)]
    value_rate: Option<f32>,
    /// Learn only from positions that `relabel` searched again.
    #[arg(long)]
    relabelled: bool,
    /// Use only the first N games.
    #[arg(long, value_name = "N", value_parser = whole(1..=MOST_GAMES))]
    games: Option<usize>,
    /// Random seed.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Threads (default: one per core). They do not change the network.
    #[arg(long, value_name = "N", value_parser = whole(1..=MOST_THREADS))]
    threads: Option<usize>,
    /// Files of selfplay, all with the same rule.
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// The default passes of policy and value, from scratch and from a network.
const FROM_NOTHING: [Passes; 2] = [
    Passes {
        epochs: 3,
        rate: 0.01,
    },
    Passes {
        epochs: 3,
        rate: 0.003,
    },
];
const FROM_NETWORK: [Passes; 2] = [
    Passes {
        epochs: 3,
        rate: 0.003,
    },
    Passes {
        epochs: 2,
        rate: 0.0002,
    },
];

fn settings(args: &Args) -> Settings {
    let [policy, value] = match args.from {
        Some(_) => FROM_NETWORK,
        None => FROM_NOTHING,
    };
    Settings {
        policy: Passes {
            epochs: args.epochs.unwrap_or(policy.epochs),
            rate: args.rate.unwrap_or(policy.rate),
        },
        value: Passes {
            epochs: args.value_epochs.unwrap_or(value.epochs),
            rate: args.value_rate.unwrap_or(value.rate),
        },
        seed: args.seed,
        only_relabelled: args.relabelled,
    }
}

/// A parser of learning rates.
fn step(text: &str) -> Result<f32, String> {
    let step = text.parse().ok();
    step.filter(|&step| step > 0.0 && step <= 1.0)
        .ok_or_else(|| "a number above 0 and at most 1 is needed".to_string())
}

/// The network in this file, which must be for the games' rule.
fn network_of(file: &Path, rule: Rule) -> Result<Arc<Network>> {
    let cannot = |error| anyhow!("cannot read the network {}: {error}", file.display());
    let network = match file == Path::new("embedded") {
        true => Network::embedded(rule).clone(),
        false => Arc::new(Network::load(file).map_err(cannot)?),
    };
    ensure!(
        network.rule() == rule,
        "{} is a network for {}, the games are {rule}",
        file.display(),
        network.rule(),
    );
    Ok(network)
}

pub(super) fn run(args: &Args) -> Result<()> {
    let settings = settings(args);
    ensure!(
        settings.policy.epochs > 0 || args.from.is_some(),
        "--epochs 0 needs --from: there is no policy to keep"
    );
    let written = [
        ("--out", Some(args.out.as_path())),
        ("--curves", args.curves.as_deref()),
    ];
    check_outputs(&args.files, &written)?;
    let mut set = read(&args.files)?;
    // The policy alone needs no scores.
    if settings.value.epochs > 0 {
        set = set.into_normalised()?;
    }
    if let Some(games) = args.games {
        set.games.truncate(games);
    }
    ensure!(
        !args.relabelled || set.games.iter().any(|game| !game.deeper.is_empty()),
        "--relabelled needs games that `relabel` searched again"
    );
    let from = args.from.as_deref();
    let from = from.map(|file| network_of(file, set.rule)).transpose()?;
    ensure!(
        settings.policy.epochs > 0 || settings.value.epochs == 0,
        "--epochs 0 needs --value-epochs 0: the policy depends on the value's pools and has to \
         be trained with them"
    );
    let mut report = |progress: Progress| match progress {
        Progress::Policy {
            epoch,
            learnt,
            held,
        } => eprintln!(
            "policy, epoch {}: training {learnt:.4}, held back {}",
            epoch + 1,
            policy_text(held)
        ),
        Progress::Value { epoch, held } => {
            eprintln!("value, epoch {}: held back {}", epoch + 1, value_text(held))
        }
    };
    let pool = pool(args.threads.unwrap_or_else(cores))?;
    let trained = pool
        .install(|| train(&set, from.as_deref(), settings, &mut report))
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
    let last = trained.course.last().copied();
    writeln!(
        output(),
        "{}, {games} games: {}; {} moves held back\n\
         tables   {}\n\
         {}{}\
         {} bytes; rounding changes log-odds by {:.3} at most",
        set.rule,
        learnt(trained.positions, trained.course.len()),
        trained.tables.moves,
        policy_text(trained.tables),
        line("before", trained.start.map(policy_text)),
        line("network", last.map(policy_text)),
        bytes.len(),
        trained.rounding,
    )?;
    trained.value.as_ref().map_or(Ok(()), tell_value)
}

fn write_to(path: &Path, bytes: &[u8]) -> Result<()> {
    std::fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

fn tell_value(value: &TrainedValue) -> Result<()> {
    let last = value.course.last().copied();
    writeln!(
        output(),
        "value: {}; {} positions held back\n\
         tables   {}\n\
         {}{}\
         rounding changes the value by {:.1} units at most",
        learnt(value.positions, value.course.len()),
        value.tables.positions,
        value_text(value.tables),
        line("before", value.start.map(value_text)),
        line("network", last.map(value_text)),
        value.rounding,
    )?;
    Ok(())
}

/// From how much something was learnt.
fn learnt(positions: usize, epochs: usize) -> String {
    match epochs {
        0 => "unchanged".to_string(),
        _ => format!("{positions} positions, {}", count(epochs, "epoch")),
    }
}

/// A named line, if there is one.
fn line(name: &str, known: Option<String>) -> String {
    known.map_or(String::new(), |text| format!("{name:<8} {text}\n"))
}

fn value_text(metrics: ValueMetrics) -> String {
    format!(
        "divergence from the search {:.5}, of even positions {:.5}, cross-entropy of results {:.4}",
        metrics.divergence, metrics.even, metrics.result
    )
}

fn policy_text(metrics: PolicyMetrics) -> String {
    let [first, three] = metrics.right.map(|share| 100.0 * share);
    format!(
        "cross-entropy {:.4}, right {first:.1} %, among three {three:.1} %",
        metrics.loss
    )
}
