//! A board with everything that the search needs kept up to date move by
//! move: for every empty square and both colours the four shapes and the class
//! that a stone there would make, how many squares there are of each class and
//! which, the squares near stones, and the sum of the squares' values.

mod forbidden;
mod nearby;

mod update;

use std::marker::PhantomData;

use crate::board::{Board, Content};
use crate::pattern::{ClassSet, Shape, Tables, ThreatClass};
use crate::types::{Color, Direction, Ruleset, SQUARES, Square, SquareSet};
use update::{Change, Frame};

/// Shapes and classes of one square. Kept only while the square is empty; it
/// is what it was when the square is empty again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cell {
    /// One byte a direction: Black's shape in the low four bits, White's above.
    shapes: u32,
    class: [ThreatClass; 2],
}

impl Cell {
    /// One colour's four shapes, four bits each.
    #[inline]
    fn packed(self, color: Color) -> u16 {
        let nibbles = self.shapes >> (4 * color.index()) & 0x0f0f_0f0f;
        let bytes = (nibbles | nibbles >> 4) & 0x00ff_00ff;
        (bytes | bytes >> 8) as u16
    }
}

/// One colour's totals over the empty squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Totals {
    counts: [u16; 16],
    value: i32,
}

/// A board under one rule, with all that is kept incrementally.
#[derive(Clone)]
pub struct Position<R: Ruleset> {
    board: Board,
    tables: &'static Tables,
    cells: [Cell; SQUARES],
    totals: [Totals; 2],
    sets: [[SquareSet; ThreatClass::COUNT]; 2],
    near: SquareSet,
    frames: Vec<Frame>,
    changes: Vec<Change>,
    rule: PhantomData<R>,
}

impl<R: Ruleset> Position<R> {
    /// The position on this board.
    pub fn new(board: Board) -> Position<R> {
        let blank = Cell {
            shapes: 0,
            class: [ThreatClass::None; 2],
        };
        let none = Totals {
            counts: [0; 16],
            value: 0,
        };
        let mut position = Position {
            tables: Tables::of(R::RULE),
            cells: [blank; SQUARES],
            totals: [none; 2],
            sets: [[SquareSet::EMPTY; ThreatClass::COUNT]; 2],
            near: SquareSet::EMPTY,
            frames: Vec::with_capacity(64),
            changes: Vec::with_capacity(1024),
            rule: PhantomData,
            board,
        };
        position.compute();
        position
    }

    /// The board. Moves made before the position was built are its moves too.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Whose turn it is.
    #[inline]
    pub fn side_to_move(&self) -> Color {
        self.board.side_to_move()
    }

    /// What a stone of `color` on the empty `square` would make.
    #[inline]
    pub fn class_if_played(&self, square: Square, color: Color) -> ThreatClass {
        self.cells[square.index()].class[color.index()]
    }

    /// What a stone of `color` on the empty `square` would make in one
    /// direction.
    #[inline]
    pub fn shape_if_played(&self, square: Square, color: Color, direction: Direction) -> Shape {
        let packed = self.cells[square.index()].packed(color);
        Shape::from_bits((packed >> (4 * direction.index()) & 15) as u8)
    }

    /// How many empty squares are of this class for `color`.
    #[inline]
    pub fn count(&self, color: Color, class: ThreatClass) -> usize {
        self.totals[color.index()].counts[class as usize].into()
    }

    /// Whether any empty square is of one of these classes for `color`.
    #[inline]
    pub fn has(&self, color: Color, classes: ClassSet) -> bool {
        classes.iter().any(|class| self.count(color, class) > 0)
    }

    /// The empty squares of this class for `color`. [`ThreatClass::None`] is
    /// not kept and always empty.
    #[inline]
    pub fn squares(&self, color: Color, class: ThreatClass) -> &SquareSet {
        &self.sets[color.index()][class as usize]
    }

    /// The empty squares of any of these classes for `color`.
    #[inline]
    pub fn squares_of(&self, color: Color, classes: ClassSet) -> SquareSet {
        let mut squares = SquareSet::EMPTY;
        for class in classes.iter() {
            if self.count(color, class) > 0 {
                squares |= *self.squares(color, class);
            }
        }
        squares
    }

    /// The empty squares near stones: where a quiet move may make sense.
    #[inline]
    pub fn candidates(&self) -> SquareSet {
        self.near & *self.board.empty()
    }

    /// The sum of the values of all empty squares for `color`.
    #[inline]
    pub fn value(&self, color: Color) -> i32 {
        self.totals[color.index()].value
    }

    /// What an empty square adds to [`Position::value`].
    #[inline]
    pub fn square_value(&self, square: Square, color: Color) -> i32 {
        let packed = self.cells[square.index()].packed(color);
        self.tables.class_entry(color, packed).value.into()
    }

    /// Whether the side to move may play on the empty `square`.
    #[inline]
    pub fn is_legal(&self, square: Square) -> bool {
        !(self.side_to_move() == Color::Black && self.is_forbidden(square))
    }

    /// Computes everything kept incrementally from the board alone.
    fn compute(&mut self) {
        for (square, content) in self.board.squares() {
            if let Content::Stone(_) = content {
                self.near |= *nearby::around(square);
            }
        }
        for square in *self.board.empty() {
            let mut shapes = 0;
            for direction in Direction::ALL {
                let place = crate::board::line::spot_of(square, direction).place;
                let line = self.board.line(square, direction);
                let pair = self.tables.shape_pair(line.around(place.into(), R::REACH));
                shapes |= u32::from(pair) << (8 * direction.index());
            }
            let mut cell = Cell {
                shapes,
                class: [ThreatClass::None; 2],
            };
            for color in Color::ALL {
                let entry = self.tables.class_entry(color, cell.packed(color));
                cell.class[color.index()] = entry.class;
                self.totals[color.index()].value += i32::from(entry.value);
                self.enter(color, entry.class, square);
            }
            self.cells[square.index()] = cell;
        }
    }

    /// Whether everything kept incrementally equals its recomputation.
    pub fn is_consistent(&self) -> bool {
        let fresh = Position::<R>::new(self.board.clone());
        let none = ThreatClass::None as usize;
        let cells_agree = (*self.board.empty())
            .into_iter()
            .all(|square| self.cells[square.index()] == fresh.cells[square.index()]);
        cells_agree
            && self.totals == fresh.totals
            && self.sets == fresh.sets
            && self.near == fresh.near
            && self.sets.iter().all(|sets| sets[none].is_empty())
    }
}
