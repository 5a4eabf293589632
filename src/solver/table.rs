//! Positions without a win by fours, by their hash.
//!
//! Positions cannot repeat in a game, so a result does not depend on the path to the
//! position.

/// Failed with any number of fours.
pub(super) const EVER: u8 = u8::MAX;

/// The bits of the hash that an entry keeps; the lowest choose the bucket.
const KEY: u64 = u64::MAX << 16;

/// From the highest bit on: the upper part of the hash, the question in which it was
/// entered (8 bits; entries of others count as empty), and the number of fours up to
/// which there is no win (8 bits).
type Entry = u64;

/// The entries of a bucket. They never straddle two cache lines.
const WAYS: usize = 4;
const BUCKET_BYTES: usize = WAYS * size_of::<Entry>();

/// The number of buckets that a question begins with: a small table stays in the
/// cache.
const FIRST: usize = 1 << 16;

/// The table of failures of the side to move. It is emptied for each question, so that
/// the same question always gets the same answer.
pub(super) struct FailTable {
    /// The buckets, from the first aligned place on.
    entries: Box<[Entry]>,
    start: usize,
    buckets: usize,
    /// The last bucket in use, a power of two less one. When the buckets in use are
    /// half full their number doubles, and entries that are not in their place any
    /// more are lost.
    mask: usize,
    used: usize,
    generation: u8,
}

impl FailTable {
    /// A table of about `bytes` bytes, or smaller if there is less memory.
    pub(super) fn new(bytes: usize) -> FailTable {
        let wanted = (bytes / BUCKET_BYTES).max(1);
        let mut buckets: usize = 1 << wanted.ilog2();
        // Zero pages of the system: unused ones take no memory.
        let entries: Box<[Entry]> = loop {
            match bytemuck::allocation::try_zeroed_slice_box((buckets + 1) * WAYS) {
                Ok(entries) => break entries,
                Err(()) => buckets = (buckets / 2).max(1),
            }
        };
        FailTable {
            start: entries.as_ptr().align_offset(BUCKET_BYTES).min(WAYS),
            entries,
            buckets,
            mask: buckets.min(FIRST) - 1,
            used: 0,
            generation: 0,
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        if self.generation == u8::MAX {
            self.entries.fill(0);
            self.generation = 0;
        }
        self.generation += 1;
        self.mask = self.buckets.min(FIRST) - 1;
        self.used = 0;
    }

    /// The first entry of this position's bucket.
    #[inline]
    fn place(&self, key: u64) -> usize {
        self.start + (key as usize & self.mask) * WAYS
    }

    /// The upper bits of an entry of this position.
    #[inline]
    fn tag(&self, key: u64) -> u64 {
        key & KEY | u64::from(self.generation) << 8
    }

    /// The number of fours with which the position is known to fail.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<u8> {
        let tag = self.tag(key);
        let place = self.place(key);
        let bucket = &self.entries[place..place + WAYS];
        let found = bucket.iter().find(|&&entry| entry ^ tag < 1 << 8);
        found.map(|&entry| entry as u8)
    }

    /// Notes that the position fails with this many fours.
    #[inline]
    pub(super) fn put(&mut self, key: u64, fours: u8) {
        if self.used > 2 * self.mask && self.mask + 1 < self.buckets {
            self.mask = 2 * self.mask + 1;
        }
        let tag = self.tag(key);
        let generation = self.generation;
        let place = self.place(key);
        let bucket = &mut self.entries[place..place + WAYS];
        let known = bucket.iter().position(|&entry| entry ^ tag < 1 << 8);
        let free = || {
            let is_free = |&entry: &Entry| (entry >> 8) as u8 != generation;
            bucket.iter().position(is_free)
        };
        let way = match known.or_else(free) {
            Some(way) => way,
            // Any; these bits of the hash are not used otherwise.
            None => (key >> 60) as usize % WAYS,
        };
        self.used += usize::from(known.is_none());
        bucket[way] = tag | u64::from(fours);
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

    #[test]
    fn a_full_table_grows_and_keeps_the_latest() {
        let buckets = 4 * FIRST;
        let mut table = FailTable::new(buckets * BUCKET_BYTES);
        table.clear();
        let hash = |number: u64| (number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let all = (buckets * WAYS) as u64;
        for number in 0..all {
            table.put(hash(number), EVER);
            assert_eq!(table.get(hash(number)), Some(EVER));
            assert_eq!(table.get(hash(number + all)), None);
        }
        assert_eq!(table.mask + 1, buckets);
        let known = (all / 2..all).filter(|&number| table.get(hash(number)).is_some());
        assert!(known.count() as u64 > all / 4);
        table.clear();
        assert_eq!(table.mask + 1, FIRST);
        assert!((0..all).all(|number| table.get(hash(number)).is_none()));
    }

    #[test]
    fn no_question_sees_entries_of_earlier_ones() {
        let mut table = FailTable::new(1 << 10);
        for question in 0..1_000 {
            table.clear();
            assert_eq!(table.get(5), None, "{question}");
            table.put(5, EVER);
        }
    }
}
