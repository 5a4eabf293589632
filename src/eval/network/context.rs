//! The context: how the position as a whole changes the policy of all squares. A
//! layer over the value's pools and the threats gives the channels' weights and where
//! they begin.
//!
//! ```text
//! units = max(layer(mover's pool, waiter's pool, threats), 0)
//! gate  = constant + threats + units . gates
//! begin = bias + units . begins
//! ```
//!
//! CITE: channels weighted by a small network over sums of the board are squeeze and
//! excitation (Hu, Shen, Sun: Squeeze-and-excitation networks, 2018). Rapfi showed that
//! a policy gains much from weights that depend on the position (dynamic convolution,
//! Mix9; arXiv 2503.13178).

use super::value::{INPUT_UNIT, MOST_BIAS, MOST_OF_FOUR, VIEW, View, add_threats};
use super::{CHANNELS, GATE_UNIT, ROW_UNIT};
use crate::machine::Lanes;
use crate::position::THREAT_BITS;

/// Units of the layer.
pub const UNITS: usize = 32;
/// One (1.0) in the pools as the units get them: twice that of the value's layers.
pub const POOLS_UNIT: i32 = 2 * INPUT_UNIT;
/// One in the weights of the pools.
pub const FIRST_UNIT: i32 = 512;
/// One in a unit.
const ONE: i32 = 256;
/// One in the weights of units.
pub const UNIT_WEIGHT: i32 = 1_024;
/// The limit of a unit: 32 of them, times the limit of a weight, fit into 32 bits.
const MOST: i32 = 4_095;
const FIRST_SHIFT: u32 = (POOLS_UNIT * FIRST_UNIT / ONE).trailing_zeros();
/// The shifts of the sums added to gates and to begins.
const SHIFTS: [u32; 2] = [
    (ONE * UNIT_WEIGHT / GATE_UNIT).trailing_zeros(),
    (ONE * UNIT_WEIGHT / ROW_UNIT).trailing_zeros(),
];

/// The weights of all units.
pub type OfUnits = [i16; UNITS];

/// One colour's numbers.
#[derive(Clone, PartialEq, Eq)]
pub struct Context {
    /// For each unit the weights of the mover's pool and of the waiter's.
    pub first: [View; UNITS],
    /// Their biases, in units of the products.
    pub first_bias: [i32; UNITS],
    /// Added to the biases for each threat.
    pub threats: [[i32; UNITS]; THREAT_BITS],
    /// For each channel the units' weights in its gate.
    pub gates: [OfUnits; CHANNELS],
    /// The same for where it begins.
    pub begins: [OfUnits; CHANNELS],
}

impl Context {
    /// All zeros: no position changes anything.
    pub fn zero() -> Context {
        Context {
            first: [[0; 2 * VIEW]; UNITS],
            first_bias: [0; UNITS],
            threats: [[0; UNITS]; THREAT_BITS],
            gates: [[0; UNITS]; CHANNELS],
            begins: [[0; UNITS]; CHANNELS],
        }
    }

    /// What is added to the gate, in [`GATE_UNIT`], and to the begin, in [`ROW_UNIT`],
    /// with these pools and this threat key.
    #[inline(always)]
    pub fn forward(&self, lanes: impl Lanes, pools: &View, threats: usize) -> [[i32; CHANNELS]; 2] {
        let mut sums = self.first_bias;
        add_threats(&mut sums, &self.threats, threats);
        lanes.add_products(&mut sums, pools, &self.first);
        let mut units = [0; UNITS];
        for (unit, sum) in units.iter_mut().zip(sums) {
            *unit = (sum >> FIRST_SHIFT).clamp(0, MOST) as i16;
        }
        let mut added = [[0; CHANNELS]; 2];
        let weights = [&self.gates, &self.begins].into_iter().zip(SHIFTS);
        for (added, (of_channels, shift)) in added.iter_mut().zip(weights) {
            lanes.add_products(added, &units, of_channels);
            // Rounded to the nearest.
            for sum in added {
                *sum = (*sum + (1 << (shift - 1))) >> shift;
            }
        }
        added
    }
}

const _: () = {
    let (most, pools) = (MOST_OF_FOUR as i64, 2 * VIEW as i64);
    let biases = MOST_BIAS as i64 * (1 + THREAT_BITS as i64);
    assert!(most * most * pools + biases <= i32::MAX as i64);
    assert!(MOST as i64 * most * UNITS as i64 + (1 << SHIFTS[1]) <= i32::MAX as i64);
    assert!(SHIFTS[0] > 0 && SHIFTS[0] <= SHIFTS[1]);
};
