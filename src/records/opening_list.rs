//! Files of openings, one a line, in three forms that may be mixed:
//!
//! * offset: `8,-3, 6,-4, 5,-4`, columns to the right of the centre square and
//!   rows below it, as Gomocup's and Piskvork's `openings.txt` have it. The
//!   centre square is ([`Board::center`]) in column width / 2 and row height /
//!   2 from the top, both from 0;
//! * pos: `h8i9j10`, with row 1 at the bottom as everywhere in this project;
//! * `id; rule; size; moves`, as in [`lines`]; the size has to be the wanted
//!   one, and the name and the rule are not kept.
//!
//! The pos files of c-gomoku-cli and GomocupJudge have row 1 at the top. Read
//! here, their openings are mirrored top to bottom, which for an opening is
//! the same; but a program that should meet the very same squares needs the
//! offset form.
//!
//! Blank lines and lines that begin with `#` are skipped.

use super::game::play;
use super::lines;
use super::scan::{ParseError, Scanner};
use crate::board::Board;
use crate::types::Square;

/// The largest offset that is read as a number.
const FURTHEST: i64 = 999;

/// The first stones of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// In the order of play, Black's first, then in turn; no square twice.
    pub squares: Vec<Square>,
}

/// Reads a file for boards of this size. A size that is not supported is an
/// error at line 1, column 1.
pub fn read(text: &str, width: usize, height: usize) -> Result<Vec<Opening>, ParseError> {
    let empty = Board::new(width, height).map_err(|error| ParseError::at(text, 0, error))?;
    Scanner::lines_without_comments(text)
        .map(|line| read_line(line, &empty))
        .collect()
}

fn read_line(line: Scanner, empty: &Board) -> Result<Opening, ParseError> {
    let board = if line.rest().contains(';') {
        named(line, empty)?
    } else if line.peek().is_some_and(char::is_alphabetic) {
        pos(line, empty)?
    } else {
        offset(line, empty)?
    };
    let squares: Option<Vec<Square>> = board.moves().iter().copied().collect();
    let squares = squares.ok_or_else(|| {
        let rest = line.rest().to_ascii_lowercase();
        let pass = rest.rfind("--").or_else(|| rest.rfind("pass"));
        line.error_at(line.place() + pass.unwrap_or(0), "an opening has no passes")
    })?;
    Ok(Opening { squares })
}

fn named(mut line: Scanner, empty: &Board) -> Result<Board, ParseError> {
    let board = lines::read_line(line)?.board;
    let [found, wanted] = [&board, empty].map(|board| (board.width(), board.height()));
    if found == wanted {
        return Ok(board);
    }
    line.field()?;
    line.field()?;
    line.skip_blanks();
    let what = format!(
        "the size is {}x{}, not {}x{}",
        found.0, found.1, wanted.0, wanted.1
    );
    Err(line.error(what))
}

fn pos(mut line: Scanner, empty: &Board) -> Result<Board, ParseError> {
    let mut board = empty.clone();
    line.play_moves(&mut board)?;
    Ok(board)
}

fn offset(mut line: Scanner, empty: &Board) -> Result<Board, ParseError> {
    let mut board = empty.clone();
    let center = empty.center();
    loop {
        line.skip_blanks();
        let start = line.place();
        let dx = line.number(-FURTHEST..=FURTHEST)?;
        line.expect(",")?;
        let dy = line.number(-FURTHEST..=FURTHEST)?;
        let (x, y) = (center.x() as i64 + dx, center.y() as i64 + dy);
        let square = board.square(x as i32, y as i32).ok_or_else(|| {
            let (width, height) = (empty.width(), empty.height());
            let what = format!("'{dx},{dy}' is not on a {width}x{height} board");
            line.error_at(start, what)
        })?;
        let played = play(&mut board, Some(square));
        played.map_err(|error| line.error_at(start, error))?;
        line.skip_blanks();
        if line.rest().is_empty() {
            return Ok(board);
        }
        line.expect(",")?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::square_name;

    /// The openings of a file in the pos form.
    fn pos_of(text: &str, width: usize, height: usize) -> String {
        let name = |&square: &Square| square_name(square, height);
        let line = |opening: &Opening| opening.squares.iter().map(name).collect::<String>() + "\n";
        let openings = read(text, width, height).unwrap();
        openings.iter().map(line).collect()
    }

    #[test]
    fn every_form_is_read() {
        let text = "# offsets\r\n0,0, 1,-1,-2 , 3\r\n\r\nh8i9,f5\r\na; renju; 15; h8 i9 f5\r\n";
        assert_eq!(pos_of(text, 15, 15), "h8i9f5\n".repeat(3));
        assert_eq!(pos_of("8,-3, 6,-4, 5,-4", 20, 20), "s13q14p14\n");
        assert_eq!(pos_of("-3,-3, 3,2", 7, 6), "a6g1\n");
    }

    #[test]
    fn offsets_count_from_the_centre_square() {
        assert_eq!(pos_of("0,0, -7,-6, 7,6", 15, 13), "h7a13o1\n");
    }

    #[test]
    fn errors_have_their_places() {
        for (line, error) in [
            ("0,0, 1", "8: ',' is expected, not the end"),
            ("0,0, 1,", "9: the end is not a number"),
            ("0,0,x,1", "6: 'x' is not a number"),
            ("0,0 1,1", "6: ',' is expected, not '1'"),
            ("0,0, 8,0", "7: '8,0' is not on a 15x15 board"),
            ("0,0, 9999,0", "7: '9999' is not between -999 and 999"),
            ("0,0, 0,0", "7: move 2 is on h8, which is taken"),
            ("h8i9h8", "6: 'h8' is occupied already"),
            (
                "h8i9p1",
                "6: invalid square 'p1' (columns a to o, rows 1 to 15)",
            ),
            ("h8--i9", "4: an opening has no passes"),
            ("a; renju; 20; h8", "12: the size is 20x20, not 15x15"),
            ("a; go; 15; h8", "5: 'go' is not a rule"),
            ("?", "2: '?' is not a number"),
        ] {
            let found = read(&format!("h8\n {line}"), 15, 15).unwrap_err();
            assert_eq!(found.to_string(), format!("line 2, column {error}"));
        }
        let error = read("h8", 4, 15).unwrap_err();
        assert_eq!((error.line, error.column), (1, 1));
    }
}
