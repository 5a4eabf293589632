//! How the squares of a text are written.

use super::token::{Kind, Token};
use crate::types::MAX_SIDE;

/// How squares are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// `h8`.
    Names,
    /// `hh`.
    Letters,
    /// `8,8`. From this number on; `true`: with times.
    Numbers(i64, bool),
}

impl Form {
    /// The form of a text and its words, and what was guessed.
    pub fn of(tokens: &[Token], text: &str) -> (Form, Vec<String>) {
        let is = |kind: Kind| tokens.iter().any(|token| token.kind == kind);
        let is_side = |letter: char| ('a'..).take(MAX_SIDE).any(|side| side == letter);
        let is_pairs =
            |token: &Token| token.text.len().is_multiple_of(2) && token.text.chars().all(is_side);
        let letters = || tokens.iter().filter(|token| token.kind == Kind::Letters);
        if is(Kind::Square) || is(Kind::Other) {
            return (Form::Names, Vec::new());
        }
        if is(Kind::Letters) {
            let form = match letters().all(is_pairs) {
                true => Form::Letters,
                false => Form::Names,
            };
            return (form, Vec::new());
        }
        if !is(Kind::Number) {
            return (Form::Names, Vec::new());
        }
        let zero = |token: &Token| token.text.bytes().all(|digit| digit == b'0');
        let count = |line: &str| {
            let numbers = line.split(|c: char| !c.is_ascii_digit());
            numbers.filter(|number| !number.is_empty()).count()
        };
        let mut lines = text.lines().filter(|line| !line.trim().is_empty());
        let has_times = lines.all(|line| count(line) == 3);
        let timeless = |(index, _): &(usize, &Token)| !has_times || index % 3 < 2;
        let is_zero = |(_, token): (usize, &Token)| zero(token);
        let from_zero = tokens.iter().enumerate().filter(timeless).any(is_zero);
        let origin = if from_zero { 0 } else { 1 };
        let notice = format!("numbers are read as column and row from the top left, from {origin}");
        (Form::Numbers(origin, has_times), vec![notice])
    }
}
