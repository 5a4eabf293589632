//! The games of a library: who, where and when, how it ended, and the moves.
//!
//! A row is compact: names and dates are numbers of the table of names. Two records
//! are the same game if all of this is equal but the file that they come from, so that
//! a game that is in several files counts once.

use super::bytes::{Reader, Writer};
use super::played::Outcome;
use crate::board::Board;
use crate::types::{MAX_SIDE, Rule, Square};

/// The number of a name; 0 is the empty text.
pub(super) type Name = u32;

/// The texts of a game, in the order in which its row has them.
pub(super) const TEXTS: usize = 7;
/// The last of them, which is no part of what makes two games the same.
const SOURCE: usize = TEXTS - 1;

/// A game as its row has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GameRow<T> {
    pub width: usize,
    pub height: usize,
    pub rule: Rule,
    pub result: Outcome,
    /// Black, White, event, round, place, date, source.
    pub texts: [T; TEXTS],
    /// How many of the first moves were set up, not played.
    pub set_up: usize,
    /// All moves; `None` is a pass.
    pub moves: Vec<Option<Square>>,
}

impl<T> GameRow<T> {
    /// The same game with its texts in another form.
    pub fn with_texts<U>(self, texts: impl FnOnce([T; TEXTS]) -> [U; TEXTS]) -> GameRow<U> {
        GameRow {
            width: self.width,
            height: self.height,
            rule: self.rule,
            result: self.result,
            texts: texts(self.texts),
            set_up: self.set_up,
            moves: self.moves,
        }
    }

    /// The board before the first move that was played.
    pub fn first_board(&self) -> Option<Board> {
        let mut board = Board::new(self.width, self.height).ok()?;
        for &made in self.moves.get(..self.set_up)? {
            play(&mut board, made)?;
        }
        Some(board)
    }
}

/// Makes a move if it can be made.
pub(super) fn play(board: &mut Board, made: Option<Square>) -> Option<()> {
    match made {
        None => board.pass(),
        Some(square) if board.is_empty(square) => board.place(square),
        Some(_) => return None,
    }
    Some(())
}

impl GameRow<Name> {
    /// The row without the source, which comes last.
    pub fn identity(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        writer.number(self.width as u64);
        writer.number(self.height as u64);
        writer.number(self.rule as u64);
        writer.number(self.result as u64);
        for &name in &self.texts[..SOURCE] {
            writer.number(name.into());
        }
        writer.number(self.set_up as u64);
        writer.number(self.moves.len() as u64);
        for made in &self.moves {
            let index = |square: Square| square.y() * self.width + square.x();
            writer.number(made.map_or(0, |square| index(square) as u64 + 1));
        }
        writer.0
    }

    pub fn encode(&self) -> Vec<u8> {
        let mut writer = Writer(self.identity());
        writer.number(self.texts[SOURCE].into());
        writer.0
    }

    pub fn decode(bytes: &[u8]) -> Option<GameRow<Name>> {
        let mut reader = Reader(bytes);
        let side = |side: usize| (1..=MAX_SIDE).contains(&side).then_some(side);
        let (width, height) = (side(reader.small()?)?, side(reader.small()?)?);
        let rule = *Rule::ALL.get(reader.small::<usize>()?)?;
        let result = Outcome::from_number(reader.number()?)?;
        let mut texts = [0; TEXTS];
        for name in &mut texts[..SOURCE] {
            *name = reader.small()?;
        }
        let set_up = reader.small()?;
        let count = reader.count()?;
        let mut moves = Vec::with_capacity(count);
        for _ in 0..count {
            moves.push(match reader.small::<usize>()?.checked_sub(1) {
                None => None,
                Some(index) => Some(Square::new(
                    (index % width) as i32,
                    i32::try_from(index / width).ok()?,
                )?),
            });
        }
        texts[SOURCE] = reader.small()?;
        (reader.is_empty() && set_up <= moves.len()).then_some(GameRow {
            width,
            height,
            rule,
            result,
            texts,
            set_up,
            moves,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::play_moves;
    use proptest::prelude::*;

    #[test]
    fn a_row_is_read_as_written_and_short() {
        let mut board = Board::new(15, 15).unwrap();
        play_moves(&mut board, "h8h9 pass i9a1o15").unwrap();
        let row = GameRow {
            width: 15,
            height: 15,
            rule: Rule::Renju,
            result: Outcome::White,
            texts: [1, 2, 3, 0, 0, 200, 9],
            set_up: 2,
            moves: board.moves().to_vec(),
        };
        let bytes = row.encode();
        assert!(bytes.len() < 26, "{}", bytes.len());
        assert_eq!(GameRow::decode(&bytes), Some(row.clone()));
        assert_eq!(row.first_board().unwrap().stone_count(), 2);
        let mut other = row.clone();
        other.texts[SOURCE] = 10;
        assert_eq!(other.identity(), row.identity());
        other.texts[0] = 10;
        assert_ne!(other.identity(), row.identity());
        let twice = GameRow {
            moves: vec![row.moves[0]; 2],
            ..row
        };
        assert!(twice.first_board().is_none());
    }

    proptest! {
        #[test]
        fn no_bytes_are_too_bad(bytes: Vec<u8>) {
            let _ = GameRow::decode(&bytes);
        }
    }
}
