//! Where the numbers of the policy network lie in training.

use crate::eval::network::context::UNITS;
use crate::eval::network::{CHANNELS, PLACES, ROWS, STONES};
use crate::position::THREAT_BITS;

/// A row of numbers, one for each channel.
pub type Row = [f32; CHANNELS];

/// Rows that hold one number for each unit.
pub const UNIT_ROWS: usize = UNITS / CHANNELS;

/// Where each kind of row lies in the rows of a model; one colour's rows follow
/// the other's.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// The rows of places from the last stones, behind those of windows, which the mapping
    /// computes.
    pub recent: usize,
    /// The row added for every square.
    pub bias: usize,
    /// The weights of the channels: constant, then for each threat.
    pub gates: usize,
    /// For each unit of the context the weights of the pools.
    pub first: usize,
    /// The units' biases, then what each threat adds.
    pub first_bias: usize,
    /// The units' weights in the gates.
    pub unit_gates: usize,
    /// The units' weights in where the channels begin.
    pub unit_begins: usize,
    /// The number of rows.
    pub len: usize,
}

impl Layout {
    pub fn new() -> Layout {
        let recent = ROWS;
        let bias = recent + STONES * PLACES;
        let gates = bias + 1;
        let first = gates + 1 + THREAT_BITS;
        let first_bias = first + UNITS;
        let unit_gates = first_bias + (1 + THREAT_BITS) * UNIT_ROWS;
        let unit_begins = unit_gates + UNITS;
        Layout {
            recent,
            bias,
            gates,
            first,
            first_bias,
            unit_gates,
            unit_begins,
            len: unit_begins + UNITS,
        }
    }
}
