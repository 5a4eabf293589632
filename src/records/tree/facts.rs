//! What is known about a whole game.

use super::Property;
use crate::game::GameResult;
use crate::records::OpeningPhase;
use crate::types::{Color, Rule};

/// A player, as far as known. Texts are empty if not known and stay on one line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Player {
    /// The name.
    pub name: String,
    /// Rank or rating, as `5 dan`.
    pub rank: String,
    /// Team, club or country.
    pub team: String,
}

/// What is known about a whole game. Texts are empty if not known; all but the
/// comment stay on one line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Black and White.
    pub players: [Player; 2],
    /// The game's own name.
    pub name: String,
    /// The tournament.
    pub event: String,
    /// Its round.
    pub round: String,
    /// Where it was played.
    pub place: String,
    /// When: `2026-11-27` where the file follows ISO 8601, as SGF asks.
    pub date: String,
    /// The time for the game, in words or seconds, as the file says.
    pub time_limit: String,
    /// The rule, if it is known.
    pub rule: Option<Rule>,
    /// The rule as the file names it, if that is another text than its name here.
    pub rule_text: String,
    /// The opening rule as the file names it, as `Soosorv-8`.
    pub opening_rule: String,
    /// The opening's name.
    pub opening_name: String,
    /// The result, if known and the game is over.
    pub result: Option<GameResult>,
    /// How the game ended, in words.
    pub reason: String,
    /// Words about the whole game, on any number of lines.
    pub comment: String,
    /// Who wrote the comments.
    pub annotator: String,
    /// The program that wrote the file, as `RenLib 3.6`.
    pub program: String,
    /// How many of the main line's first moves were given, not played.
    pub given_moves: usize,
    /// The acts of the opening, if it is not over.
    pub phase: Option<OpeningPhase>,
    /// What the file says besides in its first node, as it stands there, in its order.
    pub other: Vec<Property>,
}

impl Facts {
    /// The player of this colour.
    pub fn player(&self, color: Color) -> &Player {
        &self.players[color.index()]
    }
}
