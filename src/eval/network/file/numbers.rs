//! Numbers one after another, each in a context: the interface of the ways to write
//! them, and the plainest of these, a signed LEB128 for each.

use super::BadNetwork;

/// Where numbers are put.
pub trait Put {
    /// Whether contexts matter: then the numbers from which they follow are put, too.
    const HAS_CONTEXTS: bool;

    /// The next number; the context is one that the reader will know.
    fn number(&mut self, context: usize, number: i32);

    /// All that were put.
    fn bytes(self) -> Vec<u8>;
}

/// Where numbers are taken from.
pub trait Take {
    /// As in [`Put`].
    const HAS_CONTEXTS: bool;

    /// The next number, in this context.
    fn number(&mut self, context: usize) -> Result<i32, BadNetwork>;

    /// Whether there are no more.
    fn is_over(&self) -> bool;
}

/// Small numbers of either sign as small ones of none: 0, -1, 1, -2, 2 ...
pub fn folded(number: i32) -> u32 {
    (number << 1 ^ number >> 31) as u32
}

/// What was [`folded`].
pub fn unfolded(folded: u32) -> i32 {
    (folded >> 1) as i32 ^ -((folded & 1) as i32)
}

/// The first of these bytes, which are then those behind it.
pub fn next_byte(bytes: &mut &[u8]) -> Result<u8, BadNetwork> {
    let (&byte, rest) = bytes
        .split_first()
        .ok_or(BadNetwork::Damaged("it ends too early"))?;
    *bytes = rest;
    Ok(byte)
}

/// Groups of seven bits, the lowest first, whatever the context.
pub struct Plain<'a>(pub &'a [u8]);

impl Take for Plain<'_> {
    const HAS_CONTEXTS: bool = false;

    fn number(&mut self, _context: usize) -> Result<i32, BadNetwork> {
        let mut value = 0u64;
        for group in 0..5 {
            let byte = next_byte(&mut self.0)?;
            value |= u64::from(byte & 0x7F) << (7 * group);
            if byte & 0x80 == 0 {
                return Ok(unfolded(value as u32));
            }
        }
        Err(BadNetwork::Damaged("a number is too large"))
    }

    fn is_over(&self) -> bool {
        self.0.is_empty()
    }
}
