//! Placing a stone and taking it back.

use super::{Cell, Position, Totals, nearby};
use crate::board::line::{MARGIN, SPOTS, stride};
use crate::pattern::ThreatClass;
use crate::types::{Color, Direction, Ruleset, Square, SquareSet};

/// What a move changed besides the cells.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    near: SquareSet,
    totals: [Totals; 2],
    /// The length of the list of changes before the move.
    changes: usize,
}

/// A cell as it was before a move.
#[derive(Clone, Copy)]
pub(super) struct Change {
    square: Square,
    cell: Cell,
}

/// The most squares that one stone can change: five on each side of it in each
/// direction.
const MOST_CHANGES: usize = 40;

/// A square whose shapes in one direction have changed.
#[derive(Clone, Copy)]
struct NewPair {
    index: u16,
    /// Eight times the direction.
    bit: u8,
    pair: u8,
}

impl<R: Ruleset> Position<R> {
    /// The side to move places a stone on an empty square, forbidden or not.
    pub fn place(&mut self, square: Square) {
        self.frames.push(Frame {
            near: self.near,
            totals: self.totals,
            changes: self.changes.len(),
        });
        let cell = self.cells[square.index()];
        for color in Color::ALL {
            let entry = self.tables.class_entry(color, cell.packed(color));
            self.totals[color.index()].value -= i32::from(entry.value);
            self.leave(color, entry.class, square);
        }
        self.board.place(square);
        self.near |= *nearby::around(square);
        self.update_around(square);
    }

    /// The side to move passes.
    pub fn pass(&mut self) {
        self.frames.push(Frame {
            near: self.near,
            totals: self.totals,
            changes: self.changes.len(),
        });
        self.board.pass();
    }

    /// Takes back the last move made on this position; moves that the board
    /// already had when the position was built stay.
    pub fn undo(&mut self) {
        let Some(frame) = self.frames.pop() else {
            debug_assert!(false, "nothing to undo");
            return;
        };
        while self.changes.len() > frame.changes {
            let Some(Change { square, cell }) = self.changes.pop() else {
                break;
            };
            let now = self.cells[square.index()];
            self.cells[square.index()] = cell;
            for color in Color::ALL {
                let (new, old) = (now.class[color.index()], cell.class[color.index()]);
                if new != old {
                    self.toggle(color, new, square);
                    self.toggle(color, old, square);
                }
            }
        }
        if let Some(Some(square)) = self.board.undo() {
            let cell = self.cells[square.index()];
            for color in Color::ALL {
                self.toggle(color, cell.class[color.index()], square);
            }
        }
        self.near = frame.near;
        self.totals = frame.totals;
    }

    /// Brings the cells around a square up to date after its content changed.
    fn update_around(&mut self, square: Square) {
        let mut found = [NewPair {
            index: 0,
            bit: 0,
            pair: 0,
        }; MOST_CHANGES];
        let mut len = 0;
        for direction in Direction::ALL {
            len = self.changed_pairs(square, direction, &mut found, len);
        }
        for &change in &found[..len] {
            self.apply(change);
        }
    }

    /// Adds to `found` the empty squares on one line whose shapes are no
    /// longer right; returns how many there are then.
    #[inline]
    fn changed_pairs(
        &self,
        square: Square,
        direction: Direction,
        found: &mut [NewPair; MOST_CHANGES],
        mut len: usize,
    ) -> usize {
        let spot = SPOTS[square.index()][direction.index()];
        let line = self.board.lines().key(spot);
        let place = usize::from(spot.place);
        // The places within reach, as bits of the line key.
        let lowest = 2 * (place + MARGIN - R::REACH);
        let within = ((1u64 << (4 * R::REACH + 2)) - 1) << lowest;
        let mut empties = line.empties() & within;
        let base = square.index() as isize - (place + MARGIN) as isize * stride(direction);
        let bit = 8 * direction.index();
        while empties != 0 {
            let there = empties.trailing_zeros() as usize / 2;
            empties &= empties - 1;
            let index = (base + there as isize * stride(direction)) as usize;
            let pair = self
                .tables
                .shape_pair(line.around(there - MARGIN, R::REACH));
            found[len] = NewPair {
                index: index as u16,
                bit: bit as u8,
                pair,
            };
            // No branch: whether a shape changes is hard to predict.
            len += usize::from((self.cells[index].shapes >> bit) as u8 != pair);
        }
        len
    }

    /// Stores one direction's new shapes of a square and what follows of it.
    #[inline]
    fn apply(&mut self, change: NewPair) {
        let square = Square::from_index(change.index.into());
        let old = self.cells[square.index()];
        self.changes.push(Change { square, cell: old });
        let mut new = old;
        new.shapes =
            old.shapes & !(0xff << change.bit) | u32::from(change.pair) << change.bit;
        for color in Color::ALL {
            let (packed_old, packed_new) = (old.packed(color), new.packed(color));
            if packed_old == packed_new {
                continue;
            }
            let before = self.tables.class_entry(color, packed_old);
            let after = self.tables.class_entry(color, packed_new);
            self.totals[color.index()].value += i32::from(after.value) - i32::from(before.value);
            if before.class != after.class {
                new.class[color.index()] = after.class;
                self.leave(color, before.class, square);
                self.enter(color, after.class, square);
            }
        }
        self.cells[square.index()] = new;
    }

    /// Counts a square in as one of its class.
    #[inline]
    pub(super) fn enter(&mut self, color: Color, class: ThreatClass, square: Square) {
        self.totals[color.index()].counts[class as usize] += 1;
        self.toggle(color, class, square);
    }

    /// Counts a square out.
    #[inline]
    fn leave(&mut self, color: Color, class: ThreatClass, square: Square) {
        self.totals[color.index()].counts[class as usize] -= 1;
        self.toggle(color, class, square);
    }

    #[inline]
    fn toggle(&mut self, color: Color, class: ThreatClass, square: Square) {
        if class != ThreatClass::None {
            self.sets[color.index()][class as usize].toggle(square);
        }
    }
}
