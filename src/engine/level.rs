//! How strong the engine plays.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// How strong the engine plays, from 0 (a beginner) to 100 (full strength).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Level(u8);

/// A text or a number that is not a level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("invalid level '{0}' ({choices})", choices = Level::choices())]
pub struct NoLevel(String);

impl Level {
    /// Looks one stone ahead: it plays where the best shape can be made, by itself or
    /// the opponent.
    pub const BEGINNER: Level = Level(0);
    /// Full strength.
    pub const MASTER: Level = Level(100);
    /// The levels with names, the weakest first.
    pub const NAMED: [(Level, &'static str); 5] = [
        (Level::BEGINNER, "beginner"),
        (Level(25), "easy"),
        (Level(50), "club"),
        (Level(75), "strong"),
        (Level::MASTER, "master"),
    ];

    /// The level of this number; `None` above 100.
    pub fn new(number: u8) -> Option<Level> {
        (number <= Level::MASTER.0).then_some(Level(number))
    }

    /// From 0 to 100.
    pub fn number(self) -> u8 {
        self.0
    }

    /// Its name, if it has one.
    pub fn name(self) -> Option<&'static str> {
        let named = Level::NAMED.iter().find(|(level, _)| *level == self);
        named.map(|(_, name)| *name)
    }

    /// The level with this name.
    pub fn named(name: &str) -> Option<Level> {
        let is_named = |(_, own): &&(Level, &str)| own.eq_ignore_ascii_case(name);
        Level::NAMED.iter().find(is_named).map(|(level, _)| *level)
    }

    /// What can be chosen, for messages.
    pub fn choices() -> String {
        let names = Level::NAMED.map(|(_, name)| name);
        format!("{} or a number from 0 to 100", names.join(", "))
    }
}

impl Default for Level {
    fn default() -> Level {
        Level::MASTER
    }
}

/// The name of a level that has one, or else the number.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.name() {
            Some(name) => f.pad(name),
            None => f.pad(&self.0.to_string()),
        }
    }
}

/// Reads a number or a name.
impl FromStr for Level {
    type Err = NoLevel;

    fn from_str(text: &str) -> Result<Level, NoLevel> {
        let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let number = || text.parse().ok().filter(|_| is_number);
        let found = Level::named(text).or_else(|| number().and_then(Level::new));
        found.ok_or_else(|| NoLevel(text.to_string()))
    }
}

impl TryFrom<u8> for Level {
    type Error = NoLevel;

    fn try_from(number: u8) -> Result<Level, NoLevel> {
        Level::new(number).ok_or_else(|| NoLevel(number.to_string()))
    }
}

impl From<Level> for u8 {
    fn from(level: Level) -> u8 {
        level.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_names_are_read() {
        for (text, number) in [
            ("0", 0),
            ("40", 40),
            ("100", 100),
            ("Club", 50),
            ("075", 75),
        ] {
            assert_eq!(text.parse().map(Level::number), Ok(number), "{text}");
        }
        for text in ["", " ", "-1", "+5", "101", "256", "1e1", "1.5", "best"] {
            let error = text.parse::<Level>().expect_err(text);
            assert!(error.to_string().contains("beginner"), "{error}");
        }
    }

    #[test]
    fn names_are_written() {
        for (level, text) in [(Level::MASTER, "master"), (Level(40), "40")] {
            assert_eq!(level.to_string(), text);
            assert_eq!(text.parse(), Ok(level));
        }
        assert!(Level::NAMED.is_sorted());
    }

    #[test]
    fn files_have_the_number() {
        let text = serde_json::to_string(&Level(40)).expect("a number");
        assert_eq!(text, "40");
        assert_eq!(serde_json::from_str::<Level>(&text).ok(), Some(Level(40)));
        assert!(serde_json::from_str::<Level>("101").is_err());
    }
}
