//! The clocks of both sides.

use std::time::Duration;

use super::{ClockRule, PlayerClock};
use crate::types::Color;

/// The clocks of a game: one runs, or none. Told how much time passes, they
/// charge it to the side whose clock runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameClocks {
    /// Black's and White's; both the same if the time is shared.
    sides: [PlayerClock; 2],
    is_shared: bool,
    running: Option<Color>,
    is_paused: bool,
    fallen: Option<Color>,
}

/// Something that cannot be done with clocks; nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongPress {
    /// They have not been started.
    #[error("no clock is running yet")]
    NotStarted,
    /// They have been started.
    #[error("the clocks are running already")]
    Started,
    /// They are paused.
    #[error("the clocks are paused")]
    Paused,
    /// They are not paused.
    #[error("the clocks are not paused")]
    NotPaused,
    /// It is the other side's clock that runs.
    #[error("it is not {0}'s clock that runs")]
    NotRunning(Color),
    /// A side's time is up.
    #[error("{0}'s time is up")]
    Fallen(Color),
    /// Each side has its own time.
    #[error("the sides do not share their time")]
    NotShared,
}

impl GameClocks {
    /// The clocks at the beginning of a game; none runs.
    pub fn new(rule: &ClockRule) -> GameClocks {
        let clock = PlayerClock::new(rule);
        GameClocks {
            sides: [clock.clone(), clock],
            is_shared: rule.is_shared(),
            running: None,
            is_paused: false,
            fallen: None,
        }
    }

    /// A side's clock. Shared time is the same for both sides, its fall too:
    /// [`GameClocks::fallen`] says whose move it was.
    pub fn side(&self, color: Color) -> &PlayerClock {
        &self.sides[color.index()]
    }

    /// Whose clock runs, or would but for a pause.
    pub fn running(&self) -> Option<Color> {
        self.running
    }

    /// Whether no time is charged for now.
    pub fn is_paused(&self) -> bool {
        self.is_paused
    }

    /// Whose time is up; the first one if both are.
    pub fn fallen(&self) -> Option<Color> {
        self.fallen
    }

    /// Starts this side's clock: Black's at the agreed hour, even if nobody has
    /// come.
    pub fn start(&mut self, color: Color) -> Result<(), WrongPress> {
        self.check_open()?;
        if self.running.is_some() {
            return Err(WrongPress::Started);
        }
        self.running = Some(color);
        Ok(())
    }

    /// Charges time to the side whose clock runs, to no side in a pause. Says
    /// whose time is up.
    pub fn elapse(&mut self, time: Duration) -> Option<Color> {
        if let Some(color) = self.running
            && self.fallen.is_none()
            && !self.is_paused
        {
            let is_up = self.sides[color.index()].elapse(time);
            self.after_change(color, is_up);
        }
        self.fallen
    }

    /// This side has moved: the other's clock runs.
    pub fn press(&mut self, color: Color) -> Result<(), WrongPress> {
        self.check_open()?;
        let running = self.running.ok_or(WrongPress::NotStarted)?;
        if self.is_paused {
            return Err(WrongPress::Paused);
        }
        if running != color {
            return Err(WrongPress::NotRunning(color));
        }
        self.sides[color.index()].complete_move();
        self.after_change(color, false);
        self.running = Some(!color);
        Ok(())
    }

    /// Time stands still until it is [resumed](GameClocks::resume).
    pub fn pause(&mut self) -> Result<(), WrongPress> {
        self.check_open()?;
        if self.is_paused {
            return Err(WrongPress::Paused);
        }
        self.is_paused = true;
        Ok(())
    }

    /// Time passes again.
    pub fn resume(&mut self) -> Result<(), WrongPress> {
        self.check_open()?;
        if !self.is_paused {
            return Err(WrongPress::NotPaused);
        }
        self.is_paused = false;
        Ok(())
    }

    /// Takes time from a side, whether its clock runs or not: for coming late,
    /// or as a referee decides. Says whose time is up.
    pub fn charge(&mut self, color: Color, time: Duration) -> Result<Option<Color>, WrongPress> {
        self.check_open()?;
        let is_up = self.sides[color.index()].deduct(time);
        self.after_change(color, is_up);
        Ok(self.fallen)
    }

    /// From now on each side has half of the remaining shared time.
    pub fn split(&mut self) -> Result<(), WrongPress> {
        self.check_open()?;
        if !self.is_shared {
            return Err(WrongPress::NotShared);
        }
        self.is_shared = false;
        self.sides.iter_mut().for_each(PlayerClock::halve);
        for color in Color::ALL
            .into_iter()
            .filter(|&side| self.running != Some(side))
        {
            self.sides[color.index()].forget_thought();
        }
        Ok(())
    }

    /// Copies the clock to the other side if the time is shared, and notes
    /// whether this side's is up.
    fn after_change(&mut self, color: Color, is_up: bool) {
        if self.is_shared {
            self.sides[(!color).index()] = self.sides[color.index()].clone();
        }
        if is_up {
            self.fallen = Some(color);
        }
    }

    fn check_open(&self) -> Result<(), WrongPress> {
        self.fallen
            .map_or(Ok(()), |color| Err(WrongPress::Fallen(color)))
    }
}
