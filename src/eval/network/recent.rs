//! The distance of a square from the last stones.

use crate::board::Board;
use crate::types::{MAX_SIDE, Square};

/// Stones further away than this in king's moves are not told apart.
const FURTHEST: usize = 5;
/// The number of places: those within five squares, the same under turns and
/// mirrors, further away, and no stone at all.
pub const PLACES: usize = (FURTHEST + 1) * (FURTHEST + 2) / 2 + 2;
const FURTHER: usize = PLACES - 2;
const NOWHERE: usize = PLACES - 1;

/// The number of stones used.
pub const STONES: usize = 4;

/// The differences of two columns, and of two rows.
const DIFFERENCES: usize = 2 * MAX_SIDE - 1;

/// The places of squares by row and column less those of a stone; then, for no stone, as
/// many `NOWHERE` as there are squares.
static TABLE: [u8; NO_STONE + at(MAX_SIDE - 1, MAX_SIDE - 1) + 1] = table();
const NO_STONE: usize = DIFFERENCES * DIFFERENCES;

/// The last stone of the side to move, of the other side, and those before them: where
/// their squares begin in `TABLE`.
#[derive(Clone, Copy, Debug)]
pub struct Recent([usize; STONES]);

impl Recent {
    /// The last stones on this board.
    #[inline]
    pub fn of(board: &Board) -> Recent {
        let mut moves = board.moves().iter().rev();
        let last: [Option<Square>; STONES] =
            std::array::from_fn(|_| moves.next().copied().flatten());
        let begin = |stone: Option<Square>| match stone {
            Some(stone) => at(MAX_SIDE - 1, MAX_SIDE - 1) - at(stone.x(), stone.y()),
            None => NO_STONE,
        };
        Recent([last[1], last[0], last[3], last[2]].map(begin))
    }

    /// The square's place from each of them, below [`PLACES`].
    #[inline(always)]
    pub fn places(self, square: Square) -> [usize; STONES] {
        let at = at(square.x(), square.y());
        self.0.map(|begin| TABLE[begin + at].into())
    }
}

/// Where a square lies in `TABLE`, seen from the corner.
const fn at(x: usize, y: usize) -> usize {
    y * DIFFERENCES + x
}

const fn table() -> [u8; TABLE.len()] {
    let mut table = [NOWHERE as u8; TABLE.len()];
    let mut index = 0;
    while index < NO_STONE {
        let dx = (index % DIFFERENCES).abs_diff(MAX_SIDE - 1);
        let dy = (index / DIFFERENCES).abs_diff(MAX_SIDE - 1);
        let (low, high) = if dx < dy { (dx, dy) } else { (dy, dx) };
        table[index] = match high <= FURTHEST {
            true => high * (high + 1) / 2 + low,
            false => FURTHER,
        } as u8;
        index += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_distances_from_the_last_stones() {
        let mut board = Board::new(MAX_SIDE, MAX_SIDE).unwrap();
        let squares = *board.empty();
        for square in squares {
            assert_eq!(Recent::of(&board).places(square), [NOWHERE; STONES]);
        }
        let corners = [(0, 0), (21, 0), (21, 21), (7, 12)];
        let [one, two, three, four] = corners.map(|(x, y)| Square::new(x, y).unwrap());
        for stone in [one, two, three, four] {
            board.place(stone);
        }
        let near: Vec<_> = (0..=FURTHEST)
            .flat_map(|high| (0..=high).map(move |low| [low, high]))
            .collect();
        assert_eq!(near.len(), FURTHER);
        for square in squares {
            let places = [three, four, one, two].map(|stone| {
                let dx = square.x().abs_diff(stone.x());
                let dy = square.y().abs_diff(stone.y());
                let distances = [dx.min(dy), dx.max(dy)];
                near.iter()
                    .position(|&one| one == distances)
                    .unwrap_or(FURTHER)
            });
            assert_eq!(Recent::of(&board).places(square), places);
        }
    }
}
