//! Adam: steps whose size follows from how large and how steady the gradient was.
//!
//! CITE: Kingma, Ba: Adam, a method for stochastic optimization, 2015.

/// How slowly the mean and the square of the gradient are forgotten.
const MEMORY: [f32; 2] = [0.9, 0.999];

/// One step.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    rate: f32,
    /// What of a mean and of a square that began at zero is known by now.
    known: [f32; 2],
}

impl Step {
    /// The step of this number, from 1 on, at this rate.
    pub fn new(number: i32, rate: f32) -> Step {
        Step {
            rate,
            known: MEMORY.map(|memory| 1.0 - memory.powi(number)),
        }
    }

    /// Moves a weight against its gradient.
    #[inline(always)]
    pub fn take(&self, weight: &mut f32, [mean, square]: [&mut f32; 2], gradient: f32) {
        *mean += (1.0 - MEMORY[0]) * (gradient - *mean);
        *square += (1.0 - MEMORY[1]) * (gradient * gradient - *square);
        let steady = *mean / self.known[0];
        *weight -= self.rate * steady / ((*square / self.known[1]).sqrt() + 1e-8);
    }
}
