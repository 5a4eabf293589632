//! Rounds a value to integers, and back.

use super::model::{Model, UNITS, place};
use super::samples::{BARE, Sample};
use crate::eval::network::value::{
    BETWEEN, FIRST, FIRST_UNIT, INPUT_UNIT, LAST_UNIT, PAST_UNIT, SECOND, SECOND_UNIT, SUM_UNIT,
    VIEW, VIEW_UNIT,
};
use crate::eval::network::{Layers, Pool, ValueNumbers};
use crate::lab::train::vector::{narrow, wide};
use crate::machine::Portable;
use crate::types::{Color, Rule};

/// The model's numbers, rounded.
pub fn rounded(rule: Rule, model: &Model) -> ValueNumbers {
    let mut value = ValueNumbers::zero(model.colors());
    for (rounded, mapping) in value.mappings.iter_mut().zip(&model.mappings) {
        *rounded = mapping.rounded(VIEW_UNIT);
    }
    value.fill_windows(rule);
    for (layers, weights) in value.layers.iter_mut().zip(model.layers.chunks(place::LEN)) {
        round_layers(layers, weights);
    }
    value
}

fn round_layers(layers: &mut Layers, weights: &[f32]) {
    let product = INPUT_UNIT * FIRST_UNIT;
    for out in 0..FIRST {
        for input in 0..2 * VIEW {
            let weight = weights[place::FIRST_WEIGHTS + input * FIRST + out];
            layers.first[out][input] = narrow(weight, FIRST_UNIT);
        }
        layers.first_bias[out] = wide(weights[place::FIRST_BIAS + out], product);
        for (threat, of_threat) in layers.threats.iter_mut().enumerate() {
            of_threat[out] = wide(weights[place::OF_THREATS + threat * FIRST + out], product);
        }
    }
    for out in 0..SECOND {
        for from in 0..FIRST {
            let weight = weights[place::SECOND_WEIGHTS + from * SECOND + out];
            layers.second[out][from] = narrow(weight, SECOND_UNIT);
        }
        let bias = weights[place::SECOND_BIAS + out];
        layers.second_bias[out] = wide(bias, BETWEEN * SECOND_UNIT);
        layers.last[out] = narrow(weights[place::LAST + out] * UNITS, LAST_UNIT);
    }
    for (input, past) in layers.past.iter_mut().enumerate() {
        *past = narrow(weights[place::PAST + input] * UNITS, PAST_UNIT);
    }
    layers.tables = wide(weights[place::TABLES], SUM_UNIT);
    layers.bias = wide(weights[place::BIAS] * UNITS, SUM_UNIT);
}

/// The layers for each side to move that round to these.
pub fn exact(value: &ValueNumbers) -> Vec<f32> {
    value.layers.iter().flat_map(exact_layers).collect()
}

fn exact_layers(layers: &Layers) -> Vec<f32> {
    let mut weights = vec![0.0; place::LEN];
    let product = (INPUT_UNIT * FIRST_UNIT) as f32;
    for out in 0..FIRST {
        for (input, &number) in layers.first[out].iter().enumerate() {
            let at = place::FIRST_WEIGHTS + input * FIRST + out;
            weights[at] = f32::from(number) / FIRST_UNIT as f32;
        }
        weights[place::FIRST_BIAS + out] = layers.first_bias[out] as f32 / product;
        for (threat, of_threat) in layers.threats.iter().enumerate() {
            weights[place::OF_THREATS + threat * FIRST + out] = of_threat[out] as f32 / product;
        }
    }
    for out in 0..SECOND {
        for (from, &number) in layers.second[out].iter().enumerate() {
            let at = place::SECOND_WEIGHTS + from * SECOND + out;
            weights[at] = f32::from(number) / SECOND_UNIT as f32;
        }
        let bias = layers.second_bias[out] as f32;
        weights[place::SECOND_BIAS + out] = bias / (BETWEEN * SECOND_UNIT) as f32;
        weights[place::LAST + out] = f32::from(layers.last[out]) / LAST_UNIT as f32 / UNITS;
    }
    for (input, &past) in layers.past.iter().enumerate() {
        weights[place::PAST + input] = f32::from(past) / PAST_UNIT as f32 / UNITS;
    }
    weights[place::TABLES] = layers.tables as f32 / SUM_UNIT as f32;
    weights[place::BIAS] = layers.bias as f32 / SUM_UNIT as f32 / UNITS;
    weights
}

/// The difference of the rounded value from the model's, in units of the evaluation.
pub fn difference(value: &ValueNumbers, model: &Model, swapped: &[u32], sample: &Sample) -> f64 {
    let mover = Color::ALL[sample.color];
    let mut pool: Pool = [0; 2 * VIEW];
    for square in &sample.rows {
        let mut view = [0; 2 * VIEW];
        for &row in square.iter().filter(|&&row| row != BARE) {
            let row = match mover {
                Color::Black => row as usize,
                Color::White => swapped[row as usize] as usize,
            };
            for (sum, number) in view.iter_mut().zip(&value.windows[row]) {
                *sum += i32::from(*number);
            }
        }
        for (pool, view) in pool.iter_mut().zip(view) {
            *pool += view.max(0);
        }
    }
    let integer = value.value(
        Portable,
        &pool,
        mover,
        (sample.threats, sample.tables as i32),
    );
    let exact = f64::from(model.odds(sample)) * f64::from(sample.unit);
    (f64::from(integer) - exact).abs()
}
