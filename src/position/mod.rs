//! A board with everything that the search needs, updated move by move: for every
//! empty square and both colours the four shapes and the class that a stone there
//! would make, the squares of each class, and the squares near stones. What else
//! follows from the shapes, such as an evaluation, learns of the changes by
//! [`Position::changes_by`].

mod counts;
mod forbidden;
mod nearby;
mod update;

use std::marker::PhantomData;

use crate::board::line::spot_of;
use crate::board::{Board, Content};
use crate::pattern::{ClassSet, Shape, Shapes, Tables, ThreatClass};
use crate::types::{Color, Direction, Ruleset, SQUARES, Square, SquareSet};
pub use counts::{THREAT_BITS, THREAT_KEYS};
use counts::{THREAT_CLASSES, ThreatCounts};
pub use nearby::Area;
use nearby::Near;
pub use update::Change;
use update::Frame;

/// Each colour's class of a square if [`Position::count`] counts it, else
/// [`ThreatClass::None`].
type Threats = [ThreatClass; 2];

const NO_THREATS: Threats = [ThreatClass::None; 2];

/// A board under one rule, with all that is kept incrementally.
#[derive(Clone)]
pub struct Position<R: Ruleset> {
    board: Board,
    tables: &'static Tables,
    /// The shapes of stones on empty squares. Those of an occupied square are
    /// kept for when it is empty again.
    shapes: [Shapes; SQUARES],
    threats: [Threats; SQUARES],
    counts: [ThreatCounts; 2],
    near: SquareSet,
    area: Area,
    /// The squares of the area around each square.
    around: &'static Near,
    frames: Vec<Frame>,
    /// The squares that the moves changed; only the first `changed` are in use.
    changes: Vec<Change>,
    changed: usize,
    rule: PhantomData<R>,
}

impl<R: Ruleset> Position<R> {
    /// The position on this board.
    pub fn new(board: Board) -> Position<R> {
        Position::with_area(board, Area::default())
    }

    /// The position on this board, with candidates in this area.
    pub fn with_area(board: Board, area: Area) -> Position<R> {
        let tables = Tables::of(R::RULE);
        let mut position = Position {
            tables,
            shapes: [Shapes::NONE; SQUARES],
            threats: [NO_THREATS; SQUARES],
            counts: [ThreatCounts::NONE; 2],
            near: SquareSet::EMPTY,
            area,
            around: area.table(),
            frames: Vec::with_capacity(64),
            changes: Vec::new(),
            changed: 0,
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
        match self.threat(square, color) {
            ThreatClass::None => {
                let shapes = self.shapes[square.index()];
                self.tables.class(color, shapes.of(color))
            }
            class => class,
        }
    }

    /// The class of the empty `square` for `color` if [`Position::count`]
    /// counts it, else [`ThreatClass::None`]. Quicker than
    /// [`Position::class_if_played`].
    #[inline]
    pub fn threat(&self, square: Square, color: Color) -> ThreatClass {
        self.threats[square.index()][color.index()]
    }

    /// What a stone of `color` on the empty `square` would make in one
    /// direction.
    #[inline]
    pub fn shape_if_played(&self, square: Square, color: Color, direction: Direction) -> Shape {
        self.shapes[square.index()].shape(color, direction.index())
    }

    /// What stones of both colours on the empty `square` would make.
    #[inline]
    pub fn shapes_if_played(&self, square: Square) -> Shapes {
        self.shapes[square.index()]
    }

    /// Whether a stone of `color` on the empty `square` would make this shape
    /// or a stronger one in any direction.
    #[inline]
    pub fn makes_at_least(&self, square: Square, color: Color, least: Shape) -> bool {
        // A carry into the bit above a shape's four bits: the shape is enough.
        let up = 0x0101_0101 * (16 - least as u32);
        (self.shapes[square.index()].of(color) + up) & 0x1010_1010 != 0
    }

    /// What a stone of `color` on the empty `square` would make if the other
    /// colour had a stone on another empty square, `stone`, of the line through
    /// it in this direction.
    pub fn class_beside(
        &self,
        square: Square,
        color: Color,
        (stone, direction): (Square, Direction),
    ) -> ThreatClass {
        let place = |square: Square| usize::from(spot_of(square, direction).place);
        let mut line = self.board.line(square, direction);
        line.toggle(place(stone), !color);
        let pair = self.tables.shape_pair(line.around(place(square), R::REACH));
        let shapes = self.shapes[square.index()].with_pair(direction.index(), pair);
        self.tables.class(color, shapes.of(color))
    }

    /// How many empty squares are of this class for `color`. Kept for
    /// [`ThreatClass::Three`] and stronger and for [`ThreatClass::Forbidden`];
    /// 0 for the others.
    #[inline]
    pub fn count(&self, color: Color, class: ThreatClass) -> usize {
        self.counts[color.index()].count(class)
    }

    /// The empty squares of this class for `color`, for the classes that
    /// [`Position::count`] counts.
    #[inline]
    pub fn squares(&self, color: Color, class: ThreatClass) -> &SquareSet {
        self.counts[color.index()].squares(class)
    }

    /// The first of these squares.
    #[inline]
    pub fn first(&self, color: Color, class: ThreatClass) -> Option<Square> {
        match self.count(color, class) {
            0 => None,
            _ => self.squares(color, class).first(),
        }
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

    /// Which threats exist, below [`THREAT_KEYS`]: a bit for each class from
    /// [`ThreatClass::Three`] to [`ThreatClass::OpenFour`], those of the side to
    /// move in the low half, the opponent's above.
    #[inline]
    pub fn threat_key(&self) -> usize {
        let [own, other] = [self.side_to_move(), !self.side_to_move()]
            .map(|color| self.counts[color.index()].threat_key());
        own | other << THREAT_CLASSES
    }

    /// The empty squares near stones: candidates for quiet moves.
    #[inline]
    pub fn candidates(&self) -> SquareSet {
        self.near & *self.board.empty()
    }

    /// Whether the side to move may play on the empty `square`.
    #[inline]
    pub fn is_legal(&self, square: Square) -> bool {
        !(self.side_to_move() == Color::Black && self.is_forbidden(square))
    }

    /// These empty squares without those forbidden to the side to move.
    #[inline]
    pub fn legal(&self, mut squares: SquareSet) -> SquareSet {
        if R::RULE.forbids() && self.side_to_move() == Color::Black {
            for square in squares & *self.squares(Color::Black, ThreatClass::Forbidden) {
                if self.is_forbidden(square) {
                    squares.remove(square);
                }
            }
        }
        squares
    }

    /// Computes everything kept incrementally from the board alone.
    fn compute(&mut self) {
        for (square, content) in self.board.squares() {
            if let Content::Stone(_) = content {
                self.near |= self.around[square.index()];
            }
        }
        for square in *self.board.empty() {
            let mut shapes = Shapes::NONE;
            for direction in Direction::ALL {
                let place = spot_of(square, direction).place;
                let line = self.board.line(square, direction);
                let pair = self.tables.shape_pair(line.around(place.into(), R::REACH));
                shapes = shapes.with_pair(direction.index(), pair);
            }
            let threats = self.threats_of(shapes);
            self.shapes[square.index()] = shapes;
            self.threats[square.index()] = threats;
            self.reclass(square, NO_THREATS, threats);
        }
    }

    /// Whether everything kept incrementally equals its recomputation.
    pub fn is_consistent(&self) -> bool {
        let fresh = Position::<R>::with_area(self.board.clone(), self.area);
        let mut empty = (*self.board.empty()).into_iter();
        empty.all(|square| {
            let index = square.index();
            self.shapes[index] == fresh.shapes[index] && self.threats[index] == fresh.threats[index]
        }) && self.counts == fresh.counts
            && self.near == fresh.near
    }
}
