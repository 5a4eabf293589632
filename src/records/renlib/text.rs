//! The texts of a library as bytes.

use encoding_rs::Encoding;

use crate::records::scan::{many_lines, one_line};

/// Between the first line of a comment and the others.
const MORE_LINES: u8 = 8;

/// A comment: the first line and the others.
pub(super) struct Comment {
    pub first: String,
    pub others: String,
}

/// The letters of a comment in the old form.
pub(super) fn old_letters(bytes: &[u8]) -> String {
    let letter = |byte: &u8| match byte & 0x7f {
        b'}' => 'å',
        b'{' => 'ä',
        b'|' => 'ö',
        b']' => 'Å',
        b'[' => 'Ä',
        b'\\' => 'Ö',
        other => char::from(other),
    };
    bytes.iter().map(letter).collect()
}

/// The letters of a text in this encoding.
pub(super) fn letters(bytes: &[u8], encoding: &'static Encoding) -> String {
    encoding.decode_without_bom_handling(bytes).0.into_owned()
}

impl Comment {
    /// Splits the text of a file.
    pub fn split(text: &str) -> Comment {
        let (first, others) = text
            .split_once(char::from(MORE_LINES))
            .unwrap_or((text, ""));
        Comment {
            first: one_line(first),
            others: many_lines(others),
        }
    }

    /// The text for a file, in UTF-8.
    pub fn joined(&self) -> Vec<u8> {
        let mut text = one_line(&self.first).into_bytes();
        if !self.others.is_empty() {
            text.push(MORE_LINES);
            text.extend(many_lines(&self.others).replace('\n', "\r\n").bytes());
        }
        text
    }
}

/// A text with the zeros that end it.
pub(super) fn ended(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.push(0);
    if bytes.len() % 2 == 1 {
        bytes.push(0);
    }
    bytes
}
