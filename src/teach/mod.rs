//! Teaching: terms of the game with diagrams, the 26 openings, named
//! formations, maxims, lessons, puzzles whose wrong answers are refuted, and how far a
//! learner is with them.
//!
//! All of it is data in `teach/data`, in English and Chinese, read once. What a
//! diagram shows is stated as [`Claim`]s, which [`Example::prove`] proves by
//! the referee, the tables and the solver; a test does so for every diagram.
//! The texts are ours; names and squares are facts.

mod attempt;
mod best_move;
mod claim;
mod example;
mod formations;
mod geometry;
mod learner;
mod lessons;
mod maxims;
mod names;
mod opening_cards;
mod puzzle_maker;
mod puzzles;
mod terms;
mod threat_made;
mod tries;

use serde::{Deserialize, Serialize};

pub use attempt::{Attempt, Kind, NotEmpty, Why, attempt};
pub use best_move::{BestMove, CLEAR, is_quiet};
pub use claim::{Claim, Side, WinBy};
pub use example::{Example, Mark};
pub use formations::{Formation, formations};
pub use learner::{Learner, Rating, daily};
pub use lessons::{Lesson, LessonStep, Practice, Task, lessons};
pub use maxims::{Maxim, MaximKind, maxims};
pub use opening_cards::{MapLine, OpeningCard, OpeningTexts, opening_texts, openings};
pub use puzzle_maker::{Maker, SourceGame};
pub use puzzles::{PUZZLE_NODES, Puzzle, PuzzleRecord, STEPS, puzzles};
pub use terms::{Term, TermGroup, terms};
pub use threat_made::Makes;
pub use tries::{Holds, Tries, Try};

/// A text in both languages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Text {
    /// English.
    pub en: String,
    /// Chinese, in simplified characters.
    pub zh: String,
}

/// The entries of a data file.
///
/// # Panics
/// If the file is invalid, which tests exclude.
fn entries<T: serde::de::DeserializeOwned>(name: &str, json: &str) -> Vec<T> {
    serde_json::from_str(json).unwrap_or_else(|error| panic!("{name}: {error}"))
}
