//! The command line. Without a sub-command the program is a brain that speaks
//! the protocol on its standard streams.

mod analyze;
mod bench;
#[cfg(feature = "board")]
mod board;
mod convert;
mod effort;
mod exit;
mod experiments;
mod fit;
mod fit_scale;
mod forbidden;
mod games;
mod input;
mod learn;
mod matches;
mod named_opening;
mod openings;
pub mod play;
mod progress;
mod puzzles;
mod regret;
mod relabel;
mod review;
mod reviewed;
mod selfplay;
mod solution;
mod solve;
mod train;
mod tune;
mod values;
mod verify;

use std::fs::OpenOptions;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::protocol::{self, Axes, Preset};

pub use bench::{BENCH_DEPTH, BenchResult, bench};

/// A five-in-a-row engine for freestyle, standard, renju and caro. Without a
/// command it speaks the Gomocup protocol on stdin and stdout.
#[derive(Parser)]
#[command(name = "pbrain-tengen", version, about, long_about = None, after_help = exit::HELP)]
struct Args {
    /// Write a log of the conversation and the search to this file (also by
    /// the environment variable TENGEN_LOG; the level by RUST_LOG).
    #[arg(long, value_name = "FILE", global = true)]
    log: Option<PathBuf>,
    /// As a brain, read and write squares as row and column (Yixin-Board)
    /// instead of column and row (also by INFO row_first 1).
    #[arg(long)]
    row_first: bool,
    /// As a brain, say nothing about the search (also by INFO message 0).
    #[arg(long)]
    quiet: bool,
    /// As a brain, ask this network in games under its rule (also
    /// by INFO network FILE); off: none.
    #[arg(long, value_name = "FILE")]
    network: Option<String>,
    /// Yixin-Board passes this on Windows; all text is UTF-8 anyway.
    #[arg(long, hide = true)]
    force_utf8: bool,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Play in the terminal, against the engine or another person.
    Play(play::Args),
    /// Open a page in the browser to play on, against the engine or another
    /// person.
    #[cfg(feature = "board")]
    Board(board::Args),
    /// Learn the words, openings and shapes of the game, and solve puzzles.
    Learn(learn::Args),
    /// Say what the engine thinks of positions: the best moves, what they are worth,
    /// and what follows.
    Analyze(analyze::Args),
    /// Look at games that were played: what each move was worth, where a game
    /// turned, and what would have been better.
    Review(review::Args),
    /// Measure the engine: a fixed search whose signature must not change by
    /// accident, the speed of the board, or the gain of several threads.
    Bench(bench::Args),
    /// List Black's forbidden points in renju.
    Forbidden(forbidden::Args),
    /// Find forced wins, with proofs.
    Solve(solve::Args),
    /// Check proofs of wins with the slow referee.
    Verify(verify::Args),
    /// Let engines play against each other, and say who is better.
    Match(matches::Args),
    /// Write games in another format, or their moves or last positions.
    Convert(convert::Args),
    /// Find openings that leave both colours about the same chances.
    Openings(openings::Args),
    /// Fit the evaluation to games of selfplay.
    Fit(fit::Args),
    /// List what was tried, and what it brought.
    Experiments(experiments::Args),
    /// Fit what scores mean (win, draw, loss) to games of selfplay.
    FitScale(fit_scale::Args),
    /// Measure what the choices of short searches cost, by long ones.
    Regret(regret::Args),
    /// Tune numbers of the search by games (SPSA).
    Tune(tune::Args),
    /// Train a network, policy and value, on games of selfplay.
    Train(train::Args),
    /// Play games to fit the evaluation to and to train networks on.
    Selfplay(selfplay::Args),
    /// Search some positions of such games again, with more nodes.
    Relabel(relabel::Args),
    /// Show the games of selfplay, as lines of JSON.
    Games(games::Args),
    /// Make puzzles of the games of selfplay.
    Puzzles(puzzles::Args),
}

/// Runs the program with the arguments of the process; says how it ended.
pub fn run() -> ExitCode {
    let args = match parse() {
        Ok(args) => args,
        Err(error) => return exit::code_of_arguments(&error),
    };
    let log = args
        .log
        .or_else(|| std::env::var_os("TENGEN_LOG").map(PathBuf::from));
    match args.command {
        None => {
            // A brain must play on when its log cannot be written, in silence.
            if let Some(file) = log {
                let _ = start_log(&file);
            }
            let axes = match args.row_first {
                true => Axes::RowColumn,
                false => Axes::ColumnRow,
            };
            let served = protocol::serve_standard_streams(Preset {
                axes,
                quiet: args.quiet,
                network: args.network,
            });
            exit::code(&served.map_err(Into::into))
        }
        Some(command) => exit::run(|| {
            for (is_given, name) in [
                (args.row_first, "--row-first"),
                (args.quiet, "--quiet"),
                (args.network.is_some(), "--network"),
            ] {
                if is_given {
                    let text = format!("{name} is for a brain, not a command");
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

fn parse() -> Result<Args, clap::Error> {
    let matches = with_negative_numbers(Args::command()).try_get_matches()?;
    Args::from_arg_matches(&matches)
}

/// Lets `-5` be the value of an option, so that the option says what is wrong
/// with it.
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
            Command::Convert(args) => convert::run(args),
            Command::Openings(args) => openings::run(args),
            Command::Fit(args) => fit::run(args),
            Command::Experiments(args) => experiments::run(args),
            Command::FitScale(args) => fit_scale::run(args),
            Command::Regret(args) => regret::run(args),
            Command::Tune(args) => tune::run(args),
            Command::Train(args) => train::run(args),
            Command::Selfplay(args) => selfplay::run(args),
            Command::Relabel(args) => relabel::run(args),
            Command::Games(args) => games::run(args),
            Command::Puzzles(args) => puzzles::run(args),
        }
    }
}

fn start_log(path: &Path) -> Result<()> {
    let file = OpenOptions::new()
        .create(true)
        .append(true)
        .open(path)
        .with_context(|| format!("cannot write the log {}", path.display()))?;
    env_logger::Builder::new()
        .filter_level(log::LevelFilter::Debug)
        .parse_default_env()
        .format_timestamp_millis()
        .target(env_logger::Target::Pipe(Box::new(file)))
        .try_init()
        .context("cannot start the log")
}
