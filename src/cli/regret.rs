//! `regret`: measures the moves and scores of short searches by those of long ones.

use std::ffi::OsStr;
use std::fmt;
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::Ordering::Relaxed;

use anyhow::{Context, Result, bail, ensure};
use flate2::read::GzDecoder;

use super::exit::{output, wrong_use};
use super::fit;
use super::input::check_outputs;
use super::progress::{bar, cores, interrupts};
use super::recorded::Games;
use super::values::{MOST, MOST_GAMES, whole};
use crate::engine::Options;
use crate::lab::contender::Contender;
use crate::lab::regret::clear::{Clear, ClearPlan, choose_clear};
use crate::lab::regret::make::{MakePlan, make};
use crate::lab::regret::swings::{LostGame, find_swings};
use crate::lab::regret::{Answer, Question, ask_all, read};
use crate::lab::tournament::MOST_PARALLEL;
use crate::lock::{into_inner, lock};
use crate::records::GameResult;
use crate::teach::CLEAR;
use crate::types::Rule;

/// The first bytes of a gzip file.
const GZIP: [u8; 2] = [0x1f, 0x8b];
/// The largest file of positions, unpacked, in bytes.
const MOST_TEXT: u64 = 256 << 20;

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
    /// Make positions with values of their moves, by long searches.
    Make(MakeArgs),
    /// Make positions of moves that lost games, found by long searches from the end
    /// backwards. They measure when a search gives the losing move up.
    Swings(SwingsArgs),
    /// Choose the positions with one clearly best move that is quiet, and print them as a
    /// suite.
    Clear(ClearArgs),
}

#[derive(clap::Args)]
struct AskArgs {
    /// Numbers of nodes at which the move is judged.
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_value = "10000,100000", value_parser = whole(1..=MOST))]
    nodes: Vec<u64>,
    /// Compare this engine with the default one; it may differ in search parameters
    /// and network ('name=mine self set.lmr_base=90 network=FILE'). Can be given
    /// several times.
    #[arg(long = "engine", value_name = "ENGINE")]
    engines: Vec<String>,
    /// Positions at a time (default: one per core).
    #[arg(long, value_name = "N", value_parser = whole(1..=MOST_PARALLEL))]
    parallel: Option<usize>,
    /// Files of positions with values, maybe gzipped.
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

#[derive(clap::Args)]
struct MakeArgs {
    /// Files of selfplay; one position of each game is used.
    #[arg(long, value_name = "FILE", required = true)]
    games: Vec<PathBuf>,
    /// Number of positions in the file at the end.
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = whole(1..=MOST_GAMES))]
    count: usize,
    /// Nodes per position, all moves together.
    #[arg(long, value_name = "N", default_value_t = 5_000_000, value_parser = whole(1..=MOST))]
    nodes: u64,
    /// Number of best moves that get a value.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = whole(2..=100usize))]
    moves: usize,
    /// Random seed, for the choice of positions.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0..=u64::MAX))]
    seed: u64,
    /// File to which the positions are added; the same command resumes.
    file: PathBuf,
}

#[derive(clap::Args)]
struct SwingsArgs {
    /// The player whose lost games are used.
    #[arg(long, value_name = "PLAYER")]
    loser: String,
    /// Nodes per position.
    #[arg(long, value_name = "N", default_value_t = 2_000_000, value_parser = whole(1..=MOST))]
    nodes: u64,
    /// Games at a time (default: one per core).
    #[arg(long, value_name = "N", value_parser = whole(1..=MOST_PARALLEL))]
    parallel: Option<usize>,
    /// File to which the positions are added; the same command resumes.
    file: PathBuf,
    /// Game records, as `match --out` writes them (.sgf).
    #[arg(required = true)]
    games: Vec<PathBuf>,
}

#[derive(clap::Args)]
struct ClearArgs {
    /// Numbers of nodes with which the move must be found.
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_value = "1000000,20000000", value_parser = whole(1..=MOST))]
    nodes: Vec<u64>,
    /// How much better it must be than the next move, in thousandths of a point.
    #[arg(long, value_name = "N", default_value_t = CLEAR, value_parser = whole(1..=1_000u16))]
    gap: u16,
    /// Positions at a time (default: one per core).
    #[arg(long, value_name = "N", value_parser = whole(1..=MOST_PARALLEL))]
    parallel: Option<usize>,
    /// Also write the positions on 15x15, except those of caro, to this file as puzzles.
    #[arg(long, value_name = "FILE")]
    puzzles: Option<PathBuf>,
    /// Files of positions with values, maybe gzipped.
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

pub(super) fn run(args: &Args) -> Result<()> {
    match &args.what {
        None => ask(&args.ask),
        Some(What::Make(args)) => make_file(args),
        Some(What::Swings(args)) => find(args),
        Some(What::Clear(args)) => clear(args),
    }
}

fn ask(args: &AskArgs) -> Result<()> {
    if !args.nodes.is_sorted_by(|one, next| one < next) {
        return Err(wrong_use("--nodes must be in rising order"));
    }
    let engines = args.engines.iter().map(|text| asked(text));
    let engines: Vec<Asked> = engines
        .collect::<Result<_>>()
        .map_err(|e| wrong_use(format!("{e:#}")))?;
    let questions = questions(&args.files)?;
    let stop = interrupts()?;
    let bar = bar((1 + engines.len()) * questions.len());
    let parallel = args.parallel.unwrap_or_else(cores);
    let answers = |options: &Options| -> Result<Vec<Answer>> {
        let done = || bar.inc(1);
        ask_all(&questions, options, &args.nodes, (parallel, &stop), &done)?.context("interrupted")
    };
    let mut out = output();
    // Hide the bar while lines are printed.
    let mut tell = |text: String| bar.suspend(|| writeln!(out, "{text}"));
    tell(format!(
        "{} positions; regret in % of a point, divergence of scores in thousandths, ± standard error",
        questions.len()
    ))?;
    let of = |what: &'static str| {
        args.nodes
            .iter()
            .map(move |nodes| format!("{what} {nodes}"))
    };
    let columns = of("regret").chain(of("diverges"));
    let columns = columns.chain(["log2 to hold", "log2 decided"].map(String::from));
    let title: String = columns.map(|column| format!("{column:>18}")).collect();
    tell(format!("{:<20}{title}{:>16}", "", "median to hold"))?;
    let usual = figures(&answers(&Options::default())?, &args.nodes);
    tell(format!("{:<20}{usual}", "usual"))?;
    for engine in &engines {
        let other = figures(&answers(&engine.options)?, &args.nodes);
        tell(format!("{:<20}{other}", engine.name))?;
        let title = "  less the usual";
        tell(format!("{title:<20}{}", other.less(&usual)))?;
    }
    bar.finish_and_clear();
    Ok(())
}

/// The positions of all files.
fn questions(files: &[PathBuf]) -> Result<Vec<Question>> {
    let mut questions: Vec<Question> = Vec::new();
    for path in files {
        let found = read(&read_text(path)?).with_context(|| path.display().to_string())?;
        questions.extend(found);
    }
    ensure!(!questions.is_empty(), "there are no positions");
    Ok(questions)
}

/// An engine to measure.
struct Asked {
    name: String,
    options: Options,
}

/// Reads an engine, which may have only settings that matter to a node-limited search.
fn asked(text: &str) -> Result<Asked> {
    let contender = Contender::parse(text, &Contender::default())?;
    let plain = Contender {
        name: contender.name.clone(),
        params: contender.params.clone(),
        network: contender.network.clone(),
        ..Contender::parse("self", &Contender::default())?
    };
    if contender != plain {
        bail!("'{text}': only self, its name, set.NAME and network are allowed");
    }
    Ok(Asked {
        options: Options {
            params: contender.changes(),
            network: contender.network()?,
            ..Options::default()
        },
        name: contender.name,
    })
}

/// The text of a file, which may be packed by gzip.
fn read_text(path: &Path) -> Result<String> {
    let said = || format!("cannot read {}", path.display());
    let bytes = fs::read(path).with_context(said)?;
    match bytes.starts_with(&GZIP) {
        false => String::from_utf8(bytes).with_context(said),
        true => {
            let mut text = String::new();
            let mut unpacked = GzDecoder::new(&bytes[..]).take(MOST_TEXT + 1);
            unpacked.read_to_string(&mut text).with_context(said)?;
            ensure!(
                text.len() as u64 <= MOST_TEXT,
                "{} is too large",
                path.display()
            );
            Ok(text)
        }
    }
}

/// For each column the figures of all positions, and the median of the nodes from which
/// the move held.
struct Figures {
    columns: Vec<Vec<f64>>,
    middle: Option<u64>,
}

fn figures(answers: &[Answer], checkpoints: &[u64]) -> Figures {
    let most = checkpoints.last().copied().unwrap_or(1);
    let column = |of: &dyn Fn(&Answer) -> f64| -> Vec<f64> { answers.iter().map(of).collect() };
    let checkpoints = 0..checkpoints.len();
    let losses = checkpoints
        .clone()
        .map(|index| column(&|answer| 100.0 * answer.losses[index]));
    let divergences =
        checkpoints.map(|index| column(&|answer| 1_000.0 * answer.divergences[index]));
    let mut columns: Vec<Vec<f64>> = losses.chain(divergences).collect();
    // Where it never happened, as if with twice the nodes.
    let log2 = |nodes: Option<u64>| (nodes.unwrap_or(2 * most).max(1) as f64).log2();
    columns.push(column(&|answer| log2(answer.held_from)));
    columns.push(column(&|answer| log2(answer.decided_at)));
    // Where it never happened, as if at the end.
    let held = answers
        .iter()
        .map(|answer| answer.held_from.unwrap_or(most));
    let mut held: Vec<u64> = held.collect();
    held.sort_unstable();
    Figures {
        columns,
        middle: held.get(held.len() / 2).copied(),
    }
}

impl Figures {
    /// The differences from figures of the same positions.
    fn less(&self, others: &Figures) -> Figures {
        let columns = self.columns.iter().zip(&others.columns);
        let less = |(ours, others): (&Vec<f64>, &Vec<f64>)| {
            ours.iter()
                .zip(others)
                .map(|(one, other)| one - other)
                .collect()
        };
        Figures {
            columns: columns.map(less).collect(),
            middle: None,
        }
    }
}

/// Means and standard errors.
impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for values in &self.columns {
            let count = values.len() as f64;
            let mean = values.iter().sum::<f64>() / count;
            let squares = values
                .iter()
                .map(|value| (value - mean).powi(2))
                .sum::<f64>();
            let error = (squares / count / (count - 1.0).max(1.0)).sqrt();
            write!(f, "{:>18}", format!("{mean:.3} ±{error:.3}"))?;
        }
        match self.middle {
            Some(middle) => write!(f, "{middle:>16}"),
            None => Ok(()),
        }
    }
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
    let report = |made: usize| bar.set_position(made as u64);
    let made = make(&set, &plan, &args.file, (cores(), &stop), &report)
        .with_context(|| args.file.display().to_string())?;
    bar.finish_and_clear();
    writeln!(output(), "{made} of {} positions", args.count)?;
    if stop.load(Relaxed) && made < args.count {
        bail!("interrupted; run the same command to resume");
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
    let done = || bar.inc(1);
    let found = find_swings(&lost, args.nodes, &args.file, (parallel, &stop), &done)
        .with_context(|| args.file.display().to_string())?;
    bar.finish_and_clear();
    writeln!(output(), "{found} swings; {} games lost", lost.len())?;
    if stop.load(Relaxed) {
        bail!("interrupted; run the same command to resume");
    }
    Ok(())
}

fn clear(args: &ClearArgs) -> Result<()> {
    check_outputs(&args.files, &[("--puzzles", args.puzzles.as_deref())])?;
    let questions = questions(&args.files)?;
    let plan = ClearPlan {
        gap: args.gap,
        nodes: args.nodes.clone(),
    };
    let stop = interrupts()?;
    let bar = bar(questions.len());
    let chosen = Mutex::new(Vec::new());
    let report = |found: Option<Clear>| {
        bar.inc(1);
        let Some(found) = found else { return true };
        let told = bar.suspend(|| writeln!(output(), "{}", found.entry().to_line()));
        lock(&chosen).extend(found.puzzle().map(|puzzle| puzzle.record()));
        told.is_ok()
    };
    let parallel = args.parallel.unwrap_or_else(cores);
    choose_clear(&questions, &plan, (parallel, &stop), &report)?;
    bar.finish_and_clear();
    ensure!(!stop.load(Relaxed), "interrupted");
    if let Some(path) = &args.puzzles {
        let records = into_inner(chosen);
        let records = records.iter().map(serde_json::to_string);
        let text = records.collect::<Result<Vec<_>, _>>()?.join(",\n");
        fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

/// The games of a file that this player lost, named by folder, file and number.
fn lost_games(path: &Path, loser: &str) -> Result<Vec<LostGame>> {
    let of = |part: Option<&OsStr>| {
        let text = part.unwrap_or_default().to_string_lossy();
        text.replace(|c: char| !c.is_ascii_alphanumeric(), "_")
    };
    let folder = of(path.parent().and_then(Path::file_name));
    let stem = of(path.file_stem());
    let games = Games::of(path).main_lines()?.into_iter().enumerate();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::network::NetworkChoice;

    #[test]
    fn an_engine_differs_by_numbers_and_network() {
        let asked = super::asked("name=x self set.lmr_base=90 network=off").unwrap();
        assert_eq!(asked.name, "x");
        assert_eq!(asked.options.network, NetworkChoice::Off);
        assert_ne!(asked.options.params, Options::default().params);
        for bad in [
            "self nodes=5",
            "self turn=9",
            "self memory=1",
            "other",
            "self threads=2",
        ] {
            assert!(super::asked(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn figures_of_differences_are_those_of_the_same_positions() {
        let answer = |loss: f64, held_from| Answer {
            losses: vec![loss],
            divergences: vec![2.0 * loss],
            held_from,
            decided_at: None,
        };
        let usual = figures(&[answer(0.1, Some(4)), answer(0.2, None)], &[8]);
        let other = figures(&[answer(0.2, Some(2)), answer(0.3, Some(8))], &[8]);
        assert_eq!(usual.middle, Some(8));
        let less = other.less(&usual);
        let means: Vec<f64> = less
            .columns
            .iter()
            .map(|one| one.iter().sum::<f64>() / 2.0)
            .collect();
        assert!((means[0] - 10.0).abs() < 1e-9 && (means[1] - 200.0).abs() < 1e-9);
        assert_eq!(means[2..], [-1.0, 0.0]);
        assert!(less.to_string().contains("10.000 ±0.000"), "{less}");
    }

    #[test]
    fn the_questions_of_bench_positions_are_open_ones() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("bench-positions");
        for (rule, least) in [
            (Rule::Freestyle, 250),
            (Rule::Standard, 120),
            (Rule::Renju, 120),
            (Rule::Caro, 120),
        ] {
            let text = read_text(&folder.join(format!("{rule}.regret.gz"))).unwrap();
            let questions = read(&text).unwrap();
            assert!(questions.len() >= least, "{rule}: {}", questions.len());
            for question in &questions {
                assert_eq!(question.record.rule, rule);
                assert!(question.values.len() > 1 && question.others.is_none());
                assert!((60..=940).contains(&question.values[0].1), "{rule}");
            }
        }
    }

    #[test]
    fn packed_files_are_read() {
        let path = std::env::temp_dir().join(format!("tengen-packed-{}", std::process::id()));
        let text = "# nothing\n".repeat(50);
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        packed.write_all(text.as_bytes()).unwrap();
        let packed = packed.finish().unwrap();
        assert!(packed.len() < text.len());
        fs::write(&path, &packed).unwrap();
        assert_eq!(read_text(&path).unwrap(), text);
        fs::write(&path, &packed[..packed.len() / 2]).unwrap();
        assert!(read_text(&path).is_err());
        fs::write(&path, &text).unwrap();
        assert_eq!(read_text(&path).unwrap(), text);
        fs::remove_file(&path).unwrap();
    }
}
