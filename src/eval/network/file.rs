//! Networks as files: a line of text that says what it is, then the numbers,
//! then a checksum.
//!
//! Every number is written as a signed LEB128, which takes a byte for a small
//! one. Windows are written as their difference from the nearer part of them, which
//! reaches [`NEAR`], where there is one.

use super::context::Context;
use super::policy::{MOST_OF_NINE, PolicyNumbers, Row};
use super::recent::STONES;
use super::value::{Layers, MOST_BIAS, MOST_OF_FOUR, ValueNumbers};
use super::windows::{NEAR, near_rows, rows};
use super::{CHANNELS, Network};
use crate::types::Rule;

/// The first words of a file.
const MAGIC: &str = "tengen network 3";
/// The same without a [`Context`], and with two stones in place of [`STONES`].
const PLAIN_MAGIC: &str = "tengen network 2";
/// As before, where those of freestyle reached [`NEAR`].
const OLD_MAGIC: &str = "tengen network 1";

/// A file that is no network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadNetwork {
    /// It does not begin as a network does.
    #[error("no network of a kind that this program knows")]
    NoNetwork,
    /// The rule in it is unknown.
    #[error("{0}")]
    Rule(String),
    /// It is damaged.
    #[error("the network is damaged: {0}")]
    Damaged(&'static str),
}

/// How many of the last stones an older file knows.
const OLD_STONES: usize = 2;

/// The content of a file with this network.
pub fn write(network: &Network) -> Vec<u8> {
    let mut contexts = network.numbers().iter().map(|one| &one.context);
    let magic = match contexts.any(Option::is_some) {
        true => MAGIC,
        false => PLAIN_MAGIC,
    };
    write_as(magic, network)
}

/// The content of a file that begins in this way, which need not have all.
fn write_as(magic: &str, network: &Network) -> Vec<u8> {
    let rule = network.rule();
    let mut bytes = format!("{magic} {rule}\n").into_bytes();
    let numbers = network.numbers();
    bytes.push(numbers.len() as u8);
    let near_of = near_rows();
    for one in numbers {
        put(&mut bytes, &one.bias);
        let recent = one.recent[..stones(magic)].as_flattened();
        one.gates
            .iter()
            .chain(recent)
            .for_each(|row| put(&mut bytes, row));
        if magic == MAGIC {
            let none = Context::zero();
            put_context(&mut bytes, one.context.as_ref().unwrap_or(&none));
        }
        put_windows(&mut bytes, &one.windows, &near_of);
    }
    if let Some(value) = network.value() {
        put_windows(&mut bytes, &value.windows, &near_of);
        value
            .layers
            .iter()
            .for_each(|layers| put_layers(&mut bytes, layers));
    }
    let sum = crc32fast::hash(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// How many of the last stones a file knows that begins in this way.
fn stones(magic: &str) -> usize {
    match magic == MAGIC {
        true => STONES,
        false => OLD_STONES,
    }
}

fn put(bytes: &mut Vec<u8>, row: &[i16]) {
    row.iter()
        .for_each(|&number| write_number(bytes, number.into()));
}

fn put_context(bytes: &mut Vec<u8>, context: &Context) {
    let Context {
        first,
        first_bias,
        facts,
        gates,
        begins,
    } = context;
    first.iter().for_each(|row| put(bytes, row));
    gates.iter().chain(begins).for_each(|row| put(bytes, row));
    let wide = first_bias.iter().chain(facts.iter().flatten());
    wide.for_each(|&number| write_number(bytes, number));
}

fn put_layers(bytes: &mut Vec<u8>, layers: &Layers) {
    layers.first.iter().for_each(|row| put(bytes, row));
    layers.second.iter().for_each(|row| put(bytes, row));
    put(bytes, &layers.last);
    put(bytes, &layers.past);
    let wide = layers
        .first_bias
        .iter()
        .chain(layers.facts.iter().flatten());
    let wide = wide.chain(&layers.second_bias);
    wide.for_each(|&number| write_number(bytes, number));
    write_number(bytes, layers.tables);
    write_number(bytes, layers.bias);
}

/// The rows of all windows.
fn put_windows(bytes: &mut Vec<u8>, windows: &[Row], near_of: &[u32]) {
    let near = near_windows(windows, near_of);
    near.iter().for_each(|row| put(bytes, row));
    // The windows that differ, each after so many that do not.
    let mut same = 0;
    for (window, &place) in windows.iter().zip(near_of) {
        let near = &near[place as usize];
        if window == near {
            same += 1;
            continue;
        }
        write_number(bytes, std::mem::take(&mut same));
        for (number, near) in window.iter().zip(near) {
            write_number(bytes, i32::from(*number) - i32::from(*near));
        }
    }
    write_number(bytes, -1);
}

/// For each near window what most far ones around it have: those that were not
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

/// Reads what [`write`] has written.
pub fn read(bytes: &[u8]) -> Result<Network, BadNetwork> {
    let end = bytes.iter().position(|&byte| byte == b'\n');
    let end = end.ok_or(BadNetwork::NoNetwork)?;
    let title = std::str::from_utf8(&bytes[..end]).map_err(|_| BadNetwork::NoNetwork)?;
    let known = [MAGIC, PLAIN_MAGIC, OLD_MAGIC];
    let mut titles = known
        .into_iter()
        .zip(known.map(|magic| title.strip_prefix(magic)));
    let found = titles.find_map(|(magic, rule)| rule.map(|rule| (magic, rule)));
    let (magic, rule) = found.ok_or(BadNetwork::NoNetwork)?;
    let rule: Rule = rule
        .trim()
        .parse()
        .map_err(|error| BadNetwork::Rule(format!("{error}")))?;
    let (content, sum) = bytes
        .split_last_chunk::<4>()
        .filter(|(content, _)| content.len() > end + 1)
        .ok_or(BadNetwork::Damaged("it ends too early"))?;
    if crc32fast::hash(content) != u32::from_le_bytes(*sum) {
        return Err(BadNetwork::Damaged("its checksum is wrong"));
    }
    let colors = content[end + 1];
    if colors != 1 + u8::from(rule.forbids()) {
        return Err(BadNetwork::Damaged("wrong number of colours"));
    }
    let mut rest = Rest(&content[end + 2..]);
    let is_near = magic == OLD_MAGIC && rule.reach() == NEAR;
    let near_of = near_rows();
    let mut all = Vec::new();
    for _ in 0..colors {
        let mut one = PolicyNumbers::zero();
        rest.row(&mut one.bias, MOST_OF_NINE)?;
        let recent = one.recent[..stones(magic)].as_flattened_mut();
        for row in one.gates.iter_mut().chain(recent) {
            rest.row(row, MOST_OF_NINE)?;
        }
        if magic == MAGIC {
            rest.context(one.context.insert(Context::zero()))?;
        }
        rest.windows(&mut one.windows, is_near, &near_of, MOST_OF_NINE)?;
        all.push(one);
    }
    let value = match rest.0 {
        [] => None,
        _ => Some(rest.value(is_near, &near_of, colors)?),
    };
    match rest.0 {
        [] => Ok(Network::new(rule, all, value)),
        _ => Err(BadNetwork::Damaged("something stands behind its end")),
    }
}

/// A signed number in groups of seven bits, the lowest first.
fn write_number(bytes: &mut Vec<u8>, number: i32) {
    let mut rest = (number << 1 ^ number >> 31) as u32;
    while rest >= 0x80 {
        bytes.push(rest as u8 | 0x80);
        rest >>= 7;
    }
    bytes.push(rest as u8);
}

/// What is still to be read.
struct Rest<'a>(&'a [u8]);

impl Rest<'_> {
    fn number(&mut self) -> Result<i32, BadNetwork> {
        let mut value = 0u64;
        for group in 0..5 {
            let (&byte, rest) = self
                .0
                .split_first()
                .ok_or(BadNetwork::Damaged("it ends too early"))?;
            self.0 = rest;
            value |= u64::from(byte & 0x7F) << (7 * group);
            if byte & 0x80 == 0 {
                let value = value as u32;
                return Ok((value >> 1) as i32 ^ -((value & 1) as i32));
            }
        }
        Err(BadNetwork::Damaged("a number is too large"))
    }

    /// Numbers of at most this size.
    fn row(&mut self, row: &mut [i16], most: i16) -> Result<(), BadNetwork> {
        for number in row {
            *number = small(self.number()?, most)?;
        }
        Ok(())
    }

    /// The rows of all windows.
    fn windows(
        &mut self,
        windows: &mut [Row],
        is_near: bool,
        near_of: &[u32],
        most: i16,
    ) -> Result<(), BadNetwork> {
        let mut near = vec![[0; CHANNELS]; rows(NEAR)];
        for row in &mut near {
            self.row(row, most)?;
        }
        for (window, &place) in windows.iter_mut().zip(near_of) {
            *window = near[place as usize];
        }
        match is_near {
            true => Ok(()),
            false => self.far(windows, most),
        }
    }

    /// The windows that differ from what stands there.
    fn far(&mut self, windows: &mut [Row], most: i16) -> Result<(), BadNetwork> {
        let mut at = 0;
        loop {
            let same = self.number()?;
            if same < 0 {
                return Ok(());
            }
            at += same as usize;
            let window = windows
                .get_mut(at)
                .ok_or(BadNetwork::Damaged("too many windows"))?;
            for number in window {
                *number = small(i32::from(*number).saturating_add(self.number()?), most)?;
            }
            at += 1;
        }
    }

    fn context(&mut self, context: &mut Context) -> Result<(), BadNetwork> {
        for row in &mut context.first {
            self.row(row, MOST_OF_FOUR)?;
        }
        for row in context.gates.iter_mut().chain(&mut context.begins) {
            self.row(row, MOST_OF_FOUR)?;
        }
        let facts = context.facts.iter_mut().flatten();
        self.wide(context.first_bias.iter_mut().chain(facts))
    }

    /// Numbers of at most [`MOST_BIAS`].
    fn wide<'n>(&mut self, numbers: impl Iterator<Item = &'n mut i32>) -> Result<(), BadNetwork> {
        for number in numbers {
            *number = self.number()?;
            if number.unsigned_abs() > MOST_BIAS {
                return Err(BadNetwork::Damaged("a number is too large"));
            }
        }
        Ok(())
    }

    fn value(
        &mut self,
        is_near: bool,
        near_of: &[u32],
        colors: u8,
    ) -> Result<ValueNumbers, BadNetwork> {
        let mut value = ValueNumbers::zero(colors.into());
        self.windows(&mut value.windows, is_near, near_of, MOST_OF_FOUR)?;
        for layers in &mut value.layers {
            for row in &mut layers.first {
                self.row(row, MOST_OF_FOUR)?;
            }
            for row in &mut layers.second {
                self.row(row, MOST_OF_FOUR)?;
            }
            self.row(&mut layers.last, MOST_OF_FOUR)?;
            self.row(&mut layers.past, MOST_OF_FOUR)?;
            let facts = layers.facts.iter_mut().flatten();
            let wide = layers.first_bias.iter_mut().chain(facts);
            self.wide(wide.chain(&mut layers.second_bias))?;
            layers.tables = self.number()?;
            layers.bias = self.number()?;
        }
        Ok(value)
    }
}

/// A number of a size that sums bear.
fn small(number: i32, most: i16) -> Result<i16, BadNetwork> {
    match (-i32::from(most)..=most.into()).contains(&number) {
        true => Ok(number as i16),
        false => Err(BadNetwork::Damaged("a number is too large")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::network::PLACES;
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
            context.facts[5].fill(-80_000);
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
            layers.facts[3].fill(-70_000);
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

    /// A file of before, without what a position as a whole says.
    #[test]
    fn networks_without_a_context_are_read() {
        let mut network = any(Rule::Renju, true);
        let plain = write_as(PLAIN_MAGIC, &network);
        for one in &mut network.numbers {
            forget(one);
        }
        assert!(write(&network) == plain);
        assert!(read(&plain) == Ok(network));
    }

    /// What a file of before does not have.
    fn forget(one: &mut PolicyNumbers) {
        one.context = None;
        one.recent[OLD_STONES..].fill([[0; CHANNELS]; PLACES]);
    }

    /// A file of before, with windows that reach as far as freestyle's shapes.
    #[test]
    fn windows_that_were_shorter_are_read() {
        let near_of = near_rows();
        let mut numbers = any(Rule::Freestyle, false).numbers().to_vec();
        let near = near_windows(&numbers[0].windows, &near_of);
        let windows = numbers[0].windows.iter_mut().zip(&near_of);
        windows.for_each(|(window, &place)| *window = near[place as usize]);
        forget(&mut numbers[0]);
        let network = Network::new(Rule::Freestyle, numbers, None);
        let mut old = write_as(OLD_MAGIC, &network);
        // The last number says that no window differs from its nearer part.
        old.truncate(old.len() - 5);
        old.extend(crc32fast::hash(&old).to_le_bytes());
        assert!(read(&old) == Ok(network));
    }

    #[test]
    fn damage_is_seen() {
        let bytes = write(&any(Rule::Freestyle, true));
        assert_eq!(read(b"").err(), Some(BadNetwork::NoNetwork));
        assert_eq!(read(b"something\nelse").err(), Some(BadNetwork::NoNetwork));
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
            let sum = crc32fast::hash(&bytes);
            bytes.extend(sum.to_le_bytes());
            let _ = read(&bytes);
        }
    }
}
