//! The syntax of SGF: trees of nodes of properties.

use std::borrow::Cow;

use crate::records::scan::{ParseError, quoted};

/// A value in brackets, without its escapes; line breaks are LF.
pub(super) struct Value<'t> {
    pub text: Cow<'t, str>,
    /// Where it begins, in bytes.
    pub place: usize,
}

/// A property with its values, at least one.
pub(super) struct Property<'t> {
    /// Its capital letters and digits; old files have small letters too.
    pub name: Cow<'t, str>,
    /// Where the name begins, in bytes.
    pub place: usize,
    pub values: Vec<Value<'t>>,
}

/// What comes next in a tree.
pub(super) enum Event {
    /// `(`.
    Open,
    /// `)`, but not the last one.
    Close,
    /// `;`, with its place; its properties follow.
    Node(usize),
}

/// Reads one tree, from its `(` to its `)`.
pub(super) struct Syntax<'t> {
    text: &'t str,
    at: usize,
    /// How many `(` are open.
    depth: usize,
}

impl<'t> Syntax<'t> {
    /// For a text that begins with `(`.
    pub fn new(text: &'t str) -> Syntax<'t> {
        Syntax {
            text,
            at: 1,
            depth: 1,
        }
    }

    /// What comes next; `None` after the last `)`.
    pub fn next(&mut self) -> Result<Option<Event>, ParseError> {
        if self.depth == 0 {
            return Ok(None);
        }
        self.skip_blanks();
        let (place, next) = (self.at, self.peek());
        self.at += next.map_or(0, char::len_utf8);
        match next {
            Some(';') => Ok(Some(Event::Node(place))),
            Some('(') => {
                self.depth += 1;
                Ok(Some(Event::Open))
            }
            Some(')') => {
                self.depth -= 1;
                Ok((self.depth > 0).then_some(Event::Close))
            }
            Some(c) => {
                let what = format!("{} is not expected here", quoted(&c.to_string()));
                Err(self.error_at(place, what))
            }
            None => Err(self.error_at(0, "this '(' is never closed")),
        }
    }

    /// Reads the properties of a node, whose `;` has just been read.
    pub fn properties(&mut self, found: &mut Vec<Property<'t>>) -> Result<(), ParseError> {
        loop {
            self.skip_blanks();
            let (place, rest) = (self.at, &self.text[self.at..]);
            let length = rest.bytes().take_while(is_of_name).count();
            if length == 0 {
                return Ok(());
            }
            let letters = &rest[..length];
            self.at += length;
            let mut values = Vec::new();
            self.skip_blanks();
            while self.peek() == Some('[') {
                self.at += 1;
                values.push(self.value()?);
                self.skip_blanks();
            }
            if values.is_empty() {
                let what = format!("the '[' of {} is expected", quoted(letters));
                return Err(self.error_at(self.at, what));
            }
            let name = capitals(letters);
            if !name.bytes().any(|byte| byte.is_ascii_uppercase()) {
                let what = format!(
                    "{} is not a property: it has no capital letter",
                    quoted(letters)
                );
                return Err(self.error_at(place, what));
            }
            found.push(Property {
                name,
                place,
                values,
            });
        }
    }

    /// Reads a value, whose `[` has just been read, and its `]`.
    fn value(&mut self) -> Result<Value<'t>, ParseError> {
        let place = self.at;
        let rest = &self.text.as_bytes()[place..];
        let length = match end_of_value(rest, |_| 1) {
            End::At(length) | End::AtFirst(length) => length,
            End::Never => return Err(self.error_at(place - 1, "this '[' is never closed")),
        };
        let raw = &self.text[place..place + length];
        self.at = place + length + 1;
        let text = match raw.contains(['\\', '\r']) {
            false => Cow::Borrowed(raw),
            true => Cow::Owned(unescaped(raw)),
        };
        Ok(Value { text, place })
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn skip_blanks(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    /// An error at a place of the text.
    pub fn error_at(&self, place: usize, what: impl ToString) -> ParseError {
        ParseError::at(self.text, place, what)
    }
}

/// Where a value ends.
pub(super) enum End {
    /// So many bytes come before its `]`.
    At(usize),
    /// The same, but up to the end of the text no `]` is followed by what can follow
    /// a value.
    AtFirst(usize),
    /// Nowhere.
    Never,
}

/// Finds the `]` that closes a value. `letter` says how many bytes the letter at the
/// beginning of some bytes has, if it is not ASCII.
///
/// Some programs write a `]` in a text as it is: one behind which a tree cannot go on
/// belongs to the text, if there is another.
pub(super) fn end_of_value(bytes: &[u8], letter: impl Fn(&[u8]) -> usize) -> End {
    let (mut at, mut first) = (0, None);
    loop {
        match bytes.get(at) {
            Some(b']') if goes_on(&bytes[at + 1..]) => return End::At(at),
            Some(b']') => {
                first = first.or(Some(at));
                at += 1;
            }
            Some(b'\\') => {
                let rest = bytes.get(at + 1..).unwrap_or_default();
                at += 1 + letter(rest);
            }
            Some(byte) if byte.is_ascii() => at += 1,
            Some(_) => at += letter(&bytes[at..]),
            None => return first.map_or(End::Never, End::AtFirst),
        }
    }
}

/// Whether a value can end before this: it is followed by the next value, property,
/// node or bracket, or by nothing.
fn goes_on(rest: &[u8]) -> bool {
    let rest = rest.trim_ascii_start();
    let name = rest.iter().take_while(|byte| is_of_name(byte)).count();
    let next = rest[name..].trim_ascii_start().first();
    match name {
        0 => next.is_none_or(|byte| b"[;()".contains(byte)),
        _ => next == Some(&b'['),
    }
}

/// Whether names of properties may have this letter.
fn is_of_name(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || *byte == b'_'
}

/// A name without its small letters.
fn capitals(letters: &str) -> Cow<'_, str> {
    let is_small = |c: char| c.is_ascii_lowercase();
    match letters.contains(is_small) {
        true => Cow::Owned(letters.replace(is_small, "")),
        false => Cow::Borrowed(letters),
    }
}

/// A value without its backslashes: a line break after one (one character or two)
/// disappears, other characters stay.
fn unescaped(raw: &str) -> String {
    let mut text = String::with_capacity(raw.len());
    let mut chars = raw.chars().peekable();
    while let Some(c) = chars.next() {
        let (c, is_escaped) = match c {
            '\\' => match chars.next() {
                Some(c) => (c, true),
                None => break,
            },
            c => (c, false),
        };
        match c {
            '\r' | '\n' => {
                let other = if c == '\r' { '\n' } else { '\r' };
                chars.next_if_eq(&other);
                if !is_escaped {
                    text.push('\n');
                }
            }
            c => text.push(c),
        }
    }
    text
}

/// A text as a value, without the brackets.
pub(super) fn escape(text: &str) -> Cow<'_, str> {
    match text.contains(['\\', ']']) {
        true => Cow::Owned(text.replace('\\', "\\\\").replace(']', "\\]")),
        false => Cow::Borrowed(text),
    }
}
