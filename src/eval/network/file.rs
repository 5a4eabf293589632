//! Networks as files: a line of text that says what it is, then the numbers,
//! then a checksum.
//!
//! Every number is written as a signed LEB128, which takes a byte for a small
//! one. Windows that reach [`FAR`] are written as their difference from the window
//! that reaches [`NEAR`] around the same square, where there is one.

use super::policy::{MOST_OF_SEVEN, PolicyNumbers, Row};
use super::windows::{FAR, NEAR, near_rows, rows};
use super::{CHANNELS, Network};
use crate::types::Rule;

/// The first words of a file.
const MAGIC: &str = "tengen network 1";

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
    let mut bytes = format!("{MAGIC} {}\n", network.rule()).into_bytes();
    let numbers = network.numbers();
    bytes.push(numbers.len() as u8);
    let near_of = near_rows_for(network.rule());
    for one in numbers {
        let mut put = |row: &Row| {
            row.iter()
                .for_each(|&number| write_number(&mut bytes, number.into()))
        };
        put(&one.bias);
        one.gates.iter().for_each(&mut put);
        one.recent.iter().flatten().for_each(&mut put);
        if network.rule().reach() == NEAR {
            one.windows.iter().for_each(put);
            continue;
        }
        let near = near_windows(&one.windows, &near_of);
        near.iter().for_each(&mut put);
        // The windows that differ, each after so many that do not.
        let mut same = 0;
        for (window, &place) in one.windows.iter().zip(&near_of) {
            let near = &near[place as usize];
            if window == near {
                same += 1;
                continue;
            }
            write_number(&mut bytes, std::mem::take(&mut same));
            for (number, near) in window.iter().zip(near) {
                write_number(&mut bytes, i32::from(*number) - i32::from(*near));
            }
        }
        write_number(&mut bytes, -1);
    }
    let sum = crc32fast::hash(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// The near window of each far one, where the rule reaches [`FAR`].
fn near_rows_for(rule: Rule) -> Vec<u32> {
    match rule.reach() {
        FAR => near_rows(),
        _ => Vec::new(),
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

/// Reads what [`write`] has written.
pub fn read(bytes: &[u8]) -> Result<Network, BadNetwork> {
    let end = bytes.iter().position(|&byte| byte == b'\n');
    let end = end.ok_or(BadNetwork::NoNetwork)?;
    let title = std::str::from_utf8(&bytes[..end]).map_err(|_| BadNetwork::NoNetwork)?;
    let rule = title.strip_prefix(MAGIC).ok_or(BadNetwork::NoNetwork)?;
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
    let near_of = near_rows_for(rule);
    let mut all = Vec::new();
    for _ in 0..colors {
        let mut one = PolicyNumbers::zero(rule.reach());
        rest.row(&mut one.bias)?;
        for row in one.gates.iter_mut().chain(one.recent.iter_mut().flatten()) {
            rest.row(row)?;
        }
        let mut near = vec![[0; CHANNELS]; rows(NEAR)];
        for row in &mut near {
            rest.row(row)?;
        }
        match rule.reach() {
            FAR => {
                for (window, &place) in one.windows.iter_mut().zip(&near_of) {
                    *window = near[place as usize];
                }
                rest.far(&mut one.windows)?;
            }
            _ => one.windows = near,
        }
        all.push(one);
    }
    match rest.0 {
        [] => Ok(Network::new(rule, all)),
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

    fn row(&mut self, row: &mut Row) -> Result<(), BadNetwork> {
        for number in row {
            *number = small(self.number()?)?;
        }
        Ok(())
    }

    /// The windows that differ from what stands there.
    fn far(&mut self, windows: &mut [Row]) -> Result<(), BadNetwork> {
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
                *number = small(i32::from(*number) + self.number()?)?;
            }
            at += 1;
        }
    }
}

/// A number of a size that sums bear.
fn small(number: i32) -> Result<i16, BadNetwork> {
    let most = i32::from(MOST_OF_SEVEN);
    match (-most..=most).contains(&number) {
        true => Ok(number as i16),
        false => Err(BadNetwork::Damaged("a number is too large")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, SeedableRng, rngs::StdRng};

    fn any(rule: Rule) -> Network {
        let mut random = StdRng::seed_from_u64(7);
        let near_of = near_rows();
        let colors = if rule.forbids() { 2 } else { 1 };
        let numbers = (0..colors).map(|_| {
            let mut one = PolicyNumbers::zero(rule.reach());
            let mut fill = |row: &mut Row| row.fill_with(|| random.random_range(-4_681..=4_681));
            fill(&mut one.bias);
            one.gates.iter_mut().for_each(&mut fill);
            one.recent.iter_mut().flatten().for_each(&mut fill);
            let mut near = vec![[0; CHANNELS]; rows(NEAR)];
            near.iter_mut().for_each(&mut fill);
            if rule.reach() == NEAR {
                one.windows = near;
                return one;
            }
            for (index, window) in one.windows.iter_mut().enumerate() {
                *window = near[near_of[index] as usize];
                if index % 7 == 3 {
                    fill(window);
                }
            }
            one
        });
        Network::new(rule, numbers.collect())
    }

    #[test]
    fn what_is_written_is_read() {
        for rule in Rule::ALL {
            let network = any(rule);
            let bytes = write(&network);
            assert!(read(&bytes) == Ok(network), "{rule}");
        }
    }

    #[test]
    fn damage_is_seen() {
        let bytes = write(&any(Rule::Freestyle));
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
