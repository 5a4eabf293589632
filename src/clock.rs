//! How long to think.

use std::time::{Duration, Instant};

use crate::params::time;
use crate::types::Depth;

/// What limits a search. All of it applies together; nothing set means
/// [`time::DEFAULT_MS`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// For this move. Zero: move at once.
    pub turn: Option<Duration>,
    /// For all moves that are still to come, this one included.
    pub game_left: Option<Duration>,
    /// Deepest iteration.
    pub depth: Option<Depth>,
    /// Stones placed in search.
    pub nodes: Option<u64>,
    /// Think until told to stop.
    pub infinite: bool,
}

/// The time for one move, running from the moment when its command came.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    start: Instant,
    /// No new iteration after this.
    soft: Option<Duration>,
    /// Stop at once after this.
    hard: Option<Duration>,
}

impl Clock {
    /// A clock for a move that is played on a board with `stones` stones.
    pub fn new(limits: &Limits, start: Instant, stones: usize) -> Clock {
        let bare = limits.depth.is_none() && limits.nodes.is_none();
        let default = Duration::from_millis(time::DEFAULT_MS);
        let turn = match (limits.turn, limits.game_left) {
            _ if limits.infinite => None,
            (None, None) => bare.then_some(default),
            (turn, _) => turn,
        };
        let game = limits.game_left.filter(|_| !limits.infinite);
        let turn = turn.map(spendable);
        let Some(left) = game.map(spendable) else {
            let soft = turn.map(|turn| turn.mul_f64(time::SOFT_SHARE));
            return Clock {
                start,
                soft,
                hard: turn,
            };
        };
        let moves = time::MOVES_TO_GO.saturating_sub(stones as u32 / 4);
        let fair = left / moves.max(time::FEWEST_MOVES);
        let hard = turn.unwrap_or(left).min(left / time::HARD_DIVISOR);
        let soft = fair.min(hard.mul_f64(time::SOFT_SHARE));
        Clock {
            start,
            soft: Some(soft),
            hard: Some(hard),
        }
    }

    /// How long the move has taken so far.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Whether the search must end now.
    #[inline]
    pub fn is_up(&self) -> bool {
        self.hard.is_some_and(|hard| self.elapsed() >= hard)
    }

    /// Whether another iteration is not worth starting.
    pub fn ends_iterations(&self) -> bool {
        self.soft.is_some_and(|soft| self.elapsed() >= soft)
    }

    /// Whether time plays no part, so that the search is repeatable.
    pub fn is_timeless(&self) -> bool {
        self.hard.is_none()
    }
}

/// What may be used of an allowance so that the answer is not late.
fn spendable(allowance: Duration) -> Duration {
    let margin = (allowance / 10).clamp(
        Duration::from_millis(time::LEAST_MARGIN_MS),
        Duration::from_millis(time::MOST_MARGIN_MS),
    );
    allowance.saturating_sub(margin)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hard(turn: Option<u64>, left: Option<u64>, stones: usize) -> Option<Duration> {
        let limits = Limits {
            turn: turn.map(Duration::from_millis),
            game_left: left.map(Duration::from_millis),
            ..Limits::default()
        };
        Clock::new(&limits, Instant::now(), stones).hard
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
    fn most_of_a_turn_is_used() {
        for (turn, least) in [(50, 40), (200, 175), (1_000, 965), (300_000, 299_000)] {
            let spent = hard(Some(turn), None, 20).unwrap();
            assert!(spent >= Duration::from_millis(least), "{turn}");
        }
        assert_eq!(hard(None, None, 0), Some(Duration::from_millis(4970)));
    }
}
