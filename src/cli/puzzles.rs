//! `puzzles`: makes puzzles for `learn` from games of selfplay.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::Ordering::Relaxed;

use anyhow::{Result, ensure};

use super::exit::output;
use super::fit;
use super::progress::{bar, interrupts};
use super::values::{MOST_GAMES, whole};
use crate::lab::selfplay::GameSet;
use crate::teach::{Maker, SourceGame};

/// The most puzzles of one kind, step and rule.
const MOST_SHARE: usize = 1_000;

#[derive(clap::Args)]
pub(super) struct Args {
    /// The most puzzles of a kind and difficulty under each rule.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = whole(1..=MOST_SHARE))]
    share: usize,
    /// The most games to look at in each file.
    #[arg(long, value_name = "N", default_value_t = MOST_GAMES, value_parser = whole(1..=MOST_GAMES))]
    games: usize,
    /// Files of selfplay; games of caro or not on 15x15 are skipped.
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

pub(super) fn run(args: &Args) -> Result<()> {
    let stop = interrupts()?;
    let mut maker = Maker::new(args.share);
    for file in &args.files {
        let set = fit::read(std::slice::from_ref(file))?;
        let bar = bar(set.games.len().min(args.games));
        for game in set.games.iter().take(args.games) {
            ensure!(!stop.load(Relaxed), "interrupted");
            maker.look(&SourceGame {
                name: name(&set, game.number),
                rule: set.rule,
                board: game.board()?,
            });
            bar.set_message(format!("{} puzzles", maker.count()));
            bar.inc(1);
        }
        bar.finish_and_clear();
    }
    for ((step, kind, rule), count) in maker.counts() {
        log::info!("step {step}, {}, {rule}: {count}", kind.name());
    }
    let records: Result<Vec<String>, _> = maker
        .puzzles()
        .iter()
        .map(|puzzle| serde_json::to_string(&puzzle.record()))
        .collect();
    writeln!(output(), "[\n{}\n]", records?.join(",\n"))?;
    Ok(())
}

/// The name of a game: the rule, the seed of the plan and the number.
fn name(set: &GameSet, number: u64) -> String {
    let seed = set.plan.as_ref().map(|plan| format!(" seed {}", plan.seed));
    format!("{}{} game {number}", set.rule, seed.unwrap_or_default())
}
