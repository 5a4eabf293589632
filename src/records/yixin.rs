//! The games of Yixin-Board.
//!
//! `.sav` is text: rows, columns and the number of moves on a line each, then a line
//! `row column` for each move, both from 0 at the top left.
//!
//! `.pos` has bytes, on 15x15 only: the number of moves, then for each its row from
//! the top times 15 plus its column, both from 0. RenLib writes such files too, and
//! this is its reading; Yixin-Board, which only reads them, shows them mirrored at the
//! diagonal.
//!
//! Neither has names, the rule, the result or passes.
//!
//! Source: `show_dialog_load` and `show_dialog_save` in Yixin-Board's `main.c`, `Pos`
//! of RenLib.

use super::scan::{ParseError, Scanner};
use super::tree::{Action, GameTree, NodeId};
use crate::board::Board;
use crate::board::notation::square_name;
use crate::types::Square;

/// The side of the board of a `.pos`.
const SIDE: usize = 15;

/// Whether bytes have the form of a `.pos`: as many squares as the first byte says,
/// none twice. Short texts can have it too.
pub fn is_pos(bytes: &[u8]) -> bool {
    let Some((&count, squares)) = bytes.split_first() else {
        return false;
    };
    let mut seen = [false; SIDE * SIDE];
    let mut is_new = |&square: &u8| match seen.get_mut(usize::from(square)) {
        Some(seen) => !std::mem::replace(seen, true),
        None => false,
    };
    count > 0 && usize::from(count) == squares.len() && squares.iter().all(&mut is_new)
}

/// Reads a `.pos`.
pub fn read_pos(bytes: &[u8]) -> Result<GameTree, ParseError> {
    let error = |byte: usize, what: &str| ParseError::at_byte(byte, what);
    let (&count, squares) = bytes
        .split_first()
        .ok_or_else(|| error(0, "the file is empty"))?;
    let squares = squares.get(..usize::from(count));
    let squares = squares.ok_or_else(|| error(bytes.len(), "moves are missing"))?;
    let board = Board::new(SIDE, SIDE).map_err(|wrong| ParseError::at_byte(0, wrong))?;
    let mut line = Line::new(board);
    for (index, &byte) in squares.iter().enumerate() {
        let (x, y) = (usize::from(byte) % SIDE, usize::from(byte) / SIDE);
        let square = line.board.square(x as i32, y as i32);
        let square = square.ok_or_else(|| error(index + 1, "this is not a square"))?;
        line.play(square)
            .map_err(|wrong| ParseError::at_byte(index + 1, wrong))?;
    }
    Ok(line.tree)
}

/// Whether a text has the form of a `.sav`: three lines with a number, then lines with
/// two.
pub fn is_sav(text: &str) -> bool {
    let is_number = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
    let counts = |line: &str| {
        let mut words = line.split_whitespace();
        words
            .all(is_number)
            .then(|| line.split_whitespace().count())
    };
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let head = lines.by_ref().take(3).map(counts);
    head.eq([Some(1); 3]) && lines.map(counts).all(|count| count == Some(2))
}

/// Reads a `.sav`.
pub fn read_sav(text: &str) -> Result<GameTree, ParseError> {
    const LARGEST: i64 = u32::MAX as i64;
    let mut scanner = Scanner::new(text);
    let height = scanner.number(0..=LARGEST)? as usize;
    let width = scanner.number(0..=LARGEST)? as usize;
    let board = Board::new(width, height).map_err(|wrong| scanner.error_at(0, wrong))?;
    let count = scanner.number(0..=LARGEST)?;
    let mut line = Line::new(board);
    for _ in 0..count {
        scanner.skip_blanks();
        let place = scanner.place();
        let y = scanner.number(0..=height as i64 - 1)?;
        let x = scanner.number(0..=width as i64 - 1)?;
        let square = line.board.square(x as i32, y as i32);
        let square = square.ok_or_else(|| scanner.error_at(place, "this is not a square"))?;
        line.play(square)
            .map_err(|wrong| scanner.error_at(place, wrong))?;
    }
    scanner.expect_end()?;
    Ok(line.tree)
}

/// A line of moves that is being read.
struct Line {
    board: Board,
    tree: GameTree,
    end: NodeId,
}

impl Line {
    fn new(board: Board) -> Line {
        Line {
            tree: GameTree::new(board.width(), board.height()),
            board,
            end: NodeId::ROOT,
        }
    }

    fn play(&mut self, square: Square) -> Result<(), String> {
        if !self.board.is_empty(square) {
            let name = square_name(square, self.board.height());
            return Err(format!("{name} is taken already"));
        }
        let color = self.board.side_to_move();
        self.board.place(square);
        let added = self.tree.add(self.end, Action::Move(color, square));
        self.end = added.map_err(|error| error.to_string())?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::moves_text;

    fn moves(tree: &GameTree) -> String {
        moves_text(&tree.main_line().unwrap().board().unwrap())
    }

    #[test]
    fn files_are_read() {
        let pos = [3, 112, 98, 14];
        assert!(is_pos(&pos));
        assert_eq!(moves(&read_pos(&pos).unwrap()), "h8i9o15");
        let sav = "15\n20\n2\n7 7\n0 19\n";
        assert!(is_sav(sav));
        let tree = read_sav(sav).unwrap();
        assert_eq!((tree.width, tree.height), (20, 15));
        assert_eq!(moves(&tree), "h8t15");
    }

    #[test]
    fn other_files_are_not_taken_for_these() {
        for bytes in [
            &b""[..],
            b"\x02\x01",
            b"\x02\x01\x01",
            b"\x01\xff",
            b"h8i9",
            b"\0",
        ] {
            assert!(!is_pos(bytes), "{bytes:?}");
        }
        for text in [
            "",
            "15\n15\n",
            "15 15\n2\n7 7\n",
            "15\n15\n1\n7,7\n",
            "15\n15\n1\n7 7 7\n",
        ] {
            assert!(!is_sav(text), "{text}");
        }
    }

    #[test]
    fn errors_have_their_places() {
        for (bytes, error) in [
            (&b""[..], "byte 1: the file is empty"),
            (b"\x02\x01", "byte 3: moves are missing"),
            (b"\x02\x01\x01", "byte 3: b15 is taken already"),
            (b"\x01\xff", "byte 2: this is not a square"),
        ] {
            assert_eq!(read_pos(bytes).unwrap_err().to_string(), error);
        }
        for (text, error) in [
            (
                "15\n99\n0",
                "line 1, column 1: board 99x15 is not supported (5 to 22 squares a side)",
            ),
            (
                "15\n15\n2\n7 7",
                "line 4, column 4: the end is not a number",
            ),
            (
                "15\n15\n1\n7 15",
                "line 4, column 3: '15' is not between 0 and 14",
            ),
            (
                "15\n15\n2\n7 7\n7 7",
                "line 5, column 1: h8 is taken already",
            ),
            (
                "15\n15\n1\n7 7\n7",
                "line 5, column 1: '7' is not expected here",
            ),
        ] {
            assert_eq!(read_sav(text).unwrap_err().to_string(), error);
        }
    }
}
