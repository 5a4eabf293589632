//! The transposition table: results of the search by position, shared by all threads
//! without locks.
//!
//! A slot is two atomic words, the data and the position's hash combined with
//! it. A pair torn by two writers fails the comparison and reads as empty.
//! CITE: Hyatt, Mann: A lock-less transposition table implementation for
//! parallel search, ICGA Journal 25(1), 2002.

use std::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering::Relaxed};

use crate::machine::{prefer_large_pages, prefetch};
use crate::types::{FineDepth, ONE_PLY, Score, Square};

/// What a stored score is to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Bound {
    /// The true score is at most this.
    Upper = 1,
    /// The true score is at least this.
    Lower = 2,
    /// The true score.
    Exact = 3,
}

/// An entry for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best move known.
    pub best: Option<Square>,
    /// The score, counted from the position's own ply (see [`Score::from_tt`]).
    pub score: i16,
    /// The static evaluation, if there is one: an estimate.
    pub eval: Option<Score>,
    /// The depth it was searched to; the table rounds it down to
    /// [`DEPTH_GRAIN`].
    pub depth: FineDepth,
    /// The kind of the score.
    pub bound: Bound,
    /// Whether the position was once on a PV.
    pub was_pv: bool,
}

impl Entry {
    /// The score for a node that is `ply` plies below the root.
    #[inline]
    pub fn score(&self, ply: usize) -> Score {
        Score::from_tt(self.score, ply)
    }

    /// The entry of a decided position `ply` plies below the root: the true score is at
    /// least as good for the winner.
    pub fn decided(best: Option<Square>, score: Score, ply: usize, depth: FineDepth) -> Entry {
        debug_assert!(score.is_decisive());
        let bound = match score.is_win() {
            true => Bound::Lower,
            false => Bound::Upper,
        };
        Entry {
            best,
            score: score.to_tt(ply),
            eval: None,
            depth,
            bound,
            was_pv: false,
        }
    }

    /// The score of a node `ply` plies below the root, if it allows a cutoff at this depth
    /// with this window. Wins and losses hold at any depth.
    #[inline]
    pub fn settles(
        &self,
        (alpha, beta): (Score, Score),
        depth: FineDepth,
        ply: usize,
    ) -> Option<Score> {
        let score = self.score(ply);
        let deep = self.depth >= depth;
        let settles = match self.bound {
            Bound::Exact if deep => true,
            Bound::Lower | Bound::Exact if score >= beta => deep || score.is_win(),
            Bound::Upper | Bound::Exact if score <= alpha => deep || score.is_loss(),
            _ => false,
        };
        settles.then_some(score)
    }

    /// Whether the position is decided, at any depth.
    #[inline]
    pub fn is_decisive(&self) -> bool {
        let score = self.score(0);
        match self.bound {
            Bound::Exact => score.is_decisive(),
            Bound::Lower => score.is_win(),
            Bound::Upper => score.is_loss(),
        }
    }
}

/// Words of a slot: the key and the data.
const SLOT: usize = 2;
/// Slots of a bucket, which fills a cache line.
const SLOTS: usize = 4;
const BUCKET: usize = SLOT * SLOTS;
const LINE_BYTES: usize = 64;
/// The smallest page of memory.
const PAGE_BYTES: usize = 4096;
/// The number of words that [`TranspositionTable::touch_more`] touches.
const TOUCHED_WORDS: usize = (1 << 20) / size_of::<AtomicU64>();
/// Depths are rounded to this: an eighth of a ply.
pub const DEPTH_GRAIN: FineDepth = ONE_PLY / 8;
/// In grains.
const DEPTH_OFFSET: i32 = 64 * 8;
const MOST_DEPTH: i32 = 0x7ff;
const GENERATIONS: u8 = 64;
/// Stands for no evaluation.
const NO_EVAL: i16 = i16::MIN;

const _: () = assert!(BUCKET * size_of::<AtomicU64>() == LINE_BYTES);

/// A hash table of search results.
pub struct TranspositionTable {
    words: Box<[AtomicU64]>,
    /// The first word that is aligned to a cache line.
    start: usize,
    buckets: usize,
    generation: AtomicU8,
    /// The first word that [`TranspositionTable::touch_more`] has not touched.
    touched: AtomicUsize,
}

impl TranspositionTable {
    /// A table of at most `bytes` bytes, at least one bucket; smaller if there is less
    /// memory. It is allocated as zeros, so that pages cost time only when they are
    /// used.
    pub fn new(bytes: usize) -> TranspositionTable {
        let mut buckets = (bytes / LINE_BYTES).saturating_sub(1).max(1);
        let words: Box<[AtomicU64]> = loop {
            let wanted = (buckets + 1) * BUCKET;
            match bytemuck::allocation::try_zeroed_slice_box(wanted) {
                Ok(words) => break words,
                Err(()) => buckets = (buckets / 2).max(1),
            }
        };
        prefer_large_pages(&words);
        let misplaced = words.as_ptr().addr() % LINE_BYTES;
        let start = (LINE_BYTES - misplaced) % LINE_BYTES / size_of::<AtomicU64>();
        TranspositionTable {
            words,
            start,
            buckets,
            generation: AtomicU8::new(0),
            touched: AtomicUsize::new(0),
        }
    }

    /// The memory it may use, in bytes.
    pub fn bytes(&self) -> usize {
        self.words.len() * size_of::<AtomicU64>()
    }

    /// Touches the next megabyte of the memory, so that no search waits for its pages;
    /// entries stay. Returns whether there is more.
    pub fn touch_more(&self) -> bool {
        let from = self.touched.load(Relaxed);
        let Some(rest) = self.words.get(from..) else {
            return false;
        };
        let some = &rest[..rest.len().min(TOUCHED_WORDS)];
        for word in some.iter().step_by(PAGE_BYTES / size_of::<AtomicU64>()) {
            // Pages that are only read stay shared pages of zeros, and the compiler
            // turns `fetch_or(0)` into a read.
            let _ = word.compare_exchange(0, 0, Relaxed, Relaxed);
        }
        self.touched.store(from + TOUCHED_WORDS, Relaxed);
        rest.len() > TOUCHED_WORDS
    }

    /// From now on entries of earlier searches are replaced first.
    pub fn new_search(&self) {
        let next = (self.generation.load(Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Relaxed);
    }

    /// The entry of the position with this hash, which then counts as one of this search.
    #[inline]
    pub fn probe(&self, hash: u64) -> Option<Entry> {
        self.bucket(hash).chunks_exact(SLOT).find_map(|slot| {
            let data = slot[1].load(Relaxed);
            let key = slot[0].load(Relaxed);
            if data == 0 || key ^ data != hash {
                return None;
            }
            let generation = self.generation.load(Relaxed);
            if generation_of(data) != generation {
                let data = with_generation(data, generation);
                slot[0].store(hash ^ data, Relaxed);
                slot[1].store(data, Relaxed);
            }
            Some(unpack(data))
        })
    }

    /// Prefetches the bucket of the position with this hash.
    #[inline]
    pub fn prefetch(&self, hash: u64) {
        prefetch(&self.bucket(hash)[0]);
    }

    /// Stores an entry. A deeper entry of the same search is overwritten only by an exact
    /// one, a win or loss, or one not much shallower; a win or loss only by another.
    #[inline]
    pub fn store(&self, hash: u64, mut entry: Entry) {
        let generation = self.generation.load(Relaxed);
        let mut victim = 0;
        let mut least = i32::MAX;
        let bucket = self.bucket(hash);
        for (index, slot) in bucket.chunks_exact(SLOT).enumerate() {
            let data = slot[1].load(Relaxed);
            if data != 0 && slot[0].load(Relaxed) ^ data == hash {
                let old = unpack(data);
                let recent = generation_of(data) == generation;
                if old.is_decisive() && !entry.is_decisive() {
                    return;
                }
                let shallow = entry.depth + 2 * ONE_PLY < old.depth;
                let certain = entry.bound == Bound::Exact || entry.is_decisive();
                if recent && shallow && !certain {
                    return;
                }
                entry.best = entry.best.or(old.best);
                entry.eval = entry.eval.or(old.eval);
                victim = index;
                break;
            }
            let age = generation.wrapping_sub(generation_of(data)) % GENERATIONS;
            let worth = match data {
                0 => i32::MIN,
                _ => unpack(data).depth - 4 * ONE_PLY * i32::from(age),
            };
            if worth < least {
                least = worth;
                victim = index;
            }
        }
        let data = pack(entry, generation);
        let slot = &bucket[victim * SLOT..];
        slot[0].store(hash ^ data, Relaxed);
        slot[1].store(data, Relaxed);
    }

    /// How full the table is with entries of this search, in thousandths, by the first
    /// buckets.
    pub fn permille_used(&self) -> usize {
        let generation = self.generation.load(Relaxed);
        let sample = self.buckets.min(250);
        let words = &self.words[self.start..self.start + sample * BUCKET];
        let used = |slot: &&[AtomicU64]| {
            let data = slot[1].load(Relaxed);
            data != 0 && generation_of(data) == generation
        };
        words.chunks_exact(SLOT).filter(used).count() * 1000 / (sample * SLOTS)
    }

    #[inline]
    fn bucket(&self, hash: u64) -> &[AtomicU64] {
        // The high bits choose the bucket, for any number of buckets.
        let index = ((u128::from(hash) * self.buckets as u128) >> 64) as usize;
        let first = self.start + index * BUCKET;
        &self.words[first..first + BUCKET]
    }
}

/// Bits from the lowest: score 16, evaluation 16, move 9, depth 11, bound 2, PV 1,
/// generation 6. Never 0, as the depth is not.
fn pack(entry: Entry, generation: u8) -> u64 {
    let eval = entry.eval.map_or(NO_EVAL, |eval| eval.to_tt(0));
    let best = entry.best.map_or(0, |square| square.index() as u64 + 1);
    let depth = entry.depth.div_euclid(DEPTH_GRAIN) + DEPTH_OFFSET;
    u64::from(entry.score as u16)
        | u64::from(eval as u16) << 16
        | best << 32
        | (depth.clamp(1, MOST_DEPTH) as u64) << 41
        | (entry.bound as u64) << 52
        | u64::from(entry.was_pv) << 54
        | u64::from(generation) << GENERATION_BIT
}

fn unpack(data: u64) -> Entry {
    let best = (data >> 32 & 0x1ff) as usize;
    let eval = (data >> 16) as u16 as i16;
    Entry {
        best: best.checked_sub(1).map(Square::from_index),
        score: data as u16 as i16,
        eval: (eval != NO_EVAL).then(|| Score::from_tt(eval, 0)),
        depth: ((data >> 41 & MOST_DEPTH as u64) as i32 - DEPTH_OFFSET) * DEPTH_GRAIN,
        bound: match data >> 52 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            // 3: nothing else is ever packed.
            _ => Bound::Exact,
        },
        was_pv: data >> 54 & 1 != 0,
    }
}

const GENERATION_BIT: u32 = 55;

fn generation_of(data: u64) -> u8 {
    (data >> GENERATION_BIT) as u8 % GENERATIONS
}

fn with_generation(data: u64, generation: u8) -> u64 {
    let rest = data & !(u64::from(GENERATIONS - 1) << GENERATION_BIT);
    rest | u64::from(generation) << GENERATION_BIT
}

const _: () = assert!(crate::types::SQUARES < 0x1ff);

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(index: usize, plies: i32) -> Entry {
        Entry {
            best: Some(Square::from_index(index)),
            score: index as i16 - 200,
            eval: Some(Score::estimate(7 - index as i32)),
            depth: plies * ONE_PLY,
            bound: Bound::Lower,
            was_pv: index.is_multiple_of(2),
        }
    }

    #[test]
    fn stored_entries_are_found() {
        let table = TranspositionTable::new(1 << 16);
        for hash in [0, 1, u64::MAX, 0x0123_4567_89ab_cdef] {
            assert_eq!(table.probe(hash), None);
            for (index, depth) in [(0, -3), (483, 0), (17, 120)] {
                let wanted = Entry {
                    bound: Bound::Exact,
                    ..entry(index, depth)
                };
                table.store(hash, wanted);
                assert_eq!(table.probe(hash), Some(wanted));
                while table.touch_more() {}
                assert_eq!(table.probe(hash), Some(wanted));
            }
        }
    }

    #[test]
    fn deep_entries_stay_and_old_ones_go() {
        let table = TranspositionTable::new(0);
        assert_eq!(table.buckets, 1);
        for hash in 0..4 {
            table.store(hash, entry(hash as usize, 20));
        }
        table.store(1, entry(99, 5));
        assert_eq!(table.probe(1), Some(entry(1, 20)));
        for _ in 0..6 {
            table.new_search();
        }
        table.store(1, entry(99, 5));
        assert_eq!(table.probe(1), Some(entry(99, 5)));
        table.store(4, entry(4, 1));
        let kept = (0..5).filter(|&hash| table.probe(hash).is_some()).count();
        assert_eq!((kept, table.probe(4)), (4, Some(entry(4, 1))));
    }

    #[test]
    fn decisive_entries_stay() {
        let table = TranspositionTable::new(0);
        let proven = Entry {
            score: Score::win_in(9).to_tt(0),
            ..entry(3, 2)
        };
        // Also over a deeper estimate.
        table.store(3, entry(3, 20));
        table.store(3, proven);
        table.store(3, entry(3, 40));
        assert_eq!(table.probe(3), Some(proven));
        let bound = Bound::Upper;
        table.store(3, Entry { bound, ..proven });
        assert_eq!(table.probe(3), Some(proven));
        let faster = Entry {
            score: Score::win_in(7).to_tt(0),
            ..proven
        };
        table.store(3, faster);
        assert_eq!(table.probe(3), Some(faster));
    }

    #[test]
    fn an_entry_without_move_or_evaluation_keeps_the_old_ones() {
        let table = TranspositionTable::new(0);
        table.store(7, entry(7, 5));
        table.store(
            7,
            Entry {
                best: None,
                eval: None,
                ..entry(7, 9)
            },
        );
        assert_eq!(table.probe(7), Some(entry(7, 9)));
    }

    /// The number of the table's pages in memory, so that other tests do not matter.
    #[cfg(target_os = "linux")]
    fn own_pages(table: &TranspositionTable) -> usize {
        use std::io::{Read, Seek, SeekFrom};

        const WORD: usize = size_of::<u64>();
        /// Flags of a page: in memory, swapped out, not shared (pages of zeros that were
        /// only read are).
        const PRESENT: u64 = 1 << 63;
        const SWAPPED: u64 = 1 << 62;
        const EXCLUSIVE: u64 = 1 << 56;
        let first = table.words.as_ptr().addr() / PAGE_BYTES;
        let mut pages = vec![0; table.bytes() / PAGE_BYTES * WORD];
        let mut file = std::fs::File::open("/proc/self/pagemap").unwrap();
        file.seek(SeekFrom::Start((first * WORD) as u64)).unwrap();
        file.read_exact(&mut pages).unwrap();
        let is_own = |page: &&[u8]| {
            let page = u64::from_ne_bytes((*page).try_into().unwrap());
            page & SWAPPED != 0 || page & (PRESENT | EXCLUSIVE) == PRESENT | EXCLUSIVE
        };
        pages.chunks_exact(WORD).filter(is_own).count()
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn touching_maps_all_memory() {
        let table = TranspositionTable::new(64 << 20);
        let pages = table.bytes() / PAGE_BYTES;
        assert!(own_pages(&table) < pages / 10);
        while table.touch_more() {}
        assert_eq!(own_pages(&table), pages);
    }

    #[test]
    fn torn_entries_are_never_returned() {
        let table = TranspositionTable::new(0);
        let mark = |hash: u64| entry(hash as usize % 400, (hash % 100) as i32);
        std::thread::scope(|scope| {
            for thread in 0..4u64 {
                let table = &table;
                scope.spawn(move || {
                    for round in 0..200_000u64 {
                        let hash = (((round * 7 + thread) % 64) << 58) | (round % 8);
                        if let Some(found) = table.probe(hash) {
                            assert_eq!(found, mark(hash));
                        }
                        table.store(hash, mark(hash));
                    }
                });
            }
        });
    }
}
