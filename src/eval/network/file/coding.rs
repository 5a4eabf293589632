//! The decoder of entropy-coded numbers: common ones take few bits.
//!
//! A number is split into a token, which says its size, and the remaining bits. Tokens
//! are coded by their frequencies in a context that the reader knows; bits are stored
//! as they are. The frequencies of the tokens come first.
//!
//! There are several [`LANES`], each with a state of its own, so that the processor can
//! decode them in parallel.
//!
//! CITE: asymmetric numeral systems (Jarek Duda, arXiv 1311.2540), interleaved as in
//! Fabian Giesen's "Interleaved entropy coders" (arXiv 1402.3392).

use super::{BadNetwork, TOO_EARLY};

/// The number of interleaved states.
pub const LANES: usize = 4;

/// The frequencies of all tokens of a context add up to this.
const ALL: u64 = 1 << FREQUENCY_BITS;
const FREQUENCY_BITS: u32 = 12;
/// A state is at least this before and after each number, and below 2³² times it.
const LEAST: u64 = 1 << 31;
/// Folded numbers below this are tokens themselves.
const WHOLE: u32 = 1 << WHOLE_BITS;
const WHOLE_BITS: u32 = 5;
/// The token of a larger one is its bit length and the two bits after the first.
const TOKENS: usize = WHOLE as usize + 4 * (32 - WHOLE_BITS) as usize;
/// At most this many bits are coded together with a token, the others separately.
const MOST_BITS: u32 = 16;

/// The inverse of zigzag encoding: 0, -1, 1, -2, 2 ...
fn unfolded(folded: u32) -> i32 {
    (folded >> 1) as i32 ^ -((folded & 1) as i32)
}

/// For each token the first bits of a folded number with it, and the count of its
/// other bits.
static BEGINS: [(u32, u32); TOKENS] = {
    let mut begins = [(0, 0); TOKENS];
    let mut token = 0;
    while token < TOKENS as u32 {
        begins[token as usize] = match token.checked_sub(WHOLE) {
            None => (token, 0),
            Some(longer) => {
                let count = longer / 4 + WHOLE_BITS - 2;
                ((0b100 | (longer % 4)) << count, count)
            }
        };
        token += 1;
    }
    begins
};

/// The tokens of a context.
struct Tokens {
    /// The token of each number below [`ALL`].
    token_at: [u8; ALL as usize],
    /// For each token the sum of the frequencies before it, and its own.
    frequencies: [(u16, u16); TOKENS],
}

/// Decodes numbers.
pub struct Decoder<'a> {
    /// Boxed one by one: after one large block the allocator would keep memory.
    contexts: Vec<Option<Box<Tokens>>>,
    states: [u64; LANES],
    words: &'a [[u8; 4]],
    /// The number of words read.
    read: usize,
}

impl<'a> Decoder<'a> {
    /// Reads the frequencies of all contexts, then the states.
    pub fn new(contexts: usize, mut bytes: &'a [u8]) -> Result<Decoder<'a>, BadNetwork> {
        let contexts: Result<_, _> = (0..contexts).map(|_| tokens(&mut bytes)).collect();
        let contexts = contexts?;
        let mut states = [0; LANES];
        for state in &mut states {
            let (first, rest) = bytes.split_first_chunk().ok_or(TOO_EARLY)?;
            (*state, bytes) = (u64::from_le_bytes(*first), rest);
            if !(LEAST..LEAST << 32).contains(state) {
                return Err(BadNetwork::Damaged("an invalid state"));
            }
        }
        let (words, []) = bytes.as_chunks() else {
            return Err(TOO_EARLY);
        };
        Ok(Decoder {
            contexts,
            states,
            words,
            read: 0,
        })
    }

    /// The next number of a lane, in this context.
    #[inline(always)]
    pub fn number(&mut self, lane: usize, context: usize) -> Result<i32, BadNetwork> {
        let tokens = self.contexts[context].as_ref();
        let tokens = tokens.ok_or(BadNetwork::Damaged("a number without frequency"))?;
        let state = self.states[lane];
        let part = state % ALL;
        let token = usize::from(tokens.token_at[part as usize]);
        let (before, frequency) = tokens.frequencies[token];
        let state = u64::from(frequency) * (state >> FREQUENCY_BITS) + part - u64::from(before);
        let (begin, count) = BEGINS[token];
        let few = count.min(MOST_BITS);
        let mut bits = self.pass(lane, state, few)?;
        if count > MOST_BITS {
            let rest = self.pass(lane, self.states[lane], count - MOST_BITS)?;
            bits |= rest << MOST_BITS;
        }
        Ok(unfolded(begin | bits))
    }

    /// Takes bits from a lane's state and refills it.
    #[inline(always)]
    fn pass(&mut self, lane: usize, state: u64, count: u32) -> Result<u32, BadNetwork> {
        let bits = state as u32 & ((1 << count) - 1);
        let state = state >> count;
        // Read whether it is needed or not: a branch could not be predicted.
        let word = self.words.get(self.read).copied().unwrap_or_default();
        let is_low = state < LEAST;
        self.states[lane] = if is_low {
            state << 32 | u64::from(u32::from_le_bytes(word))
        } else {
            state
        };
        self.read += usize::from(is_low);
        match self.read <= self.words.len() {
            true => Ok(bits),
            false => Err(TOO_EARLY),
        }
    }

    /// Whether everything has been read.
    pub fn is_over(&self) -> bool {
        self.read == self.words.len() && self.states == [LEAST; LANES]
    }
}

/// The tokens of the next context, `None` if it is not used.
fn tokens(bytes: &mut &[u8]) -> Result<Option<Box<Tokens>>, BadNetwork> {
    let wrong = BadNetwork::Damaged("wrong frequencies");
    let mut tokens = Box::new(Tokens {
        token_at: [0; ALL as usize],
        frequencies: [(0, 0); TOKENS],
    });
    let used = usize::from(next_byte(bytes)?);
    let mut before = 0;
    for token in 0..used {
        let first = u16::from(next_byte(bytes)?);
        let frequency = match first & 0x80 {
            0 => first,
            _ => (first & 0x7F) << 8 | u16::from(next_byte(bytes)?),
        };
        let all = before..before + usize::from(frequency);
        let (Some(at), Some(frequencies)) = (
            tokens.token_at.get_mut(all.clone()),
            tokens.frequencies.get_mut(token),
        ) else {
            return Err(wrong);
        };
        at.fill(token as u8);
        *frequencies = (before as u16, frequency);
        before = all.end;
    }
    match before {
        0 => Ok(None),
        _ if before == ALL as usize => Ok(Some(tokens)),
        _ => Err(wrong),
    }
}

fn next_byte(bytes: &mut &[u8]) -> Result<u8, BadNetwork> {
    let (&byte, rest) = bytes.split_first().ok_or(TOO_EARLY)?;
    *bytes = rest;
    Ok(byte)
}
