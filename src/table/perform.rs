//! Acts are checked and done. [`Table::check`] and [`Table::act`] ask the same
//! function, which changes nothing: so what is offered is what is accepted.

use super::outcome::Outcome;
use super::{Act, Event, Refusal, Table};
use crate::game::Game;

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

    fn apply(&mut self, outcome: Outcome) -> Vec<Event> {
        match outcome {
            Outcome::Steps(steps, events) => {
                for (step, state) in steps {
                    self.go_on(step, state);
                }
                events
            }
            Outcome::Present(state, event) => {
                *self.current.tree.state_mut() = *state;
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
}
