//! The syntax of SGF: trees of nodes of properties. Only the main line of a tree
//! is read.

use crate::records::scan::{ParseError, Scanner, quoted};

/// A value in brackets, without its escapes.
pub(super) struct Value {
    pub text: String,
    /// Where it begins, in bytes.
    pub place: usize,
}

/// A property with its values, at least one.
pub(super) struct Property {
    /// Its capital letters; old files have small ones too.
    pub name: String,
    /// Where the name begins, in bytes.
    pub place: usize,
    pub values: Vec<Value>,
}

/// The main line of a tree: its nodes, one after the other.
pub(super) struct MainLine<'s, 't> {
    scanner: &'s mut Scanner<'t>,
    /// How many trees are open.
    depth: usize,
    /// Where the outermost one begins.
    start: usize,
}

impl<'s, 't> MainLine<'s, 't> {
    /// Finds the next tree; skips everything before its `(;`. `None` if there is
    /// none.
    pub fn find(scanner: &'s mut Scanner<'t>) -> Option<MainLine<'s, 't>> {
        loop {
            scanner.skip(|c| c != '(');
            let start = scanner.place();
            scanner.next()?;
            scanner.skip_blanks();
            if scanner.peek() == Some(';') {
                return Some(MainLine {
                    scanner,
                    depth: 1,
                    start,
                });
            }
        }
    }

    /// Reads the next node. After the last one the rest of the tree is skipped.
    pub fn next_node(&mut self) -> Result<Option<Vec<Property>>, ParseError> {
        if self.depth == 0 {
            return Ok(None);
        }
        loop {
            self.scanner.skip_blanks();
            let place = self.scanner.place();
            match self.scanner.next() {
                Some(';') => return properties(self.scanner).map(Some),
                Some('(') => self.depth += 1,
                Some(')') => {
                    self.depth -= 1;
                    return self.skip_variations().map(|()| None);
                }
                Some(c) => {
                    let what = format!("{} is not expected here", quoted(&c.to_string()));
                    return Err(self.scanner.error_at(place, what));
                }
                None => return Err(self.unclosed()),
            }
        }
    }

    /// An error at the beginning of the tree.
    pub fn error(&self, what: impl ToString) -> ParseError {
        self.error_at(self.start, what)
    }

    /// An error at a place of the text.
    pub fn error_at(&self, place: usize, what: impl ToString) -> ParseError {
        self.scanner.error_at(place, what)
    }

    fn unclosed(&self) -> ParseError {
        self.error("this '(' is never closed")
    }

    /// The main line of a tree ends at the first `)`; all that follows until
    /// the tree is closed are variations.
    fn skip_variations(&mut self) -> Result<(), ParseError> {
        while self.depth > 0 {
            self.scanner.skip(|c| !matches!(c, '(' | ')' | '['));
            match self.scanner.next() {
                Some('(') => self.depth += 1,
                Some(')') => self.depth -= 1,
                Some(_) => drop(value(self.scanner)?),
                None => return Err(self.unclosed()),
            }
        }
        Ok(())
    }
}

/// Reads the properties of a node, whose `;` has just been read.
fn properties(scanner: &mut Scanner) -> Result<Vec<Property>, ParseError> {
    let mut found = Vec::new();
    loop {
        scanner.skip_blanks();
        let (place, rest) = (scanner.place(), scanner.rest());
        scanner.skip(|c| c.is_ascii_alphabetic());
        let letters = &rest[..rest.len() - scanner.rest().len()];
        if letters.is_empty() {
            return Ok(found);
        }
        let mut values = Vec::new();
        scanner.skip_blanks();
        while scanner.take("[") {
            values.push(value(scanner)?);
            scanner.skip_blanks();
        }
        if values.is_empty() {
            let what = format!("the '[' of {} is expected", quoted(letters));
            return Err(scanner.error(what));
        }
        let capital = |c: &char| c.is_ascii_uppercase();
        let name: String = letters.chars().filter(capital).collect();
        if name.is_empty() {
            let what = format!(
                "{} is not a property: it has no capital letter",
                quoted(letters)
            );
            return Err(scanner.error_at(place, what));
        }
        found.push(Property {
            name,
            place,
            values,
        });
    }
}

/// Reads a value, whose `[` has just been read, and its `]`.
fn value(scanner: &mut Scanner) -> Result<Value, ParseError> {
    let (place, open) = (scanner.place(), scanner.place().saturating_sub(1));
    let mut text = String::new();
    loop {
        match scanner.next() {
            Some(']') => return Ok(Value { text, place }),
            Some('\\') => text.extend(escaped(scanner)),
            Some(c) => text.push(c),
            None => return Err(scanner.error_at(open, "this '[' is never closed")),
        }
    }
}

/// The character after a backslash: a line break (one character or two)
/// disappears, others stay.
fn escaped(scanner: &mut Scanner) -> Option<char> {
    if scanner.take("\r\n") || scanner.take("\n") || scanner.take("\r") {
        return None;
    }
    scanner.next()
}

/// A text as a value, without the brackets.
pub(super) fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}
