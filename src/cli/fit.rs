//! `fit`: the evaluation from games.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use super::exit::output;
use super::values::whole;
use crate::lab::fit::fit;
use crate::lab::selfplay::ScoredGame;
use crate::types::Rule;

/// More teach nothing.
const MOST_EPOCHS: usize = 10_000;

#[derive(clap::Args)]
pub(super) struct Args {
    /// How often everything is learnt from.
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = whole(1..=MOST_EPOCHS))]
    epochs: usize,
    /// Games of selfplay, all under the same rule.
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

pub(super) fn run(args: &Args) -> Result<()> {
    let games = read(&args.files)?;
    let Some(name) = games.first().map(|game| &game.rule) else {
        bail!("there are no games");
    };
    let rule: Rule = name.parse().context("the games' rule")?;
    if games.iter().any(|game| game.rule != *name) {
        bail!("the games have different rules");
    }
    let fitted = fit(rule, &games, args.epochs)?;
    let [score, nothing, value] = fitted.losses;
    let [first, three] = fitted.right.map(|share| 100.0 * share);
    let mut out = output();
    writeln!(
        out,
        "# {rule}: fitted to {} positions of {} games, {} epochs.\n\
         # Cross-entropy of results: {value:.4} (nothing known {nothing:.4}, search {score:.4}, \
         its unit {}).\n\
         # The move played has the most promise in {first:.1} %, is among three in {three:.1} %.",
        fitted.positions,
        games.len(),
        args.epochs,
        fitted.score_unit,
    )?;
    for weights in &fitted.weights {
        write!(out, "{}", weights.to_text())?;
    }
    Ok(())
}

fn read(files: &[PathBuf]) -> Result<Vec<ScoredGame>> {
    let mut games = Vec::new();
    for file in files {
        let name = file.display();
        let open = std::fs::File::open(file).with_context(|| format!("cannot read {name}"))?;
        for (number, line) in BufReader::new(open).lines().enumerate() {
            let line = line.with_context(|| format!("cannot read {name}"))?;
            let game = serde_json::from_str(&line);
            games.push(game.with_context(|| format!("{name}, line {}", number + 1))?);
        }
    }
    Ok(games)
}
