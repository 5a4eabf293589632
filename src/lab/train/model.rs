//! The policy network in floating point, its gradient, and Adam.
//!
//! The rows of windows come from a [`Mapping`].

use rayon::prelude::*;

use super::layout::{Layout, Row, UNIT_ROWS};
use super::mapping::Mapping;
use super::policy_head::PolicyHead;
use super::samples::{Candidate, Sample};
use super::sparse_rows::SparseRows;
use super::vector::{add, dot};
use crate::eval::network::context::UNITS;
use crate::eval::network::{CHANNELS, PLACES, PolicyNumbers, ROW_UNIT, ROWS, STONES};
use crate::lab::adam::Step;
use crate::lab::softmax;
use crate::types::{Color, Rule};

/// The gradient of a batch is summed in this number of parts, so that it does not depend
/// on the number of threads.
const PARTS: usize = 4;
/// The number of rows that a candidate sums.
const SUMMED: usize = 5 + STONES;
/// The weights of the pools start within plus and minus this, and the units' biases with
/// it.
const OF_POOLS: f32 = 0.3;
/// The rows of places start within plus and minus this, and the bias with it.
const SMALL: f32 = 0.2;

/// The network, and the state of Adam.
pub struct Model {
    /// Where one colour's rows lie.
    pub layout: Layout,
    /// For each colour.
    pub mappings: Vec<Mapping<CHANNELS>>,
    /// All rows: those of windows are up to date for those of a batch during a step, for
    /// all after [`Model::map_all`].
    pub weights: Vec<Row>,
    mean: Vec<Row>,
    square: Vec<Row>,
    steps: i32,
}

/// The gradient of a batch.
pub struct Gradient {
    rows: SparseRows<CHANNELS>,
    /// The sum of all samples' cross-entropies.
    loss: f64,
}

impl Model {
    /// An untrained network, random by the seed.
    pub fn new(rule: Rule, seed: u64) -> Model {
        use rand::{Rng, SeedableRng, rngs::StdRng};
        let layout = Layout::new();
        let mut random = StdRng::seed_from_u64(seed);
        let colors = if rule.forbids() { 2 } else { 1 };
        let mappings = Color::ALL[..colors].iter();
        let mappings = mappings
            .map(|&own| Mapping::new((rule, own), &mut random))
            .collect();
        let mut weights = vec![[0.0; CHANNELS]; colors * layout.len];
        for rows in weights.chunks_mut(layout.len) {
            let places = rows[layout.recent..layout.bias].as_flattened_mut();
            places.fill_with(|| random.random_range(-SMALL..SMALL));
            rows[layout.bias] = [SMALL; CHANNELS];
            // Half of the channels count for a square, half against it.
            rows[layout.gates] =
                std::array::from_fn(|channel| if channel % 2 == 0 { 0.5 } else { -0.5 });
        }
        Model::with(layout, mappings, weights)
    }

    /// A network with these numbers, of each colour, and [`rows`](super::rounding::exact).
    pub fn continued(rule: Rule, numbers: &[PolicyNumbers], rows: Vec<Row>) -> Model {
        let mapping = |(own, one): (Color, &PolicyNumbers)| {
            Mapping::exact((rule, own), &one.mapping, ROW_UNIT)
        };
        let mappings = Color::ALL.into_iter().zip(numbers).map(mapping).collect();
        Model::with(Layout::new(), mappings, rows)
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

    fn with(layout: Layout, mappings: Vec<Mapping<CHANNELS>>, weights: Vec<Row>) -> Model {
        let zero = vec![[0.0; CHANNELS]; weights.len()];
        let mut model = Model {
            layout,
            mappings,
            weights,
            mean: zero.clone(),
            square: zero,
            steps: 0,
        };
        model.map_all();
        model
    }

    /// Computes the rows of all windows.
    pub fn map_all(&mut self) {
        let all: Vec<u32> = (0..ROWS as u32).collect();
        (0..self.mappings.len()).for_each(|color| self.map(color, &all));
    }

    /// Computes the rows of these windows of a colour.
    fn map(&mut self, color: usize, windows: &[u32]) {
        let known = &mut self.weights[color * self.layout.len..];
        for (&window, row) in windows.iter().zip(self.mappings[color].rows(windows)) {
            known[window as usize] = row;
        }
    }

    /// The windows of these samples of a colour, in ascending order.
    fn windows_of(&self, batch: &[&Sample], color: usize) -> Vec<u32> {
        let mut is_seen = vec![false; ROWS];
        for sample in batch.iter().filter(|sample| sample.color == color) {
            for &row in sample.candidates.iter().flat_map(|one| &one.rows) {
                is_seen[row as usize] = true;
            }
        }
        let windows = 0..ROWS as u32;
        windows.filter(|&window| is_seen[window as usize]).collect()
    }

    /// The rows that a candidate sums.
    #[inline]
    fn parts(&self, color: usize, candidate: &Candidate) -> [usize; SUMMED] {
        let Layout { recent, bias, .. } = self.layout;
        let base = color * self.layout.len;
        let mut parts = [0; SUMMED];
        parts[0] = base + bias;
        for (part, &row) in parts[1..].iter_mut().zip(&candidate.rows) {
            *part = base + row as usize;
        }
        for (stone, &place) in candidate.recent.iter().enumerate() {
            parts[5 + stone] = base + recent + stone * PLACES + usize::from(place);
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
            parts
                .iter()
                .for_each(|&part| gradient.rows.add(part, &change));
        }
        let from = sample.color * self.layout.len;
        let rows = &self.weights[from..][..self.layout.len];
        all.learn(rows, &self.layout, (&of_gate, &of_begin), |row, change| {
            gradient.rows.add(from + row, change);
        });
    }

    /// Empty gradients for [`Model::step`].
    pub fn gradients(&self) -> Vec<Gradient> {
        let none = || Gradient {
            rows: SparseRows::new(self.weights.len()),
            loss: 0.0,
        };
        (0..PARTS).map(|_| none()).collect()
    }

    /// The gradient of the sum of the samples' cross-entropies, in parts. Returns that
    /// sum.
    pub fn differentiate(&self, batch: &[&Sample], gradients: &mut [Gradient]) -> f64 {
        let share = batch.len().div_ceil(PARTS).max(1);
        gradients
            .par_iter_mut()
            .enumerate()
            .for_each(|(part, gradient)| {
                gradient.rows.clear();
                gradient.loss = 0.0;
                let mut hidden = Vec::new();
                let samples = batch.chunks(share).nth(part).unwrap_or(&[]);
                for sample in samples {
                    self.learn(sample, gradient, &mut hidden);
                }
            });
        gradients.iter().map(|gradient| gradient.loss).sum()
    }

    /// A step against the gradient of these samples at this learning rate. Returns the sum
    /// of the samples' cross-entropies before the step.
    pub fn step(
        &mut self,
        batch: &[&Sample],
        gradients: &mut [Gradient],
        rate: f32,
        decay: f32,
    ) -> f64 {
        let windows: Vec<Vec<u32>> = (0..self.mappings.len())
            .map(|color| self.windows_of(batch, color))
            .collect();
        for (color, windows) in windows.iter().enumerate() {
            self.map(color, windows);
        }
        let loss = self.differentiate(batch, gradients);
        self.steps += 1;
        let step = Step::new(self.steps, rate);
        let size = batch.len() as f32;
        let (sum, others) = gradients.split_first_mut().expect("some parts");
        for other in others.iter() {
            sum.rows.add_all(&other.rows);
        }
        for (color, (mapping, windows)) in self.mappings.iter_mut().zip(&windows).enumerate() {
            let from = color * self.layout.len;
            let changes = sum.rows.rows(from, windows);
            mapping.step(windows, &changes, (size, decay), &step);
        }
        for row in sum.rows.touched() {
            if row % self.layout.len < self.layout.recent {
                continue;
            }
            for channel in 0..CHANNELS {
                let weight = &mut self.weights[row][channel];
                let memory = [&mut self.mean[row][channel], &mut self.square[row][channel]];
                step.take(weight, memory, sum.rows.row(row)[channel] / size);
            }
        }
        loss
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::THREAT_BITS;

    /// A random sample.
    fn any(random: &mut impl rand::Rng) -> Sample {
        let count = random.random_range(5..9);
        let threats = random.random_range(0..1 << THREAT_BITS);
        let played = random.random_range(0..5);
        let pools = std::array::from_fn(|_| random.random_range(0..400));
        let candidates = (0..count).map(|_| Candidate {
            rows: std::array::from_fn(|_| random.random_range(0..ROWS) as u32),
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
        let mut model = Model::new(Rule::Freestyle, 4);
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
        let touched = gradients.iter().flat_map(|one| one.rows.touched());
        let mut touched: Vec<usize> = touched.collect();
        touched.sort();
        touched.dedup();
        assert!(touched.len() > 200);
        let (mut compared, mut wrong) = (0, 0);
        for &row in touched.iter().step_by(5) {
            let channel = random.random_range(0..CHANNELS);
            let rows = gradients.iter().map(|one| one.rows.row(row));
            let exact: f32 = rows.map(|row| row[channel]).sum();
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
