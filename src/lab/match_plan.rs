//! The plan of a match.

use serde::{Deserialize, Serialize};

use super::contender::Contender;
use super::schedule::{Pairing, Schedule};
use super::shard::Shard;
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
    /// The part of the pairs that is played.
    #[serde(default, skip_serializing_if = "Shard::is_whole")]
    pub shard: Shard,
}

impl MatchPlan {
    /// The list of its games, if it has so many openings.
    pub(super) fn schedule(&self, openings: usize) -> Schedule {
        Schedule::new(
            self.contenders.len(),
            self.pairing,
            self.rounds,
            openings,
            (self.width, self.height),
            self.seed,
        )
    }

    /// Whether a game, by its place in the schedule, is played. The games of a pair are
    /// played together.
    pub(super) fn has(&self, game: usize) -> bool {
        self.shard.has(game / 2)
    }
}
