//! An engine's time: what a manager or a match gives it.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::params::time;

/// The time of an engine, as agreed before the game. Without any limit nothing
/// is late.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeControl {
    /// For each move.
    pub turn: Option<Duration>,
    /// For all moves of the game together.
    pub game: Option<Duration>,
    /// Added to the time for the game by every move.
    pub increment: Duration,
}

/// What an engine has left of its [`TimeControl`]. It changes only by being told
/// how long a move took, or what a manager says. (The clocks of people are
/// [`GameClocks`](super::GameClocks).)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EngineClock {
    turn: Option<Duration>,
    left: Option<Duration>,
    increment: Duration,
    /// Time used beyond the time for the game: later increments pay it back
    /// first. Zero unless nothing is left.
    debt: Duration,
    lag: Lag,
}

/// What a move costs on a manager's clock beyond the time that the engine
/// counts: pipes, the manager, a network. It is learnt from what the manager
/// says is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Lag {
    /// The mean so far.
    mean: Duration,
    /// How many moves it is the mean of, at most [`Lag::WINDOW`].
    moves: u32,
    /// The moves since the manager last said what is left.
    untold: u32,
}

impl Lag {
    /// The mean forgets moves that are longer ago than this.
    const WINDOW: u32 = 64;

    /// The clock was said to be this much less than counted, after the moves
    /// since the last time.
    fn learn(&mut self, missing: Duration) {
        let Some(each) = missing.checked_div(self.untold) else {
            return;
        };
        self.moves = (self.moves + self.untold).min(Lag::WINDOW);
        let new = self.untold.min(self.moves);
        self.mean = (self.mean * (self.moves - new) + each * new) / self.moves;
        self.untold = 0;
    }
}

impl Default for Lag {
    fn default() -> Lag {
        Lag {
            mean: Duration::from_millis(time::USUAL_LAG_MS),
            moves: 2,
            untold: 0,
        }
    }
}

impl EngineClock {
    /// The clock at the beginning of a game.
    pub fn new(control: TimeControl) -> EngineClock {
        EngineClock {
            turn: control.turn,
            left: control.game,
            increment: control.increment,
            debt: Duration::ZERO,
            lag: Lag::default(),
        }
    }

    /// The same clock if each move costs this much beyond the counted time.
    pub fn with_lag(mut self, lag: Duration) -> EngineClock {
        self.lag.mean = lag;
        self
    }

    /// What a move costs beyond the counted time, as learnt so far.
    pub fn lag(&self) -> Duration {
        self.lag.mean
    }

    /// The limit of each move.
    pub fn turn(&self) -> Option<Duration> {
        self.turn
    }

    /// What is left for the rest of the game.
    pub fn left(&self) -> Option<Duration> {
        self.left
    }

    /// The increment by every move.
    pub fn increment(&self) -> Duration {
        self.increment
    }

    /// Another limit for each move.
    pub fn set_turn(&mut self, turn: Option<Duration>) {
        self.turn = turn;
    }

    /// The time left for the game, as the manager says it. What is missing from
    /// the counted time is lag; a debt is forgotten.
    pub fn tell_left(&mut self, left: Option<Duration>) {
        if let (Some(counted), Some(told)) = (self.left, left) {
            self.lag.learn(counted.saturating_sub(told));
        }
        self.set_left(left);
    }

    /// Another time left for the game; a debt is forgotten.
    pub fn set_left(&mut self, left: Option<Duration>) {
        self.left = left;
        self.lag.untold = 0;
        self.debt = Duration::ZERO;
    }

    /// Another increment.
    pub fn set_increment(&mut self, increment: Duration) {
        self.increment = increment;
    }

    /// How long the next move may take; `None`: any time.
    pub fn allowance(&self) -> Option<Duration> {
        match (self.turn, self.left) {
            (Some(turn), Some(left)) => Some(turn.min(left)),
            (turn, left) => turn.or(left),
        }
    }

    /// Charges a move that took this long. Returns by how much it was late.
    pub fn spend(&mut self, time: Duration) -> Duration {
        let allowance = self.allowance().unwrap_or(Duration::MAX);
        self.lag.untold += 1;
        if let Some(left) = &mut self.left {
            let had = left.saturating_add(self.increment);
            let owed = self.debt.saturating_add(time);
            *left = had.saturating_sub(owed);
            self.debt = owed.saturating_sub(had);
        }
        time.saturating_sub(allowance)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn the_shorter_limit_counts() {
        for (turn, game, allowance) in [
            (None, None, None),
            (Some(5), None, Some(5)),
            (None, Some(7), Some(7)),
            (Some(5), Some(7), Some(5)),
            (Some(9), Some(7), Some(7)),
        ] {
            let clock = EngineClock::new(TimeControl {
                turn: turn.map(ms),
                game: game.map(ms),
                ..TimeControl::default()
            });
            assert_eq!(clock.allowance(), allowance.map(ms));
        }
    }

    #[test]
    fn lag_is_learnt_from_what_is_said_to_be_left() {
        let mut clock = EngineClock::new(TimeControl {
            game: Some(ms(100_000)),
            ..TimeControl::default()
        });
        assert_eq!(clock.lag(), ms(time::USUAL_LAG_MS));
        let mut told = 100_000;
        for _ in 0..30 {
            clock.spend(ms(500));
            told -= 540;
            clock.tell_left(Some(ms(told)));
            // Told again, it says nothing new.
            clock.tell_left(Some(ms(told)));
        }
        assert!(clock.lag() > ms(36) && clock.lag() <= ms(40), "{clock:?}");
        // Three moves without a word, then one.
        for _ in 0..3 {
            clock.spend(ms(500));
        }
        clock.tell_left(Some(ms(told - 1_500)));
        assert!(clock.lag() > ms(25) && clock.lag() < ms(35), "{clock:?}");
        // A new game's time is not lag.
        let before = clock.lag();
        clock.spend(ms(500));
        clock.set_left(Some(ms(10)));
        clock.tell_left(Some(ms(5)));
        assert_eq!(clock.lag(), before);
    }

    #[test]
    fn overdrawn_time_is_paid_back() {
        let mut clock = EngineClock::new(TimeControl {
            game: Some(ms(100)),
            increment: ms(20),
            turn: None,
        });
        assert_eq!(clock.spend(ms(150)), ms(50));
        assert_eq!(clock.left(), Some(ms(0)));
        assert_eq!(clock.spend(ms(0)), ms(0));
        assert_eq!(clock.left(), Some(ms(0)));
        assert_eq!(clock.spend(ms(0)), ms(0));
        assert_eq!(clock.left(), Some(ms(10)));
        clock.set_left(Some(ms(40)));
        assert_eq!(clock.spend(ms(60)), ms(20));
        assert_eq!(clock.left(), Some(ms(0)));
    }

    proptest! {
        #[test]
        fn no_time_is_created(
            turn in proptest::option::of(0..1_000u64),
            game in proptest::option::of(0..5_000u64),
            increment in 0..200u64,
            moves in proptest::collection::vec(0..1_500u64, 0..60),
        ) {
            let mut clock = EngineClock::new(TimeControl {
                turn: turn.map(ms),
                game: game.map(ms),
                increment: ms(increment),
            });
            let (mut given, mut used) = (game, 0);
            for time in moves {
                let allowance = clock.allowance();
                let late = clock.spend(ms(time));
                used += time;
                given = given.map(|given| given + increment);
                prop_assert_eq!(late > ms(0), allowance.is_some_and(|most| ms(time) > most));
                // Exactly what was given and not used is there.
                prop_assert_eq!(clock.left(), given.map(|given| ms(given.saturating_sub(used))));
                prop_assert_eq!(clock.turn(), turn.map(ms));
            }
        }
    }
}
