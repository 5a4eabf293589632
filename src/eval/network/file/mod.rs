//! Networks as files: a line of text that says what it is, then the numbers,
//! then a checksum.
//!
//! Windows are written as their difference from the nearer part of them, which
//! reaches [`NEAR`]. One walk through a network says the order of its numbers, for
//! writing and for reading. [`coding`] makes them short.

mod coding;
mod numbers;
mod sizes;

use super::context::Context;
use super::policy::{MOST_OF_NINE, PolicyNumbers, Row};
use super::recent::STONES;
use super::value::{Layers, MOST_BIAS, MOST_OF_FOUR, ValueNumbers};
use super::windows::{NEAR, near_rows, rows};
use super::{CHANNELS, Network};
use crate::types::Rule;
use coding::{Coder, Decoder};
use numbers::{Plain, Put, Take};
use sizes::Sizes;

/// The first words of a file.
const MAGIC: &str = "tengen network 4";
/// The same with [`Plain`] numbers.
const LONGER_MAGIC: &str = "tengen network 3";
/// The same again without a [`Context`], and with [`OLD_STONES`].
const OLD_MAGIC: &str = "tengen network 2";
/// How many of the last stones an older file knows.
const OLD_STONES: usize = 2;

/// Bits of what a file has, behind its first line.
const HAS_CONTEXT: u8 = 1;
const HAS_VALUE: u8 = 2;

/// Windows of Black's or both colours' policy, of White's, and of the value.
const SETS: usize = 3;
/// The value's place among these.
const OF_VALUE: usize = 2;
/// Contexts of numbers: the nearer parts and the differences of each set, ...
const ROWS: usize = 2 * SETS * sizes::CONTEXTS;
/// ... how many windows do not differ, ...
const GAPS: usize = ROWS;
/// ... and all others.
const OTHERS: usize = GAPS + SETS;
const CONTEXTS: usize = OTHERS + 1;

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

/// The content of a file with this network.
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
    let mut bytes = format!("{MAGIC} {}\n", network.rule).into_bytes();
    bytes.extend([network.numbers.len() as u8, has]);
    let mut writing = Writing {
        numbers: Coder::new(CONTEXTS),
        near_of: near_rows(),
    };
    walk(&mut writing, &mut network, STONES).expect("no number is too large");
    bytes.extend(writing.numbers.bytes());
    signed(bytes)
}

/// The same with its checksum.
fn signed(mut bytes: Vec<u8>) -> Vec<u8> {
    let sum = crc32fast::hash(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// Reads what [`write`] has written, or did before.
pub fn read(bytes: &[u8]) -> Result<Network, BadNetwork> {
    let end = bytes.iter().position(|&byte| byte == b'\n');
    let end = end.ok_or(BadNetwork::NoNetwork)?;
    let title = std::str::from_utf8(&bytes[..end]).map_err(|_| BadNetwork::NoNetwork)?;
    let known = [MAGIC, LONGER_MAGIC, OLD_MAGIC];
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
        .filter(|(content, _)| content.len() > end + 2)
        .ok_or(BadNetwork::Damaged("it ends too early"))?;
    if crc32fast::hash(content) != u32::from_le_bytes(*sum) {
        return Err(BadNetwork::Damaged("its checksum is wrong"));
    }
    let (colors, rest) = (content[end + 1], &content[end + 2..]);
    if colors != 1 + u8::from(rule.forbids()) {
        return Err(BadNetwork::Damaged("wrong number of colours"));
    }
    if magic == MAGIC {
        let (has, rest) = rest.split_first().expect("longer than that");
        let (has_context, has_value) = (has & HAS_CONTEXT != 0, has & HAS_VALUE != 0);
        let network = empty(rule, has_context, has_value);
        return Reading::new(Decoder::new(CONTEXTS, rest)?).read(network, STONES);
    }
    let is_old = magic == OLD_MAGIC;
    let stones = if is_old { OLD_STONES } else { STONES };
    // Whether it has a value shows only where the policy ends.
    let read = |has_value| Reading::new(Plain(rest)).read(empty(rule, !is_old, has_value), stones);
    read(true).or_else(|why| read(false).map_err(|_| why))
}

/// A network of nothing.
fn empty(rule: Rule, has_context: bool, has_value: bool) -> Network {
    let colors = 1 + usize::from(rule.forbids());
    let mut one = PolicyNumbers::zero();
    one.context = has_context.then(Context::zero);
    let value = has_value.then(|| ValueNumbers::zero(colors));
    Network::new(rule, vec![one; colors], value)
}

/// What is done with the numbers of a network, in the order of a file.
trait Way {
    /// A number, which may be of this size.
    fn number(&mut self, number: &mut i32, most: u32) -> Result<(), BadNetwork>;

    /// The rows of all windows, with numbers of at most this size.
    fn windows(&mut self, windows: &mut [Row], set: usize, most: i16) -> Result<(), BadNetwork>;

    /// Numbers of at most this size.
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

/// Goes through a network, of whose policy so many of the last stones are in the file.
fn walk(way: &mut impl Way, network: &mut Network, stones: usize) -> Result<(), BadNetwork> {
    for (set, one) in network.numbers.iter_mut().enumerate() {
        way.row(&mut one.bias, MOST_OF_NINE)?;
        let recent = one.recent[..stones].as_flattened_mut();
        for row in one.gates.iter_mut().chain(recent) {
            way.row(row, MOST_OF_NINE)?;
        }
        if let Some(context) = &mut one.context {
            walk_context(way, context)?;
        }
        way.windows(&mut one.windows, set, MOST_OF_NINE)?;
    }
    if let Some(value) = &mut network.value {
        way.windows(&mut value.windows, OF_VALUE, MOST_OF_FOUR)?;
        for layers in &mut value.layers {
            walk_layers(way, layers)?;
        }
    }
    Ok(())
}

fn walk_context(way: &mut impl Way, context: &mut Context) -> Result<(), BadNetwork> {
    way.row(context.first.as_flattened_mut(), MOST_OF_FOUR)?;
    way.row(context.gates.as_flattened_mut(), MOST_OF_FOUR)?;
    way.row(context.begins.as_flattened_mut(), MOST_OF_FOUR)?;
    let facts = context.facts.as_flattened_mut();
    way.wide(context.first_bias.iter_mut().chain(facts))
}

fn walk_layers(way: &mut impl Way, layers: &mut Layers) -> Result<(), BadNetwork> {
    way.row(layers.first.as_flattened_mut(), MOST_OF_FOUR)?;
    way.row(layers.second.as_flattened_mut(), MOST_OF_FOUR)?;
    way.row(&mut layers.last, MOST_OF_FOUR)?;
    way.row(&mut layers.past, MOST_OF_FOUR)?;
    let facts = layers.facts.as_flattened_mut();
    let wide = layers.first_bias.iter_mut().chain(facts);
    way.wide(wide.chain(&mut layers.second_bias))?;
    way.number(&mut layers.tables, i32::MAX as u32)?;
    way.number(&mut layers.bias, i32::MAX as u32)
}

/// The first context of the nearer parts of a set, and of the differences.
fn contexts_of(set: usize) -> [usize; 2] {
    [0, 1].map(|sort| (2 * set + sort) * sizes::CONTEXTS)
}

/// Writes a network.
struct Writing<P> {
    numbers: P,
    /// For each window the row of its nearer part.
    near_of: Vec<u32>,
}

impl<P: Put> Way for Writing<P> {
    fn number(&mut self, number: &mut i32, _most: u32) -> Result<(), BadNetwork> {
        self.numbers.number(OTHERS, *number);
        Ok(())
    }

    fn windows(&mut self, windows: &mut [Row], set: usize, _most: i16) -> Result<(), BadNetwork> {
        let near = near_windows(windows, &self.near_of);
        // The windows that differ, each after so many that do not.
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
        let of_near = self.sizes(of_near, &near);
        near.iter().for_each(|row| self.sized(&of_near, row));
        let of_far = self.sizes(of_far, &far);
        for (at, gap) in gaps.into_iter().enumerate() {
            self.numbers.number(GAPS + set, gap);
            if let Some(row) = far.get(at) {
                self.sized(&of_far, row);
            }
        }
        Ok(())
    }
}

impl<P: Put> Writing<P> {
    /// How large the numbers of these rows are, which is written too.
    fn sizes(&mut self, first: usize, rows: &[[i32; CHANNELS]]) -> Sizes {
        let usual = sizes::usual(rows);
        if P::HAS_CONTEXTS {
            let sizes = usual.into_iter();
            sizes.for_each(|size| self.numbers.number(OTHERS, size));
        }
        Sizes::new(first, usual)
    }

    fn sized(&mut self, sizes: &Sizes, row: &[i32; CHANNELS]) {
        let put = |channel: usize, context| {
            self.numbers.number(context, row[channel]);
            Ok::<_, BadNetwork>(row[channel])
        };
        sizes.row(put).expect("writing does not fail");
    }
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

/// Reads a network.
struct Reading<T> {
    numbers: T,
    /// For each window the row of its nearer part.
    near_of: Vec<u32>,
}

impl<T: Take> Reading<T> {
    fn new(numbers: T) -> Reading<T> {
        Reading {
            numbers,
            near_of: near_rows(),
        }
    }

    /// How large the numbers of rows are, where that is in the file.
    fn sizes(&mut self, first: usize) -> Result<Sizes, BadNetwork> {
        let mut usual = [0; CHANNELS];
        if T::HAS_CONTEXTS {
            for size in &mut usual {
                *size = self.numbers.number(OTHERS)?;
            }
        }
        Ok(Sizes::new(first, usual))
    }

    /// This network with all its numbers, of which nothing may be left.
    fn read(mut self, mut network: Network, stones: usize) -> Result<Network, BadNetwork> {
        walk(&mut self, &mut network, stones)?;
        match self.numbers.is_over() {
            true => Ok(network),
            false => Err(BadNetwork::Damaged("something stands behind its end")),
        }
    }
}

impl<T: Take> Way for Reading<T> {
    fn number(&mut self, number: &mut i32, most: u32) -> Result<(), BadNetwork> {
        *number = self.numbers.number(OTHERS)?;
        match number.unsigned_abs() <= most {
            true => Ok(()),
            false => Err(BadNetwork::Damaged("a number is too large")),
        }
    }

    fn windows(&mut self, windows: &mut [Row], set: usize, most: i16) -> Result<(), BadNetwork> {
        let [of_near, of_far] = contexts_of(set);
        let of_near = self.sizes(of_near)?;
        let mut near = vec![[0; CHANNELS]; rows(NEAR)];
        for row in &mut near {
            let numbers = of_near.row(|_, context| self.numbers.number(context))?;
            add(row, numbers, most)?;
        }
        for (window, &place) in windows.iter_mut().zip(&self.near_of) {
            *window = near[place as usize];
        }
        let of_far = self.sizes(of_far)?;
        let mut at = 0;
        loop {
            let same = self.numbers.number(GAPS + set)?;
            if same < 0 {
                return Ok(());
            }
            at += same as usize;
            let window = windows
                .get_mut(at)
                .ok_or(BadNetwork::Damaged("too many windows"))?;
            let numbers = of_far.row(|_, context| self.numbers.number(context))?;
            add(window, numbers, most)?;
            at += 1;
        }
    }
}

/// What a row has over another.
fn difference(row: &Row, from: &Row) -> [i32; CHANNELS] {
    std::array::from_fn(|channel| i32::from(row[channel]) - i32::from(from[channel]))
}

/// Adds numbers to a row, which stays of a size that sums bear.
fn add(row: &mut Row, numbers: [i32; CHANNELS], most: i16) -> Result<(), BadNetwork> {
    for (number, more) in row.iter_mut().zip(numbers) {
        let sum = i32::from(*number).saturating_add(more);
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

    /// Numbers as files had them before.
    struct Groups(Vec<u8>);

    impl Put for Groups {
        const HAS_CONTEXTS: bool = false;

        fn number(&mut self, _context: usize, number: i32) {
            let mut rest = numbers::folded(number);
            while rest >= 0x80 {
                self.0.push(rest as u8 | 0x80);
                rest >>= 7;
            }
            self.0.push(rest as u8);
        }

        fn bytes(self) -> Vec<u8> {
            self.0
        }
    }

    #[test]
    fn files_of_before_are_read() {
        for (magic, stones) in [(LONGER_MAGIC, STONES), (OLD_MAGIC, OLD_STONES)] {
            for (rule, has_value) in [(Rule::Renju, true), (Rule::Freestyle, false)] {
                let mut network = any(rule, has_value);
                if magic == OLD_MAGIC {
                    for one in &mut network.numbers {
                        one.context = None;
                        one.recent[OLD_STONES..].fill([[0; CHANNELS]; PLACES]);
                    }
                }
                let mut bytes = format!("{magic} {rule}\n").into_bytes();
                bytes.push(network.numbers.len() as u8);
                let mut writing = Writing {
                    numbers: Groups(Vec::new()),
                    near_of: near_rows(),
                };
                walk(&mut writing, &mut network, stones).unwrap();
                bytes.extend(writing.numbers.bytes());
                assert!(read(&signed(bytes)) == Ok(network), "{magic} {rule}");
            }
        }
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
            let _ = read(&signed(bytes));
        }
    }
}
