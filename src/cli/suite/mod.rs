//! `suite`: how many positions with known answers an engine solves.

mod told;

use std::io::{Write, stderr};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde::Serialize;

use self::told::Teller;
use super::bench::{COMMIT, origin};
use super::exit::{output, wrong_use};
use super::input;
use super::parted::{Kept, Part};
use super::progress::{bar, cores, interrupts};
use super::values::{MOST, time, whole};
use crate::eval::network::NetworkChoice;
use crate::lab::contender::Contender;
use crate::lab::suite::{self, Entry, Limits, Outcome, ask_all};
use crate::lab::tournament::MOST_PARALLEL;
use crate::lock::{into_inner, lock};

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
        by: origin(COMMIT, &NetworkChoice::Embedded)?,
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
    let mut teller = Teller::new(args.json, &suites, &entries);
    for (&piece, outcome) in &kept.known {
        teller.tell(piece, outcome)?;
    }
    let open = kept.open.clone();
    let asked: Vec<&Entry> = open.iter().map(|&piece| entries[piece].1).collect();
    let told = Mutex::new((open.iter(), kept, teller, Ok(())));
    ask_all(&contender, &asked, limits, &|outcome| {
        let mut told = lock(&told);
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
    let (open, _, teller, result) = into_inner(told);
    result?;
    if open.len() > 0 && stop.load(Relaxed) {
        match args.part.out {
            Some(_) => bail!("interrupted; run the same command to resume"),
            None => bail!("interrupted"),
        }
    }
    let totals = teller.totals(&contender.name, start.elapsed());
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
