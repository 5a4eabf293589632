//! What was played in a position: for each move the games, with their results.

use super::bytes::{Reader, Writer};
use super::key::Code;
use crate::game::GameResult;
use crate::types::Color;

/// A game that has passed through a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Passage {
    pub game: u32,
    pub result: Outcome,
}

/// The result of a game, as far as it is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(super) enum Outcome {
    #[default]
    Unknown,
    Black,
    Draw,
    White,
}

impl Outcome {
    const ALL: [Outcome; 4] = [
        Outcome::Unknown,
        Outcome::Black,
        Outcome::Draw,
        Outcome::White,
    ];

    pub fn of(result: Option<GameResult>) -> Outcome {
        match result {
            None => Outcome::Unknown,
            Some(GameResult::Draw) => Outcome::Draw,
            Some(GameResult::Win(Color::Black)) => Outcome::Black,
            Some(GameResult::Win(Color::White)) => Outcome::White,
        }
    }

    pub fn from_number(number: u64) -> Option<Outcome> {
        Outcome::ALL.get(usize::try_from(number).ok()?).copied()
    }

    pub fn result(self) -> Option<GameResult> {
        match self {
            Outcome::Unknown => None,
            Outcome::Black => Some(GameResult::Win(Color::Black)),
            Outcome::Draw => Some(GameResult::Draw),
            Outcome::White => Some(GameResult::Win(Color::White)),
        }
    }
}

/// How many games have ended how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// Black has won.
    pub black: usize,
    /// Draws.
    pub draws: usize,
    /// White has won.
    pub white: usize,
    /// Games whose result is not known.
    pub unknown: usize,
}

impl Results {
    /// All games.
    pub fn games(&self) -> usize {
        self.black + self.draws + self.white + self.unknown
    }

    /// The share of the points that a colour has got, of the games whose result is
    /// known; `None` if there are none.
    pub fn share(&self, color: Color) -> Option<f64> {
        let wins = [self.black, self.white][color.index()];
        let known = self.games() - self.unknown;
        let points = wins as f64 + self.draws as f64 / 2.0;
        (known > 0).then(|| points / known as f64)
    }

    pub(super) fn add(&mut self, outcome: Outcome) {
        *match outcome {
            Outcome::Unknown => &mut self.unknown,
            Outcome::Black => &mut self.black,
            Outcome::Draw => &mut self.draws,
            Outcome::White => &mut self.white,
        } += 1;
    }
}

/// The moves of a position that games or trees of variations have, in the order of
/// their codes. A move without games is from variations only.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Played(pub Vec<(Code, Vec<Passage>)>);

impl Played {
    pub fn decode(bytes: &[u8]) -> Option<Played> {
        let mut reader = Reader(bytes);
        let mut moves: Vec<(Code, Vec<Passage>)> = Vec::new();
        while !reader.is_empty() {
            let code = Code(reader.small()?);
            let count = reader.count()?;
            let mut passages = Vec::with_capacity(count);
            let mut game: u64 = 0;
            for _ in 0..count {
                let number = reader.number()?;
                game = game.checked_add(number >> 2)?;
                passages.push(Passage {
                    game: u32::try_from(game).ok()?,
                    result: Outcome::from_number(number & 3)?,
                });
            }
            moves.push((code, passages));
        }
        let rises = moves.is_sorted_by(|one, next| one.0 < next.0);
        rises.then_some(Played(moves))
    }

    pub fn encode(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        for (code, passages) in &self.0 {
            writer.number(code.0.into());
            writer.number(passages.len() as u64);
            let mut last = 0;
            for passage in passages {
                let step = u64::from(passage.game - last);
                writer.number(step << 2 | passage.result as u64);
                last = passage.game;
            }
        }
        writer.0
    }

    /// Adds a move, and a game that has played it unless it is there already.
    pub fn add(&mut self, code: Code, passage: Option<Passage>) {
        let passages = match self.0.binary_search_by_key(&code, |(code, _)| *code) {
            Ok(index) => &mut self.0[index].1,
            Err(index) => {
                self.0.insert(index, (code, Vec::new()));
                &mut self.0[index].1
            }
        };
        let Some(passage) = passage else {
            return;
        };
        // New games have the highest numbers.
        if passages.last().is_none_or(|last| last.game < passage.game) {
            return passages.push(passage);
        }
        if let Err(index) = passages.binary_search_by_key(&passage.game, |one| one.game) {
            passages.insert(index, passage);
        }
    }

    pub fn passages(&self) -> impl Iterator<Item = Passage> + '_ {
        self.0.iter().flat_map(|(_, passages)| passages).copied()
    }
}

/// The results of games.
pub(super) fn results(passages: impl IntoIterator<Item = Passage>) -> Results {
    let mut results = Results::default();
    for passage in passages {
        results.add(passage.result);
    }
    results
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn passage(game: u32, result: u8) -> Passage {
        Passage {
            game,
            result: Outcome::ALL[usize::from(result % 4)],
        }
    }

    proptest! {
        #[test]
        fn the_order_of_games_does_not_matter(
            mut adds in proptest::collection::vec((0u16..6, 0u32..40, 0u8..4, any::<bool>()), 0..60),
        ) {
            // A game has one result.
            adds.iter_mut().for_each(|(_, game, result, _)| *result = (*game % 4) as u8);
            let of = |adds: &[(u16, u32, u8, bool)]| {
                let mut played = Played::default();
                for &(code, game, result, is_game) in adds {
                    played.add(Code(code), is_game.then(|| passage(game, result)));
                }
                played
            };
            let played = of(&adds);
            prop_assert_eq!(Played::decode(&played.encode()), Some(played.clone()));
            adds.reverse();
            prop_assert_eq!(&of(&adds), &played);
            adds.extend(adds.clone());
            prop_assert_eq!(of(&adds), played);
        }

        #[test]
        fn no_bytes_are_too_bad(bytes: Vec<u8>) {
            let _ = Played::decode(&bytes);
        }
    }

    #[test]
    fn a_position_of_one_game_is_short() {
        let mut played = Played::default();
        played.add(Code(100), Some(passage(99_999, 1)));
        assert_eq!(played.encode().len(), 5);
    }

    #[test]
    fn shares_leave_out_unknown_results() {
        let results = results([0, 1, 1, 2, 3].map(|result| passage(7, result)));
        assert_eq!((results.games(), results.unknown), (5, 1));
        assert_eq!(results.share(Color::Black), Some(0.625));
        assert_eq!(results.share(Color::White), Some(0.375));
        assert_eq!(Results::default().share(Color::White), None);
    }
}
