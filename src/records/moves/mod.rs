//! Moves as people write them down and paste them.
//!
//! * Squares by name: `h8i9j10`, `h8 i9`, `h8-i9`, `1. h8 2. i9`, `(H8)(I9)`, with or
//!   without numbers and in wide letters. Row 1 is at the bottom; the columns have an
//!   `i` unless the options say otherwise. `--` or `pass` is a pass.
//! * Pairs of letters as in SGF: `hhig`, `hh ig`, column and row, `aa` at the top left.
//! * Pairs of numbers: `8,8 9,7`, column and row from the top left, from 0 if a 0 is
//!   among them, else from 1. With three numbers on every line the third is the time
//!   in ms.
//!
//! Black and White play in turn, unless their names stand before the squares: `B h8 W
//! i9`. After `Black: h8 h9 White: i9 i10` and in `h8 h9 / i9 i10` they are positions,
//! not moves. `black to move` says who is next.
//!
//! If a square would be taken twice and every line is sound by itself, each line is a
//! game.

mod form;
mod token;

use std::time::Duration;

use super::options::ReadOptions;
use super::scan::{ParseError, quoted};
use super::tree::{Action, GameTree, NodeId};
use crate::board::Board;
use crate::board::notation::{NotationError, parse_square};
use crate::types::{Color, Square};
use form::Form;
use token::{Kind, Token, plain, tokens};

/// Reads a text, and says what was guessed.
pub fn read(text: &str, options: &ReadOptions) -> Result<(Vec<GameTree>, Vec<String>), ParseError> {
    let text = plain(text);
    let all = tokens(&text).collect::<Vec<_>>();
    if let (true, Some(place)) = (all.is_empty(), text.find(|c: char| !c.is_whitespace())) {
        let what = format!("{} is not a move", quoted(text.trim()));
        return Err(ParseError::at(&text, place, what));
    }
    let (form, notices) = Form::of(&all, &text);
    let whole = Reader::new(&text, options, form)?.read(&all);
    let error = match whole {
        Ok(tree) => return Ok((vec![tree], notices)),
        Err(error) => error,
    };
    let mut games = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let end = at + line.len();
        let first = all.partition_point(|token| token.place < at);
        let next = all.partition_point(|token| token.place < end);
        at = end;
        if first == next {
            continue;
        }
        match Reader::new(&text, options, form)?.read(&all[first..next]) {
            Ok(tree) => games.push(tree),
            Err(_) => return Err(error),
        }
    }
    match games.len() {
        0 | 1 => Err(error),
        _ => Ok((games, notices)),
    }
}

/// A stone or a pass.
struct Entry {
    /// The colour whose name stands before it.
    color: Option<Color>,
    square: Option<Square>,
    time: Duration,
}

struct Reader<'a> {
    text: &'a str,
    form: Form,
    is_without_i: bool,
    /// With all stones so far, of whatever colour.
    board: Board,
    entries: Vec<Entry>,
    /// The colour that was named last.
    color: Option<Color>,
    /// Stones of one colour stand together: they are a position.
    is_position: bool,
    to_move: Option<Color>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, options: &ReadOptions, form: Form) -> Result<Reader<'a>, ParseError> {
        let (width, height) = options.size_or_usual();
        let board = Board::new(width, height);
        Ok(Reader {
            text,
            form,
            is_without_i: options.is_without_i,
            board: board.map_err(|error| ParseError::at(text, 0, error))?,
            entries: Vec::new(),
            color: None,
            is_position: false,
            to_move: None,
        })
    }

    fn read(mut self, tokens: &[Token]) -> Result<GameTree, ParseError> {
        match self.form {
            Form::Names => self.read_names(tokens)?,
            Form::Letters => self.read_letters(tokens)?,
            Form::Numbers(origin, has_times) => self.read_numbers(tokens, origin, has_times)?,
        }
        let mut tree = GameTree::new(self.board.width(), self.board.height());
        let made = match self.is_position {
            true => self.position(&mut tree),
            false => self.moves(&mut tree),
        };
        made.map_err(|error| self.error(0, error))?;
        Ok(tree)
    }

    fn read_names(&mut self, tokens: &[Token]) -> Result<(), ParseError> {
        let mut rest = tokens;
        while let Some((token, after)) = rest.split_first() {
            rest = after;
            if let Some((color, after)) = to_move(token, after) {
                self.to_move = Some(color);
                rest = after;
                continue;
            }
            match token.kind {
                Kind::Square => {
                    let square = self.named(token)?;
                    self.put(token, Some(square), 0)?;
                }
                Kind::Pass => self.put(token, None, 0)?,
                // Of a move, or of a move of each side.
                Kind::Number if self.is_number(token) => (),
                Kind::Slash if !self.is_position => {
                    for entry in &mut self.entries {
                        entry.color = Some(Color::Black);
                    }
                    self.color = Some(Color::White);
                    self.is_position = true;
                }
                _ => match token.color() {
                    Some(color) if !rest.is_empty() => self.color = Some(color),
                    _ => return Err(self.no_move(token)),
                },
            }
        }
        Ok(())
    }

    fn is_number(&self, token: &Token) -> bool {
        let number = token.text.parse::<usize>();
        number.is_ok_and(|number| (1..=self.entries.len() + 1).contains(&number))
    }

    fn read_letters(&mut self, tokens: &[Token]) -> Result<(), ParseError> {
        for token in tokens {
            if token.kind == Kind::Pass {
                self.put(token, None, 0)?;
                continue;
            }
            for at in (0..token.text.len()).step_by(2) {
                let pair = Token {
                    kind: Kind::Letters,
                    text: token.text.get(at..at + 2).unwrap_or(""),
                    place: token.place + at,
                };
                let [x, y] = pair.text.as_bytes() else {
                    return Err(self.no_move(token));
                };
                let side = |letter: u8| i32::from(letter) - i32::from(b'a');
                let square = self.board.square(side(*x), side(*y));
                let square = square.ok_or_else(|| self.outside(&pair))?;
                self.put(&pair, Some(square), 0)?;
            }
        }
        Ok(())
    }

    fn read_numbers(
        &mut self,
        tokens: &[Token],
        origin: i64,
        has_times: bool,
    ) -> Result<(), ParseError> {
        let size = if has_times { 3 } else { 2 };
        for group in tokens.chunks(size) {
            let first = &group[0];
            let number = |token: &Token| token.text.parse::<i64>().ok();
            let numbers: Option<Vec<i64>> = group.iter().map(number).collect();
            let (x, y, time) = match numbers.as_deref() {
                Some(&[x, y]) => (x, y, 0),
                Some(&[x, y, time]) => (x, y, time),
                _ => return Err(self.no_move(first)),
            };
            let side = |number: i64| i32::try_from(number - origin).unwrap_or(-1);
            let square = self.board.square(side(x), side(y));
            let square = square.ok_or_else(|| self.outside(first))?;
            self.put(first, Some(square), time)?;
        }
        Ok(())
    }

    /// The square of a name like `h8`.
    fn named(&self, token: &Token) -> Result<Square, ParseError> {
        let letter = token.text.chars().next().unwrap_or(' ');
        let mut name = token.text.to_string();
        if self.is_without_i && letter >= 'i' {
            if letter == 'i' {
                let what = format!("there is no column i in {}", quoted(token.text));
                return Err(self.error(token.place, what));
            }
            let before = char::from_u32(letter as u32 - 1).unwrap_or(letter);
            name = format!("{before}{}", &token.text[letter.len_utf8()..]);
        }
        let square = parse_square(&name, &self.board);
        square.map_err(|error| {
            let error = match error {
                // With the letters of the text.
                NotationError::NoSquare { .. } if self.is_without_i => {
                    format!("invalid square {} without a column i", quoted(token.text))
                }
                error => error.to_string(),
            };
            self.error(token.place, error)
        })
    }

    fn put(&mut self, token: &Token, square: Option<Square>, time: i64) -> Result<(), ParseError> {
        if let Some(square) = square {
            if !self.board.is_empty(square) {
                let error = NotationError::Occupied(token.text.to_string());
                return Err(self.error(token.place, error));
            }
            self.board.place(square);
        }
        let last = self.entries.last();
        self.is_position |=
            self.color.is_some() && last.is_some_and(|last| last.color == self.color);
        self.entries.push(Entry {
            color: self.color,
            square,
            time: Duration::from_millis(time.max(0).unsigned_abs()),
        });
        Ok(())
    }

    fn moves(&self, tree: &mut GameTree) -> Result<(), super::tree::TooManyNodes> {
        let (mut node, mut side) = (NodeId::ROOT, Color::Black);
        for entry in &self.entries {
            let color = entry.color.unwrap_or(side);
            let action = match entry.square {
                Some(square) => Action::Move(color, square),
                None => Action::Pass(color),
            };
            node = tree.add(node, action)?;
            tree.set_time(node, entry.time);
            side = !color;
        }
        if self.to_move.is_some_and(|color| color != side) {
            tree.add(node, Action::Pass(side))?;
        }
        Ok(())
    }

    fn position(&self, tree: &mut GameTree) -> Result<(), super::tree::TooManyNodes> {
        let set_up = &mut tree.notes_mut(NodeId::ROOT).set_up;
        for entry in &self.entries {
            if let Some(square) = entry.square {
                let color = entry.color.unwrap_or(Color::Black);
                set_up.stones[color.index()].push(square);
            }
        }
        set_up.to_move = self.to_move;
        Ok(())
    }

    fn no_move(&self, token: &Token) -> ParseError {
        self.error(token.place, format!("{} is not a move", quoted(token.text)))
    }

    fn outside(&self, token: &Token) -> ParseError {
        let (width, height) = (self.board.width(), self.board.height());
        let end = self.text[token.place..].find(char::is_whitespace);
        let shown = &self.text[token.place..][..end.unwrap_or(self.text.len() - token.place)];
        let what = format!("{} is not on a {width}x{height} board", quoted(shown));
        self.error(token.place, what)
    }

    fn error(&self, place: usize, what: impl ToString) -> ParseError {
        ParseError::at(self.text, place, what)
    }
}

/// The colour of `black to move` or `to move black`, and what follows.
fn to_move<'a, 't>(token: &Token, after: &'t [Token<'a>]) -> Option<(Color, &'t [Token<'a>])> {
    let is_verb = |token: &Token| matches!(token.text, "move" | "play");
    match (token.text, after) {
        ("to", [verb, color, rest @ ..]) if is_verb(verb) => Some((color.color()?, rest)),
        (_, [to, verb, rest @ ..]) if to.text == "to" && is_verb(verb) => {
            Some((token.color()?, rest))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests;
