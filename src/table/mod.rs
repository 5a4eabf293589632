//! The table at which a game is played: by two persons, or by one against the
//! engine. It has the settings, the tree of the game's states, the clocks, the
//! series, and the rules of conduct: who may do what now.
//!
//! A view (the terminal, a page) sends each [`Act`] to [`Table::act`], which
//! does it or refuses it with a typed [`Refusal`] and changes nothing. What
//! would be accepted is listed by [`Table::may`]; both ask the same function.
//! What happened comes back as [`Event`]s; a view puts them into words.
//!
//! The table starts no thread and prints nothing. The engine thinks in a
//! [`Brain`], wherever the view runs it: for a hint or an analysis the view asks
//! [`Table::check_help`], and the engine's turns go to [`Table::engine_acts`].

mod act;
mod begin;
mod brain;
mod checks;
mod engine;
mod format;
mod from_record;
mod games;
mod history;
mod may;
mod outcome;
mod perform;
mod setting;
mod settings;
mod situation;
mod state;
#[cfg(test)]
mod tests;
mod tree;
mod turns;

use std::time::Duration;

use crate::engine::Level;
use crate::game::{Contestant, Guess, Guessed, PlayerClock, Series};
use crate::records::GameRecord;
use crate::types::Color;

pub use act::{Act, Event, Help, Purpose, Refusal};
pub use brain::{Analysis, Brain, Budget, Finding, Hint, Now, Stop, Thought, Turn};
pub use format::{Format, first_game};
pub use from_record::{WrongRecord, file_name};
pub use may::May;
pub use setting::{Setting, WrongValue};
pub use settings::{First, Mode, Settings, UnknownFirst, WrongSettings};
pub use situation::Situation;
pub use state::{GameState, OTHER, PERSON, Stage};
pub use tree::{Node, Point, Step, Tree};

/// The table, with the present game and the settings for the next one.
pub struct Table {
    settings: Settings,
    current: Current,
    /// The game before: to return to if another one was begun by mistake.
    before: Option<Current>,
    now: Now,
    /// Up to when time was charged.
    charged: Duration,
    /// The number of games begun so far.
    begun: u64,
}

/// A game at the table.
#[derive(Debug)]
struct Current {
    tree: Tree,
    /// Its first state with full clocks, for a restart.
    beginning: GameState,
    /// How it was guessed who begins, and what came of it.
    guess: Option<(Guess, Guessed)>,
    /// The winner of the guess still has to decide who begins.
    undecided: Option<Guessed>,
    /// The node at which the game ended for good.
    over_at: Option<usize>,
    /// The number of steps that were taken back.
    undone: usize,
}

impl Current {
    fn new(beginning: GameState) -> Current {
        Current {
            tree: Tree::new(beginning.clone()),
            beginning,
            guess: None,
            undecided: None,
            over_at: None,
            undone: 0,
        }
    }
}

impl Table {
    /// A table with a first game, timed by `now`, and how the game began.
    pub fn new(settings: Settings, now: Now) -> Result<(Table, Vec<Event>), WrongSettings> {
        settings.check()?;
        let (current, events) = begin::first_game(&settings, None, 0)?;
        let table = Table {
            settings,
            current,
            before: None,
            charged: now(),
            now,
            begun: 1,
        };
        Ok((table, events))
    }

    /// The settings of the next game; those of the present one may have been
    /// others.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The tree of the game's states.
    pub fn tree(&self) -> &Tree {
        &self.current.tree
    }

    /// Notes the expected share of the point for Black at a node of the tree.
    pub fn set_share(&mut self, node: usize, share: f64) {
        self.current.tree.set_share(node, share);
    }

    /// The present state of the game.
    pub fn state(&self) -> &GameState {
        self.current.tree.state()
    }

    /// The number of the present game: others have other numbers.
    pub fn game_number(&self) -> u64 {
        self.begun
    }

    /// How it was guessed who begins, and what came of it.
    pub fn guess(&self) -> Option<(Guess, Guessed)> {
        self.current.guess
    }

    /// Who still has to decide who begins, and whether they may leave the
    /// choice to the other.
    pub fn decider(&self) -> Option<(Contestant, bool)> {
        match self.current.undecided? {
            Guessed::Begins(_) => None,
            Guessed::Decides {
                winner,
                can_hand_over,
            } => Some((winner, can_hand_over)),
        }
    }

    /// The last state of a game that is over for good; the present one may be
    /// earlier.
    pub fn final_state(&self) -> Option<&GameState> {
        let node = self.current.tree.node(self.current.over_at?)?;
        Some(&node.state)
    }

    /// Whether the game is over for good: it can only be looked at.
    pub fn is_over(&self) -> bool {
        self.current.over_at.is_some()
    }

    /// The series, with the result of this game if it is over.
    pub fn series(&self) -> &Series {
        &self.final_state().unwrap_or(self.state()).series
    }

    /// Whether the mode is casual.
    pub fn is_casual(&self) -> bool {
        self.settings.mode == Mode::Casual
    }

    /// Whether it is possible to go to any state and on from there. Otherwise
    /// the end of the game is for good.
    fn is_free(&self) -> bool {
        self.is_casual() && self.settings.undos.is_none()
    }

    /// Whether the engine is to act.
    pub fn is_engines_turn(&self) -> bool {
        let is_its = !self.settings.two && self.state().to_act() == Some(OTHER);
        is_its && self.is_running()
    }

    /// Whether a person is to act.
    pub fn is_persons_turn(&self) -> bool {
        let is_persons = |who| self.settings.two || who == PERSON;
        self.is_running() && self.state().to_act().is_some_and(is_persons)
    }

    fn is_running(&self) -> bool {
        let is_waiting = self.state().is_paused() || self.current.undecided.is_some();
        !self.is_over() && !is_waiting
    }

    /// The clock that runs, if time passes for anybody.
    pub fn running_clock(&self) -> Option<&PlayerClock> {
        let state = self.state();
        let who = state.to_act().filter(|_| self.is_running())?;
        Some(state.clocks().side(state.clock_of(who)))
    }

    /// Charges the time that has passed. Says whether a player's time is up,
    /// which ends the game.
    pub fn tick(&mut self) -> bool {
        let passed = self.uncharged();
        self.skip_time();
        if self.running_clock().is_none() {
            return false;
        }
        let mut state = self.state().clone();
        let is_up = state.charge(passed);
        match is_up {
            true => self.go_on(Step::Talk, state),
            false => *self.current.tree.state_mut() = state,
        }
        is_up
    }

    /// The time that has passed since it was charged.
    pub fn uncharged(&self) -> Duration {
        (self.now)().saturating_sub(self.charged)
    }

    /// The time that has passed is charged to no player.
    pub fn skip_time(&mut self) {
        self.charged = (self.now)();
    }

    /// What the engine may use for its turn.
    pub fn engine_budget(&self) -> Budget {
        let state = self.state();
        let clock = state.clocks().side(state.clock_of(OTHER));
        Budget {
            clock: clock.time_control(),
            level: self.settings.level,
            ..self.help_budget()
        }
    }

    /// What it may use for a hint: at full strength, and beside its clock.
    pub fn help_budget(&self) -> Budget {
        Budget {
            time: self.settings.time,
            nodes: self.settings.nodes,
            ending: self.state().limit(),
            level: Level::default(),
            seed: self.settings.seed.wrapping_add(self.begun),
            ..Budget::default()
        }
    }

    /// The game as a file may hold it, with the names of its players.
    pub fn record(&self) -> GameRecord {
        let state = self.state();
        let name = |color| file_name(state.holder(color), self.settings.two).to_string();
        state.record(Color::ALL.map(name))
    }

    /// Goes on with another state of the game.
    fn go_on(&mut self, step: Step, mut state: GameState) {
        state.record_result();
        let clock = state.clocks().running();
        let is_timed = clock.is_some_and(|color| state.clocks().side(color).allowance().is_some());
        let is_end = state.end().is_some();
        let returns = !is_timed && self.is_casual();
        self.current.tree.go_on(step, state, returns);
        if is_end && !self.is_free() {
            self.current.over_at = Some(self.current.tree.at());
        }
    }

    /// Puts another game in the place of the present one, which is kept if
    /// there is anything to keep.
    fn sit_down(&mut self, next: Current) {
        let last = std::mem::replace(&mut self.current, next);
        if !self.is_casual() {
            self.before = None;
        } else if !last.tree.state().is_untouched() {
            self.before = Some(last);
        }
        self.begun += 1;
        self.skip_time();
    }
}
