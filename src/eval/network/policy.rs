//! The policy in integers: how likely each move is to be chosen, from the windows
//! of its four lines and its distance from the last four stones.
//!
//! ```text
//! hidden = begin + near the last two stones of each side + four windows
//! log-odds = sum over channels of max(hidden, 0) * gate
//! ```
//!
//! Begin and gate are computed from the pools and the threats once for a position:
//! see [`context`](super::context). Sums are not updated incrementally: only nodes
//! that order moves need the policy.
//!
//! CITE: that sums over line windows make a strong policy was shown by Rapfi's
//! networks (Mix6, 2022); windows, features and training here are our own.

use super::context::Context;
use super::mapping::Mapping;
use super::recent::{PLACES, Recent, STONES};
use super::shapes::shapes_of_rows;
use super::value::View;
use super::windows::ROWS;
use super::{CHANNELS, GATE_UNIT, ROW_UNIT};
use crate::eval::weights::POLICY_UNIT;
use crate::machine::Lanes;
use crate::position::{Position, THREAT_BITS};
use crate::types::{Color, Rule, Ruleset, Square};

/// A number for each channel.
pub type Row = [i16; CHANNELS];

/// The limit of a channel and of a gate, so that sums fit into 32 bits.
const MOST: i16 = 8_191;
/// The limit of a number in sums of nine, so that they fit into 16 bits.
pub const MOST_OF_NINE: i16 = i16::MAX / 9;
/// Shift from products to [`POLICY_UNIT`].
const SHIFT: u32 = (ROW_UNIT * GATE_UNIT / POLICY_UNIT).trailing_zeros();

/// One colour's numbers, in [`ROW_UNIT`].
#[derive(Clone, PartialEq, Eq)]
pub struct PolicyNumbers {
    /// The mapping to the rows of windows.
    pub mapping: Mapping<CHANNELS>,
    /// For each window. See [`PolicyNumbers::fill_windows`].
    pub windows: Vec<Row>,
    /// For each place from the last stones, in the order of [`Recent`].
    pub recent: [[Row; PLACES]; STONES],
    /// Added for every square.
    pub bias: Row,
    /// The weights of the channels: constant, then added for each threat.
    pub gates: [Row; 1 + THREAT_BITS],
    /// What the pools add to bias and gates.
    pub context: Context,
}

/// The part of the policy that is the same for all squares of a position.
#[derive(Clone, Copy, Debug)]
pub struct PolicyHead {
    /// Where the channels begin.
    begin: Row,
    /// Their weights.
    gate: Row,
}

impl PolicyNumbers {
    /// All zeros.
    pub fn zero() -> PolicyNumbers {
        PolicyNumbers {
            mapping: Mapping::zero(),
            windows: vec![[0; CHANNELS]; ROWS],
            recent: [[[0; CHANNELS]; PLACES]; STONES],
            bias: [0; CHANNELS],
            gates: [[0; CHANNELS]; 1 + THREAT_BITS],
            context: Context::zero(),
        }
    }

    /// Computes the windows' numbers by the mapping.
    pub fn fill_windows(&mut self, rule: Rule, own: Color) {
        let shapes = shapes_of_rows(rule, own);
        self.windows = self.mapping.rows(&shapes, ROW_UNIT, MOST_OF_NINE);
    }

    /// The log-odds, in [`POLICY_UNIT`], of a square in these places from the
    /// last stones, with these windows.
    #[inline(always)]
    pub fn log_odds(
        &self,
        lanes: impl Lanes,
        head: &PolicyHead,
        places: [usize; STONES],
        windows: [u32; 4],
    ) -> i32 {
        let mut sum = head.begin;
        let mut add = |row: &Row| {
            for (sum, &weight) in sum.iter_mut().zip(row) {
                *sum += weight;
            }
        };
        for (recent, place) in self.recent.iter().zip(places) {
            add(&recent[place]);
        }
        for window in windows {
            add(&self.windows[window as usize]);
        }
        for sum in &mut sum {
            *sum = (*sum).clamp(0, MOST);
        }
        lanes.dot(&sum, &head.gate) >> SHIFT
    }

    /// The head for these pools, as [`input`](super::value::input) makes them, and
    /// this threat key.
    #[inline(always)]
    pub fn head(&self, lanes: impl Lanes, pools: &View, threats: usize) -> PolicyHead {
        let [mut gate, mut begin] = self.context.forward(lanes, pools, threats);
        let finer = GATE_UNIT / ROW_UNIT;
        add(&mut gate, &self.gates[0], finer);
        for (threat, weights) in self.gates[1..].iter().enumerate() {
            if threats >> threat & 1 != 0 {
                add(&mut gate, weights, finer);
            }
        }
        add(&mut begin, &self.bias, 1);
        PolicyHead {
            begin: within(begin, MOST_OF_NINE),
            gate: within(gate, MOST),
        }
    }
}

#[inline(always)]
fn add(sums: &mut [i32; CHANNELS], row: &Row, times: i32) {
    for (sum, &weight) in sums.iter_mut().zip(row) {
        *sum += times * i32::from(weight);
    }
}

/// Clamps to plus and minus `most`.
#[inline(always)]
fn within(sums: [i32; CHANNELS], most: i16) -> Row {
    // Not by `map`, which is not vectorised.
    let mut row = [0; CHANNELS];
    for (number, sum) in row.iter_mut().zip(sums) {
        *number = sum.clamp((-most).into(), most.into()) as i16;
    }
    row
}

/// The policy in one position.
pub struct Policies<'a, L> {
    lanes: L,
    numbers: &'a PolicyNumbers,
    head: PolicyHead,
    recent: Recent,
}

impl<'a, L: Lanes> Policies<'a, L> {
    /// From the numbers of the side to move and its pools.
    #[inline(always)]
    pub fn new<R: Ruleset>(
        lanes: L,
        numbers: &'a PolicyNumbers,
        position: &Position<R>,
        pools: &View,
    ) -> Policies<'a, L> {
        Policies {
            lanes,
            numbers,
            head: numbers.head(lanes, pools, position.threat_key()),
            recent: Recent::of(position.board()),
        }
    }

    /// How likely the side to move is to choose the empty square, whose windows have
    /// these rows: log-odds, in [`POLICY_UNIT`].
    #[inline(always)]
    pub fn of(&self, square: Square, rows: [u32; 4]) -> i32 {
        let places = self.recent.places(square);
        self.numbers.log_odds(self.lanes, &self.head, places, rows)
    }
}

const _: () = {
    assert!(POLICY_UNIT << SHIFT == ROW_UNIT * GATE_UNIT);
    assert!((MOST as i64) * (MOST as i64) * (CHANNELS as i64) <= i32::MAX as i64);
};
