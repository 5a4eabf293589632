//! Another game at the table: the next one, by other settings, or of a file.

use super::begin::{first_game, new_series, settle};
use super::outcome::Outcome;
use super::{Current, Event, First, PERSON, Refusal, Settings, Table, from_record};
use crate::game::{Contestant, Decision, Series};
use crate::records::GameRecord;

impl Table {
    pub(super) fn change(&self, settings: &Settings) -> Result<Outcome, Refusal> {
        settings.check()?;
        if self.settings.fits_same_game(settings) {
            return Ok(Outcome::Settings(settings.clone(), Vec::new()));
        }
        let state = self.state();
        match state.is_untouched() && state.series.games().is_empty() {
            true => self.begin(settings, None, Vec::new()),
            false => Ok(Outcome::Settings(
                settings.clone(),
                vec![Event::ForNextGame],
            )),
        }
    }

    /// A game of this series or of a new one.
    fn begin(
        &self,
        settings: &Settings,
        series: Option<Series>,
        mut events: Vec<Event>,
    ) -> Result<Outcome, Refusal> {
        let (current, news) = first_game(settings, series, self.begun)?;
        events.extend(news);
        Ok(self.game(settings, current, events))
    }

    fn game(&self, settings: &Settings, current: Current, events: Vec<Event>) -> Outcome {
        Outcome::Game(settings.clone(), Box::new(current), events)
    }

    pub(super) fn next_game(&self) -> Result<Outcome, Refusal> {
        self.check_finished()?;
        let series = self.series();
        let games = series.rule().games();
        let is_begun = self.current.undecided.is_none();
        let goes_on = is_begun && games == self.settings.games && series.end().is_none();
        let mut events = Vec::new();
        if goes_on && games > 1 && self.state().end().is_none() && !self.is_over() {
            events.push(Event::SeriesGameRepeated);
        }
        events.extend(self.kept());
        let series = (goes_on && games > 1).then(|| series.clone());
        self.begin(&self.settings, series, events)
    }

    /// That the present game can be returned to, if it is not over.
    fn kept(&self) -> Option<Event> {
        let is_open = self.state().end().is_none() && !self.state().is_untouched();
        (is_open && self.is_casual()).then_some(Event::GameKept)
    }

    pub(super) fn rematch(&self) -> Result<Outcome, Refusal> {
        self.check_finished()?;
        let series = self.series();
        let began = series.games().first().map(|game| game.0);
        let began = began.or_else(|| series.starter()).unwrap_or(PERSON);
        let starter = began.other();
        let settings = Settings {
            first: match starter {
                Contestant::A => First::Me,
                Contestant::B => First::Engine,
            },
            ..self.settings.clone()
        };
        let series = Series::new(series.rule(), starter);
        self.begin(&settings, Some(series), Vec::new())
    }

    pub(super) fn load(&self, settings: &Settings, game: &GameRecord) -> Result<Outcome, Refusal> {
        let loaded = from_record::load(settings, game)?;
        let mut current = Current::new(loaded.beginning);
        for (step, state) in loaded.steps {
            current.tree.go_on(step, state, false);
        }
        let has_other_result = loaded.has_other_result;
        let mut events = vec![Event::Loaded { has_other_result }];
        events.extend(self.kept());
        Ok(self.game(settings, current, events))
    }

    pub(super) fn restart(&self) -> Result<Outcome, Refusal> {
        if self.is_over() {
            return Err(Refusal::Over);
        }
        self.check_casual()?;
        let current = Current {
            guess: self.current.guess,
            ..Current::new(self.current.beginning.clone())
        };
        Ok(self.game(&self.settings, current, Vec::new()))
    }

    pub(super) fn return_to_game_before(&self) -> Result<Outcome, Refusal> {
        self.check_casual()?;
        self.before.as_ref().ok_or(Refusal::NoGameBefore)?;
        Ok(Outcome::Before)
    }

    pub(super) fn new_game(&self, settings: &Settings) -> Result<Outcome, Refusal> {
        settings.check()?;
        self.begin(settings, None, Vec::new())
    }

    pub(super) fn decide(&self, decision: Decision) -> Result<Outcome, Refusal> {
        let (winner, _) = self.decider().ok_or(Refusal::NothingToDecide)?;
        let came = self.current.undecided.ok_or(Refusal::NothingToDecide)?;
        let came = came.decide(decision)?;
        let mut events = vec![Event::Decided(winner, decision)];
        match settle(came, self.settings.two, &mut events) {
            None => Ok(Outcome::Undecided(came, events)),
            Some(starter) => {
                let series = new_series(&self.settings, starter)?;
                self.begin(&self.settings, Some(series), events)
            }
        }
    }
}
