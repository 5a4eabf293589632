//! Positions that few games have reached.
//!
//! Most positions of a library are those of one game alone, after its opening. They have
//! no entry of their own, only a hash of their key beside the number of the game: it
//! takes six bytes instead of forty. Whether a game has really reached a position is
//! decided by playing the game again, so that no two positions are ever mixed up. When
//! more than [`MOST`] games come to a position, or a tree of variations, it gets an entry
//! in the table `played`.

use redb::ReadableTable;

use super::LibraryError;
use super::bytes::{Reader, Writer};
use super::games::{GameRow, Name, play};
use super::key::{Canonical, Code, Key};
use super::played::{Passage, Played};
use super::tables::{self, Tables, Writable};
use crate::board::Board;

/// A position of more games than this has an entry of its own.
pub(super) const MOST: usize = 6;

/// Where a key is looked for: the number of a bucket, and what tells most keys of a bucket
/// from each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Slot {
    pub bucket: u16,
    rest: u32,
}

impl Slot {
    pub fn of(key: &Key) -> Slot {
        // FNV-1a: it must be the same in all versions.
        let hash = key
            .as_bytes()
            .iter()
            .fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
            });
        Slot {
            bucket: (hash >> 48) as u16,
            rest: (hash >> 24) as u32 & 0xff_ffff,
        }
    }
}

/// The games of a bucket, each with the rest of its position's slot, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Bucket(pub Vec<(u32, u32)>);

impl Bucket {
    pub fn decode(bytes: &[u8]) -> Option<Bucket> {
        let mut reader = Reader(bytes);
        let (mut all, mut rest, mut game) = (Vec::new(), 0_u32, 0_u32);
        while !reader.is_empty() {
            let step: u32 = reader.small()?;
            rest = rest.checked_add(step)?;
            let number: u32 = reader.small()?;
            game = match step {
                0 => game.checked_add(number)?,
                _ => number,
            };
            all.push((rest, game));
        }
        Some(Bucket(all))
    }

    pub fn encode(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        let (mut last_rest, mut last_game) = (0, 0);
        for &(rest, game) in &self.0 {
            let step = rest - last_rest;
            writer.number(step.into());
            writer.number(
                match step {
                    0 => game - last_game,
                    _ => game,
                }
                .into(),
            );
            (last_rest, last_game) = (rest, game);
        }
        writer.0
    }

    /// The games that may have reached the position of a slot.
    pub fn games(&self, slot: Slot) -> Vec<u32> {
        let first = self.0.partition_point(|&(rest, _)| rest < slot.rest);
        let games = self.0[first..].iter();
        let games = games.take_while(|&&(rest, _)| rest == slot.rest);
        games.map(|&(_, game)| game).collect()
    }

    /// Adds a game unless it is there.
    pub fn add(&mut self, slot: Slot, game: u32) {
        let entry = (slot.rest, game);
        if let Err(index) = self.0.binary_search(&entry) {
            self.0.insert(index, entry);
        }
    }

    fn remove(&mut self, slot: Slot, games: &[u32]) {
        let is_gone = |&(rest, game): &(u32, u32)| rest == slot.rest && games.contains(&game);
        self.0.retain(|entry| !is_gone(entry));
    }

    /// How many positions it has: as many as slots.
    pub fn positions(&self) -> usize {
        self.0.chunk_by(|one, next| one.0 == next.0).count()
    }
}

/// The bucket with a number.
pub(super) fn bucket(tables: &impl Tables, number: u16) -> Result<Bucket, LibraryError> {
    let Some(bytes) = tables.rare().get(number)? else {
        return Ok(Bucket::default());
    };
    let bucket = Bucket::decode(bytes.value());
    bucket.ok_or_else(|| LibraryError::entry("rare"))
}

/// What was played in a position, whether it has an entry or not.
pub(super) fn played(tables: &impl Tables, key: &Key) -> Result<Option<Played>, LibraryError> {
    if let Some(played) = tables::entry(tables, key)? {
        return Ok(Some(played));
    }
    let slot = Slot::of(key);
    let mut played = Played::default();
    for game in bucket(tables, slot.bucket)?.games(slot) {
        add_passages(&mut played, key, (game, &row(tables, game)?))?;
    }
    Ok((!played.0.is_empty()).then_some(played))
}

fn row(tables: &impl Tables, game: u32) -> Result<GameRow<Name>, LibraryError> {
    let bytes = tables.games().get(game)?;
    let row = bytes.and_then(|bytes| GameRow::<Name>::decode(bytes.value()));
    row.ok_or_else(|| LibraryError::entry("games"))
}

/// Adds what a game has played in a position; returns whether it has reached it.
fn add_passages(
    played: &mut Played,
    key: &Key,
    (game, row): (u32, &GameRow<Name>),
) -> Result<bool, LibraryError> {
    let passage = Passage {
        game,
        result: row.result,
    };
    let mut is_here = false;
    // Most positions have another number of stones, which is faster to see.
    let may_be = |board: &Board| Some(board.stone_count()) == key.stone_count();
    for_some_visits(row, may_be, |canonical, code| {
        if canonical.key == *key {
            played.add(code, Some(passage));
            is_here = true;
        }
        Ok(())
    })?;
    Ok(is_here)
}

/// Calls `each` for every position of a game with the code of what was played there.
pub(super) fn for_each_visit<T>(
    row: &GameRow<T>,
    each: impl FnMut(Canonical, Code) -> Result<(), LibraryError>,
) -> Result<(), LibraryError> {
    for_some_visits(row, |_| true, each)
}

/// [`for_each_visit`], only for some positions.
fn for_some_visits<T>(
    row: &GameRow<T>,
    is_wanted: impl Fn(&Board) -> bool,
    mut each: impl FnMut(Canonical, Code) -> Result<(), LibraryError>,
) -> Result<(), LibraryError> {
    let damaged = || LibraryError::entry("games");
    let mut board = row.first_board().ok_or_else(damaged)?;
    let moves = row.moves[row.set_up..].iter().copied().map(Some);
    for made in moves.chain([None]) {
        if is_wanted(&board) {
            let canonical = Canonical::of(&board, row.rule)?;
            let code = made.map_or(Code::END, |made| canonical.code(made, &board));
            each(canonical, code)?;
        }
        if let Some(made) = made {
            play(&mut board, made).ok_or_else(damaged)?;
        }
    }
    Ok(())
}

/// What is known of a position that gets an entry of its own.
pub(super) fn promote(tables: &mut Writable, key: &Key) -> Result<Played, LibraryError> {
    let slot = Slot::of(key);
    let (mut played, mut alone) = (Played::default(), Vec::new());
    for game in bucket(tables, slot.bucket)?.games(slot) {
        let row = row(tables, game)?;
        if add_passages(&mut played, key, (game, &row))? && !has_other(&row, key, slot)? {
            alone.push(game);
        }
    }
    if !alone.is_empty() {
        change(tables, slot.bucket, |bucket| bucket.remove(slot, &alone))?;
    }
    Ok(played)
}

/// Whether a game has another position in the slot than this one.
fn has_other(row: &GameRow<Name>, key: &Key, slot: Slot) -> Result<bool, LibraryError> {
    let mut has_other = false;
    for_each_visit(row, |canonical, _| {
        has_other |= canonical.key != *key && Slot::of(&canonical.key) == slot;
        Ok(())
    })?;
    Ok(has_other)
}

/// Adds games to the positions of slots.
pub(super) fn add(tables: &mut Writable, mut games: Vec<(Slot, u32)>) -> Result<(), LibraryError> {
    games.sort_unstable();
    for same in games.chunk_by(|one, next| one.0.bucket == next.0.bucket) {
        change(tables, same[0].0.bucket, |bucket| {
            same.iter().for_each(|&(slot, game)| bucket.add(slot, game));
        })?;
    }
    Ok(())
}

fn change(
    tables: &mut Writable,
    number: u16,
    change: impl FnOnce(&mut Bucket),
) -> Result<(), LibraryError> {
    let mut bucket = bucket(tables, number)?;
    let before = bucket.positions() as u64;
    change(&mut bucket);
    tables.rare.insert(number, &bucket.encode()[..])?;
    tables.count_rare(before, bucket.positions() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn slot(rest: u32) -> Slot {
        Slot { bucket: 1, rest }
    }

    proptest! {
        #[test]
        fn a_bucket_is_a_set(adds in proptest::collection::vec((0u32..5, 0u32..300), 0..60)) {
            let mut bucket = Bucket::default();
            adds.iter().for_each(|&(rest, game)| bucket.add(slot(rest), game));
            prop_assert_eq!(Bucket::decode(&bucket.encode()), Some(bucket.clone()));
            let wanted: std::collections::BTreeSet<(u32, u32)> = adds.into_iter().collect();
            prop_assert_eq!(&bucket.0, &wanted.into_iter().collect::<Vec<_>>());
            let games = bucket.games(slot(2));
            bucket.remove(slot(2), &games);
            prop_assert!(bucket.games(slot(2)).is_empty());
        }

        #[test]
        fn no_bytes_are_too_bad(bytes: Vec<u8>) {
            let _ = Bucket::decode(&bytes);
        }
    }
}
