//! Squares and positions as people write them: `h8` (column letter with i, row
//! number from the bottom), moves in a row (`h8i9h10`) and diagrams.

use std::fmt::Write as _;

use super::{BadSize, Board, Content};
use crate::types::{Color, MAX_SIDE, Square};

/// Text that is no square or no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    /// Not a letter with a number, or not on this board.
    #[error("'{0}' is no square of this board")]
    NoSquare(String),
    /// Two stones on one square.
    #[error("'{0}' is occupied already")]
    Occupied(String),
    /// A character that a diagram has no use for.
    #[error("'{0}' is not expected in a diagram (use X, O and .)")]
    NoContent(char),
    /// Rows of different lengths.
    #[error("row {row} of the diagram has {found} squares, the first has {wanted}")]
    Ragged {
        /// Counted from 1 at the top.
        row: usize,
        /// Its length.
        found: usize,
        /// The first row's length.
        wanted: usize,
    },
    /// A diagram of an unsupported size.
    #[error(transparent)]
    Size(#[from] BadSize),
}

/// The name of a square on a board with `height` rows, as `h8`.
pub fn square_name(square: Square, height: usize) -> String {
    let letter = (b'a' + square.x() as u8) as char;
    format!("{letter}{}", height - square.y())
}

/// Reads a name like `h8`, upper or lower case.
pub fn parse_square(name: &str, board: &Board) -> Result<Square, NotationError> {
    let bad = || NotationError::NoSquare(name.to_string());
    let letter = name.chars().next().ok_or_else(bad)?.to_ascii_lowercase();
    if !letter.is_ascii_lowercase() {
        return Err(bad());
    }
    let digits = &name[1..];
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(bad());
    }
    let row: i32 = digits.parse().map_err(|_| bad())?;
    let x = i32::from(letter as u8 - b'a');
    let y = (board.height() as i32).saturating_sub(row);
    board.square(x, y).ok_or_else(bad)
}

/// Plays the moves of a text like `h8i9h10` onto the board, Black and White in
/// turn. Blanks, commas and `--` (a pass) may stand between the moves.
pub fn play_moves(board: &mut Board, text: &str) -> Result<(), NotationError> {
    let mut rest = text.trim_start_matches(separator);
    while let Some(first) = rest.chars().next() {
        if let Some(after) = rest.strip_prefix("--") {
            board.pass();
            rest = after.trim_start_matches(separator);
            continue;
        }
        let head = first.len_utf8();
        let digits = rest[head..].bytes().take_while(u8::is_ascii_digit).count();
        let (name, after) = rest.split_at(head + digits);
        let square = parse_square(name, board)?;
        if !board.is_empty(square) {
            return Err(NotationError::Occupied(name.to_string()));
        }
        board.place(square);
        rest = after.trim_start_matches(separator);
    }
    Ok(())
}

fn separator(c: char) -> bool {
    c.is_whitespace() || c == ',' || c == ';'
}

/// The moves of a game in the form that [`play_moves`] reads.
pub fn moves_text(board: &Board) -> String {
    let name = |&entry: &Option<Square>| match entry {
        Some(square) => square_name(square, board.height()),
        None => "--".to_string(),
    };
    board.moves().iter().map(name).collect()
}

/// Whether a text looks like a diagram, not like a list of moves.
pub fn is_diagram(text: &str) -> bool {
    text.trim().contains('\n') || text.contains('/')
}

/// Reads a diagram: one row a line (or separated by `/`), the top row first;
/// `X` or `x` is Black, `O` or `o` White, `.`, `_`, `+` or `-` empty, `#` a
/// blocked square, blanks are skipped, and so are row numbers before and
/// after a row and lines of column letters. Every other character is given to
/// `mark` with its square, which says whether it is welcome on an empty one.
///
/// White is to move if there are more black stones than white ones.
pub fn parse_marked_diagram(
    text: &str,
    mut mark: impl FnMut(char, Square) -> bool,
) -> Result<Board, NotationError> {
    let rows: Vec<Vec<char>> = text
        .split(['\n', '/'])
        .map(row_of_squares)
        .filter(|row| !row.is_empty())
        .collect();
    let wanted = rows.first().map_or(0, Vec::len);
    for (index, row) in rows.iter().enumerate() {
        if row.len() != wanted {
            return Err(NotationError::Ragged {
                row: index + 1,
                found: row.len(),
                wanted,
            });
        }
    }
    let mut board = Board::new(wanted, rows.len())?;
    let mut stones = [Vec::new(), Vec::new()];
    for (y, row) in rows.iter().enumerate() {
        for (x, &c) in row.iter().enumerate() {
            let square = Square::from_index(y * MAX_SIDE + x);
            match c {
                'X' | 'x' => stones[0].push(square),
                'O' | 'o' => stones[1].push(square),
                '.' | '_' | '+' | '-' => (),
                '#' => board.block(square),
                _ if mark(c, square) => (),
                _ => return Err(NotationError::NoContent(c)),
            }
        }
    }
    let [black, white] = stones;
    place_stones(&mut board, &black, &white);
    Ok(board)
}

/// [`parse_marked_diagram`] without any marks.
pub fn parse_diagram(text: &str) -> Result<Board, NotationError> {
    parse_marked_diagram(text, |_, _| false)
}

/// Puts sets of stones on a board, in turn as far as they go, so that the side
/// with fewer stones is to move (Black if they are equal).
pub fn place_stones(board: &mut Board, black: &[Square], white: &[Square]) {
    for turn in 0..black.len().max(white.len()) {
        if let Some(&square) = black.get(turn) {
            board.place_as(Color::Black, square);
        }
        if let Some(&square) = white.get(turn) {
            board.place_as(Color::White, square);
        }
    }
}

/// The squares of one line of a diagram; nothing for a line of letters.
fn row_of_squares(line: &str) -> Vec<char> {
    let line = line.trim();
    let line = line.trim_matches(|c: char| c.is_ascii_digit() || c.is_whitespace());
    let letters = "abcdefghijklmnopqrstuv";
    let joined: String = line.split_whitespace().collect();
    if joined.len() >= 5 && letters.starts_with(&joined.to_ascii_lowercase()) {
        return Vec::new();
    }
    joined.chars().collect()
}

/// Draws a board with coordinates; `mark` may name a character for a square.
pub fn diagram(board: &Board, mark: impl Fn(Square) -> Option<char>) -> String {
    marked_diagram(board, |square| mark(square).map(String::from))
}

/// As [`diagram`], with marks of any length: the longest one says how wide the
/// columns are.
pub fn marked_diagram(board: &Board, mark: impl Fn(Square) -> Option<String>) -> String {
    let cell = |(square, content): (Square, Content)| {
        mark(square).unwrap_or_else(|| {
            String::from(match content {
                Content::Empty => '.',
                Content::Stone(Color::Black) => 'X',
                Content::Stone(Color::White) => 'O',
                Content::Wall => '#',
            })
        })
    };
    let cells: Vec<String> = board.squares().map(cell).collect();
    let width = cells.iter().map(|cell| cell.chars().count()).max();
    let width = width.unwrap_or(1);
    let mut text = String::new();
    for (y, row) in cells.chunks(board.width()).enumerate() {
        let _ = write!(text, "{:>2}", board.height() - y);
        for cell in row {
            let _ = write!(text, " {cell:>width$}");
        }
        text.push('\n');
    }
    text.push_str("  ");
    for letter in ('a'..).take(board.width()) {
        let _ = write!(text, " {letter:>width$}");
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_count_rows_from_the_bottom() {
        let board = Board::new(15, 15).unwrap();
        assert_eq!(square_name(board.center(), 15), "h8");
        assert_eq!(parse_square("a15", &board), Ok(Square::from_index(0)));
        assert_eq!(parse_square("O1", &board).unwrap().x(), 14);
        for bad in ["", "8", "h", "h0", "h16", "p1", "ä8", "h8x", "h99999999999"] {
            assert_eq!(
                parse_square(bad, &board),
                Err(NotationError::NoSquare(bad.to_string()))
            );
        }
    }

    #[test]
    fn moves_are_read_and_written() {
        let mut board = Board::new(15, 15).unwrap();
        play_moves(&mut board, " h8 i9,h10--j11").unwrap();
        assert_eq!(moves_text(&board), "h8i9h10--j11");
        assert_eq!(board.side_to_move(), Color::White);
        let err = play_moves(&mut board, "g7h8").unwrap_err();
        assert_eq!(err, NotationError::Occupied("h8".into()));
        assert!(play_moves(&mut board, "h8é").is_err());
        assert!(play_moves(&mut board, "é9").is_err());
    }

    #[test]
    fn a_drawn_board_can_be_read_again() {
        let mut board = Board::new(9, 6).unwrap();
        play_moves(&mut board, "a1b2c3").unwrap();
        board.block(Square::new(8, 0).unwrap());
        let text = diagram(&board, |_| None);
        assert_eq!(parse_diagram(&text).unwrap(), board);
    }

    #[test]
    fn columns_are_as_wide_as_the_longest_mark() {
        let mut board = Board::new(5, 5).unwrap();
        play_moves(&mut board, "a5b5").unwrap();
        let mark = |square: Square| (square.index() == 2).then(|| "10".to_string());
        let text = marked_diagram(&board, mark);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], " 5  X  O 10  .  .");
        assert_eq!(lines[4], " 1  .  .  .  .  .");
        assert_eq!(lines[5], "    a  b  c  d  e");
    }

    #[test]
    fn bad_diagrams_say_what_is_wrong() {
        assert_eq!(
            parse_diagram("...../..../.....").unwrap_err(),
            NotationError::Ragged {
                row: 2,
                found: 4,
                wanted: 5
            }
        );
        assert_eq!(
            parse_diagram("...../..?../...../...../.....").unwrap_err(),
            NotationError::NoContent('?')
        );
        assert!(matches!(
            parse_diagram("").unwrap_err(),
            NotationError::Size(_)
        ));
    }

    #[test]
    fn the_side_with_fewer_stones_is_to_move() {
        let five = "...../...../..x../...../.....";
        assert_eq!(parse_diagram(five).unwrap().side_to_move(), Color::White);
        let five = "...../..o../..xo./...../.....";
        assert_eq!(parse_diagram(five).unwrap().side_to_move(), Color::Black);
        let five = "...../..o../..x../...../.....";
        assert_eq!(parse_diagram(five).unwrap().side_to_move(), Color::Black);
    }
}
