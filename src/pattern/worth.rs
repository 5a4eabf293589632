//! What four shapes are worth, ready to be looked up.

use std::ops::{Add, Sub};

use super::class::{CODES, code, shapes_of_code};
use super::weights::{FACTS, Weights, pair_index, terms};

/// The parts of a unit of the evaluation that worths are counted in.
pub const PARTS: i32 = 32;

/// What squares are worth to a colour, in [`PARTS`]: two numbers in one, so
/// that they are added and subtracted together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth(i64);

impl Worth {
    /// Nothing.
    pub const ZERO: Worth = Worth::new(0, 0);

    const fn new(mover: i32, waiter: i32) -> Worth {
        Worth(mover as i64 + ((waiter as i64) << 32))
    }

    /// When the colour is to move.
    #[inline]
    pub fn mover(self) -> i32 {
        self.0 as i32
    }

    /// When the other colour is to move.
    #[inline]
    pub fn waiter(self) -> i32 {
        ((self.0 - i64::from(self.mover())) >> 32) as i32
    }
}

impl Add for Worth {
    type Output = Worth;

    #[inline]
    fn add(self, other: Worth) -> Worth {
        Worth(self.0.wrapping_add(other.0))
    }
}

impl Sub for Worth {
    type Output = Worth;

    #[inline]
    fn sub(self, other: Worth) -> Worth {
        Worth(self.0.wrapping_sub(other.0))
    }
}

/// One colour's [`Weights`], added up for every four shapes.
pub(crate) struct Worths {
    values: Box<[Worth]>,
    /// What a move promises by what it makes and by what it takes.
    promises: Box<[[i16; 2]]>,
    situations: Box<[i32]>,
}

impl Worths {
    pub(super) fn new(weights: &Weights) -> Worths {
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
        let value = |sum: &[i32; 4]| Worth::new(sum[0], sum[1]);
        let promise = |sum: &[i32; 4]| [narrow(sum[2]), narrow(sum[3])];
        let situation = |facts: usize| terms(facts).map(|term| weights.situation[term]).sum();
        Worths {
            values: sums.iter().map(value).collect(),
            promises: sums.iter().map(promise).collect(),
            situations: (0..1 << FACTS).map(situation).collect(),
        }
    }

    /// What these shapes are worth.
    #[inline]
    pub(crate) fn value(&self, shapes: u32) -> Worth {
        self.values[code(shapes)]
    }

    /// What a move promises that makes these shapes.
    #[inline]
    pub(super) fn makes(&self, shapes: u32) -> i32 {
        self.promises[code(shapes)][0].into()
    }

    /// What a move promises that keeps the other colour from these shapes.
    #[inline]
    pub(super) fn takes(&self, shapes: u32) -> i32 {
        self.promises[code(shapes)][1].into()
    }

    #[inline]
    pub(super) fn situation(&self, facts: usize) -> i32 {
        self.situations[facts]
    }
}
