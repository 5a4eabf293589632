//! How long to think, and changing that during a search.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Duration;
#[cfg(feature = "clock")]
use std::time::Instant;

use crate::board::Board;
use crate::game::{EngineClock, TimeBounds};
use crate::lock::lock;
use crate::params::time;
use crate::types::Depth;

/// Graphical programs that want no limit of depth send this one (gomocalc) or a
/// greater one (Yixin-Board: the number of squares).
const OPEN_DEPTH: Depth = 100;

/// The limits of a search, which all apply; without any, [`time::DEFAULT_MS`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The player's time; none for the move: move at once.
    pub time: EngineClock,
    /// Deepest iteration.
    pub depth: Option<Depth>,
    /// Stones placed in search.
    pub nodes: Option<u64>,
    /// Think until stopped.
    pub infinite: bool,
}

impl Limits {
    /// Whether a search without a limit of time would have to be stopped: it has
    /// no limit of nodes, and none of depth but [`OPEN_DEPTH`].
    fn is_open(&self) -> bool {
        self.nodes.is_none() && self.depth.is_none_or(|depth| depth >= OPEN_DEPTH)
    }

    /// When a search within these limits ends, for a move on a board with this
    /// many stones and empty squares.
    fn bounds(&self, [stones, empty]: [usize; 2]) -> TimeBounds {
        if self.infinite {
            return TimeBounds::NONE;
        }
        let mut clock = self.time;
        if clock.allowance().is_none() && self.depth.is_none() && self.nodes.is_none() {
            clock.set_turn(Some(Duration::from_millis(time::DEFAULT_MS)));
        }
        TimeBounds::new(&clock, stones, empty)
    }
}

/// A change of the time limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeChange {
    /// This much for the move; `None`: no limit, think until stopped.
    Turn(Option<Duration>),
    /// This much for the rest of the game; `None`: no limit.
    Game(Option<Duration>),
}

/// The handle of one search: when its command came, and commands to it since. Any thread
/// may use it, even before the search begins.
pub struct Control {
    /// The time since the command came.
    elapsed: Box<dyn Fn() -> Duration + Send + Sync>,
    stopped: AtomicBool,
    /// What else stops it.
    stopped_when: Option<Box<dyn Fn() -> bool + Send + Sync>>,
    /// Whether nothing can stop it any more.
    unattended: AtomicBool,
    changed: AtomicBool,
    changes: Mutex<Vec<TimeChange>>,
}

impl Control {
    /// A search whose clock runs from now, by the machine's clock.
    #[cfg(feature = "clock")]
    pub fn new() -> Control {
        let start = Instant::now();
        Control::timed(move || start.elapsed())
    }

    /// A search timed by `elapsed`, the time since its command came, which must never go
    /// backwards. Without a clock use `Duration::ZERO`: the search then ends by its limits
    /// of nodes and depth.
    pub fn timed(elapsed: impl Fn() -> Duration + Send + Sync + 'static) -> Control {
        Control {
            elapsed: Box::new(elapsed),
            stopped: AtomicBool::new(false),
            stopped_when: None,
            unattended: AtomicBool::new(false),
            changed: AtomicBool::new(false),
            changes: Mutex::new(Vec::new()),
        }
    }

    /// [`Control::new`]; the search also ends when `flag` is set.
    #[cfg(feature = "clock")]
    pub fn stopped_by(flag: Arc<AtomicBool>) -> Control {
        Control::new().also_stopped_by(flag)
    }

    /// The same; the search also ends when `flag` is set.
    pub fn also_stopped_by(self, flag: Arc<AtomicBool>) -> Control {
        self.also_stopped_when(move || flag.load(Relaxed))
    }

    /// The same; the search also ends when this says so, which is asked every few dozen
    /// nodes.
    pub fn also_stopped_when(self, is_over: impl Fn() -> bool + Send + Sync + 'static) -> Control {
        Control {
            stopped_when: Some(Box::new(is_over)),
            ..self
        }
    }

    /// Stops the search, which then answers at once with its best move.
    pub fn stop(&self) {
        self.stopped.store(true, Relaxed);
    }

    /// Whether the search must stop.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Relaxed) || self.stopped_when.as_ref().is_some_and(|is_over| is_over())
    }

    /// Ends the search if nothing but a stop would end it: none will come.
    pub fn stop_if_endless(&self) {
        self.unattended.store(true, Relaxed);
    }

    /// Changes the limits; they count from the beginning of the search.
    pub fn change(&self, change: TimeChange) {
        let mut changes = lock(&self.changes);
        // Only the last change of each kind matters.
        changes.retain(|old| std::mem::discriminant(old) != std::mem::discriminant(&change));
        changes.push(change);
        self.changed.store(true, Relaxed);
    }

    /// The time that the search has taken so far.
    pub fn elapsed(&self) -> Duration {
        (self.elapsed)()
    }
}

impl fmt::Debug for Control {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Control")
            .field("elapsed", &self.elapsed())
            .field("stopped", &self.is_stopped())
            .finish_non_exhaustive()
    }
}

#[cfg(feature = "clock")]
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
    /// The stones and the empty squares of the board.
    squares: [usize; 2],
    bounds: TimeBounds,
}

impl<'a> Clock<'a> {
    /// A clock for a move that is played on this board.
    pub fn new(limits: &Limits, control: &'a Control, board: &Board) -> Clock<'a> {
        let squares = [board.stone_count(), board.empty().len()];
        Clock {
            control,
            limits: *limits,
            squares,
            bounds: limits.bounds(squares),
        }
    }

    /// The time that the move has taken so far.
    pub fn elapsed(&self) -> Duration {
        self.control.elapsed()
    }

    /// Whether the search must end now.
    #[inline]
    pub fn is_up(&self) -> bool {
        if self.control.is_stopped() {
            return true;
        }
        match self.bounds().hard() {
            Some(hard) => self.elapsed() >= hard,
            None => self.control.unattended.load(Relaxed) && self.limits.is_open(),
        }
    }

    /// The time after which no iteration starts, for a move that needs `effort` times the
    /// usual time; `None` without time limits. If unspent time is lost, the effort does not
    /// matter.
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
        self.bounds().is_elastic()
    }

    /// Whether an iteration that lasts until `time` takes too much of what is
    /// left for the game.
    #[inline]
    pub fn is_overrun(&self, time: Duration, effort: f64) -> bool {
        let bounds = self.bounds();
        let most = || bounds.soft(effort).map(|soft| soft.mul_f64(time::OVERRUN));
        bounds.is_elastic() && most().is_some_and(|most| time >= most)
    }

    /// Whether there are no time limits, so that the search is repeatable.
    pub fn is_timeless(&self) -> bool {
        self.bounds().hard().is_none()
    }

    #[inline]
    fn bounds(&self) -> TimeBounds {
        if !self.control.changed.load(Relaxed) {
            return self.bounds;
        }
        let mut limits = self.limits;
        let mut unlimited = limits.infinite;
        for change in lock(&self.control.changes).iter() {
            match *change {
                TimeChange::Turn(turn) => {
                    limits.time.set_turn(turn);
                    unlimited = turn.is_none();
                }
                TimeChange::Game(left) => limits.time.set_left(left),
            }
        }
        limits.infinite = unlimited && limits.time.left().is_none();
        limits.bounds(self.squares)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU64;

    use super::*;

    fn board() -> Board {
        Board::new(15, 15).unwrap()
    }

    #[test]
    fn without_any_limit_a_move_takes_the_default_time() {
        let hard = |limits: Limits| limits.bounds([0, 225]).hard();
        let usual = Some(Duration::from_millis(4970));
        assert_eq!(hard(Limits::default()), usual);
        for limits in [
            Limits {
                nodes: Some(1),
                ..Limits::default()
            },
            Limits {
                depth: Some(1),
                ..Limits::default()
            },
            Limits {
                infinite: true,
                ..Limits::default()
            },
        ] {
            assert_eq!(hard(limits), None);
        }
    }

    #[test]
    fn a_given_clock_is_the_one_that_counts() {
        let ms = Arc::new(AtomicU64::new(0));
        let told = Arc::clone(&ms);
        let control = Control::timed(move || Duration::from_millis(told.load(Relaxed)));
        let mut limits = Limits::default();
        limits.time.set_turn(Some(Duration::from_secs(1_000)));
        let clock = Clock::new(&limits, &control, &board());
        for (now, is_up) in [(0, false), (900_000, false), (1_000_000, true)] {
            ms.store(now, Relaxed);
            assert_eq!(clock.elapsed(), Duration::from_millis(now));
            assert_eq!((clock.is_up(), clock.ends_iterations(1.0)), (is_up, is_up));
        }
    }

    #[test]
    fn a_flag_stops_a_search() {
        let flag = Arc::new(AtomicBool::new(false));
        let control = Control::timed(|| Duration::ZERO).also_stopped_by(Arc::clone(&flag));
        assert!(!control.is_stopped());
        flag.store(true, Relaxed);
        assert!(control.is_stopped());
    }

    #[test]
    fn only_an_endless_search_ends_when_no_stop_can_come() {
        let (depth, nodes) = (Some(OPEN_DEPTH), Some(1_000_000));
        let endless = Limits {
            depth,
            infinite: true,
            ..Limits::default()
        };
        let shallow = Limits {
            depth: Some(OPEN_DEPTH - 1),
            ..endless
        };
        let mut timed = Limits::default();
        timed.time.set_turn(Some(Duration::from_secs(1_000)));
        for (limits, is_up) in [
            (endless, true),
            (Limits { nodes, ..endless }, false),
            (shallow, false),
            (timed, false),
            (Limits::default(), false),
        ] {
            let control = Control::new();
            let clock = Clock::new(&limits, &control, &board());
            assert!(!clock.is_up());
            control.stop_if_endless();
            assert_eq!(clock.is_up(), is_up, "{limits:?}");
        }
        let control = Control::new();
        control.stop_if_endless();
        let clock = Clock::new(&timed, &control, &board());
        control.change(TimeChange::Turn(None));
        assert!(clock.is_up());
    }

    #[test]
    fn limits_can_be_changed_during_a_search() {
        let control = Control::new();
        let limits = Limits {
            infinite: true,
            ..Limits::default()
        };
        let clock = Clock::new(&limits, &control, &board());
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
}
