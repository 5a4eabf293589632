//! The shapes that stones in the middle of each window would make.

use super::windows::{FAR, ROWS, row};
use crate::board::line::{EMPTY, LineKey, MARGIN, WALL, stone_bits};
use crate::pattern::Tables;
use crate::types::{ByRule, Color, Rule, Ruleset};

/// Pairs of both colours' shapes in one window.
pub const SHAPE_PAIRS: usize = 256;

/// For each window the pair of shapes that stones in its middle would make: the own
/// colour's in the low four bits, the other's above.
pub fn shapes_of_rows(rule: Rule, own: Color) -> Vec<u8> {
    rule.run(OfRows(own))
}

struct OfRows(Color);

impl ByRule for OfRows {
    type Output = Vec<u8>;

    fn run<R: Ruleset>(self) -> Vec<u8> {
        let OfRows(own) = self;
        let tables = Tables::of(R::RULE);
        let mut shapes = vec![0; ROWS];
        // Every half, from the middle square outwards.
        let halves: Vec<Vec<u64>> = (0..=FAR)
            .flat_map(|len| {
                let squares = [EMPTY, stone_bits(own), stone_bits(!own)];
                (0..3usize.pow(len as u32)).map(move |number| {
                    let digit = |step: usize| number / 3usize.pow(step as u32) % 3;
                    let half = (0..len).map(|step| squares[digit(step)]);
                    half.chain(std::iter::repeat_n(WALL, FAR - len)).collect()
                })
            })
            .collect();
        let bits = |half: &[u64], place: &dyn Fn(usize) -> usize| -> u64 {
            let squares = half.iter().enumerate();
            squares
                .map(|(step, &square)| square << (2 * place(step)))
                .sum()
        };
        let before = |half: &Vec<u64>| bits(half, &|step| MARGIN + FAR - 1 - step);
        let behind = |half: &Vec<u64>| bits(half, &|step| MARGIN + FAR + 1 + step);
        let [before, behind]: [Vec<u64>; 2] = [
            halves.iter().map(before).collect(),
            halves.iter().map(behind).collect(),
        ];
        for &before in &before {
            for &behind in &behind {
                let line = LineKey(before | EMPTY << (2 * (MARGIN + FAR)) | behind);
                let pair = tables.shape_pair(line.around(FAR, R::REACH));
                shapes[row(line, FAR, own)] = match own {
                    Color::Black => pair,
                    Color::White => pair.rotate_left(4),
                };
            }
        }
        shapes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::board::line::spot_of;
    use crate::pattern::Shape;
    use crate::position::Position;
    use crate::types::{Direction, Renju};
    use rand::{Rng, SeedableRng, rngs::StdRng};

    #[test]
    fn every_window_has_the_shapes_of_its_stones() {
        let mut random = StdRng::seed_from_u64(6);
        let shapes = Color::ALL.map(|own| shapes_of_rows(Rule::Renju, own));
        for _ in 0..100 {
            let mut board = Board::new(12, 9).unwrap();
            for _ in 0..random.random_range(0..60) {
                let squares: Vec<_> = board.empty().into_iter().collect();
                board.place(squares[random.random_range(0..squares.len())]);
            }
            let position = Position::<Renju>::new(board);
            for square in *position.board().empty() {
                for direction in Direction::ALL {
                    for own in Color::ALL {
                        let line = position.board().line(square, direction);
                        let place = spot_of(square, direction).place.into();
                        let pair = shapes[own.index()][row(line, place, own)];
                        let told = [pair & 15, pair >> 4].map(Shape::from_bits);
                        let is = [own, !own]
                            .map(|color| position.shape_if_played(square, color, direction));
                        assert_eq!(told, is);
                    }
                }
            }
        }
    }
}
