//! Rounds a model to a network in integers, and back.

use super::layout::{Layout, Row};
use super::model::Model;
use super::samples::Sample;
use super::vector::{narrow, wide};
use crate::eval::network::context::{Context, FIRST_UNIT, OfUnits, POOLS_UNIT, UNIT_WEIGHT, UNITS};
use crate::eval::network::{self, CHANNELS, FAR, MOST_OF_NINE, PolicyNumbers, ROW_UNIT};
use crate::eval::weights::POLICY_UNIT;
use crate::machine::Portable;

/// Windows seen less often than this get the mean of those with the same near part, or
/// if training started from a network, the mean change.
const LEAST_SEEN: u32 = 8;

/// The model's numbers, rounded; `seen` has each colour's training counts.
pub fn rounded(model: &Model, seen: &[Seen]) -> Vec<PolicyNumbers> {
    let near_of = network::near_rows();
    let of_color = |(color, seen): (usize, &Seen)| {
        let layout = model.layout;
        let rows = &model.weights[color * layout.len..][..layout.len];
        let mut numbers = PolicyNumbers::zero();
        numbers.bias = round(&rows[layout.bias]);
        for (gate, row) in numbers.gates.iter_mut().zip(&rows[layout.gates..]) {
            *gate = round(row);
        }
        let recent = numbers.recent.iter_mut().flatten();
        for (place, row) in recent.zip(&rows[layout.recent..]) {
            *place = round(row);
        }
        numbers.context = rounded_context(layout, rows);
        let base =
            |near: usize, shapes: usize| -> Row { add(&rows[near], &rows[layout.shapes + shapes]) };
        let start = &model.start[color * layout.len..][..layout.len];
        // The mean over windows with the same near part.
        let mut usual = vec![([0.0; CHANNELS], 0.0); layout.far];
        for (index, &near) in near_of.iter().enumerate() {
            let count = seen.counts[index] as f32;
            let shapes = &rows[layout.shapes + usize::from(seen.shapes[index])];
            let (sum, weight) = &mut usual[near as usize];
            *weight += count;
            sum.iter_mut()
                .zip(shapes)
                .for_each(|(sum, one)| *sum += count * one);
        }
        for (index, window) in numbers.windows.iter_mut().enumerate() {
            let near = near_of[index] as usize;
            *window = round(&match seen.counts[index] >= LEAST_SEEN {
                true => add(
                    &base(near, seen.shapes[index].into()),
                    &rows[layout.far + index],
                ),
                false => {
                    let (sum, weight) = &usual[near];
                    let usual = add(&rows[near], &sum.map(|sum| sum / weight.max(1.0)));
                    add(&usual, &start[layout.far + index])
                }
            });
        }
        numbers
    };
    seen.iter().enumerate().map(of_color).collect()
}

/// `None` if the units have no weights.
fn rounded_context(layout: Layout, rows: &[Row]) -> Option<Context> {
    let units = rows[layout.first..].as_flattened();
    if units.iter().all(|&weight| weight == 0.0) {
        return None;
    }
    let row = |from: usize, unit: i32| rows[from].map(|weight| narrow(weight, unit));
    let wide = |weight: f32| wide(weight, POOLS_UNIT * FIRST_UNIT);
    let biases = rows[layout.first_bias..layout.unit_gates].as_flattened();
    let biases = |from: usize| std::array::from_fn(|unit| wide(biases[from * UNITS + unit]));
    Some(Context {
        first: std::array::from_fn(|unit| row(layout.first + unit, FIRST_UNIT)),
        first_bias: biases(0),
        threats: std::array::from_fn(|threat| biases(1 + threat)),
        gates: turned(|unit| row(layout.unit_gates + unit, UNIT_WEIGHT)),
        begins: turned(|unit| row(layout.unit_begins + unit, UNIT_WEIGHT)),
    })
}

/// For each channel the numbers of all units.
fn turned(of_unit: impl Fn(usize) -> network::Row) -> [OfUnits; CHANNELS] {
    std::array::from_fn(|channel| std::array::from_fn(|unit| of_unit(unit)[channel]))
}

/// The rows that round to these numbers, for each colour: windows in their own rows, and
/// zeros in the near and shape rows.
pub fn exact(numbers: &[PolicyNumbers]) -> Vec<Row> {
    let layout = Layout::new();
    let mut weights = Vec::with_capacity(numbers.len() * layout.len);
    for one in numbers {
        let mut rows = vec![[0.0; CHANNELS]; layout.len];
        let mut put = |from: usize, known: &[network::Row], unit: i32| {
            for (row, known) in rows[from..].iter_mut().zip(known) {
                *row = known.map(|number| f32::from(number) / unit as f32);
            }
        };
        put(layout.far, &one.windows, ROW_UNIT);
        put(layout.recent, one.recent.as_flattened(), ROW_UNIT);
        put(layout.bias, &[one.bias], ROW_UNIT);
        put(layout.gates, &one.gates, ROW_UNIT);
        let none = Context::zero();
        let context = one.context.as_ref().unwrap_or(&none);
        put(layout.first, &context.first, FIRST_UNIT);
        for (from, of_channels) in [
            (layout.unit_gates, &context.gates),
            (layout.unit_begins, &context.begins),
        ] {
            let of_unit = |unit: usize| std::array::from_fn(|channel| of_channels[channel][unit]);
            let of_units: [network::Row; UNITS] = std::array::from_fn(of_unit);
            put(from, &of_units, UNIT_WEIGHT);
        }
        let wide = context
            .first_bias
            .iter()
            .chain(context.threats.as_flattened());
        let biases = rows[layout.first_bias..layout.unit_gates].as_flattened_mut();
        for (bias, &known) in biases.iter_mut().zip(wide) {
            *bias = known as f32 / (POOLS_UNIT * FIRST_UNIT) as f32;
        }
        weights.extend(rows);
    }
    weights
}

/// The count of each window, and its shapes.
pub struct Seen {
    counts: Vec<u32>,
    shapes: Vec<u8>,
}

impl Seen {
    /// No windows.
    pub fn new() -> Seen {
        let windows = network::rows(FAR);
        Seen {
            counts: vec![0; windows],
            shapes: vec![0; windows],
        }
    }

    /// How often each window was seen.
    pub fn counts(&self) -> &[u32] {
        &self.counts
    }

    /// Counts a sample of this colour.
    pub fn add(&mut self, sample: &Sample) {
        for candidate in &sample.candidates {
            for (&row, &shapes) in candidate.rows.iter().zip(&candidate.shapes) {
                self.counts[row as usize] += 1;
                self.shapes[row as usize] = shapes;
            }
        }
    }
}

fn add(one: &Row, other: &Row) -> Row {
    std::array::from_fn(|channel| one[channel] + other[channel])
}

fn round(row: &Row) -> network::Row {
    let most = f32::from(MOST_OF_NINE);
    row.map(|weight| (weight * ROW_UNIT as f32).round().clamp(-most, most) as i16)
}

/// The largest difference of log-odds between rounded numbers and model in a position,
/// without rare windows.
pub fn difference(numbers: &[PolicyNumbers], model: &Model, seen: &[Seen], sample: &Sample) -> f64 {
    let counts = &seen[sample.color].counts;
    let numbers = &numbers[sample.color];
    let head = numbers.head(Portable, &sample.pools, sample.threats);
    let policy = model.policy(sample);
    let pairs = sample.candidates.iter().zip(policy);
    let is_common = |row: &u32| counts[*row as usize] >= LEAST_SEEN;
    let common = pairs.filter(|(candidate, _)| candidate.rows.iter().all(is_common));
    let differences = common.map(|(candidate, exact)| {
        let places = candidate.recent.map(usize::from);
        let integer = numbers.log_odds(&head, places, candidate.rows);
        (f64::from(integer) / f64::from(POLICY_UNIT) - f64::from(exact)).abs()
    });
    differences.fold(0.0, f64::max)
}
