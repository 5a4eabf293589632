//! `selfplay`: games to fit the evaluation to.

use std::fs::OpenOptions;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::Ordering::Relaxed;

use anyhow::{Context, Result};

use super::progress::{bar, cores, interrupts};
use super::values::{MOST, MOST_GAMES, Size, whole};
use crate::engine::MOST_THREADS;
use crate::lab::selfplay::{ScoredGame, Wanted, play};
use crate::types::Rule;

#[derive(clap::Args)]
pub(super) struct Args {
    /// The rule: freestyle, standard, renju, caro or caro8.
    #[arg(long, default_value_t = Rule::Freestyle)]
    rule: Rule,
    /// The board's side, or WIDTHxHEIGHT.
    #[arg(long, default_value = "15")]
    size: Size,
    /// How many games are to be in the file in the end.
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = whole(1..=MOST_GAMES))]
    games: usize,
    /// Nodes for each move.
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = whole(1..=MOST))]
    nodes: u64,
    /// The number of the file's first game: files with other games need
    /// numbers far apart.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole(0..=MOST_GAMES))]
    first: usize,
    /// Threads; if not given, one for each core.
    #[arg(long, value_name = "N", value_parser = whole(1..=MOST_THREADS))]
    threads: Option<usize>,
    /// Games are added to this file, one a line.
    file: PathBuf,
}

pub(super) fn run(args: &Args) -> Result<()> {
    let name = args.file.display();
    let mut file = OpenOptions::new()
        .create(true)
        .append(true)
        .read(true)
        .open(&args.file)
        .with_context(|| format!("cannot write {name}"))?;
    let played = BufReader::new(&file).lines().count();
    let Size(width, height) = args.size;
    let wanted = Wanted {
        rule: args.rule,
        width,
        height,
        nodes: args.nodes,
        games: args.games.saturating_sub(played),
        first: args.first + played,
    };
    let stop = interrupts()?;
    let bar = bar(wanted.games);
    let failed = Mutex::new(None);
    let out = Mutex::new(&mut file);
    let report = |game: ScoredGame| {
        let written = serde_json::to_string(&game)
            .map_err(anyhow::Error::from)
            .and_then(|line| {
                let mut out = out.lock().unwrap_or_else(|error| error.into_inner());
                Ok(writeln!(out, "{line}")?)
            });
        if let Err(error) = written {
            *failed.lock().unwrap_or_else(|error| error.into_inner()) = Some(error);
            stop.store(true, Relaxed);
        }
        bar.inc(1);
    };
    play(&wanted, args.threads.unwrap_or_else(cores), &stop, &report)?;
    bar.finish_and_clear();
    let failed = failed
        .into_inner()
        .unwrap_or_else(|error| error.into_inner());
    match failed {
        Some(error) => Err(error.context(format!("cannot write {name}"))),
        None => Ok(()),
    }
}
