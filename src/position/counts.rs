//! How many empty squares there are of each threat class, and which.

use crate::pattern::ThreatClass;
use crate::types::{Square, SquareSet};

/// Which of the kept classes this is; `None` for the others.
#[inline]
const fn slot(class: ThreatClass) -> Option<usize> {
    match class {
        ThreatClass::Forbidden => Some(0),
        _ if class as usize >= ThreatClass::Three as usize => {
            Some(class as usize - ThreatClass::Three as usize + 1)
        }
        _ => None,
    }
}

const KEPT: usize = match slot(ThreatClass::Five) {
    Some(last) => last + 1,
    None => 0,
};

/// The bits of a threat key: see [`Position::threat_key`](super::Position::threat_key).
pub const THREAT_BITS: usize = 2 * THREAT_CLASSES;
/// The number of threat keys.
pub const THREAT_KEYS: usize = 1 << THREAT_BITS;

/// The classes in a threat key, from `Three` to `OpenFour`.
pub(super) const THREAT_CLASSES: usize =
    ThreatClass::OpenFour as usize - ThreatClass::Three as usize + 1;

// Fitted tables and networks have numbers for each of the 14 bits.
const _: () = assert!(THREAT_BITS == 14);

/// One colour's empty squares by class: [`ThreatClass::Three`] and stronger,
/// and the points that may be forbidden. The other classes are not counted: they
/// change with almost every stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ThreatCounts {
    counts: [u16; KEPT],
    sets: [SquareSet; KEPT],
    /// Which of the kept classes there are, by their slot.
    present: u16,
}

impl ThreatCounts {
    pub(super) const NONE: ThreatCounts = ThreatCounts {
        counts: [0; KEPT],
        sets: [SquareSet::EMPTY; KEPT],
        present: 0,
    };

    #[inline]
    pub(super) fn count(&self, class: ThreatClass) -> usize {
        slot(class).map_or(0, |slot| self.counts[slot].into())
    }

    /// This colour's half of a threat key.
    #[inline]
    pub(super) fn threat_key(&self) -> usize {
        usize::from(self.present >> 1) & ((1 << THREAT_CLASSES) - 1)
    }

    #[inline]
    pub(super) fn squares(&self, class: ThreatClass) -> &SquareSet {
        const NOTHING: &SquareSet = &SquareSet::EMPTY;
        slot(class).map_or(NOTHING, |slot| &self.sets[slot])
    }

    /// A square is of this class now.
    pub(super) fn enter(&mut self, square: Square, class: ThreatClass) {
        if let Some(kept) = slot(class) {
            self.counts[kept] += 1;
            self.present |= 1 << kept;
            self.sets[kept].toggle(square);
        }
    }

    /// A square is no longer of this class.
    pub(super) fn leave(&mut self, square: Square, class: ThreatClass) {
        if let Some(kept) = slot(class) {
            self.counts[kept] -= 1;
            self.present &= !(u16::from(self.counts[kept] == 0) << kept);
            self.sets[kept].toggle(square);
        }
    }
}
