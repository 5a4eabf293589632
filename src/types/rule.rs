//! The rules, as values and as types, and which lines win in each.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::Color;

/// The rule of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Rule {
    /// Five or more in a row win.
    Freestyle,
    /// Exactly five win; six or more do not count.
    Standard,
    /// White wins with five or more. Black wins with exactly five and loses by
    /// an overline, a double-four or a double-three that makes no five.
    Renju,
    /// Exactly five win unless blocked by opponent's stones at both ends (the board's
    /// edge does not block). Six or more do not count.
    Caro,
    /// As [`Rule::Caro`], but six or more always win.
    CaroOverline,
}

/// Which rows of one colour win, and what happens to longer ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum FiveRule {
    /// Five or more.
    AtLeastFive,
    /// Exactly five.
    ExactlyFive,
    /// Exactly five; more is a foul (renju's Black).
    ExactlyFiveOrFoul,
    /// Exactly five, not blocked by the opponent at both ends.
    OpenFive,
    /// Exactly five not blocked by the opponent at both ends, or six and more.
    OpenFiveOrMore,
}

impl Rule {
    /// Every rule.
    pub const ALL: [Rule; 5] = [
        Rule::Freestyle,
        Rule::Standard,
        Rule::Renju,
        Rule::Caro,
        Rule::CaroOverline,
    ];

    /// The winning rows of `color`.
    pub const fn five_rule(self, color: Color) -> FiveRule {
        match (self, color) {
            (Rule::Freestyle, _) | (Rule::Renju, Color::White) => FiveRule::AtLeastFive,
            (Rule::Standard, _) => FiveRule::ExactlyFive,
            (Rule::Renju, Color::Black) => FiveRule::ExactlyFiveOrFoul,
            (Rule::Caro, _) => FiveRule::OpenFive,
            (Rule::CaroOverline, _) => FiveRule::OpenFiveOrMore,
        }
    }

    /// How far a stone can influence the shape of an empty square on its line:
    /// four squares where only the five itself counts, five where the square
    /// beyond a five counts too.
    pub const fn reach(self) -> usize {
        match self {
            Rule::Freestyle => 4,
            Rule::Standard | Rule::Renju | Rule::Caro | Rule::CaroOverline => 5,
        }
    }

    /// Whether Black has forbidden points.
    pub const fn forbids(self) -> bool {
        matches!(self, Rule::Renju)
    }

    /// Whether a four may have an answer beyond its completing square, because
    /// a five blocked at both ends does not win.
    pub const fn blocks_fives(self) -> bool {
        matches!(self, Rule::Caro | Rule::CaroOverline)
    }

    /// The rule's name, as [`Rule::from_str`] reads it.
    pub const fn name(self) -> &'static str {
        match self {
            Rule::Freestyle => "freestyle",
            Rule::Standard => "standard",
            Rule::Renju => "renju",
            Rule::Caro => "caro",
            Rule::CaroOverline => "caro8",
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(self.name())
    }
}

/// An unknown rule name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown rule '{0}' (freestyle, standard, renju, caro or caro8)")]
pub struct UnknownRule(pub String);

impl FromStr for Rule {
    type Err = UnknownRule;

    fn from_str(text: &str) -> Result<Rule, UnknownRule> {
        let named = |rule: &Rule| rule.name().eq_ignore_ascii_case(text);
        match Rule::ALL.into_iter().find(named) {
            Some(rule) => Ok(rule),
            None => Err(UnknownRule(text.to_string())),
        }
    }
}

/// A rule as a type, chosen once at the root of a search, so that hot code is compiled
/// for each rule.
pub trait Ruleset: Copy + Default + Send + Sync + 'static {
    /// The rule as a value.
    const RULE: Rule;
    /// [`Rule::reach`], at compile time.
    const REACH: usize = Self::RULE.reach();
}

macro_rules! rulesets {
    ($($name:ident $doc:literal),* $(,)?) => {$(
        #[doc = $doc]
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $name;

        impl Ruleset for $name {
            const RULE: Rule = Rule::$name;
        }
    )*};
}

rulesets! {
    Freestyle "[`Rule::Freestyle`] as a type.",
    Standard "[`Rule::Standard`] as a type.",
    Renju "[`Rule::Renju`] as a type.",
    Caro "[`Rule::Caro`] as a type.",
    CaroOverline "[`Rule::CaroOverline`] as a type.",
}

/// A task that is compiled for each rule.
pub trait ByRule {
    /// Its result.
    type Output;

    /// Runs it under the rule `R`.
    fn run<R: Ruleset>(self) -> Self::Output;
}

impl Rule {
    /// Runs `task` with this rule as a type.
    pub fn run<T: ByRule>(self, task: T) -> T::Output {
        match self {
            Rule::Freestyle => task.run::<Freestyle>(),
            Rule::Standard => task.run::<Standard>(),
            Rule::Renju => task.run::<Renju>(),
            Rule::Caro => task.run::<Caro>(),
            Rule::CaroOverline => task.run::<CaroOverline>(),
        }
    }
}
