//! `match`: engines against engines.

use std::io::{IsTerminal, Write, stdout};
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Mutex;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use indicatif::ProgressBar;

use super::input;
use super::long::{bar, cores, interrupts};
use crate::board::Board;
use crate::board::notation::square_name;
use crate::lab::contender::Contender;
use crate::lab::game::End;
use crate::lab::schedule::Pairing;
use crate::lab::standings::Standings;
use crate::lab::statistics::Sprt;
use crate::lab::tournament::{Match, News, Plan};
use crate::records::openings;
use crate::types::Rule;

/// Our own openings, for a rule and the side of a board.
const OPENINGS: [(Rule, usize, &str); 5] = [
    (
        Rule::Freestyle,
        15,
        include_str!("../../bench-positions/openings-freestyle-15.txt"),
    ),
    (
        Rule::Freestyle,
        20,
        include_str!("../../bench-positions/openings-freestyle-20.txt"),
    ),
    (
        Rule::Standard,
        15,
        include_str!("../../bench-positions/openings-standard-15.txt"),
    ),
    (
        Rule::Renju,
        15,
        include_str!("../../bench-positions/openings-renju-15.txt"),
    ),
    (
        Rule::Caro,
        15,
        include_str!("../../bench-positions/openings-caro-15.txt"),
    ),
];

/// Nobody waits for more.
const MOST_ROUNDS: usize = 1_000_000_000;

/// In a pipe, how often to say how far it is.
const REPORT: Duration = Duration::from_secs(10);

#[derive(clap::Args)]
#[command(after_help = "\
An engine is described by words as in a shell: `self` (this program, in this \
process) or a program with its arguments, and settings:
  name=NAME       in tables; the program's name if not given
  turn=MS game=MS inc=MS      time for a move, for a game, added by every move
  nodes=N depth=N             limits of the search
  vary=PERCENT                nodes differ from move to move (self)
  set.NUMBER=VALUE            another number of the search (self; for experiments)
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
    /// Games for each two engines that meet, an even number; with --sprt the
    /// most games.
    #[arg(long, allow_negative_numbers = true)]
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
    #[arg(long, default_value_t = 0.05)]
    alpha: f64,
    /// How often --sprt may wrongly decide for ELO0.
    #[arg(long, default_value_t = 0.05)]
    beta: f64,
    /// Games at a time; if not given, as many as there are cores for.
    #[arg(long)]
    parallel: Option<usize>,
    /// A game is a draw after so many moves.
    #[arg(long, default_value_t = usize::MAX, hide_default_value = true)]
    max_moves: usize,
    /// Decides about openings and everything else that is left to chance.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Keep all games in this folder; a match that was interrupted goes on
    /// from there.
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

/// A board's size.
#[derive(Clone, Copy, Debug)]
pub(super) struct Size(pub(super) usize, pub(super) usize);

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Size, String> {
        let (width, height) = text.split_once('x').unwrap_or((text, text));
        match (width.parse(), height.parse()) {
            (Ok(width), Ok(height)) => Ok(Size(width, height)),
            _ => Err("neither a number nor WIDTHxHEIGHT".to_string()),
        }
    }
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
    let contest = Match::new(plan)?;
    ensure!(contest.games() > 0, "a match of no games");
    // However often somebody asks: it takes a second at most, and nobody is
    // left behind.
    let stop = interrupts()?;
    let parallel = args.parallel.unwrap_or((cores() / threads).max(1));
    let screen = Screen::new(contest.games());
    let standings = contest.run(args.out.as_deref(), parallel, &stop, &|news| {
        screen.show(&news)
    })?;
    screen.close();
    print(&standings)?;
    if standings.verdict().is_none() && stop.load(Relaxed) {
        match args.out {
            Some(_) => bail!("interrupted; the same command goes on with the match"),
            None => bail!("interrupted"),
        }
    }
    Ok(())
}

fn plan(args: &Args) -> Result<Plan> {
    let each = Contender::parse_defaults(&args.each)?;
    let contenders: Result<Vec<Contender>, _> = args
        .engines
        .iter()
        .map(|engine| Contender::parse(engine, &each))
        .collect();
    let contenders = contenders?;
    for contender in &contenders {
        let limited =
            contender.is_timed() || contender.nodes.is_some() || contender.depth.is_some();
        ensure!(
            limited,
            "{} has no limit: give it turn=MS, game=MS, nodes=N or depth=N",
            contender.name
        );
    }
    for (name, share) in [("alpha", args.alpha), ("beta", args.beta)] {
        ensure!(
            share > 0.0 && share < 0.5,
            "--{name} must be between 0 and 0.5"
        );
    }
    let sprt = args.sprt.map(|Bounds(elo0, elo1)| Sprt {
        elo0,
        elo1,
        alpha: args.alpha,
        beta: args.beta,
    });
    let games = args
        .games
        .unwrap_or(if sprt.is_some() { 1_000_000 } else { 100 });
    Ok(Plan {
        contenders,
        pairing: match args.gauntlet {
            true => Pairing::Gauntlet,
            false => Pairing::RoundRobin,
        },
        rounds: games.div_ceil(2).min(MOST_ROUNDS),
        rule: args.rule.name().to_string(),
        width: args.size.0,
        height: args.size.1,
        openings: openings(args)?,
        most_moves: args.max_moves,
        sprt,
        seed: args.seed,
    })
}

/// The openings, as moves: from the file, or our own for this rule and size if
/// there are any.
fn openings(args: &Args) -> Result<Vec<String>> {
    let Size(width, height) = args.size;
    Board::new(width, height)?;
    let name = match &args.openings {
        _ if args.no_openings => return Ok(Vec::new()),
        Some(path) => path.display().to_string(),
        None => "our own openings".to_string(),
    };
    let text = match &args.openings {
        Some(path) => input::read(path)?,
        None => OPENINGS
            .iter()
            .find(|(rule, side, _)| *rule == args.rule && [width, height] == [*side; 2])
            .map_or(String::new(), |(_, _, text)| text.to_string()),
    };
    let openings = openings::read(&text, width, height).with_context(|| name.clone())?;
    ensure!(
        !openings.is_empty() || args.openings.is_none(),
        "{name} has no openings"
    );
    let moves = |opening: &openings::Opening| -> String {
        let names = opening.squares.iter();
        names.map(|&square| square_name(square, height)).collect()
    };
    Ok(openings.iter().map(moves).collect())
}

/// Shows how the match goes: a bar on a terminal, a line now and then in a
/// pipe.
struct Screen {
    bar: ProgressBar,
    last: Mutex<Instant>,
}

impl Screen {
    fn new(games: usize) -> Screen {
        Screen {
            bar: bar(games),
            last: Mutex::new(Instant::now()),
        }
    }

    fn show(&self, news: &News) {
        match news {
            News::Complaint { name, text } => self.line(&format!("{name} {text}")),
            News::Game {
                entry,
                standings,
                replayed,
            } => {
                if entry.end.is_fault() && !replayed {
                    let loser = match entry.result.as_str() {
                        "black" => &entry.white,
                        _ => &entry.black,
                    };
                    let (game, end) = (entry.game + 1, entry.end);
                    self.line(&format!(
                        "game {game}: {loser} loses by {end}: {}",
                        entry.detail
                    ));
                }
                self.bar.inc(1);
                self.bar.set_message(summary(standings));
                self.report(standings);
            }
        }
    }

    /// In a pipe, where no bar is drawn.
    fn report(&self, standings: &Standings) {
        if std::io::stderr().is_terminal() {
            return;
        }
        let mut last = self.last.lock().unwrap_or_else(|error| error.into_inner());
        if last.elapsed() >= REPORT {
            *last = Instant::now();
            eprintln!("{} games: {}", standings.count(), summary(standings));
        }
    }

    fn line(&self, text: &str) {
        self.bar.suspend(|| eprintln!("{text}"));
    }

    fn close(&self) {
        self.bar.finish_and_clear();
    }
}

/// A line about a match that goes on.
fn summary(standings: &Standings) -> String {
    let Some(row) = standings.rows.first() else {
        return String::new();
    };
    let [wins, draws, losses] = row.games;
    let mut text = format!("{} +{wins} ={draws} -{losses}", row.name);
    if let Some(elo) = standings.elo(0) {
        text.push_str(&format!(" Elo {elo}"));
    }
    if let Some((sprt, llr)) = standings.sprt() {
        let (low, high) = sprt.bounds();
        text.push_str(&format!(" LLR {llr:.2} ({low:.2}, {high:.2})"));
    }
    text
}

/// The tables of a match.
fn print(standings: &Standings) -> Result<()> {
    let mut out = stdout().lock();
    let width = standings
        .rows
        .iter()
        .map(|row| row.name.chars().count())
        .max();
    let width = width.unwrap_or(0).max(6);
    writeln!(
        out,
        "{:width$} {:>6} {:>7} {:>6} {:>6} {:>6} {:>8} {:>5}  Elo [95 %]",
        "engine", "games", "score", "won", "drawn", "lost", "slowest", "late"
    )?;
    let mut order: Vec<usize> = (0..standings.rows.len()).collect();
    let share = |who: usize| {
        let row = &standings.rows[who];
        f64::from(row.half_points()) / f64::from(2 * row.count().max(1))
    };
    order.sort_by(|&a, &b| share(b).total_cmp(&share(a)));
    for who in order {
        let row = &standings.rows[who];
        let [won, drawn, lost] = row.games;
        let elo = standings
            .elo(who)
            .map_or("-".to_string(), |elo| elo.to_string());
        writeln!(
            out,
            "{:width$} {:>6} {:>5.1} % {won:>6} {drawn:>6} {lost:>6} {:>5} ms {:>5}  {elo}",
            row.name,
            row.count(),
            100.0 * share(who),
            row.slowest,
            row.late,
        )?;
        for end in End::ALL.into_iter().filter(|end| end.is_fault()) {
            if row.lost_by(end) > 0 {
                writeln!(out, "{:width$} lost by {end}: {}", "", row.lost_by(end))?;
            }
        }
    }
    let name = |who: usize| &standings.rows[who].name;
    for meeting in &standings.meetings {
        let [first, second] = meeting.players;
        let [won, drawn, lost] = meeting.games;
        write!(
            out,
            "{} - {}: +{won} ={drawn} -{lost}, pairs {:?}",
            name(first),
            name(second),
            meeting.pairs.0
        )?;
        match meeting.pairs.elo() {
            Some(elo) => writeln!(out, ", Elo {elo}")?,
            None => writeln!(out)?,
        }
    }
    let [black, drawn, white] = standings.colors;
    let games = standings.count().max(1);
    let percent = |count: u32| 100.0 * f64::from(count) / f64::from(games);
    writeln!(
        out,
        "black {:.1} %, drawn {:.1} %, white {:.1} % of {} games",
        percent(black),
        percent(drawn),
        percent(white),
        standings.count()
    )?;
    if let Some((sprt, llr)) = standings.sprt() {
        let (low, high) = sprt.bounds();
        let verdict = match standings.verdict() {
            Some(verdict) => verdict.to_string(),
            None => "undecided".to_string(),
        };
        writeln!(
            out,
            "SPRT [{}, {}] alpha {} beta {}: LLR {llr:.2} ({low:.2}, {high:.2}), {verdict}",
            sprt.elo0, sprt.elo1, sprt.alpha, sprt.beta
        )?;
    }
    Ok(())
}
