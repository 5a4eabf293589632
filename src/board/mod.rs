//! Stones on a board: placing and taking back, the hash, the list of moves and the
//! line keys. Rules and patterns are elsewhere.

pub mod line;
pub mod notation;
mod symmetry;
mod zobrist;

use crate::types::{Color, Direction, MAX_SIDE, MIN_SIDE, Square, SquareSet};
use line::{LineKey, Lines};
pub use symmetry::Symmetry;

/// What is on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Nothing: a stone can be placed here.
    Empty,
    /// A stone.
    Stone(Color),
    /// Blocked, or beyond the board: neither colour's, and unplayable.
    Wall,
}

/// A size that no board has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("board {width}x{height} is not supported ({MIN_SIDE} to {MAX_SIDE} squares a side)")]
pub struct BadSize {
    /// The wanted number of columns.
    pub width: usize,
    /// The wanted number of rows.
    pub height: usize,
}

/// A board of 5 to 22 columns and rows, with the moves that led to it.
#[derive(Clone, Debug)]
pub struct Board {
    width: u8,
    height: u8,
    side_to_move: Color,
    hash: u64,
    empty: SquareSet,
    lines: Lines,
    moves: Vec<Option<Square>>,
}

impl Board {
    /// An empty board, Black to move.
    pub fn new(width: usize, height: usize) -> Result<Board, BadSize> {
        let sides = MIN_SIDE..=MAX_SIDE;
        if !sides.contains(&width) || !sides.contains(&height) {
            return Err(BadSize { width, height });
        }
        let mut board = Board {
            width: width as u8,
            height: height as u8,
            side_to_move: Color::Black,
            hash: 0,
            empty: SquareSet::EMPTY,
            lines: Lines::WALLS,
            moves: Vec::with_capacity(width * height),
        };
        for y in 0..height {
            for x in 0..width {
                let square = Square::from_index(y * MAX_SIDE + x);
                board.empty.insert(square);
                board.lines.toggle_wall(square);
            }
        }
        Ok(board)
    }

    /// Columns.
    pub fn width(&self) -> usize {
        self.width.into()
    }

    /// Rows.
    pub fn height(&self) -> usize {
        self.height.into()
    }

    /// Whose turn it is.
    #[inline]
    pub fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// The hash of the stones, the blocked squares and the side to move. Equal
    /// for equal positions, whatever the order of the moves.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The moves so far, oldest first; `None` is a pass.
    pub fn moves(&self) -> &[Option<Square>] {
        &self.moves
    }

    /// The squares on which a stone can be placed.
    #[inline]
    pub fn empty(&self) -> &SquareSet {
        &self.empty
    }

    /// The line key through `square` in `direction`.
    #[inline]
    pub fn line(&self, square: Square, direction: Direction) -> LineKey {
        self.lines.key(line::spot_of(square, direction))
    }

    /// Every line key.
    #[inline]
    pub fn lines(&self) -> &Lines {
        &self.lines
    }

    /// The square in column `x` from the left and row `y` from the top;
    /// `None` outside this board.
    pub fn square(&self, x: i32, y: i32) -> Option<Square> {
        let inside = x < self.width.into() && y < self.height.into();
        Square::new(x, y).filter(|_| inside)
    }

    /// The centre; the lower right of the middle squares if there are several.
    pub fn center(&self) -> Square {
        Square::from_index(self.height() / 2 * MAX_SIDE + self.width() / 2)
    }

    /// Whether a square is marked on wooden boards: the centre and those on the fourth
    /// lines, if the board is large and has a middle.
    pub fn is_star(&self, square: Square) -> bool {
        let (width, height) = (self.width(), self.height());
        if width % 2 == 0 || height % 2 == 0 {
            return false;
        }
        let is_fourth = |at: usize, length: usize| length >= 13 && (at == 3 || at + 4 == length);
        square == self.center() || is_fourth(square.x(), width) && is_fourth(square.y(), height)
    }

    /// What is on a square.
    #[inline]
    pub fn at(&self, square: Square) -> Content {
        match self.lines.at(square) {
            line::EMPTY => Content::Empty,
            line::BLACK => Content::Stone(Color::Black),
            line::WHITE => Content::Stone(Color::White),
            _ => Content::Wall,
        }
    }

    /// Whether a stone can be placed on `square`.
    #[inline]
    pub fn is_empty(&self, square: Square) -> bool {
        self.empty.contains(square)
    }

    /// Every square of this board with what is on it, row by row from the top.
    pub fn squares(&self) -> impl Iterator<Item = (Square, Content)> + '_ {
        let width = self.width();
        (0..self.height())
            .flat_map(move |y| (0..width).map(move |x| Square::from_index(y * MAX_SIDE + x)))
            .map(|square| (square, self.at(square)))
    }

    /// The squares with a stone of `color`, row by row from the top.
    pub fn stones(&self, color: Color) -> impl Iterator<Item = Square> + '_ {
        self.squares()
            .filter(move |&(_, content)| content == Content::Stone(color))
            .map(|(square, _)| square)
    }

    /// The number of stones of both colours.
    pub fn stone_count(&self) -> usize {
        self.moves.iter().flatten().count()
    }

    /// The side to move places a stone on an empty square.
    #[inline]
    pub fn place(&mut self, square: Square) {
        debug_assert!(self.is_empty(square));
        self.moves.push(Some(square));
        self.flip(square, self.side_to_move);
        self.turn();
    }

    /// Places a stone of `color`, after a pass if it is not its turn.
    pub fn place_as(&mut self, color: Color, square: Square) {
        if self.side_to_move != color {
            self.pass();
        }
        self.place(square);
    }

    /// The side to move passes.
    pub fn pass(&mut self) {
        self.moves.push(None);
        self.turn();
    }

    /// Takes back the last move and returns it (`Some(None)` was a pass).
    #[inline]
    pub fn undo(&mut self) -> Option<Option<Square>> {
        let last = self.moves.pop()?;
        self.turn();
        if let Some(square) = last {
            self.flip(square, self.side_to_move);
        }
        Some(last)
    }

    /// Makes an empty square a wall for the rest of the game. This is not a move and
    /// cannot be undone.
    pub fn block(&mut self, square: Square) {
        debug_assert!(self.is_empty(square));
        self.empty.remove(square);
        self.lines.toggle_wall(square);
        self.hash ^= zobrist::wall(square);
    }

    /// The hash after the side to move has placed a stone on an empty square.
    #[inline]
    pub fn hash_after(&self, square: Square) -> u64 {
        self.hash ^ zobrist::stone(square, self.side_to_move) ^ zobrist::SIDE
    }

    #[inline]
    fn turn(&mut self) {
        self.side_to_move = !self.side_to_move;
        self.hash ^= zobrist::SIDE;
    }

    /// Places or removes a stone, without changing the list of moves and the turn.
    #[inline]
    fn flip(&mut self, square: Square, color: Color) {
        self.empty.toggle(square);
        self.hash ^= zobrist::stone(square, color);
        self.lines.toggle(square, color);
    }
}

impl PartialEq for Board {
    /// Boards are equal if their positions are; the moves may differ.
    fn eq(&self, other: &Board) -> bool {
        self.hash == other.hash
            && self.width == other.width
            && self.height == other.height
            && self.side_to_move == other.side_to_move
            && self.empty == other.empty
            && self.lines == other.lines
    }
}

impl Eq for Board {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placing_and_undoing_restores_everything() {
        let mut board = Board::new(7, 22).unwrap();
        let fresh = board.clone();
        let a = board.square(6, 21).unwrap();
        let b = board.square(0, 0).unwrap();
        let hash = board.hash_after(a);
        board.place(a);
        assert_eq!(board.hash(), hash);
        board.pass();
        board.place(b);
        assert_eq!(board.at(a), Content::Stone(Color::Black));
        assert_eq!(board.at(b), Content::Stone(Color::Black));
        assert_eq!(board.side_to_move(), Color::White);
        assert_eq!(board.stone_count(), 2);
        assert_eq!(board.stones(Color::Black).collect::<Vec<_>>(), [b, a]);
        assert_eq!(board.undo(), Some(Some(b)));
        assert_eq!(board.undo(), Some(None));
        assert_eq!(board.undo(), Some(Some(a)));
        assert_eq!(board.undo(), None);
        assert_eq!(board, fresh);
    }

    #[test]
    fn the_hash_does_not_depend_on_the_order() {
        let mut one = Board::new(15, 15).unwrap();
        let mut two = one.clone();
        let [a, b, c] = [3, 50, 200].map(Square::from_index);
        [a, b, c].into_iter().for_each(|square| one.place(square));
        [c, b, a].into_iter().for_each(|square| two.place(square));
        assert_eq!(one, two);
        one.pass();
        assert_ne!(one.hash(), two.hash());
        assert_ne!(one, two);
        two.pass();
        assert_eq!(one, two);
    }

    #[test]
    fn sizes_are_checked() {
        for (width, height) in [(4, 15), (15, 23), (0, 0), (1000, 5)] {
            assert_eq!(
                Board::new(width, height).unwrap_err(),
                BadSize { width, height }
            );
        }
        let board = Board::new(5, 22).unwrap();
        assert_eq!(board.empty().len(), 110);
        assert_eq!(board.square(5, 0), None);
        assert_eq!(board.square(-1, 0), None);
    }

    #[test]
    fn a_blocked_square_is_a_wall() {
        let mut board = Board::new(15, 15).unwrap();
        let center = board.center();
        board.block(center);
        assert_eq!(board.at(center), Content::Wall);
        assert!(!board.is_empty(center));
        assert_eq!(board.stone_count(), 0);
    }
}
