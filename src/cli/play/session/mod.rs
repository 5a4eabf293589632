//! A session at the terminal, without the terminal: lines in, lines out, and
//! the time from outside.

mod acts;
mod files;
mod first;
mod set;
mod view;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use super::brain::{Brain, Budget, Now};
use super::settings::Settings;
use super::table::{OTHER, PERSON, Table};
use super::{command, words};
use crate::engine::Engine;
use crate::game::{CanonicalOpening, Contestant, Fouls, Guessed, OpeningState, Series};
use crate::records::GameRecord;
use crate::types::{Color, Square};

pub(super) use files::write_new;

/// A person, or two, at the board. Everything is a value but the engine's
/// memory: the same lines at the same times have the same answers, as long as
/// the engine is limited by nodes.
pub struct Session {
    settings: Settings,
    brain: Brain,
    /// Ends the engine's thinking when it is set.
    stop: Arc<AtomicBool>,
    /// The game after each action, the beginning first.
    tables: Vec<Table>,
    /// Which of them is the present one; those after it were taken back.
    at: usize,
    now: Now,
    /// Until when time was charged.
    charged: Duration,
    /// How many games have begun.
    begun: u64,
    /// The game before the present one, as `tables` and `at`: to go back to if
    /// another one was begun by mistake.
    before: Option<(Vec<Table>, usize)>,
    /// The file that was written last.
    saved: Option<String>,
    /// The game as it was saved or loaded last.
    saved_game: Option<GameRecord>,
    has_quit: bool,
    /// What is to be told of the beginning of the present game.
    news: Vec<String>,
    /// The guess whose winner is to decide who begins the present game.
    undecided: Option<Guessed>,
    /// The opening that was named last.
    named: Option<&'static CanonicalOpening>,
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
        settings.check()?;
        let mut session = Session {
            settings,
            brain: Brain::new(engine, Arc::clone(&now), Arc::clone(&stop)),
            stop,
            tables: Vec::new(),
            at: 0,
            before: None,
            charged: now(),
            now,
            begun: 0,
            saved: None,
            saved_game: None,
            has_quit: false,
            news: Vec::new(),
            undecided: None,
            named: None,
        };
        session.begin(None)?;
        Ok(session)
    }

    /// What is said before the first line.
    pub fn greet(&mut self) -> Vec<String> {
        let welcome = vec![self.welcome(), words::how_to_begin()];
        self.after(welcome)
    }

    /// What is played.
    fn welcome(&self) -> String {
        let settings = &self.settings;
        words::welcome(settings.rule, settings.size, settings.opening)
    }

    /// Answers a line that was typed; never without any answer. The engine's
    /// move, if it is its turn then, comes by [`Session::advance`].
    pub fn line(&mut self, text: &str) -> Vec<String> {
        let mut said = self.tick();
        match command::parse(text).and_then(|command| self.obey(command)) {
            Ok(lines) => said.extend(lines),
            Err(why) => said.push(why),
        }
        said
    }

    /// Whether the engine is to act.
    pub fn is_engines_turn(&self) -> bool {
        let table = self.table();
        let is_waiting = self.has_quit || table.is_paused();
        !is_waiting && !self.settings.two && table.to_act() == Some(OTHER)
    }

    /// Lets the engine act; nothing if it is not its turn.
    pub fn advance(&mut self) -> Option<Vec<String>> {
        self.is_engines_turn().then(|| {
            let said = self.tick();
            match said.is_empty() {
                true => self.engine_acts(),
                false => said,
            }
        })
    }

    /// Charges the time that has passed. Says so if somebody's is up.
    pub fn tick(&mut self) -> Vec<String> {
        let now = (self.now)();
        let passed = now.saturating_sub(self.charged);
        self.charged = now;
        if self.undecided.is_some() {
            return Vec::new();
        }
        let mut table = self.table().clone();
        match table.charge(passed) {
            true => {
                self.commit(table);
                self.after(Vec::new())
            }
            false => {
                self.tables[self.at] = table;
                Vec::new()
            }
        }
    }

    /// How long until the time of the one to act is up; nothing if it never is.
    pub fn allowance(&self) -> Option<Duration> {
        let table = self.table();
        let is_waiting = table.is_paused() || self.undecided.is_some();
        let who = table.to_act().filter(|_| !is_waiting)?;
        table.clocks().side(table.clock_of(who)).allowance()
    }

    /// Whether the session is over.
    pub fn has_quit(&self) -> bool {
        self.has_quit
    }

    fn table(&self) -> &Table {
        &self.tables[self.at]
    }

    /// Goes on with another state of the game; what was taken back is gone.
    fn commit(&mut self, table: Table) {
        self.tables.truncate(self.at + 1);
        self.tables.push(table);
        self.at += 1;
    }

    /// Another game, of which these are the states so far, takes the place of
    /// the present one, which is kept if there is anything to keep.
    fn sit_down(&mut self, tables: Vec<Table>) {
        self.brain.forget();
        let at = std::mem::replace(&mut self.at, tables.len() - 1);
        let before = std::mem::replace(&mut self.tables, tables);
        if before.get(at).is_some_and(|table| !table.is_untouched()) {
            self.before = Some((before, at));
        }
    }

    /// Goes back to the game before the present one, if there is one.
    fn return_to_game_before(&mut self) -> bool {
        let Some((tables, at)) = self.before.take() else {
            return false;
        };
        self.brain.forget();
        self.undecided = None;
        self.tables = tables;
        self.go_to(at);
        true
    }

    /// That the present game, which is not over, can be gone back to when
    /// another one takes its place.
    fn note_on_open_game(&self) -> Option<String> {
        let table = self.table();
        let is_open = table.end().is_none() && !table.is_untouched();
        is_open.then(words::game_is_kept)
    }

    /// Time that has passed until now is nobody's.
    fn forgive_time(&mut self) {
        self.charged = (self.now)();
    }

    /// Whether a person is to act.
    fn is_persons(&self, table: &Table) -> bool {
        let is_persons = |who| self.settings.two || who == PERSON;
        table.to_act().is_some_and(is_persons)
    }

    fn name(&self, who: Contestant) -> &'static str {
        words::name(who, self.settings.two)
    }

    /// Who has a colour, as `Black (you)`.
    fn seat(&self, color: Color) -> String {
        words::seat(color, self.name(self.table().holder(color)))
    }

    /// Begins a game, of this series or of a new one.
    fn begin(&mut self, series: Option<Series>) -> Result<(), String> {
        self.news.clear();
        self.undecided = None;
        let seed = self.settings.seed.wrapping_add(self.begun);
        let series = match series {
            Some(series) => series,
            None => self.new_series(seed)?,
        };
        let wrong = |error: &dyn std::fmt::Display| words::sentence(&error);
        let settings = &self.settings;
        let table = match settings.set_up {
            Some(set_up) => {
                let (width, height) = settings.size;
                let start = set_up.lay(width, height, seed);
                let start = start.map_err(|error| wrong(&error))?;
                Table::from_start(settings, start, series)
            }
            None => {
                let board = settings.board().map_err(|error| wrong(&error))?;
                let opening = OpeningState::new(settings.opening, board);
                let opening = opening.map_err(|error| wrong(&error))?;
                let starter = series.starter().unwrap_or(PERSON);
                Table::new(settings, opening, starter, series)
            }
        };
        self.begun += 1;
        self.sit_down(vec![table]);
        self.forgive_time();
        Ok(())
    }

    /// What chance follows from in the present game.
    fn seed(&self) -> u64 {
        self.settings.seed.wrapping_add(self.begun)
    }

    /// How much the engine may think about a move in the game.
    fn budget(&self) -> Budget {
        let table = self.table();
        let clock = table.clocks().side(table.clock_of(OTHER));
        Budget {
            clock: clock.time_control(),
            level: self.settings.level,
            seed: self.seed(),
            ..self.budget_beside_clock()
        }
    }

    /// How much it may think about a person's move, at full strength.
    fn budget_beside_clock(&self) -> Budget {
        Budget {
            time: self.settings.time,
            nodes: self.settings.nodes,
            ending: self.table().limit(),
            ..Budget::default()
        }
    }

    /// The engine does what it is to do.
    fn engine_acts(&mut self) -> Vec<String> {
        // Only what is said from now on is meant for this thinking.
        self.stop.store(false, Relaxed);
        match self.table().opening() {
            Some(state) => {
                let state = state.clone();
                let (rule, budget) = (self.table().rule(), self.budget());
                let seed = self.seed();
                let found = self.brain.open(&state, rule, seed, budget);
                self.after_thought(|session| {
                    let mut said = Vec::new();
                    for action in found.actions {
                        let mut table = session.table().clone();
                        table.act(action).ok()?;
                        session.commit(table);
                        let board = session.table().board();
                        said.push(words::acted(OTHER, false, action, board));
                    }
                    if let Some(square) = found.follows {
                        said.push(session.engine_moves(square)?);
                    }
                    Some(said)
                })
            }
            None => self.engine_plays(),
        }
    }

    /// The engine claims a foul, answers an offer, or moves.
    fn engine_plays(&mut self) -> Vec<String> {
        let color = self.table().color_of(OTHER);
        let seat = self.seat(color);
        let mut table = self.table().clone();
        if self
            .table()
            .game()
            .is_some_and(|game| game.fouls() == Fouls::Claimed)
            && let Some(Ok(Some(_))) = table.talk(|game| game.claim_foul(color))
        {
            self.commit(table);
            return self.after(vec![words::claimed(&seat)]);
        }
        let is_offered = self.table().game().and_then(|game| game.draw_offer()) == Some(!color);
        let (board, rule, budget) = (
            self.table().board().clone(),
            self.table().rule(),
            self.budget(),
        );
        let thought = self.brain.think(&board, rule, budget);
        self.after_thought(|session| {
            let thought = thought?;
            let mut said = Vec::new();
            if is_offered && thought.takes_draw {
                let mut table = session.table().clone();
                table.talk(|game| game.accept_draw(color))?.ok()?;
                session.commit(table);
                said.push(words::draw_accepted(&seat));
                return Some(said);
            }
            if is_offered {
                said.push(words::draw_refused(&seat));
            }
            said.push(session.engine_moves(thought.line[0])?);
            Some(said)
        })
    }

    /// Does what the engine has thought of, unless its time is up. Without a
    /// result it resigns.
    fn after_thought(
        &mut self,
        act: impl FnOnce(&mut Session) -> Option<Vec<String>>,
    ) -> Vec<String> {
        let said = self.tick();
        if !said.is_empty() {
            return said;
        }
        let said = match act(self) {
            Some(said) => said,
            None => {
                let mut table = self.table().clone();
                // It goes on, so that it can be given up.
                let _ = table.resign(OTHER);
                self.commit(table);
                vec![words::gives_up()]
            }
        };
        self.after(said)
    }

    fn engine_moves(&mut self, square: Square) -> Option<String> {
        let mut table = self.table().clone();
        let color = table.color_of(OTHER);
        table.play(square).ok()?;
        self.commit(table);
        let board = self.table().board();
        Some(words::moved(color, self.name(OTHER), Some(square), board))
    }
}
