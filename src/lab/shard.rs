//! Parts of a large piece of work, for several machines.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The most parts: the product with a piece's number does not overflow.
const MOST_SHARDS: usize = 1_000_000;

/// A part of the work: one piece in `of`, beginning with the `index`-th (from 0). Its text
/// is `I/N` with I from 1 to N.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    /// From 0.
    pub index: usize,
    /// The number of parts.
    pub of: usize,
}

/// A text that is no shard.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("invalid shard '{0}': I/N with I from 1 to N, at most {MOST_SHARDS}")]
pub struct BadShard(String);

impl Shard {
    /// All of the work.
    pub const WHOLE: Shard = Shard { index: 0, of: 1 };

    /// Whether it is all of the work.
    pub fn is_whole(&self) -> bool {
        self.of == 1
    }

    /// Whether a piece of this number, from 0, belongs to it.
    pub fn has(&self, piece: usize) -> bool {
        piece % self.of == self.index
    }

    /// How many of so many pieces belong to it.
    pub fn share_of(&self, pieces: usize) -> usize {
        pieces.saturating_sub(self.index).div_ceil(self.of)
    }
}

impl Default for Shard {
    fn default() -> Shard {
        Shard::WHOLE
    }
}

impl FromStr for Shard {
    type Err = BadShard;

    fn from_str(text: &str) -> Result<Shard, BadShard> {
        let shard = text.split_once('/').and_then(|(number, of)| {
            let (number, of): (usize, usize) = (number.parse().ok()?, of.parse().ok()?);
            (1..=of).contains(&number).then(|| Shard {
                index: number - 1,
                of,
            })
        });
        let shard = shard.filter(|shard| shard.of <= MOST_SHARDS);
        shard.ok_or_else(|| BadShard(text.to_string()))
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}/{}", self.index + 1, self.of)
    }
}

impl TryFrom<String> for Shard {
    type Error = BadShard;

    fn try_from(text: String) -> Result<Shard, BadShard> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> String {
        shard.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_belongs_to_one_part() {
        for pieces in 0..12 {
            let parts: Vec<Shard> = (0..5).map(|index| Shard { index, of: 5 }).collect();
            for piece in 0..pieces {
                assert_eq!(parts.iter().filter(|part| part.has(piece)).count(), 1);
            }
            let shares = parts.iter().map(|part| part.share_of(pieces));
            assert_eq!(shares.sum::<usize>(), pieces);
            assert_eq!(Shard::WHOLE.share_of(pieces), pieces);
        }
    }

    #[test]
    fn parts_are_text() {
        let shard: Shard = "3/4".parse().unwrap();
        assert_eq!((shard.index, shard.of), (2, 4));
        assert_eq!(serde_json::to_string(&shard).unwrap(), "\"3/4\"");
        assert_eq!(serde_json::from_str::<Shard>("\"3/4\"").unwrap(), shard);
        for bad in [
            "",
            "3",
            "0/4",
            "5/4",
            "1/0",
            "x/4",
            "1/1000001",
            "-1/4",
            "1/4/5",
        ] {
            assert!(bad.parse::<Shard>().is_err(), "{bad}");
            assert!(serde_json::from_str::<Shard>(&format!("\"{bad}\"")).is_err());
        }
    }
}
