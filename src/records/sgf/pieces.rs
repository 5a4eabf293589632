//! Where the games of a file lie. They are found in its bytes, since each game may
//! have an encoding of its own, and letters of two bytes may hold what looks like a
//! bracket.

use std::borrow::Cow;

use encoding_rs::Encoding;

use super::syntax::{End, end_of_value};
use crate::records::encoding::letter_length;

/// Properties that stand in the first node of a game only. Within a game they show
/// that it was not closed, and that the next one begins.
const FIRST: [&[u8]; 5] = [b"FF", b"GM", b"SZ", b"CA", b"AP"];

/// The bytes of a file with games.
pub(super) struct Pieces<'a> {
    bytes: Cow<'a, [u8]>,
    /// From here on no value is closed: known once one was not.
    unclosed: usize,
    /// From here on no `]` is followed by what can follow a value.
    unfollowed: usize,
}

impl<'a> Pieces<'a> {
    pub fn new(bytes: Cow<'a, [u8]>) -> Pieces<'a> {
        Pieces {
            bytes,
            unclosed: usize::MAX,
            unfollowed: usize::MAX,
        }
    }

    /// The bytes from one place to another.
    pub fn part(&self, start: usize, end: usize) -> &[u8] {
        let end = end.min(self.bytes.len());
        self.bytes.get(start..end).unwrap_or_default()
    }

    /// The next `(` with a `;` behind it, from `at` on.
    pub fn start(&self, at: usize) -> Option<usize> {
        let rest = self.bytes.get(at..)?;
        let open = rest.iter().enumerate().filter(|(_, byte)| **byte == b'(');
        let mut open = open.map(|(index, _)| at + index);
        open.find(|&open| self.after_blanks(open + 1).first() == Some(&b';'))
    }

    /// The end of the game that begins at `start`; where it is not closed, that is
    /// the beginning of the next one, or of nothing.
    pub fn end(&mut self, start: usize, encoding: &'static Encoding) -> usize {
        let (mut at, mut depth) = (start, 0);
        while let Some(byte) = self.bytes.get(at) {
            match byte {
                b'(' if depth > 0 && self.begins_game(at) => return at,
                b'(' => depth += 1,
                b')' if depth == 1 => return at + 1,
                b')' => depth -= 1,
                b'[' => match self.value_end(at + 1, encoding) {
                    Some(end) => at = end,
                    None => return self.next_game(at),
                },
                _ => (),
            }
            at += 1;
        }
        at
    }

    /// The place of the `]` that closes the value that begins here.
    fn value_end(&mut self, start: usize, encoding: &'static Encoding) -> Option<usize> {
        if start >= self.unclosed {
            return None;
        }
        let letter = |bytes: &[u8]| letter_length(encoding, bytes);
        if start >= self.unfollowed {
            let close = self.bytes[start..].iter().position(|&byte| byte == b']');
            return close.map(|length| start + length);
        }
        match end_of_value(&self.bytes[start..], letter) {
            End::At(length) => Some(start + length),
            End::AtFirst(length) => {
                self.unfollowed = start;
                Some(start + length)
            }
            End::Never => {
                self.unclosed = start;
                None
            }
        }
    }

    /// Where a game begins after this place; the end of the file if none does.
    fn next_game(&self, at: usize) -> usize {
        let mut at = at;
        while let Some(start) = self.start(at + 1) {
            if self.begins_game(start) {
                return start;
            }
            at = start;
        }
        self.bytes.len()
    }

    /// Whether a game begins at this `(`, and not a variation.
    fn begins_game(&self, open: usize) -> bool {
        let Some((b';', node)) = self.after_blanks(open + 1).split_first() else {
            return false;
        };
        let first = node.trim_ascii_start();
        let name = |name: &&[u8]| first.strip_prefix(*name).map(<[u8]>::trim_ascii_start);
        let mut values = FIRST.iter().filter_map(name);
        values.any(|value| value.starts_with(b"["))
    }

    fn after_blanks(&self, at: usize) -> &[u8] {
        self.bytes.get(at..).unwrap_or_default().trim_ascii_start()
    }

    /// What `CA` says in the first node of the game that begins at `start`.
    pub fn charset(&self, start: usize) -> Option<&str> {
        let game = &self.bytes[start + 1..];
        let is_end = |three: &[u8]| matches!(three, [b'(', b';', _] | [b';', b'B' | b'W', b'[']);
        let end = game.windows(3).position(is_end);
        let node = &game[..end.unwrap_or(game.len())];
        let is_name = |three: &[u8]| {
            matches!(
                three,
                [b';' | b']' | b' ' | b'\t' | b'\r' | b'\n', b'C', b'A']
            )
        };
        let name = node.windows(3).position(is_name)?;
        let value = node[name + 3..].trim_ascii_start().strip_prefix(b"[")?;
        let length = value.iter().position(|&byte| byte == b']')?;
        std::str::from_utf8(&value[..length]).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{SHIFT_JIS, UTF_8};

    fn pieces<'a>(bytes: &'a [u8], encoding: &'static Encoding) -> Vec<&'a [u8]> {
        let mut pieces = Pieces::new(bytes.into());
        let (mut at, mut found) = (0, Vec::new());
        while let Some(start) = pieces.start(at) {
            at = pieces.end(start, encoding);
            found.push(&bytes[start..at]);
        }
        found
    }

    #[test]
    fn games_are_found_between_other_text() {
        let text = "a (b) (;B[aa](;W[(;]C[\\](])(;C[)]))\n( ;C[b])c(;)";
        let found = pieces(text.as_bytes(), UTF_8);
        let wanted = ["(;B[aa](;W[(;]C[\\](])(;C[)]))", "( ;C[b])", "(;)"];
        assert_eq!(found, wanted.map(str::as_bytes));
        let text = b"(;C[\x83\x5c])(;B[bb])";
        assert_eq!(pieces(text, SHIFT_JIS).len(), 2);
        assert_eq!(pieces(text, UTF_8).len(), 1);
    }

    #[test]
    fn a_game_that_is_not_closed_ends_at_the_next() {
        for (text, first) in [
            ("(;B[aa](;GM[4];B[bb])", "(;B[aa]"),
            (
                "(;B[aa](;W[aa];FF[4])(;\nFF [4];B[bb]))",
                "(;B[aa](;W[aa];FF[4])",
            ),
            (
                "(;C[a\\]b(;W[aa\\](;SZ[15];B[bb])",
                "(;C[a\\]b(;W[aa\\](;SZ[15];B[bb])",
            ),
            ("(;C[a b (;W (;SZ[15\\]", "(;C[a b (;W "),
        ] {
            let found = pieces(text.as_bytes(), UTF_8)[0];
            assert_eq!(std::str::from_utf8(found).unwrap(), first);
        }
    }

    /// Each would be looked for the end of its value up to the end of the file.
    #[test]
    fn many_games_that_are_not_closed_take_no_longer() {
        let text = "(;GM[4\\]".repeat(200_000);
        assert_eq!(pieces(text.as_bytes(), UTF_8).len(), 200_000);
        let text = "(;GM[4]".repeat(200_000);
        assert_eq!(pieces(text.as_bytes(), UTF_8).len(), 200_000);
        let text = format!("(;C{}", "[a]é".repeat(500_000));
        assert_eq!(pieces(text.as_bytes(), UTF_8).len(), 1);
        let text = "(".repeat(2_000_000);
        assert_eq!(pieces(text.as_bytes(), UTF_8).len(), 0);
    }

    #[test]
    fn the_encoding_stands_in_the_first_node() {
        for (text, charset) in [
            ("(;GM[4]CA[UTF-8];B[aa])", Some("UTF-8")),
            ("(;PB[a]\n CA [ Big5 ])", Some(" Big5 ")),
            ("(;GM[4];B[aa]CA[x])", None),
            ("(;GM[4](;CA[x]))", None),
            ("(;GM[4]XCA[x])", None),
        ] {
            assert_eq!(
                Pieces::new(text.as_bytes().into()).charset(0),
                charset,
                "{text}"
            );
        }
    }
}
