//! Who begins: as it is set, guessed, or decided by the winner of a guess.

use super::Session;
use crate::cli::play::settings::First;
use crate::cli::play::table::{OTHER, PERSON};
use crate::cli::play::words;
use crate::game::{Contestant, Decision, Guess, Guessed, Series, SeriesRule};
use crate::types::Color;

impl Session {
    /// A series that begins as the settings say.
    pub(super) fn new_series(&mut self, seed: u64) -> Result<Series, String> {
        let starter = match self.settings.first {
            _ if self.settings.set_up.is_some() => PERSON,
            First::Me => PERSON,
            First::Engine => OTHER,
            First::Guess(form) => {
                let guess = Guess::from_seed(seed);
                let came = form.judge(guess);
                let two = self.settings.two;
                self.news.push(words::guess(form, guess, came, two));
                self.settle(came)
            }
        };
        self.series_begun_by(starter)
    }

    fn series_begun_by(&self, starter: Contestant) -> Result<Series, String> {
        let rule = SeriesRule::best_of(self.settings.games);
        let rule = rule.map_err(|error| words::sentence(&error))?;
        Ok(Series::new(rule, starter))
    }

    /// Who begins after a guess. If a person is to decide it that is noted, and
    /// this one sits there until he has.
    fn settle(&mut self, came: Guessed) -> Contestant {
        let two = self.settings.two;
        match came {
            Guessed::Begins(starter) => starter,
            Guessed::Decides { winner, .. } if winner == OTHER && !two => {
                let black = Some(Color::Black);
                self.news.push(words::decided(winner, two, black));
                OTHER
            }
            Guessed::Decides { .. } => {
                self.undecided = Some(came);
                PERSON
            }
        }
    }

    /// The winner of a guess takes a colour, or lets the other decide.
    pub(super) fn decide(&mut self, decision: Decision) -> Result<Vec<String>, String> {
        let Some((winner, _)) = self.decider() else {
            return Err(words::nothing_to_hand_over());
        };
        let came = self.undecided.map(|came| came.decide(decision));
        let came = came.ok_or_else(words::nothing_to_hand_over)?;
        let came = came.map_err(|error| words::sentence(&error))?;
        let color = match decision {
            Decision::Black => Some(Color::Black),
            Decision::White => Some(Color::White),
            Decision::HandOver => None,
        };
        let mut said = vec![words::decided(winner, self.settings.two, color)];
        self.undecided = None;
        let starter = self.settle(came);
        said.append(&mut self.news);
        if self.undecided.is_none() {
            self.begin(Some(self.series_begun_by(starter)?))?;
        }
        Ok(self.after(said))
    }

    /// Who is to decide who begins, and whether he may let the other do it.
    pub(super) fn decider(&self) -> Option<(Contestant, bool)> {
        match self.undecided? {
            Guessed::Begins(_) => None,
            Guessed::Decides {
                winner,
                can_hand_over,
            } => Some((winner, can_hand_over)),
        }
    }
}
