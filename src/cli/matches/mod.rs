//! `match`: engines play each other.

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
use crate::board::notation::moves_text;
use crate::lab::contender::Contender;
use crate::lab::openings;
use crate::lab::schedule::Pairing;
use crate::lab::shard::Shard;
use crate::lab::statistics::Sprt;
use crate::lab::tournament::{MOST_PARALLEL, Match, MatchError, MatchPlan};
use crate::records::{self, Format, ReadOptions, encoding};
use crate::types::{Rule, SQUARES};

#[derive(clap::Args)]
#[command(after_help = "\
An engine is described by words as in a shell: `self` (this program, in this \
process) or a program with its arguments, then settings:
  name=NAME                   name in tables (default: the program's name, or this whole text)
  turn=TIME game=TIME inc=TIME time per move, per game, increment per move
  nodes=N depth=N             search limits
  vary=PERCENT                vary the nodes randomly from move to move (self)
  strength=N                  level: 0 to 100, or a name such as club (self)
  set.NAME=VALUE              change a search parameter (self)
  network=FILE                network; off: none; embedded: built in (self)
  memory=MIB threads=N        default: 64 (self with few nodes: less) and 1
  option.KEY=VALUE            send INFO KEY VALUE
  cmd='PROGRAM ARGUMENTS' dir=FOLDER      another way to name a program
  tolerance=TIME              time over the limit that does not lose (1s)
  pause=TIME                  wait after a program's move (5ms)
  patience=TIME               time to start, and per move without time limit (60s)
  boards=1                    send the whole position before every move
  restart=1                   restart the program for every game
A TIME is 500ms, 2s, 1m30s, or a number of milliseconds.

Examples:
  pbrain-tengen match --engine 'self nodes=5000' --engine './old nodes=5000' --sprt 0,10
  pbrain-tengen match --engine 'self turn=1000' --engine './pbrain-other turn=1000' \\
                      --games 100 --rule renju --out results")]
pub(super) struct Args {
    /// An engine; two or more are needed.
    #[arg(long = "engine", value_name = "ENGINE", required = true)]
    engines: Vec<String>,
    /// Default settings for all engines.
    #[arg(long, value_name = "SETTINGS", default_value = "")]
    each: String,
    /// Rule: freestyle, standard, renju, caro or caro8.
    #[arg(long, default_value_t = Rule::Freestyle)]
    rule: Rule,
    /// Board side, or WIDTHxHEIGHT.
    #[arg(long, default_value = "15")]
    size: Size,
    /// Games per pairing, two from each opening; an odd number is rounded up (default
    /// 100); with --sprt the maximum (default 1000000).
    #[arg(long, value_name = "N", value_parser = whole(1..=MOST_GAMES))]
    games: Option<usize>,
    /// The first engine plays all others; these do not play each other.
    #[arg(long)]
    gauntlet: bool,
    /// File of openings instead of the built-in ones: one per line, or games of any
    /// kind, whose moves are the openings.
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Start from the empty board.
    #[arg(long, conflicts_with = "openings")]
    no_openings: bool,
    /// Sequential test: stop when it is decided whether the first engine is better
    /// by ELO0 or by ELO1.
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<Bounds>,
    /// Error rate of --sprt: accepting ELO1 wrongly.
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = error_rate, requires = "sprt")]
    alpha: f64,
    /// Error rate of --sprt: accepting ELO0 wrongly.
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = error_rate, requires = "sprt")]
    beta: f64,
    /// Games at a time (default: as many as the cores allow).
    #[arg(long, value_name = "N", value_parser = whole(1..=MOST_PARALLEL))]
    parallel: Option<usize>,
    /// Draw games after this many moves.
    #[arg(long, value_name = "N", value_parser = whole(1..=SQUARES))]
    max_moves: Option<usize>,
    /// Random seed.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0..=u64::MAX))]
    seed: u64,
    /// Play only part I of N of the pairs of games: for several machines, each with a
    /// folder. `merge` puts the folders together.
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE, requires = "out")]
    shard: Shard,
    /// Folder for the games; an interrupted match resumes from it.
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

/// The Elo differences of a test's two hypotheses.
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
    // An interrupt ends it soon: searches stop at once, and programs that do not
    // exit within a second are killed.
    let stop = interrupts()?;
    let parallel = args.parallel.unwrap_or((cores() / threads).max(1));
    let screen = Screen::new(contest.games());
    let standings = contest.run(args.out.as_deref(), parallel, &stop, &|event| {
        screen.show(&event)
    })?;
    screen.close();
    report::print(&standings)?;
    if standings.verdict().is_none() && stop.load(Relaxed) {
        match args.out {
            Some(_) => bail!("interrupted; run the same command to resume the match"),
            None => bail!("interrupted"),
        }
    }
    Ok(())
}

/// The error of an invalid match; some are errors of the command line.
fn of_plan(error: MatchError) -> Error {
    match error {
        MatchError::TooFew
        | MatchError::SameName(_)
        | MatchError::SprtOfMany
        | MatchError::SprtOfShard => wrong_use(error),
        error => error.into(),
    }
}

/// The engines, each with a limit. Those that would be called the same and were not given
/// a name are called as they are described.
fn contenders(args: &Args) -> Result<Vec<Contender>> {
    let each = Contender::parse_defaults(&args.each).map_err(wrong_use)?;
    let read = |engine: &String| {
        let contender = Contender::parse(engine, &each).map_err(wrong_use)?;
        match contender.is_limited() {
            true => Ok(contender),
            false => Err(wrong_use(format!(
                "{} has no limit: give it turn=TIME, game=TIME, nodes=N or depth=N",
                contender.name
            ))),
        }
    };
    let all: Vec<Contender> = args.engines.iter().map(read).collect::<Result<_>>()?;
    let called = |name: &str| all.iter().filter(|one| one.name == name).count();
    let has_name = |text: &str| {
        let words = shlex::split(text).unwrap_or_default();
        words.iter().any(|word| word.starts_with("name="))
    };
    let told_apart = all.iter().zip(&args.engines).map(|(one, text)| {
        let mut one = one.clone();
        if called(&one.name) > 1 && !has_name(text) {
            one.name.clone_from(text);
        }
        one
    });
    Ok(told_apart.collect())
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
        shard: args.shard,
    })
}

/// The openings, as moves: from the file, or the built-in ones for this rule and size
/// if there are any.
fn openings(args: &Args) -> Result<Vec<String>> {
    let Size(width, height) = args.size;
    let path = match &args.openings {
        _ if args.no_openings => return Ok(Vec::new()),
        None => return Ok(openings::built_in(args.rule, (width, height))),
        Some(path) => path,
    };
    let name = path.display().to_string();
    let bytes = input::read_bytes(path)?;
    let found = match records::format_of(&bytes) {
        Ok(Format::Moves) | Err(_) => {
            let list = encoding::decode(&bytes).text;
            openings::read(&list, (width, height)).map_err(Error::from)
        }
        Ok(_) => openings_of_games(&bytes, (width, height)),
    };
    let found = found.with_context(|| name.clone())?;
    ensure!(!found.is_empty(), "{name} has no openings");
    Ok(found)
}

/// The moves of the main lines of games.
fn openings_of_games(bytes: &[u8], size: (usize, usize)) -> Result<Vec<String>> {
    let mut openings = Vec::new();
    for (index, game) in records::games(bytes, &ReadOptions::default())?.enumerate() {
        let moves = || -> Result<String> {
            let game = game.tree?.main_line()?;
            let found = (game.width, game.height);
            ensure!(found == size, "its board is {}x{}", found.0, found.1);
            let board = game.board()?;
            ensure!(!board.moves().contains(&None), "an opening has no passes");
            Ok(moves_text(&board))
        };
        openings.push(moves().with_context(|| format!("game {}", index + 1))?);
    }
    Ok(openings)
}
