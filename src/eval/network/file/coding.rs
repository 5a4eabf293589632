//! An entropy coder for numbers: common ones take few bits.
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

use super::error::{BadNetwork, TOO_EARLY};

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

/// Zigzag encoding, small for numbers near zero: 0, -1, 1, -2, 2 ...
fn folded(number: i32) -> u32 {
    (number << 1 ^ number >> 31) as u32
}

/// The inverse of [`folded`].
fn unfolded(folded: u32) -> i32 {
    (folded >> 1) as i32 ^ -((folded & 1) as i32)
}

/// A number's token, and its other bits with their count.
fn token_of(number: i32) -> (usize, u32, u32) {
    let folded = folded(number);
    if folded < WHOLE {
        return (folded as usize, 0, 0);
    }
    let length = folded.ilog2();
    let count = length - 2;
    let token = WHOLE + 4 * (length - WHOLE_BITS) + (folded >> count & 0b11);
    (token as usize, folded & ((1 << count) - 1), count)
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

/// A number with its lane and context.
struct Placed {
    lane: usize,
    context: usize,
    number: i32,
}

/// Collects numbers and codes them.
pub struct Coder {
    contexts: usize,
    numbers: Vec<Placed>,
}

impl Coder {
    /// For numbers in contexts below `contexts`.
    pub fn new(contexts: usize) -> Coder {
        Coder {
            contexts,
            numbers: Vec::new(),
        }
    }

    /// Adds a number, to be read with the same lane and context.
    pub fn number(&mut self, lane: usize, context: usize, number: i32) {
        self.numbers.push(Placed {
            lane,
            context,
            number,
        });
    }

    /// All numbers, coded.
    pub fn bytes(self) -> Vec<u8> {
        let mut counts = vec![[0u64; TOKENS]; self.contexts];
        for one in &self.numbers {
            counts[one.context][token_of(one.number).0] += 1;
        }
        let frequencies: Vec<_> = counts.iter().map(frequencies).collect();
        let mut bytes = Vec::new();
        for frequencies in &frequencies {
            put_frequencies(&mut bytes, frequencies);
        }
        // The reader begins with the number coded last.
        let mut states = States {
            states: [LEAST; LANES],
            words: Vec::new(),
        };
        for one in self.numbers.iter().rev() {
            let (token, bits, count) = token_of(one.number);
            let (few, rest) = (count.min(MOST_BITS), count.saturating_sub(MOST_BITS));
            if rest > 0 {
                states.put(one.lane, [0, ALL], bits >> MOST_BITS, rest);
            }
            let frequencies = &frequencies[one.context];
            let frequency = [frequencies[..token].iter().sum(), frequencies[token]];
            states.put(one.lane, frequency, bits & ((1 << few) - 1), few);
        }
        let first = states.states.iter().flat_map(|state| state.to_le_bytes());
        bytes.extend(first);
        let words = states.words.iter().rev();
        bytes.extend(words.flat_map(|word| word.to_le_bytes()));
        bytes
    }
}

/// The coded numbers, from the last to the first.
struct States {
    states: [u64; LANES],
    words: Vec<u32>,
}

impl States {
    /// Codes a token with this frequency, where those before it have `before` together,
    /// and `count` bits.
    fn put(&mut self, lane: usize, [before, frequency]: [u64; 2], bits: u32, count: u32) {
        let state = &mut self.states[lane];
        let most = ((LEAST >> (FREQUENCY_BITS + count)) * frequency) << 32;
        if *state >= most {
            self.words.push(*state as u32);
            *state >>= 32;
        }
        *state = (*state << count) | u64::from(bits);
        *state = ((*state / frequency) << FREQUENCY_BITS) + before + *state % frequency;
    }
}

/// Scales the tokens' counts to a sum of [`ALL`]; no token that occurs gets zero.
fn frequencies(counts: &[u64; TOKENS]) -> [u64; TOKENS] {
    let total: u64 = counts.iter().sum();
    if total == 0 {
        return [0; TOKENS];
    }
    let mut frequencies = counts.map(|count| match count {
        0 => 0,
        _ => (count * ALL / total).max(1),
    });
    // The largest frequency absorbs the rounding error.
    loop {
        let sum: u64 = frequencies.iter().sum();
        let largest = frequencies.iter_mut().max().expect("there are tokens");
        match sum {
            ALL => return frequencies,
            0..ALL => *largest += ALL - sum,
            _ => *largest -= (*largest / 2).min(sum - ALL),
        }
    }
}

fn put_frequencies(bytes: &mut Vec<u8>, frequencies: &[u64; TOKENS]) {
    let end = frequencies.iter().rposition(|&frequency| frequency > 0);
    let used = &frequencies[..end.map_or(0, |last| last + 1)];
    bytes.push(used.len() as u8);
    for &frequency in used {
        // Of two bytes the first has its highest bit.
        match frequency {
            0..0x80 => bytes.push(frequency as u8),
            _ => bytes.extend([0x80 | (frequency >> 8) as u8, frequency as u8]),
        }
    }
}

/// The tokens of a context.
struct Tokens {
    /// The token of each number below [`ALL`].
    token_at: [u8; ALL as usize],
    /// For each token the sum of the frequencies before it, and its own.
    frequencies: [(u16, u16); TOKENS],
}

/// Decodes what a [`Coder`] has written.
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

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, SeedableRng, rngs::StdRng};

    fn coded(numbers: &[(usize, usize, i32)], contexts: usize) -> Vec<u8> {
        let mut coder = Coder::new(contexts);
        for &(lane, context, number) in numbers {
            coder.number(lane, context, number);
        }
        coder.bytes()
    }

    #[test]
    fn tokens_and_bits_give_the_number() {
        let steps = (0..32).flat_map(|bit| [-1, 0, 1].map(|by| (1i32 << bit).wrapping_add(by)));
        for number in steps.flat_map(|number| [number, number.wrapping_neg()]) {
            let (token, bits, count) = token_of(number);
            assert!(token < TOKENS);
            let (begin, of_begin) = BEGINS[token];
            assert_eq!((unfolded(begin | bits), of_begin), (number, count));
        }
    }

    #[test]
    fn all_numbers_come_back_in_their_order() {
        let mut random = StdRng::seed_from_u64(5);
        let any = |random: &mut StdRng| {
            let lane = random.random_range(0..LANES);
            let (context, number) = match random.random_range(0..4) {
                0 => (0, random.random()),
                1 => (1, random.random_range(-3..=3)),
                2 => (4, 7),
                _ => (2, random.random_range(-9_000..=9_000)),
            };
            (lane, context, number)
        };
        for length in [0, 1, 2, 3, 30, 3_000] {
            let numbers: Vec<_> = (0..length).map(|_| any(&mut random)).collect();
            let bytes = coded(&numbers, 5);
            let mut decoder = Decoder::new(5, &bytes).unwrap();
            for &(lane, context, number) in &numbers {
                assert_eq!(decoder.number(lane, context), Ok(number));
            }
            assert!(decoder.is_over(), "{length}");
        }
    }

    /// Two numbers of which one comes nine times in ten have 0.469 bits.
    #[test]
    fn common_numbers_take_few_bits() {
        let any = |n: usize| (n % LANES, 0, i32::from(n.is_multiple_of(10)));
        let numbers: Vec<_> = (0..80_000).map(any).collect();
        let bytes = coded(&numbers, 1).len();
        assert!((4_690..4_740).contains(&bytes), "{bytes}");
    }

    #[test]
    fn shares_add_up() {
        let mut counts = [0; TOKENS];
        assert_eq!(frequencies(&counts), [0; TOKENS]);
        counts[7] = 3;
        assert_eq!(frequencies(&counts)[7], ALL);
        // As many as there can be, most of them seldom.
        let mut counts = [1; TOKENS];
        counts[..3].fill(1 << 40);
        let found = frequencies(&counts);
        assert_eq!(found.iter().sum::<u64>(), ALL);
        assert!(found.iter().all(|&frequency| frequency > 0));
    }
}
