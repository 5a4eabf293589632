//! What comes of an act. [`Table::check`] and [`Table::act`] ask the same
//! function, which changes nothing: so what is offered is what is accepted.

use super::{Act, Current, Event, GameState, Help, Refusal, Settings, Step, Table};
use crate::game::{Game, Guessed};

/// What an act leads to.
pub(super) enum Outcome {
    /// The game goes on.
    Steps(Vec<(Step, GameState)>, Vec<Event>),
    /// The present state is replaced, which cannot be taken back.
    Present(GameState, Option<Event>),
    /// Another node is the present one.
    Node {
        node: usize,
        undone: usize,
        event: Option<Event>,
    },
    /// The game before is the present one.
    Before,
    /// Another person decides who begins.
    Undecided(Guessed, Vec<Event>),
    /// Other settings.
    Settings(Settings, Vec<Event>),
    /// Another game by these settings.
    Game(Settings, Box<Current>, Vec<Event>),
}

impl Table {
    /// Does something. If it is refused nothing has changed.
    pub fn act(&mut self, act: Act) -> Result<Vec<Event>, Refusal> {
        let outcome = self.outcome(&act)?;
        Ok(self.apply(outcome))
    }

    /// Whether [`Table::act`] would do it.
    pub fn check(&self, act: &Act) -> Result<(), Refusal> {
        self.outcome(act).map(drop)
    }

    /// Whether the engine may help a person so.
    pub fn check_help(&self, help: Help) -> Result<(), Refusal> {
        if help == Help::Hint {
            self.check_running()?;
            self.own_turn()?;
        }
        match help {
            Help::Chart if self.is_over() => (),
            _ => self.check_casual()?,
        }
        match help {
            Help::Analysis if self.state().to_act().is_none() => Err(Refusal::Over),
            Help::Chart if self.tree().points().is_empty() => Err(Refusal::NothingToChart),
            _ => Ok(()),
        }
    }

    fn apply(&mut self, outcome: Outcome) -> Vec<Event> {
        match outcome {
            Outcome::Steps(steps, events) => {
                for (step, state) in steps {
                    self.go_on(step, state);
                }
                events
            }
            Outcome::Present(state, event) => {
                *self.current.tree.state_mut() = state;
                event.into_iter().collect()
            }
            Outcome::Node {
                node,
                undone,
                event,
            } => {
                self.current.tree.go_to(node);
                // An offer that was to go with a move is withdrawn.
                self.current.tree.state_mut().will_offer = false;
                self.current.undone += undone;
                event.into_iter().collect()
            }
            Outcome::Before => {
                if let Some(before) = self.before.take() {
                    self.current = before;
                    self.current.tree.state_mut().will_offer = false;
                    self.begun += 1;
                }
                vec![Event::ReturnedToGameBefore]
            }
            Outcome::Undecided(guessed, events) => {
                self.current.undecided = Some(guessed);
                events
            }
            Outcome::Settings(settings, events) => {
                self.settings = settings;
                events
            }
            Outcome::Game(settings, current, events) => {
                self.sit_down(*current);
                self.settings = settings;
                events
            }
        }
    }

    fn outcome(&self, act: &Act) -> Result<Outcome, Refusal> {
        let is_for_pause = matches!(act, Act::Pause | Act::Resume);
        let is_for_decision = matches!(
            act,
            Act::Decide(_)
                | Act::Undo(_)
                | Act::ReturnToGameBefore
                | Act::Change(_)
                | Act::New(_)
                | Act::NextGame
                | Act::Load(..)
        );
        if self.state().is_paused() && !is_for_pause {
            return Err(Refusal::Paused);
        }
        if self.current.undecided.is_some() && !is_for_decision {
            return Err(Refusal::StarterUndecided);
        }
        match act {
            Act::Squares(purpose, names) => self.name_squares(*purpose, names),
            Act::Opening(action) => self.open(*action),
            Act::Pass => self.pass(),
            Act::Resign => self.resign(),
            Act::OfferDraw | Act::WithdrawOffer => self.plan_offer(matches!(act, Act::OfferDraw)),
            Act::AcceptDraw => self.answer_offer(Event::DrawAccepted, Game::accept_draw),
            Act::RefuseDraw => self.answer_offer(Event::DrawRefused, Game::refuse_draw),
            Act::Claim => self.claim(),
            Act::Pause => self.pause(),
            Act::Resume => self.resume(),
            Act::Decide(decision) => self.decide(*decision),
            Act::Undo(count) => self.undo(*count),
            Act::Redo(count) => self.redo(*count),
            Act::GoTo(node) => self.go_to(*node),
            Act::ReturnToGameBefore => self.return_to_game_before(),
            Act::Change(settings) => self.change(settings),
            Act::New(settings) => self.new_game(settings),
            Act::NextGame => self.next_game(),
            Act::Rematch => self.rematch(),
            Act::Restart => self.restart(),
            Act::Load(settings, game) => self.load(settings, game),
        }
    }

    pub(super) fn check_running(&self) -> Result<(), Refusal> {
        if self.state().is_paused() {
            return Err(Refusal::Paused);
        }
        match self.current.undecided {
            Some(_) => Err(Refusal::StarterUndecided),
            None => Ok(()),
        }
    }

    pub(super) fn check_casual(&self) -> Result<(), Refusal> {
        match self.is_casual() {
            true => Ok(()),
            false => Err(Refusal::InMatch),
        }
    }

    /// In a match the game must be over.
    pub(super) fn check_finished(&self) -> Result<(), Refusal> {
        let is_open = !self.is_over() && self.state().end().is_none();
        match is_open && !self.is_casual() {
            true => Err(Refusal::GameGoesOn),
            false => Ok(()),
        }
    }
}
