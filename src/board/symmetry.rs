//! Symmetries: turning and mirroring a board.

use super::{Board, Content};
use crate::types::Square;

/// One of the eight symmetries: mirrored left to right, top to bottom, along the
/// diagonal, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry(u8);

const MIRROR_X: u8 = 1;
const MIRROR_Y: u8 = 2;
const TRANSPOSE: u8 = 4;

impl Symmetry {
    /// All of them, the identity first.
    pub const ALL: [Symmetry; 8] = [
        Symmetry(0),
        Symmetry(1),
        Symmetry(2),
        Symmetry(3),
        Symmetry(4),
        Symmetry(5),
        Symmetry(6),
        Symmetry(7),
    ];

    /// The symmetries of a board of this size.
    pub fn of_size(width: usize, height: usize) -> impl Iterator<Item = Symmetry> {
        let fits = move |symmetry: &Symmetry| width == height || symmetry.0 & TRANSPOSE == 0;
        Symmetry::ALL.into_iter().filter(fits)
    }

    /// The symmetries of the position.
    pub fn of_position(board: &Board) -> impl Iterator<Item = Symmetry> {
        let same = |symmetry: &Symmetry| {
            let kept = |(square, content)| content == board.at(symmetry.apply(square, board));
            board
                .squares()
                .filter(|entry| entry.1 != Content::Empty)
                .all(kept)
        };
        Symmetry::of_size(board.width(), board.height()).filter(same)
    }

    /// The image of a square of the board.
    pub fn apply(self, square: Square, board: &Board) -> Square {
        let (mut x, mut y) = (square.x(), square.y());
        if self.0 & MIRROR_X != 0 {
            x = board.width() - 1 - x;
        }
        if self.0 & MIRROR_Y != 0 {
            y = board.height() - 1 - y;
        }
        if self.0 & TRANSPOSE != 0 {
            (x, y) = (y, x);
        }
        Square::new(x as i32, y as i32).expect("a square of the same board")
    }

    /// The symmetry that turns the image back.
    pub fn inverse(self) -> Symmetry {
        let Symmetry(bits) = self;
        match bits & TRANSPOSE {
            0 => self,
            _ => Symmetry(TRANSPOSE | (bits & MIRROR_X) << 1 | (bits & MIRROR_Y) >> 1),
        }
    }

    /// The image of the board with its walls and moves. The symmetry must be one of the
    /// board's size.
    pub fn image(self, board: &Board) -> Board {
        let mut image = Board::new(board.width(), board.height()).expect("the size of a board");
        for (square, _) in board.squares().filter(|entry| entry.1 == Content::Wall) {
            image.block(self.apply(square, board));
        }
        for &made in board.moves() {
            match made {
                Some(square) => image.place(self.apply(square, board)),
                None => image.pass(),
            }
        }
        image
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::play_moves;

    fn count(width: usize, height: usize, moves: &str) -> usize {
        let mut board = Board::new(width, height).unwrap();
        play_moves(&mut board, moves).unwrap();
        Symmetry::of_position(&board).count()
    }

    #[test]
    fn positions_with_and_without_symmetry() {
        assert_eq!(count(15, 15, ""), 8);
        assert_eq!(count(15, 15, "h8"), 8);
        assert_eq!(count(15, 15, "h8h9"), 2);
        assert_eq!(count(15, 15, "h8i9"), 2);
        assert_eq!(count(15, 15, "h8i9j8"), 1);
        assert_eq!(count(15, 15, "h8i8h9g8"), 2);
        assert_eq!(count(15, 13, ""), 4);
        assert_eq!(count(15, 13, "h7"), 4);
        assert_eq!(count(15, 13, "h8"), 2);
    }

    #[test]
    fn an_image_has_all_moves() {
        let mut board = Board::new(15, 13).unwrap();
        board.block(board.square(1, 2).unwrap());
        play_moves(&mut board, "h8i8").unwrap();
        board.pass();
        play_moves(&mut board, "a1").unwrap();
        for symmetry in Symmetry::of_size(15, 13) {
            let image = symmetry.image(&board);
            let there = |(square, content)| image.at(symmetry.apply(square, &board)) == content;
            assert!(board.squares().all(there), "{symmetry:?}");
            assert_eq!(image.side_to_move(), board.side_to_move());
            assert_eq!(image.moves()[2], None);
            assert_eq!(symmetry.image(&image), board, "{symmetry:?}");
        }
        assert_eq!(Symmetry::ALL[0].image(&board).moves(), board.moves());
    }

    #[test]
    fn an_inverse_turns_back() {
        let board = Board::new(7, 7).unwrap();
        for symmetry in Symmetry::ALL {
            let back = |square| {
                symmetry
                    .inverse()
                    .apply(symmetry.apply(square, &board), &board)
            };
            assert!(board.squares().all(|(square, _)| back(square) == square));
        }
    }

    #[test]
    fn every_symmetry_is_one_to_one() {
        let board = Board::new(7, 7).unwrap();
        let corner = board.square(1, 0).unwrap();
        let mut images: Vec<Square> = Symmetry::ALL
            .map(|symmetry| symmetry.apply(corner, &board))
            .to_vec();
        images.sort();
        images.dedup();
        assert_eq!(images.len(), 8);
    }
}
