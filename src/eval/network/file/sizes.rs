//! How large a number of a row is likely to be, by those before it: the contexts in
//! which the numbers of windows are coded.

use super::coding::LANES;
use crate::eval::network::CHANNELS;

/// What a row has so far may be less than this part of what is usual, in twentieths,
/// or more.
const STEPS: [u64; 5] = [5, 10, 16, 22, 32];
/// What one is in the usual sizes.
const ONE: u64 = 256;
/// Numbers of a usual size that a row is thought to begin with, so that the first ones
/// do not decide alone.
const BEFORE: u64 = 2;

/// Contexts of a sort of rows.
pub const CONTEXTS: usize = CHANNELS * (STEPS.len() + 1);

/// Rows that are written and read side by side, one in each lane.
pub type Rows = [[i32; CHANNELS]; LANES];

/// The sizes of one sort of rows.
pub struct Sizes {
    first: usize,
    /// What a row is thought to begin with.
    before: u64,
    /// For each channel from which sizes of the row before it each step begins.
    begins: [[u64; STEPS.len()]; CHANNELS],
}

impl Sizes {
    /// With contexts from `first` on, by what is [`usual`] in each channel.
    pub fn new(first: usize, usual: [i32; CHANNELS]) -> Sizes {
        let usual = usual.map(|size| u64::from(size.unsigned_abs()));
        let before = BEFORE * usual.iter().sum::<u64>() / CHANNELS as u64;
        let mut sum = before;
        let begins = usual.map(|size| {
            let begins = STEPS.map(|step| (step * sum).div_ceil(20));
            sum += size;
            begins
        });
        Sizes {
            first,
            before,
            begins,
        }
    }

    /// The numbers of rows one after another, each asked for by its lane, channel and
    /// context.
    #[inline(always)]
    pub fn rows<E>(
        &self,
        mut number: impl FnMut(usize, usize, usize) -> Result<i32, E>,
    ) -> Result<Rows, E> {
        let mut rows = [[0; CHANNELS]; LANES];
        let mut found = [self.before; LANES];
        for (channel, begins) in self.begins.iter().enumerate() {
            for (lane, row) in rows.iter_mut().enumerate() {
                let steps: usize = begins
                    .iter()
                    .map(|&begin| usize::from(found[lane] >= begin))
                    .sum();
                let context = self.first + channel * (STEPS.len() + 1) + steps;
                row[channel] = number(lane, channel, context)?;
                found[lane] += ONE * u64::from(row[channel].unsigned_abs());
            }
        }
        Ok(rows)
    }
}

/// The mean size of the numbers in each channel, in parts of [`ONE`].
pub fn usual(rows: &[[i32; CHANNELS]]) -> [i32; CHANNELS] {
    std::array::from_fn(|channel| {
        let sizes = rows
            .iter()
            .map(|row| u64::from(row[channel].unsigned_abs()));
        (ONE * sizes.sum::<u64>() / rows.len().max(1) as u64) as i32
    })
}
