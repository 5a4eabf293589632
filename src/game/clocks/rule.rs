//! What is agreed about the time of a game.

use std::time::Duration;

use crate::game::TimeControl;

/// The longest time of a stage.
pub(super) const LONGEST: Duration = Duration::from_secs(1_000 * 3_600);
/// The most moves or periods of a stage.
pub(super) const MOST_MOVES: u32 = 1_000;
/// The most stages.
pub(super) const MOST_STAGES: usize = 10;

/// A part of a player's time. Stages come one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// A time for any number of moves. When it is used up, even during a move,
    /// the next stage begins.
    Open {
        /// The time.
        time: Duration,
        /// What every move in this stage adds to the clock.
        increment: Duration,
    },
    /// A time for a number of moves; who has not made them in this time has
    /// lost. Then the next stage's time is added to what is left. As the last
    /// stage it begins anew, and what was left of it is lost.
    Moves {
        /// How many moves.
        moves: u32,
        /// The time for all of them.
        time: Duration,
        /// What every move in this stage adds to the clock; none in the last
        /// stage.
        increment: Duration,
    },
    /// Byo-yomi: periods of this time, one move in each. A move within its
    /// period gives it back in full, a longer one uses up one or more. Always
    /// the last stage.
    Periods {
        /// How many.
        periods: u32,
        /// The time of each.
        time: Duration,
    },
}

/// How the time of a game is counted. Its text form is [described
/// here](#text).
///
/// # Text
///
/// Stages with commas between them, the same for each side:
///
/// | text | meaning |
/// |---|---|
/// | `15m` | 15 minutes for the game |
/// | `15m+30s` | 15 minutes, and 30 seconds more for every move (Fischer) |
/// | `40/90m,30m` | 40 moves in 90 minutes, then 30 more minutes for the rest |
/// | `2h,30/30m` | 2 hours, then 30 minutes for every 30 moves |
/// | `60m,5x30s` | 60 minutes, then byo-yomi with 5 periods of 30 seconds |
/// | `1x30s` | 30 seconds for every move |
/// | `15m max 1m` | 15 minutes, and no move longer than one (the protocol's turn and match time) |
/// | `max 5s` | no move longer than 5 seconds |
/// | `shared 2h` | 2 hours for both sides together |
/// | `none` | any time |
///
/// A time is one or more numbers with units: `h`, `m`, `s`, `ms`, as `1h30m`
/// or `1.5h`.
///
/// ```
/// use tengen::game::ClockRule;
///
/// let rule: ClockRule = "90m, 5x30s".parse()?;
/// assert_eq!(rule.to_string(), "1h30m,5x30s");
/// let error = "15".parse::<ClockRule>().unwrap_err();
/// assert_eq!(error.to_string(), "'15' has no unit (h, m, s or ms)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClockRule {
    stages: Vec<Stage>,
    turn: Option<Duration>,
    is_shared: bool,
}

/// Stages that make no agreement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongClock {
    /// A time of zero.
    #[error("a time must be longer than 0")]
    NoTime,
    /// A time over the limit.
    #[error("a time can be at most {} hours", LONGEST.as_secs() / 3_600)]
    TooLong,
    /// A time that is no whole number of milliseconds.
    #[error("a time can be no finer than a millisecond")]
    TooFine,
    /// A number of moves or periods outside its limits.
    #[error("a number of moves or periods is from 1 to {MOST_MOVES}")]
    Count,
    /// Too many stages.
    #[error("there can be at most {MOST_STAGES} stages")]
    TooMany,
    /// Byo-yomi before another stage.
    #[error("byo-yomi can only be the last stage: it is used up only by losing")]
    PeriodsNotLast,
    /// An increment where the clock is set anew.
    #[error("the last stage's time is given anew after its moves, so it can have no increment")]
    RenewedIncrement,
    /// One time for both sides, but not just one.
    #[error("a time for both sides together is one time, without increment, moves or periods")]
    Shared,
}

impl ClockRule {
    /// Any time.
    pub const UNLIMITED: ClockRule = ClockRule {
        stages: Vec::new(),
        turn: None,
        is_shared: false,
    };

    /// These stages for each side, and a limit of every single move.
    pub fn new(stages: Vec<Stage>, turn: Option<Duration>) -> Result<ClockRule, WrongClock> {
        if stages.len() > MOST_STAGES {
            return Err(WrongClock::TooMany);
        }
        for (index, stage) in stages.iter().enumerate() {
            stage.check(index + 1 == stages.len())?;
        }
        turn.map_or(Ok(()), check_time)?;
        Ok(ClockRule {
            stages,
            turn,
            is_shared: false,
        })
    }

    /// One time for both sides together.
    pub fn shared(time: Duration, turn: Option<Duration>) -> Result<ClockRule, WrongClock> {
        let increment = Duration::ZERO;
        let rule = ClockRule::new(vec![Stage::Open { time, increment }], turn)?;
        rule.into_shared()
    }

    pub(super) fn into_shared(mut self) -> Result<ClockRule, WrongClock> {
        match self.stages[..] {
            [Stage::Open { increment, .. }] if increment.is_zero() => {
                self.is_shared = true;
                Ok(self)
            }
            _ => Err(WrongClock::Shared),
        }
    }

    /// The stages; without any the time is not limited but by move.
    pub fn stages(&self) -> &[Stage] {
        &self.stages
    }

    /// The limit of every move.
    pub fn turn(&self) -> Option<Duration> {
        self.turn
    }

    /// Whether both sides use the same time.
    pub fn is_shared(&self) -> bool {
        self.is_shared
    }

    /// The same as turn time, match time and increment, the protocol's words;
    /// `None` if these cannot say it. [`PlayerClock::time_control`] tells an
    /// engine its time all the same.
    ///
    /// [`PlayerClock::time_control`]: super::PlayerClock::time_control
    pub fn time_control(&self) -> Option<TimeControl> {
        let turn = self.turn;
        let shortest = |time: Duration| Some(turn.map_or(time, |turn| turn.min(time)));
        match self.stages[..] {
            _ if self.is_shared => None,
            [] => Some(TimeControl {
                turn,
                ..TimeControl::default()
            }),
            [Stage::Open { time, increment }] => Some(TimeControl {
                turn,
                game: Some(time),
                increment,
            }),
            [Stage::Periods { periods: 1, time } | Stage::Moves { moves: 1, time, .. }] => {
                Some(TimeControl {
                    turn: shortest(time),
                    ..TimeControl::default()
                })
            }
            _ => None,
        }
    }
}

impl TryFrom<TimeControl> for ClockRule {
    type Error = WrongClock;

    /// The match time and its increment are one stage, the turn time is the
    /// limit of every move. An increment without a match time is nothing.
    fn try_from(control: TimeControl) -> Result<ClockRule, WrongClock> {
        let increment = control.increment;
        let stage = control.game.map(|time| Stage::Open { time, increment });
        ClockRule::new(stage.into_iter().collect(), control.turn)
    }
}

impl Stage {
    /// Its time, or that of a period.
    pub fn time(self) -> Duration {
        match self {
            Stage::Open { time, .. } | Stage::Moves { time, .. } | Stage::Periods { time, .. } => {
                time
            }
        }
    }

    /// What a move in it adds to the clock.
    pub fn increment(self) -> Duration {
        match self {
            Stage::Open { increment, .. } | Stage::Moves { increment, .. } => increment,
            Stage::Periods { .. } => Duration::ZERO,
        }
    }

    fn check(self, is_last: bool) -> Result<(), WrongClock> {
        check_time(self.time())?;
        if !self.increment().is_zero() {
            check_time(self.increment())?;
        }
        match self {
            Stage::Moves { moves, .. } if !(1..=MOST_MOVES).contains(&moves) => {
                Err(WrongClock::Count)
            }
            Stage::Periods { periods, .. } if !(1..=MOST_MOVES).contains(&periods) => {
                Err(WrongClock::Count)
            }
            Stage::Periods { .. } if !is_last => Err(WrongClock::PeriodsNotLast),
            Stage::Moves { increment, .. } if is_last && !increment.is_zero() => {
                Err(WrongClock::RenewedIncrement)
            }
            _ => Ok(()),
        }
    }
}

fn check_time(time: Duration) -> Result<(), WrongClock> {
    match time {
        Duration::ZERO => Err(WrongClock::NoTime),
        _ if time > LONGEST => Err(WrongClock::TooLong),
        _ if !time.subsec_nanos().is_multiple_of(1_000_000) => Err(WrongClock::TooFine),
        _ => Ok(()),
    }
}
