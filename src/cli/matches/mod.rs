//! `match`: engines against engines.

mod report;

use std::path::PathBuf;
use std::str::FromStr;
use std::sync::atomic::Ordering::Relaxed;

use anyhow::{Context, Error, Result, bail, ensure};

use self::report::Screen;
use super::exit::wrong_use;
use super::input;
use super::progress::{cores, interrupts};
use super::values::{MOST_GAMES, Size, error_rate, whole};
use crate::board::notation::square_name;
use crate::lab::contender::Contender;
use crate::lab::schedule::Pairing;
use crate::lab::statistics::Sprt;
use crate::lab::tournament::{MOST_PARALLEL, Match, MatchError, MatchPlan};
use crate::records::openings;
use crate::types::{Rule, SQUARES};

/// Our own openings, for a rule and the side of a board.
const OPENINGS: [(Rule, usize, &str); 6] = [
    (
        Rule::Freestyle,
        15,
        include_str!("../../../bench-positions/openings-freestyle-15.txt"),
    ),
    (
        Rule::Freestyle,
        20,
        include_str!("../../../bench-positions/openings-freestyle-20.txt"),
    ),
    (
        Rule::Standard,
        15,
        include_str!("../../../bench-positions/openings-standard-15.txt"),
    ),
    (
        Rule::Renju,
        15,
        include_str!("../../../bench-positions/openings-renju-15.txt"),
    ),
    (Rule::Caro, 15, CARO),
    (Rule::CaroOverline, 15, CARO),
];

/// Caro's, with and without overlines.
const CARO: &str = include_str!("../../../bench-positions/openings-caro-15.txt");

#[derive(clap::Args)]
#[command(after_help = "\
An engine is described by words as in a shell: `self` (this program, in this \
process) or a program with its arguments, and settings:
  name=NAME       in tables; the program's name if not given
  turn=MS game=MS inc=MS      time for a move, for a game, added by every move
  nodes=N depth=N             limits of the search
  vary=PERCENT                nodes differ from move to move (self)
  strength=N                  its level, 0 to 100 or a name such as club (self)
  set.NUMBER=VALUE            another number of the search (self; for experiments)
  network=FILE    its network; off: none; embedded: the program's own (self)
  memory=MIB threads=N        64 (self with few nodes: less) and 1 if not given
  option.KEY=VALUE            sent as INFO KEY VALUE
  cmd='PROGRAM ARGUMENTS' dir=FOLDER      another way to name a program
  tolerance=MS    over the limit before a game is lost on time (1000)
  pause=MS        before anything is said after a program's move (5)
  patience=MS     to start, and for a move without a limit of time (60000)
  boards=1        send the whole position before every move
  restart=1       start the program anew for every game

Examples:
  pbrain-tengen match --engine 'self nodes=5000' --engine './old nodes=5000' --sprt 0,10
  pbrain-tengen match --engine 'self turn=1000' --engine './pbrain-other turn=1000' \\
                      --games 100 --rule renju --out results")]
pub(super) struct Args {
    /// An engine; give two or more.
    #[arg(long = "engine", value_name = "ENGINE", required = true)]
    engines: Vec<String>,
    /// Settings for all engines that do not say otherwise.
    #[arg(long, value_name = "SETTINGS", default_value = "")]
    each: String,
    /// The rule: freestyle, standard, renju, caro or caro8.
    #[arg(long, default_value_t = Rule::Freestyle)]
    rule: Rule,
    /// The board's side, or WIDTHxHEIGHT.
    #[arg(long, default_value = "15")]
    size: Size,
    /// Games for each two engines that meet, two from each opening (100 if not
    /// given); with --sprt the most games (1000000).
    #[arg(long, value_name = "N", value_parser = whole(1..=MOST_GAMES))]
    games: Option<usize>,
    /// Only the first engine plays against the others.
    #[arg(long)]
    gauntlet: bool,
    /// Openings to use instead of our own: a file with one a line.
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Begin on an empty board.
    #[arg(long, conflicts_with = "openings")]
    no_openings: bool,
    /// End the match as soon as it is decided whether the first engine is
    /// better by ELO0 or by ELO1.
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<Bounds>,
    /// How often --sprt may wrongly decide for ELO1.
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = error_rate, requires = "sprt")]
    alpha: f64,
    /// How often --sprt may wrongly decide for ELO0.
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = error_rate, requires = "sprt")]
    beta: f64,
    /// Games at a time; if not given, as many as there are cores for.
    #[arg(long, value_name = "N", value_parser = whole(1..=MOST_PARALLEL))]
    parallel: Option<usize>,
    /// A game is a draw after so many moves.
    #[arg(long, value_name = "N", value_parser = whole(1..=SQUARES))]
    max_moves: Option<usize>,
    /// Decides about openings and everything else that is left to chance.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0..=u64::MAX))]
    seed: u64,
    /// Keep all games in this folder; a match that was interrupted goes on
    /// from there.
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

/// The two differences between which a test decides.
#[derive(Clone, Copy, Debug)]
struct Bounds(f64, f64);

impl FromStr for Bounds {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Bounds, String> {
        let bounds = text.split_once(',').and_then(|(low, high)| {
            let bounds: (f64, f64) = (low.trim().parse().ok()?, high.trim().parse().ok()?);
            (bounds.0 < bounds.1 && bounds.0 > -1000.0 && bounds.1 < 1000.0).then_some(bounds)
        });
        let (low, high) = bounds.ok_or("not two numbers, the smaller one first, as 0,10")?;
        Ok(Bounds(low, high))
    }
}

pub(super) fn run(args: &Args) -> Result<()> {
    let plan = plan(args)?;
    let threads: usize = plan
        .contenders
        .iter()
        .map(|one| one.threads)
        .max()
        .unwrap_or(1);
    let contest = Match::new(plan).map_err(of_plan)?;
    // However often it is interrupted, it ends by itself: searches stop at once,
    // and programs that do not exit within a second are killed.
    let stop = interrupts()?;
    let parallel = args.parallel.unwrap_or((cores() / threads).max(1));
    let screen = Screen::new(contest.games());
    let standings = contest.run(args.out.as_deref(), parallel, &stop, &|news| {
        screen.show(&news)
    })?;
    screen.close();
    report::print(&standings)?;
    if standings.verdict().is_none() && stop.load(Relaxed) {
        match args.out {
            Some(_) => bail!("interrupted; the same command goes on with the match"),
            None => bail!("interrupted"),
        }
    }
    Ok(())
}

/// The error of a match that cannot be played: some come from the command line.
fn of_plan(error: MatchError) -> Error {
    match error {
        MatchError::TooFew | MatchError::SameName(_) | MatchError::SprtOfMany => wrong_use(error),
        error => error.into(),
    }
}

/// The engines, each with a limit.
fn contenders(args: &Args) -> Result<Vec<Contender>> {
    let each = Contender::parse_defaults(&args.each).map_err(wrong_use)?;
    let read = |engine: &String| {
        let contender = Contender::parse(engine, &each).map_err(wrong_use)?;
        match contender.is_limited() {
            true => Ok(contender),
            false => Err(wrong_use(format!(
                "{} has no limit: give it turn=MS, game=MS, nodes=N or depth=N",
                contender.name
            ))),
        }
    };
    args.engines.iter().map(read).collect()
}

fn plan(args: &Args) -> Result<MatchPlan> {
    let sprt = args.sprt.map(|Bounds(elo0, elo1)| Sprt {
        elo0,
        elo1,
        alpha: args.alpha,
        beta: args.beta,
    });
    let games = args
        .games
        .unwrap_or(if sprt.is_some() { 1_000_000 } else { 100 });
    Ok(MatchPlan {
        contenders: contenders(args)?,
        pairing: match args.gauntlet {
            true => Pairing::Gauntlet,
            false => Pairing::RoundRobin,
        },
        rounds: games.div_ceil(2),
        rule: args.rule.name().to_string(),
        width: args.size.0,
        height: args.size.1,
        openings: openings(args)?,
        most_moves: args.max_moves.unwrap_or(usize::MAX),
        sprt,
        seed: args.seed,
    })
}

/// The openings, as moves: from the file, or our own for this rule and size if
/// there are any.
fn openings(args: &Args) -> Result<Vec<String>> {
    let Size(width, height) = args.size;
    let path = match &args.openings {
        _ if args.no_openings => return Ok(Vec::new()),
        None => return own_openings(args.rule, (width, height)),
        Some(path) => path,
    };
    let name = path.display().to_string();
    let openings = read_openings(&input::read(path)?, (width, height));
    let openings = openings.with_context(|| name.clone())?;
    ensure!(!openings.is_empty(), "{name} has no openings");
    Ok(openings)
}

/// Our own openings for a rule and a size, as moves, if there are any.
pub(super) fn own_openings(rule: Rule, size: (usize, usize)) -> Result<Vec<String>> {
    let known = OPENINGS
        .iter()
        .find(|(of, side, _)| *of == rule && size == (*side, *side));
    let text = known.map_or("", |(_, _, text)| text);
    read_openings(text, size).context("our own openings")
}

fn read_openings(text: &str, (width, height): (usize, usize)) -> Result<Vec<String>> {
    let openings = openings::read(text, width, height)?;
    let moves = |opening: &openings::Opening| -> String {
        let names = opening.squares.iter();
        names.map(|&square| square_name(square, height)).collect()
    };
    Ok(openings.iter().map(moves).collect())
}
