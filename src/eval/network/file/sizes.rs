//! How large a number of a row is likely to be, by those before it: the contexts in
//! which the numbers of windows are coded.

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

/// The sizes of one sort of rows.
pub struct Sizes {
    first: usize,
    usual: [u64; CHANNELS],
}

impl Sizes {
    /// With contexts from `first` on, by what is [`usual`] in each channel.
    pub fn new(first: usize, usual: [i32; CHANNELS]) -> Sizes {
        let usual = usual.map(|size| size.unsigned_abs().into());
        Sizes { first, usual }
    }

    /// A row's numbers one after another, each asked for by its channel and context.
    pub fn row<E>(
        &self,
        mut number: impl FnMut(usize, usize) -> Result<i32, E>,
    ) -> Result<[i32; CHANNELS], E> {
        let mut row = [0; CHANNELS];
        let before = BEFORE * self.usual.iter().sum::<u64>() / CHANNELS as u64;
        let (mut found, mut usual) = (before, before);
        for (channel, one) in row.iter_mut().enumerate() {
            let step = STEPS.iter().filter(|&&step| 20 * found >= step * usual);
            let context = self.first + channel * (STEPS.len() + 1) + step.count();
            *one = number(channel, context)?;
            found += ONE * u64::from(one.unsigned_abs());
            usual += self.usual[channel];
        }
        Ok(row)
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
