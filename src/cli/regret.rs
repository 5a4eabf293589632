//! `regret`: what the choices of short searches cost, by long ones.

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;

use anyhow::{Context, Result, bail};

use super::convert::Games;
use super::exit::{output, wrong_use};
use super::fit;
use super::input;
use super::progress::{bar, cores, interrupts};
use super::values::{MOST, MOST_GAMES, setting, whole};
use crate::lab::regret::make::{MakePlan, make};
use crate::lab::regret::swings::{LostGame, find_swings};
use crate::lab::regret::{Answer, Question, ask_all, read};
use crate::lab::tournament::MOST_PARALLEL;
use crate::params::Changes;
use crate::records::GameResult;
use crate::types::Rule;

#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(super) struct Args {
    #[command(subcommand)]
    what: Option<What>,
    #[command(flatten)]
    ask: AskArgs,
}

#[derive(clap::Subcommand)]
enum What {
    /// Ask long searches what the moves of positions are worth.
    Make(MakeArgs),
    /// Find the moves that lost games, by long searches from the end backwards, and
    /// ask how long a search takes to give them up.
    Swings(SwingsArgs),
}

#[derive(clap::Args)]
struct AskArgs {
    /// Nodes at which the choice counts.
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_value = "10000,100000", value_parser = whole(1..=MOST))]
    nodes: Vec<u64>,
    /// Another number of the search; the usual ones are measured beside it.
    #[arg(long, value_name = "NUMBER=VALUE", value_parser = setting)]
    set: Vec<(String, i32)>,
    /// Positions at a time; if not given, as many as there are cores.
    #[arg(long, value_name = "N", value_parser = whole(1..=MOST_PARALLEL))]
    parallel: Option<usize>,
    /// Positions with values.
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

#[derive(clap::Args)]
struct MakeArgs {
    /// Games of selfplay; one position of each is taken.
    #[arg(long, value_name = "FILE", required = true)]
    games: Vec<PathBuf>,
    /// How many positions the file is to have in the end.
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = whole(1..=MOST_GAMES))]
    count: usize,
    /// Nodes for each position, all its moves together.
    #[arg(long, value_name = "N", default_value_t = 5_000_000, value_parser = whole(1..=MOST))]
    nodes: u64,
    /// So many of the best moves get a value.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = whole(2..=100usize))]
    moves: usize,
    /// Decides which position of a game is taken.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0..=u64::MAX))]
    seed: u64,
    /// Positions are added to this file; the same command goes on.
    file: PathBuf,
}

#[derive(clap::Args)]
struct SwingsArgs {
    /// The player whose lost games are looked at.
    #[arg(long, value_name = "PLAYER")]
    loser: String,
    /// Nodes for each position.
    #[arg(long, value_name = "N", default_value_t = 2_000_000, value_parser = whole(1..=MOST))]
    nodes: u64,
    /// Games at a time; if not given, as many as there are cores.
    #[arg(long, value_name = "N", value_parser = whole(1..=MOST_PARALLEL))]
    parallel: Option<usize>,
    /// Positions are added to this file; the same command goes on.
    file: PathBuf,
    /// Records of games, as `match --out` writes them (.sgf).
    #[arg(required = true)]
    games: Vec<PathBuf>,
}

pub(super) fn run(args: &Args) -> Result<()> {
    match &args.what {
        None => ask(&args.ask),
        Some(What::Make(args)) => make_file(args),
        Some(What::Swings(args)) => find(args),
    }
}

fn ask(args: &AskArgs) -> Result<()> {
    if !args.nodes.is_sorted_by(|one, next| one < next) {
        return Err(wrong_use("--nodes are to rise"));
    }
    let mut questions: Vec<Question> = Vec::new();
    for path in &args.files {
        let found = read(&input::read(path)?).with_context(|| path.display().to_string())?;
        questions.extend(found);
    }
    if questions.is_empty() {
        bail!("there are no positions");
    }
    let stop = interrupts()?;
    let settings = if args.set.is_empty() { 1 } else { 2 };
    let bar = bar(settings * questions.len());
    let parallel = args.parallel.unwrap_or_else(cores);
    let answers = |params: Changes| -> Result<Vec<Answer>> {
        let told = || bar.inc(1);
        ask_all(&questions, &params, &args.nodes, (parallel, &stop), &told)?.context("interrupted")
    };
    let usual = answers(Changes::default())?;
    let other = match args.set.is_empty() {
        true => None,
        false => Some(answers(args.set.iter().collect())?),
    };
    bar.finish_and_clear();
    let mut out = output();
    writeln!(
        out,
        "{} positions; regret in % of a point ± standard error",
        questions.len()
    )?;
    writeln!(
        out,
        "{:>12} {:>14} {:>14} {:>16}",
        "nodes", "usual", "changed", "difference"
    )?;
    for (index, nodes) in args.nodes.iter().enumerate() {
        let loss = |answer: &Answer| 100.0 * answer.losses[index];
        row(&mut out, &nodes.to_string(), &usual, other.as_deref(), loss)?;
    }
    let most = args.nodes.last().copied().unwrap_or(1);
    // As if it came with twice the nodes, where it did not come.
    let held = |answer: &Answer| (answer.held_from.unwrap_or(2 * most).max(1) as f64).log2();
    row(&mut out, "log2 to hold", &usual, other.as_deref(), held)?;
    let decided = |answer: &Answer| (answer.decided_at.unwrap_or(2 * most).max(1) as f64).log2();
    row(&mut out, "log2 decided", &usual, other.as_deref(), decided)?;
    let middle = |answers: &[Answer]| {
        let mut all: Vec<u64> = answers
            .iter()
            .map(|answer| answer.held_from.unwrap_or(most))
            .collect();
        all.sort_unstable();
        all[all.len() / 2]
    };
    // Who never came to it counts as if at the end.
    let middles = [Some(middle(&usual)), other.as_deref().map(middle)];
    let middles: Vec<String> = middles.iter().flatten().map(u64::to_string).collect();
    writeln!(out, "median nodes to hold: {}", middles.join(", changed "))?;
    Ok(())
}

/// A figure of all answers: mean and standard error, and of the differences.
fn row(
    out: &mut impl Write,
    name: &str,
    usual: &[Answer],
    other: Option<&[Answer]>,
    figure: impl Fn(&Answer) -> f64,
) -> Result<()> {
    let said = |values: &[f64]| {
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count;
        let squares = values
            .iter()
            .map(|value| (value - mean).powi(2))
            .sum::<f64>();
        format!(
            "{mean:.3} ±{:.3}",
            (squares / count / (count - 1.0).max(1.0)).sqrt()
        )
    };
    let values = |answers: &[Answer]| answers.iter().map(&figure).collect::<Vec<f64>>();
    let first = values(usual);
    write!(out, "{name:>12} {:>14}", said(&first))?;
    if let Some(other) = other {
        let second = values(other);
        let pairs = first.iter().zip(&second);
        let differences: Vec<f64> = pairs.map(|(one, other)| other - one).collect();
        write!(out, " {:>14} {:>16}", said(&second), said(&differences))?;
    }
    Ok(writeln!(out)?)
}

fn make_file(args: &MakeArgs) -> Result<()> {
    let set = fit::read(&args.games)?;
    let plan = MakePlan {
        count: args.count,
        moves: args.moves,
        nodes: args.nodes,
        seed: args.seed,
    };
    let stop = interrupts()?;
    let bar = bar(args.count);
    let told = |made: usize| bar.set_position(made as u64);
    let made = make(&set, &plan, &args.file, (cores(), &stop), &told)
        .with_context(|| args.file.display().to_string())?;
    bar.finish_and_clear();
    writeln!(output(), "{made} of {} positions", args.count)?;
    if stop.load(Relaxed) && made < args.count {
        bail!("interrupted; the same command goes on");
    }
    Ok(())
}

fn find(args: &SwingsArgs) -> Result<()> {
    let mut lost = Vec::new();
    for path in &args.games {
        lost.extend(lost_games(path, &args.loser)?);
    }
    if lost.is_empty() {
        bail!("{} has lost none of these games", args.loser);
    }
    let stop = interrupts()?;
    let bar = bar(lost.len());
    let parallel = args.parallel.unwrap_or_else(cores);
    let told = || bar.inc(1);
    let found = find_swings(&lost, args.nodes, &args.file, (parallel, &stop), &told)
        .with_context(|| args.file.display().to_string())?;
    bar.finish_and_clear();
    writeln!(output(), "{found} swings; {} games lost", lost.len())?;
    if stop.load(Relaxed) {
        bail!("interrupted; the same command goes on");
    }
    Ok(())
}

/// The games of a file that this player lost, named by folder, file and number.
fn lost_games(path: &Path, loser: &str) -> Result<Vec<LostGame>> {
    let games = Games {
        file: path.to_path_buf(),
        game: None,
    };
    let of = |part: Option<&OsStr>| {
        let text = part.unwrap_or_default().to_string_lossy();
        text.replace(|c: char| !c.is_ascii_alphanumeric(), "_")
    };
    let folder = of(path.parent().and_then(Path::file_name));
    let stem = of(path.file_stem());
    let games = games.read()?.into_iter().enumerate();
    let lost = games.filter_map(|(index, game)| {
        let Some(GameResult::Win(winner)) = game.result else {
            return None;
        };
        (game.players[(!winner).index()] == loser).then(|| LostGame {
            name: format!("{folder}-{stem}-{}", index + 1),
            rule: game.rule.unwrap_or(Rule::Freestyle),
            loser: !winner,
            game,
        })
    });
    Ok(lost.collect())
}
