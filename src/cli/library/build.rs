//! `library build`: the engine fills a library.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::{note_other_rules, open, tree};
use crate::cli::effort::Effort;
use crate::cli::exit::{count, output};
use crate::cli::input::Source;
use crate::cli::progress::{cores, interrupts};
use crate::cli::values::{MOST_GAMES, time, whole};
use crate::engine::Options;
use crate::lab::library::{BuildPlan, Built, build};
use crate::library::Library;
use crate::rules::winner;
use crate::scale::Normalised;
use crate::types::Rule;

/// The time for each position, if nothing else is said.
const DEFAULT_TIME: Duration = Duration::from_secs(2);

#[derive(clap::Args)]
#[command(
    override_usage = "pbrain-tengen library build [OPTIONS] <LIBRARY> <POSITION|--file <FILE>>",
    after_help = "Without --nodes and --time: two seconds for each position. Each search has one thread, \
                  whatever --threads says; --parallel is how many run at a time.\n\n\
                  Example: pbrain-tengen library build renju.tdb --rule renju h8h9i9 --total 10m"
)]
pub(super) struct Args {
    /// The library; it is made if it does not exist.
    library: PathBuf,
    #[command(flatten)]
    source: Source,
    /// End after this time.
    #[arg(long, value_name = "TIME", value_parser = time)]
    total: Option<Duration>,
    /// End after so many positions.
    #[arg(long, value_name = "N", value_parser = whole(1..=MOST_GAMES))]
    count: Option<usize>,
    /// How many moves of each position to analyse.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = whole(1..=50usize))]
    lines: usize,
    /// Positions at a time (default: one per core).
    #[arg(long, value_name = "N", value_parser = whole(1..=256usize))]
    parallel: Option<usize>,
    #[command(flatten)]
    effort: Effort,
}

pub(super) fn run(args: &Args) -> Result<()> {
    let positions = args.source.read(Rule::Freestyle)?;
    let library = open(&args.library, Library::open_or_create)?;
    let said = || args.library.display().to_string();
    let stop = interrupts()?;
    let mut out = output();
    positions.for_each(|record| {
        ensure!(!stop.load(Relaxed), "interrupted; the same command goes on");
        let (board, rule) = (&record.board, record.rule);
        if let Some(winner) = winner(board, rule) {
            bail!("{}: {winner} has won already", record.id);
        }
        note_other_rules(&library, record).with_context(said)?;
        let plan = BuildPlan {
            options: Options {
                rule,
                lines: args.lines,
                threads: 1,
                ..args.effort.options(Options {
                    turn_time: Some(DEFAULT_TIME),
                    ..Options::default()
                })
            },
            parallel: args.parallel.unwrap_or_else(cores),
            most: args.count,
            time: args.total,
        };
        let side = board.side_to_move();
        let in_words = |built: &Built| {
            let score = built.value.map(Normalised::of_kept);
            let value = score.map(|score| {
                let share = 100.0 * score.share();
                format!("; {share:.1} % for {side} ({score})")
            });
            let all = built.positions;
            let new = count(built.searches, "search").replace("searchs", "searches");
            format!("{new}, {all} analysed{}", value.unwrap_or_default())
        };
        let bar = progress();
        let report = |built: &Built| bar.set_message(in_words(built));
        let built = build(&library, board, &plan, &stop, &report).with_context(said)?;
        bar.finish_and_clear();
        writeln!(out, "{}", in_words(&built))?;
        let text = tree::text(&library, (board, rule), 3).with_context(said)?;
        Ok(out.write_all(text.as_bytes())?)
    })
}

/// A line that shows how far it is, if stderr is a terminal.
fn progress() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{elapsed} {msg}");
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
}
