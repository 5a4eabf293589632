//! Gradient descent.

use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;

use crate::lab::adam::{Step, cosine_decay};

/// Samples to a step.
const BATCH: usize = 2_048;
/// The learning rate at the beginning.
const RATE: f32 = 0.01;

/// Weights and the state of Adam.
pub(super) struct Adam {
    pub(super) weights: Vec<f32>,
    /// The sum over the samples of a batch.
    pub(super) gradient: Vec<f32>,
    mean: Vec<f32>,
    square: Vec<f32>,
    /// Weight decay.
    decay: f32,
    rate: f32,
    steps: i32,
}

impl Adam {
    pub(super) fn new(len: usize, decay: f32) -> Adam {
        Adam {
            weights: vec![0.0; len],
            gradient: vec![0.0; len],
            mean: vec![0.0; len],
            square: vec![0.0; len],
            decay,
            rate: RATE,
            steps: 0,
        }
    }

    /// Sets the learning rate of an epoch.
    pub(super) fn anneal(&mut self, epoch: usize, epochs: usize) {
        self.rate = RATE * cosine_decay(epoch, epochs);
    }

    /// A step against the gradient of this number of samples.
    pub(super) fn step(&mut self, samples: usize) {
        self.steps += 1;
        let step = Step::new(self.steps, self.rate);
        for (index, weight) in self.weights.iter_mut().enumerate() {
            let gradient = self.gradient[index] / samples as f32 + self.decay * *weight;
            self.gradient[index] = 0.0;
            let memory = [&mut self.mean[index], &mut self.square[index]];
            step.take(weight, memory, gradient);
        }
    }
}

/// The samples in batches, in a random order for each epoch.
pub(super) fn batches<'a, T>(samples: &[&'a T], epoch: usize) -> Vec<Vec<&'a T>> {
    let mut order = samples.to_vec();
    order.shuffle(&mut StdRng::seed_from_u64(epoch as u64));
    order.chunks(BATCH).map(<[&T]>::to_vec).collect()
}

/// The sum of these weights times their counts.
pub(super) fn dot(weights: &[f32], features: &[(usize, f32)]) -> f32 {
    features
        .iter()
        .map(|&(index, count)| weights[index] * count)
        .sum()
}
