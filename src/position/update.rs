//! Placing a stone and taking it back.

use super::{Cell, Position, nearby};
use crate::board::line::{MARGIN, SPOTS, stride};
use crate::params::value;
use crate::pattern::{PAIR_VALUES, ThreatClass};
use crate::types::{Color, Direction, Ruleset, Square, SquareSet};

/// What a move changed besides the shapes.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    near: SquareSet,
    shape_values: u64,
    bonus: [i32; 2],
    /// How many changes there were before the move.
    changed: usize,
}

/// A square's cell as it was before a move.
#[derive(Clone, Copy)]
pub(super) struct Change {
    square: Square,
    cell: Cell,
}

/// The most squares that one stone can change: five on each side of it in each
/// direction.
const MOST_CHANGES: usize = 40;

impl<R: Ruleset> Position<R> {
    /// The side to move places a stone on an empty square, forbidden or not.
    pub fn place(&mut self, square: Square) {
        self.push_frame();
        self.board.place(square);
        self.near |= *nearby::around(square);
        let cell = self.cells[square.index()];
        self.reclass(square, cell, Cell::BLANK);
        self.shape_values = self.shape_values.wrapping_sub(cell.value());
        if self.changes.len() < self.changed + MOST_CHANGES {
            let longer = self.changed + 16 * MOST_CHANGES;
            self.changes.resize(longer, Change { square, cell });
        }
        self.update_line::<{ Direction::Horizontal as usize }>(square);
        self.update_line::<{ Direction::Vertical as usize }>(square);
        self.update_line::<{ Direction::Diagonal as usize }>(square);
        self.update_line::<{ Direction::AntiDiagonal as usize }>(square);
    }

    /// The side to move passes.
    pub fn pass(&mut self) {
        self.push_frame();
        self.board.pass();
    }

    /// Takes back the last move made on this position; moves that the board
    /// already had when the position was built stay.
    pub fn undo(&mut self) {
        let Some(frame) = self.frames.pop() else {
            debug_assert!(false, "nothing to undo");
            return;
        };
        for index in frame.changed..self.changed {
            let Change { square, cell } = self.changes[index];
            let now = std::mem::replace(&mut self.cells[square.index()], cell);
            if now.threats != cell.threats {
                self.reclass(square, now, cell);
            }
        }
        self.changed = frame.changed;
        if let Some(Some(square)) = self.board.undo() {
            self.reclass(square, Cell::BLANK, self.cells[square.index()]);
        }
        self.near = frame.near;
        self.shape_values = frame.shape_values;
        self.bonus = frame.bonus;
    }

    fn push_frame(&mut self) {
        self.frames.push(Frame {
            near: self.near,
            shape_values: self.shape_values,
            bonus: self.bonus,
            changed: self.changed,
        });
    }

    /// Brings the empty squares on one line through `square` up to date after
    /// a stone was placed there.
    #[inline]
    fn update_line<const DIRECTION: usize>(&mut self, square: Square) {
        let spot = SPOTS[square.index()][DIRECTION];
        let line = self.board.lines().key(spot);
        let place = usize::from(spot.place) + MARGIN;
        // The places within reach, as bits of the line key.
        let within = ((1u64 << (4 * R::REACH + 2)) - 1) << (2 * (place - R::REACH));
        let mut empties = line.empties() & within;
        let stride = const { stride(Direction::ALL[DIRECTION]) };
        let base = square.index() as isize - place as isize * stride;
        let (tables, values) = (self.tables, &*PAIR_VALUES);
        let mut shape_values = self.shape_values;
        let mut changed = self.changed;
        while empties != 0 {
            let there = empties.trailing_zeros() as usize / 2;
            empties &= empties - 1;
            let square = Square::from_index((base + there as isize * stride) as usize);
            let pair = tables.shape_pair(line.around(there - MARGIN, R::REACH));
            let old = self.cells[square.index()];
            if old.pair(DIRECTION) == pair {
                continue;
            }
            shape_values = shape_values
                .wrapping_add(values[usize::from(pair)])
                .wrapping_sub(values[usize::from(old.pair(DIRECTION))]);
            self.changes[changed] = Change { square, cell: old };
            changed += 1;
            let bit = 8 * DIRECTION;
            let mut new = old;
            new.shapes = old.shapes & !(0xff << bit) | u32::from(pair) << bit;
            // Whether a class changes would be hard to predict; whether there
            // is a threat is not, since most squares threaten nothing.
            if (old.shapes | new.shapes) & Cell::THREATS != 0 {
                new.threats = self.threats_of(new);
                if old.threats != new.threats {
                    self.reclass(square, old, new);
                }
            }
            self.cells[square.index()] = new;
        }
        self.shape_values = shape_values;
        self.changed = changed;
    }

    /// The classes of a cell's shapes as far as they are threats.
    pub(super) fn threats_of(&self, cell: Cell) -> [ThreatClass; 2] {
        Color::ALL.map(|color| {
            let shapes = cell.shapes_of(color);
            if shapes & Cell::THREATS & 0x0f0f_0f0f == 0 {
                return ThreatClass::None;
            }
            self.tables.class(color, shapes)
        })
    }

    /// Counts an empty square under its new classes.
    pub(super) fn reclass(&mut self, square: Square, old: Cell, new: Cell) {
        for color in Color::ALL {
            let threats = &mut self.threats[color.index()];
            let [old, new] = [old, new].map(|cell| cell.threats[color.index()]);
            if old != new {
                threats.leave(square, old);
                threats.enter(square, new);
                let bonus = |class: ThreatClass| value::CLASS[class as usize];
                self.bonus[color.index()] += bonus(new) - bonus(old);
            }
        }
    }
}
