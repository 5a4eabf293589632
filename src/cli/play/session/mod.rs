//! A session at the terminal, without the terminal: lines in, lines out, and
//! the time from outside.

mod acts;
mod events;
mod files;
mod set;
mod view;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use super::{command, words};
use crate::engine::Engine;
use crate::game::{CanonicalOpening, Contestant, PlayerClock};
use crate::records::GameRecord;
use crate::table::{Brain, Now, Settings, Situation, Table};
use crate::types::Color;

pub(super) use files::write_new;

/// One or two persons at the board. With an engine that is limited by nodes the
/// same lines at the same times have the same answers.
pub struct Session {
    table: Table,
    brain: Brain,
    /// Ends the engine's thinking when it is set.
    stop: Arc<AtomicBool>,
    /// The file that was written last.
    saved: Option<String>,
    /// The game as it was saved or loaded last.
    saved_game: Option<GameRecord>,
    has_quit: bool,
    /// The person has typed `resign` and was asked whether they mean it.
    asked_to_resign: bool,
    /// The opening that was named last.
    named: Option<&'static CanonicalOpening>,
    /// How the first game began, until it is told.
    news: Vec<String>,
}

impl Session {
    /// A session that is timed by `now`; when `stop` is set the engine ends its
    /// thinking. An error if the settings do not fit together.
    pub fn new(
        engine: Engine,
        settings: Settings,
        now: Now,
        stop: Arc<AtomicBool>,
    ) -> Result<Session, String> {
        let table = Table::new(settings, Arc::clone(&now));
        let (table, events) = table.map_err(|error| words::sentence(&error))?;
        let mut session = Session {
            table,
            brain: Brain::new(engine, now, Arc::clone(&stop)),
            stop,
            saved: None,
            saved_game: None,
            has_quit: false,
            asked_to_resign: false,
            named: None,
            news: Vec::new(),
        };
        session.news = session.told(&events);
        Ok(session)
    }

    /// The lines before the first input.
    pub fn greet(&mut self) -> Vec<String> {
        let mut lines = vec![self.welcome(), words::how_to_begin()];
        lines.append(&mut self.news);
        self.after(lines)
    }

    /// What is played.
    fn welcome(&self) -> String {
        let settings = self.table.settings();
        words::welcome(settings.rule, settings.size, settings.opening)
    }

    /// Answers a line that was typed; never without any answer. The engine's
    /// move, if it is its turn then, comes by [`Session::advance`].
    pub fn line(&mut self, text: &str) -> Vec<String> {
        let mut lines = self.tick();
        let was_asked = std::mem::take(&mut self.asked_to_resign);
        match command::parse(text).and_then(|command| self.obey(command, was_asked)) {
            Ok(answer) => lines.extend(answer),
            Err(why) => lines.push(why),
        }
        lines
    }

    /// Whether the engine is to act.
    pub fn is_engines_turn(&self) -> bool {
        !self.has_quit && self.table.is_engines_turn()
    }

    /// Lets the engine act; nothing if it is not its turn.
    pub fn advance(&mut self) -> Option<Vec<String>> {
        if !self.is_engines_turn() {
            return None;
        }
        let lines = self.tick();
        if !lines.is_empty() {
            return Some(lines);
        }
        // Only an interrupt from now on is meant for this search.
        self.stop.store(false, Relaxed);
        self.brain.turn_to(self.table.game_number());
        let budget = self.table.engine_budget();
        let turn = self
            .brain
            .turn(&Situation::of(self.table.state()), budget, &|_| ());
        let lines = self.tick();
        if !lines.is_empty() {
            return Some(lines);
        }
        let events = self.table.engine_acts(turn);
        let lines = self.told(&events);
        Some(self.after(lines))
    }

    /// Charges the time that has passed. Says so if a player's is up.
    pub fn tick(&mut self) -> Vec<String> {
        match self.table.tick() {
            true => self.after(Vec::new()),
            false => Vec::new(),
        }
    }

    /// How long until the time of the one to act is up; nothing if it never is.
    pub fn allowance(&self) -> Option<Duration> {
        self.table.running_clock().and_then(PlayerClock::allowance)
    }

    /// Whether the session is over.
    pub fn has_quit(&self) -> bool {
        self.has_quit
    }

    fn name(&self, who: Contestant) -> &'static str {
        words::name(who, self.table.settings().two)
    }

    /// Who has a colour, as `Black (you)`.
    fn seat(&self, color: Color) -> String {
        words::seat(color, self.name(self.table.state().holder(color)))
    }
}
