//! Networks in form 5, which have a row for each window: to be removed when the networks of
//! all rules have a mapping. They are only read.
//!
//! Windows were written as differences from their near part, which reaches [`NEAR`].

use super::coding::{Decoder, LANES};
use super::sizes::{self, Rows, Sizes};
use super::{BadNetwork, empty};
use crate::eval::network::context::Context;
use crate::eval::network::policy::{MOST_OF_NINE, Row};
use crate::eval::network::value::{Layers, MOST_BIAS, MOST_OF_FOUR};
use crate::eval::network::windows::{NEAR, near_rows, rows};
use crate::eval::network::{CHANNELS, Network};
use crate::types::Rule;

/// Flags of what the file contains.
const HAS_CONTEXT: u8 = 1;
const HAS_VALUE: u8 = 2;

/// Sets of windows: of Black's or both colours' policy, of White's, and of the value.
const SETS: usize = 3;
/// The value's place among these.
const OF_VALUE: usize = 2;
/// Contexts of numbers: the near parts and the differences of each set, ...
const ROWS: usize = 2 * SETS * sizes::CONTEXTS;
/// ... the lengths of runs of windows that do not differ, ...
const GAPS: usize = ROWS;
/// ... and all others.
const OTHERS: usize = GAPS + SETS;
const CONTEXTS: usize = OTHERS + 1;
/// Outputs of both layers; the others are zeros now.
const OUTPUTS: usize = 16;

/// Reads what is behind the flags of a file in form 5.
pub fn read(rule: Rule, has: u8, bytes: &[u8]) -> Result<Network, BadNetwork> {
    let mut network = empty(rule, has & HAS_VALUE != 0);
    let mut reader = Reader {
        numbers: Decoder::new(CONTEXTS, bytes)?,
        near_of: near_rows(),
    };
    for (set, one) in network.numbers.iter_mut().enumerate() {
        reader.row(&mut one.bias, MOST_OF_NINE)?;
        let recent = one.recent.as_flattened_mut();
        for row in one.gates.iter_mut().chain(recent) {
            reader.row(row, MOST_OF_NINE)?;
        }
        if has & HAS_CONTEXT != 0 {
            reader.context(&mut one.context)?;
        }
        one.mapping = None;
        reader.windows(&mut one.windows, set, MOST_OF_NINE)?;
    }
    if let Some(value) = &mut network.value {
        value.mappings.clear();
        reader.windows(&mut value.windows, OF_VALUE, MOST_OF_FOUR)?;
        for layers in &mut value.layers {
            reader.layers(layers)?;
        }
    }
    match reader.numbers.is_over() {
        true => Ok(network),
        false => Err(BadNetwork::Damaged("there are bytes after its end")),
    }
}

struct Reader<'a> {
    numbers: Decoder<'a>,
    /// For each window the row of its near part.
    near_of: Vec<u32>,
}

impl Reader<'_> {
    fn number(&mut self, number: &mut i32, most: u32) -> Result<(), BadNetwork> {
        *number = self.numbers.number(0, OTHERS)?;
        match number.unsigned_abs() <= most {
            true => Ok(()),
            false => Err(BadNetwork::Damaged("a number is too large")),
        }
    }

    fn row(&mut self, row: &mut [i16], most: i16) -> Result<(), BadNetwork> {
        for number in row {
            let mut wide = 0;
            self.number(&mut wide, most.unsigned_abs().into())?;
            *number = wide as i16;
        }
        Ok(())
    }

    fn biases(&mut self, biases: &mut [i32]) -> Result<(), BadNetwork> {
        let mut biases = biases.iter_mut();
        biases.try_for_each(|bias| self.number(bias, MOST_BIAS))
    }

    fn context(&mut self, context: &mut Context) -> Result<(), BadNetwork> {
        self.row(context.first.as_flattened_mut(), MOST_OF_FOUR)?;
        self.row(context.gates.as_flattened_mut(), MOST_OF_FOUR)?;
        self.row(context.begins.as_flattened_mut(), MOST_OF_FOUR)?;
        self.biases(&mut context.first_bias)?;
        self.biases(context.threats.as_flattened_mut())
    }

    fn layers(&mut self, layers: &mut Layers) -> Result<(), BadNetwork> {
        self.row(layers.first[..OUTPUTS].as_flattened_mut(), MOST_OF_FOUR)?;
        for row in &mut layers.second[..OUTPUTS] {
            self.row(&mut row[..OUTPUTS], MOST_OF_FOUR)?;
        }
        self.row(&mut layers.last[..OUTPUTS], MOST_OF_FOUR)?;
        self.row(&mut layers.past, MOST_OF_FOUR)?;
        self.biases(&mut layers.first_bias[..OUTPUTS])?;
        for threat in &mut layers.threats {
            self.biases(&mut threat[..OUTPUTS])?;
        }
        self.biases(&mut layers.second_bias[..OUTPUTS])?;
        self.number(&mut layers.tables, i32::MAX as u32)?;
        self.number(&mut layers.bias, i32::MAX as u32)
    }

    /// The mean sizes of rows' numbers.
    fn sizes(&mut self, first: usize) -> Result<Sizes, BadNetwork> {
        let mut usual = [0; CHANNELS];
        for size in &mut usual {
            *size = self.numbers.number(0, OTHERS)?;
        }
        Ok(Sizes::new(first, usual))
    }

    fn rows(&mut self, sizes: &Sizes) -> Result<Rows, BadNetwork> {
        sizes.rows(|lane, _, context| self.numbers.number(lane, context))
    }

    fn windows(&mut self, windows: &mut [Row], set: usize, most: i16) -> Result<(), BadNetwork> {
        // The first context of the near parts, and of the differences.
        let [of_near, of_far] = [0, 1].map(|sort| (2 * set + sort) * sizes::CONTEXTS);
        let sizes = self.sizes(of_near)?;
        let mut near = vec![[0; CHANNELS]; rows(NEAR)];
        for some in near.chunks_mut(LANES) {
            let numbers = self.rows(&sizes)?;
            for (row, numbers) in some.iter_mut().zip(&numbers) {
                add(row, numbers, most)?;
            }
        }
        for (window, &place) in windows.iter_mut().zip(&self.near_of) {
            *window = near[place as usize];
        }
        let (mut far, mut at) = (Vec::with_capacity(windows.len()), 0);
        loop {
            let same = self.numbers.number(0, GAPS + set)?;
            if same < 0 {
                break;
            }
            at += same as usize;
            if at >= windows.len() {
                return Err(BadNetwork::Damaged("too many windows"));
            }
            far.push(at as u32);
            at += 1;
        }
        let sizes = self.sizes(of_far)?;
        for some in far.chunks(LANES) {
            let numbers = self.rows(&sizes)?;
            for (&at, numbers) in some.iter().zip(&numbers) {
                add(&mut windows[at as usize], numbers, most)?;
            }
        }
        Ok(())
    }
}

/// Adds numbers to a row, each of which may be `most` at most.
fn add(row: &mut Row, numbers: &[i32; CHANNELS], most: i16) -> Result<(), BadNetwork> {
    for (number, more) in row.iter_mut().zip(numbers) {
        let sum = i32::from(*number).saturating_add(*more);
        if sum.unsigned_abs() > most.unsigned_abs().into() {
            return Err(BadNetwork::Damaged("a number is too large"));
        }
        *number = sum as i16;
    }
    Ok(())
}
