//! Lessons that build on each other: each is a list of steps with a text, a
//! position, and usually a task whose answer the program checks.

use std::sync::LazyLock;

use serde::Deserialize;

use super::attempt::{Attempt, Kind, NotEmpty, Why, attempt};
use super::puzzles::{PUZZLE_NODES, Puzzle, puzzles};
use super::threat_made::Makes;
use super::tries::{Tries, is_legal};
use super::{Example, Text, entries};
use crate::rules;
use crate::solver::Goal;
use crate::types::{Rule, Square, SquareSet};

/// The most puzzles to practise a lesson on.
const MOST_PRACTICE: usize = 12;

/// A lesson.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// What it is about.
    pub name: Text,
    /// Its steps, in order.
    pub steps: Vec<LessonStep>,
    /// Which puzzles practise it.
    #[serde(default)]
    pub practice: Option<Practice>,
}

/// Which puzzles practise a lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Practice {
    /// Their kind.
    pub kind: Kind,
    /// The most difficult step.
    pub up_to: u8,
}

/// A part of a lesson.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LessonStep {
    /// What it teaches.
    pub text: Text,
    /// The position that shows it.
    pub example: Example,
    /// What the reader is to do there.
    #[serde(default)]
    pub task: Option<Task>,
}

/// What the reader is to do, as the side to move where it is a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Task {
    /// Play a stone that makes this.
    Make {
        /// What.
        what: Makes,
    },
    /// Win, or stop a win, as a puzzle of this kind asks.
    Solve {
        /// How.
        kind: Kind,
    },
    /// Find a point that is forbidden for Black.
    FindFoul,
    /// Find a point that looks like a double-three and is allowed.
    FindFalse,
}

/// All lessons, in order.
pub fn lessons() -> &'static [Lesson] {
    static LESSONS: LazyLock<Vec<Lesson>> =
        LazyLock::new(|| entries("lessons.json", include_str!("data/lessons.json")));
    &LESSONS
}

impl Lesson {
    /// Puzzles to practise it on, by difficulty.
    pub fn puzzles(&self) -> impl Iterator<Item = &'static Puzzle> {
        let practice = self.practice;
        let fits = |puzzle: &&'static Puzzle| {
            let fits = |one: Practice| puzzle.kind == one.kind && puzzle.step <= one.up_to;
            practice.is_some_and(fits)
        };
        let fitting: Vec<&'static Puzzle> = puzzles().iter().filter(fits).collect();
        let every = fitting.len().div_ceil(MOST_PRACTICE).max(1);
        fitting.into_iter().step_by(every)
    }
}

impl Task {
    /// In words, for this position.
    pub fn text(self, example: &Example) -> Text {
        let side = example.board.side_to_move();
        let (color, zh_color) = match side {
            crate::types::Color::Black => ("Black", "黑"),
            crate::types::Color::White => ("White", "白"),
        };
        let (en, zh) = match self {
            Task::Make { what } => (
                format!("{color} to move: make {}.", what.name().0),
                format!("{zh_color}先：走出{}。", what.name().1),
            ),
            Task::Solve { kind } => return kind.task(side),
            Task::FindFoul => (
                "Find a point that is forbidden for Black.".to_string(),
                "指出一个黑方禁点。".to_string(),
            ),
            Task::FindFalse => (
                "Find the point that looks forbidden but is not.".to_string(),
                "指出貌似禁手、实则可下的点。".to_string(),
            ),
        };
        Text { en, zh }
    }
}

impl LessonStep {
    /// All right answers; none without a task.
    pub fn answers(&self, tries: &mut Tries) -> SquareSet {
        let Example { rule, board, .. } = &self.example;
        let fouls = |square: &Square| rules::forbidden(board, *square).is_some();
        match self.task {
            None => SquareSet::EMPTY,
            Some(Task::Make { what }) => {
                let squares = what.squares(board, *rule, board.side_to_move());
                let legal = |square: &Square| is_legal(board, *rule, *square);
                squares.into_iter().filter(legal).collect()
            }
            Some(Task::Solve { kind }) => {
                let found = match kind {
                    Kind::Vcf | Kind::Forbid => tries.beginnings(board, *rule, Goal::Vcf),
                    Kind::Vct => tries.beginnings(board, *rule, Goal::Vct),
                    Kind::Defend => tries.holding(board, *rule),
                    Kind::Best => None,
                };
                found.unwrap_or_default()
            }
            Some(Task::FindFoul) => board.empty().into_iter().filter(fouls).collect(),
            Some(Task::FindFalse) => {
                let black = crate::types::Color::Black;
                let look = Makes::DoubleThree.squares(board, Rule::Freestyle, black);
                look.into_iter().filter(|square| !fouls(square)).collect()
            }
        }
    }

    /// Judges an answer. Without a task every empty point is right.
    pub fn attempt(&self, square: Square) -> Result<Attempt, NotEmpty> {
        let Example { rule, board, .. } = &self.example;
        let mut tries = Tries::new(PUZZLE_NODES);
        if let Some(Task::Solve { kind }) = self.task {
            return attempt(&mut tries, board, *rule, kind, square);
        }
        if !board.is_empty(square) {
            return Err(NotEmpty);
        }
        let line = vec![square];
        if self.task.is_none() || self.answers(&mut tries).contains(square) {
            return Ok(Attempt::Right { line });
        }
        let why = match self.task {
            Some(Task::FindFoul) => Why::NoFoul,
            Some(Task::FindFalse) => Why::NotFalse,
            _ => match rules::forbidden(board, square) {
                Some(kind) if !is_legal(board, *rule, square) => Why::Foul(kind),
                _ => Why::NotMade,
            },
        };
        Ok(Attempt::Wrong { line, why })
    }
}
