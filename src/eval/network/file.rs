//! Network files: a line of text that says what it is, then the numbers, then a checksum.
//! [`walk`] defines the order of the numbers, for writing and for reading: those of 16
//! bits, and those of 32, with the lowest byte first.

use super::Network;
use super::context::Context;
use super::mapping::{MOST_OF_THREE, MOST_OUT, Mapping};
use super::policy::{MOST_OF_NINE, PolicyNumbers};
use super::value::{Layers, MOST_BIAS, MOST_OF_FOUR, ValueNumbers};
use crate::types::Rule;

/// The form of network files.
const FORM: &str = "6";
/// The first words of a file, before its form.
const MAGIC: &str = "tengen network ";

/// The contents of a file that are not a valid network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadNetwork {
    /// It does not begin like a network.
    #[error("not a network that this program knows")]
    NoNetwork,
    /// It is in the form of another version.
    #[error("a network in form {0:?}, but this program reads form {FORM}: train it again")]
    Form(String),
    /// The rule in it is unknown.
    #[error("{0}")]
    Rule(String),
    /// It is damaged.
    #[error("the network is damaged: {0}")]
    Damaged(&'static str),
}

const TOO_EARLY: BadNetwork = BadNetwork::Damaged("it ends too early");

/// The bytes of a file with this network.
pub fn write(network: &Network) -> Vec<u8> {
    let mut network = network.clone();
    let mut bytes = format!("{MAGIC}{FORM} {}\n", network.rule).into_bytes();
    bytes.extend([network.numbers.len() as u8, network.value.is_some().into()]);
    let mut writer = Writer { bytes };
    walk(&mut writer, &mut network).expect("writing does not fail");
    signed(writer.bytes)
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
    let mut network = empty(rule, *has != 0);
    let mut reader = Reader { bytes: rest };
    walk(&mut reader, &mut network)?;
    if !reader.bytes.is_empty() {
        return Err(BadNetwork::Damaged("there are bytes after its end"));
    }
    network.fill_windows();
    Ok(network)
}

/// A network of zeros, with or without a value.
fn empty(rule: Rule, has_value: bool) -> Network {
    let colors = 1 + usize::from(rule.forbids());
    let value = has_value.then(|| ValueNumbers::zero(colors));
    Network::new(rule, vec![PolicyNumbers::zero(); colors], value)
}

/// Reads or writes the numbers of a network, in the order of a file. `most` is the
/// largest absolute value allowed.
trait Visitor {
    /// A number of 16 bits.
    fn narrow(&mut self, number: &mut i16, most: i16) -> Result<(), BadNetwork>;

    /// A number of 32 bits.
    fn wide(&mut self, number: &mut i32, most: u32) -> Result<(), BadNetwork>;

    /// Several numbers.
    fn row(&mut self, row: &mut [i16], most: i16) -> Result<(), BadNetwork> {
        row.iter_mut()
            .try_for_each(|number| self.narrow(number, most))
    }

    /// Numbers of at most [`MOST_BIAS`].
    fn biases<'n>(
        &mut self,
        mut numbers: impl Iterator<Item = &'n mut i32>,
    ) -> Result<(), BadNetwork> {
        numbers.try_for_each(|number| self.wide(number, MOST_BIAS))
    }
}

/// Visits all numbers of a network.
fn walk(visitor: &mut impl Visitor, network: &mut Network) -> Result<(), BadNetwork> {
    for one in &mut network.numbers {
        visitor.row(&mut one.bias, MOST_OF_NINE)?;
        let recent = one.recent.as_flattened_mut();
        for row in one.gates.iter_mut().chain(recent) {
            visitor.row(row, MOST_OF_NINE)?;
        }
        walk_context(visitor, &mut one.context)?;
        walk_mapping(visitor, &mut one.mapping)?;
    }
    if let Some(value) = &mut network.value {
        for mapping in &mut value.mappings {
            walk_mapping(visitor, mapping)?;
        }
        for layers in &mut value.layers {
            walk_layers(visitor, layers)?;
        }
    }
    Ok(())
}

fn walk_mapping<const OUT: usize>(
    visitor: &mut impl Visitor,
    mapping: &mut Mapping<OUT>,
) -> Result<(), BadNetwork> {
    visitor.row(mapping.halves.as_flattened_mut(), MOST_OF_THREE)?;
    visitor.row(&mut mapping.bias, MOST_OF_THREE)?;
    visitor.row(mapping.out.as_flattened_mut(), MOST_OUT)?;
    visitor.row(mapping.shapes.as_flattened_mut(), MOST_OF_FOUR)
}

fn walk_context(visitor: &mut impl Visitor, context: &mut Context) -> Result<(), BadNetwork> {
    visitor.row(context.first.as_flattened_mut(), MOST_OF_FOUR)?;
    visitor.row(context.gates.as_flattened_mut(), MOST_OF_FOUR)?;
    visitor.row(context.begins.as_flattened_mut(), MOST_OF_FOUR)?;
    let threats = context.threats.as_flattened_mut();
    visitor.biases(context.first_bias.iter_mut().chain(threats))
}

fn walk_layers(visitor: &mut impl Visitor, layers: &mut Layers) -> Result<(), BadNetwork> {
    visitor.row(layers.first.as_flattened_mut(), MOST_OF_FOUR)?;
    visitor.row(layers.second.as_flattened_mut(), MOST_OF_FOUR)?;
    visitor.row(&mut layers.last, MOST_OF_FOUR)?;
    visitor.row(&mut layers.past, MOST_OF_FOUR)?;
    let threats = layers.threats.as_flattened_mut();
    let biases = layers.first_bias.iter_mut().chain(threats);
    visitor.biases(biases.chain(&mut layers.second_bias))?;
    visitor.wide(&mut layers.tables, i32::MAX as u32)?;
    visitor.wide(&mut layers.bias, i32::MAX as u32)
}

/// Writes a network.
struct Writer {
    bytes: Vec<u8>,
}

impl Visitor for Writer {
    fn narrow(&mut self, number: &mut i16, _most: i16) -> Result<(), BadNetwork> {
        self.bytes.extend(number.to_le_bytes());
        Ok(())
    }

    fn wide(&mut self, number: &mut i32, _most: u32) -> Result<(), BadNetwork> {
        self.bytes.extend(number.to_le_bytes());
        Ok(())
    }
}

/// Reads a network.
struct Reader<'a> {
    bytes: &'a [u8],
}

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], BadNetwork> {
        let (number, rest) = self.bytes.split_first_chunk().ok_or(TOO_EARLY)?;
        self.bytes = rest;
        Ok(*number)
    }
}

impl Visitor for Reader<'_> {
    fn narrow(&mut self, number: &mut i16, most: i16) -> Result<(), BadNetwork> {
        *number = i16::from_le_bytes(self.take()?);
        match number.unsigned_abs() <= most.unsigned_abs() {
            true => Ok(()),
            false => Err(BadNetwork::Damaged("a number is too large")),
        }
    }

    fn wide(&mut self, number: &mut i32, most: u32) -> Result<(), BadNetwork> {
        *number = i32::from_le_bytes(self.take()?);
        match number.unsigned_abs() <= most {
            true => Ok(()),
            false => Err(BadNetwork::Damaged("a number is too large")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::network::Row;
    use rand::{Rng, SeedableRng, rngs::StdRng};

    fn any(rule: Rule, has_value: bool) -> Network {
        let random = &mut StdRng::seed_from_u64(7);
        let colors = if rule.forbids() { 2 } else { 1 };
        let numbers = (0..colors).map(|_| {
            let mut one = PolicyNumbers::zero();
            let mut fill = |row: &mut Row| row.fill_with(|| random.random_range(-3_640..=3_640));
            fill(&mut one.bias);
            one.gates.iter_mut().for_each(&mut fill);
            one.recent.iter_mut().flatten().for_each(&mut fill);
            let context = &mut one.context;
            context.begins[3].fill(-8_191);
            context.threats[5].fill(-80_000);
            context.first_bias[2] = 3;
            one.mapping = any_mapping(random);
            one
        });
        let numbers = numbers.collect();
        let mut value = ValueNumbers::zero(colors);
        for mapping in &mut value.mappings {
            *mapping = any_mapping(random);
        }
        for layers in &mut value.layers {
            layers.second[5].fill_with(|| random.random_range(-8_191..=8_191));
            layers.threats[3].fill(-70_000);
            layers.last.fill(-3);
            layers.bias = 12_345;
        }
        let mut network = Network::new(rule, numbers, has_value.then_some(value));
        network.fill_windows();
        network
    }

    fn any_mapping<const OUT: usize>(random: &mut StdRng) -> Mapping<OUT> {
        let mut mapping = Mapping::zero();
        let halves = mapping.halves.as_flattened_mut();
        halves.fill_with(|| random.random_range(-10_922..=10_922));
        mapping.bias.fill_with(|| random.random_range(-900..=900));
        let out = mapping.out.as_flattened_mut();
        out.fill_with(|| random.random_range(-8_191..=8_191));
        let shapes = mapping.shapes.as_flattened_mut();
        shapes.fill_with(|| random.random_range(-900..=900));
        mapping
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
