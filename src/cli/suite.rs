//! `suite`: how many positions with known answers an engine solves.

use std::io::{Write, stderr};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde::Serialize;

use super::bench::origin;
use super::drawing;
use super::exit::{count, output, wrong_use};
use super::input;
use super::parted::{Kept, Part};
use super::progress::{bar, cores, interrupts};
use super::values::{MOST, time, whole};
use crate::board::notation::parse_square;
use crate::lab::contender::Contender;
use crate::lab::suite::{self, Answer, Entry, Limits, Outcome, ask_all};
use crate::lab::tournament::MOST_PARALLEL;

/// Nodes for this engine if no limit is given.
const DEFAULT_NODES: u64 = 100_000;
/// Milliseconds for programs if no limit is given.
const DEFAULT_MS: u64 = 5_000;

#[derive(clap::Args)]
#[command(after_help = "\
An engine is described as for `match`: `self` or a program with its arguments, then \
settings such as nodes=N, turn=TIME, memory=MIB, network=FILE. Programs that speak the \
Gomocup protocol are asked for moves: where a win is claimed, the move must keep it. \
Without a limit: 100,000 nodes for self, five seconds for programs.")]
pub(super) struct Args {
    /// The engine that is asked.
    #[arg(long, value_name = "ENGINE", default_value = "self")]
    engine: String,
    /// Nodes for each question.
    #[arg(long, value_name = "N", value_parser = whole(1..=MOST))]
    nodes: Option<u64>,
    /// Time for each question, as 500ms, 2s or 1m (a number alone: milliseconds).
    #[arg(long, value_name = "TIME", value_parser = time)]
    time: Option<Duration>,
    /// Positions at a time (default: as many as the cores allow).
    #[arg(long, value_name = "N", value_parser = whole(1..=MOST_PARALLEL))]
    parallel: Option<usize>,
    /// Print one JSON object a line for each position, in order: file, id, solved (null if
    /// there was nothing to ask), answers (each with question, wanted, found, solved, nodes).
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    part: Part,
    /// Files of positions with answers, one JSON object a line, as bench-positions has them.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

pub(super) fn run(args: &Args) -> Result<()> {
    let contender = Arc::new(contender(args)?);
    let suites = args.files.iter().map(|path| Suite::read(path));
    let suites: Vec<Suite> = suites.collect::<Result<_>>()?;
    let entries = suites.iter().enumerate().flat_map(|(of, suite)| {
        let entries = suite.entries.iter();
        entries.map(move |entry| (of, entry))
    });
    let entries: Vec<(usize, &Entry)> = entries.collect();
    if entries.is_empty() {
        bail!("there are no positions");
    }
    let work = Work {
        suites: &suites,
        engine: &contender,
        by: origin(option_env!("TENGEN_COMMIT").unwrap_or("unknown"))?,
    };
    let kept: Kept<Outcome> = args.part.open(entries.len(), &work)?;
    let stop = interrupts()?;
    let limits = Limits {
        parallel: args
            .parallel
            .unwrap_or((cores() / contender.threads).max(1)),
        stop: &stop,
    };
    let bar = bar(kept.open.len());
    let start = Instant::now();
    let mut teller = Teller {
        json: args.json,
        suites: &suites,
        entries: &entries,
        tallies: vec![Tally::default(); suites.len()],
    };
    for (&piece, outcome) in &kept.known {
        teller.tell(piece, outcome)?;
    }
    let open = kept.open.clone();
    let asked: Vec<&Entry> = open.iter().map(|&piece| entries[piece].1).collect();
    let told = Mutex::new((open.iter(), kept, teller, Ok(())));
    ask_all(&contender, &asked, limits, &|outcome| {
        let mut told = told.lock().unwrap_or_else(PoisonError::into_inner);
        let (open, kept, teller, result) = &mut *told;
        let Some(&piece) = open.next() else {
            return false;
        };
        *result = kept
            .add(piece, &outcome)
            .and_then(|()| bar.suspend(|| teller.tell(piece, &outcome)));
        bar.inc(1);
        result.is_ok()
    })?;
    bar.finish_and_clear();
    let (open, _, teller, result) = told.into_inner().unwrap_or_else(PoisonError::into_inner);
    result?;
    if open.len() > 0 && stop.load(Relaxed) {
        match args.part.out {
            Some(_) => bail!("interrupted; run the same command to resume"),
            None => bail!("interrupted"),
        }
    }
    let totals = totals(&suites, &teller.tallies, &contender.name, start.elapsed());
    match args.json {
        // It may have no reader.
        true => drop(stderr().write_all(totals.as_bytes())),
        false => output().write_all(totals.as_bytes())?,
    }
    Ok(())
}

/// All that decides the answers.
#[derive(Serialize)]
struct Work<'a> {
    suites: &'a [Suite],
    engine: &'a Contender,
    by: String,
}

/// Prints outcomes, and counts them.
struct Teller<'a> {
    json: bool,
    suites: &'a [Suite],
    /// The positions, each with the place of its suite.
    entries: &'a [(usize, &'a Entry)],
    tallies: Vec<Tally>,
}

impl Teller<'_> {
    fn tell(&mut self, piece: usize, outcome: &Outcome) -> Result<()> {
        let (of, entry) = self.entries[piece];
        self.tallies[of].add(outcome);
        let text = match self.json {
            true => json_line(&self.suites[of], outcome),
            false => missed(&self.suites[of], entry, outcome),
        };
        Ok(output().write_all(text.as_bytes())?)
    }
}

/// The engine, with a limit.
fn contender(args: &Args) -> Result<Contender> {
    let given = Contender {
        nodes: args.nodes,
        turn: args.time.map(|time| time.as_millis() as u64),
        ..Contender::default()
    };
    let parse = |defaults| Contender::parse(&args.engine, &defaults).map_err(wrong_use);
    let read = parse(given.clone())?;
    match (read.is_limited(), read.is_self()) {
        (true, _) => Ok(read),
        (false, true) => parse(Contender {
            nodes: Some(DEFAULT_NODES),
            ..given
        }),
        (false, false) => parse(Contender {
            turn: Some(DEFAULT_MS),
            ..given
        }),
    }
}

/// A file of positions.
#[derive(Serialize)]
struct Suite {
    #[serde(skip)]
    name: String,
    crc32: u32,
    #[serde(skip)]
    entries: Vec<Entry>,
}

impl Suite {
    fn read(path: &Path) -> Result<Suite> {
        let name = path.display().to_string();
        let text = input::read(path)?;
        Ok(Suite {
            entries: suite::read(&text).with_context(|| name.clone())?,
            crc32: crc32fast::hash(text.as_bytes()),
            name,
        })
    }
}

/// How many positions are solved.
#[derive(Clone, Copy, Default)]
struct Tally {
    solved: usize,
    missed: usize,
    not_asked: usize,
}

impl Tally {
    fn add(&mut self, outcome: &Outcome) {
        *match outcome.solved() {
            Some(true) => &mut self.solved,
            Some(false) => &mut self.missed,
            None => &mut self.not_asked,
        } += 1;
    }
}

/// A line for each suite, and one for all of several.
fn totals(suites: &[Suite], tallies: &[Tally], engine: &str, took: Duration) -> String {
    let mut all = Tally::default();
    let mut text = String::new();
    for (suite, tally) in suites.iter().zip(tallies) {
        all.solved += tally.solved;
        all.missed += tally.missed;
        all.not_asked += tally.not_asked;
        text += &format!("{}: {}\n", suite.name, said(tally));
    }
    if suites.len() == 1 {
        text.clear();
    }
    let name = match suites {
        [suite] => &suite.name,
        _ => "all",
    };
    text + &format!(
        "{name}: {} by {engine}, {:.1} s\n",
        said(&all),
        took.as_secs_f64()
    )
}

fn said(tally: &Tally) -> String {
    let asked = tally.solved + tally.missed;
    let text = format!("{} of {asked} solved", tally.solved);
    match tally.not_asked {
        0 => text,
        others => format!("{text} ({} not asked)", count(others, "position")),
    }
}

/// The fields of a line of JSON, in the order in which they are written.
#[derive(Serialize)]
struct Fields<'a> {
    file: &'a str,
    id: &'a str,
    solved: Option<bool>,
    answers: &'a [Answer],
}

fn json_line(suite: &Suite, outcome: &Outcome) -> String {
    let fields = Fields {
        file: &suite.name,
        id: &outcome.id,
        solved: outcome.solved(),
        answers: &outcome.answers,
    };
    // Strings, numbers and lists always have a JSON form.
    serde_json::to_string(&fields).unwrap_or_default() + "\n"
}

/// The board of a position that is not solved, and what is wrong; empty if it is.
fn missed(suite: &Suite, entry: &Entry, outcome: &Outcome) -> String {
    let wrong: Vec<&Answer> = outcome.answers.iter().filter(|one| !one.solved).collect();
    if wrong.is_empty() {
        return String::new();
    }
    let board = &entry.record.board;
    let is_in = |names: &[String], square| {
        let mut squares = names
            .iter()
            .filter_map(|name| parse_square(name, board).ok());
        squares.any(|named| named == square)
    };
    let mark = |square| {
        let is_found = wrong.iter().any(|one| is_in(&one.found, square));
        let is_wanted = wrong
            .iter()
            .any(|one| one.question != "avoid" && is_in(&one.wanted, square));
        match (is_wanted, is_found) {
            (true, _) => Some("*".to_string()),
            (false, true) => Some("?".to_string()),
            (false, false) => None,
        }
    };
    let drawing = drawing::marked(board, mark);
    let lines: Vec<String> = wrong.iter().map(|one| remark(one)).collect();
    format!(
        "{}: {}, {}, {} to move\n{drawing}{}\n",
        suite.name,
        outcome.id,
        entry.record.rule,
        board.side_to_move(),
        lines.concat()
    )
}

fn remark(answer: &Answer) -> String {
    let list = |names: &[String]| match names.is_empty() {
        true => "none".to_string(),
        false => names.join(" "),
    };
    let (wanted, found) = (list(&answer.wanted), list(&answer.found));
    match answer.question.as_str() {
        "find" => format!("missed: {wanted} (*) wanted, {found} (?) played\n"),
        "avoid" => format!("missed: {found} (?) played, a mistake\n"),
        "forbidden" => format!("missed: forbidden are {wanted} (*), not {found} (?)\n"),
        goal => format!("missed: {goal}: {wanted}, not {found}\n"),
    }
}
