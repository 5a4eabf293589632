//! Placing a stone and taking it back.

use super::{NO_THREATS, Position, Shapes, Threats};
use crate::board::line::{MARGIN, SPOTS, stride};
use crate::pattern::{Shape, ThreatClass};
use crate::types::{Color, Direction, Ruleset, Square, SquareSet};

/// The state before a move, apart from single squares.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    near: SquareSet,
    /// How many changes there were before the move.
    changed: usize,
}

/// What a move changed on an empty square.
#[derive(Clone, Copy)]
pub struct Change {
    /// The shapes of stones there before the move.
    pub before: Shapes,
    /// The same after it.
    pub now: Shapes,
    square: Square,
    /// Those before the move; set only if the square is a threat then or after it.
    threats: Threats,
}

/// At most this many squares change with a stone: five on each side of it in each
/// direction.
const MOST_CHANGES: usize = 40;

/// The changes of one stone on squares that are a threat before or after it. Most
/// squares are none.
struct ThreatChanges {
    changes: [u16; MOST_CHANGES + 1],
    len: usize,
}

impl ThreatChanges {
    const NONE: ThreatChanges = ThreatChanges {
        changes: [0; MOST_CHANGES + 1],
        len: 0,
    };

    /// The changes that are kept.
    #[inline]
    fn list(&self) -> &[u16] {
        &self.changes[..self.len]
    }

    /// Keeps the change if `threatens`, without a branch.
    #[inline]
    fn note(&mut self, change: usize, threatens: bool) {
        self.changes[self.len] = change as u16;
        self.len += usize::from(threatens);
    }
}

impl<R: Ruleset> Position<R> {
    /// The side to move places a stone on an empty square, forbidden or not.
    pub fn place(&mut self, square: Square) {
        self.push_frame();
        self.near |= self.around[square.index()];
        self.place_stone(square);
    }

    /// [`Position::place`] without updating the candidates until the stone is taken
    /// back: faster where only threats matter.
    pub fn place_for_threats(&mut self, square: Square) {
        self.push_frame();
        self.place_stone(square);
    }

    #[inline]
    fn place_stone(&mut self, square: Square) {
        self.board.place(square);
        self.reclass(square, self.threats[square.index()], NO_THREATS);
        let first = self.changed;
        if self.changes.len() < first + MOST_CHANGES {
            let any = Change {
                before: Shapes::NONE,
                now: Shapes::NONE,
                square,
                threats: NO_THREATS,
            };
            self.changes.resize(first + 16 * MOST_CHANGES, any);
        }
        let mut threats = ThreatChanges::NONE;
        self.update_line::<{ Direction::Horizontal as usize }>(square, &mut threats);
        self.update_line::<{ Direction::Vertical as usize }>(square, &mut threats);
        self.update_line::<{ Direction::Diagonal as usize }>(square, &mut threats);
        self.update_line::<{ Direction::AntiDiagonal as usize }>(square, &mut threats);
        self.update_threats(&threats);
    }

    /// The side to move passes.
    pub fn pass(&mut self) {
        self.push_frame();
        self.board.pass();
    }

    /// Takes back the last move made on this position. Moves that the board had
    /// when the position was built cannot be taken back.
    pub fn undo(&mut self) {
        let Some(frame) = self.frames.pop() else {
            debug_assert!(false, "nothing to undo");
            return;
        };
        let mut threats = ThreatChanges::NONE;
        for index in frame.changed..self.changed {
            let change = &self.changes[index];
            self.shapes[change.square.index()] = change.before;
            threats.note(index, change.now.threaten_with(change.before));
        }
        for &index in threats.list() {
            let Change {
                square,
                threats: before,
                ..
            } = self.changes[usize::from(index)];
            let now = std::mem::replace(&mut self.threats[square.index()], before);
            self.reclass(square, now, before);
        }
        self.changed = frame.changed;
        if let Some(Some(square)) = self.board.undo() {
            self.reclass(square, NO_THREATS, self.threats[square.index()]);
        }
        self.near = frame.near;
    }

    /// How many moves can be taken back.
    #[inline]
    pub fn made(&self) -> usize {
        self.frames.len()
    }

    /// What one of the moves that can be taken back, counted from 0, has changed: the shapes of
    /// stones on the square that it filled, none if it was a pass, and the other squares. The
    /// same square does not come twice.
    #[inline]
    pub fn changes_by(&self, index: usize) -> (Option<Shapes>, &[Change]) {
        let moves = self.board.moves();
        let stone = moves[moves.len() - self.frames.len() + index];
        let filled = stone.map(|square| self.shapes[square.index()]);
        let end = match self.frames.get(index + 1) {
            Some(next) => next.changed,
            None => self.changed,
        };
        (filled, &self.changes[self.frames[index].changed..end])
    }

    fn push_frame(&mut self) {
        self.frames.push(Frame {
            near: self.near,
            changed: self.changed,
        });
    }

    /// Brings the empty squares on one line through `square` up to date after
    /// a stone was placed there.
    #[inline]
    fn update_line<const DIRECTION: usize>(&mut self, square: Square, threats: &mut ThreatChanges) {
        let spot = SPOTS[square.index()][DIRECTION];
        let line = self.board.lines().key(spot);
        let place = usize::from(spot.place) + MARGIN;
        // The places within reach, as bits of the line key.
        let within = ((1u64 << (4 * R::REACH + 2)) - 1) << (2 * (place - R::REACH));
        let mut empties = line.empties() & within;
        let stride = const { stride(Direction::ALL[DIRECTION]) };
        let base = square.index() as isize - place as isize * stride;
        let tables = self.tables;
        let mut changed = self.changed;
        while empties != 0 {
            let there = empties.trailing_zeros() as usize / 2;
            empties &= empties - 1;
            let square = Square::from_index((base + there as isize * stride) as usize);
            let pair = tables.shape_pair(line.around(there - MARGIN, R::REACH));
            // Written even if nothing changes: cheaper than a branch.
            let old = self.shapes[square.index()];
            let new = old.with_pair(DIRECTION, pair);
            self.shapes[square.index()] = new;
            self.changes[changed] = Change {
                before: old,
                now: new,
                square,
                threats: NO_THREATS,
            };
            let is_new = old != new;
            threats.note(changed, is_new & new.threaten_with(old));
            changed += usize::from(is_new);
        }
        self.changed = changed;
    }

    /// Updates the threats of the squares in this list.
    fn update_threats(&mut self, threats: &ThreatChanges) {
        for &index in threats.list() {
            let square = self.changes[usize::from(index)].square;
            let threats = self.threats_of(self.shapes[square.index()]);
            let before = std::mem::replace(&mut self.threats[square.index()], threats);
            self.changes[usize::from(index)].threats = before;
            self.reclass(square, before, threats);
        }
    }

    /// The classes of these shapes for each colour, if they are counted.
    pub(super) fn threats_of(&self, shapes: Shapes) -> Threats {
        Color::ALL.map(|color| {
            let shapes = shapes.of(color);
            match shapes & (0x0101_0101 * u32::from(Shape::THREAT)) {
                0 => ThreatClass::None,
                _ => self.tables.class(color, shapes),
            }
        })
    }

    /// Moves a square from its old classes to its new ones.
    #[inline]
    pub(super) fn reclass(&mut self, square: Square, old: Threats, new: Threats) {
        if old == new {
            return;
        }
        for color in Color::ALL {
            let (old, new) = (old[color.index()], new[color.index()]);
            if old != new {
                let counts = &mut self.counts[color.index()];
                counts.leave(square, old);
                counts.enter(square, new);
            }
        }
    }
}
