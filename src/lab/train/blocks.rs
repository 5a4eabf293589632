//! The games of a training: some are held back, the others are used in blocks, so that
//! only the positions of one block are in memory.

use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rayon::prelude::*;

use crate::eval::Evaluator;
use crate::lab::selfplay::{BadRecord, ScoredGame, ScoredPosition, StoredScore};
use crate::position::Position;
use crate::types::{Ruleset, Square};

/// One game in this many is held back for validation.
const HELD_BACK: u64 = 10;
/// Games per block: about half a million positions of two or three kilobytes each.
const BLOCK: usize = 20_000;

/// Makes the samples of a game.
pub type OfGame<'f, S> = &'f (dyn Fn(&ScoredGame) -> Result<Vec<S>, BadRecord> + Sync);

/// Move and score of the longest search of a position, and whether that was longer than
/// the game's.
pub type Label = (Option<Square>, StoredScore, bool);

/// The samples that `see` makes of a game's positions, or `only_relabelled` of those with longer
/// searches. It gets each position with an up-to-date evaluator, its record and its label.
pub fn samples_of<R: Ruleset, S>(
    game: &ScoredGame,
    only_relabelled: bool,
    mut see: impl FnMut(&Position<R>, &mut Evaluator, &ScoredPosition, Label) -> Option<S>,
) -> Result<Vec<S>, BadRecord> {
    let mut position = Position::new(game.start()?);
    let mut evaluator = Evaluator::new(&position);
    let mut samples = Vec::new();
    for (one, label) in game.positions.iter().zip(game.labels()) {
        let (_, _, is_relabelled) = label;
        if is_relabelled || !only_relabelled {
            samples.extend(see(&position, &mut evaluator, one, label));
        }
        let Some(square) = one.played else {
            break;
        };
        position.place(square);
    }
    Ok(samples)
}

/// Games for training and for validation.
pub struct Games<'a> {
    learnt: Vec<&'a ScoredGame>,
    held: Vec<&'a ScoredGame>,
    /// Games per block.
    block: usize,
}

impl<'a> Games<'a> {
    /// Holds back some of these games, by their numbers.
    pub fn new(games: &'a [ScoredGame]) -> Games<'a> {
        let is_held = |game: &&ScoredGame| game.number.is_multiple_of(HELD_BACK);
        let (held, learnt) = games.iter().partition(is_held);
        Games {
            learnt,
            held,
            block: BLOCK,
        }
    }

    /// The samples held back: only those of longer searches, if there are any.
    pub fn held_back<S: Send>(
        &self,
        of_game: OfGame<'_, S>,
        is_deeper: impl Fn(&S) -> bool,
    ) -> Result<Vec<S>, BadRecord> {
        let mut samples = samples(&self.held, of_game)?;
        if samples.iter().any(&is_deeper) {
            samples.retain(is_deeper);
        }
        Ok(samples)
    }

    /// The number of blocks.
    pub fn blocks(&self) -> usize {
        self.learnt.len().div_ceil(self.block)
    }

    /// Shuffles the training games.
    pub fn shuffle(&mut self, random: &mut StdRng) {
        self.learnt.shuffle(random);
    }

    /// Passes the training samples to `see`, block by block.
    pub fn each_block<S: Send>(
        &self,
        of_game: OfGame<'_, S>,
        mut see: impl FnMut(&[S]),
    ) -> Result<(), BadRecord> {
        for block in self.learnt.chunks(self.block) {
            see(&samples(block, of_game)?);
        }
        Ok(())
    }
}

fn samples<S: Send>(games: &[&ScoredGame], of_game: OfGame<'_, S>) -> Result<Vec<S>, BadRecord> {
    let all: Result<Vec<Vec<S>>, BadRecord> = games.par_iter().map(|&game| of_game(game)).collect();
    Ok(all?.into_iter().flatten().collect())
}

/// The samples in random order.
pub fn shuffled<'s, S>(samples: &'s [S], random: &mut StdRng) -> Vec<&'s S> {
    let mut order: Vec<&S> = samples.iter().collect();
    order.shuffle(random);
    order
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::board::Board;
    use crate::lab::selfplay::Finish;
    use crate::types::Score;
    use rand::{Rng, SeedableRng};

    /// Checks that samples do not depend on the path to their positions.
    pub fn assert_as_from_nothing<R: Ruleset, S: PartialEq + std::fmt::Debug, F>(
        of_game: OfGame<'_, S>,
        see_in: impl Fn(&ScoredGame) -> F,
    ) where
        F: Fn(&Position<R>, &mut Evaluator, &ScoredPosition, Label) -> Option<S>,
    {
        let mut compared = 0;
        for game in (0..20).map(any_game) {
            let samples = of_game(&game).unwrap();
            let mut board = game.start().unwrap();
            let see = see_in(&game);
            let mut from_nothing = Vec::new();
            for (one, label) in game.positions.iter().zip(game.labels()) {
                let position = Position::new(board.clone());
                let mut evaluator = Evaluator::new(&position);
                from_nothing.extend(see(&position, &mut evaluator, one, label));
                board.place(one.played.unwrap());
            }
            assert_eq!(samples, from_nothing);
            compared += samples.len();
        }
        assert!(compared > 50, "{compared}");
    }

    /// A game of random moves, near each other, with random scores.
    pub fn any_game(number: u64) -> ScoredGame {
        let mut random = StdRng::seed_from_u64(number);
        let (width, height) = (random.random_range(9..=16), random.random_range(9..=16));
        let mut board = Board::new(width, height).unwrap();
        let mut moves: Vec<Square> = Vec::new();
        while moves.len() < 40 {
            let (x, y) = (random.random_range(2..8), random.random_range(2..8));
            let there = board.square(x, y).filter(|&square| board.is_empty(square));
            let any = *board.empty();
            let square = there.or_else(|| any.into_iter().next()).unwrap();
            board.place(square);
            moves.push(square);
        }
        let positions = moves.split_off(4).into_iter().map(|square| ScoredPosition {
            score: StoredScore::raw(Score::estimate(random.random_range(-200..200))),
            played: Some(square),
            levelling: false,
            forced: false,
        });
        ScoredGame {
            number,
            width,
            height,
            positions: positions.collect(),
            opening: moves,
            deeper: Vec::new(),
            black: random.random_range(0..=2),
            end: Finish::Played,
        }
    }

    #[test]
    fn every_game_is_used_once_or_held_back() {
        let all: Vec<ScoredGame> = (0..55).map(any_game).collect();
        let numbers: OfGame<u64> = &|game| Ok(vec![game.number; 2]);
        let mut games = Games {
            block: 7,
            ..Games::new(&all)
        };
        let mut random = StdRng::seed_from_u64(1);
        let mut before = Vec::new();
        for _ in 0..3 {
            games.shuffle(&mut random);
            let (mut seen, mut blocks) = (Vec::new(), 0);
            let see = |samples: &[u64]| {
                assert!(samples.len() <= 14);
                seen.extend(shuffled(samples, &mut random).into_iter().copied());
                blocks += 1;
            };
            games.each_block(numbers, see).unwrap();
            assert_eq!(blocks, games.blocks());
            assert_ne!(seen, before);
            before = seen.clone();
            seen.extend(games.held_back(numbers, |_| false).unwrap());
            seen.sort();
            let twice: Vec<u64> = (0..110).map(|sample| sample / 2).collect();
            assert_eq!(seen, twice);
        }
        let held = games.held_back(numbers, |&number| number > 30).unwrap();
        assert_eq!(held, [40, 40, 50, 50]);
    }
}
