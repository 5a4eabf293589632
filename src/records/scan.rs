//! Reads a text piece by piece, with the place of every error.

use std::ops::RangeInclusive;

use crate::board::Board;
use crate::board::notation;

/// A text that does not follow its format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {what}", place(*line, *column))]
pub struct ParseError {
    /// The line, from 1; 0 in files that are not text.
    pub line: usize,
    /// The character in the line, from 1; in files that are not text the byte.
    pub column: usize,
    /// What is wrong there.
    pub what: String,
}

fn place(line: usize, column: usize) -> String {
    match line {
        0 => format!("byte {column}"),
        _ => format!("line {line}, column {column}"),
    }
}

impl ParseError {
    /// An error at a byte, from 0, of a file that is not text.
    pub(super) fn at_byte(byte: usize, what: impl ToString) -> ParseError {
        ParseError {
            line: 0,
            column: byte + 1,
            what: what.to_string(),
        }
    }

    /// An error at a byte of a text.
    pub(super) fn at(text: &str, byte: usize, what: impl ToString) -> ParseError {
        let inside = 0..=byte.min(text.len());
        let place = inside.rev().find(|&at| text.is_char_boundary(at));
        let before = &text[..place.unwrap_or(0)];
        let last_line = before.rsplit('\n').next().unwrap_or("");
        ParseError {
            line: before.matches('\n').count() + 1,
            column: last_line.chars().count() + 1,
            what: what.to_string(),
        }
    }
}

/// The text without the byte order mark that some editors put first.
pub(super) fn unmarked(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// A name or reason without line breaks and other control characters.
pub(super) fn one_line(text: &str) -> String {
    text.replace("\r\n", " ").replace(char::is_control, " ")
}

/// Words on any number of lines, each ended by LF, without other control characters.
pub(super) fn many_lines(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    text.replace(|c: char| c.is_control() && c != '\n', " ")
}

/// A piece of text in quotes for messages, shortened.
pub(super) fn quoted(text: &str) -> String {
    const LONGEST: usize = 20;
    let shown: String = text
        .chars()
        .take(LONGEST)
        .flat_map(char::escape_debug)
        .collect();
    let more = if text.chars().nth(LONGEST).is_some() {
        "…"
    } else {
        ""
    };
    format!("'{shown}{more}'")
}

/// The place up to which a part of a text is read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scanner<'a> {
    text: &'a str,
    at: usize,
    end: usize,
}

impl<'a> Scanner<'a> {
    /// At the beginning of the whole text.
    pub fn new(text: &'a str) -> Scanner<'a> {
        Scanner::part(unmarked(text), 0, unmarked(text).len())
    }

    /// For the bytes of `text` from `at` to before `end`.
    pub fn part(text: &'a str, at: usize, end: usize) -> Scanner<'a> {
        Scanner { text, at, end }
    }

    /// A scanner for each line that is not blank, without the blanks around it.
    pub fn lines(text: &'a str) -> impl Iterator<Item = Scanner<'a>> {
        let text = unmarked(text);
        let mut next = 0;
        let lines = text.split_inclusive('\n').map(move |line| {
            let start = next;
            next += line.len();
            let blanks = line.len() - line.trim_start().len();
            Scanner::part(text, start + blanks, start + line.trim_end().len())
        });
        lines.filter(|line| line.at < line.end)
    }

    /// As [`Scanner::lines`], without those that begin with `#`.
    pub fn lines_without_comments(text: &'a str) -> impl Iterator<Item = Scanner<'a>> {
        Scanner::lines(text).filter(|line| line.peek() != Some('#'))
    }

    /// What is still to be read.
    pub fn rest(&self) -> &'a str {
        self.text.get(self.at..self.end).unwrap_or("")
    }

    /// The place, in bytes from the beginning of the text.
    pub fn place(&self) -> usize {
        self.at
    }

    /// The next character, without reading it.
    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Skips all characters like these.
    pub fn skip(&mut self, like: impl FnMut(char) -> bool) {
        self.at += self.rest().len() - self.rest().trim_start_matches(like).len();
    }

    /// Skips blanks and line breaks.
    pub fn skip_blanks(&mut self) {
        self.skip(char::is_whitespace);
    }

    /// Skips `wanted` if it comes next.
    pub fn take(&mut self, wanted: &str) -> bool {
        let found = self.rest().starts_with(wanted);
        if found {
            self.at += wanted.len();
        }
        found
    }

    /// Skips `wanted`, which must come next, after any blanks.
    pub fn expect(&mut self, wanted: &str) -> Result<(), ParseError> {
        self.skip_blanks();
        if self.take(wanted) {
            return Ok(());
        }
        Err(self.error(format!("'{wanted}' is expected, not {}", self.found())))
    }

    /// Nothing but blanks may follow.
    pub fn expect_end(&mut self) -> Result<(), ParseError> {
        self.skip_blanks();
        match self.rest() {
            "" => Ok(()),
            _ => Err(self.error(format!("{} is not expected here", self.found()))),
        }
    }

    /// Reads a whole number, after any blanks.
    pub fn number(&mut self, range: RangeInclusive<i64>) -> Result<i64, ParseError> {
        self.skip_blanks();
        let (start, rest) = (self.at, self.rest());
        let sign = usize::from(rest.starts_with(['-', '+']));
        let digits = count_digits(&rest[sign..]);
        if digits == 0 {
            return Err(self.error(format!("{} is not a number", self.found())));
        }
        let digits = &rest[..sign + digits];
        self.at += digits.len();
        let number = digits.parse().ok();
        number.filter(|n| range.contains(n)).ok_or_else(|| {
            let (least, most) = range.into_inner();
            let what = format!("{} is not between {least} and {most}", quoted(digits));
            self.error_at(start, what)
        })
    }

    /// Reads up to the next `;` and returns a scanner of the text before it,
    /// without the blanks around it.
    pub fn field(&mut self) -> Result<Scanner<'a>, ParseError> {
        let end = self.at + self.rest().find(';').unwrap_or(self.rest().len());
        let mut field = Scanner::part(self.text, self.at, end);
        field.skip_blanks();
        field.end -= field.rest().len() - field.rest().trim_end().len();
        self.at = end;
        self.expect(";")?;
        Ok(field)
    }

    /// Reads the next move of a text like `h8i9,h10 pass`, with its place. The
    /// move may be wrong.
    pub fn next_move(&mut self) -> Option<(usize, &'a str)> {
        let rest = self.rest();
        let (name, after) = notation::split_move(rest)?;
        self.at += rest.len() - after.len();
        Some((self.at - name.len(), name))
    }

    /// Reads moves to the end and plays them.
    pub fn play_moves(&mut self, board: &mut Board) -> Result<(), ParseError> {
        while let Some((place, name)) = self.next_move() {
            notation::play_moves(board, name).map_err(|error| self.error_at(place, error))?;
        }
        Ok(())
    }

    /// An error here.
    pub fn error(&self, what: impl ToString) -> ParseError {
        self.error_at(self.at, what)
    }

    /// An error at a place of this text.
    pub fn error_at(&self, place: usize, what: impl ToString) -> ParseError {
        ParseError::at(self.text, place, what)
    }

    /// What comes next, in words.
    fn found(&self) -> String {
        let rest = self.rest();
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let stop = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | ']');
        let more = rest[first..].find(stop).unwrap_or(rest.len() - first);
        match first {
            0 => "the end".to_string(),
            _ => quoted(&rest[..first + more]),
        }
    }
}

fn count_digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_characters() {
        let text = "a\r\néé x\n";
        for (byte, line, column) in [(0, 1, 1), (3, 2, 1), (4, 2, 1), (7, 2, 3), (99, 3, 1)] {
            let error = ParseError::at(text, byte, "bad");
            assert_eq!((error.line, error.column), (line, column), "{byte}");
        }
        let error = ParseError::at(text, 8, "'x' is not a number");
        assert_eq!(error.to_string(), "line 2, column 4: 'x' is not a number");
    }

    #[test]
    fn lines_are_trimmed_and_keep_their_places() {
        let lines: Vec<Scanner> = Scanner::lines("\u{feff} a b \r\n\r\n\t\n  # c\nd").collect();
        let texts: Vec<&str> = lines.iter().map(Scanner::rest).collect();
        assert_eq!(texts, ["a b", "# c", "d"]);
        let places: Vec<(usize, usize)> = lines
            .iter()
            .map(|line| line.error(""))
            .map(|error| (error.line, error.column))
            .collect();
        assert_eq!(places, [(1, 2), (4, 3), (5, 1)]);
    }

    #[test]
    fn numbers_are_checked() {
        for (text, wanted) in [
            (" 12,", Ok(12)),
            ("-5", Ok(-5)),
            ("+7x", Ok(7)),
            ("x1 y", Err("'x1' is not a number")),
            ("-", Err("'-' is not a number")),
            ("", Err("the end is not a number")),
            ("51", Err("'51' is not between -50 and 50")),
            (
                "123456789012345678901234567890",
                Err("'12345678901234567890…' is not between -50 and 50"),
            ),
        ] {
            let found = Scanner::new(text).number(-50..=50);
            assert_eq!(found.map_err(|e| e.what), wanted.map_err(String::from));
        }
    }
}
