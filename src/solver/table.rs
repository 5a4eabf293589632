//! Positions in which no win by fours was found, by their hash.
//!
//! A position never comes back in the same game, so that what was found out on
//! one way to it holds on every other.

/// Failed however many fours there may be.
pub(super) const EVER: u8 = u8::MAX;

#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    /// In which question it was entered; others count as empty.
    generation: u32,
    /// With so many fours and fewer there is no win.
    fours: u8,
}

const WAYS: usize = 2;

/// The table of failures of the side to move, for one question at a time: the
/// same question always takes the same way.
pub(super) struct FailTable {
    entries: Vec<Entry>,
    mask: usize,
    generation: u32,
}

impl FailTable {
    /// A table of about so many bytes.
    pub(super) fn new(bytes: usize) -> FailTable {
        let wanted = (bytes / size_of::<Entry>()).max(2 * WAYS);
        let len = 1 << wanted.ilog2();
        FailTable {
            entries: vec![Entry::default(); len],
            mask: len - WAYS,
            generation: 0,
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        if self.generation == u32::MAX {
            self.entries.fill(Entry::default());
            self.generation = 0;
        }
        self.generation += 1;
    }

    /// With how many fours the position is known to fail.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<u8> {
        let first = key as usize & self.mask;
        let bucket = &self.entries[first..first + WAYS];
        let is_it = |entry: &&Entry| entry.key == key && entry.generation == self.generation;
        bucket.iter().find(is_it).map(|entry| entry.fours)
    }

    /// The position fails with so many fours. The first way keeps what says
    /// more, the second the latest.
    #[inline]
    pub(super) fn put(&mut self, key: u64, fours: u8) {
        let first = key as usize & self.mask;
        let generation = self.generation;
        let bucket = &mut self.entries[first..first + WAYS];
        let kept = bucket[0];
        let stays = kept.generation == generation && kept.key != key && kept.fours > fours;
        bucket[usize::from(stays)] = Entry {
            key,
            generation,
            fours,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_found_until_it_is_cleared() {
        let mut table = FailTable::new(1 << 10);
        table.clear();
        assert_eq!(table.get(0), None);
        table.put(5, 3);
        assert_eq!(table.get(5), Some(3));
        table.put(5 + (1 << 40), EVER);
        assert_eq!(table.get(5 + (1 << 40)), Some(EVER));
        table.put(5, 4);
        assert_eq!(table.get(5), Some(4));
        assert_eq!(table.get(5 + (1 << 40)), Some(EVER));
        table.clear();
        assert_eq!(table.get(5), None);
    }
}
