//! The value in integers: a correction of the fitted tables' value.
//!
//! ```text
//! view of a square = max(sum of its four windows' rows, 0), as Black and as White
//! pool             = sum of the views of all empty squares
//! value            = the tables' value * part + layers(mover's pool, waiter's pool, threats)
//! ```
//!
//! The rows of windows come from a [`Mapping`].
//!
//! CITE: sums of line windows, pooled over the board and put through two small
//! layers, are the value of Rapfi's networks (Mix6, 2022), and correcting a
//! simpler model by learning its residual is gradient boosting (Friedman 2001);
//! windows, layers and training here are our own.

use super::mapping::Mapping;
use super::shapes::shapes_of_rows;
use super::windows::{ROWS, is_bare, swapped_rows};
use crate::machine::Lanes;
use crate::position::THREAT_BITS;
use crate::types::{Color, Rule};

/// Channels of one colour's view.
pub const VIEW: usize = 8;
/// Outputs of the first layer.
pub const FIRST: usize = 32;
/// Outputs of the second layer.
pub const SECOND: usize = 32;

/// One (1.0) in the rows of windows.
pub const VIEW_UNIT: i32 = 256;
/// One in the layers' input.
pub const INPUT_UNIT: i32 = 64;
/// One in the weights of the first layer.
pub const FIRST_UNIT: i32 = 512;
/// One between the layers.
pub const BETWEEN: i32 = 1 << 10;
/// One in the weights of the second layer.
pub const SECOND_UNIT: i32 = 1 << 10;
/// A unit of the evaluation in the weights behind the second layer.
pub const LAST_UNIT: i32 = 1 << 3;
/// A unit of the evaluation in the weights that skip the layers.
pub const PAST_UNIT: i32 = 1 << 4;
/// A unit of the evaluation in the whole sum.
pub const SUM_UNIT: i32 = 1 << SUM_SHIFT;

/// The layers' input is the pool divided by this.
pub const POOLED: i32 = 16;
const POOL_SHIFT: u32 = (POOLED * VIEW_UNIT / INPUT_UNIT).trailing_zeros();
const FIRST_SHIFT: u32 = (INPUT_UNIT * FIRST_UNIT / BETWEEN).trailing_zeros();
const SECOND_SHIFT: u32 = SECOND_UNIT.trailing_zeros();
const SUM_SHIFT: u32 = (BETWEEN * LAST_UNIT).trailing_zeros();
const PAST_SHIFT: u32 = (SUM_UNIT / (INPUT_UNIT * PAST_UNIT)).trailing_zeros();

/// The limit of numbers in sums of four, and of all weights, so that sums fit into
/// 16 and 32 bits.
pub const MOST_OF_FOUR: i16 = i16::MAX / 4;

/// The limit of biases, so that sums with those of all threats fit into 32 bits.
pub const MOST_BIAS: u32 = 1 << 25;

/// A window's numbers from Black's view, then from White's.
pub type View = [i16; 2 * VIEW];

/// The views of all empty squares added up: Black's, then White's.
pub type Pool = [i32; 2 * VIEW];

/// The value's numbers under one rule.
#[derive(Clone, PartialEq, Eq)]
pub struct ValueNumbers {
    /// The mapping to the rows of both colours' views, or of each.
    pub mappings: Vec<Mapping<VIEW>>,
    /// For each window, by its row with Black as the own colour; windows without
    /// a stone have zeros. See [`ValueNumbers::fill_windows`].
    pub windows: Vec<View>,
    /// The layers when either side is to move, or for each side.
    pub layers: Vec<Layers>,
}

/// The layers over the pools.
#[derive(Clone, PartialEq, Eq)]
pub struct Layers {
    /// For each output of the first layer the weights of the mover's pool and of
    /// the waiter's.
    pub first: [View; FIRST],
    /// Its biases, in units of the products.
    pub first_bias: [i32; FIRST],
    /// Added to the biases for each threat.
    pub threats: [[i32; FIRST]; THREAT_BITS],
    /// For each output of the second layer the weights of the first.
    pub second: [[i16; FIRST]; SECOND],
    /// Its biases, in units of the products.
    pub second_bias: [i32; SECOND],
    /// The weights of the second layer's outputs.
    pub last: [i16; SECOND],
    /// The weights of the pools that skip the layers.
    pub past: View,
    /// The weight of the tables' value, in [`SUM_UNIT`].
    pub tables: i32,
    /// Added at the end.
    pub bias: i32,
}

impl ValueNumbers {
    /// Numbers that leave the tables' value as it is.
    pub fn zero(layers: usize) -> ValueNumbers {
        let none = Layers {
            first: [[0; 2 * VIEW]; FIRST],
            first_bias: [0; FIRST],
            threats: [[0; FIRST]; THREAT_BITS],
            second: [[0; FIRST]; SECOND],
            second_bias: [0; SECOND],
            last: [0; SECOND],
            past: [0; 2 * VIEW],
            tables: SUM_UNIT,
            bias: 0,
        };
        ValueNumbers {
            mappings: vec![Mapping::zero(); layers],
            windows: vec![[0; 2 * VIEW]; ROWS],
            layers: vec![none; layers],
        }
    }

    /// Computes the windows' numbers by the mappings.
    pub fn fill_windows(&mut self, rule: Rule) {
        let rows: Vec<_> = Color::ALL
            .into_iter()
            .zip(&self.mappings)
            .map(|(own, mapping)| {
                let shapes = shapes_of_rows(rule, own);
                mapping.rows(&shapes, VIEW_UNIT, MOST_OF_FOUR)
            })
            .collect();
        let (black, white) = (&rows[0], &rows[self.mappings.len() - 1]);
        let swapped = swapped_rows();
        for (index, window) in self.windows.iter_mut().enumerate() {
            *window = [0; 2 * VIEW];
            if !is_bare(index) {
                let (of_black, of_white) = window.split_at_mut(VIEW);
                of_black.copy_from_slice(&black[index]);
                of_white.copy_from_slice(&white[swapped[index] as usize]);
            }
        }
    }

    /// The value for `mover`, in units of the evaluation, of a position with this
    /// threat key that the tables value at `tables`.
    #[inline(always)]
    pub fn value(
        &self,
        lanes: impl Lanes,
        pool: &Pool,
        mover: Color,
        (threats, tables): (usize, i32),
    ) -> i32 {
        let layers = &self.layers[mover.index() % self.layers.len()];
        layers.value(lanes, &input(pool, mover), threats, tables)
    }
}

/// The pools as the layers' input: the mover's, then the waiter's.
#[inline(always)]
pub fn input(pool: &Pool, mover: Color) -> View {
    std::array::from_fn(|place| {
        let turned = match mover {
            Color::Black => place,
            Color::White => (place + VIEW) % (2 * VIEW),
        };
        (pool[turned] >> POOL_SHIFT).min(MOST_OF_FOUR.into()) as i16
    })
}

impl Layers {
    #[inline(always)]
    fn value(&self, lanes: impl Lanes, input: &View, threats: usize, tables: i32) -> i32 {
        let mut sums = self.first_bias;
        add_threats(&mut sums, &self.threats, threats);
        lanes.add_products(&mut sums, input, &self.first);
        let mut first = [0; FIRST];
        for (out, sum) in first.iter_mut().zip(sums) {
            *out = between(sum >> FIRST_SHIFT);
        }
        let mut sum = i64::from(self.bias) + i64::from(tables) * i64::from(self.tables);
        let mut second = self.second_bias;
        lanes.add_products(&mut second, &first, &self.second);
        for (second, &last) in second.iter().zip(&self.last) {
            let second = between(second >> SECOND_SHIFT);
            sum += i64::from(i32::from(second) * i32::from(last));
        }
        sum += i64::from(lanes.dot(input, &self.past)) << PAST_SHIFT;
        (sum >> SUM_SHIFT) as i32
    }
}

/// Adds the biases of the threats in this key.
#[inline(always)]
pub(super) fn add_threats<const N: usize>(
    sums: &mut [i32; N],
    of_threats: &[[i32; N]; THREAT_BITS],
    threats: usize,
) {
    let mut rest = threats;
    while rest != 0 {
        let threat = &of_threats[rest.trailing_zeros() as usize];
        sums.iter_mut()
            .zip(threat)
            .for_each(|(sum, one)| *sum += one);
        rest &= rest - 1;
    }
}

/// Clamps a number between the layers.
#[inline(always)]
fn between(sum: i32) -> i16 {
    sum.clamp(0, BETWEEN) as i16
}

const _: () = {
    let most = MOST_OF_FOUR as i64;
    let biases = (MOST_BIAS as i64) * (2 + THREAT_BITS as i64);
    assert!(most * most * (2 * VIEW as i64) + biases <= i32::MAX as i64);
    assert!((BETWEEN as i64) * most * (FIRST as i64) + biases <= i32::MAX as i64);
    assert!(INPUT_UNIT * PAST_UNIT <= SUM_UNIT);
};
