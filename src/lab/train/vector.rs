//! Rows of floating-point numbers, and rounding them.

use crate::eval::network::value::{MOST_BIAS, MOST_OF_FOUR};

/// Adds `times` times `weights`.
#[inline(always)]
pub fn add(sums: &mut [f32], weights: &[f32], times: f32) {
    for (sum, weight) in sums.iter_mut().zip(weights) {
        *sum += times * weight;
    }
}

/// The sum of the products.
#[inline(always)]
pub fn dot(one: &[f32], other: &[f32]) -> f32 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

/// A weight in this unit, rounded, within plus and minus `most`.
pub fn limited(weight: f32, unit: i32, most: i16) -> i16 {
    let most = f32::from(most);
    (weight * unit as f32).round().clamp(-most, most) as i16
}

/// The same within the limits of weights.
pub fn narrow(weight: f32, unit: i32) -> i16 {
    limited(weight, unit, MOST_OF_FOUR)
}

/// The same for a bias.
pub fn wide(weight: f32, unit: i32) -> i32 {
    let most = MOST_BIAS as f32;
    (weight * unit as f32).round().clamp(-most, most) as i32
}
