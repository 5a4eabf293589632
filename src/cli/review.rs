//! `review`: comments on finished games.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result};
use indicatif::ProgressBar;
use serde::Serialize;
use serde::de::IgnoredAny;

use super::bench::{COMMIT, origin};
use super::effort::{Effort, control};
use super::exit::{count, output, wrong_use};
use super::input::check_outputs;
use super::lost::Lost;
use super::parted::{Kept, Part};
use super::progress::{bar, interrupts};
use super::reading::note_unknown_rules;
use super::recorded::{Games, main_line};
use super::reviewed::Reviewed;
use crate::board::notation::moves_text;
use crate::engine::{Engine, Options};
use crate::eval::network::NetworkChoice;
use crate::records::tree::{Feature, Features};
use crate::records::{GameRecord, json};
use crate::types::Rule;

/// The rule where neither the file nor the user says one.
const DEFAULT_RULE: Rule = Rule::Freestyle;
/// The default nodes for each position.
const DEFAULT_NODES: u64 = 50_000;
/// What of a game is in the file of `--sgf`: all that a [`GameRecord`] has.
const WRITTEN: Features = json::HOLDS.union(Features::of(&[Feature::OpeningActs]));

#[derive(clap::Args)]
#[command(after_help = "Without --nodes and --time: 50,000 nodes for each position.")]
pub(super) struct Args {
    #[command(flatten)]
    games: Games,
    #[command(flatten)]
    effort: Effort,
    /// Print one JSON object a line for each game, in order: rule, size, players, opening,
    /// result, moves (each with number, color, move, given, black_before, black_after,
    /// loss, mark, best, line, score, missed_win, loses_in, foul), sides (each with
    /// moves, marks, mean_loss).
    #[arg(long)]
    json: bool,
    /// Also write the games to this file, as SGF with a comment on each move.
    #[arg(long, value_name = "OUT")]
    sgf: Option<PathBuf>,
    #[command(flatten)]
    part: Part,
}

/// All that decides the reviews.
#[derive(Serialize)]
struct Work<'a> {
    review: u32,
    effort: &'a Effort,
    by: String,
}

pub(super) fn run(args: &Args) -> Result<()> {
    check_outputs(
        std::slice::from_ref(&args.games.file),
        &[("--sgf", args.sgf.as_deref())],
    )?;
    if args.part.out.is_some() && (args.json || args.sgf.is_some()) {
        return Err(wrong_use(
            "--out is JSON already, and goes without --json and --sgf",
        ));
    }
    let (mut games, mut left_out) = (Vec::new(), Lost::default());
    let read = args.games.for_each(|tree| {
        games.push(main_line(&tree)?);
        left_out.add(tree.features().without(WRITTEN), None);
        Ok(())
    });
    if games.is_empty() && read.is_err() {
        return read;
    }
    let unknown = games.iter().filter(|game| game.rule.is_none());
    note_unknown_rules(unknown.count(), DEFAULT_RULE);
    match args.part.out {
        Some(_) => keep(args, &games)?,
        None => show(args, &games)?,
    }
    if let (Some(path), Some(lost)) = (&args.sgf, left_out.in_words()) {
        eprintln!("note: left out of {}: {lost}", path.display());
    }
    // Some games may be faulty.
    read
}

/// Reviews the games and prints what it finds.
fn show(args: &Args, games: &[GameRecord]) -> Result<()> {
    let stop = interrupts()?;
    let bar = bar(positions(games.iter()));
    let mut reviewer = Reviewer::new(args, &stop, &bar)?;
    let mut out = output();
    let mut commented = String::new();
    let mut told = Ok(());
    for (index, game) in games.iter().enumerate() {
        let reviewed = reviewer.review(game)?.context("interrupted")?;
        let text = match args.json {
            true => reviewed.json_line(),
            false if index > 0 => format!("\n{}", reviewed.table()),
            false => reviewed.table(),
        };
        commented += &reviewed.sgf();
        if told.is_ok() {
            told = bar.suspend(|| {
                out.write_all(text.as_bytes())?;
                out.flush()
            });
        }
        // Without a reader and without a file there is nothing left to do.
        if told.is_err() && args.sgf.is_none() {
            break;
        }
    }
    bar.finish_and_clear();
    if let Some(path) = &args.sgf {
        fs::write(path, commented).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(told?)
}

/// Reviews the games of a shard, or all, into a file.
fn keep(args: &Args, games: &[GameRecord]) -> Result<()> {
    let mut all = crc32fast::Hasher::new();
    for game in games {
        let rule = game.rule.unwrap_or(DEFAULT_RULE);
        all.update(format!("{rule} {} ", game.height).as_bytes());
        all.update(moves_text(&game.board()?).as_bytes());
    }
    let work = Work {
        review: all.finalize(),
        effort: &args.effort,
        by: origin(COMMIT, &NetworkChoice::Embedded)?,
    };
    let mut kept: Kept<IgnoredAny> = args.part.open(games.len(), &work)?;
    let open = std::mem::take(&mut kept.open);
    let stop = interrupts()?;
    let bar = bar(positions(open.iter().map(|&piece| &games[piece])));
    let mut reviewer = Reviewer::new(args, &stop, &bar)?;
    for &piece in &open {
        let reviewed = reviewer.review(&games[piece])?;
        let reviewed = reviewed.context("interrupted; run the same command to resume")?;
        kept.add(piece, &reviewed.fields())?;
    }
    bar.finish_and_clear();
    let done = count(kept.known.len() + open.len(), "game");
    Ok(writeln!(output(), "{done} reviewed")?)
}

fn positions<'a>(games: impl Iterator<Item = &'a GameRecord>) -> usize {
    games.map(|game| game.moves.len() + 1).sum()
}

/// Reviews one game after the other.
struct Reviewer<'a> {
    engine: Engine,
    stop: &'a Arc<AtomicBool>,
    bar: &'a ProgressBar,
}

impl<'a> Reviewer<'a> {
    fn new(args: &Args, stop: &'a Arc<AtomicBool>, bar: &'a ProgressBar) -> Result<Reviewer<'a>> {
        let mut engine = Engine::new()?;
        engine.set_options(args.effort.options(Options {
            nodes: Some(DEFAULT_NODES),
            ..Options::default()
        }));
        Ok(Reviewer { engine, stop, bar })
    }

    /// `None` if it was interrupted.
    fn review<'g>(&mut self, game: &'g GameRecord) -> Result<Option<Reviewed<'g>>> {
        let rule = game.rule.unwrap_or(DEFAULT_RULE);
        self.engine.clear_hash();
        let (stop, bar) = (self.stop, self.bar);
        let control = || control(stop);
        let moves = self.engine.review(game, rule, &control, &|| bar.inc(1))?;
        let reviewed = moves.map(|moves| Reviewed::new(game, rule, moves));
        Ok(reviewed.transpose()?)
    }
}
