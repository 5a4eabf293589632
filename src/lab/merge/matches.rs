//! Folders of a match.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::{MergeError, Merged, tally};
use crate::board::Board;
use crate::board::notation::play_moves;
use crate::lab::journal::{self, Entry, Journal};
use crate::lab::match_plan::MatchPlan;
use crate::lab::shard::Shard;
use crate::types::Rule;

pub(super) fn merge_matches(parts: &[PathBuf], to: &Path) -> Result<Merged, MergeError> {
    let of = |path: &Path| {
        let path = path.to_path_buf();
        move |error| MergeError::Match { path, error }
    };
    let read = |path: &PathBuf| journal::read(path).map_err(of(path));
    let parts_read: Vec<(MatchPlan, Vec<Entry>)> =
        parts.iter().map(read).collect::<Result<_, _>>()?;
    let whole = |plan: &MatchPlan| MatchPlan {
        shard: Shard::WHOLE,
        ..plan.clone()
    };
    let plan = whole(&parts_read[0].0);
    if let Some(other) = parts_read.iter().position(|(one, _)| whole(one) != plan) {
        return Err(MergeError::OtherWork(
            parts[0].clone(),
            parts[other].clone(),
        ));
    }
    let rule: Rule = plan.rule.parse()?;
    let games = plan.schedule(plan.openings.len().max(1)).len();
    let entries = || parts_read.iter().flat_map(|(_, entries)| entries);
    let wrong = |entry: &Entry, error: String| MergeError::Game {
        number: entry.game + 1,
        error,
    };
    if let Some(entry) = entries().find(|entry| entry.game >= games) {
        return Err(wrong(entry, format!("the match has {games} games")));
    }
    let merged = tally(games, entries().map(|entry| entry.game));
    let mut kept = BTreeMap::new();
    for entry in entries() {
        kept.entry(entry.game).or_insert(entry);
    }
    let (mut journal, _) = Journal::open(to, &plan).map_err(of(to))?;
    for entry in kept.into_values() {
        let board = Board::new(plan.width, plan.height);
        let mut board = board.map_err(|error| wrong(entry, error.to_string()))?;
        play_moves(&mut board, &entry.moves).map_err(|error| wrong(entry, error.to_string()))?;
        journal.add(entry, rule, &board).map_err(of(to))?;
    }
    Ok(merged)
}
