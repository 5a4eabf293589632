//! Numbers in few bytes: those that are common where they stand take few bits.
//!
//! A number is cut into a token, which says its size, and into bits, which say the
//! rest of it. Tokens are coded by how often each is found in its context, a number
//! that the reader knows beforehand; bits are kept as they are. The shares of the
//! tokens stand first.
//!
//! CITE: asymmetric numeral systems (Jarek Duda, arXiv 1311.2540), with the state in
//! 32 bits and renewed in bytes as Fabian Giesen does (arXiv 1402.3392).

use super::BadNetwork;
use super::numbers::{Put, Take, folded, next_byte, unfolded};

/// The shares of all tokens of a context add up to this.
const ALL: u32 = 1 << SHARE_BITS;
const SHARE_BITS: u32 = 12;
/// The state is at least this before and after each token, and below 256 times it.
const LEAST: u32 = 1 << 23;
/// Numbers below this, once they are folded, are tokens themselves.
const WHOLE: u32 = 1 << WHOLE_BITS;
const WHOLE_BITS: u32 = 5;
/// A larger one's token says how long it is and which two bits follow the first.
const TOKENS: usize = WHOLE as usize + 4 * (32 - WHOLE_BITS) as usize;
/// As many bits are coded at once as this.
const MOST_BITS: u32 = 8;

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

/// What a folded number with this token begins with, and the count of its other bits.
fn begin_of(token: usize) -> (u32, u32) {
    let token = token as u32;
    match token.checked_sub(WHOLE) {
        None => (token, 0),
        Some(longer) => {
            let count = longer / 4 + WHOLE_BITS - 2;
            ((0b100 | (longer % 4)) << count, count)
        }
    }
}

/// The counts of bits that are coded at once, and where they stand, the lowest first.
fn pieces(count: u32) -> impl DoubleEndedIterator<Item = (u32, u32)> {
    let places = (0..count).step_by(MOST_BITS as usize);
    places.map(move |place| (place, MOST_BITS.min(count - place)))
}

/// Collects the numbers, which are coded together.
pub struct Coder {
    contexts: usize,
    numbers: Vec<(usize, i32)>,
}

impl Coder {
    /// For numbers in contexts below `contexts`.
    pub fn new(contexts: usize) -> Coder {
        Coder {
            contexts,
            numbers: Vec::new(),
        }
    }
}

impl Put for Coder {
    const HAS_CONTEXTS: bool = true;

    fn number(&mut self, context: usize, number: i32) {
        self.numbers.push((context, number));
    }

    fn bytes(self) -> Vec<u8> {
        let mut counts = vec![[0u64; TOKENS]; self.contexts];
        for &(context, number) in &self.numbers {
            counts[context][token_of(number).0] += 1;
        }
        let shares: Vec<_> = counts.iter().map(shares).collect();
        let mut bytes = Vec::new();
        for shares in &shares {
            put_shares(&mut bytes, shares);
        }
        // The reader begins with what is coded last.
        let mut state = State {
            state: LEAST,
            bytes: Vec::new(),
        };
        for &(context, number) in self.numbers.iter().rev() {
            let (token, bits, count) = token_of(number);
            for (place, count) in pieces(count).rev() {
                let share = ALL >> count;
                state.put((bits >> place & ((1 << count) - 1)) * share, share);
            }
            let shares = &shares[context];
            state.put(shares[..token].iter().sum(), shares[token]);
        }
        bytes.extend(state.state.to_le_bytes());
        bytes.extend(state.bytes.iter().rev());
        bytes
    }
}

/// What is coded, from behind.
struct State {
    state: u32,
    bytes: Vec<u8>,
}

impl State {
    /// Codes what has this share of [`ALL`], after what has `before` of it.
    fn put(&mut self, before: u32, share: u32) {
        let most = ((LEAST >> SHARE_BITS) << 8) * share;
        while self.state >= most {
            self.bytes.push(self.state as u8);
            self.state >>= 8;
        }
        self.state = ((self.state / share) << SHARE_BITS) + before + self.state % share;
    }
}

/// How much of [`ALL`] each token has that was counted so often: something where it
/// was found at all.
fn shares(counts: &[u64; TOKENS]) -> [u32; TOKENS] {
    let total: u64 = counts.iter().sum();
    if total == 0 {
        return [0; TOKENS];
    }
    let mut shares = counts.map(|count| match count {
        0 => 0,
        _ => (count * u64::from(ALL) / total).max(1) as u32,
    });
    // Those with much bear what is left or lacking.
    loop {
        let sum: u32 = shares.iter().sum();
        let largest = shares.iter_mut().max().expect("there are tokens");
        match sum {
            ALL => return shares,
            0..ALL => *largest += ALL - sum,
            _ => *largest -= (*largest / 2).min(sum - ALL),
        }
    }
}

fn put_shares(bytes: &mut Vec<u8>, shares: &[u32; TOKENS]) {
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
    contexts: Vec<Option<Box<Tokens>>>,
    state: u32,
    rest: &'a [u8],
}

impl<'a> Decoder<'a> {
    /// Begins with the shares of so many contexts.
    pub fn new(contexts: usize, bytes: &'a [u8]) -> Result<Decoder<'a>, BadNetwork> {
        let mut decoder = Decoder {
            contexts: Vec::with_capacity(contexts),
            state: 0,
            rest: bytes,
        };
        for _ in 0..contexts {
            let tokens = decoder.tokens()?;
            decoder.contexts.push(tokens);
        }
        for place in 0..4 {
            decoder.state |= u32::from(next_byte(&mut decoder.rest)?) << (8 * place);
        }
        match decoder.state >> 8 < LEAST && decoder.state >= LEAST {
            true => Ok(decoder),
            false => Err(BadNetwork::Damaged("its numbers do not begin")),
        }
    }

    /// The tokens of the next context, if it is one of any number.
    fn tokens(&mut self) -> Result<Option<Box<Tokens>>, BadNetwork> {
        let wrong = BadNetwork::Damaged("wrong shares of numbers");
        let mut tokens = Box::new(Tokens {
            token_at: [0; ALL as usize],
            shares: [(0, 0); TOKENS],
        });
        let used = usize::from(next_byte(&mut self.rest)?);
        let mut before = 0;
        for token in 0..used {
            let first = u16::from(next_byte(&mut self.rest)?);
            let share = match first & 0x80 {
                0 => first,
                _ => (first & 0x7F) << 8 | u16::from(next_byte(&mut self.rest)?),
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

    /// Goes on behind what has this share, after what has `before`.
    fn pass(&mut self, before: u32, share: u32) -> Result<(), BadNetwork> {
        self.state = share * (self.state >> SHARE_BITS) + self.state % ALL - before;
        while self.state < LEAST {
            self.state = self.state << 8 | u32::from(next_byte(&mut self.rest)?);
        }
        Ok(())
    }
}

impl Take for Decoder<'_> {
    const HAS_CONTEXTS: bool = true;

    fn number(&mut self, context: usize) -> Result<i32, BadNetwork> {
        let tokens = self.contexts[context].as_ref();
        let tokens = tokens.ok_or(BadNetwork::Damaged("a number that has no share"))?;
        let token = usize::from(tokens.token_at[(self.state % ALL) as usize]);
        let (before, share) = tokens.shares[token];
        self.pass(before.into(), share.into())?;
        let (mut folded, count) = begin_of(token);
        for (place, count) in pieces(count) {
            let share = ALL >> count;
            let bits = self.state % ALL / share;
            self.pass(bits * share, share)?;
            folded |= bits << place;
        }
        Ok(unfolded(folded))
    }

    fn is_over(&self) -> bool {
        self.rest.is_empty() && self.state == LEAST
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, SeedableRng, rngs::StdRng};

    fn coded(numbers: &[(usize, i32)], contexts: usize) -> Vec<u8> {
        let mut coder = Coder::new(contexts);
        for &(context, number) in numbers {
            coder.number(context, number);
        }
        coder.bytes()
    }

    #[test]
    fn tokens_and_bits_say_the_number() {
        let steps = (0..32).flat_map(|bit| [-1, 0, 1].map(|by| (1i32 << bit).wrapping_add(by)));
        for number in steps.flat_map(|number| [number, number.wrapping_neg()]) {
            let (token, bits, count) = token_of(number);
            assert!(token < TOKENS);
            let (begin, of_begin) = begin_of(token);
            assert_eq!((unfolded(begin | bits), of_begin), (number, count));
        }
    }

    #[test]
    fn all_numbers_come_back_in_their_order() {
        let mut random = StdRng::seed_from_u64(5);
        let any = |random: &mut StdRng| match random.random_range(0..4) {
            0 => (0, random.random()),
            1 => (1, random.random_range(-3..=3)),
            2 => (4, 7),
            _ => (2, random.random_range(-9_000..=9_000)),
        };
        for length in [0, 1, 2, 3, 30, 3_000] {
            let numbers: Vec<_> = (0..length).map(|_| any(&mut random)).collect();
            let bytes = coded(&numbers, 5);
            let mut decoder = Decoder::new(5, &bytes).unwrap();
            for &(context, number) in &numbers {
                assert_eq!(decoder.number(context), Ok(number));
            }
            assert!(decoder.is_over(), "{length}");
        }
    }

    /// Two numbers of which one comes nine times in ten have 0.469 bits.
    #[test]
    fn common_numbers_take_few_bits() {
        let numbers: Vec<_> = (0..80_000).map(|n| (0, i32::from(n % 10 == 0))).collect();
        let bytes = coded(&numbers, 1).len();
        assert!((4_690..4_720).contains(&bytes), "{bytes}");
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
        assert_eq!(found.iter().sum::<u32>(), ALL);
        assert!(found.iter().all(|&share| share > 0));
    }
}
