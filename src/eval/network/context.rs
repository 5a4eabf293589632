//! What a position as a whole says of the policy of its squares: how the channels
//! count and what they begin with, by the pools of the value and the threats.
//!
//! ```text
//! units = max(layer(mover's pool, waiter's pool, threats), 0)
//! gate  = constant + threats + units . gates
//! begin = bias + units . begins
//! ```
//!
//! CITE: channels that count as a small network of sums over the board says are
//! squeeze and excitation (Hu, Shen, Sun: Squeeze-and-excitation networks, 2018). That
//! a policy gains much when the position decides its weights was shown by Rapfi's
//! (dynamic convolution, Mix9; arXiv 2503.13178).

use super::policy::GATE_UNIT;
use super::value::{INPUT_UNIT, MOST_BIAS, MOST_OF_FOUR, VIEW, View, add_facts};
use super::{CHANNELS, ROW_UNIT};
use crate::eval::weights::FACTS;
use crate::machine::Lanes;

/// Units of the layer.
pub const UNITS: usize = 32;
/// What one is in the pools that the units are given: twice what it is for the layers
/// of the value.
pub const POOLS_UNIT: i32 = 2 * INPUT_UNIT;
/// What one is in the weights of the pools.
pub const FIRST_UNIT: i32 = 512;
/// What one is in a unit.
const ONE: i32 = 256;
/// What one is in the weights of units.
pub const UNIT_WEIGHT: i32 = 1_024;
/// The most that a unit comes to: 32 of them, times the most of a weight, fit into 32
/// bits.
const MOST: i32 = 4_095;
const FIRST_SHIFT: u32 = (POOLS_UNIT * FIRST_UNIT / ONE).trailing_zeros();
/// Of the sums that change gates, and of those that change begins.
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
    /// What the units begin with, in products of it.
    pub first_bias: [i32; UNITS],
    /// The same for each fact.
    pub facts: [[i32; UNITS]; FACTS],
    /// For each channel how the units change what it counts.
    pub gates: [OfUnits; CHANNELS],
    /// The same of what it begins with.
    pub begins: [OfUnits; CHANNELS],
}

impl Context {
    /// A position says nothing.
    pub fn zero() -> Context {
        Context {
            first: [[0; 2 * VIEW]; UNITS],
            first_bias: [0; UNITS],
            facts: [[0; UNITS]; FACTS],
            gates: [[0; UNITS]; CHANNELS],
            begins: [[0; UNITS]; CHANNELS],
        }
    }

    /// What is added to the gate, in [`GATE_UNIT`], and to the begin, in [`ROW_UNIT`], in
    /// a position with these pools and threats, a bit for each.
    #[inline(always)]
    pub fn said(&self, lanes: impl Lanes, pools: &View, facts: usize) -> [[i32; CHANNELS]; 2] {
        let mut sums = self.first_bias;
        add_facts(&mut sums, &self.facts, facts);
        lanes.add_products(&mut sums, pools, &self.first);
        let mut units = [0; UNITS];
        for (unit, sum) in units.iter_mut().zip(sums) {
            *unit = (sum >> FIRST_SHIFT).clamp(0, MOST) as i16;
        }
        let mut said = [[0; CHANNELS]; 2];
        let changed = [&self.gates, &self.begins].into_iter().zip(SHIFTS);
        for (said, (of_channels, shift)) in said.iter_mut().zip(changed) {
            lanes.add_products(said, &units, of_channels);
            // Rounded to the nearest.
            for sum in said {
                *sum = (*sum + (1 << (shift - 1))) >> shift;
            }
        }
        said
    }
}

const _: () = {
    let (most, pools) = (MOST_OF_FOUR as i64, 2 * VIEW as i64);
    let biases = MOST_BIAS as i64 * (1 + FACTS as i64);
    assert!(most * most * pools + biases <= i32::MAX as i64);
    assert!(MOST as i64 * most * UNITS as i64 + (1 << SHIFTS[1]) <= i32::MAX as i64);
    assert!(SHIFTS[0] > 0 && SHIFTS[0] <= SHIFTS[1]);
};
