//! The policy in integers: how likely each move is to be chosen, by the windows
//! of its four lines and by where the last two stones stand.
//!
//! ```text
//! hidden = bias + near the own last stone + near the other's + four windows
//! log-odds = sum over channels of max(hidden, 0) * gate
//! ```
//!
//! The gate follows from the threats on the board, once for a position. Sums are
//! not kept from position to position: only nodes whose moves are put in order
//! ask.
//!
//! CITE: that sums over line windows make a strong policy was shown by Rapfi's
//! networks (Mix6, 2022); windows, features and training here are our own.

use super::recent::{PLACES, Recent};
use super::windows::{FAR, rows};
use super::{CHANNELS, ROW_UNIT};
use crate::eval::weights::{FACTS, POLICY_UNIT};
use crate::position::Position;
use crate::types::{Ruleset, Square};

/// A number for each channel.
pub type Row = [i16; CHANNELS];

/// The most that a channel comes to, and a gate: sums then fit into 32 bits.
const MOST: i16 = 8_191;
/// The most of a number that is one of seven added up.
pub const MOST_OF_SEVEN: i16 = i16::MAX / 7;
/// Products are shifted by this to come to [`POLICY_UNIT`].
const SHIFT: u32 = (ROW_UNIT * ROW_UNIT / POLICY_UNIT).trailing_zeros();

/// One colour's numbers, in [`ROW_UNIT`].
#[derive(Clone, PartialEq, Eq)]
pub struct PolicyNumbers {
    /// For each window: see [`row`].
    pub windows: Vec<Row>,
    /// For each place from the own last stone, then from the other's.
    pub recent: [[Row; PLACES]; 2],
    /// What every square begins with.
    pub bias: Row,
    /// How the channels count: always, and for each fact.
    pub gates: [Row; 1 + FACTS],
}

impl PolicyNumbers {
    /// Numbers of nothing.
    pub fn zero() -> PolicyNumbers {
        PolicyNumbers {
            windows: vec![[0; CHANNELS]; rows(FAR)],
            recent: [[[0; CHANNELS]; PLACES]; 2],
            bias: [0; CHANNELS],
            gates: [[0; CHANNELS]; 1 + FACTS],
        }
    }

    /// The log-odds, in [`POLICY_UNIT`], of a square in these places from the
    /// last two stones, with these windows.
    #[inline(always)]
    pub fn log_odds(&self, gate: &Row, places: [usize; 2], windows: [u32; 4]) -> i32 {
        let mut sum = self.bias;
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
        let products = sum.iter().zip(gate).map(|(&sum, &gate)| {
            let sum = sum.clamp(0, MOST);
            i32::from(sum) * i32::from(gate)
        });
        products.sum::<i32>() >> SHIFT
    }

    /// How the channels count where there are these threats, a bit for each.
    #[inline(always)]
    pub fn gate(&self, facts: usize) -> Row {
        let mut gate = self.gates[0].map(i32::from);
        for (fact, weights) in self.gates[1..].iter().enumerate() {
            if facts >> fact & 1 != 0 {
                for (sum, &weight) in gate.iter_mut().zip(weights) {
                    *sum += i32::from(weight);
                }
            }
        }
        gate.map(|sum| sum.clamp((-MOST).into(), MOST.into()) as i16)
    }
}

/// The policy in one position.
pub struct Policies<'a> {
    numbers: &'a PolicyNumbers,
    gate: Row,
    recent: Recent,
}

impl<'a> Policies<'a> {
    /// By these numbers, which are the side's to move.
    pub fn new<R: Ruleset>(numbers: &'a PolicyNumbers, position: &Position<R>) -> Policies<'a> {
        Policies {
            numbers,
            gate: numbers.gate(position.facts()),
            recent: Recent::of(position.board()),
        }
    }

    /// How likely the side to move is to choose the empty square, whose windows have
    /// these rows: log-odds, in [`POLICY_UNIT`].
    #[inline(always)]
    pub fn of(&self, square: Square, rows: [u32; 4]) -> i32 {
        let places = self.recent.places(square);
        self.numbers.log_odds(&self.gate, places, rows)
    }
}

const _: () = {
    assert!(POLICY_UNIT << SHIFT == ROW_UNIT * ROW_UNIT);
    assert!((MOST as i64) * (MOST as i64) * (CHANNELS as i64) <= i32::MAX as i64);
};
