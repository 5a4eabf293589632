//! How long to think, and how to be told otherwise meanwhile.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
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
    /// What every move adds to the time left.
    pub increment: Duration,
    /// Deepest iteration.
    pub depth: Option<Depth>,
    /// Stones placed in search.
    pub nodes: Option<u64>,
    /// Think until told to stop.
    pub infinite: bool,
}

/// A change of the time limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeChange {
    /// This much for the move; `None`: no limit, think until told to stop.
    Turn(Option<Duration>),
    /// This much for the rest of the game; `None`: no limit.
    Game(Option<Duration>),
}

/// The handle of one search: when its command came, and what others have told
/// it since. Any thread may use it, before the search has begun too.
#[derive(Debug)]
pub struct Control {
    start: Instant,
    stopped: AtomicBool,
    /// Stops this search too, and perhaps others.
    stopped_by: Option<Arc<AtomicBool>>,
    changed: AtomicBool,
    changes: Mutex<Vec<TimeChange>>,
}

impl Control {
    /// A search whose clock runs from now.
    pub fn new() -> Control {
        Control {
            start: Instant::now(),
            stopped: AtomicBool::new(false),
            stopped_by: None,
            changed: AtomicBool::new(false),
            changes: Mutex::new(Vec::new()),
        }
    }

    /// The same; the search also ends when `flag` is set.
    pub fn stopped_by(flag: Arc<AtomicBool>) -> Control {
        Control {
            stopped_by: Some(flag),
            ..Control::new()
        }
    }

    /// Ends the search: it answers at once with the best that it knows.
    pub fn stop(&self) {
        self.stopped.store(true, Relaxed);
    }

    /// Whether the search is to end.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        let by_flag = |flag: &Arc<AtomicBool>| flag.load(Relaxed);
        self.stopped.load(Relaxed) || self.stopped_by.as_ref().is_some_and(by_flag)
    }

    /// Changes the limits; they count from the beginning of the search.
    pub fn change(&self, change: TimeChange) {
        let mut changes = self.changes();
        // Only the last change of each kind matters.
        changes.retain(|old| std::mem::discriminant(old) != std::mem::discriminant(&change));
        changes.push(change);
        self.changed.store(true, Relaxed);
    }

    /// How long the search has taken so far.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// A change is whole even after a panic.
    fn changes(&self) -> MutexGuard<'_, Vec<TimeChange>> {
        self.changes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for Control {
    fn default() -> Control {
        Control::new()
    }
}

/// The time for one move, running from the moment when its command came.
#[derive(Clone, Copy, Debug)]
pub struct Clock<'a> {
    control: &'a Control,
    limits: Limits,
    stones: usize,
    bounds: Bounds,
}

/// When to end, counted from the beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bounds {
    /// No new iteration after this, if the move is neither easy nor hard. Time
    /// that cannot be kept is used to the end.
    soft: Option<Duration>,
    /// Stop at once after this.
    hard: Option<Duration>,
    /// What is not spent on this move can be spent on another one.
    elastic: bool,
}

impl<'a> Clock<'a> {
    /// A clock for a move that is played on a board with `stones` stones.
    pub fn new(limits: &Limits, control: &'a Control, stones: usize) -> Clock<'a> {
        Clock {
            control,
            limits: *limits,
            stones,
            bounds: Bounds::new(limits, stones),
        }
    }

    /// How long the move has taken so far.
    pub fn elapsed(&self) -> Duration {
        self.control.elapsed()
    }

    /// Whether the search must end now.
    #[inline]
    pub fn is_up(&self) -> bool {
        if self.control.is_stopped() {
            return true;
        }
        let hard = self.bounds().hard;
        hard.is_some_and(|hard| self.elapsed() >= hard)
    }

    /// No new iteration after this, counted from the beginning, for a move
    /// that needs `effort` times the usual; `None` if time plays no part.
    /// Where unspent time is lost the effort does not matter.
    pub fn soft(&self, effort: f64) -> Option<Duration> {
        self.bounds().soft(effort)
    }

    /// Whether another iteration is not worth starting; see [`Clock::soft`].
    pub fn ends_iterations(&self, effort: f64) -> bool {
        let soft = self.soft(effort);
        soft.is_some_and(|soft| self.elapsed() >= soft)
    }

    /// Whether time that is saved now can be spent later in the game.
    pub fn is_elastic(&self) -> bool {
        self.bounds().elastic
    }

    /// Whether an iteration that lasts until `time` takes too much of what is
    /// left for the game.
    #[inline]
    pub fn is_overrun(&self, time: Duration, effort: f64) -> bool {
        let bounds = self.bounds();
        let most = || bounds.soft(effort).map(|soft| soft.mul_f64(time::OVERRUN));
        bounds.elastic && most().is_some_and(|most| time >= most)
    }

    /// Whether time plays no part, so that the search is repeatable.
    pub fn is_timeless(&self) -> bool {
        self.bounds().hard.is_none()
    }

    #[inline]
    fn bounds(&self) -> Bounds {
        if !self.control.changed.load(Relaxed) {
            return self.bounds;
        }
        let mut limits = self.limits;
        let mut unlimited = limits.infinite;
        for change in self.control.changes().iter() {
            match *change {
                TimeChange::Turn(turn) => {
                    limits.turn = turn;
                    unlimited = turn.is_none();
                }
                TimeChange::Game(left) => limits.game_left = left,
            }
        }
        limits.infinite = unlimited && limits.game_left.is_none();
        Bounds::new(&limits, self.stones)
    }
}

impl Bounds {
    fn new(limits: &Limits, stones: usize) -> Bounds {
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
            return Bounds::rigid(turn);
        };
        // What the clock will give back cannot be spent before it is there.
        let increment = limits.increment.min(left / 2);
        let own_moves = stones as u32 / 2;
        let long = time::LONG_GAME.saturating_sub(own_moves);
        let long = left / long.max(time::FEWEST_MOVES) + increment;
        let most = left / time::HARD_DIVISOR + increment;
        if turn.is_some_and(|turn| turn <= long.min(most)) {
            return Bounds::rigid(turn);
        }
        let moves = time::MOVES_TO_GO.saturating_sub(own_moves / 2);
        let fair = left / moves.max(time::FEWEST_MOVES) + increment;
        let hard = turn.unwrap_or(left).min(most);
        Bounds {
            soft: Some(fair),
            hard: Some(hard),
            elastic: true,
        }
    }

    /// For a time that is there for this move only.
    fn rigid(turn: Option<Duration>) -> Bounds {
        Bounds {
            soft: turn,
            hard: turn,
            elastic: false,
        }
    }

    /// See [`Clock::soft`].
    #[inline]
    fn soft(&self, effort: f64) -> Option<Duration> {
        if !self.elastic {
            return self.soft;
        }
        let most = self.hard?.mul_f64(time::SOFT_SHARE);
        Some(self.soft?.mul_f64(effort).min(most))
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

    fn bounds(turn: Option<u64>, left: Option<u64>, increment: u64, stones: usize) -> Bounds {
        let limits = Limits {
            turn: turn.map(Duration::from_millis),
            game_left: left.map(Duration::from_millis),
            increment: Duration::from_millis(increment),
            ..Limits::default()
        };
        Bounds::new(&limits, stones)
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
    fn limits_can_be_changed_on_the_way() {
        let control = Control::new();
        let limits = Limits {
            infinite: true,
            ..Limits::default()
        };
        let clock = Clock::new(&limits, &control, 20);
        assert!(clock.is_timeless() && !clock.is_up());
        control.change(TimeChange::Turn(Some(Duration::from_secs(1_000))));
        assert!(!clock.is_timeless() && !clock.is_up());
        control.change(TimeChange::Turn(Some(Duration::ZERO)));
        assert!(clock.is_up());
        control.change(TimeChange::Turn(None));
        assert!(clock.is_timeless());
        control.change(TimeChange::Game(Some(Duration::ZERO)));
        assert!(clock.is_up());
        control.change(TimeChange::Game(None));
        assert!(!clock.is_up());
        control.stop();
        assert!(clock.is_up());
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
            assert_eq!(bounds.elastic, elastic, "{turn:?}/{left:?}+{increment}");
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

    #[test]
    fn most_of_a_turn_is_used() {
        for (turn, least) in [(50, 40), (200, 175), (1_000, 965), (300_000, 299_000)] {
            let spent = hard(Some(turn), None, 20).unwrap();
            assert!(spent >= Duration::from_millis(least), "{turn}");
        }
        assert_eq!(hard(None, None, 0), Some(Duration::from_millis(4970)));
    }
}
