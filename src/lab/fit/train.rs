//! Gradient descent.

use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;

/// Samples to a step.
const BATCH: usize = 2_048;
/// The step at the beginning, in log-odds.
const RATE: f32 = 0.01;
/// How slowly the mean and the square of the gradient are forgotten.
const MEMORY: [f32; 2] = [0.9, 0.999];

/// Weights and the state of Adam.
pub(super) struct Adam {
    pub(super) weights: Vec<f32>,
    /// The sum over the samples of a batch.
    pub(super) gradient: Vec<f32>,
    mean: Vec<f32>,
    square: Vec<f32>,
    /// How strongly the weights are drawn to zero.
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

    /// Sets the rate for an epoch: it falls to a hundredth on a cosine.
    pub(super) fn anneal(&mut self, epoch: usize, epochs: usize) {
        let done = epoch as f32 / epochs.max(1) as f32;
        let share = 0.5 * (1.0 + (std::f32::consts::PI * done).cos());
        self.rate = RATE * share.max(0.01);
    }

    /// A step against the gradient of so many samples.
    pub(super) fn step(&mut self, samples: usize) {
        self.steps += 1;
        let [first, second] = MEMORY.map(|memory| 1.0 - memory.powi(self.steps));
        for index in 0..self.weights.len() {
            let gradient = self.gradient[index] / samples as f32 + self.decay * self.weights[index];
            self.gradient[index] = 0.0;
            let mean = MEMORY[0] * self.mean[index] + (1.0 - MEMORY[0]) * gradient;
            let square = MEMORY[1] * self.square[index] + (1.0 - MEMORY[1]) * gradient * gradient;
            self.mean[index] = mean;
            self.square[index] = square;
            self.weights[index] -= self.rate * (mean / first) / ((square / second).sqrt() + 1e-8);
        }
    }
}

/// The samples in an order of the epoch's own, a batch at a time.
pub(super) fn batches<'a, T>(samples: &[&'a T], epoch: usize) -> Vec<Vec<&'a T>> {
    let mut order = samples.to_vec();
    order.shuffle(&mut StdRng::seed_from_u64(epoch as u64));
    order.chunks(BATCH).map(<[&T]>::to_vec).collect()
}

pub(super) fn sigmoid(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}

/// The sum of weights, each as often as it occurs.
pub(super) fn dot(weights: &[f32], features: &[(usize, f32)]) -> f32 {
    features
        .iter()
        .map(|&(index, count)| weights[index] * count)
        .sum()
}
