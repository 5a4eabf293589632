//! What of games is left out of a file, for a note.

use super::exit::count;
use crate::records::tree::Features;

/// What some games lose.
#[derive(Default)]
pub(super) struct Lost {
    features: Features,
    /// What is no feature, in words.
    others: Vec<String>,
    /// How many games lose something.
    games: usize,
}

impl Lost {
    /// Adds what a game loses.
    pub fn add(&mut self, features: Features, other: Option<String>) {
        self.games += usize::from(!features.is_empty() || other.is_some());
        self.features = self.features.union(features);
        let other = other.filter(|other| !self.others.contains(other));
        self.others.extend(other);
    }

    /// All of it in words, with the number of games; `None` if nothing is lost.
    pub fn in_words(&self) -> Option<String> {
        let mut all = self.others.clone();
        if !self.features.is_empty() {
            all.insert(0, self.features.in_words());
        }
        let games = count(self.games, "game");
        (!all.is_empty()).then(|| format!("{} ({games})", all.join(", ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::tree::Feature;

    #[test]
    fn what_is_lost_again_is_named_once() {
        let mut lost = Lost::default();
        lost.add(Features::default(), None);
        assert_eq!(lost.in_words(), None);
        let size = || Some("the size".to_string());
        lost.add(Features::of(&[Feature::Result]), None);
        lost.add(Features::of(&[Feature::Players, Feature::Result]), size());
        lost.add(Features::default(), size());
        let said = "players, the result, the size (3 games)";
        assert_eq!(lost.in_words().as_deref(), Some(said));
    }
}
