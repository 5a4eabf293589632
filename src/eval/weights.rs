//! The fitted weights of shapes, and their text form.
//!
//! The value of a square for a colour is a sum over the pairs of its four shapes, so
//! that combinations of two lines count. There are four such sums: two for the value
//! of a position, for the side to move and for the other side, and two for the
//! policy, for what a move makes and for what it takes from the opponent. A term for
//! the threats on the board is added to the value.

use std::fmt::Write;

use crate::pattern::Shape;
use crate::position::THREAT_BITS;

/// One (1.0) of log-odds in units of the policy.
pub const POLICY_UNIT: i32 = 64;
/// Shapes that a square can have in one direction.
pub const SHAPES: usize = Shape::ALL.len();
/// Pairs of shapes, whatever their order.
pub const PAIRS: usize = SHAPES * (SHAPES + 1) / 2;
/// The terms of threats: a constant, one for each threat, one for each two threats.
pub const TERMS: usize = 1 + THREAT_BITS + THREAT_BITS * (THREAT_BITS - 1) / 2;

/// The place of a pair of shapes in a table.
#[inline]
pub fn pair_index(one: Shape, other: Shape) -> usize {
    let (one, other) = (PLACES[one as usize], PLACES[other as usize]);
    let (low, high) = (one.min(other), one.max(other));
    high * (high + 1) / 2 + low
}

/// The place of each shape in [`Shape::ALL`].
static PLACES: [usize; 16] = {
    let mut places = [0; 16];
    let mut place = 0;
    while place < Shape::ALL.len() {
        places[Shape::ALL[place] as usize] = place;
        place += 1;
    }
    places
};

/// The bits that are set in a threat key.
pub fn threat_bits(threats: usize) -> impl Iterator<Item = usize> {
    (0..THREAT_BITS).filter(move |threat| threats >> threat & 1 != 0)
}

/// The places of the terms of a threat key.
pub fn terms(threats: usize) -> impl Iterator<Item = usize> {
    let terms = threat_bits(threats).flat_map(move |threat| terms_of(threat, threats));
    std::iter::once(0).chain(terms)
}

/// The places of a threat's own term and of those with each lower one of `threats`.
pub fn terms_of(threat: usize, threats: usize) -> impl Iterator<Item = usize> {
    let lower = (0..threat).filter(move |lower| threats >> lower & 1 != 0);
    let pairs =
        lower.map(move |lower| 1 + THREAT_BITS + threat * threat.saturating_sub(1) / 2 + lower);
    std::iter::once(1 + threat).chain(pairs)
}

/// One colour's numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// The value of its squares when it is to move, in 32nds.
    pub mover: Vec<i32>,
    /// The value of its squares when the other side is to move, in 32nds.
    pub waiter: Vec<i32>,
    /// The terms of threats when it is to move, in 32nds.
    pub situation: Vec<i32>,
    /// The policy of a move from the shapes that it makes.
    pub makes: Vec<i32>,
    /// The policy of a move from the shapes that the other colour would make there.
    pub takes: Vec<i32>,
}

/// A text that is not a set of weights.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("weights: {0}")]
pub struct BadWeights(String);

impl Weights {
    /// All zeros.
    pub fn zero() -> Weights {
        Weights {
            mover: vec![0; PAIRS],
            waiter: vec![0; PAIRS],
            situation: vec![0; TERMS],
            makes: vec![0; PAIRS],
            takes: vec![0; PAIRS],
        }
    }

    fn parts(&mut self) -> [(&'static str, &mut Vec<i32>); 5] {
        [
            ("mover", &mut self.mover),
            ("waiter", &mut self.waiter),
            ("situation", &mut self.situation),
            ("makes", &mut self.makes),
            ("takes", &mut self.takes),
        ]
    }

    /// The text: each part's name, then its numbers in a triangle (in `situation`
    /// after a row of single terms).
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for (name, numbers) in self.clone().parts() {
            text += name;
            text.push('\n');
            let mut rest = &numbers[..];
            let mut length = 1;
            if name == "situation" {
                let (threats, pairs) = rest.split_at(1 + THREAT_BITS);
                text += &row(threats);
                rest = pairs;
            }
            while !rest.is_empty() {
                let (now, later) = rest.split_at(length.min(rest.len()));
                text += &row(now);
                rest = later;
                length += 1;
            }
        }
        text
    }

    /// Reads the text of one colour or of both. Anything after `#` is skipped.
    pub fn read(text: &str) -> Result<Vec<Weights>, BadWeights> {
        let bad = |what: &str| BadWeights(what.to_string());
        let lines = text
            .lines()
            .map(|line| line.split('#').next().unwrap_or(""));
        let mut words = lines.flat_map(str::split_whitespace).peekable();
        let mut all = Vec::new();
        while words.peek().is_some() {
            let mut weights = Weights::zero();
            for (name, numbers) in weights.parts() {
                if words.next() != Some(name) {
                    return Err(bad(name));
                }
                for number in numbers {
                    let word = words.next().ok_or_else(|| bad(name))?;
                    *number = word.parse().map_err(|_| bad(word))?;
                }
            }
            all.push(weights);
        }
        match all.len() {
            1 | 2 => Ok(all),
            _ => Err(bad("for one colour or two")),
        }
    }
}

fn row(numbers: &[i32]) -> String {
    let mut text = String::new();
    for number in numbers {
        let _ = write!(text, " {number}");
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_as_written() {
        let mut weights = Weights::zero();
        let mut next = -300;
        for (_, numbers) in weights.parts() {
            for number in numbers {
                next += 1;
                *number = next;
            }
        }
        let other = Weights {
            takes: vec![7; PAIRS],
            ..weights.clone()
        };
        let text = format!("# two\n{}{}", weights.to_text(), other.to_text());
        assert_eq!(Weights::read(&text), Ok(vec![weights, other]));
        assert!(Weights::read("").is_err());
        assert!(Weights::read("mover 1 2").is_err());
        assert!(Weights::read(&text.replace("-12 ", "- ")).is_err());
    }

    #[test]
    fn every_pair_and_term_has_its_place() {
        let mut pairs: Vec<usize> = Vec::new();
        for (index, &one) in Shape::ALL.iter().enumerate() {
            pairs.extend(Shape::ALL[..=index].iter().map(|&two| pair_index(one, two)));
        }
        assert_eq!(pairs, (0..PAIRS).collect::<Vec<_>>());
        let mut all: Vec<usize> = terms((1 << THREAT_BITS) - 1).collect();
        all.sort();
        assert_eq!(all, (0..TERMS).collect::<Vec<_>>());
        assert_eq!(terms(0).collect::<Vec<_>>(), [0]);
        assert_eq!(terms(0b101).count(), 4);
    }
}
