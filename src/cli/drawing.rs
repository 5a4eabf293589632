//! The board as text, for all sub-commands.

use crate::board::{Board, Content};
use crate::rules;
use crate::types::{Color, Direction, Rule, Square, SquareSet};

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
            Content::Empty if is_star(board, square) => self.star,
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

/// Whether a square is marked on wooden boards: the centre and those on the
/// fourth lines, if the board is large and has a middle.
pub(super) fn is_star(board: &Board, square: Square) -> bool {
    let (width, height) = (board.width(), board.height());
    if width % 2 == 0 || height % 2 == 0 {
        return false;
    }
    let is_fourth = |at: usize, length: usize| length >= 13 && (at == 3 || at + 4 == length);
    square == board.center() || is_fourth(square.x(), width) && is_fourth(square.y(), height)
}

/// The stones of all lines by which the last move won.
pub(super) fn winning_stones(board: &Board, rule: Rule) -> SquareSet {
    let Some(&Some(last)) = board.moves().last() else {
        return SquareSet::EMPTY;
    };
    let row = |direction| row_through(board, last, direction);
    let rows = Direction::ALL.into_iter().map(row);
    let wins = |row: &Row| {
        // With nothing else on the board only this row can win.
        let mut alone = Board::new(board.width(), board.height()).expect("the size of a board");
        for &square in row.ends.iter().flatten() {
            if let Content::Stone(color) = board.at(square) {
                alone.place_as(color, square);
            }
        }
        let color = !board.side_to_move();
        row.stones
            .iter()
            .for_each(|&square| alone.place_as(color, square));
        rules::wins(&alone, rule, last, color)
    };
    rows.filter(wins).flat_map(|row| row.stones).collect()
}

/// Stones of one colour without a gap, and the squares at both ends.
struct Row {
    stones: Vec<Square>,
    ends: [Option<Square>; 2],
}

fn row_through(board: &Board, square: Square, direction: Direction) -> Row {
    let there = |steps: i32| {
        let found = square.step(direction, steps)?;
        board.square(found.x() as i32, found.y() as i32)
    };
    let color = board.at(square);
    let is_own = |found: &Square| board.at(*found) == color;
    let mut stones = vec![square];
    let ends = [-1, 1].map(|sign| {
        let steps = (1..).map(|steps| there(sign * steps));
        let mut steps = steps.skip_while(|found| {
            let own = found.filter(|found| is_own(found));
            stones.extend(own);
            own.is_some()
        });
        steps.next().flatten()
    });
    Row { stones, ends }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::{parse_square, play_moves, square_name};

    fn board(side: usize, moves: &str) -> Board {
        let mut board = Board::new(side, side).unwrap();
        play_moves(&mut board, moves).unwrap();
        board
    }

    fn winning(moves: &str, rule: Rule) -> Vec<String> {
        let board = board(15, moves);
        let squares = winning_stones(&board, rule).into_iter();
        let mut names: Vec<String> = squares.map(|square| square_name(square, 15)).collect();
        names.sort();
        names
    }

    #[test]
    fn everything_can_be_told_apart() {
        let board = board(7, "d4e4");
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
    fn only_rows_that_win_are_marked() {
        let five = "h8a1i8a3j8a5k8a7l8";
        assert_eq!(winning(five, Rule::Renju), ["h8", "i8", "j8", "k8", "l8"]);
        // Six, which wins where five or more do.
        let six = "g8a1h8a3i8a5k8a7l8a9j8";
        assert_eq!(winning(six, Rule::Freestyle).len(), 6);
        assert_eq!(winning(six, Rule::Standard).len(), 0);
        // Blocked at both ends, which is no win in caro.
        let blocked = "h8g8i8m8j8a5k8a7l8";
        assert_eq!(winning(blocked, Rule::Caro).len(), 0);
        assert_eq!(winning(blocked, Rule::Standard).len(), 5);
        // Five more in the column, in which the last move has no part.
        let two = "a1o1b1o3c1o5d1o7a2o9a3o11a4o13a5o15e1";
        assert_eq!(winning(two, Rule::Standard).len(), 5);
        assert_eq!(winning("", Rule::Freestyle).len(), 0);
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
