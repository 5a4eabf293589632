//! An engine's time: what a manager or a match gives it.

use std::time::Duration;

/// The time of an engine, as agreed before the game. Without any limit nothing
/// is late.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
}

impl EngineClock {
    /// The clock at the beginning of a game.
    pub fn new(control: TimeControl) -> EngineClock {
        EngineClock {
            turn: control.turn,
            left: control.game,
            increment: control.increment,
            debt: Duration::ZERO,
        }
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

    /// Another time left for the game; a debt is forgotten.
    pub fn set_left(&mut self, left: Option<Duration>) {
        self.left = left;
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
