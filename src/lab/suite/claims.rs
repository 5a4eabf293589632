//! What a suite claims of a position.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::board::notation::parse_square;
use crate::records::PositionRecord;
use crate::types::Square;

/// What is claimed of a position. Squares are named as `h8`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    deny_unknown_fields,
    default,
    expecting = "an object with what is claimed"
)]
pub struct Claims {
    /// The moves that are best: one of them is to be found.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub best: Vec<String>,
    /// All moves that do not lose at once to threats: one of them is to be found.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub only: Vec<String>,
    /// Moves that are mistakes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub avoid: Vec<String>,
    /// The side to move wins by fours alone, or does not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vcf: Option<bool>,
    /// The number of fours in the shortest such win; engines are not asked for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fours: Option<usize>,
    /// The side to move wins by threats, or does not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vct: Option<bool>,
    /// All points that are forbidden for Black, and why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forbidden: Option<BTreeMap<String, String>>,
    /// Points that look like a double-three and are allowed, for readers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub allowed: Vec<String>,
}

impl Claims {
    /// The moves of which one is to be found; empty if any will do.
    pub fn wanted(&self) -> &[String] {
        match self.best.is_empty() {
            true => &self.only,
            false => &self.best,
        }
    }

    /// Whether a move is asked for.
    pub fn asks_for_a_move(&self) -> bool {
        !self.wanted().is_empty() || !self.avoid.is_empty()
    }

    /// Fails if nothing can be asked, or a square is wrong.
    pub(super) fn check(&self, record: &PositionRecord) -> Result<(), String> {
        if !self.asks_for_a_move()
            && self.vcf.is_none()
            && self.vct.is_none()
            && self.forbidden.is_none()
        {
            return Err("nothing is claimed".to_string());
        }
        let forbidden = self.forbidden.iter().flatten().map(|(name, _)| name);
        let lists = [&self.best, &self.only, &self.avoid, &self.allowed];
        for name in lists.into_iter().flatten().chain(forbidden) {
            let square = parse_square(name, &record.board);
            let square: Square = square.map_err(|error| error.to_string())?;
            if !record.board.is_empty(square) {
                return Err(format!("{name} is not empty"));
            }
        }
        Ok(())
    }
}
