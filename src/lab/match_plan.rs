//! The plan of a match.

use serde::{Deserialize, Serialize};

use super::contender::Contender;
use super::schedule::Pairing;
use super::statistics::Sprt;

/// The settings of a match, which decide its games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchPlan {
    /// The players.
    pub contenders: Vec<Contender>,
    /// Who meets whom.
    pub pairing: Pairing,
    /// Pairs of games for each meeting.
    pub rounds: usize,
    /// The rule's name.
    pub rule: String,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The openings, as moves (`h8i9`); with none, games begin on an empty
    /// board.
    pub openings: Vec<String>,
    /// Games are drawn after this many moves.
    pub most_moves: usize,
    /// Ends a match of two contenders as soon as it is decided.
    pub sprt: Option<Sprt>,
    /// The random seed.
    pub seed: u64,
}
