//! Sets of squares.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub};

use super::{SQUARES, Square};

const WORDS: usize = SQUARES.div_ceil(64);

/// A set of squares, one bit per square: one cache line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(align(64))]
pub struct SquareSet([u64; WORDS]);

const _: () = assert!(size_of::<SquareSet>() == 64);

impl SquareSet {
    /// The empty set.
    pub const EMPTY: SquareSet = SquareSet([0; WORDS]);

    /// Adds a square, which may be in it already.
    #[inline]
    pub const fn insert(&mut self, square: Square) {
        self.0[square.index() / 64] |= 1 << (square.index() % 64);
    }

    /// Removes a square, which need not be in it.
    #[inline]
    pub const fn remove(&mut self, square: Square) {
        self.0[square.index() / 64] &= !(1 << (square.index() % 64));
    }

    /// Adds the square if it is absent, otherwise removes it.
    #[inline]
    pub const fn toggle(&mut self, square: Square) {
        self.0[square.index() / 64] ^= 1 << (square.index() % 64);
    }

    /// Whether the square is in the set.
    #[inline]
    pub const fn contains(&self, square: Square) -> bool {
        self.0[square.index() / 64] >> (square.index() % 64) & 1 != 0
    }

    /// The number of squares.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the set is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// The square with the lowest index.
    #[inline]
    pub fn first(&self) -> Option<Square> {
        self.into_iter().next()
    }
}

impl BitOr for SquareSet {
    type Output = SquareSet;

    #[inline]
    fn bitor(mut self, other: SquareSet) -> SquareSet {
        self |= other;
        self
    }
}

impl BitOrAssign for SquareSet {
    #[inline]
    fn bitor_assign(&mut self, other: SquareSet) {
        for (word, more) in self.0.iter_mut().zip(other.0) {
            *word |= more;
        }
    }
}

impl BitAnd for SquareSet {
    type Output = SquareSet;

    #[inline]
    fn bitand(mut self, other: SquareSet) -> SquareSet {
        self &= other;
        self
    }
}

impl BitAndAssign for SquareSet {
    #[inline]
    fn bitand_assign(&mut self, other: SquareSet) {
        for (word, mask) in self.0.iter_mut().zip(other.0) {
            *word &= mask;
        }
    }
}

impl Sub for SquareSet {
    type Output = SquareSet;

    /// The squares of `self` that are not in `other`.
    #[inline]
    fn sub(mut self, other: SquareSet) -> SquareSet {
        for (word, gone) in self.0.iter_mut().zip(other.0) {
            *word &= !gone;
        }
        self
    }
}

impl From<Square> for SquareSet {
    /// The set of this square alone.
    fn from(square: Square) -> SquareSet {
        let mut set = SquareSet::EMPTY;
        set.insert(square);
        set
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> SquareSet {
        let mut set = SquareSet::EMPTY;
        squares.into_iter().for_each(|square| set.insert(square));
        set
    }
}

impl IntoIterator for SquareSet {
    type Item = Square;
    type IntoIter = Squares;

    /// The squares by rising index.
    #[inline]
    fn into_iter(self) -> Squares {
        Squares {
            words: self.0,
            at: 0,
        }
    }
}

/// Iterator over the squares of a [`SquareSet`].
#[derive(Clone, Debug)]
pub struct Squares {
    words: [u64; WORDS],
    at: usize,
}

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        while self.at < WORDS {
            let word = &mut self.words[self.at];
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(Square::from_index(self.at * 64 + bit));
            }
            self.at += 1;
        }
        None
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = SquareSet(self.words).len();
        (left, Some(left))
    }
}
