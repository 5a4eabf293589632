//! Notation: squares as `h8` (column letter, with i, and row number from the bottom),
//! sequences of moves (`h8i9 pass h10`), and diagrams.

use std::fmt::Write as _;

use super::{BadSize, Board, Content};
use crate::types::{Color, MAX_SIDE, MIN_SIDE, Square};

/// Text that is not a square, a move or a diagram.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    /// Not a letter with a number, or not on this board.
    #[error("invalid square '{name}' (columns a to {last}, rows 1 to {height})", last = last_column(*width))]
    NoSquare {
        /// The text.
        name: String,
        /// The board's columns.
        width: usize,
        /// The board's rows.
        height: usize,
    },
    /// Two stones on one square.
    #[error("'{0}' is occupied already")]
    Occupied(String),
    /// A character that has no meaning in a diagram.
    #[error("row {row}, square {column}: '{found}' is not expected in a diagram (use X, O and .)")]
    NoContent {
        /// The character.
        found: char,
        /// Counted from 1 at the top.
        row: usize,
        /// Counted from 1 at the left.
        column: usize,
    },
    /// A wrong number beside a row.
    #[error(
        "row {row} of the diagram has the number {found}, but it is number {wanted} from the bottom"
    )]
    RowNumber {
        /// Counted from 1 at the top.
        row: usize,
        /// The number beside it.
        found: String,
        /// What it should be.
        wanted: usize,
    },
    /// Letters below or above the columns, but not as many as columns.
    #[error("the diagram has letters for {found} columns, but its rows have {wanted} squares")]
    Letters {
        /// The number of letters.
        found: usize,
        /// The rows' length.
        wanted: usize,
    },
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

fn last_column(width: usize) -> char {
    (b'a' + width.saturating_sub(1) as u8) as char
}

/// The name of a square on a board with `height` rows, as `h8`.
pub fn square_name(square: Square, height: usize) -> String {
    let letter = (b'a' + square.x() as u8) as char;
    format!("{letter}{}", height - square.y())
}

/// Reads a name like `h8`, upper or lower case.
pub fn parse_square(name: &str, board: &Board) -> Result<Square, NotationError> {
    let bad = || NotationError::NoSquare {
        name: name.to_string(),
        width: board.width(),
        height: board.height(),
    };
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

/// The words for a pass, in any case.
const PASSES: [&str; 2] = ["--", "pass"];

/// Reads a move: a square like `h8`, or a pass (`--` or `pass`).
pub fn parse_move(name: &str, board: &Board) -> Result<Option<Square>, NotationError> {
    match PASSES.iter().any(|pass| pass.eq_ignore_ascii_case(name)) {
        true => Ok(None),
        false => parse_square(name, board).map(Some),
    }
}

/// Splits the next move, valid or not, off a text like `h8i9,h10 pass`: its
/// name and the rest. `None` at the end of the text. Blanks, commas and
/// semicolons may stand between moves.
pub fn split_move(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start_matches(separator);
    let first = text.chars().next()?.len_utf8();
    let begins_with = |pass: &&str| {
        let head = text.get(..pass.len());
        head.is_some_and(|head| head.eq_ignore_ascii_case(pass))
    };
    let length = match PASSES.iter().find(|&pass| begins_with(pass)) {
        Some(pass) => pass.len(),
        None => first + text[first..].bytes().take_while(u8::is_ascii_digit).count(),
    };
    Some(text.split_at(length))
}

/// Plays the moves of a text like `h8i9 pass h10` onto the board, Black and
/// White in turn.
pub fn play_moves(board: &mut Board, text: &str) -> Result<(), NotationError> {
    let mut rest = text;
    while let Some((name, after)) = split_move(rest) {
        match parse_move(name, board)? {
            None => board.pass(),
            Some(square) if board.is_empty(square) => board.place(square),
            Some(_) => return Err(NotationError::Occupied(name.to_string())),
        }
        rest = after;
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

/// Whether a text looks like a diagram rather than a list of moves.
pub fn is_diagram(text: &str) -> bool {
    text.trim().contains('\n') || text.contains('/')
}

/// Reads a diagram: one row per line (or separated by `/`), the top row first; `X` or
/// `x` is Black, `O` or `o` White, `.`, `_`, `+` or `-` empty, `#` a blocked square.
/// Blanks and blank lines are skipped. A row may have its number, counted from the
/// bottom, before and after it, and the columns' letters may stand above and below.
/// Every other character is passed to `mark` with its square, which returns whether it
/// is allowed on an empty one.
///
/// White is to move if there are more black stones than white ones.
pub fn parse_marked_diagram(
    text: &str,
    mut mark: impl FnMut(char, Square) -> bool,
) -> Result<Board, NotationError> {
    let rows = rows_of_diagram(text)?;
    let wanted = rows.first().map_or(0, Vec::len);
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
                _ => {
                    let (row, column) = (y + 1, x + 1);
                    return Err(NotationError::NoContent {
                        found: c,
                        row,
                        column,
                    });
                }
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

/// Places sets of stones on a board, alternating as long as possible. The side with fewer
/// stones is to move (Black if they are equal).
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

/// The rows of a diagram, of equal length, without labels.
fn rows_of_diagram(text: &str) -> Result<Vec<Vec<char>>, NotationError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (mut rows, mut numbers, mut letters) = (Vec::new(), Vec::new(), Vec::new());
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    // A line may begin or end with a `/`, but between two there is a row.
    let pieces = lines.flat_map(|line| line.trim().trim_matches('/').split('/'));
    for piece in pieces {
        let row = DiagramRow::read(piece);
        if let Some(count) = row.letters() {
            letters.push(count);
            continue;
        }
        let here = rows.len();
        numbers.extend(row.numbers.into_iter().map(|number| (here, number)));
        rows.push(row.squares);
    }
    let wanted = rows.first().map_or(0, Vec::len);
    if let Some(index) = rows.iter().position(|row| row.len() != wanted) {
        let (row, found) = (index + 1, rows[index].len());
        return Err(NotationError::Ragged { row, found, wanted });
    }
    if let Some(&found) = letters.iter().find(|&&count| count != wanted) {
        return Err(NotationError::Letters { found, wanted });
    }
    for (index, found) in numbers {
        let (row, wanted) = (index + 1, rows.len() - index);
        if found.parse() != Ok(wanted) {
            return Err(NotationError::RowNumber { row, found, wanted });
        }
    }
    Ok(rows)
}

/// A line of a diagram.
struct DiagramRow {
    /// All but blanks and the numbers at its ends.
    squares: Vec<char>,
    /// Those numbers.
    numbers: Vec<String>,
}

impl DiagramRow {
    fn read(line: &str) -> DiagramRow {
        let digit = |c: char| c.is_ascii_digit();
        let line = line.trim();
        let after = line.trim_start_matches(digit);
        let row = after.trim_end_matches(digit);
        let ends = [&line[..line.len() - after.len()], &after[row.len()..]];
        let number = |end: &&str| !end.is_empty();
        DiagramRow {
            squares: row.chars().filter(|c| !c.is_whitespace()).collect(),
            numbers: ends.into_iter().filter(number).map(String::from).collect(),
        }
    }

    /// How many letters a line of column letters has.
    fn letters(&self) -> Option<usize> {
        let wanted = ('a'..).zip(&self.squares);
        let is_line = self.squares.len() >= MIN_SIDE
            && self.numbers.is_empty()
            && wanted
                .clone()
                .all(|(letter, c)| c.to_ascii_lowercase() == letter);
        is_line.then_some(self.squares.len())
    }
}

/// Draws a board with coordinates; `mark` may name a character for a square.
pub fn diagram(board: &Board, mark: impl Fn(Square) -> Option<char>) -> String {
    marked_diagram(board, |square| mark(square).map(String::from))
}

/// As [`diagram`], with marks of any length: columns are as wide as the longest.
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
            let said = format!("invalid square '{bad}' (columns a to o, rows 1 to 15)");
            let error = parse_square(bad, &board).expect_err(bad);
            assert_eq!(error.to_string(), said);
        }
    }

    #[test]
    fn passes_are_words_too() {
        for (text, moves) in [
            ("pass h8", "--h8"),
            ("h8pass i9", "h8--i9"),
            ("PASS,Pass;p1", "----p1"),
            ("p1 pass p2", "p1--p2"),
            ("--h8", "--h8"),
        ] {
            let mut board = Board::new(22, 22).unwrap();
            play_moves(&mut board, text).unwrap();
            assert_eq!(moves_text(&board), moves, "{text}");
        }
        for bad in ["pas h8", "h8 passe", "p", "-h8", "é"] {
            let mut board = Board::new(15, 15).unwrap();
            assert!(play_moves(&mut board, bad).is_err(), "{bad}");
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
        for (text, error) in [
            (
                "...../..?../...../...../.....",
                "row 2, square 3: '?' is not expected in a diagram (use X, O and .)",
            ),
            (
                "...../.....//...../...../.....",
                "row 3 of the diagram has 0 squares, the first has 5",
            ),
            (
                ".....\n1 2 3 4 5\n.....\n.....\n.....\n.....",
                "row 2 of the diagram has 3 squares, the first has 5",
            ),
            (
                "6 .....\n5 .....\n4 .....\n3 .....\n2 .....",
                "row 1 of the diagram has the number 6, but it is number 5 from the bottom",
            ),
            (
                "5 .....\n4 ..... 4\n3 .....  2\n2 .....\n1 .....",
                "row 3 of the diagram has the number 2, but it is number 3 from the bottom",
            ),
            (
                ".....\n.....\n.....\n.....\n.....\na b c d e f",
                "the diagram has letters for 6 columns, but its rows have 5 squares",
            ),
        ] {
            assert_eq!(parse_diagram(text).unwrap_err().to_string(), error);
        }
        let good = "\u{feff}5 ..... 5\r\n4.....\r\n.....3\r\n\r\n...../.....\r\nA B C D E\r\n";
        assert_eq!(parse_diagram(good).unwrap(), Board::new(5, 5).unwrap());
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
