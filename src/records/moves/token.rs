//! The words of a list of moves.

use crate::types::Color;

/// What a word is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A letter and digits, as `h8`.
    Square,
    /// `--` or `pass`.
    Pass,
    /// Digits alone.
    Number,
    /// Letters alone.
    Letters,
    /// Between the stones of Black and those of White.
    Slash,
    /// Something else.
    Other,
}

/// A word and where it begins, in bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a> {
    pub kind: Kind,
    pub text: &'a str,
    pub place: usize,
}

const BLACK: [&str; 6] = ["b", "x", "black", "黑", "黒", "黑棋"];
const WHITE: [&str; 5] = ["w", "o", "white", "白", "白棋"];

impl Token<'_> {
    /// The colour that it names.
    pub fn color(&self) -> Option<Color> {
        if self.kind != Kind::Letters {
            return None;
        }
        let named = |names: &[&str]| names.contains(&self.text);
        match (named(&BLACK), named(&WHITE)) {
            (true, _) => Some(Color::Black),
            (_, true) => Some(Color::White),
            _ => None,
        }
    }
}

/// The text with plain letters in the place of wide ones, each for one character, so
/// that places stay the same.
pub(super) fn plain(text: &str) -> String {
    let plain = |c: char| match c {
        // The wide forms of ASCII stand in the same order.
        '\u{ff01}'..='\u{ff5e}' => char::from((c as u32 - 0xfee0) as u8),
        '–' | '—' | '−' | '‐' | '→' => '-',
        '、' | '。' => ',',
        '\u{200b}' | '\u{feff}' | '\u{3000}' | '\u{a0}' => ' ',
        other => other,
    };
    let lower = |c: char| c.to_ascii_lowercase();
    text.chars().map(plain).map(lower).collect()
}

/// What may stand between words.
fn is_separator(c: char) -> bool {
    c.is_whitespace() || ",;.:()[]{}<>-|'\"&=".contains(c)
}

/// The words of a text from [`plain`].
pub(super) fn tokens(text: &str) -> impl Iterator<Item = Token<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let rest = &text[at..];
            let c = rest.chars().next()?;
            if rest.starts_with("--") || !is_separator(c) {
                let (kind, length) = first(rest);
                let place = at;
                at += length;
                let text = &rest[..length];
                return Some(Token { kind, text, place });
            }
            at += c.len_utf8();
        }
    })
}

/// The kind and length of the word with which a text begins.
fn first(text: &str) -> (Kind, usize) {
    for pass in ["--", "pass"] {
        if text.starts_with(pass) {
            return (Kind::Pass, pass.len());
        }
    }
    let count =
        |text: &str, like: fn(char) -> bool| text.find(|c: char| !like(c)).unwrap_or(text.len());
    // Letters of other scripts are words of their own: `黑h8`.
    let letters = match text.starts_with(|c: char| c.is_ascii()) {
        true => count(text, |c| c.is_ascii_alphabetic()),
        false => count(text, |c| !c.is_ascii() && c.is_alphabetic()),
    };
    let digits = count(&text[letters..], |c| c.is_ascii_digit());
    match (letters, digits) {
        (0, 0) if text.starts_with('/') => (Kind::Slash, 1),
        (0, 0) => (Kind::Other, count(text, |c| !is_separator(c))),
        (0, _) => (Kind::Number, digits),
        (_, 0) => (Kind::Letters, letters),
        (1, _) => (Kind::Square, 1 + digits),
        _ if !text.is_char_boundary(1) => (Kind::Letters, letters),
        _ => (Kind::Other, letters + digits),
    }
}
