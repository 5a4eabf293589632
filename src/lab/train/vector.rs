//! Rows of floating-point numbers.

/// Adds `weights` so many times.
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
