//! The rows of all windows in integers, from a small network over their halves.
//!
//! ```text
//! hidden = max(one half's numbers + the other's + bias, 0)
//! row    = layer of OUT over hidden + that of the shapes of both colours
//! ```
//!
//! The shapes are those that stones in the middle of the window would make.
//!
//! Rows of rare windows are as good as those of common ones, and a file needs the numbers
//! of 364 halves instead of 66,430 windows. All rows are computed when a network is read.
//!
//! CITE: Rapfi's networks compute the numbers of line windows by a small network and keep
//! them in tables (mapping; Mix6, 2022; arXiv 2503.13178). That halves are added up, and
//! the training, are our own.

use super::shapes::SHAPE_PAIRS;
use super::windows::{HALVES, ROWS};
use crate::machine::{Lanes, Width, Work};

/// Numbers of a half.
pub const HIDDEN: usize = 64;
/// One (1.0) in the numbers of halves.
pub const HALF_UNIT: i32 = 512;
/// One in the weights of the layer.
pub const OUT_UNIT: i32 = 1_024;
/// The limit of the numbers of halves and of the bias, so that sums fit into 16 bits.
pub const MOST_OF_THREE: i16 = i16::MAX / 3;
/// The limit of the layer's weights.
pub const MOST_OUT: i16 = 8_191;
/// The limit of hidden numbers.
const MOST_HIDDEN: i16 = 4_000;

/// The numbers of a half.
pub type Half = [i16; HIDDEN];

/// A mapping to rows of `OUT` numbers.
#[derive(Clone, PartialEq, Eq)]
pub struct Mapping<const OUT: usize> {
    /// For each half.
    pub halves: Vec<Half>,
    /// Added once.
    pub bias: Half,
    /// For each number of a row the weights of the hidden ones.
    pub out: [Half; OUT],
    /// For each pair of shapes, in the unit of rows.
    pub shapes: Vec<[i16; OUT]>,
}

impl<const OUT: usize> Mapping<OUT> {
    /// All zeros.
    pub fn zero() -> Mapping<OUT> {
        Mapping {
            halves: vec![[0; HIDDEN]; HALVES],
            bias: [0; HIDDEN],
            out: [[0; HIDDEN]; OUT],
            shapes: vec![[0; OUT]; SHAPE_PAIRS],
        }
    }

    /// The rows of all windows, which have these shapes: numbers in this unit, within plus
    /// and minus `most`.
    pub fn rows(&self, shapes: &[u8], unit: i32, most: i16) -> Vec<[i16; OUT]> {
        Width::detected().run(RowsWork {
            mapping: self,
            shapes,
            shift: (HALF_UNIT * OUT_UNIT / unit).trailing_zeros(),
            most: most.into(),
        })
    }
}

struct RowsWork<'a, const OUT: usize> {
    mapping: &'a Mapping<OUT>,
    shapes: &'a [u8],
    shift: u32,
    most: i32,
}

impl<const OUT: usize> Work for RowsWork<'_, OUT> {
    type Output = Vec<[i16; OUT]>;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Self::Output {
        let Mapping {
            halves,
            bias,
            out,
            shapes,
        } = self.mapping;
        let half = 1 << (self.shift - 1);
        let mut all = Vec::with_capacity(ROWS);
        for (high, one) in halves.iter().enumerate() {
            for other in &halves[..=high] {
                let mut hidden = [0; HIDDEN];
                for (at, hidden) in hidden.iter_mut().enumerate() {
                    *hidden = (one[at] + other[at] + bias[at]).clamp(0, MOST_HIDDEN);
                }
                let mut sums = [half; OUT];
                lanes.add_products(&mut sums, &hidden, out);
                let mut row = shapes[usize::from(self.shapes[all.len()])];
                for (number, sum) in row.iter_mut().zip(sums) {
                    let sum = (sum >> self.shift) + i32::from(*number);
                    *number = sum.clamp(-self.most, self.most) as i16;
                }
                all.push(row);
            }
        }
        all
    }
}

const _: () = {
    let products = MOST_HIDDEN as i64 * MOST_OUT as i64 * HIDDEN as i64;
    assert!(products + (1 << 20) <= i32::MAX as i64);
};
