//! `review`: comments on finished games.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use super::effort::{Effort, control};
use super::exit::{output, wrong_use};
use super::input::is_same;
use super::progress::{bar, interrupts};
use super::reading::note_unknown_rules;
use super::recorded::Games;
use super::reviewed::Reviewed;
use crate::engine::{Engine, Options};
use crate::types::Rule;

/// The rule where neither the file nor the user says one.
const DEFAULT_RULE: Rule = Rule::Freestyle;
/// The default nodes for each position.
const DEFAULT_NODES: u64 = 50_000;

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
}

pub(super) fn run(args: &Args) -> Result<()> {
    let out = args.sgf.as_ref();
    if out.is_some_and(|path| is_same(path, &args.games.file)) {
        return Err(wrong_use("--sgf would overwrite the games"));
    }
    let games = args.games.main_lines()?;
    let unknown = games.iter().filter(|game| game.rule.is_none());
    note_unknown_rules(unknown.count(), DEFAULT_RULE);
    let positions = games.iter().map(|game| game.moves.len() + 1).sum();
    let stop = interrupts()?;
    let bar = bar(positions);
    let mut engine = Engine::new()?;
    engine.set_options(args.effort.options(Options {
        nodes: Some(DEFAULT_NODES),
        ..Options::default()
    }));
    let mut out = output();
    let mut commented = String::new();
    let mut told = Ok(());
    for (index, game) in games.iter().enumerate() {
        let rule = game.rule.unwrap_or(DEFAULT_RULE);
        engine.clear_hash();
        let moves = engine.review(game, rule, &|| control(&stop), &|| bar.inc(1))?;
        let Some(moves) = moves else {
            bail!("interrupted");
        };
        let reviewed = Reviewed::new(game, rule, moves)?;
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
