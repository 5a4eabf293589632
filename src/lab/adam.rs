//! Adam: gradient descent whose steps depend on how large and how steady the gradient
//! was.
//!
//! CITE: Kingma, Ba: Adam, a method for stochastic optimization, 2015.

/// The decay rates of the moving averages of gradient and squared gradient.
const BETA: [f32; 2] = [0.9, 0.999];
/// The learning rate falls on a cosine to this share.
const LEAST_SHARE: f32 = 0.01;

/// One step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    rate: f32,
    /// Corrects the bias of averages that started at zero.
    correction: [f32; 2],
}

impl Step {
    /// The step of this number, from 1 on.
    pub(super) fn new(number: i32, rate: f32) -> Step {
        Step {
            rate,
            correction: BETA.map(|beta| 1.0 - beta.powi(number)),
        }
    }

    /// Moves a weight against its gradient.
    #[inline(always)]
    pub(super) fn take(&self, weight: &mut f32, [mean, square]: [&mut f32; 2], gradient: f32) {
        *mean += (1.0 - BETA[0]) * (gradient - *mean);
        *square += (1.0 - BETA[1]) * (gradient * gradient - *square);
        let steady = *mean / self.correction[0];
        *weight -= self.rate * steady / ((*square / self.correction[1]).sqrt() + 1e-8);
    }
}

/// The share of the learning rate left after `done` of `steps` steps.
pub(super) fn cosine_decay(done: usize, steps: usize) -> f32 {
    let share = done as f32 / steps.max(1) as f32;
    (0.5 * (1.0 + (std::f32::consts::PI * share).cos())).max(LEAST_SHARE)
}
