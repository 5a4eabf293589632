//! The value network in floating point, and its gradient.
//!
//! As in the policy, a window's row is the sum of three in training: one for its near
//! part, one for the shapes of both colours, and one of its own.

use rayon::prelude::*;

use super::samples::{BARE, Sample};
use crate::board::line::{EMPTY, LineKey, MARGIN, WALL, stone_bits};
use crate::eval::network::value::{FIRST, POOLED, SECOND, VIEW};
use crate::eval::network::{FAR, NEAR, near_rows, row, rows, swapped_rows};
use crate::eval::weights::threat_bits;
use crate::lab::adam::Step;
use crate::lab::sigmoid;
use crate::lab::train::vector::{add, dot};
use crate::pattern::Tables;
use crate::position::THREAT_BITS;
use crate::types::{Color, Ruleset};

/// A row of numbers, one for each channel of a view.
pub type Row = [f32; VIEW];

/// The gradient of a batch is summed in this number of parts, so that it does not depend
/// on the number of threads.
const PARTS: usize = 4;
/// Units of the evaluation to one in the last sum.
pub const UNITS: f32 = 256.0;
/// Pairs of both colours' shapes in one window.
const SHAPE_PAIRS: usize = 256;
/// Rows of windows start within plus and minus this.
const SMALL: f32 = 0.1;

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
    colors: usize,
    /// For each colour the near rows, those of shapes, the far rows.
    weights: Vec<Row>,
    /// The same before training: far rows decay to these.
    start: Vec<Row>,
    /// For each colour the summed rows of all windows.
    pub windows: Vec<Row>,
    /// The layers for each side to move: see [`place`].
    pub layers: Vec<f32>,
    adam: [Vec<Row>; 2],
    adam_of_layers: [Vec<f32>; 2],
    steps: i32,
    near: Vec<u32>,
    /// For each colour the shapes in each window.
    shapes: [Vec<u8>; 2],
    swapped: &'static [u32],
    gradients: Vec<Gradient>,
}

/// The gradient of a batch.
struct Gradient {
    windows: Vec<Row>,
    touched: Vec<u32>,
    is_touched: Vec<bool>,
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
    pub fn new<R: Ruleset>(colors: usize, seed: u64) -> Model {
        use rand::{Rng, SeedableRng, rngs::StdRng};
        let mut random = StdRng::seed_from_u64(seed);
        let own = rows_of_color();
        let mut weights = vec![[0.0; VIEW]; colors * own];
        for of_color in weights.chunks_mut(own) {
            for row in &mut of_color[..rows(NEAR)] {
                row.fill_with(|| random.random_range(-SMALL..SMALL));
            }
        }
        let mut layers = vec![0.0; place::LEN];
        let mut fill = |from: usize, to: usize, size: f32| {
            layers[from..to].fill_with(|| random.random_range(-size..size));
        };
        fill(place::FIRST_WEIGHTS, place::FIRST_BIAS, 0.15);
        fill(place::SECOND_WEIGHTS, place::SECOND_BIAS, 0.2);
        fill(place::LAST, place::PAST, 0.02);
        layers[place::FIRST_BIAS..place::OF_THREATS].fill(0.25);
        layers[place::SECOND_BIAS..place::LAST].fill(0.25);
        layers[place::TABLES] = 1.0;
        Model::with::<R>(colors, weights, layers.repeat(colors))
    }

    /// A network with these rows of windows, for each colour, and these layers.
    pub fn continued<R: Ruleset>((windows, layers): (Vec<Vec<Row>>, Vec<f32>)) -> Model {
        let colors = windows.len();
        let own = rows(NEAR) + SHAPE_PAIRS;
        let len = rows_of_color();
        let mut weights = vec![[0.0; VIEW]; colors * len];
        for (weights, windows) in weights.chunks_mut(len).zip(windows) {
            weights[own..][..windows.len()].copy_from_slice(&windows);
        }
        Model::with::<R>(colors, weights, layers)
    }

    fn with<R: Ruleset>(colors: usize, weights: Vec<Row>, layers: Vec<f32>) -> Model {
        let windows = vec![[0.0; VIEW]; colors * rows(FAR)];
        let none = || Gradient {
            windows: windows.clone(),
            touched: Vec::new(),
            is_touched: vec![false; windows.len()],
            layers: vec![0.0; layers.len()],
        };
        let gradients = (0..PARTS).map(|_| none()).collect();
        let zero = vec![[0.0; VIEW]; weights.len()];
        let mut model = Model {
            colors,
            start: weights.clone(),
            weights,
            adam: [zero.clone(), zero],
            adam_of_layers: [vec![0.0; layers.len()], vec![0.0; layers.len()]],
            windows,
            layers,
            steps: 0,
            near: near_rows(),
            shapes: Color::ALL.map(shapes_of_rows::<R>),
            swapped: swapped_rows(),
            gradients,
        };
        model.add_up();
        model
    }

    /// The number of colours with numbers of their own.
    pub fn colors(&self) -> usize {
        self.colors
    }

    /// The weights whose sum is a window's row.
    fn parts(&self, window: usize) -> [usize; 3] {
        let count = rows(FAR);
        let (color, row) = (window / count, window % count);
        let base = color * rows_of_color();
        let shapes = base + rows(NEAR);
        [
            base + self.near[row] as usize,
            shapes + usize::from(self.shapes[color][row]),
            shapes + SHAPE_PAIRS + row,
        ]
    }

    /// Sums the rows of all windows.
    fn add_up(&mut self) {
        let mut windows = std::mem::take(&mut self.windows);
        windows
            .par_iter_mut()
            .enumerate()
            .for_each(|(window, sum)| {
                *sum = [0.0; VIEW];
                for part in self.parts(window) {
                    for (sum, weight) in sum.iter_mut().zip(&self.weights[part]) {
                        *sum += weight;
                    }
                }
            });
        self.windows = windows;
    }

    /// The windows of a row in the mover's and in the waiter's view.
    #[inline]
    fn seen_by_both(&self, color: usize, row: u32) -> [usize; 2] {
        let count = rows(FAR);
        let other = (color + self.colors - 1) % self.colors;
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
                    gradient.add(window, change);
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

    /// A step against the gradient of these samples at this rate; far rows are
    /// drawn to where they started with the weight `decay`.
    pub fn step(&mut self, batch: &[&Sample], rate: f32, decay: f32) {
        let mut gradients = std::mem::take(&mut self.gradients);
        self.differentiate(batch, &mut gradients);
        self.steps += 1;
        let step = Step::new(self.steps, rate);
        let size = batch.len() as f32;
        let mut sums = vec![None; self.weights.len()];
        for gradient in &mut gradients {
            for (window, change) in gradient.take() {
                for part in self.parts(window) {
                    let sum: &mut Row = sums[part].get_or_insert([0.0; VIEW]);
                    add(sum, &change, 1.0);
                }
            }
        }
        let [means, squares] = &mut self.adam;
        let own = rows_of_color();
        for (row, sum) in sums.iter().enumerate() {
            let Some(sum) = sum else {
                continue;
            };
            let is_far = row % own >= rows(NEAR) + SHAPE_PAIRS;
            let decay = if is_far { decay } else { 0.0 };
            for (channel, &sum) in sum.iter().enumerate() {
                let weight = &mut self.weights[row][channel];
                let memory = [&mut means[row][channel], &mut squares[row][channel]];
                let drawn = decay * (*weight - self.start[row][channel]);
                let gradient = sum / size + drawn;
                step.take(weight, memory, gradient);
            }
        }
        let [means, squares] = &mut self.adam_of_layers;
        for (index, weight) in self.layers.iter_mut().enumerate() {
            let sum: f32 = gradients.iter().map(|one| one.layers[index]).sum();
            step.take(weight, [&mut means[index], &mut squares[index]], sum / size);
        }
        gradients.iter_mut().for_each(|one| one.layers.fill(0.0));
        self.gradients = gradients;
        self.add_up();
    }
}

impl Gradient {
    #[inline]
    fn add(&mut self, window: usize, change: &Row) {
        if !std::mem::replace(&mut self.is_touched[window], true) {
            self.touched.push(window as u32);
        }
        add(&mut self.windows[window], change, 1.0);
    }

    /// What it says of windows; afterwards it says nothing of them.
    fn take(&mut self) -> impl Iterator<Item = (usize, Row)> + '_ {
        self.touched.drain(..).map(|window| {
            let window = window as usize;
            self.is_touched[window] = false;
            let change = std::mem::replace(&mut self.windows[window], [0.0; VIEW]);
            (window, change)
        })
    }
}

/// The weights of rows that one colour has.
fn rows_of_color() -> usize {
    rows(NEAR) + SHAPE_PAIRS + rows(FAR)
}

/// For each row the shapes that stones in the middle of its window would make:
/// the own colour's, then the other's.
fn shapes_of_rows<R: Ruleset>(own: Color) -> Vec<u8> {
    let tables = Tables::of(R::RULE);
    let mut shapes = vec![0; rows(FAR)];
    // Every half, from the middle square outwards.
    let halves: Vec<Vec<u64>> = (0..=FAR)
        .flat_map(|len| {
            let squares = [EMPTY, stone_bits(own), stone_bits(!own)];
            (0..3usize.pow(len as u32)).map(move |number| {
                let digit = |step: usize| number / 3usize.pow(step as u32) % 3;
                let half = (0..len).map(|step| squares[digit(step)]);
                half.chain(std::iter::repeat_n(WALL, FAR - len)).collect()
            })
        })
        .collect();
    let bits = |half: &[u64], place: &dyn Fn(usize) -> usize| -> u64 {
        let squares = half.iter().enumerate();
        squares
            .map(|(step, &square)| square << (2 * place(step)))
            .sum()
    };
    for before in &halves {
        let before = bits(before, &|step| MARGIN + FAR - 1 - step);
        for behind in &halves {
            let behind = bits(behind, &|step| MARGIN + FAR + 1 + step);
            let line = LineKey(before | EMPTY << (2 * (MARGIN + FAR)) | behind);
            let pair = tables.shape_pair(line.around(FAR, R::REACH));
            shapes[row(line, FAR, own)] = match own {
                Color::Black => pair,
                Color::White => pair.rotate_left(4),
            };
        }
    }
    shapes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Freestyle, Renju};
    use rand::{Rng, SeedableRng, rngs::StdRng};

    /// A sample of whatever comes.
    fn any(random: &mut StdRng, model: &Model) -> Sample {
        let count = random.random_range(5..20);
        let window = |random: &mut StdRng| match random.random_range(0..4) {
            0 => BARE,
            _ => random.random_range(0..rows(FAR)) as u32,
        };
        Sample {
            color: random.random_range(0..model.colors),
            threats: random.random_range(0..1 << THREAT_BITS),
            tables: random.random_range(-300.0..300.0),
            unit: random.random_range(150.0..300.0),
            search: random.random_range(-2.0..2.0),
            result: random.random_bool(0.5).then_some(1.0),
            rows: (0..count)
                .map(|_| std::array::from_fn(|_| window(random)))
                .collect(),
            deeper: false,
        }
    }

    fn check<R: Ruleset>(colors: usize) {
        let mut random = StdRng::seed_from_u64(3);
        let mut model = Model::new::<R>(colors, 4);
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
        let windows: Vec<u32> = gradients
            .iter()
            .flat_map(|one| one.touched.clone())
            .collect();
        for &window in windows.iter().step_by(5) {
            let (window, channel) = (window as usize, random.random_range(0..VIEW));
            let exact = gradients
                .iter()
                .map(|one| one.windows[window][channel])
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
        check::<Freestyle>(1);
        check::<Renju>(2);
    }

    #[test]
    fn every_window_has_the_shapes_of_its_stones() {
        use crate::board::Board;
        use crate::board::line::spot_of;
        use crate::pattern::Shape;
        use crate::position::Position;
        use crate::types::Direction;
        let mut random = StdRng::seed_from_u64(6);
        let shapes = Color::ALL.map(shapes_of_rows::<Renju>);
        for _ in 0..100 {
            let mut board = Board::new(12, 9).unwrap();
            for _ in 0..random.random_range(0..60) {
                let squares: Vec<_> = board.empty().into_iter().collect();
                board.place(squares[random.random_range(0..squares.len())]);
            }
            let position = Position::<Renju>::new(board);
            for square in *position.board().empty() {
                for direction in Direction::ALL {
                    for own in Color::ALL {
                        let line = position.board().line(square, direction);
                        let place = spot_of(square, direction).place.into();
                        let pair = shapes[own.index()][row(line, place, own)];
                        let told = [pair & 15, pair >> 4].map(Shape::from_bits);
                        let is = [own, !own]
                            .map(|color| position.shape_if_played(square, color, direction));
                        assert_eq!(told, is);
                    }
                }
            }
        }
    }
}
