//! What shapes are worth, as fitted to games: the numbers, and the text that
//! they are kept in.
//!
//! The worth of a square for a colour is a sum over the pairs of its four
//! shapes, so that what two lines make together counts. There are four such
//! sums: two for the value of a position, for the colour that is to move and
//! for the other, and two for the policy, for what a move makes and for what it
//! takes from the opponent. To the value comes a term of the situation: which
//! threats there are at all.

use std::fmt::Write;

use crate::pattern::Shape;

/// What one unit of log-odds is in units of the policy.
pub const POLICY_UNIT: i32 = 64;
/// Shapes that a square can have in one direction.
pub const SHAPES: usize = Shape::ALL.len();
/// Pairs of shapes, whatever their order.
pub const PAIRS: usize = SHAPES * (SHAPES + 1) / 2;
/// The classes whose presence counts, [`Three`](crate::pattern::ThreatClass::Three) to
/// [`OpenFour`](crate::pattern::ThreatClass::OpenFour), for the side to move and for
/// the other.
pub const FACTS: usize = 14;
/// What is added up for a situation: itself, each fact, each two facts.
pub const TERMS: usize = 1 + FACTS + FACTS * (FACTS - 1) / 2;

/// The place of a pair of shapes in a table.
#[inline]
pub fn pair_index(one: Shape, other: Shape) -> usize {
    let (one, other) = (PLACES[one as usize], PLACES[other as usize]);
    let (low, high) = (one.min(other), one.max(other));
    high * (high + 1) / 2 + low
}

/// Where each shape stands among all.
static PLACES: [usize; 16] = {
    let mut places = [0; 16];
    let mut place = 0;
    while place < Shape::ALL.len() {
        places[Shape::ALL[place] as usize] = place;
        place += 1;
    }
    places
};

/// The places of the terms that a situation adds up; bit `n` of `facts` says
/// whether fact `n` is one.
pub fn terms(facts: usize) -> impl Iterator<Item = usize> {
    let set = (0..FACTS).filter(move |fact| facts >> fact & 1 != 0);
    std::iter::once(0).chain(set.flat_map(move |fact| terms_of(fact, facts)))
}

/// The places of a fact's own term and of those with each lower one of `facts`.
pub fn terms_of(fact: usize, facts: usize) -> impl Iterator<Item = usize> {
    let lower = (0..fact).filter(move |lower| facts >> lower & 1 != 0);
    let pairs = lower.map(move |lower| 1 + FACTS + fact * fact.saturating_sub(1) / 2 + lower);
    std::iter::once(1 + fact).chain(pairs)
}

/// One colour's numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// The worth of its squares when it is to move, in 32nds.
    pub mover: Vec<i32>,
    /// The worth of its squares when the other is to move, in 32nds.
    pub waiter: Vec<i32>,
    /// The terms of situations in which it is to move, in 32nds.
    pub situation: Vec<i32>,
    /// The policy of a move: by what it makes.
    pub makes: Vec<i32>,
    /// The policy of a move: by what the other colour would make there.
    pub takes: Vec<i32>,
}

/// A text that is no set of weights.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("weights: {0}")]
pub struct BadWeights(String);

impl Weights {
    /// Weights of nothing.
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

    /// The text: each part's name, then its numbers, a row a line, a row longer
    /// by one number than the one before (in `situation` from the second row
    /// on).
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for (name, numbers) in self.clone().parts() {
            text += name;
            text.push('\n');
            let mut rest = &numbers[..];
            let mut length = 1;
            if name == "situation" {
                let (facts, pairs) = rest.split_at(1 + FACTS);
                text += &row(facts);
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

    /// Reads the text of one colour or of both; lines from `#` on are skipped.
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
        let mut all: Vec<usize> = terms((1 << FACTS) - 1).collect();
        all.sort();
        assert_eq!(all, (0..TERMS).collect::<Vec<_>>());
        assert_eq!(terms(0).collect::<Vec<_>>(), [0]);
        assert_eq!(terms(0b101).count(), 4);
    }
}
