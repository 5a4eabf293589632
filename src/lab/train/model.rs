//! The policy network in floating point, its gradient, and Adam.
//!
//! In training, a window's row is the sum of three: one for its near part, one for the
//! shapes of both colours, and one of its own, so that rare windows learn from similar
//! ones. A file has only the sums: a model that starts from a file has each in the
//! window's own row.

use rayon::prelude::*;

use super::layout::{Layout, Row, UNIT_ROWS};
use super::policy_head::PolicyHead;
use super::samples::{Candidate, Sample};
use super::vector::{add, dot};
use crate::eval::network::context::UNITS;
use crate::eval::network::{CHANNELS, PLACES, STONES, near_rows};
use crate::lab::adam::Step;
use crate::lab::softmax;

/// The gradient of a batch is summed in this number of parts, so that it does not depend
/// on the number of threads.
const PARTS: usize = 4;
/// The number of rows that a candidate sums.
const SUMMED: usize = 13 + STONES;
/// The weights of the pools start within plus and minus this, and the units' biases with
/// it.
const OF_POOLS: f32 = 0.3;
/// The near rows start within plus and minus this.
const SMALL: f32 = 0.2;

/// The network, and the state of Adam.
pub struct Model {
    /// Where one colour's rows lie.
    pub layout: Layout,
    /// All rows.
    pub weights: Vec<Row>,
    /// The rows before training: far rows decay to these.
    pub start: Vec<Row>,
    near: Vec<u32>,
    mean: Vec<Row>,
    square: Vec<Row>,
    steps: i32,
}

/// The gradient of a batch.
pub struct Gradient {
    sums: Vec<Row>,
    touched: Vec<u32>,
    is_touched: Vec<bool>,
    /// The sum of all samples' cross-entropies.
    loss: f64,
}

impl Gradient {
    fn new(len: usize) -> Gradient {
        Gradient {
            sums: vec![[0.0; CHANNELS]; len],
            touched: Vec::new(),
            is_touched: vec![false; len],
            loss: 0.0,
        }
    }

    #[inline]
    fn add(&mut self, row: usize, change: &Row) {
        if !std::mem::replace(&mut self.is_touched[row], true) {
            self.touched.push(row as u32);
        }
        for (sum, change) in self.sums[row].iter_mut().zip(change) {
            *sum += change;
        }
    }

    fn clear(&mut self) {
        for row in self.touched.drain(..) {
            self.sums[row as usize] = [0.0; CHANNELS];
            self.is_touched[row as usize] = false;
        }
        self.loss = 0.0;
    }
}

impl Model {
    /// An untrained network, random by the seed.
    pub fn new(colors: usize, seed: u64) -> Model {
        use rand::{Rng, SeedableRng, rngs::StdRng};
        let layout = Layout::new();
        let mut random = StdRng::seed_from_u64(seed);
        let mut weights = vec![[0.0; CHANNELS]; colors * layout.len];
        for (index, row) in weights.iter_mut().enumerate() {
            let place = index % layout.len;
            let is_near = place < layout.far;
            let is_gate = place == layout.gates;
            for (channel, weight) in row.iter_mut().enumerate() {
                if is_near {
                    *weight = random.random_range(-SMALL..SMALL);
                } else if is_gate {
                    // Half of the channels count for a square, half against it.
                    *weight = if channel % 2 == 0 { 0.5 } else { -0.5 };
                } else if place == layout.bias {
                    *weight = SMALL;
                }
            }
        }
        Model::with(layout, weights)
    }

    /// A network with these rows, those of one colour after the other's.
    pub fn continued(rows: Vec<Row>) -> Model {
        Model::with(Layout::new(), rows)
    }

    /// Gives units without weights random ones for the pools, without which they could
    /// not learn. The network's output does not change.
    pub fn open_units(&mut self, seed: u64) {
        use rand::{Rng, SeedableRng, rngs::StdRng};
        let layout = self.layout;
        let mut random = StdRng::seed_from_u64(seed);
        for rows in self.weights.chunks_mut(layout.len) {
            let units = &mut rows[layout.first..layout.len];
            if units.as_flattened().iter().all(|&weight| weight == 0.0) {
                let (first, rest) = units.split_at_mut(UNITS);
                for row in first {
                    row.fill_with(|| random.random_range(-OF_POOLS..OF_POOLS));
                }
                rest[..UNIT_ROWS].fill([OF_POOLS; CHANNELS]);
            }
        }
    }

    fn with(layout: Layout, weights: Vec<Row>) -> Model {
        let zero = vec![[0.0; CHANNELS]; weights.len()];
        Model {
            layout,
            start: weights.clone(),
            weights,
            near: near_rows(),
            mean: zero.clone(),
            square: zero,
            steps: 0,
        }
    }

    /// The rows that a candidate sums.
    #[inline]
    fn parts(&self, color: usize, candidate: &Candidate) -> [usize; SUMMED] {
        let Layout {
            far,
            shapes,
            recent,
            bias,
            ..
        } = self.layout;
        let base = color * self.layout.len;
        let mut parts = [0; SUMMED];
        parts[0] = base + bias;
        for direction in 0..4 {
            let row = candidate.rows[direction] as usize;
            parts[1 + direction] = base + self.near[row] as usize;
            parts[5 + direction] = base + shapes + usize::from(candidate.shapes[direction]);
            parts[9 + direction] = base + far + row;
        }
        for (stone, &place) in candidate.recent.iter().enumerate() {
            parts[13 + stone] = base + recent + stone * PLACES + usize::from(place);
        }
        parts
    }

    /// The part that is the same for all squares of a position.
    fn policy_head(&self, sample: &Sample) -> PolicyHead {
        let rows = &self.weights[sample.color * self.layout.len..][..self.layout.len];
        PolicyHead::of(rows, &self.layout, sample)
    }

    #[inline]
    fn hidden(&self, parts: &[usize; SUMMED], all: &PolicyHead) -> Row {
        let mut sum = all.begin;
        for &part in parts {
            for (sum, weight) in sum.iter_mut().zip(&self.weights[part]) {
                *sum += weight;
            }
        }
        sum.map(|value| value.max(0.0))
    }

    /// The policy of all candidates, in log-odds.
    pub fn policy(&self, sample: &Sample) -> Vec<f32> {
        let all = self.policy_head(sample);
        let of_candidate = |candidate: &Candidate| {
            let parts = self.parts(sample.color, candidate);
            dot(&self.hidden(&parts, &all), &all.gate)
        };
        sample.candidates.iter().map(of_candidate).collect()
    }

    /// Adds the gradient of a sample.
    fn learn(&self, sample: &Sample, gradient: &mut Gradient, hidden: &mut Vec<Row>) {
        let all = self.policy_head(sample);
        hidden.clear();
        hidden.extend(
            sample
                .candidates
                .iter()
                .map(|candidate| self.hidden(&self.parts(sample.color, candidate), &all)),
        );
        let mut odds: Vec<f32> = hidden.iter().map(|hidden| dot(hidden, &all.gate)).collect();
        softmax(&mut odds);
        gradient.loss -= f64::from(odds[sample.played].max(1e-9).ln());
        odds[sample.played] -= 1.0;
        let (mut of_gate, mut of_begin) = ([0.0; CHANNELS], [0.0; CHANNELS]);
        for ((candidate, hidden), &error) in sample.candidates.iter().zip(hidden).zip(&odds) {
            let mut change = [0.0; CHANNELS];
            for channel in 0..CHANNELS {
                of_gate[channel] += error * hidden[channel];
                let open = if hidden[channel] > 0.0 { error } else { 0.0 };
                change[channel] = open * all.gate[channel];
            }
            add(&mut of_begin, &change, 1.0);
            let parts = self.parts(sample.color, candidate);
            parts.iter().for_each(|&part| gradient.add(part, &change));
        }
        let from = sample.color * self.layout.len;
        let rows = &self.weights[from..][..self.layout.len];
        all.learn(rows, &self.layout, (&of_gate, &of_begin), |row, change| {
            gradient.add(from + row, change);
        });
    }

    /// Empty gradients for [`Model::step`].
    pub fn gradients(&self) -> Vec<Gradient> {
        let len = self.weights.len();
        (0..PARTS).map(|_| Gradient::new(len)).collect()
    }

    /// The gradient of the sum of the samples' cross-entropies, in parts. Returns that
    /// sum.
    pub fn differentiate(&self, batch: &[&Sample], gradients: &mut [Gradient]) -> f64 {
        let share = batch.len().div_ceil(PARTS).max(1);
        gradients
            .par_iter_mut()
            .enumerate()
            .for_each(|(part, gradient)| {
                gradient.clear();
                let mut hidden = Vec::new();
                let samples = batch.chunks(share).nth(part).unwrap_or(&[]);
                for sample in samples {
                    self.learn(sample, gradient, &mut hidden);
                }
            });
        gradients.iter().map(|gradient| gradient.loss).sum()
    }

    /// A step against the gradient of these samples at this learning rate; far rows
    /// decay to their start with weight `decay`. Returns the sum of the samples'
    /// cross-entropies before the step.
    pub fn step(
        &mut self,
        batch: &[&Sample],
        gradients: &mut [Gradient],
        rate: f32,
        decay: f32,
    ) -> f64 {
        let loss = self.differentiate(batch, gradients);
        self.steps += 1;
        let step = Step::new(self.steps, rate);
        let (sum, others) = gradients.split_first_mut().expect("some parts");
        for other in others.iter() {
            for &row in &other.touched {
                sum.add(row as usize, &other.sums[row as usize]);
            }
        }
        let (far, shapes) = (self.layout.far, self.layout.shapes);
        for &row in &sum.touched {
            let row = row as usize;
            let is_far = (far..shapes).contains(&(row % self.layout.len));
            let decay = if is_far { decay } else { 0.0 };
            for channel in 0..CHANNELS {
                let weight = &mut self.weights[row][channel];
                let drawn = decay * (*weight - self.start[row][channel]);
                let gradient = sum.sums[row][channel] / batch.len() as f32 + drawn;
                let memory = [&mut self.mean[row][channel], &mut self.square[row][channel]];
                step.take(weight, memory, gradient);
            }
        }
        loss
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::network::{FAR, rows};
    use crate::lab::train::samples::SHAPE_PAIRS;
    use crate::position::THREAT_BITS;

    /// A random sample.
    fn any(random: &mut impl rand::Rng) -> Sample {
        let count = random.random_range(5..9);
        let threats = random.random_range(0..1 << THREAT_BITS);
        let played = random.random_range(0..5);
        let pools = std::array::from_fn(|_| random.random_range(0..400));
        let candidates = (0..count).map(|_| Candidate {
            rows: std::array::from_fn(|_| random.random_range(0..rows(FAR)) as u32),
            shapes: std::array::from_fn(|_| random.random_range(0..SHAPE_PAIRS) as u8),
            recent: std::array::from_fn(|_| random.random_range(0..PLACES) as u8),
            usual: 0.0,
        });
        Sample {
            color: 0,
            threats,
            pools,
            candidates: candidates.collect(),
            played,
            deeper: false,
        }
    }

    #[test]
    fn the_gradient_is_that_of_small_changes() {
        use rand::{Rng, SeedableRng, rngs::StdRng};
        let mut random = StdRng::seed_from_u64(3);
        let mut model = Model::new(1, 4);
        for row in &mut model.weights {
            row.fill_with(|| random.random_range(-0.3..0.3));
        }
        let samples: Vec<Sample> = (0..6).map(|_| any(&mut random)).collect();
        let batch: Vec<&Sample> = samples.iter().collect();
        let mut gradients = model.gradients();
        let loss = |model: &Model| -> f64 {
            let of_one = |sample: &Sample| {
                let odds: Vec<f64> = model.policy(sample).into_iter().map(f64::from).collect();
                odds.iter().map(|odds| odds.exp()).sum::<f64>().ln() - odds[sample.played]
            };
            samples.iter().map(of_one).sum()
        };
        let told = model.differentiate(&batch, &mut gradients);
        assert!((told - loss(&model)).abs() < 1e-4);
        let mut touched: Vec<u32> = gradients
            .iter()
            .flat_map(|one| one.touched.clone())
            .collect();
        touched.sort();
        touched.dedup();
        assert!(touched.len() > 200);
        let (mut compared, mut wrong) = (0, 0);
        for &row in touched.iter().step_by(5) {
            let (row, channel) = (row as usize, random.random_range(0..CHANNELS));
            let exact: f32 = gradients.iter().map(|one| one.sums[row][channel]).sum();
            const STEP: f32 = 2e-3;
            let before = model.weights[row][channel];
            model.weights[row][channel] = before + STEP;
            let above = loss(&model);
            model.weights[row][channel] = before - STEP;
            let below = loss(&model);
            model.weights[row][channel] = before;
            let numeric = ((above - below) / f64::from(2.0 * STEP)) as f32;
            compared += 1;
            // A change may open a channel or close it.
            wrong += usize::from((numeric - exact).abs() > 5e-3 + 0.02 * exact.abs());
        }
        assert!(
            compared > 40 && wrong * 20 <= compared,
            "{wrong} of {compared}"
        );
    }
}
