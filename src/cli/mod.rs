//! The command line. Without a sub-command the program is a brain that speaks
//! the Gomocup protocol on its standard streams.

mod analyze;
mod bench;
#[cfg(feature = "board")]
mod board;
mod completions;
mod convert;
mod drawing;
mod effort;
mod exit;
mod fit;
mod fit_scale;
mod forbidden;
mod games;
mod help;
mod input;
mod learn;
mod library;
mod lost;
mod matches;
mod merge;
mod opening_name;
mod openings;
mod parted;
pub mod play;
mod progress;
mod puzzles;
mod reading;
mod recorded;
mod regret;
mod relabel;
mod review;
mod reviewed;
mod selfplay;
mod solution;
mod solve;
mod suite;
mod train;
mod tune;
mod values;
mod verify;

use std::fs::OpenOptions;
use std::io::{IsTerminal, Write, stdin, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::protocol::{self, Axes, Preset};
use crate::records::is_same_file;

pub use bench::{BENCH_DEPTH, BenchResult, bench};

/// Tengen plays five in a row: freestyle, standard, renju and caro. Without a
/// command it is an engine for managers: it speaks the Gomocup protocol on
/// standard input and output.
#[derive(Parser)]
#[command(name = "pbrain-tengen", version, long_about = None)]
struct Args {
    /// Append a log of the conversation and the search to this file (or set
    /// TENGEN_LOG=FILE; RUST_LOG sets the level, debug if not given).
    #[arg(long, value_name = "FILE", global = true)]
    log: Option<PathBuf>,
    /// As an engine, read and write squares as row and column, for Yixin-Board
    /// (or INFO row_first 1); column and row if not given.
    #[arg(long)]
    row_first: bool,
    /// As an engine, send no messages about the search (or INFO message 0).
    #[arg(long)]
    quiet: bool,
    /// As an engine, use this network in games under its rule, or off for none
    /// (or INFO network FILE); the embedded one if not given.
    #[arg(long, value_name = "FILE")]
    network: Option<String>,
    /// As an engine, play from this library of positions, or off for none (or INFO book
    /// FILE); tengen.tdb beside the program, if it is there, if not given.
    #[arg(long, value_name = "FILE")]
    book: Option<String>,
    /// Ignored: Yixin-Board passes it on Windows. All text is UTF-8.
    #[arg(long, hide = true)]
    force_utf8: bool,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Play in the terminal, against Tengen or another person.
    Play(play::Args),
    /// Play in the browser, against Tengen or another person.
    #[cfg(feature = "board")]
    Board(board::Args),
    /// Learn terms, openings and shapes, do lessons and solve puzzles.
    Learn(learn::Args),
    /// Show the best moves of a position, their scores and lines.
    Analyze(analyze::Args),
    /// Comment finished games: each move's loss, turning points, better moves.
    Review(review::Args),
    /// Measure the search (signature, speed), the board, or several threads.
    Bench(bench::Args),
    /// List Black's forbidden points in renju.
    Forbidden(forbidden::Args),
    /// Find forced wins and write proofs of them.
    Solve(solve::Args),
    /// Check proofs of wins by the plain rules alone.
    Verify(verify::Args),
    /// Play engines against each other and rate them.
    Match(matches::Args),
    /// Count the positions with known answers that an engine solves.
    Suite(suite::Args),
    /// Convert games to another format, to moves or to a diagram.
    Convert(convert::Args),
    /// Keep positions of many games in a file, and ask about them.
    Library(library::Args),
    /// Find balanced openings, or show the 26 with names.
    Openings(openings::Args),
    /// Fit the weights of shapes to games of selfplay.
    Fit(fit::Args),
    /// Fit the chances (win, draw, loss) that scores stand for.
    FitScale(fit_scale::Args),
    /// Measure by long searches what the moves of short ones lose.
    Regret(regret::Args),
    /// Tune parameters of the search by games (SPSA).
    Tune(tune::Args),
    /// Train a network (policy and value) on games of selfplay.
    Train(train::Args),
    /// Play the games that networks and weights learn from.
    Selfplay(selfplay::Args),
    /// Search some positions of selfplay again, with more nodes.
    Relabel(relabel::Args),
    /// Put parts of selfplay, matches, suites and reviews together.
    Merge(merge::Args),
    /// Show the games of selfplay as JSON, or a summary.
    Games(games::Args),
    /// Make puzzles from games of selfplay.
    Puzzles(puzzles::Args),
    /// Print the completions of commands and options for a shell.
    Completions(completions::Args),
    /// Write the manual pages, one for each command.
    Man(completions::ManArgs),
}

/// Runs the program with the arguments of the process.
pub fn run() -> ExitCode {
    let mut args = match parse() {
        Ok(args) => args,
        Err(error) => return exit::code_of_arguments(&error),
    };
    let log = args.log.take().or_else(usual_log);
    match args.command.take() {
        None => exit::code(&serve(args, log)),
        Some(command) => exit::run(|| {
            for (is_given, name) in [
                (args.row_first, "--row-first"),
                (args.quiet, "--quiet"),
                (args.network.is_some(), "--network"),
                (args.book.is_some(), "--book"),
            ] {
                if is_given {
                    let text = format!("{name} is for the engine without a command");
                    return Err(exit::wrong_use(text));
                }
            }
            if let Some(file) = log {
                start_log(&file)?;
            }
            command.run()
        }),
    }
}

/// The log that the environment names; an empty name is none.
fn usual_log() -> Option<PathBuf> {
    let file = std::env::var_os("TENGEN_LOG")?;
    (!file.is_empty()).then(|| PathBuf::from(file))
}

/// Serves a manager on the standard streams.
fn serve(args: Args, log: Option<PathBuf>) -> Result<()> {
    let book = args.book.or_else(library::usual_book);
    if let Some(file) = log {
        check_log(&file, &[args.network.as_deref(), book.as_deref()])?;
        // A brain must play on when its log cannot be written, in silence.
        let _ = start_log(&file);
    }
    if stdin().is_terminal() && stdout().is_terminal() {
        // Nothing depends on whether it is read.
        let _ = writeln!(exit::output(), "{}", help::GREETING);
    }
    let axes = match args.row_first {
        true => Axes::RowColumn,
        false => Axes::ColumnRow,
    };
    Ok(protocol::serve_standard_streams(Preset {
        axes,
        quiet: args.quiet,
        network: args.network,
        book,
    })?)
}

/// What is added to a network or a library destroys it.
fn check_log(log: &Path, read: &[Option<&str>]) -> Result<()> {
    let mut read = read.iter().flatten();
    match read.find(|file| is_same_file(log, Path::new(file))) {
        Some(file) => {
            let text = format!("the log would be written into {file}");
            Err(exit::wrong_use(text))
        }
        None => Ok(()),
    }
}

fn parse() -> Result<Args, clap::Error> {
    let arguments = std::env::args_os().map(input::shield_pass);
    let matches = parser().try_get_matches_from(arguments)?;
    Args::from_arg_matches(&matches)
}

fn parser() -> clap::Command {
    help::with_groups(with_negative_numbers(Args::command()))
}

/// Lets `-5` be the value of an option, so that the error is about the value.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    command
        .mut_args(|arg| match arg.get_action().takes_values() {
            true => arg.allow_negative_numbers(true),
            false => arg,
        })
        .mut_subcommands(with_negative_numbers)
}

impl Command {
    fn run(&self) -> Result<()> {
        match self {
            Command::Play(args) => play::run(args),
            #[cfg(feature = "board")]
            Command::Board(args) => board::run(args),
            Command::Learn(args) => learn::run(args),
            Command::Analyze(args) => analyze::run(args),
            Command::Review(args) => review::run(args),
            Command::Bench(args) => bench::run(args),
            Command::Forbidden(args) => forbidden::run(args),
            Command::Solve(args) => solve::run(args),
            Command::Verify(args) => verify::run(args),
            Command::Match(args) => matches::run(args),
            Command::Suite(args) => suite::run(args),
            Command::Convert(args) => convert::run(args),
            Command::Library(args) => library::run(args),
            Command::Openings(args) => openings::run(args),
            Command::Fit(args) => fit::run(args),
            Command::FitScale(args) => fit_scale::run(args),
            Command::Regret(args) => regret::run(args),
            Command::Tune(args) => tune::run(args),
            Command::Train(args) => train::run(args),
            Command::Selfplay(args) => selfplay::run(args),
            Command::Relabel(args) => relabel::run(args),
            Command::Merge(args) => merge::run(args),
            Command::Games(args) => games::run(args),
            Command::Puzzles(args) => puzzles::run(args),
            Command::Completions(args) => completions::run(args, parser()),
            Command::Man(args) => completions::run_man(args, parser()),
        }
    }
}

fn start_log(path: &Path) -> Result<()> {
    let file = OpenOptions::new()
        .create(true)
        .append(true)
        .open(path)
        .with_context(|| format!("cannot write the log {}", path.display()))?;
    let levels = std::env::var("RUST_LOG").unwrap_or_default();
    let read = env_filter::Builder::new().try_parse(&levels).map(|_| ());
    let mut logger = env_logger::Builder::new();
    logger.filter_level(log::LevelFilter::Debug);
    if read.is_ok() {
        logger.parse_filters(&levels);
    }
    logger
        .format_timestamp_millis()
        .target(env_logger::Target::Pipe(Box::new(file)))
        .try_init()
        .context("cannot start the log")?;
    if let Err(error) = read {
        log::warn!("RUST_LOG: {error}");
    }
    Ok(())
}
