//! The value in integers: what the fitted tables leave unsaid of a position.
//!
//! ```text
//! view of a square = max(sum of its four windows' rows, 0), as Black and as White
//! pool             = sum of the views of all empty squares
//! value            = the tables' value * part + layers(mover's pool, waiter's pool, threats)
//! ```
//!
//! CITE: sums of line windows, pooled over the board and judged by two small
//! layers, are the value of Rapfi's networks (Mix6, 2022), and correcting a
//! plainer evaluation by what is left of it is gradient boosting (Friedman
//! 2001); windows, layers and training here are our own.

use super::pooled::Pool;
use super::windows::{FAR, rows};
use crate::eval::weights::FACTS;
use crate::machine::Lanes;
use crate::types::Color;

/// Channels of one colour's view.
pub const VIEW: usize = 8;
/// Numbers that the first layer comes to.
pub const FIRST: usize = 16;
/// Numbers that the second layer comes to.
pub const SECOND: usize = 16;

/// What one is in the rows of windows.
pub const VIEW_UNIT: i32 = 256;
/// What one is in the pool that the layers are given; a sixteenth of the sum.
pub const INPUT_UNIT: i32 = 64;
/// What one is in the weights of the first layer, and what they are shifted by.
pub const FIRST_UNIT: i32 = 512;
/// What one is between the layers.
pub const BETWEEN: i32 = 1 << 10;
/// What one is in the weights of the second layer.
pub const SECOND_UNIT: i32 = 1 << 10;
/// Parts of a unit of the evaluation in the weights behind the second layer.
pub const LAST_UNIT: i32 = 1 << 3;
/// Parts of a unit in the weights that lead past the layers.
pub const PAST_UNIT: i32 = 1 << 4;
/// Parts of a unit in the whole sum.
pub const SUM_UNIT: i32 = 1 << SUM_SHIFT;

/// The sum of all is this many times the pool that the layers are given.
pub const POOLED: i32 = 16;
const POOL_SHIFT: u32 = (POOLED * VIEW_UNIT / INPUT_UNIT).trailing_zeros();
const FIRST_SHIFT: u32 = (INPUT_UNIT * FIRST_UNIT / BETWEEN).trailing_zeros();
const SECOND_SHIFT: u32 = SECOND_UNIT.trailing_zeros();
const SUM_SHIFT: u32 = (BETWEEN * LAST_UNIT).trailing_zeros();
const PAST_SHIFT: u32 = (SUM_UNIT / (INPUT_UNIT * PAST_UNIT)).trailing_zeros();

/// The most of a number that is one of four added up, and of all weights, so that
/// sums fit into 16 and 32 bits.
pub const MOST_OF_FOUR: i16 = i16::MAX / 4;

/// The most of what sums of products begin with: four facts and more of them
/// fit into 32 bits.
pub const MOST_BIAS: u32 = 1 << 25;

/// A window's numbers as Black sees it, then as White does.
pub type View = [i16; 2 * VIEW];

/// The value's numbers under one rule.
#[derive(Clone, PartialEq, Eq)]
pub struct ValueNumbers {
    /// For each window, by its row with Black as the own colour; windows without
    /// a stone have zeros.
    pub windows: Vec<View>,
    /// The layers when either side is to move, or for each side.
    pub layers: Vec<Layers>,
}

/// The layers that judge the pools.
#[derive(Clone, PartialEq, Eq)]
pub struct Layers {
    /// For each number of the first layer the weights of the mover's pool and of
    /// the waiter's.
    pub first: [View; FIRST],
    /// What the first layer begins with, in products of it.
    pub first_bias: [i32; FIRST],
    /// The same for each fact.
    pub facts: [[i32; FIRST]; FACTS],
    /// For each number of the second layer the weights of the first.
    pub second: [[i16; FIRST]; SECOND],
    /// What the second layer begins with, in products of it.
    pub second_bias: [i32; SECOND],
    /// What the numbers of the second layer are worth.
    pub last: [i16; SECOND],
    /// What the pools are worth past the layers.
    pub past: View,
    /// What the tables' value is worth, of [`SUM_UNIT`].
    pub tables: i32,
    /// What is always added.
    pub bias: i32,
}

impl ValueNumbers {
    /// Numbers of nothing but the tables' value.
    pub fn zero(layers: usize) -> ValueNumbers {
        let none = Layers {
            first: [[0; 2 * VIEW]; FIRST],
            first_bias: [0; FIRST],
            facts: [[0; FIRST]; FACTS],
            second: [[0; FIRST]; SECOND],
            second_bias: [0; SECOND],
            last: [0; SECOND],
            past: [0; 2 * VIEW],
            tables: SUM_UNIT,
            bias: 0,
        };
        ValueNumbers {
            windows: vec![[0; 2 * VIEW]; rows(FAR)],
            layers: vec![none; layers],
        }
    }

    /// The value for `mover`, in units of the evaluation, of a position that the
    /// tables value at `tables`, with these threats, a bit for each.
    #[inline(always)]
    pub fn value(
        &self,
        lanes: impl Lanes,
        pool: &Pool,
        mover: Color,
        (facts, tables): (usize, i32),
    ) -> i32 {
        let layers = &self.layers[mover.index() % self.layers.len()];
        layers.value(lanes, &input(pool, mover), facts, tables)
    }
}

/// The pools as the layers are given them: the mover's, then the waiter's.
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
    fn value(&self, lanes: impl Lanes, input: &View, facts: usize, tables: i32) -> i32 {
        let mut sums = self.first_bias;
        add_facts(&mut sums, &self.facts, facts);
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
        sum += i64::from(dot(input, &self.past)) << PAST_SHIFT;
        (sum >> SUM_SHIFT) as i32
    }
}

/// Adds what the facts that are so add, a bit for each.
#[inline(always)]
pub(super) fn add_facts<const N: usize>(
    sums: &mut [i32; N],
    of_facts: &[[i32; N]; FACTS],
    facts: usize,
) {
    let mut rest = facts;
    while rest != 0 {
        let fact = &of_facts[rest.trailing_zeros() as usize];
        sums.iter_mut().zip(fact).for_each(|(sum, one)| *sum += one);
        rest &= rest - 1;
    }
}

/// What a number between the layers may be.
#[inline(always)]
fn between(sum: i32) -> i16 {
    sum.clamp(0, BETWEEN) as i16
}

#[inline(always)]
fn dot<const N: usize>(one: &[i16; N], other: &[i16; N]) -> i32 {
    let products = one.iter().zip(other);
    products
        .map(|(&one, &other)| i32::from(one) * i32::from(other))
        .sum()
}

const _: () = {
    let most = MOST_OF_FOUR as i64;
    let biases = (MOST_BIAS as i64) * (2 + FACTS as i64);
    assert!(most * most * (2 * VIEW as i64) + biases <= i32::MAX as i64);
    assert!((BETWEEN as i64) * most * (FIRST as i64) + biases <= i32::MAX as i64);
    assert!(INPUT_UNIT * PAST_UNIT <= SUM_UNIT);
};
