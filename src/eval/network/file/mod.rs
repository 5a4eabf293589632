//! Network files: a line of text that says what it is, then the numbers, compressed
//! by [`coding`], then a checksum.
//!
//! Windows are written as differences from their near part, which reaches [`NEAR`].
//! [`walk`] defines the order of the numbers, for writing and for reading.

mod coding;
mod error;
mod sizes;

use super::context::Context;
use super::policy::{MOST_OF_NINE, PolicyNumbers, Row};
use super::value::{Layers, MOST_BIAS, MOST_OF_FOUR, ValueNumbers};
use super::windows::{NEAR, near_rows, rows};
use super::{CHANNELS, Network};
use crate::types::Rule;
use coding::{Coder, Decoder, LANES};
pub use error::BadNetwork;
use error::{FORM, TOO_EARLY};
use sizes::{Rows, Sizes};

/// The first words of a file, before its form.
const MAGIC: &str = "tengen network ";

/// Flags behind the first line: what the file contains.
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

/// The bytes of a file with this network.
pub fn write(network: &Network) -> Vec<u8> {
    let mut network = network.clone();
    let numbers = &mut network.numbers;
    let has_context = numbers.iter().any(|one| one.context.is_some());
    if has_context {
        let all = numbers.iter_mut();
        all.for_each(|one| _ = one.context.get_or_insert_with(Context::zero));
    }
    let mut has = if has_context { HAS_CONTEXT } else { 0 };
    if network.value.is_some() {
        has |= HAS_VALUE;
    }
    let mut bytes = format!("{MAGIC}{FORM} {}\n", network.rule).into_bytes();
    bytes.extend([network.numbers.len() as u8, has]);
    let mut writer = Writer {
        numbers: Coder::new(CONTEXTS),
        near_of: near_rows(),
    };
    walk(&mut writer, &mut network).expect("writing does not fail");
    bytes.extend(writer.numbers.bytes());
    signed(bytes)
}

/// These bytes with their checksum.
fn signed(mut bytes: Vec<u8>) -> Vec<u8> {
    let sum = crc32fast::hash(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// Reads what [`write()`] has written.
pub fn read(bytes: &[u8]) -> Result<Network, BadNetwork> {
    let end = bytes.iter().position(|&byte| byte == b'\n');
    let end = end.ok_or(BadNetwork::NoNetwork)?;
    let title = std::str::from_utf8(&bytes[..end]).map_err(|_| BadNetwork::NoNetwork)?;
    let title = title.strip_prefix(MAGIC).ok_or(BadNetwork::NoNetwork)?;
    let (form, rule) = title.split_once(' ').ok_or(BadNetwork::NoNetwork)?;
    if form != FORM {
        return Err(BadNetwork::Form(form.to_string()));
    }
    let rule: Rule = rule
        .trim()
        .parse()
        .map_err(|error| BadNetwork::Rule(format!("{error}")))?;
    let (content, sum) = bytes.split_last_chunk::<4>().ok_or(TOO_EARLY)?;
    let Some([colors, has, rest @ ..]) = content.get(end + 1..) else {
        return Err(TOO_EARLY);
    };
    if crc32fast::hash(content) != u32::from_le_bytes(*sum) {
        return Err(BadNetwork::Damaged("its checksum is wrong"));
    }
    if *colors != 1 + u8::from(rule.forbids()) {
        return Err(BadNetwork::Damaged("wrong number of colours"));
    }
    let (has_context, has_value) = (has & HAS_CONTEXT != 0, has & HAS_VALUE != 0);
    let network = empty(rule, has_context, has_value);
    Reader::new(Decoder::new(CONTEXTS, rest)?).read(network)
}

/// A network of zeros.
fn empty(rule: Rule, has_context: bool, has_value: bool) -> Network {
    let colors = 1 + usize::from(rule.forbids());
    let mut one = PolicyNumbers::zero();
    one.context = has_context.then(Context::zero);
    let value = has_value.then(|| ValueNumbers::zero(colors));
    Network::new(rule, vec![one; colors], value)
}

/// Reads or writes the numbers of a network, in the order of a file. `most` is the
/// largest absolute value allowed.
trait Visitor {
    /// One number.
    fn number(&mut self, number: &mut i32, most: u32) -> Result<(), BadNetwork>;

    /// The rows of all windows.
    fn windows(&mut self, windows: &mut [Row], set: usize, most: i16) -> Result<(), BadNetwork>;

    /// Several numbers.
    fn row(&mut self, row: &mut [i16], most: i16) -> Result<(), BadNetwork> {
        for number in row {
            let mut wide = i32::from(*number);
            self.number(&mut wide, most.unsigned_abs().into())?;
            *number = wide as i16;
        }
        Ok(())
    }

    /// Numbers of at most [`MOST_BIAS`].
    fn wide<'n>(
        &mut self,
        mut numbers: impl Iterator<Item = &'n mut i32>,
    ) -> Result<(), BadNetwork> {
        numbers.try_for_each(|number| self.number(number, MOST_BIAS))
    }
}

/// Visits all numbers of a network.
fn walk(visitor: &mut impl Visitor, network: &mut Network) -> Result<(), BadNetwork> {
    for (set, one) in network.numbers.iter_mut().enumerate() {
        visitor.row(&mut one.bias, MOST_OF_NINE)?;
        let recent = one.recent.as_flattened_mut();
        for row in one.gates.iter_mut().chain(recent) {
            visitor.row(row, MOST_OF_NINE)?;
        }
        if let Some(context) = &mut one.context {
            walk_context(visitor, context)?;
        }
        visitor.windows(&mut one.windows, set, MOST_OF_NINE)?;
    }
    if let Some(value) = &mut network.value {
        visitor.windows(&mut value.windows, OF_VALUE, MOST_OF_FOUR)?;
        for layers in &mut value.layers {
            walk_layers(visitor, layers)?;
        }
    }
    Ok(())
}

fn walk_context(visitor: &mut impl Visitor, context: &mut Context) -> Result<(), BadNetwork> {
    visitor.row(context.first.as_flattened_mut(), MOST_OF_FOUR)?;
    visitor.row(context.gates.as_flattened_mut(), MOST_OF_FOUR)?;
    visitor.row(context.begins.as_flattened_mut(), MOST_OF_FOUR)?;
    let threats = context.threats.as_flattened_mut();
    visitor.wide(context.first_bias.iter_mut().chain(threats))
}

fn walk_layers(visitor: &mut impl Visitor, layers: &mut Layers) -> Result<(), BadNetwork> {
    visitor.row(layers.first.as_flattened_mut(), MOST_OF_FOUR)?;
    visitor.row(layers.second.as_flattened_mut(), MOST_OF_FOUR)?;
    visitor.row(&mut layers.last, MOST_OF_FOUR)?;
    visitor.row(&mut layers.past, MOST_OF_FOUR)?;
    let threats = layers.threats.as_flattened_mut();
    let wide = layers.first_bias.iter_mut().chain(threats);
    visitor.wide(wide.chain(&mut layers.second_bias))?;
    visitor.number(&mut layers.tables, i32::MAX as u32)?;
    visitor.number(&mut layers.bias, i32::MAX as u32)
}

/// The first context of a set's near parts, and of its differences.
fn contexts_of(set: usize) -> [usize; 2] {
    [0, 1].map(|sort| (2 * set + sort) * sizes::CONTEXTS)
}

/// Writes a network.
struct Writer {
    numbers: Coder,
    /// For each window the row of its near part.
    near_of: Vec<u32>,
}

impl Visitor for Writer {
    fn number(&mut self, number: &mut i32, _most: u32) -> Result<(), BadNetwork> {
        self.numbers.number(0, OTHERS, *number);
        Ok(())
    }

    fn windows(&mut self, windows: &mut [Row], set: usize, _most: i16) -> Result<(), BadNetwork> {
        let near = near_windows(windows, &self.near_of);
        // Windows that differ, and before each the number of those that do not.
        let (mut gaps, mut far) = (vec![0], Vec::new());
        for (window, &place) in windows.iter().zip(&self.near_of) {
            let near = &near[place as usize];
            if window == near {
                *gaps.last_mut().expect("never empty") += 1;
            } else {
                far.push(difference(window, near));
                gaps.push(0);
            }
        }
        *gaps.last_mut().expect("never empty") = -1;
        let near: Vec<_> = near.iter().map(|row| row.map(i32::from)).collect();
        let [of_near, of_far] = contexts_of(set);
        self.rows(of_near, &near);
        for gap in gaps {
            self.numbers.number(0, GAPS + set, gap);
        }
        self.rows(of_far, &far);
        Ok(())
    }
}

impl Writer {
    /// The mean sizes of these rows' numbers, then the rows, padded to whole [`Rows`].
    fn rows(&mut self, first: usize, rows: &[[i32; CHANNELS]]) {
        let usual = sizes::usual(rows);
        for size in usual {
            self.numbers.number(0, OTHERS, size);
        }
        let sizes = Sizes::new(first, usual);
        for some in rows.chunks(LANES) {
            let put = |lane: usize, channel: usize, context| {
                let number = some.get(lane).map_or(0, |row| row[channel]);
                self.numbers.number(lane, context, number);
                Ok::<_, BadNetwork>(number)
            };
            sizes.rows(put).expect("writing does not fail");
        }
    }
}

/// For each near part the row that most of its windows have: that of the windows not
/// seen in training.
fn near_windows(windows: &[Row], near_of: &[u32]) -> Vec<Row> {
    let mut counts = vec![std::collections::BTreeMap::new(); rows(NEAR)];
    for (window, &near) in windows.iter().zip(near_of) {
        *counts[near as usize].entry(*window).or_insert(0) += 1;
    }
    let most = |counts: std::collections::BTreeMap<Row, usize>| {
        let most = counts.into_iter().max_by_key(|&(_, count)| count);
        most.map_or([0; CHANNELS], |(row, _)| row)
    };
    counts.into_iter().map(most).collect()
}

/// Reads a network.
struct Reader<'a> {
    numbers: Decoder<'a>,
    /// For each window the row of its near part.
    near_of: Vec<u32>,
}

impl<'a> Reader<'a> {
    fn new(numbers: Decoder<'a>) -> Reader<'a> {
        Reader {
            numbers,
            near_of: near_rows(),
        }
    }

    /// Fills in this network's numbers, which must use up the input.
    fn read(mut self, mut network: Network) -> Result<Network, BadNetwork> {
        walk(&mut self, &mut network)?;
        match self.numbers.is_over() {
            true => Ok(network),
            false => Err(BadNetwork::Damaged("there are bytes after its end")),
        }
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
}

impl Visitor for Reader<'_> {
    fn number(&mut self, number: &mut i32, most: u32) -> Result<(), BadNetwork> {
        *number = self.numbers.number(0, OTHERS)?;
        match number.unsigned_abs() <= most {
            true => Ok(()),
            false => Err(BadNetwork::Damaged("a number is too large")),
        }
    }

    fn windows(&mut self, windows: &mut [Row], set: usize, most: i16) -> Result<(), BadNetwork> {
        let [of_near, of_far] = contexts_of(set);
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

/// `row` minus `from`.
fn difference(row: &Row, from: &Row) -> [i32; CHANNELS] {
    std::array::from_fn(|channel| i32::from(row[channel]) - i32::from(from[channel]))
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

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, SeedableRng, rngs::StdRng};

    fn any(rule: Rule, has_value: bool) -> Network {
        let mut random = StdRng::seed_from_u64(7);
        let near_of = near_rows();
        let colors = if rule.forbids() { 2 } else { 1 };
        let numbers = (0..colors).map(|_| {
            let mut one = PolicyNumbers::zero();
            let mut fill = |row: &mut Row| row.fill_with(|| random.random_range(-3_640..=3_640));
            fill(&mut one.bias);
            one.gates.iter_mut().for_each(&mut fill);
            one.recent.iter_mut().flatten().for_each(&mut fill);
            let mut context = Context::zero();
            context.first.iter_mut().for_each(&mut fill);
            context.begins[3].fill(-8_191);
            context.threats[5].fill(-80_000);
            context.first_bias[2] = 3;
            one.context = Some(context);
            let mut near = vec![[0; CHANNELS]; rows(NEAR)];
            near.iter_mut().for_each(&mut fill);
            for (index, window) in one.windows.iter_mut().enumerate() {
                *window = near[near_of[index] as usize];
                if index % 7 == 3 {
                    fill(window);
                }
            }
            one
        });
        let numbers = numbers.collect();
        let mut value = ValueNumbers::zero(colors);
        let mut random = StdRng::seed_from_u64(9);
        let row = |row: &mut Row| row.fill_with(|| random.random_range(-8_191..=8_191));
        value.windows.iter_mut().step_by(3).for_each(row);
        for layers in &mut value.layers {
            layers.second[5].fill_with(|| random.random_range(-8_191..=8_191));
            layers.threats[3].fill(-70_000);
            layers.last.fill(-3);
            layers.bias = 12_345;
        }
        Network::new(rule, numbers, has_value.then_some(value))
    }

    #[test]
    fn what_is_written_is_read() {
        for rule in Rule::ALL {
            for has_value in [false, true] {
                let network = any(rule, has_value);
                let bytes = write(&network);
                assert!(read(&bytes) == Ok(network), "{rule}");
            }
        }
    }

    #[test]
    fn damage_is_seen() {
        let bytes = write(&any(Rule::Freestyle, true));
        assert_eq!(read(b"").err(), Some(BadNetwork::NoNetwork));
        assert_eq!(read(b"something\nelse").err(), Some(BadNetwork::NoNetwork));
        let before = read(b"tengen network 4 freestyle\n").err().unwrap();
        assert!(before.to_string().contains("form \"4\""), "{before}");
        for end in [0, 10, 25, 27, 28, 32, 100, bytes.len() / 2, bytes.len() - 1] {
            assert!(read(&bytes[..end]).is_err(), "{end}");
        }
        let mut random = StdRng::seed_from_u64(8);
        for _ in 0..200 {
            let mut bytes = bytes.clone();
            let at = random.random_range(0..bytes.len());
            bytes[at] ^= 1 << random.random_range(0..8);
            assert!(read(&bytes).is_err(), "{at}");
        }
        // With a right checksum nothing is worse than an error.
        for _ in 0..200 {
            let mut bytes = bytes[..bytes.len() - 4].to_vec();
            let at = random.random_range(0..bytes.len());
            bytes[at] = random.random();
            bytes.truncate(random.random_range(at..=bytes.len()).max(1));
            let _ = read(&signed(bytes));
        }
    }
}
