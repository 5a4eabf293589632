//! Shards of a set of games, put together.

use std::path::{Path, PathBuf};

use super::error::FileError;
use super::file::{Blocks, GameFile, Next};
use super::plan::Plan;
use super::record::ScoredGame;
use crate::lab::shard::Shard;

/// Writes the file that one run would have written, from the files of all shards of a set.
/// Returns the number of games. Nothing is written if one is missing or doubled.
pub fn merge(parts: &[PathBuf], to: &Path) -> Result<usize, FileError> {
    // All of it is read before anything is written.
    in_order(parts, |_| Ok(()))?;
    let opened = parts.first().map(|path| Blocks::open(path)).transpose()?;
    let Some(first) = opened else { return Ok(0) };
    let plan = Plan {
        shard: Shard::WHOLE,
        ..first.plan
    };
    let mut file = GameFile::open(to, &plan)?;
    let written = file.games();
    let mut seen = 0;
    in_order(parts, |game| {
        seen += 1;
        match seen > written {
            true => file.add(game),
            false => Ok(()),
        }
    })
}

/// Calls `each` for the games of all shards in the order of their numbers. Returns how many
/// there are.
fn in_order(
    parts: &[PathBuf],
    mut each: impl FnMut(&ScoredGame) -> Result<(), FileError>,
) -> Result<usize, FileError> {
    let mut parts = sorted(parts)?;
    let of = parts.len();
    for index in 0.. {
        match parts[index % of].next()? {
            Next::Game(game) => each(&game)?,
            // It ends in the middle of a game.
            Next::Torn => return Err(missing(&parts[index % of], index)),
            Next::End => {
                // The others must have ended too.
                let ended = index % of;
                for later in (ended + 1..of).chain(0..ended) {
                    match parts[later].next()? {
                        Next::End => (),
                        Next::Torn => return Err(missing(&parts[later], index)),
                        Next::Game(_) => return Err(missing(&parts[ended], index)),
                    }
                }
                return Ok(index);
            }
        }
    }
    Ok(0)
}

/// The error that a part ends too early.
fn missing(part: &Blocks, index: usize) -> FileError {
    FileError::Missing {
        number: part.plan.first + index as u64,
        path: part.path.to_path_buf(),
        games: part.games,
    }
}

/// The files of a set in the order of their shards, if all are there.
fn sorted(paths: &[PathBuf]) -> Result<Vec<Blocks<'_>>, FileError> {
    let mut found: Vec<Blocks> = Vec::new();
    for path in paths {
        let blocks = Blocks::open(path)?;
        if let Some(first) = found.first() {
            let of = |shard: Shard| Shard { index: 0, ..shard };
            let plans = [&blocks.plan, &first.plan].map(|plan| Plan {
                shard: of(plan.shard),
                ..plan.clone()
            });
            if plans[0] != plans[1] {
                let [has, wanted] = plans.map(|plan| super::file::json(&plan));
                let path = path.clone();
                return Err(FileError::OtherPlan { path, has, wanted });
            }
        }
        if let Some(same) = found.iter().find(|one| one.plan.shard == blocks.plan.shard) {
            return Err(FileError::SamePart {
                path: path.clone(),
                other: same.path.to_path_buf(),
                part: blocks.plan.shard,
            });
        }
        found.push(blocks);
    }
    found.sort_by_key(|blocks| blocks.plan.shard.index);
    let of = found.first().map_or(0, |blocks| blocks.plan.shard.of);
    let is_there = |index: usize| found.iter().any(|one| one.plan.shard.index == index);
    let parts = (0..of).filter(|&index| !is_there(index));
    let missing: Vec<Shard> = parts.map(|index| Shard { index, of }).collect();
    match missing.is_empty() && !found.is_empty() {
        true => Ok(found),
        false => Err(FileError::NoPart(missing)),
    }
}
