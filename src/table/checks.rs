//! Conditions of acts and of the engine's help.

use super::{GameState, Help, Refusal, Table};

impl Table {
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

    /// A copy of the state for a person who is to act.
    pub(super) fn own_turn(&self) -> Result<GameState, Refusal> {
        match self.state().to_act() {
            None => Err(Refusal::Over),
            Some(_) if self.is_over() => Err(Refusal::Over),
            Some(_) if !self.is_persons_turn() => Err(Refusal::NotYourTurn),
            Some(_) => Ok(self.state().clone()),
        }
    }
}
