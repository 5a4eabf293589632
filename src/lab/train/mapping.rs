//! The mapping from the halves of windows to their rows, in floating point, and its
//! gradient: see [`mapping`](crate::eval::network::mapping).
//!
//! In training, the numbers of a half are those of its squares, by place and content,
//! and some of its own, which begin at zero and decay to it: so that rare halves, common in
//! search trees, learn from others. Of a known mapping only the sums are known: these are
//! the own numbers then, and decay to what they were.

use rand::Rng;
use rand::rngs::StdRng;
use rayon::prelude::*;

use super::vector::{add, limited, narrow};
use crate::eval::network::mapping::{HALF_UNIT, HIDDEN, MOST_OF_THREE, MOST_OUT, OUT_UNIT};
use crate::eval::network::{
    FAR, HALVES, Mapping as Rounded, ROWS, SHAPE_PAIRS, halves_of, shapes_of_rows,
};
use crate::lab::adam::Step;
use crate::machine::{Lanes, Width, Work};
use crate::types::{Color, Rule};

/// The gradient is summed in this number of parts, so that it does not depend on the
/// number of threads.
const PARTS: usize = 8;
/// The numbers of squares and the bias start within plus and minus this.
const OF_SQUARES: f32 = 0.3;
/// The weights of the layer start within plus and minus this.
const OF_OUT: f32 = 0.12;

/// What a square of a half contains: nothing, an own stone, another, or the wall.
const CONTENTS: usize = 4;
/// Where the numbers of squares lie, behind the own ones of all halves.
const SQUARES: usize = HALVES * HIDDEN;
/// Where the bias lies.
const BIAS: usize = SQUARES + FAR * CONTENTS * HIDDEN;
/// Where the layer's weights lie: for each hidden number those of all numbers of a row.
const OUT_WEIGHTS: usize = BIAS + HIDDEN;

/// The mapping of one colour, and the state of Adam.
pub struct Mapping<const OUT: usize> {
    weights: Vec<f32>,
    /// The own numbers of halves as they began.
    begun: Vec<f32>,
    /// The summed numbers of each half.
    sums: Vec<[f32; HIDDEN]>,
    /// The place and content of each square of a half, outwards.
    squares: Vec<[u8; FAR]>,
    adam: [Vec<f32>; 2],
    /// The two halves of each window.
    halves: Vec<[u16; 2]>,
    /// The shapes of each window.
    shapes: Vec<u8>,
}

impl<const OUT: usize> Mapping<OUT> {
    /// Where the rows of shapes lie.
    const SHAPES: usize = OUT_WEIGHTS + HIDDEN * OUT;
    /// The number of weights.
    const LEN: usize = Mapping::<OUT>::SHAPES + SHAPE_PAIRS * OUT;

    /// Random numbers, for a colour's windows.
    pub fn new((rule, own): (Rule, Color), random: &mut StdRng) -> Mapping<OUT> {
        let mut weights = vec![0.0; Mapping::<OUT>::LEN];
        let (halves, out) = weights.split_at_mut(OUT_WEIGHTS);
        halves[SQUARES..].fill_with(|| random.random_range(-OF_SQUARES..OF_SQUARES));
        out[..HIDDEN * OUT].fill_with(|| random.random_range(-OF_OUT..OF_OUT));
        Mapping::with((rule, own), weights)
    }

    /// The numbers that round to these, in rows of this unit.
    pub fn exact(of: (Rule, Color), known: &Rounded<OUT>, unit: i32) -> Mapping<OUT> {
        let none = [0; BIAS - SQUARES];
        let halves = known.halves.as_flattened().iter().chain(&none);
        let halves = halves.chain(&known.bias);
        let halves = halves.map(|&number| f32::from(number) / HALF_UNIT as f32);
        let out = (0..HIDDEN).flat_map(|hidden| known.out.iter().map(move |row| row[hidden]));
        let out = out.map(|number| f32::from(number) / OUT_UNIT as f32);
        let shapes = known.shapes.as_flattened().iter();
        let shapes = shapes.map(|&number| f32::from(number) / unit as f32);
        Mapping::with(of, halves.chain(out).chain(shapes).collect())
    }

    fn with((rule, own): (Rule, Color), weights: Vec<f32>) -> Mapping<OUT> {
        let pair = |row| {
            let (low, high) = halves_of(row);
            [low as u16, high as u16]
        };
        let mut mapping = Mapping {
            sums: vec![[0.0; HIDDEN]; HALVES],
            squares: (0..HALVES).map(squares).collect(),
            adam: [vec![0.0; weights.len()], vec![0.0; weights.len()]],
            begun: weights[..SQUARES].to_vec(),
            weights,
            halves: (0..ROWS).map(pair).collect(),
            shapes: shapes_of_rows(rule, own),
        };
        mapping.add_up();
        mapping
    }

    /// Sums the numbers of all halves.
    fn add_up(&mut self) {
        let own = self.weights.as_chunks().0;
        for ((sum, own), squares) in self.sums.iter_mut().zip(own).zip(&self.squares) {
            *sum = *own;
            for part in parts_of(squares) {
                add(sum, &self.weights[part..][..HIDDEN], 1.0);
            }
        }
    }

    /// The numbers, rounded, for rows of this unit.
    pub fn rounded(&self, unit: i32) -> Rounded<OUT> {
        let mut rounded = Rounded::zero();
        let halves = rounded.halves.as_flattened_mut().iter_mut();
        let halves = halves.chain(&mut rounded.bias);
        let bias = &self.weights[BIAS..][..HIDDEN];
        for (number, &weight) in halves.zip(self.sums.as_flattened().iter().chain(bias)) {
            *number = limited(weight, HALF_UNIT, MOST_OF_THREE);
        }
        let out = &self.weights[OUT_WEIGHTS..Mapping::<OUT>::SHAPES];
        for (hidden, weights) in out.chunks(OUT).enumerate() {
            for (row, &weight) in rounded.out.iter_mut().zip(weights) {
                row[hidden] = limited(weight, OUT_UNIT, MOST_OUT);
            }
        }
        let shapes = rounded.shapes.as_flattened_mut().iter_mut();
        for (number, &weight) in shapes.zip(&self.weights[Mapping::<OUT>::SHAPES..]) {
            *number = narrow(weight, unit);
        }
        rounded
    }

    /// Computes the rows of these windows, in their order.
    pub fn rows(&self, windows: &[u32]) -> Vec<[f32; OUT]> {
        let width = Width::detected();
        let of_some = |windows| width.run(RowsWork(self, windows));
        windows.par_chunks(512).flat_map_iter(of_some).collect()
    }

    #[inline(always)]
    fn hidden(&self, window: usize) -> [f32; HIDDEN] {
        let mut hidden = [0.0; HIDDEN];
        hidden.copy_from_slice(&self.weights[BIAS..][..HIDDEN]);
        for half in self.halves[window] {
            add(&mut hidden, &self.sums[usize::from(half)], 1.0);
        }
        for hidden in &mut hidden {
            *hidden = hidden.max(0.0);
        }
        hidden
    }

    /// The gradient of all weights from that of these windows' rows.
    fn gradient(&self, windows: &[u32], changes: &[[f32; OUT]]) -> Vec<f32> {
        let len = windows.len().div_ceil(PARTS).max(1);
        let width = Width::detected();
        let parts: Vec<_> = windows.chunks(len).zip(changes.chunks(len)).collect();
        let parts = parts.into_par_iter();
        let sums: Vec<Vec<f32>> = parts.map(|part| width.run(BackWork(self, part))).collect();
        let mut sum = vec![0.0; self.weights.len()];
        sums.iter().for_each(|part| add(&mut sum, part, 1.0));
        let (halves, rest) = sum.split_at_mut(SQUARES);
        for (half, squares) in halves.chunks(HIDDEN).zip(&self.squares) {
            for part in parts_of(squares) {
                add(&mut rest[part - SQUARES..][..HIDDEN], half, 1.0);
            }
        }
        sum
    }

    /// A step against the gradient, which is `changes` of the rows of `windows`, over
    /// `size`. The own numbers of halves decay to what they began with, with the weight
    /// `decay`.
    pub fn step(
        &mut self,
        windows: &[u32],
        changes: &[[f32; OUT]],
        (size, decay): (f32, f32),
        step: &Step,
    ) {
        let sum = self.gradient(windows, changes);
        let [means, squares] = &mut self.adam;
        for (index, weight) in self.weights.iter_mut().enumerate() {
            let begun = self.begun.get(index);
            let drawn = begun.map_or(0.0, |begun| decay * (*weight - begun));
            let gradient = sum[index] / size + drawn;
            step.take(weight, [&mut means[index], &mut squares[index]], gradient);
        }
        self.add_up();
    }
}

/// What the squares of a half contain, outwards: see [`CONTENTS`].
fn squares(half: usize) -> [u8; FAR] {
    const WALL: u8 = 3;
    let (mut len, mut shorter) = (0, 0);
    while 3 * shorter < half {
        shorter = 3 * shorter + 1;
        len += 1;
    }
    let mut squares = [WALL; FAR];
    let mut rest = half - shorter;
    for square in squares[..len].iter_mut().rev() {
        *square = (rest % 3) as u8;
        rest /= 3;
    }
    squares
}

/// Where the numbers of these squares lie.
fn parts_of(squares: &[u8; FAR]) -> impl Iterator<Item = usize> {
    let squares = squares.iter().enumerate();
    squares.map(|(place, &content)| SQUARES + (place * CONTENTS + usize::from(content)) * HIDDEN)
}

/// Computes rows.
struct RowsWork<'a, const OUT: usize>(&'a Mapping<OUT>, &'a [u32]);

impl<const OUT: usize> Work for RowsWork<'_, OUT> {
    type Output = Vec<[f32; OUT]>;

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) -> Self::Output {
        let RowsWork(mapping, windows) = self;
        let mut rows = Vec::with_capacity(windows.len());
        for &window in windows {
            let layer = mapping.weights[OUT_WEIGHTS..].as_chunks::<OUT>().0;
            let mut row = layer[HIDDEN + usize::from(mapping.shapes[window as usize])];
            for (hidden, weights) in mapping.hidden(window as usize).iter().zip(layer) {
                for (sum, weight) in row.iter_mut().zip(weights) {
                    *sum += hidden * weight;
                }
            }
            rows.push(row);
        }
        rows
    }
}

/// Computes the gradient of all weights from that of some windows' rows.
struct BackWork<'a, const OUT: usize>(&'a Mapping<OUT>, (&'a [u32], &'a [[f32; OUT]]));

impl<const OUT: usize> Work for BackWork<'_, OUT> {
    type Output = Vec<f32>;

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) -> Vec<f32> {
        let BackWork(mapping, (windows, changes)) = self;
        let mut gradient = vec![0.0; mapping.weights.len()];
        let layer = mapping.weights[OUT_WEIGHTS..].as_chunks::<OUT>().0;
        for (&window, change) in windows.iter().zip(changes) {
            let hidden = mapping.hidden(window as usize);
            let mut of_hidden = [0.0; HIDDEN];
            let of_layer = gradient[OUT_WEIGHTS..].as_chunks_mut::<OUT>().0;
            for (at, &hidden) in hidden.iter().enumerate() {
                if hidden > 0.0 {
                    let mut sums = [0.0; OUT];
                    for (out, &change) in change.iter().enumerate() {
                        of_layer[at][out] += hidden * change;
                        sums[out] = layer[at][out] * change;
                    }
                    of_hidden[at] = sums.iter().sum();
                }
            }
            let shapes = HIDDEN + usize::from(mapping.shapes[window as usize]);
            add(&mut of_layer[shapes], change, 1.0);
            add(&mut gradient[BIAS..][..HIDDEN], &of_hidden, 1.0);
            for half in mapping.halves[window as usize] {
                let part = usize::from(half) * HIDDEN;
                add(&mut gradient[part..][..HIDDEN], &of_hidden, 1.0);
            }
        }
        gradient
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::network::value::{VIEW, VIEW_UNIT};
    use rand::SeedableRng;

    const OF: (Rule, Color) = (Rule::Freestyle, Color::Black);

    #[test]
    fn rounded_rows_are_those_of_floating_point() {
        let random = &mut StdRng::seed_from_u64(3);
        let mapping = Mapping::<VIEW>::new(OF, random);
        let all: Vec<u32> = (0..ROWS as u32).collect();
        let rounded = mapping.rounded(VIEW_UNIT);
        let shapes = shapes_of_rows(OF.0, OF.1);
        let integers = rounded.rows(&shapes, VIEW_UNIT, i16::MAX);
        let exact = mapping.rows(&all);
        for (integers, exact) in integers.iter().zip(&exact) {
            for (&integer, &exact) in integers.iter().zip(exact) {
                let difference = f32::from(integer) / VIEW_UNIT as f32 - exact;
                assert!(difference.abs() < 0.02, "{difference}");
            }
        }
        let again = Mapping::exact(OF, &rounded, VIEW_UNIT);
        assert!(again.rounded(VIEW_UNIT) == rounded);
    }

    #[test]
    fn a_known_mapping_stays_where_nothing_is_learnt() {
        let random = &mut StdRng::seed_from_u64(5);
        let known = Mapping::<VIEW>::new(OF, random).rounded(VIEW_UNIT);
        let mut mapping = Mapping::exact(OF, &known, VIEW_UNIT);
        for number in 1..=20 {
            let step = Step::new(number, 0.01);
            mapping.step(&[0], &[[0.0; VIEW]], (1.0, 0.1), &step);
        }
        assert!(mapping.rounded(VIEW_UNIT) == known);
    }

    #[test]
    fn the_gradient_is_that_of_small_changes() {
        let random = &mut StdRng::seed_from_u64(4);
        let mut mapping = Mapping::<VIEW>::new(OF, random);
        let windows: Vec<u32> = (0..ROWS as u32).step_by(701).collect();
        let changes: Vec<[f32; VIEW]> = windows
            .iter()
            .map(|_| std::array::from_fn(|_| random.random_range(-1.0..1.0)))
            .collect();
        let told = mapping.gradient(&windows, &changes);
        let loss = |mapping: &Mapping<VIEW>| -> f64 {
            let rows = mapping.rows(&windows);
            let pairs = rows.as_flattened().iter().zip(changes.as_flattened());
            pairs.map(|(&row, &change)| f64::from(row * change)).sum()
        };
        const STEP: f32 = 1e-2;
        let (mut compared, mut wrong) = (0, 0);
        for (index, &exact) in told.iter().enumerate().step_by(17) {
            let mut change = |by: f32| {
                mapping.weights[index] += by;
                mapping.add_up();
                loss(&mapping)
            };
            let (above, below) = (change(STEP), change(-2.0 * STEP));
            change(STEP);
            let numeric = ((above - below) / f64::from(2.0 * STEP)) as f32;
            compared += usize::from(exact != 0.0);
            // A change may open a hidden number or close it.
            wrong += usize::from((numeric - exact).abs() > 1e-2 + 0.03 * exact.abs());
        }
        assert!(
            compared > 300 && wrong * 10 <= compared,
            "{wrong} of {compared}"
        );
    }

    #[test]
    fn squares_are_read_outwards() {
        assert_eq!(squares(0), [3; FAR]);
        // One empty square, an own stone, another.
        assert_eq!(squares(1), [0, 3, 3, 3, 3]);
        assert_eq!(squares(3), [2, 3, 3, 3, 3]);
        assert_eq!(squares(4), [0, 0, 3, 3, 3]);
        assert_eq!(squares(4 + 3 + 2), [1, 2, 3, 3, 3]);
        assert_eq!(squares(HALVES - 1), [2; FAR]);
    }
}
