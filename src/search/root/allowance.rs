//! What a search may spend, besides its limits.

use std::time::Duration;

use crate::params::effort::MOST;

/// What a thread may still spend: time and nodes.
#[derive(Clone, Copy, Debug)]
pub struct Allowance {
    /// How much effort the move is worth: see
    /// [`Clock::soft`](crate::clock::Clock::soft).
    pub effort: f64,
    /// Stop at once after this.
    pub deadline: Option<Duration>,
    /// Place no more stones than these.
    pub nodes: u64,
    /// When the last iteration ended.
    pub iteration_end: Duration,
}

impl Allowance {
    /// All that the limits allow, with this limit of nodes.
    pub fn new(nodes: Option<u64>) -> Allowance {
        Allowance {
            effort: MOST,
            deadline: None,
            nodes: nodes.unwrap_or(u64::MAX),
            iteration_end: Duration::ZERO,
        }
    }
}
