//! `train`: a network from games.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, anyhow, ensure};

use super::exit::output;
use super::fit::read;
use super::progress::cores;
use super::values::{MOST_GAMES, whole};
use crate::engine::MOST_THREADS;
use crate::eval::network::{self, Network};
use crate::lab::pool;
use crate::lab::train::{
    PolicyMetrics, Progress, Settings, TrainedValue, ValueMetrics, svg, train,
};
use crate::types::Rule;

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
    /// Goes on from this network instead of from nothing: a file, or `embedded` for the
    /// program's own.
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// How often the policy learns from everything; if not given, 6 times, or 3 with
    /// `--from`. 0: it stays as it is there.
    #[arg(long, value_name = "N", value_parser = whole(0..=MOST_EPOCHS))]
    epochs: Option<usize>,
    /// How often the value does; if not given, 3 times, or 2 with `--from`. 0: the network has none, or
    /// that of `--from`.
    #[arg(long, value_name = "N", value_parser = whole(0..=MOST_EPOCHS))]
    value_epochs: Option<usize>,
    /// The first steps of the policy; if not given, 0.012, or 0.006 with `--from`.
    #[arg(long, value_name = "STEP", value_parser = step)]
    rate: Option<f32>,
    /// Those of the value; if not given, 0.002, or 0.0002 with `--from`.
    #[arg(long, value_name = "STEP", value_parser = step)]
    value_rate: Option<f32>,
    /// Windows that were seen less often than this play as those with the same nearer part
    /// do on average, which makes the file smaller, and can make the play worse; if not
    /// given, no window does. The figures told are of the network before that.
    #[arg(long, value_name = "N", default_value_t = 0)]
    least_seen: u32,
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

/// What is not said: epochs and the steps of Adam at the beginning.
struct Usual {
    epochs: usize,
    rate: f32,
}

/// Of policy and value, from nothing and from a network.
const FROM_NOTHING: [Usual; 2] = [
    Usual {
        epochs: 6,
        rate: 0.012,
    },
    Usual {
        epochs: 3,
        rate: 0.002,
    },
];
const FROM_NETWORK: [Usual; 2] = [
    Usual {
        epochs: 3,
        rate: 0.006,
    },
    Usual {
        epochs: 2,
        rate: 0.0002,
    },
];

/// The settings of policy and value.
fn settings(args: &Args) -> (Settings, Settings) {
    let [policy, value] = match args.from {
        Some(_) => FROM_NETWORK,
        None => FROM_NOTHING,
    };
    let settings = |epochs: Option<usize>, rate: Option<f32>, usual: Usual| Settings {
        epochs: epochs.unwrap_or(usual.epochs),
        rate: rate.unwrap_or(usual.rate),
        least_seen: args.least_seen,
        seed: args.seed,
    };
    (
        settings(args.epochs, args.rate, policy),
        settings(args.value_epochs, args.value_rate, value),
    )
}

/// A parser of steps.
fn step(text: &str) -> Result<f32, String> {
    let step = text.parse().ok();
    step.filter(|&step| step > 0.0 && step <= 1.0)
        .ok_or_else(|| "a number above 0 and at most 1 is needed".to_string())
}

/// The network in this file, which must be of the rule of the games.
fn network_of(file: &Path, rule: Rule) -> Result<Arc<Network>> {
    if file == Path::new("embedded") {
        return Ok(Network::embedded(rule).clone());
    }
    let cannot = |error| anyhow!("cannot read the network {}: {error}", file.display());
    let network = Network::load(file).map_err(cannot)?;
    ensure!(
        network.rule() == rule,
        "{} is a network for {}, the games are {rule}",
        file.display(),
        network.rule(),
    );
    Ok(Arc::new(network))
}

pub(super) fn run(args: &Args) -> Result<()> {
    let settings = settings(args);
    ensure!(
        settings.0.epochs > 0 || args.from.is_some(),
        "--epochs 0 needs --from: there is no policy to keep"
    );
    let mut set = read(&args.files)?;
    // The policy alone needs no scores.
    if settings.1.epochs > 0 {
        set = set.into_normalised()?;
    }
    if let Some(games) = args.games {
        set.games.truncate(games);
    }
    let from = args.from.as_deref();
    let from = from.map(|file| network_of(file, set.rule)).transpose()?;
    let has_context = from.as_ref().is_some_and(|network| {
        let mut numbers = network.numbers().iter();
        numbers.any(|one| one.context.is_some())
    });
    ensure!(
        settings.0.epochs > 0 || settings.1.epochs == 0 || !has_context,
        "--epochs 0 needs --value-epochs 0: the pools of the value have a say in the policy, \
         which has to learn with it"
    );
    let mut hear = |heard: Progress| match heard {
        Progress::Policy {
            epoch,
            learnt,
            held,
        } => eprintln!(
            "policy, epoch {}: learnt from {learnt:.4}, held back {}",
            epoch + 1,
            text(held)
        ),
        Progress::Value { epoch, held } => {
            eprintln!("value, epoch {}: held back {}", epoch + 1, judged(held))
        }
    };
    let pool = pool(args.threads.unwrap_or_else(cores))?;
    let trained = pool
        .install(|| train(&set, from.as_deref(), settings, &mut hear))
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
        "{}: {} positions of {games} games, {} epochs; {} moves held back\n\
         tables   {}\n\
         {}{}\
         {} bytes; rounding changes log-odds by {:.3} at most",
        set.rule,
        trained.positions,
        trained.course.len(),
        trained.tables.moves,
        text(trained.tables),
        line("before", trained.start.map(text)),
        line("network", last.map(text)),
        bytes.len(),
        trained.rounding,
    )?;
    if let Some(branches) = trained.branches {
        writeln!(
            output(),
            "branches: {} moves held back\n\
             tables   {}\n\
             {}network  {}",
            branches.tables.moves,
            text(branches.tables),
            line("before", branches.start.map(text)),
            text(branches.network),
        )?;
    }
    trained.value.as_ref().map_or(Ok(()), tell_value)
}

fn write_to(path: &Path, bytes: &[u8]) -> Result<()> {
    std::fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

fn tell_value(value: &TrainedValue) -> Result<()> {
    let last = value.course.last().copied();
    writeln!(
        output(),
        "value: {} positions, {} epochs; {} positions held back\n\
         tables   {}\n\
         {}{}\
         rounding changes the value by {:.1} units at most",
        value.positions,
        value.course.len(),
        value.tables.positions,
        judged(value.tables),
        line("before", value.start.map(judged)),
        line("network", last.map(judged)),
        value.rounding,
    )?;
    Ok(())
}

/// What is known under this name, as a line.
fn line(name: &str, known: Option<String>) -> String {
    known.map_or(String::new(), |text| format!("{name:<8} {text}\n"))
}

fn judged(judged: ValueMetrics) -> String {
    format!(
        "divergence from the search {:.5}, of even positions {:.5}, cross-entropy of results {:.4}",
        judged.divergence, judged.even, judged.result
    )
}

fn text(foretold: PolicyMetrics) -> String {
    let [first, three] = foretold.right.map(|share| 100.0 * share);
    format!(
        "cross-entropy {:.4}, right {first:.1} %, among three {three:.1} %",
        foretold.loss
    )
}
