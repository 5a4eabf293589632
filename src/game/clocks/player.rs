//! One side's clock.

use std::time::Duration;

use super::{ClockRule, Stage};
use crate::game::TimeControl;

/// A side's clock: a value that is told how much time passes and when a move
/// is made. A move that takes exactly what is left is in time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerClock {
    /// The stages to come, the present one first; empty: no limit. Of
    /// byo-yomi it has the periods that are left.
    stages: Vec<Stage>,
    turn: Option<Duration>,
    /// What is left of the present stage or period.
    left: Duration,
    /// How many moves of the present stage are to be made; 0 if any number.
    to_make: u32,
    /// What the present move has taken.
    thought: Duration,
    has_fallen: bool,
}

impl PlayerClock {
    /// The clock at the beginning of a game.
    pub fn new(rule: &ClockRule) -> PlayerClock {
        let mut clock = PlayerClock {
            stages: rule.stages().to_vec(),
            turn: rule.turn(),
            left: Duration::ZERO,
            to_make: 0,
            thought: Duration::ZERO,
            has_fallen: false,
        };
        clock.enter();
        clock
    }

    /// How much longer the present move may take, with all later stages and
    /// periods that it may use; `None`: any time.
    pub fn allowance(&self) -> Option<Duration> {
        let turn = self.turn.map(|turn| turn.saturating_sub(self.thought));
        match (turn, self.usable()) {
            (Some(turn), Some(left)) => Some(turn.min(left)),
            (turn, left) => turn.or(left),
        }
    }

    /// What is left of the present stage, or of the present period of
    /// byo-yomi; `None` if only single moves are limited, or nothing is.
    pub fn left(&self) -> Option<Duration> {
        (!self.stages.is_empty()).then_some(self.left)
    }

    /// How many periods of byo-yomi are left, the present one included; `None`
    /// before byo-yomi.
    pub fn periods(&self) -> Option<u32> {
        match self.stages.first()? {
            Stage::Periods { periods, .. } => Some(*periods),
            _ => None,
        }
    }

    /// How many moves are still to be made in the present stage; `None` if any
    /// number.
    pub fn moves_to_make(&self) -> Option<u32> {
        (self.to_make > 0).then_some(self.to_make)
    }

    /// The present stage. Of byo-yomi it has the periods that are left.
    pub fn stage(&self) -> Option<Stage> {
        self.stages.first().copied()
    }

    /// Whether the time is up. Nothing changes it then.
    pub fn has_fallen(&self) -> bool {
        self.has_fallen
    }

    /// Charges time that passed while this side was to move. Says whether the
    /// time is up.
    pub fn elapse(&mut self, time: Duration) -> bool {
        if self.has_fallen {
            return true;
        }
        let spent = time.min(self.allowance().unwrap_or(Duration::MAX));
        self.use_up(spent);
        self.thought = self.thought.saturating_add(spent);
        self.has_fallen = spent < time;
        self.has_fallen
    }

    /// Takes time away apart from moves, as for coming late. Says whether the
    /// time is up.
    pub fn deduct(&mut self, time: Duration) -> bool {
        if self.has_fallen {
            return true;
        }
        let spent = time.min(self.usable().unwrap_or(Duration::MAX));
        self.use_up(spent);
        self.has_fallen = spent < time;
        self.has_fallen
    }

    /// The move is made: adds its increment, or the next stage. Nothing if the
    /// time is up.
    pub fn complete_move(&mut self) {
        self.thought = Duration::ZERO;
        let Some(&stage) = self.stages.first().filter(|_| !self.has_fallen) else {
            return;
        };
        self.left = self.left.saturating_add(stage.increment());
        match stage {
            Stage::Open { .. } => (),
            Stage::Periods { time, .. } => self.left = time,
            Stage::Moves { .. } => {
                self.to_make -= 1;
                if self.to_make == 0 {
                    self.after_moves();
                }
            }
        }
    }

    /// What an engine may think by, whose whole vocabulary this is; the time
    /// for the game is never more than this move could take.
    ///
    /// The last moves before a number of them is reached share what is left;
    /// the very last one may have all of it. Before byo-yomi the time is that
    /// of the stage with one period, which every move gives back, as
    /// increment; in it a period is the time of the move.
    pub fn time_control(&self) -> TimeControl {
        let turn = self.turn.map(|turn| turn.saturating_sub(self.thought));
        let only = |time: Duration| TimeControl {
            turn: Some(turn.map_or(time, |turn| turn.min(time))),
            ..TimeControl::default()
        };
        let (game, increment) = match self.stages[..] {
            [] => {
                return TimeControl {
                    turn,
                    ..TimeControl::default()
                };
            }
            [Stage::Periods { .. }] => return only(self.left),
            [Stage::Moves { .. }] if self.to_make == 1 => return only(self.left),
            [Stage::Open { .. }, Stage::Periods { time, .. }, ..] => (self.left + time, time),
            [Stage::Open { increment, .. }, next, ..] => (self.left + next.time(), increment),
            [stage, ..] => (self.left, stage.increment()),
        };
        TimeControl {
            turn,
            game: Some(game),
            increment,
        }
    }

    /// Takes half of what is left away, for a time that two sides had together
    /// and now have each for himself.
    pub(super) fn halve(&mut self) {
        self.left /= 2;
    }

    /// The player thinks about no move: what was thought was the other's.
    pub(super) fn forget_thought(&mut self) {
        self.thought = Duration::ZERO;
    }

    /// What the stages leave to the present move.
    fn usable(&self) -> Option<Duration> {
        let (present, later) = self.stages.split_first()?;
        let mut usable = self.left;
        match *present {
            Stage::Moves { .. } => return Some(usable),
            Stage::Periods { periods, time } => return Some(usable + time * (periods - 1)),
            Stage::Open { .. } => (),
        }
        for stage in later {
            match *stage {
                Stage::Open { time, .. } => usable += time,
                Stage::Moves { time, .. } => return Some(usable + time),
                Stage::Periods { periods, time } => return Some(usable + time * periods),
            }
        }
        Some(usable)
    }

    /// Uses up time, which must not be more than is usable.
    fn use_up(&mut self, mut time: Duration) {
        while !self.stages.is_empty() && time > self.left {
            time -= self.left;
            match &mut self.stages[0] {
                Stage::Periods {
                    periods,
                    time: period,
                } => {
                    *periods -= 1;
                    self.left = *period;
                }
                _ => {
                    self.stages.remove(0);
                    self.enter();
                }
            }
        }
        self.left = self.left.saturating_sub(time);
    }

    /// The first stage begins.
    fn enter(&mut self) {
        let Some(stage) = self.stages.first() else {
            return;
        };
        self.left = stage.time();
        self.to_make = match stage {
            Stage::Moves { moves, .. } => *moves,
            Stage::Open { .. } | Stage::Periods { .. } => 0,
        };
    }

    /// The moves of the present stage are made.
    fn after_moves(&mut self) {
        let kept = self.left;
        match self.stages.get(1) {
            None => self.enter(),
            // What is left comes before the first period.
            Some(Stage::Periods { .. }) => {
                self.stages[0] = Stage::Open {
                    time: kept,
                    increment: Duration::ZERO,
                };
                self.enter();
            }
            Some(_) => {
                self.stages.remove(0);
                self.enter();
                self.left = self.left.saturating_add(kept);
            }
        }
    }
}
