//! Squares in values: two letters, and rectangles of squares.

use std::cell::Cell;

use super::syntax::Value;
use crate::records::scan::quoted;
use crate::types::{MAX_SIDE, Square};

/// Squares that rectangles may have in a game besides one for eight bytes: a whole
/// board a few times.
const MORE_SQUARES: usize = 16 * MAX_SIDE * MAX_SIDE;

/// Reads squares of a board.
pub(super) struct Points {
    pub width: usize,
    pub height: usize,
    /// How many squares rectangles may still have, so that a short text cannot fill
    /// the memory.
    left: usize,
    /// The largest column or row of squares beyond the board, counted from 0.
    beyond: Cell<Option<usize>>,
}

impl Points {
    /// For a game with so many bytes.
    pub fn new(width: usize, height: usize, bytes: usize) -> Points {
        Points {
            width,
            height,
            left: bytes / 8 + MORE_SQUARES,
            beyond: Cell::new(None),
        }
    }

    /// The largest column or row of squares that were beyond the board.
    pub fn beyond(&self) -> Option<usize> {
        self.beyond.get()
    }

    /// A square of two letters.
    pub fn square(&self, text: &str) -> Result<Square, String> {
        let number = |letter: u8| {
            let is_small = letter.is_ascii_lowercase();
            is_small.then(|| usize::from(letter - b'a'))
        };
        let numbers = match text.trim().as_bytes() {
            &[x, y] => number(x).zip(number(y)),
            _ => None,
        };
        let square = numbers.filter(|&(x, y)| x < self.width && y < self.height);
        if let (Some((x, y)), None) = (numbers, square) {
            self.beyond.set(self.beyond.get().max(Some(x.max(y))));
        }
        let square = square.map(|(x, y)| Square::from_index(y * MAX_SIDE + x));
        square.ok_or_else(|| {
            let (width, height) = (self.width, self.height);
            format!(
                "{} is not a square of a {width}x{height} board",
                quoted(text)
            )
        })
    }

    /// The square of a move; `None` is a pass: nothing, `pass` or, where that is no
    /// square, `tt`.
    pub fn square_of_move(&self, text: &str) -> Result<Option<Square>, String> {
        let text = text.trim();
        let is_old_pass = text == "tt" && self.width.max(self.height) <= 19;
        match text.is_empty() || is_old_pass || text.eq_ignore_ascii_case("pass") {
            true => Ok(None),
            false => self.square(text).map(Some),
        }
    }

    /// A square, or all squares of a rectangle as `aa:cc`.
    pub fn squares(&mut self, value: &Value, found: &mut Vec<Square>) -> Result<(), String> {
        let Some((first, last)) = value.text.split_once(':') else {
            found.push(self.square(&value.text)?);
            return Ok(());
        };
        let (first, last) = (self.square(first)?, self.square(last)?);
        let between = |one: usize, other: usize| one.min(other)..=one.max(other);
        let (rows, columns) = (between(first.y(), last.y()), between(first.x(), last.x()));
        let count = rows.clone().count() * columns.clone().count();
        self.left = self
            .left
            .checked_sub(count)
            .ok_or("the rectangles of this game have too many squares")?;
        let square = |y| {
            columns
                .clone()
                .map(move |x| Square::from_index(y * MAX_SIDE + x))
        };
        found.extend(rows.flat_map(square));
        Ok(())
    }
}

/// The two letters of a square.
pub(super) fn letters(square: Square) -> [char; 2] {
    [square.x(), square.y()].map(|number| char::from(b'a' + number as u8))
}
