//! Numbers in few bytes: those that are common where they stand take few bits.
//!
//! A number is cut into a token, which says its size, and into bits, which say the
//! rest of it. Tokens are coded by how often each is found in its context, a number
//! that the reader knows beforehand; bits are kept as they are. The shares of the
//! tokens stand first.
//!
//! There are several [`LANES`], each with a state of its own: a number has to wait for
//! the one before it in its lane, and the processor can go on with other lanes.
//!
//! CITE: asymmetric numeral systems (Jarek Duda, arXiv 1311.2540), with states that take
//! turns as in Fabian Giesen's "Interleaved entropy coders" (arXiv 1402.3392).

use super::{BadNetwork, TOO_EARLY};

/// How many numbers can be read side by side.
pub const LANES: usize = 4;

/// The shares of all tokens of a context add up to this.
const ALL: u64 = 1 << SHARE_BITS;
const SHARE_BITS: u32 = 12;
/// A state is at least this before and after each number, and below 2³² times it.
const LEAST: u64 = 1 << 31;
/// Numbers below this, once they are folded, are tokens themselves.
const WHOLE: u32 = 1 << WHOLE_BITS;
const WHOLE_BITS: u32 = 5;
/// A larger one's token says how long it is and which two bits follow the first.
const TOKENS: usize = WHOLE as usize + 4 * (32 - WHOLE_BITS) as usize;
/// As many bits are coded along with a token as this, longer ones afterwards.
const MOST_BITS: u32 = 16;

/// Small numbers of either sign as small ones of none: 0, -1, 1, -2, 2 ...
fn folded(number: i32) -> u32 {
    (number << 1 ^ number >> 31) as u32
}

/// What was [`folded`].
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

/// For each token what a folded number with it begins with, and the count of its other
/// bits.
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

/// A number and what the reader knows of it.
struct Placed {
    lane: usize,
    context: usize,
    number: i32,
}

/// Collects the numbers, which are coded together.
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

    /// The next number; the lane and the context are those that it will be read with.
    pub fn number(&mut self, lane: usize, context: usize, number: i32) {
        self.numbers.push(Placed {
            lane,
            context,
            number,
        });
    }

    /// All numbers.
    pub fn bytes(self) -> Vec<u8> {
        let mut counts = vec![[0u64; TOKENS]; self.contexts];
        for one in &self.numbers {
            counts[one.context][token_of(one.number).0] += 1;
        }
        let shares: Vec<_> = counts.iter().map(shares).collect();
        let mut bytes = Vec::new();
        for shares in &shares {
            put_shares(&mut bytes, shares);
        }
        // The reader begins with what is coded last.
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
            let shares = &shares[one.context];
            let share = [shares[..token].iter().sum(), shares[token]];
            states.put(one.lane, share, bits & ((1 << few) - 1), few);
        }
        let first = states.states.iter().flat_map(|state| state.to_le_bytes());
        bytes.extend(first);
        let words = states.words.iter().rev();
        bytes.extend(words.flat_map(|word| word.to_le_bytes()));
        bytes
    }
}

/// What is coded, from behind.
struct States {
    states: [u64; LANES],
    words: Vec<u32>,
}

impl States {
    /// Codes what has this `share` of [`ALL`], after what has `before` of it, and then
    /// so many bits.
    fn put(&mut self, lane: usize, [before, share]: [u64; 2], bits: u32, count: u32) {
        let state = &mut self.states[lane];
        let most = ((LEAST >> (SHARE_BITS + count)) * share) << 32;
        if *state >= most {
            self.words.push(*state as u32);
            *state >>= 32;
        }
        *state = (*state << count) | u64::from(bits);
        *state = ((*state / share) << SHARE_BITS) + before + *state % share;
    }
}

/// How much of [`ALL`] each token has that was counted so often: something where it
/// was found at all.
fn shares(counts: &[u64; TOKENS]) -> [u64; TOKENS] {
    let total: u64 = counts.iter().sum();
    if total == 0 {
        return [0; TOKENS];
    }
    let mut shares = counts.map(|count| match count {
        0 => 0,
        _ => (count * ALL / total).max(1),
    });
    // Those with much bear what is left or lacking.
    loop {
        let sum: u64 = shares.iter().sum();
        let largest = shares.iter_mut().max().expect("there are tokens");
        match sum {
            ALL => return shares,
            0..ALL => *largest += ALL - sum,
            _ => *largest -= (*largest / 2).min(sum - ALL),
        }
    }
}

fn put_shares(bytes: &mut Vec<u8>, shares: &[u64; TOKENS]) {
    let end = shares.iter().rposition(|&share| share > 0);
    let used = &shares[..end.map_or(0, |last| last + 1)];
    bytes.push(used.len() as u8);
    for &share in used {
        // Of two bytes the first has its highest bit.
        match share {
            0..0x80 => bytes.push(share as u8),
            _ => bytes.extend([0x80 | (share >> 8) as u8, share as u8]),
        }
    }
}

/// The tokens of a context.
struct Tokens {
    /// For each part of [`ALL`] whose it is.
    token_at: [u8; ALL as usize],
    /// How much comes before each token, and how much it has.
    shares: [(u16, u16); TOKENS],
}

/// Reads what a [`Coder`] has written.
pub struct Decoder<'a> {
    /// Each by itself: after one large block the system's allocator would keep others.
    contexts: Vec<Option<Box<Tokens>>>,
    states: [u64; LANES],
    words: &'a [[u8; 4]],
    /// How many words were read.
    read: usize,
}

impl<'a> Decoder<'a> {
    /// Begins with the shares of so many contexts.
    pub fn new(contexts: usize, mut bytes: &'a [u8]) -> Result<Decoder<'a>, BadNetwork> {
        let contexts: Result<_, _> = (0..contexts).map(|_| tokens(&mut bytes)).collect();
        let contexts = contexts?;
        let mut states = [0; LANES];
        for state in &mut states {
            let (first, rest) = bytes.split_first_chunk().ok_or(TOO_EARLY)?;
            (*state, bytes) = (u64::from_le_bytes(*first), rest);
            if !(LEAST..LEAST << 32).contains(state) {
                return Err(BadNetwork::Damaged("its numbers do not begin"));
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
        let tokens = tokens.ok_or(BadNetwork::Damaged("a number that has no share"))?;
        let state = self.states[lane];
        let part = state % ALL;
        let token = usize::from(tokens.token_at[part as usize]);
        let (before, share) = tokens.shares[token];
        let state = u64::from(share) * (state >> SHARE_BITS) + part - u64::from(before);
        let (begin, count) = BEGINS[token];
        let few = count.min(MOST_BITS);
        let mut bits = self.pass(lane, state, few)?;
        if count > MOST_BITS {
            let rest = self.pass(lane, self.states[lane], count - MOST_BITS)?;
            bits |= rest << MOST_BITS;
        }
        Ok(unfolded(begin | bits))
    }

    /// Takes bits from a lane's state and fills it again.
    #[inline(always)]
    fn pass(&mut self, lane: usize, state: u64, count: u32) -> Result<u32, BadNetwork> {
        let bits = state as u32 & ((1 << count) - 1);
        let state = state >> count;
        // Read before it is known whether it is wanted, which cannot be foretold.
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

    /// Whether all has been read.
    pub fn is_over(&self) -> bool {
        self.read == self.words.len() && self.states == [LEAST; LANES]
    }
}

/// The tokens of the next context, if it is one of any number.
fn tokens(bytes: &mut &[u8]) -> Result<Option<Box<Tokens>>, BadNetwork> {
    let wrong = BadNetwork::Damaged("wrong shares of numbers");
    let mut tokens = Box::new(Tokens {
        token_at: [0; ALL as usize],
        shares: [(0, 0); TOKENS],
    });
    let used = usize::from(next_byte(bytes)?);
    let mut before = 0;
    for token in 0..used {
        let first = u16::from(next_byte(bytes)?);
        let share = match first & 0x80 {
            0 => first,
            _ => (first & 0x7F) << 8 | u16::from(next_byte(bytes)?),
        };
        let all = before..before + usize::from(share);
        let (Some(at), Some(shares)) = (
            tokens.token_at.get_mut(all.clone()),
            tokens.shares.get_mut(token),
        ) else {
            return Err(wrong);
        };
        at.fill(token as u8);
        *shares = (before as u16, share);
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
    fn tokens_and_bits_say_the_number() {
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
        assert_eq!(shares(&counts), [0; TOKENS]);
        counts[7] = 3;
        assert_eq!(shares(&counts)[7], ALL);
        // As many as there can be, most of them seldom.
        let mut counts = [1; TOKENS];
        counts[..3].fill(1 << 40);
        let found = shares(&counts);
        assert_eq!(found.iter().sum::<u64>(), ALL);
        assert!(found.iter().all(|&share| share > 0));
    }
}
