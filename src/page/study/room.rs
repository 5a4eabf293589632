//! The study and what is wanted of the engine.

use super::effort::Most;
use super::guess::Guessing;
use super::looks::Looks;
use super::question::{Question, Solved};
use super::review::Review;
use crate::study::Study;
use crate::table::{Analysis, Situation};
use crate::types::{Rule, SquareSet};

/// The study and what is wanted of the engine.
pub(crate) struct StudyRoom {
    pub study: Study,
    /// What was guessed or left out in the file.
    pub notices: Vec<String>,
    /// Whether the file has more games than this one.
    pub has_more: bool,
    /// The most that there is for an analysis.
    pub most: Most,
    /// The analysis that is wanted.
    pub analysis: Option<Analysis>,
    /// This one has come to its end here.
    pub analysed: Option<Analysis>,
    /// Squares that the engine is not to play on first.
    pub blocked: SquareSet,
    /// What the engine is to find out, or has.
    pub question: Option<Question>,
    pub solved: Option<Solved>,
    /// What the engine thinks of positions, by themselves.
    pub looks: Looks,
    /// The judgement of the moves of a line, if it is wanted.
    pub(super) review: Option<Review>,
    /// Moves that are being guessed.
    pub(super) guessing: Option<Guessing>,
}

impl StudyRoom {
    pub fn new() -> StudyRoom {
        let study = Study::new(15, 15, Rule::Freestyle);
        StudyRoom::of(study, Vec::new(), Most::here(), None)
    }

    /// With another study. What is wanted of the engine stays.
    pub fn turn_to(&mut self, study: Study, notices: Vec<String>) {
        *self = StudyRoom::of(study, notices, self.most, self.analysis);
    }

    fn of(study: Study, notices: Vec<String>, most: Most, analysis: Option<Analysis>) -> StudyRoom {
        StudyRoom {
            study,
            notices,
            has_more: false,
            most,
            analysis,
            analysed: None,
            blocked: SquareSet::EMPTY,
            question: None,
            solved: None,
            looks: Looks::default(),
            review: None,
            guessing: None,
        }
    }

    /// The position has changed: what was found is of the past.
    pub fn moved(&mut self) {
        self.analysed = None;
        self.question = None;
        self.solved = None;
        if let Some(review) = &mut self.review {
            review.follow(&self.study);
        }
    }

    /// Whether moves are to be guessed: the engine tells nothing of the position.
    pub fn is_guessing(&self) -> bool {
        self.guessing.is_some()
    }

    /// The positions that the engine is to look at.
    pub fn unseen(&self) -> Vec<(u64, Situation)> {
        match &self.guessing {
            Some(guessing) => self.looks.unseen(guessing.positions()),
            None => {
                let reviewed = self.review.iter().flat_map(Review::wanted);
                self.looks.unseen(reviewed)
            }
        }
    }

    /// The engine has failed: nothing is wanted of it any more.
    pub fn give_up(&mut self) {
        self.analysis = None;
        self.question = None;
        self.review = None;
    }

    /// Whether the engine can think about the position.
    pub fn can_think(&self) -> bool {
        self.study.board().is_ok() && self.study.outcome().is_none()
    }
}
