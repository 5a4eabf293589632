//! The policy in integers: how likely each move is to be chosen, by the windows
//! of its four lines and by where the last four stones stand.
//!
//! ```text
//! hidden = begin + near the last two stones of each side + four windows
//! log-odds = sum over channels of max(hidden, 0) * gate
//! ```
//!
//! Begin and gate follow from the pools and the threats on the board, once for a
//! position: see [`context`](super::context). Sums are not kept from position to position: only nodes whose moves are put in order
//! ask.
//!
//! CITE: that sums over line windows make a strong policy was shown by Rapfi's
//! networks (Mix6, 2022); windows, features and training here are our own.

use super::context::Context;
use super::recent::{PLACES, Recent, STONES};
use super::value::View;
use super::windows::{FAR, rows};
use super::{CHANNELS, ROW_UNIT};
use crate::eval::weights::{FACTS, POLICY_UNIT};
use crate::machine::Lanes;
use crate::position::Position;
use crate::types::{Ruleset, Square};

/// A number for each channel.
pub type Row = [i16; CHANNELS];

/// The most that a channel comes to, and a gate: sums then fit into 32 bits.
const MOST: i16 = 8_191;
/// The most of a number that is one of nine added up.
pub const MOST_OF_NINE: i16 = i16::MAX / 9;
/// What one is in a gate: most are below one, and products with them are what counts.
pub const GATE_UNIT: i32 = 1_024;
/// Products are shifted by this to come to [`POLICY_UNIT`].
const SHIFT: u32 = (ROW_UNIT * GATE_UNIT / POLICY_UNIT).trailing_zeros();

/// One colour's numbers, in [`ROW_UNIT`].
#[derive(Clone, PartialEq, Eq)]
pub struct PolicyNumbers {
    /// For each window: see [`row`].
    pub windows: Vec<Row>,
    /// For each place from the last stones, in the order of [`Recent`].
    pub recent: [[Row; PLACES]; STONES],
    /// What every square begins with.
    pub bias: Row,
    /// How the channels count: always, and for each fact.
    pub gates: [Row; 1 + FACTS],
    /// What the pools change of both, if they do.
    pub context: Option<Context>,
}

/// What holds for all squares of a position.
#[derive(Clone, Copy, Debug)]
pub struct Situation {
    /// What the channels begin with.
    begin: Row,
    /// How they count.
    gate: Row,
}

impl PolicyNumbers {
    /// Numbers of nothing.
    pub fn zero() -> PolicyNumbers {
        PolicyNumbers {
            windows: vec![[0; CHANNELS]; rows(FAR)],
            recent: [[[0; CHANNELS]; PLACES]; STONES],
            bias: [0; CHANNELS],
            gates: [[0; CHANNELS]; 1 + FACTS],
            context: None,
        }
    }

    /// The log-odds, in [`POLICY_UNIT`], of a square in these places from the
    /// last stones, with these windows.
    #[inline(always)]
    pub fn log_odds(&self, all: &Situation, places: [usize; STONES], windows: [u32; 4]) -> i32 {
        let mut sum = all.begin;
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
        let products = sum.iter().zip(&all.gate).map(|(&sum, &gate)| {
            let sum = sum.clamp(0, MOST);
            i32::from(sum) * i32::from(gate)
        });
        products.sum::<i32>() >> SHIFT
    }

    /// What holds for all squares where there are these pools, as
    /// [`input`](super::value::input) has them, and threats, a bit for each.
    #[inline(always)]
    pub fn situation(&self, lanes: impl Lanes, pools: &View, facts: usize) -> Situation {
        let [mut gate, mut begin] = match &self.context {
            Some(context) => context.said(lanes, pools, facts),
            None => [[0; CHANNELS]; 2],
        };
        let finer = GATE_UNIT / ROW_UNIT;
        add(&mut gate, &self.gates[0], finer);
        for (fact, weights) in self.gates[1..].iter().enumerate() {
            if facts >> fact & 1 != 0 {
                add(&mut gate, weights, finer);
            }
        }
        add(&mut begin, &self.bias, 1);
        Situation {
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

/// Sums that are at most this large.
#[inline(always)]
fn within(sums: [i32; CHANNELS], most: i16) -> Row {
    // Not by `map`, which is not taken into code for wide registers.
    let mut row = [0; CHANNELS];
    for (number, sum) in row.iter_mut().zip(sums) {
        *number = sum.clamp((-most).into(), most.into()) as i16;
    }
    row
}

/// The policy in one position.
pub struct Policies<'a> {
    numbers: &'a PolicyNumbers,
    all: Situation,
    recent: Recent,
}

impl<'a> Policies<'a> {
    /// By these numbers, which are those of the side to move, and by its pools.
    #[inline(always)]
    pub fn new<R: Ruleset>(
        lanes: impl Lanes,
        numbers: &'a PolicyNumbers,
        position: &Position<R>,
        pools: &View,
    ) -> Policies<'a> {
        Policies {
            numbers,
            all: numbers.situation(lanes, pools, position.facts()),
            recent: Recent::of(position.board()),
        }
    }

    /// How likely the side to move is to choose the empty square, whose windows have
    /// these rows: log-odds, in [`POLICY_UNIT`].
    #[inline(always)]
    pub fn of(&self, square: Square, rows: [u32; 4]) -> i32 {
        let places = self.recent.places(square);
        self.numbers.log_odds(&self.all, places, rows)
    }
}

const _: () = {
    assert!(POLICY_UNIT << SHIFT == ROW_UNIT * GATE_UNIT);
    assert!((MOST as i64) * (MOST as i64) * (CHANNELS as i64) <= i32::MAX as i64);
};
