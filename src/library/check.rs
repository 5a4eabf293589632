//! Whether a library is as it should be.

use std::collections::HashMap;

use redb::{ReadableTable, ReadableTableMetadata};

use super::LibraryError;
use super::key::Key;
use super::minimax::{value, values};
use super::notes::NotesRow;
use super::played::{Passage, Played};
use super::rare::{Bucket, Slot, bucket, for_each_visit};
use super::store::{Library, whole};
use super::tables;
use crate::board::notation::moves_text;

/// More faults than this are not listed.
const MOST_FAULTS: usize = 100;

impl Library {
    /// What is wrong with the library; nothing if it is as it should be. One that is open
    /// [to be read](Library::read) stays as it is.
    pub fn check(&mut self) -> Result<Vec<String>, LibraryError> {
        let mut faults = Vec::new();
        if !self.has_its_checksums()? {
            faults.push("a part of the file is not what was written".to_string());
        }
        faults.extend(self.check_entries()?);
        Ok(faults)
    }

    /// What is wrong with the entries: every game is in each of its positions and in no
    /// other, every key is that of its position, and every value is backed up.
    pub(super) fn check_entries(&self) -> Result<Vec<String>, LibraryError> {
        whole(|| {
            let mut faults = Vec::new();
            self.check_games(&mut faults)?;
            self.check_played(&mut faults)?;
            let tables = self.reading()?;
            for entry in tables.notes.iter()? {
                let (key, bytes) = entry?;
                if NotesRow::decode(bytes.value()).is_none() || !is_key(key.value()) {
                    add(&mut faults, "notes that cannot be read".to_string());
                }
            }
            for entry in tables.found.iter()? {
                let (key, _) = entry?;
                let key = Key::from_bytes(key.value());
                let row = tables::found(&tables.found, &key);
                let (Some((board, rule)), Ok(Some(row))) = (key.board(), row) else {
                    add(&mut faults, "an analysis that cannot be read".to_string());
                    continue;
                };
                let values = values(&tables.found, (&board, rule), &row)?;
                if value((&board, rule), &row, &values)? != row.value {
                    let moves = moves_text(&board);
                    add(
                        &mut faults,
                        format!("the value of {moves} is not backed up"),
                    );
                }
            }
            Ok(faults)
        })
    }

    /// Every game is in all of its positions.
    fn check_games(&self, faults: &mut Vec<String>) -> Result<(), LibraryError> {
        let tables = self.reading()?;
        for number in 0..tables.games.len()? as u32 {
            let row = match tables::game(&tables.games, &tables.texts, number) {
                Ok(row) => row,
                Err(error) => {
                    add(faults, format!("game {number}: {error}"));
                    continue;
                }
            };
            let mut is_whole = true;
            let done = for_each_visit(&row, |canonical, code| {
                let passage = Passage {
                    game: number,
                    result: row.result,
                };
                let is_there = match tables::entry(&tables, &canonical.key)? {
                    None => {
                        let slot = Slot::of(&canonical.key);
                        let games = bucket(&tables, slot.bucket)?.games(slot);
                        games.contains(&number)
                    }
                    Some(played) => {
                        let found = played.0.into_iter().find(|(one, _)| *one == code);
                        found.is_some_and(|(_, all)| all.binary_search(&passage).is_ok())
                    }
                };
                is_whole &= is_there;
                Ok(())
            });
            if done.is_err() {
                add(faults, format!("game {number}: its moves cannot be played"));
            } else if !is_whole {
                add(
                    faults,
                    format!("game {number} is not in all of its positions"),
                );
            }
        }
        Ok(())
    }

    /// No position has more than its games.
    fn check_played(&self, faults: &mut Vec<String>) -> Result<(), LibraryError> {
        let tables = self.reading()?;
        let mut counts: HashMap<u32, usize> = HashMap::new();
        for entry in tables.played.iter()? {
            let (key, bytes) = entry?;
            match Played::decode(bytes.value()) {
                Some(played) if is_key(key.value()) => {
                    for passage in played.passages() {
                        *counts.entry(passage.game).or_default() += 1;
                    }
                }
                _ => add(faults, "a position that cannot be read".to_string()),
            }
        }
        let mut rare = 0;
        for entry in tables.rare.iter()? {
            let (_, bytes) = entry?;
            let Some(bucket) = Bucket::decode(bytes.value()) else {
                add(faults, "a bucket that cannot be read".to_string());
                continue;
            };
            rare += bucket.positions() as u64;
            for (_, game) in bucket.0 {
                *counts.entry(game).or_default() += 1;
            }
        }
        if rare != tables.rare_positions {
            add(
                faults,
                "the positions of few games are not counted right".to_string(),
            );
        }
        for (game, count) in counts {
            let most = match tables::game(&tables.games, &tables.texts, game) {
                Ok(row) => row.moves.len() - row.set_up + 1,
                Err(_) => 0,
            };
            // A position that comes twice, after passes, counts once.
            if count > most {
                add(
                    faults,
                    format!("game {game} is in {count} positions, but has {most}"),
                );
            }
        }
        Ok(())
    }
}

/// Whether these bytes are the key of a position.
fn is_key(bytes: &[u8]) -> bool {
    let key = Key::from_bytes(bytes);
    let board = key.board();
    board.is_some_and(|(board, rule)| Key::of(&board, rule).is_ok_and(|own| own == key))
}

fn add(faults: &mut Vec<String>, fault: String) {
    if faults.len() < MOST_FAULTS {
        faults.push(fault);
    }
}
