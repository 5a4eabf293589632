//! The steps of a training: all samples in random batches, at a rate that falls on a cosine.

use rand::SeedableRng;
use rand::rngs::StdRng;

use super::Passes;
use super::blocks::{Games, OfGame, shuffled};
use crate::lab::adam::cosine_decay;
use crate::lab::selfplay::BadRecord;

/// Samples per step.
const BATCH: usize = 256;
/// The own numbers of halves decay to what they began with, with this weight over the
/// number of positions.
const DECAY: f32 = 40.0;

/// The epochs of one training.
pub struct Epochs {
    /// The number of training positions; 0 without epochs.
    pub positions: usize,
    rate: f32,
    steps: usize,
    done: usize,
    random: StdRng,
}

impl Epochs {
    /// Counts the training positions of these games first.
    pub fn new<S: Send>(
        passes: Passes,
        seed: u64,
        games: &Games,
        of_game: OfGame<'_, S>,
    ) -> Result<Epochs, BadRecord> {
        let mut positions = 0;
        if passes.epochs > 0 {
            games.each_block(of_game, |samples| positions += samples.len())?;
        }
        Ok(Epochs {
            positions,
            rate: passes.rate,
            steps: passes.epochs * (positions / BATCH + games.blocks()).max(1),
            done: 0,
            random: StdRng::seed_from_u64(seed),
        })
    }

    /// How much the own numbers of halves decay with each step.
    pub fn decay(&self) -> f32 {
        DECAY / self.positions.max(1) as f32
    }

    /// The next epoch: calls `step` with each batch and its rate.
    pub fn next<S: Send>(
        &mut self,
        games: &mut Games,
        of_game: OfGame<'_, S>,
        mut step: impl FnMut(&[&S], f32),
    ) -> Result<(), BadRecord> {
        games.shuffle(&mut self.random);
        games.each_block(of_game, |samples| {
            for batch in shuffled(samples, &mut self.random).chunks(BATCH) {
                step(batch, self.rate * cosine_decay(self.done, self.steps));
                self.done += 1;
            }
        })
    }
}
