//! What a person does who guesses moves.

use serde::{Deserialize, Serialize};

use super::guess::Guessing;
use super::room::StudyRoom;
use crate::page::message::Message;
use crate::study::Act;
use crate::types::Square;

/// Something that a person does while guessing, or to begin.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum GuessAct {
    /// Begins with the moves of a side, `black`, `white` or `both`, that follow here; with
    /// those from the beginning if none do.
    Start { side: String },
    /// Begins with the best moves where the review's worst ones were made, or this node's.
    Practise { node: Option<usize> },
    /// Guesses this move.
    At { at: String },
    /// Wants to see the move.
    Skip,
    /// Wants to see the results.
    Stop,
    /// Looks at a guess again.
    Show { index: usize },
    /// Guesses once more what was wrong.
    Again,
    /// Back to the study.
    Close,
}

impl StudyRoom {
    /// Does what a person wants who guesses.
    pub(super) fn guess(&mut self, act: GuessAct) -> Result<(), Message> {
        match act {
            GuessAct::Start { side } => {
                self.guessing = Some(Guessing::start(&self.study, &side)?);
            }
            GuessAct::Practise { node } => {
                let review = self.review.as_ref().ok_or_else(no_guess)?;
                self.guessing = Some(Guessing::practise(review, &self.looks, node)?);
            }
            GuessAct::Close => drop(self.guessing.take()),
            GuessAct::At { at } => {
                let own = self.square(&at)?;
                self.take_guess(Some(own))?;
            }
            GuessAct::Skip => self.take_guess(None)?,
            GuessAct::Stop => self.guessing.as_mut().ok_or_else(no_guess)?.stop(),
            GuessAct::Show { index } => {
                self.guessing.as_mut().ok_or_else(no_guess)?.show(index)?;
            }
            GuessAct::Again => {
                let guessing = self.guessing.as_ref().ok_or_else(no_guess)?;
                self.guessing = Some(guessing.missed(&self.looks)?);
            }
        }
        if let Some(guessing) = &self.guessing {
            let place = guessing.place(&self.study);
            let done = self.study.act(Act::GoTo(place));
            done.map_err(|refusal| self.refused(refusal))?;
        }
        Ok(())
    }

    fn take_guess(&mut self, own: Option<Square>) -> Result<(), Message> {
        let guessing = self.guessing.as_mut().filter(|one| !one.is_over());
        let taken = guessing.ok_or_else(no_guess)?.take(&self.study, own);
        taken.map_err(|refusal| self.refused(refusal))
    }
}

/// Nothing is being guessed.
fn no_guess() -> Message {
    Message::new("nothing_to_guess")
}
