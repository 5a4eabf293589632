//! The contexts in which the numbers of windows are coded: the channel, and how large
//! the row's numbers before it are.

use super::coding::LANES;
use crate::eval::network::CHANNELS;

/// Steps of a row's sum so far, in twentieths of the mean.
const STEPS: [u64; 5] = [5, 10, 16, 22, 32];
/// One (1.0) in the mean sizes.
const ONE: u64 = 256;
/// Each row's sum starts with this many numbers of mean size, so that the first
/// numbers do not decide alone.
const BEFORE: u64 = 2;

/// Contexts of one sort of rows.
pub const CONTEXTS: usize = CHANNELS * (STEPS.len() + 1);

/// Rows that are coded in parallel, one in each lane.
pub type Rows = [[i32; CHANNELS]; LANES];

/// The contexts of one sort of rows.
pub struct Sizes {
    first: usize,
    /// The sum that a row starts with.
    before: u64,
    /// For each channel the sums from which each step begins.
    begins: [[u64; STEPS.len()]; CHANNELS],
}

impl Sizes {
    /// With contexts from `first` on, and the mean absolute value in each channel, in
    /// [`ONE`].
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

    /// Reads [`Rows`] by calling `number` for each lane, channel and context.
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
