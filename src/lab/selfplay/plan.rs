//! The plan of self-play games.

use std::fmt;
use std::iter;
use std::str::FromStr;

use rand::Rng;
use serde::{Deserialize, Serialize};

use super::record::StoredScore;
use crate::board::{BadSize, Board};
use crate::lab::shard::Shard;
use crate::scale::Scale;
use crate::types::{MAX_SIDE, MIN_SIDE, Rule, Score};

/// Limits of [`Plan::nodes`].
const NODES: std::ops::RangeInclusive<u64> = 1..=1_000_000_000_000;

/// Everything that decides the games of a set: the first line of their file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// The rule's name.
    pub rule: String,
    /// The boards' sizes: see [`Sizes`].
    pub size: String,
    /// Nodes per move, varied by a tenth.
    pub nodes: u64,
    /// Each side's nodes are halved up to this many times, at random per game, so that
    /// results show what a deeper search punishes.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub halvings: u32,
    /// Whether levelling moves, which give both sides equal chances, are played up to a
    /// random number of stones: games last longer, but are less like those of a match.
    #[serde(default = "levelled", skip_serializing_if = "Clone::clone")]
    pub levelling: bool,
    /// The random seed.
    pub seed: u64,
    /// The number of the set's first game.
    pub first: u64,
    /// The part of the set in this file.
    pub shard: Shard,
    /// The unit of scores: `raw`, or `normalised-` and the fingerprint of the
    /// [`crate::scale`].
    pub scores: String,
    /// The engine: its commit and a short `bench` signature.
    pub engine: String,
    /// How positions were searched again, if they were.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub relabelled: Option<Relabel>,
}

/// How some positions of a set are searched again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Relabel {
    /// One position in this many is searched, at random.
    pub one_in: u32,
    /// Nodes per search.
    pub nodes: u64,
    /// The random seed.
    pub seed: u64,
    /// The engine: see [`Plan::engine`].
    pub engine: String,
}

fn is_zero<N: Default + PartialEq>(number: &N) -> bool {
    *number == N::default()
}

fn levelled() -> bool {
    true
}

/// An invalid plan.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadPlan {
    /// An unknown rule.
    #[error(transparent)]
    Rule(#[from] crate::types::UnknownRule),
    /// A size that no board has.
    #[error(transparent)]
    Size(#[from] BadSize),
    /// Invalid sizes.
    #[error("invalid size '{0}': a number, WIDTHxHEIGHT or mixed")]
    Sizes(String),
    /// Too few or too many nodes.
    #[error("{0} nodes for a move: from 1 to {max}", max = NODES.end())]
    Nodes(u64),
    /// One position in none.
    #[error("one position in 0 cannot be searched again")]
    OneIn,
    /// Too many halvings.
    #[error("{0} nodes cannot be halved {1} times")]
    Halvings(u64, u32),
    /// Numbers that are too large.
    #[error("the number of the last game is too large")]
    Numbers,
}

/// The sizes of the boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sizes {
    /// Columns and rows of all boards.
    Fixed(usize, usize),
    /// Mostly the usual sizes, 15×15 and in freestyle also 20×20; one in eight is
    /// another square, one in eight any rectangle.
    Mixed,
}

impl Plan {
    /// Fails if the plan is invalid.
    pub fn check(&self) -> Result<(), BadPlan> {
        self.rule.parse::<Rule>()?;
        self.size.parse::<Sizes>()?;
        let again = self.relabelled.as_ref();
        for nodes in iter::once(self.nodes).chain(again.map(|again| again.nodes)) {
            if !NODES.contains(&nodes) {
                return Err(BadPlan::Nodes(nodes));
            }
        }
        if again.is_some_and(|again| again.one_in == 0) {
            return Err(BadPlan::OneIn);
        }
        if self.halvings > self.nodes.ilog2() {
            return Err(BadPlan::Halvings(self.nodes, self.halvings));
        }
        Ok(())
    }

    /// The number of the set's first `games` games that are in this plan's shard. Fails
    /// if their numbers are too large.
    pub fn share_of(&self, games: usize) -> Result<usize, BadPlan> {
        let last = self.first.checked_add(games as u64);
        last.filter(|&last| last <= i64::MAX as u64)
            .ok_or(BadPlan::Numbers)?;
        Ok(self.shard.share_of(games))
    }

    /// The rule.
    pub fn rule(&self) -> Rule {
        self.rule.parse().unwrap_or(Rule::Freestyle)
    }

    /// Whether the scores are raw ones.
    pub fn is_raw(&self) -> bool {
        self.scores == "raw"
    }

    /// A score of the search in the plan's unit.
    pub(super) fn stored(&self, score: Score, scale: &Scale) -> StoredScore {
        match self.is_raw() {
            true => StoredScore::raw(score),
            false => StoredScore::normalised(scale.normalised(score)),
        }
    }

    /// The number of the `index`-th game of this shard.
    pub(super) fn number(&self, index: usize) -> u64 {
        self.first + (self.shard.index + index * self.shard.of) as u64
    }

    /// A random size for a game.
    pub(super) fn draw_size(&self, rng: &mut impl Rng) -> (usize, usize) {
        match self.size.parse() {
            Ok(Sizes::Fixed(width, height)) => (width, height),
            _ => mixed(self.rule(), rng),
        }
    }
}

fn mixed(rule: Rule, rng: &mut impl Rng) -> (usize, usize) {
    let mut side = || rng.random_range(MIN_SIDE..=MAX_SIDE);
    let (width, height) = (side(), side());
    match rng.random_range(0..8) {
        0 => (width, width),
        1 => (width, height),
        2..6 if rule == Rule::Freestyle => (20, 20),
        _ => (15, 15),
    }
}

impl FromStr for Sizes {
    type Err = BadPlan;

    fn from_str(text: &str) -> Result<Sizes, BadPlan> {
        if text == "mixed" {
            return Ok(Sizes::Mixed);
        }
        let (width, height) = text.split_once('x').unwrap_or((text, text));
        match (width.parse(), height.parse()) {
            (Ok(width), Ok(height)) => {
                Board::new(width, height)?;
                Ok(Sizes::Fixed(width, height))
            }
            _ => Err(BadPlan::Sizes(text.to_string())),
        }
    }
}

impl fmt::Display for Sizes {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Sizes::Fixed(width, height) => write!(f, "{width}x{height}"),
            Sizes::Mixed => write!(f, "mixed"),
        }
    }
}
