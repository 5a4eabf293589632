//! Which squares are near a stone.

use std::sync::LazyLock;

use crate::types::{Direction, MAX_SIDE, SQUARES, Square, SquareSet};

/// How far from a stone quiet moves are tried: in a square around it, in king's
/// moves, and along its lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Area {
    /// Two squares.
    Square2,
    /// Two squares, and three along the lines.
    #[default]
    Square2Line3,
    /// Three squares.
    Square3,
    /// Three squares, and four along the lines.
    Square3Line4,
    /// Four squares.
    Square4,
    /// The whole board.
    Whole,
}

impl Area {
    /// All areas, from the smallest to the largest.
    pub const ALL: [Area; 6] = [
        Area::Square2,
        Area::Square2Line3,
        Area::Square3,
        Area::Square3Line4,
        Area::Square4,
        Area::Whole,
    ];

    /// The distance in king's moves, and along lines.
    const fn reach(self) -> (i32, i32) {
        match self {
            Area::Square2 => (2, 2),
            Area::Square2Line3 => (2, 3),
            Area::Square3 => (3, 3),
            Area::Square3Line4 => (3, 4),
            Area::Square4 => (4, 4),
            Area::Whole => (MAX_SIDE as i32, MAX_SIDE as i32),
        }
    }

    /// The squares near each square. They may lie beyond a smaller board.
    pub(super) fn table(self) -> &'static Near {
        static TABLES: [LazyLock<Box<Near>>; Area::ALL.len()] = [
            LazyLock::new(|| Area::Square2.compute()),
            LazyLock::new(|| Area::Square2Line3.compute()),
            LazyLock::new(|| Area::Square3.compute()),
            LazyLock::new(|| Area::Square3Line4.compute()),
            LazyLock::new(|| Area::Square4.compute()),
            LazyLock::new(|| Area::Whole.compute()),
        ];
        &TABLES[self as usize]
    }

    fn compute(self) -> Box<Near> {
        let near = |index| self.near(Square::from_index(index));
        let table: Vec<SquareSet> = (0..SQUARES).map(near).collect();
        table.try_into().expect("one set for each square")
    }

    fn near(self, square: Square) -> SquareSet {
        let (far, along) = self.reach();
        let (x, y) = (square.x() as i32, square.y() as i32);
        let around = (-far..=far).flat_map(|dy| (-far..=far).map(move |dx| (dx, dy)));
        let around = around.filter_map(|(dx, dy)| Square::new(x + dx, y + dy));
        let lines = Direction::ALL.into_iter().flat_map(|direction| {
            (-along..=along).filter_map(move |steps| square.step(direction, steps))
        });
        around.chain(lines).collect()
    }
}

/// By [`Square::index`]: the squares near a square.
pub(super) type Near = [SquareSet; SQUARES];
