//! The study at the desk: what persons do in it, what the engine is asked about it,
//! and how the page shows it. The engine never moves here.

mod acts;
mod files;
mod view;

use crate::solver::Goal;
use crate::study::Study;
use crate::types::{Rule, Square};

pub(super) use acts::{Done, StudyAct};
pub(super) use files::{Loaded, read};
pub(super) use view::view;

/// What the solver is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Question {
    pub goal: Goal,
    /// Whether the side to move passes first: what does the opponent threaten?
    pub is_threat: bool,
}

/// What the solver found.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Solved {
    /// A win; the moves of its longest line, from a pass on if that was asked.
    Win(Vec<Square>),
    /// There is none.
    None,
    /// Not within the limits.
    Unknown,
}

/// The study and what is wanted of the engine.
pub(super) struct StudyRoom {
    pub study: Study,
    /// What was guessed or left out in the file.
    pub notices: Vec<String>,
    /// Whether the file has more games than this one.
    pub has_more: bool,
    /// The number of lines that are wanted in an analysis.
    pub analysis: Option<usize>,
    /// An analysis of this number of lines has come to its end here.
    pub analysed: Option<usize>,
    /// What the solver is to find out, or has.
    pub question: Option<Question>,
    pub solved: Option<Solved>,
}

impl StudyRoom {
    pub fn new() -> StudyRoom {
        StudyRoom::of(Study::new(15, 15, Rule::Freestyle), Vec::new())
    }

    pub fn of(study: Study, notices: Vec<String>) -> StudyRoom {
        StudyRoom {
            study,
            notices,
            has_more: false,
            analysis: None,
            analysed: None,
            question: None,
            solved: None,
        }
    }

    /// The position has changed: what was found is of the past.
    pub fn moved(&mut self) {
        self.analysed = None;
        self.question = None;
        self.solved = None;
    }

    /// Whether the engine can think about the position.
    pub fn can_think(&self) -> bool {
        self.study.board().is_ok() && self.study.outcome().is_none()
    }
}
