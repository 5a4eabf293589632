//! Rounds a model to a network in integers, and back.

use super::layout::{Layout, Row};
use super::mapping::Mapping;
use super::model::Model;
use super::samples::Sample;
use super::vector::{narrow, wide};
use crate::eval::network::context::{Context, FIRST_UNIT, OfUnits, POOLS_UNIT, UNIT_WEIGHT, UNITS};
use crate::eval::network::{self, CHANNELS, MOST_OF_NINE, PolicyNumbers, ROW_UNIT};
use crate::eval::weights::POLICY_UNIT;
use crate::machine::Portable;
use crate::types::{Color, Rule};

/// The model's numbers, rounded.
pub fn rounded(rule: Rule, model: &Model) -> Vec<PolicyNumbers> {
    let layout = model.layout;
    let of_color = |(own, (mapping, rows)): (Color, (&Mapping<CHANNELS>, &[Row]))| {
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
        numbers.mapping = mapping.rounded(ROW_UNIT);
        numbers.fill_windows(rule, own);
        numbers
    };
    let of_colors = model.weights.chunks(layout.len);
    let of_colors = model.mappings.iter().zip(of_colors);
    Color::ALL
        .into_iter()
        .zip(of_colors)
        .map(of_color)
        .collect()
}

fn rounded_context(layout: Layout, rows: &[Row]) -> Context {
    let row = |from: usize, unit: i32| rows[from].map(|weight| narrow(weight, unit));
    let wide = |weight: f32| wide(weight, POOLS_UNIT * FIRST_UNIT);
    let biases = rows[layout.first_bias..layout.unit_gates].as_flattened();
    let biases = |from: usize| std::array::from_fn(|unit| wide(biases[from * UNITS + unit]));
    Context {
        first: std::array::from_fn(|unit| row(layout.first + unit, FIRST_UNIT)),
        first_bias: biases(0),
        threats: std::array::from_fn(|threat| biases(1 + threat)),
        gates: turned(|unit| row(layout.unit_gates + unit, UNIT_WEIGHT)),
        begins: turned(|unit| row(layout.unit_begins + unit, UNIT_WEIGHT)),
    }
}

/// For each channel the numbers of all units.
fn turned(of_unit: impl Fn(usize) -> network::Row) -> [OfUnits; CHANNELS] {
    std::array::from_fn(|channel| std::array::from_fn(|unit| of_unit(unit)[channel]))
}

/// The rows that round to these numbers, for each colour, without those of windows.
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
        put(layout.recent, one.recent.as_flattened(), ROW_UNIT);
        put(layout.bias, &[one.bias], ROW_UNIT);
        put(layout.gates, &one.gates, ROW_UNIT);
        let context = &one.context;
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

fn round(row: &Row) -> network::Row {
    let most = f32::from(MOST_OF_NINE);
    row.map(|weight| (weight * ROW_UNIT as f32).round().clamp(-most, most) as i16)
}

/// The largest difference of log-odds between rounded numbers and model in a position.
pub fn difference(numbers: &[PolicyNumbers], model: &Model, sample: &Sample) -> f64 {
    let numbers = &numbers[sample.color];
    let head = numbers.head(Portable, &sample.pools, sample.threats);
    let policy = model.policy(sample);
    let pairs = sample.candidates.iter().zip(policy);
    let differences = pairs.map(|(candidate, exact)| {
        let places = candidate.recent.map(usize::from);
        let integer = numbers.log_odds(Portable, &head, places, candidate.rows);
        (f64::from(integer) / f64::from(POLICY_UNIT) - f64::from(exact)).abs()
    });
    differences.fold(0.0, f64::max)
}
