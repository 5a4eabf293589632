//! `fit`: fits the evaluation's tables to games.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};

use super::exit::output;
use super::values::whole;
use crate::lab::fit::fit;
use crate::lab::selfplay::GameSet;

/// The most epochs.
const MOST_EPOCHS: usize = 10_000;

#[derive(clap::Args)]
pub(super) struct Args {
    /// Passes over all positions.
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = whole(1..=MOST_EPOCHS))]
    epochs: usize,
    /// Files of selfplay, all with the same rule.
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

pub(super) fn run(args: &Args) -> Result<()> {
    let set = read(&args.files)?.into_normalised()?;
    let rule = set.rule;
    let fitted = fit(&set, args.epochs).context("a game")?;
    let [score, nothing, value] = fitted.losses;
    let [first, three] = fitted.right.map(|share| 100.0 * share);
    let mut out = output();
    writeln!(
        out,
        "# {rule}: fitted to {} positions of {} games, {} epochs.\n\
         # Cross-entropy of results: {value:.4} (without knowledge {nothing:.4}, search \
         {score:.4}, its unit {}).\n\
         # The move played is the policy's first in {first:.1} %, among its first three in \
         {three:.1} %.",
        fitted.positions,
        set.games.len(),
        args.epochs,
        fitted.score_unit,
    )?;
    for weights in &fitted.weights {
        write!(out, "{}", weights.to_text())?;
    }
    Ok(())
}

/// Reads the games of all files.
pub(super) fn read(files: &[PathBuf]) -> Result<GameSet> {
    let set = GameSet::read_all(files)?;
    if set.torn {
        eprintln!("note: the last game is incomplete and left out");
    }
    Ok(set)
}
