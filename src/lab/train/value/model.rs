//! The value network in floating point, and its gradient.

use rayon::prelude::*;

use super::samples::{BARE, Sample};
use crate::eval::network::value::{FIRST, POOLED, SECOND, VIEW, VIEW_UNIT};
use crate::eval::network::{ROWS, ValueNumbers, swapped_rows};
use crate::eval::weights::threat_bits;
use crate::lab::adam::Step;
use crate::lab::sigmoid;
use crate::lab::train::mapping::Mapping;
use crate::lab::train::sparse_rows::SparseRows;
use crate::lab::train::vector::{add, dot};
use crate::position::THREAT_BITS;
use crate::types::{Color, Rule};

/// A row of numbers, one for each channel of a view.
pub type Row = [f32; VIEW];

/// The gradient of a batch is summed in this number of parts, so that it does not depend
/// on the number of threads.
const PARTS: usize = 4;
/// Units of the evaluation to one in the last sum.
pub const UNITS: f32 = 256.0;

/// Where the numbers of the layers lie, for one side to move.
pub mod place {
    use super::{FIRST, SECOND, THREAT_BITS, VIEW};

    /// The first layer's weights, by input and number.
    pub const FIRST_WEIGHTS: usize = 0;
    /// The first layer's biases.
    pub const FIRST_BIAS: usize = FIRST_WEIGHTS + 2 * VIEW * FIRST;
    /// What each threat adds to them.
    pub const OF_THREATS: usize = FIRST_BIAS + FIRST;
    /// The second layer's weights, by number of the first and of the second.
    pub const SECOND_WEIGHTS: usize = OF_THREATS + THREAT_BITS * FIRST;
    /// The second layer's biases.
    pub const SECOND_BIAS: usize = SECOND_WEIGHTS + FIRST * SECOND;
    /// The weights of the second layer's outputs.
    pub const LAST: usize = SECOND_BIAS + SECOND;
    /// The weights of the pools that skip the layers.
    pub const PAST: usize = LAST + SECOND;
    /// The last bias.
    pub const BIAS: usize = PAST + 2 * VIEW;
    /// The weight of the tables' value.
    pub const TABLES: usize = BIAS + 1;
    /// The number of all.
    pub const LEN: usize = TABLES + 1;
}

/// The network, and the state of Adam.
pub struct Model {
    /// For each colour.
    pub mappings: Vec<Mapping<VIEW>>,
    /// For each colour the rows of all windows: up to date for those of a batch during a
    /// step, for all after [`Model::map_all`].
    pub windows: Vec<Row>,
    /// The layers for each side to move: see [`place`].
    pub layers: Vec<f32>,
    adam_of_layers: [Vec<f32>; 2],
    steps: i32,
    swapped: &'static [u32],
    gradients: Vec<Gradient>,
}

/// The gradient of a batch.
struct Gradient {
    windows: SparseRows<VIEW>,
    layers: Vec<f32>,
}

/// The forward pass of a sample.
struct Pass {
    /// For each square that sees a stone, the mover's and the waiter's view.
    views: Vec<[Row; 2]>,
    pool: [Row; 2],
    first: [f32; FIRST],
    second: [f32; SECOND],
    /// In log-odds.
    odds: f32,
}

impl Model {
    /// A network that nearly leaves the tables' value as it is, random by the seed.
    pub fn new(rule: Rule, seed: u64) -> Model {
        use rand::{Rng, SeedableRng, rngs::StdRng};
        let mut random = StdRng::seed_from_u64(seed);
        let colors = if rule.forbids() { 2 } else { 1 };
        let mappings = Color::ALL[..colors].iter();
        let mappings = mappings
            .map(|&own| Mapping::new((rule, own), &mut random))
            .collect();
        let mut layers = vec![0.0; place::LEN];
        let mut fill = |from: usize, to: usize, size: f32| {
            layers[from..to].fill_with(|| random.random_range(-size..size));
        };
        fill(place::FIRST_WEIGHTS, place::FIRST_BIAS, 0.1);
        fill(place::SECOND_WEIGHTS, place::SECOND_BIAS, 0.17);
        fill(place::LAST, place::PAST, 0.02);
        layers[place::FIRST_BIAS..place::OF_THREATS].fill(0.25);
        layers[place::SECOND_BIAS..place::LAST].fill(0.25);
        layers[place::TABLES] = 1.0;
        Model::with(mappings, layers.repeat(colors))
    }

    /// The network with these mappings, and these layers for each side to move.
    pub fn continued(rule: Rule, value: &ValueNumbers, layers: Vec<f32>) -> Model {
        let mappings = Color::ALL.into_iter().zip(&value.mappings);
        let mappings = mappings.map(|(own, one)| Mapping::exact((rule, own), one, VIEW_UNIT));
        let mappings = mappings.collect();
        Model::with(mappings, layers)
    }

    fn with(mappings: Vec<Mapping<VIEW>>, layers: Vec<f32>) -> Model {
        let windows = vec![[0.0; VIEW]; mappings.len() * ROWS];
        let none = || Gradient {
            windows: SparseRows::new(windows.len()),
            layers: vec![0.0; layers.len()],
        };
        let gradients = (0..PARTS).map(|_| none()).collect();
        let mut model = Model {
            mappings,
            adam_of_layers: [vec![0.0; layers.len()], vec![0.0; layers.len()]],
            windows,
            layers,
            steps: 0,
            swapped: swapped_rows(),
            gradients,
        };
        model.map_all();
        model
    }

    /// The number of colours with numbers of their own.
    pub fn colors(&self) -> usize {
        self.mappings.len()
    }

    /// Computes the rows of all windows.
    pub fn map_all(&mut self) {
        let all: Vec<u32> = (0..self.windows.len() as u32).collect();
        self.map(&all);
    }

    /// Computes the rows of these windows, in ascending order.
    fn map(&mut self, windows: &[u32]) {
        for (mapping, (first, windows)) in self.mappings.iter().zip(by_color(windows)) {
            for (window, row) in windows.iter().zip(mapping.rows(&windows)) {
                self.windows[first + *window as usize] = row;
            }
        }
    }

    /// The windows of these samples in both views, in ascending order.
    fn windows_of(&self, batch: &[&Sample]) -> Vec<u32> {
        let mut is_seen = vec![false; self.windows.len()];
        for sample in batch {
            for &row in sample
                .rows
                .as_flattened()
                .iter()
                .filter(|&&row| row != BARE)
            {
                for window in self.seen_by_both(sample.color, row) {
                    is_seen[window] = true;
                }
            }
        }
        let windows = 0..self.windows.len() as u32;
        windows.filter(|&window| is_seen[window as usize]).collect()
    }

    /// The windows of a row in the mover's and in the waiter's view.
    #[inline]
    fn seen_by_both(&self, color: usize, row: u32) -> [usize; 2] {
        let count = ROWS;
        let colors = self.colors();
        let other = (color + colors - 1) % colors;
        let swapped = self.swapped[row as usize] as usize;
        [color * count + row as usize, other * count + swapped]
    }

    /// The value of a sample, in log-odds.
    pub fn odds(&self, sample: &Sample) -> f32 {
        self.pass(sample, Vec::new()).odds
    }

    fn pass(&self, sample: &Sample, mut views: Vec<[Row; 2]>) -> Pass {
        views.clear();
        let mut pool = [[0.0; VIEW]; 2];
        for square in &sample.rows {
            let mut sums = [[0.0; VIEW]; 2];
            for &row in square.iter().filter(|&&row| row != BARE) {
                let windows = self.seen_by_both(sample.color, row);
                for (sum, window) in sums.iter_mut().zip(windows) {
                    for (sum, weight) in sum.iter_mut().zip(&self.windows[window]) {
                        *sum += weight;
                    }
                }
            }
            for (pool, view) in pool.iter_mut().zip(&mut sums) {
                for (pool, view) in pool.iter_mut().zip(view) {
                    *view = view.max(0.0);
                    *pool += *view / POOLED as f32;
                }
            }
            views.push(sums);
        }
        let layers = &self.layers[sample.color * place::LEN..][..place::LEN];
        let at = |from: usize, index: usize| &layers[from + index * FIRST..][..FIRST];
        let mut first: [f32; FIRST] = std::array::from_fn(|out| at(place::FIRST_BIAS, 0)[out]);
        for threat in threat_bits(sample.threats) {
            add(&mut first, at(place::OF_THREATS, threat), 1.0);
        }
        let mut sum = layers[place::BIAS] + layers[place::TABLES] * sample.tables / UNITS;
        for (input, &value) in pool.iter().flatten().enumerate() {
            add(&mut first, at(place::FIRST_WEIGHTS, input), value);
            sum += value * layers[place::PAST + input];
        }
        let mut second: [f32; SECOND] = std::array::from_fn(|out| layers[place::SECOND_BIAS + out]);
        for (from, value) in first.iter_mut().enumerate() {
            *value = value.clamp(0.0, 1.0);
            let weights = &layers[place::SECOND_WEIGHTS + from * SECOND..][..SECOND];
            add(&mut second, weights, *value);
        }
        for (value, last) in second.iter_mut().zip(&layers[place::LAST..]) {
            *value = value.clamp(0.0, 1.0);
            sum += *value * last;
        }
        Pass {
            views,
            pool,
            first,
            second,
            odds: sum * UNITS / sample.unit,
        }
    }

    /// Adds the gradient of a sample; `views` is scratch space.
    fn learn(&self, sample: &Sample, gradient: &mut Gradient, views: &mut Vec<[Row; 2]>) {
        let pass = self.pass(sample, std::mem::take(views));
        let error = (sigmoid(pass.odds) - sample.goal()) * UNITS / sample.unit;
        let at = sample.color * place::LEN;
        let layers = &self.layers[at..at + place::LEN];
        let of_layers = &mut gradient.layers[at..at + place::LEN];
        let is_open = |value: f32| value > 0.0 && value < 1.0;
        of_layers[place::BIAS] += error;
        of_layers[place::TABLES] += error * sample.tables / UNITS;
        let mut of_second = [0.0; SECOND];
        for (out, &value) in pass.second.iter().enumerate() {
            of_layers[place::LAST + out] += error * value;
            if is_open(value) {
                of_second[out] = error * layers[place::LAST + out];
                of_layers[place::SECOND_BIAS + out] += of_second[out];
            }
        }
        let mut of_first = [0.0; FIRST];
        for (from, &value) in pass.first.iter().enumerate() {
            let at = place::SECOND_WEIGHTS + from * SECOND;
            add(&mut of_layers[at..at + SECOND], &of_second, value);
            if is_open(value) {
                of_first[from] = dot(&of_second, &layers[at..at + SECOND]);
            }
        }
        let bias = place::FIRST_BIAS;
        add(&mut of_layers[bias..bias + FIRST], &of_first, 1.0);
        for threat in threat_bits(sample.threats) {
            let at = place::OF_THREATS + threat * FIRST;
            add(&mut of_layers[at..at + FIRST], &of_first, 1.0);
        }
        let mut of_pool = [[0.0; VIEW]; 2];
        let inputs = pass.pool.iter().flatten();
        for (input, (&value, of_pool)) in inputs.zip(of_pool.iter_mut().flatten()).enumerate() {
            let at = place::FIRST_WEIGHTS + input * FIRST;
            of_layers[place::PAST + input] += error * value;
            add(&mut of_layers[at..at + FIRST], &of_first, value);
            let through = dot(&of_first, &layers[at..at + FIRST]);
            *of_pool = (through + error * layers[place::PAST + input]) / POOLED as f32;
        }
        for (square, views) in sample.rows.iter().zip(&pass.views) {
            let mut changes = [[0.0; VIEW]; 2];
            for ((change, view), of_pool) in changes.iter_mut().zip(views).zip(&of_pool) {
                for ((change, &view), &of_pool) in change.iter_mut().zip(view).zip(of_pool) {
                    *change = if view > 0.0 { of_pool } else { 0.0 };
                }
            }
            for &row in square.iter().filter(|&&row| row != BARE) {
                let windows = self.seen_by_both(sample.color, row);
                for (change, window) in changes.iter().zip(windows) {
                    gradient.windows.add(window, change);
                }
            }
        }
        *views = pass.views;
    }

    /// The gradient of the samples' errors, added up, in parts.
    fn differentiate(&self, batch: &[&Sample], gradients: &mut [Gradient]) {
        let share = batch.len().div_ceil(PARTS).max(1);
        gradients
            .par_iter_mut()
            .enumerate()
            .for_each(|(part, gradient)| {
                let mut views = Vec::new();
                for sample in batch.chunks(share).nth(part).unwrap_or(&[]) {
                    self.learn(sample, gradient, &mut views);
                }
            });
    }

    /// A step against the gradient of these samples at this rate.
    pub fn step(&mut self, batch: &[&Sample], rate: f32, decay: f32) {
        let windows = self.windows_of(batch);
        self.map(&windows);
        let mut gradients = std::mem::take(&mut self.gradients);
        self.differentiate(batch, &mut gradients);
        self.steps += 1;
        let step = Step::new(self.steps, rate);
        let size = batch.len() as f32;
        let (sum, others) = gradients.split_first_mut().expect("some parts");
        for other in others {
            sum.windows.add_all(&other.windows);
        }
        for (mapping, (first, windows)) in self.mappings.iter_mut().zip(by_color(&windows)) {
            let changes = sum.windows.rows(first, &windows);
            mapping.step(&windows, &changes, (size, decay), &step);
        }
        let [means, squares] = &mut self.adam_of_layers;
        for (index, weight) in self.layers.iter_mut().enumerate() {
            let sum: f32 = gradients.iter().map(|one| one.layers[index]).sum();
            step.take(weight, [&mut means[index], &mut squares[index]], sum / size);
        }
        for gradient in &mut gradients {
            gradient.windows.clear();
            gradient.layers.fill(0.0);
        }
        self.gradients = gradients;
    }
}

/// For each of two colours where its windows begin, and which of these, in ascending
/// order, are its own, counted from there.
fn by_color(windows: &[u32]) -> [(usize, Vec<u32>); 2] {
    let count = ROWS as u32;
    let split = windows.partition_point(|&window| window < count);
    let (black, white) = windows.split_at(split);
    let white = white.iter().map(|window| window - count).collect();
    [(0, black.to_vec()), (ROWS, white)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, SeedableRng, rngs::StdRng};

    /// A sample of whatever comes.
    fn any(random: &mut StdRng, model: &Model) -> Sample {
        let count = random.random_range(5..20);
        let window = |random: &mut StdRng| match random.random_range(0..4) {
            0 => BARE,
            _ => random.random_range(0..ROWS) as u32,
        };
        Sample {
            color: random.random_range(0..model.colors()),
            threats: random.random_range(0..1 << THREAT_BITS),
            tables: random.random_range(-300.0..300.0),
            unit: random.random_range(150.0..300.0),
            search: random.random_range(-2.0..2.0),
            expected: random.random_range(0.1..0.9),
            result: random.random_bool(0.5).then_some(1.0),
            rows: (0..count)
                .map(|_| std::array::from_fn(|_| window(random)))
                .collect(),
            deeper: false,
        }
    }

    fn check(rule: Rule) {
        let mut random = StdRng::seed_from_u64(3);
        let mut model = Model::new(rule, 4);
        model
            .layers
            .iter_mut()
            .for_each(|one| *one += random.random_range(-0.1..0.1));
        let samples: Vec<Sample> = (0..8).map(|_| any(&mut random, &model)).collect();
        let batch: Vec<&Sample> = samples.iter().collect();
        let mut gradients = std::mem::take(&mut model.gradients);
        model.differentiate(&batch, &mut gradients);
        let loss = |model: &Model| -> f64 {
            let of_one = |sample: &Sample| {
                let (odds, goal) = (f64::from(model.odds(sample)), f64::from(sample.goal()));
                (1.0 + odds.exp()).ln() - goal * odds
            };
            samples.iter().map(of_one).sum()
        };
        const STEP: f32 = 1e-3;
        let mut wrong = Vec::new();
        let mut compare = |change: &mut dyn FnMut(&mut Model, f32), exact: f32| {
            change(&mut model, STEP);
            let above = loss(&model);
            change(&mut model, -2.0 * STEP);
            let below = loss(&model);
            change(&mut model, STEP);
            let numeric = ((above - below) / f64::from(2.0 * STEP)) as f32;
            // A change may open a number or close it.
            wrong.push((numeric - exact).abs() > 5e-3 + 0.02 * exact.abs());
        };
        for index in (0..gradients[0].layers.len()).step_by(3) {
            let exact = gradients.iter().map(|one| one.layers[index]).sum();
            compare(&mut |model, step| model.layers[index] += step, exact);
        }
        let windows = gradients.iter().flat_map(|one| one.windows.touched());
        for window in windows.step_by(5) {
            let channel = random.random_range(0..VIEW);
            let exact = gradients
                .iter()
                .map(|one| one.windows.row(window)[channel])
                .sum();
            compare(
                &mut |model, step| model.windows[window][channel] += step,
                exact,
            );
        }
        let count = wrong.iter().filter(|&&wrong| wrong).count();
        assert!(
            wrong.len() > 300 && count * 25 <= wrong.len(),
            "{count} of {}",
            wrong.len()
        );
    }

    #[test]
    fn the_gradient_is_that_of_small_changes() {
        check(Rule::Freestyle);
        check(Rule::Renju);
    }
}
