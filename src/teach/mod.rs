//! What there is to learn: the words of the game with diagrams, the 26
//! openings, named formations, maxims, lessons, and puzzles whose wrong
//! answers are refuted.
//!
//! All of it is data in `teach/data`, in English and Chinese, read once. A
//! diagram says what it shows as [`Claim`]s, and [`Example::prove`] asks the
//! referee, the tables and the solver whether that is so; a test asks it of
//! every diagram there is. The texts are ours; names and squares are facts.

mod attempt;
mod claim;
mod example;
mod formations;
mod geometry;
mod lessons;
mod maker;
mod makes;
mod maxims;
mod openings;
mod puzzles;
mod terms;
mod tries;

use serde::{Deserialize, Serialize};

pub use attempt::{Attempt, Kind, NotEmpty, Why, attempt};
pub use claim::{Claim, Side, WinBy};
pub use example::{Example, Mark};
pub use formations::{Formation, formations};
pub use lessons::{Lesson, LessonStep, Practice, Task, lessons};
pub use maker::{Maker, SourceGame};
pub use makes::Makes;
pub use maxims::{Maxim, MaximKind, maxims};
pub use openings::{MapLine, OpeningCard, OpeningTexts, opening_texts, openings};
pub use puzzles::{PUZZLE_NODES, Puzzle, PuzzleRecord, STEPS, puzzles};
pub use terms::{Term, TermGroup, terms};
pub use tries::{Holds, Tries, Try};

/// A text in both languages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Text {
    /// English.
    pub en: String,
    /// Chinese, in the characters of the mainland.
    pub zh: String,
}

/// The entries of one of our data files.
///
/// # Panics
/// If the file is not what it should be, which a test would have shown.
fn entries<T: serde::de::DeserializeOwned>(name: &str, json: &str) -> Vec<T> {
    serde_json::from_str(json).unwrap_or_else(|error| panic!("{name}: {error}"))
}
