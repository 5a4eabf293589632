//! How much of a clock's time to use for the next move.

use std::time::Duration;

use super::EngineClock;
use crate::params::time;

/// When to stop a search, counted from its beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeBounds {
    /// No new iteration after this, if the move is neither easy nor hard. Time
    /// that cannot be kept is used to the end.
    soft: Option<Duration>,
    hard: Option<Duration>,
    is_elastic: bool,
}

impl TimeBounds {
    /// No limits of time.
    pub const NONE: TimeBounds = TimeBounds {
        soft: None,
        hard: None,
        is_elastic: false,
    };

    /// How much of a clock to use for the next move, which is played on a board
    /// with `stones` stones and `empty` squares.
    pub fn new(clock: &EngineClock, stones: usize, empty: usize) -> TimeBounds {
        let turn = clock.turn().map(spendable);
        let Some(left) = clock.left() else {
            return TimeBounds::rigid(turn);
        };
        let left = left.saturating_sub(reserve(clock, left, empty));
        // An increment cannot be spent before the clock has it.
        let increment = clock.increment().min(left / 2);
        let own_moves = stones as u32 / 2;
        let long = time::LONG_GAME.saturating_sub(own_moves);
        let long = left / long.max(time::FEWEST_MOVES) + increment;
        let most = left / time::HARD_DIVISOR + increment;
        if turn.is_some_and(|turn| turn <= long.min(most)) {
            return TimeBounds::rigid(turn);
        }
        let moves = time::MOVES_TO_GO.saturating_sub(own_moves / 2);
        let fair = left / moves.max(time::FEWEST_MOVES) + increment;
        let hard = turn.unwrap_or(left).min(most);
        TimeBounds {
            soft: Some(fair),
            hard: Some(hard),
            is_elastic: true,
        }
    }

    /// For time that cannot be kept for later moves.
    fn rigid(turn: Option<Duration>) -> TimeBounds {
        TimeBounds {
            soft: turn,
            hard: turn,
            is_elastic: false,
        }
    }

    /// Stop at once after this, counted from the beginning of the move.
    #[inline]
    pub fn hard(&self) -> Option<Duration> {
        self.hard
    }

    /// No new iteration after this, counted from the beginning, for a move
    /// that needs `effort` times the usual time; `None` without a limit of time.
    /// Where unspent time is lost, the effort does not matter.
    #[inline]
    pub fn soft(&self, effort: f64) -> Option<Duration> {
        if !self.is_elastic {
            return self.soft;
        }
        let most = self.hard?.mul_f64(time::SOFT_SHARE);
        Some(self.soft?.mul_f64(effort).min(most))
    }

    /// Whether time that is left can be used for later moves.
    #[inline]
    pub fn is_elastic(&self) -> bool {
        self.is_elastic
    }
}

/// What is kept back of the time that is left for the game: what the moves to a
/// full board cost if each is answered at once, and something for a machine that
/// stalls.
fn reserve(clock: &EngineClock, left: Duration, empty: usize) -> Duration {
    let each = clock.lag().mul_f64(time::LAG_SAFETY) + Duration::from_millis(time::LEAST_MOVE_MS);
    let each = each.saturating_sub(clock.increment());
    // The lags of many moves add up to about their mean times the number of moves;
    // what they are off grows with its root.
    let of_moves = |moves: u32| {
        let chance = clock
            .lag()
            .mul_f64(time::LAG_SPREAD * f64::from(moves).sqrt());
        moves * each + chance + Duration::from_millis(time::STALL_MS)
    };
    let own_moves = empty.div_ceil(2).max(1) as u32;
    match of_moves(own_moves) {
        // A full board is out of reach.
        reserve if reserve / 4 > left => of_moves(own_moves.min(time::LONG_GAME)),
        reserve => reserve,
    }
}

/// The part of a time that may be used so that the answer is not late.
fn spendable(allowance: Duration) -> Duration {
    let margin = (allowance / 10).clamp(
        Duration::from_millis(time::LEAST_MARGIN_MS),
        Duration::from_millis(time::MOST_MARGIN_MS),
    );
    allowance.saturating_sub(margin)
}

#[cfg(test)]
mod tests {
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    use super::*;
    use crate::game::TimeControl;

    fn bounds(turn: Option<u64>, left: Option<u64>, increment: u64, stones: usize) -> TimeBounds {
        let control = TimeControl {
            turn: turn.map(Duration::from_millis),
            game: left.map(Duration::from_millis),
            increment: Duration::from_millis(increment),
        };
        TimeBounds::new(&EngineClock::new(control), stones, 225 - stones.min(225))
    }

    fn hard(turn: Option<u64>, left: Option<u64>, stones: usize) -> Option<Duration> {
        bounds(turn, left, 0, stones).hard
    }

    #[test]
    fn an_increment_is_spent_but_never_the_last_of_the_time() {
        let bounds = |left, increment| bounds(None, Some(left), increment, 20);
        let soft = |left, increment| bounds(left, increment).soft(1.0);
        assert!(soft(10_000, 3_000) > soft(10_000, 0));
        assert!(soft(10_000, 3_000) >= Some(Duration::from_secs(3)));
        for left in [0, 10, 1_000, 100_000] {
            for increment in [0, 500, 1_000_000] {
                assert!(bounds(left, increment).hard <= Some(Duration::from_millis(left)));
            }
        }
    }

    #[test]
    fn without_limits_there_are_no_bounds() {
        assert_eq!(bounds(None, None, 1_000, 20), TimeBounds::NONE);
    }

    #[test]
    fn never_more_than_allowed() {
        for turn in [0, 1, 5, 20, 50, 200, 1_000, 5_000, 300_000] {
            for left in [0, 1, 100, 2_000, 100_000, 1_000_000, 2_147_483_647] {
                for stones in [0, 30, 200, 480] {
                    let hard = hard(Some(turn), Some(left), stones).unwrap();
                    assert!(hard <= Duration::from_millis(turn));
                    assert!(hard * 4 <= Duration::from_millis(left));
                }
            }
        }
    }

    #[test]
    fn a_whole_game_fits_its_allowance() {
        for (turn, match_ms) in [
            (300_000, 1_000_000),
            (30_000, 180_000),
            (5_000, 120_000),
            (50, 1_000),
        ] {
            let mut left = match_ms as f64;
            for stones in (0..225).step_by(2) {
                left -= hard(Some(turn), Some(left as u64), stones)
                    .unwrap()
                    .as_secs_f64()
                    * 1e3;
                assert!(left >= 0.0, "{turn}/{match_ms} after {stones} stones");
            }
        }
    }

    #[test]
    fn effort_counts_only_where_time_can_be_saved() {
        for (turn, left, increment, elastic) in [
            (Some(5_000), None, 0, false),
            (Some(20), None, 0, false),
            (Some(5_000), Some(1_000_000), 0, false),
            (Some(1_000), Some(60_000), 1_000, false),
            (Some(300_000), Some(1_000_000), 0, true),
            (Some(30_000), Some(180_000), 0, true),
            (Some(5_000), Some(120_000), 0, true),
            (None, Some(60_000), 0, true),
            (None, Some(10_000), 1_000, true),
        ] {
            let bounds = bounds(turn, left, increment, 6);
            let [little, usual, much] = [0.25, 1.0, 2.5].map(|effort| bounds.soft(effort));
            assert_eq!(bounds.is_elastic, elastic, "{turn:?}/{left:?}+{increment}");
            assert_eq!(little < usual, elastic);
            assert!(usual <= much && (much < bounds.hard) == elastic);
            assert!(much <= bounds.hard);
        }
    }

    #[test]
    fn no_effort_exceeds_the_hard_limit() {
        for turn in [None, Some(0), Some(20), Some(5_000), Some(300_000)] {
            for left in [0, 3, 900, 100_000, 1_000_000, 2_147_483_646] {
                for increment in [0, 100, 10_000_000] {
                    for stones in [0, 30, 200, 480] {
                        let bounds = bounds(turn, Some(left), increment, stones);
                        assert!(bounds.soft(1e6) <= bounds.hard);
                        assert!(bounds.hard <= Some(Duration::from_millis(left)));
                    }
                }
            }
        }
    }

    /// What is planned for the own moves of a game that lasts 60 of them; each
    /// takes a quarter more than planned.
    fn planned(turn: u64, left: u64, increment: u64) -> Vec<f64> {
        let mut left = left as f64;
        let plan = |own: usize| {
            let bounds = bounds(Some(turn), Some(left as u64), increment, 4 + 2 * own);
            let soft = bounds.soft(1.25).unwrap().as_secs_f64() * 1e3;
            left += increment as f64 - soft;
            soft
        };
        (0..60).map(plan).collect()
    }

    #[test]
    fn a_long_game_has_time_to_the_end() {
        for (turn, left, increment) in [
            (300_000, 1_000_000, 0),
            (30_000, 180_000, 0),
            (5_000, 120_000, 0),
            (60_000, 60_000, 600),
        ] {
            let plan = planned(turn, left, increment);
            let at = |own: usize| plan[own] / left as f64;
            // Most of the time is for the moves that decide most games.
            let first: f64 = plan[..25].iter().sum();
            assert!(first >= 0.65 * left as f64, "{first} of {left}");
            assert!(at(10) > 0.02 && at(25) > 0.01 && at(40) > 0.002 && at(59) > 0.0002);
        }
    }

    /// A game to a full board on a clock that charges every move with a random
    /// lag, as a manager with this mean lag does, on a machine that now and then
    /// stalls. Returns what is left at the end, if anything.
    fn full_game(
        rng: &mut StdRng,
        control: TimeControl,
        squares: usize,
        mean_lag: f64,
    ) -> Option<Duration> {
        let mut engine = EngineClock::new(control);
        let mut manager = control.game.expect("a time for the game");
        for stones in (rng.random_range(0..2)..squares).step_by(2) {
            engine.tell_left(Some(manager));
            let bounds = TimeBounds::new(&engine, stones, squares - stones);
            let soft = bounds.soft(rng.random_range(0.25..2.5)).expect("a limit");
            let hard = bounds.hard().expect("a limit");
            // An iteration that has begun is finished, or given up.
            let thought = soft.mul_f64(rng.random_range(0.6..1.6)).min(hard);
            let stall = match rng.random_bool(0.005) {
                true => rng.random_range(0.0..150.0),
                false => rng.random_range(0.0..1.0),
            };
            let counted = thought + Duration::from_secs_f64(stall / 1e3);
            let lag = Duration::from_secs_f64(rng.random_range(0.0..=2.0 * mean_lag) / 1e3);
            engine.spend(counted);
            manager = manager.checked_sub(counted + lag)? + control.increment;
        }
        Some(manager)
    }

    #[test]
    fn no_game_to_a_full_board_is_lost_on_time() {
        let mut rng = StdRng::seed_from_u64(1);
        let mut played = 0;
        while played < 10_000 {
            let side = rng.random_range(15..=22);
            let seconds = [5.0, 10.0, 30.0, 60.0, 120.0, 180.0, 1_000.0][rng.random_range(0..7)];
            let increment: u32 = [0, 0, 0, 50, 1_000][rng.random_range(0..5)];
            let mean_lag = [0.0, 1.0, 5.0, 15.0, 30.0, 50.0][rng.random_range(0..6)];
            // Left out: lag alone takes more than half of the clock.
            let moves = (side * side / 2) as f64;
            let lag = moves * (mean_lag - f64::from(increment)).max(0.0) / 1e3;
            if lag > 0.5 * seconds {
                continue;
            }
            let control = TimeControl {
                turn: rng.random_bool(0.5).then(|| Duration::from_secs(5)),
                game: Some(Duration::from_secs_f64(seconds)),
                increment: Duration::from_millis(u64::from(increment)),
            };
            let left = full_game(&mut rng, control, side * side, mean_lag);
            let text = format!("{seconds} s + {increment} ms, {side}x{side}, lag {mean_lag} ms");
            assert!(left.is_some(), "lost on time: {text}");
            played += 1;
        }
    }

    #[test]
    fn most_of_a_turn_is_used() {
        for (turn, least) in [(50, 40), (200, 175), (1_000, 965), (300_000, 299_000)] {
            let spent = hard(Some(turn), None, 20).unwrap();
            assert!(spent >= Duration::from_millis(least), "{turn}");
        }
    }
}
