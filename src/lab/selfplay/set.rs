//! Sets of games, and the units of their scores.

use super::error::FileError;
use super::plan::Plan;
use super::record::{MOST_ESTIMATE, ScoredGame, StoredScore};
use crate::scale::{self, Meaning, Scale};
use crate::types::{Color, Rule, Score};

/// Games that were read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSet {
    /// The rule of all of them.
    pub rule: Rule,
    /// What the scores are: see [`Plan::scores`].
    pub scores: String,
    /// The plan, if the file had one.
    pub plan: Option<Plan>,
    /// The games.
    pub games: Vec<ScoredGame>,
    /// Whether the last one was incomplete and is left out.
    pub torn: bool,
}

impl GameSet {
    /// The games with normalised scores. Fails if they were normalised with another
    /// scale.
    pub fn into_normalised(mut self) -> Result<GameSet, FileError> {
        if self.scores != "raw" && self.scores != Plan::normalised_scores() {
            return Err(FileError::OtherScale);
        }
        if self.scores == "raw" {
            let rule = self.rule;
            self.map_scores(|raw, to_move, stones, squares| {
                let scale = Scale::at(rule, to_move, stones, squares);
                scale.normalised(Score::estimate(raw)).units()
            });
            self.scores = Plan::normalised_scores();
        }
        Ok(self)
    }

    /// The games with raw scores. Fails if they were normalised with another scale.
    pub fn into_raw(mut self) -> Result<GameSet, FileError> {
        if self.scores != "raw" {
            if self.scores != Plan::normalised_scores() {
                return Err(FileError::OtherScale);
            }
            let rule = self.rule;
            self.map_scores(|units, to_move, stones, squares| {
                let scale = Scale::at(rule, to_move, stones, squares);
                let raw = scale.raw(units);
                // The largest stored score stands for larger ones too, not for smaller.
                let back = scale.normalised(Score::estimate(raw)).units();
                let is_less = units.abs() == MOST_ESTIMATE && back.abs() < MOST_ESTIMATE;
                raw + if is_less { units.signum() } else { 0 }
            });
            self.scores = "raw".to_string();
        }
        Ok(self)
    }

    /// Maps every estimate, given its value, the side to move, and the numbers of
    /// stones and squares.
    fn map_scores(&mut self, change: impl Fn(i32, Color, usize, usize) -> i32) {
        for game in &mut self.games {
            let squares = game.width * game.height;
            let deeper = game
                .deeper
                .iter_mut()
                .map(|one| (one.place, &mut one.score));
            let scores = game
                .positions
                .iter_mut()
                .enumerate()
                .map(|(index, one)| (index, &mut one.score));
            for (index, score) in scores.chain(deeper) {
                let stones = game.opening.len() + index;
                let to_move = Color::to_move_after(stones);
                if let Meaning::Estimate(value) = score.meaning() {
                    let value = change(value, to_move, stones, squares);
                    *score = StoredScore::of(Meaning::Estimate(value));
                }
            }
        }
    }
}

impl Plan {
    /// [`Plan::scores`] for scores normalised with the present scale.
    pub fn normalised_scores() -> String {
        format!("normalised-{:08x}", scale::fingerprint())
    }
}
