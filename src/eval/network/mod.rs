//! The pattern network, trained on games of the engine with itself: a policy and, in
//! most networks, a value. `README.md` beside this file describes it and says how the
//! networks in `fitted` were made.

pub mod context;
mod file;
pub mod mapping;
mod policy;
mod pooled;
mod recent;
mod shapes;
pub mod value;
mod windows;

use std::fmt;
use std::path::Path;
use std::sync::Arc;
#[cfg(feature = "networks")]
use std::sync::OnceLock;

pub use file::{BadNetwork, read, write};
pub use mapping::Mapping;
pub use policy::{MOST_OF_NINE, Policies, PolicyHead, PolicyNumbers, Row};
pub use pooled::Pooled;
pub use recent::{PLACES, Recent, STONES};
pub use shapes::{SHAPE_PAIRS, shapes_of_rows};
pub use value::{Layers, Pool, ValueNumbers, View};
pub use windows::{FAR, HALVES, ROWS, halves_of, is_bare, row, rows_of, swapped_rows};

use crate::types::{Color, Rule};

/// Numbers in the policy's hidden layer.
pub const CHANNELS: usize = 16;
/// One (1.0) in the rows that are added up.
pub const ROW_UNIT: i32 = 128;
/// One in a gate. Most gates are below one, and rounding them matters more.
pub const GATE_UNIT: i32 = 1_024;
/// The largest network file, in bytes.
const MOST_BYTES: u64 = 16 << 20;

/// The networks that come with the program, in the order of [`Rule::ALL`].
#[cfg(feature = "networks")]
const FILES: [&[u8]; 5] = [
    include_bytes!("fitted/freestyle.net"),
    include_bytes!("fitted/standard.net"),
    include_bytes!("fitted/renju.net"),
    include_bytes!("fitted/caro.net"),
    include_bytes!("fitted/caro8.net"),
];

/// The network of one rule.
#[derive(Clone, PartialEq, Eq)]
pub struct Network {
    rule: Rule,
    /// For both colours, or for Black and for White.
    numbers: Vec<PolicyNumbers>,
    /// Only if it has a value too.
    value: Option<ValueNumbers>,
}

/// Why a network could not be loaded.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The file could not be read.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// It does not contain a network.
    #[error("{0}")]
    Bad(#[from] BadNetwork),
}

impl Network {
    /// A network with these numbers: one set for both colours, or two where Black
    /// has forbidden points; with or without a value.
    pub fn new(rule: Rule, numbers: Vec<PolicyNumbers>, value: Option<ValueNumbers>) -> Network {
        Network {
            rule,
            numbers,
            value,
        }
    }

    /// Computes the numbers of all windows by the mappings.
    pub fn fill_windows(&mut self) {
        for (own, numbers) in Color::ALL.into_iter().zip(&mut self.numbers) {
            numbers.fill_windows(self.rule, own);
        }
        if let Some(value) = &mut self.value {
            value.fill_windows(self.rule);
        }
    }

    /// The value's numbers, if it has any.
    #[inline]
    pub fn value(&self) -> Option<&ValueNumbers> {
        self.value.as_ref()
    }

    /// The network that comes with the program. Read once, on first use.
    #[cfg(feature = "networks")]
    pub fn embedded(rule: Rule) -> &'static Arc<Network> {
        static ALL: [OnceLock<Arc<Network>>; FILES.len()] =
            [const { OnceLock::new() }; FILES.len()];
        let read = || read(FILES[rule as usize]).expect("a network that a test has read");
        ALL[rule as usize].get_or_init(|| Arc::new(read()))
    }

    /// Reads a file. Anything but a regular file is refused.
    pub fn load(path: &Path) -> Result<Network, LoadError> {
        let about = std::fs::metadata(path)?;
        if !about.is_file() || about.len() > MOST_BYTES {
            return Err(BadNetwork::NoNetwork.into());
        }
        Ok(read(&std::fs::read(path)?)?)
    }

    /// The rule that it was trained for.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// All numbers.
    pub fn numbers(&self) -> &[PolicyNumbers] {
        &self.numbers
    }

    /// The numbers of this colour's moves.
    #[inline]
    pub fn of(&self, color: Color) -> &PolicyNumbers {
        &self.numbers[color.index() % self.numbers.len()]
    }
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "Network({})", self.rule)
    }
}

/// Which network the search uses. Without the feature `networks` no network comes with the
/// program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum NetworkChoice {
    /// The one that comes with the program.
    #[default]
    Embedded,
    /// None: policy and value of the fitted tables.
    Off,
    /// This one under its rule, the program's own under the others.
    Given(Arc<Network>),
}

impl NetworkChoice {
    /// The network for games under this rule.
    pub fn network(&self, rule: Rule) -> Option<&Arc<Network>> {
        match self {
            NetworkChoice::Off => None,
            NetworkChoice::Given(network) if network.rule == rule => Some(network),
            #[cfg(feature = "networks")]
            _ => Some(Network::embedded(rule)),
            #[cfg(not(feature = "networks"))]
            _ => None,
        }
    }

    /// Parses `off`, `embedded`, or a file's name.
    pub fn parse(text: &str) -> Result<NetworkChoice, LoadError> {
        Ok(match text {
            "off" => NetworkChoice::Off,
            "embedded" => NetworkChoice::Embedded,
            path => NetworkChoice::Given(Arc::new(Network::load(Path::new(path))?)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_its_network() {
        for rule in Rule::ALL {
            let network = Network::embedded(rule);
            assert_eq!(network.rule(), rule);
            assert_eq!(network.numbers().len(), if rule.forbids() { 2 } else { 1 });
            let some = |one: &PolicyNumbers| one.windows.iter().flatten().any(|&n| n != 0);
            assert!(network.numbers().iter().all(some));
        }
    }

    /// Gomocup accepts archives of 8 MB; the program without networks takes less than one.
    #[test]
    fn all_networks_fit_into_an_archive() {
        let bytes: usize = FILES.iter().map(|file| file.len()).sum();
        assert!(bytes <= 1_000_000, "{bytes}");
    }
}
