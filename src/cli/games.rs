//! `games`: shows the contents of files of selfplay.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};

use super::exit::output;
use super::fit;
use crate::lab::selfplay::{Finish, GameSet};

#[derive(clap::Args)]
pub(super) struct Args {
    /// Show only the numbers of games and positions.
    #[arg(long)]
    summary: bool,
    /// Files of selfplay.
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

pub(super) fn run(args: &Args) -> Result<()> {
    let mut out = output();
    for file in &args.files {
        let set = fit::read(std::slice::from_ref(file))?;
        let text = match args.summary {
            true => {
                let bytes = std::fs::metadata(file).map(|data| data.len());
                let bytes = bytes.with_context(|| format!("cannot read {}", file.display()))?;
                format!("{}: {}", file.display(), summary(&set, bytes))
            }
            false => {
                let lines: Result<Vec<String>, _> = set.lines().collect();
                lines?.join("\n") + "\n"
            }
        };
        out.write_all(text.as_bytes())?;
    }
    Ok(())
}

fn summary(set: &GameSet, bytes: u64) -> String {
    let games = set.games.len();
    let positions: usize = set.games.iter().map(|game| game.positions.len()).sum();
    let points = |points: u8| set.games.iter().filter(|game| game.black == points).count();
    let ends = |end: Finish| set.games.iter().filter(|game| game.end == end).count();
    let deeper: usize = set.games.iter().map(|game| game.deeper.len()).sum();
    let plan = set.plan.as_ref().map(serde_json::to_string);
    let plan = plan.and_then(Result::ok).unwrap_or_default();
    format!(
        "{games} games, {positions} positions ({deeper} searched again), {bytes} bytes ({:.2} a position)\n\
         Black won {}, drew {}, lost {}; {} were proven, {} played out, {} broken off\n\
         {plan}\n",
        bytes as f64 / positions.max(1) as f64,
        points(2),
        points(1),
        points(0),
        ends(Finish::Proven),
        ends(Finish::Played),
        ends(Finish::BrokenOff),
    )
}
