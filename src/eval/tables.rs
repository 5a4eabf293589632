//! The fitted weights, summed for every four shapes.

use std::ops::{Add, Sub};
use std::sync::{Arc, LazyLock};

use super::weights::{Weights, pair_index, terms_of};
use crate::pattern::{CODES, Shapes, code, shapes_of_code};
use crate::position::THREAT_BITS;
use crate::types::{Color, Rule};

/// Values of squares are in units of the evaluation divided by this.
pub const PARTS: i32 = 32;

/// The values of squares for a colour, in [`PARTS`]: two packed into one number, so
/// that they are added and subtracted together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PackedValue(i64);

impl PackedValue {
    pub const ZERO: PackedValue = PackedValue::new(0, 0);

    const fn new(mover: i32, waiter: i32) -> PackedValue {
        PackedValue(mover as i64 + ((waiter as i64) << 32))
    }

    /// When the colour is to move.
    #[inline]
    pub fn mover(self) -> i32 {
        self.0 as i32
    }

    /// When the other side is to move.
    #[inline]
    pub fn waiter(self) -> i32 {
        ((self.0 - i64::from(self.mover())) >> 32) as i32
    }
}

impl Add for PackedValue {
    type Output = PackedValue;

    #[inline]
    fn add(self, other: PackedValue) -> PackedValue {
        PackedValue(self.0.wrapping_add(other.0))
    }
}

impl Sub for PackedValue {
    type Output = PackedValue;

    #[inline]
    fn sub(self, other: PackedValue) -> PackedValue {
        PackedValue(self.0.wrapping_sub(other.0))
    }
}

/// The tables of one rule. Built once, on first use.
pub(super) struct EvalTables {
    /// For Black and White; the same where the rule is the same for both.
    colors: [Arc<ColorTables>; 2],
}

impl EvalTables {
    /// The tables of `rule`.
    pub(super) fn of(rule: Rule) -> &'static EvalTables {
        static ALL: [LazyLock<EvalTables>; 5] = [
            LazyLock::new(|| EvalTables::build(Rule::Freestyle)),
            LazyLock::new(|| EvalTables::build(Rule::Standard)),
            LazyLock::new(|| EvalTables::build(Rule::Renju)),
            LazyLock::new(|| EvalTables::build(Rule::Caro)),
            LazyLock::new(|| EvalTables::build(Rule::CaroOverline)),
        ];
        &ALL[rule as usize]
    }

    fn build(rule: Rule) -> EvalTables {
        let text = match rule {
            Rule::Freestyle => include_str!("fitted/freestyle.txt"),
            Rule::Standard => include_str!("fitted/standard.txt"),
            Rule::Renju => include_str!("fitted/renju.txt"),
            Rule::Caro => include_str!("fitted/caro.txt"),
            Rule::CaroOverline => include_str!("fitted/caro8.txt"),
        };
        let weights = Weights::read(text).expect("weights that a test has read");
        let mut colors = weights.iter().map(|one| Arc::new(ColorTables::new(one)));
        let black = colors.next().expect("weights of one colour or two");
        let white = colors.next().unwrap_or_else(|| Arc::clone(&black));
        EvalTables {
            colors: [black, white],
        }
    }

    /// One colour's tables.
    #[inline]
    pub(super) fn color(&self, color: Color) -> &ColorTables {
        &self.colors[color.index()]
    }

    /// The values for Black and White of a square where stones would make these
    /// shapes.
    #[inline]
    pub(super) fn values(&self, shapes: Shapes) -> [PackedValue; 2] {
        Color::ALL.map(|color| self.color(color).value(shapes.of(color)))
    }
}

/// One colour's [`Weights`], summed for every four shapes.
pub(super) struct ColorTables {
    values: Box<[PackedValue]>,
    /// The policy of a move: for what it makes and for what it takes.
    policies: Box<[[i16; 2]]>,
    /// By threat key.
    threat_values: Box<[i32]>,
}

impl ColorTables {
    fn new(weights: &Weights) -> ColorTables {
        let of_code = |code: usize| {
            let shapes = shapes_of_code(code);
            let pairs = (1..4).flat_map(|high| (0..high).map(move |low| (low, high)));
            let pairs = pairs.map(|(low, high)| pair_index(shapes[low], shapes[high]));
            let mut sums = [0; 4];
            for pair in pairs {
                let parts = [
                    &weights.mover,
                    &weights.waiter,
                    &weights.makes,
                    &weights.takes,
                ];
                for (sum, part) in sums.iter_mut().zip(parts) {
                    *sum += part[pair];
                }
            }
            sums
        };
        let narrow = |sum: i32| sum.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        let sums: Vec<[i32; 4]> = (0..CODES).map(of_code).collect();
        let value = |sum: &[i32; 4]| PackedValue::new(sum[0], sum[1]);
        let policy = |sum: &[i32; 4]| [narrow(sum[2]), narrow(sum[3])];
        // Each key is one with fewer threats and one more threat.
        let mut threat_values = vec![weights.situation[0]];
        for threat in 0..THREAT_BITS {
            for threats in 0..1 << threat {
                let more: i32 = terms_of(threat, threats)
                    .map(|term| weights.situation[term])
                    .sum();
                threat_values.push(threat_values[threats] + more);
            }
        }
        ColorTables {
            values: sums.iter().map(value).collect(),
            policies: sums.iter().map(policy).collect(),
            threat_values: threat_values.into_boxed_slice(),
        }
    }

    /// The value of a square where the colour would make these shapes.
    #[inline]
    pub(super) fn value(&self, shapes: u32) -> PackedValue {
        self.values[code(shapes)]
    }

    /// The policy of the colour's move where it would make the shapes `own` and
    /// the other colour `other`.
    #[inline]
    pub(super) fn policy(&self, own: u32, other: u32) -> i32 {
        let [makes, _] = self.policies[code(own)];
        let [_, takes] = self.policies[code(other)];
        i32::from(makes) + i32::from(takes)
    }

    /// The value of this threat key for the side to move, in [`PARTS`].
    #[inline]
    pub(super) fn threat_value(&self, threats: usize) -> i32 {
        self.threat_values[threats]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::weights::terms;

    #[test]
    fn threat_values_are_sums_of_their_terms() {
        let text = include_str!("fitted/renju.txt");
        let weights = Weights::read(text).unwrap();
        for (color, weights) in Color::ALL.into_iter().zip(&weights) {
            let tables = EvalTables::of(Rule::Renju).color(color);
            for threats in 0..1 << THREAT_BITS {
                let sum: i32 = terms(threats).map(|term| weights.situation[term]).sum();
                assert_eq!(tables.threat_value(threats), sum, "{color:?} {threats:b}");
            }
        }
    }
}
