//! The board as text, for all sub-commands.

use crate::board::{Board, Content};
use crate::types::{Color, Square, SquareSet};

/// The characters that a board is drawn with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Symbols {
    stones: [char; 2],
    /// Those of a winning line.
    winning: [char; 2],
    empty: char,
    star: char,
    wall: char,
    pub forbidden: char,
    pub offered: char,
}

impl Symbols {
    /// A board drawn so can be read again.
    pub const ASCII: Symbols = Symbols {
        stones: ['X', 'O'],
        winning: ['#', '@'],
        empty: '.',
        star: '+',
        wall: '#',
        forbidden: '!',
        offered: '?',
    };
    pub const UNICODE: Symbols = Symbols {
        stones: ['●', '○'],
        winning: ['◆', '◇'],
        empty: '·',
        star: '+',
        wall: '▒',
        forbidden: '×',
        offered: '?',
    };

    pub fn stone(&self, color: Color) -> char {
        self.stones[color.index()]
    }

    fn of(&self, board: &Board, square: Square, content: Content) -> char {
        match content {
            Content::Stone(color) => self.stone(color),
            Content::Wall => self.wall,
            Content::Empty if board.is_star(square) => self.star,
            Content::Empty => self.empty,
        }
    }
}

/// Special squares of a board.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Marks {
    pub last: Option<Square>,
    pub winning: SquareSet,
    pub forbidden: SquareSet,
    pub offered: SquareSet,
}

/// The board with coordinates. The last move stands in parentheses; `mark` may
/// name a text for a square, and the longest one gives the columns' width.
pub(super) fn drawing(
    board: &Board,
    symbols: &Symbols,
    last: Option<Square>,
    mark: impl Fn(Square) -> Option<String>,
) -> String {
    let plain = |square, content| String::from(symbols.of(board, square, content));
    let cells: Vec<(Square, String)> = board
        .squares()
        .map(|(square, content)| {
            (
                square,
                mark(square).unwrap_or_else(|| plain(square, content)),
            )
        })
        .collect();
    let width = cells.iter().map(|(_, cell)| cell.chars().count()).max();
    let width = width.unwrap_or(1);
    let mut text = String::new();
    for (y, row) in cells.chunks(board.width()).enumerate() {
        text += &format!("{:>2}", board.height() - y);
        let mut was_last = false;
        for (square, cell) in row {
            let is_last = last == Some(*square);
            text.push(match (was_last, is_last) {
                (_, true) => '(',
                (true, false) => ')',
                (false, false) => ' ',
            });
            text += &format!("{cell:>width$}");
            was_last = is_last;
        }
        text += if was_last { ")\n" } else { "\n" };
    }
    text += "  ";
    for letter in ('a'..).take(board.width()) {
        text += &format!(" {letter:>width$}");
    }
    text + "\n"
}

/// The same in ASCII, without the last move.
pub(super) fn marked(board: &Board, mark: impl Fn(Square) -> Option<String>) -> String {
    drawing(board, &Symbols::ASCII, None, mark)
}

/// The lines of a [`drawing`] with these marks.
pub(super) fn lines(board: &Board, marks: &Marks, symbols: &Symbols) -> Vec<String> {
    let mark = |square| {
        let found = match board.at(square) {
            Content::Stone(color) if marks.winning.contains(square) => {
                Some(symbols.winning[color.index()])
            }
            Content::Empty if marks.offered.contains(square) => Some(symbols.offered),
            Content::Empty if marks.forbidden.contains(square) => Some(symbols.forbidden),
            _ => None,
        };
        found.map(String::from)
    };
    let text = drawing(board, symbols, marks.last, mark);
    text.lines().map(str::to_string).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::{parse_square, play_moves};

    #[test]
    fn everything_can_be_told_apart() {
        let mut board = Board::new(7, 7).unwrap();
        play_moves(&mut board, "d4e4").unwrap();
        let square = |name: &str| parse_square(name, &board).unwrap();
        let marks = Marks {
            last: Some(square("e4")),
            winning: SquareSet::EMPTY,
            forbidden: [square("a1")].into_iter().collect(),
            offered: [square("g7")].into_iter().collect(),
        };
        let drawn = [
            " 7 . . . . . . ?",
            " 6 . . . . . . .",
            " 5 . . . . . . .",
            " 4 . . . X(O). .",
            " 3 . . . . . . .",
            " 2 . . . . . . .",
            " 1 ! . . . . . .",
            "   a b c d e f g",
        ];
        assert_eq!(lines(&board, &marks, &Symbols::ASCII), drawn);
        let marks = Marks {
            last: Some(square("g1")),
            winning: [square("d4")].into_iter().collect(),
            ..Marks::default()
        };
        let said = lines(&board, &marks, &Symbols::UNICODE);
        assert_eq!(said[3], " 4 · · · ◆ ○ · ·");
        assert_eq!(said[6], " 1 · · · · · ·(·)");
    }

    #[test]
    fn large_boards_have_stars() {
        let stars = |width, height| {
            let board = Board::new(width, height).unwrap();
            let drawn = lines(&board, &Marks::default(), &Symbols::ASCII);
            drawn.concat().matches('+').count()
        };
        assert_eq!([stars(15, 15), stars(19, 19), stars(9, 9)], [5, 5, 1]);
        assert_eq!([stars(20, 20), stars(15, 20), stars(5, 5)], [0, 0, 1]);
    }
}
