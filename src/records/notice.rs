//! What a user should know about files that were read.

use std::collections::HashMap;
use std::fmt;

/// What was guessed in a game, or left as it is: a sentence without a full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// Line and column, from 1, if it is about a place.
    pub place: Option<(usize, usize)>,
    /// What it is.
    pub what: String,
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if let Some((line, column)) = self.place {
            write!(f, "line {line}, column {column}: ")?;
        }
        f.write_str(&self.what)
    }
}

/// The notices of all games of a file; what is said of several games stands there
/// once.
#[derive(Debug, Default)]
pub struct Notices {
    all: Vec<(usize, Notice, usize)>,
    places: HashMap<String, usize>,
}

impl Notices {
    /// Adds what is said about a game, by its number from 1.
    pub fn add(&mut self, game: usize, notice: Notice) {
        if let Some(&index) = self.places.get(&notice.what) {
            self.all[index].2 += 1;
            return;
        }
        self.places.insert(notice.what.clone(), self.all.len());
        self.all.push((game, notice, 0));
    }

    /// All as texts; they name the game if the file has several.
    pub fn texts(&self, games: usize) -> Vec<String> {
        let text = |(game, notice, more): &(usize, Notice, usize)| match (games, more) {
            (..=1, _) => notice.to_string(),
            (_, 0) => format!("game {game}: {notice}"),
            (_, 1) => format!("game {game} and another: {notice}"),
            (_, more) => format!("game {game} and {more} others: {notice}"),
        };
        self.all.iter().map(text).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_again_is_counted() {
        let notice = |line: usize, what: &str| Notice {
            place: (line > 0).then_some((line, 2)),
            what: what.to_string(),
        };
        let mut notices = Notices::default();
        notices.add(1, notice(0, "a"));
        assert_eq!(notices.texts(1), ["a"]);
        notices.add(3, notice(4, "b"));
        notices.add(5, notice(6, "b"));
        assert_eq!(
            notices.texts(7),
            ["game 1: a", "game 3 and another: line 4, column 2: b"]
        );
        notices.add(7, notice(8, "b"));
        assert_eq!(
            notices.texts(7)[1],
            "game 3 and 2 others: line 4, column 2: b"
        );
    }
}
