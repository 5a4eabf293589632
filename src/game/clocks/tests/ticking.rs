//! Properties of clocks, and a second clock to compare them with.

use std::time::Duration;

use proptest::prelude::*;
use proptest::sample::select;

use super::{ms, spend_move};
use crate::game::{ClockRule, GameClocks, PlayerClock, Stage};
use crate::types::Color;

/// A clock that is moved on by single milliseconds, with the rest of the game
/// as a row of times.
struct Ticking {
    stages: Vec<(Stage, u64)>,
    to_make: u32,
    thought: u64,
    turn: u64,
    /// All that was ever given.
    given: u64,
    has_fallen: bool,
}

impl Ticking {
    fn new(rule: &ClockRule) -> Ticking {
        let mut stages = Vec::new();
        for &stage in rule.stages() {
            let times = match stage {
                Stage::Periods { periods, .. } => periods,
                _ => 1,
            };
            let time = stage.time().as_millis() as u64;
            stages.extend((0..times).map(|_| (stage, time)));
        }
        let mut clock = Ticking {
            given: stages.iter().map(|(_, time)| time).sum(),
            stages,
            to_make: 0,
            thought: 0,
            turn: rule.turn().map_or(u64::MAX, |turn| turn.as_millis() as u64),
            has_fallen: false,
        };
        clock.count();
        clock
    }

    fn count(&mut self) {
        if let Some((Stage::Moves { moves, .. }, _)) = self.stages.first() {
            self.to_make = *moves;
        }
    }

    fn tick(&mut self) {
        self.thought += 1;
        self.has_fallen |= self.thought > self.turn;
        if let [(Stage::Open { .. } | Stage::Periods { .. }, 0), _, ..] = self.stages[..] {
            self.stages.remove(0);
            self.count();
        }
        match self.stages.first_mut() {
            None => (),
            Some((_, 0)) => self.has_fallen = true,
            Some((_, left)) => *left -= 1,
        }
    }

    fn move_made(&mut self) {
        self.thought = 0;
        let is_last = self.stages.len() == 1;
        let Some((stage, left)) = self.stages.first_mut() else {
            return;
        };
        let increment = stage.increment().as_millis() as u64;
        *left += increment;
        self.given += increment;
        let (stage, kept) = (*stage, *left);
        let time = stage.time().as_millis() as u64;
        match stage {
            Stage::Open { .. } => return,
            Stage::Periods { .. } => {
                self.given += time - kept;
                self.stages[0].1 = time;
                return;
            }
            Stage::Moves { .. } => self.to_make -= 1,
        }
        if self.to_make > 0 {
            return;
        }
        if is_last {
            self.given += time;
            self.stages[0].1 = time;
        } else if matches!(self.stages[1].0, Stage::Periods { .. }) {
            let (time, increment) = (ms(1), ms(0));
            self.stages[0].0 = Stage::Open { time, increment };
        } else {
            self.stages.remove(0);
            self.stages[0].1 += kept;
        }
        self.count();
    }

    fn present(&self) -> Option<u64> {
        self.stages.first().map(|(_, left)| *left)
    }
}

fn times() -> impl Strategy<Value = Duration> {
    (1..40u64).prop_map(ms)
}

fn rules() -> impl Strategy<Value = ClockRule> {
    let stage = (0..3, 1..5u32, times(), 0..9u64).prop_map(|(kind, count, time, increment)| {
        let increment = ms(increment);
        match kind {
            0 => Stage::Open { time, increment },
            1 => Stage::Moves {
                moves: count,
                time,
                increment,
            },
            _ => Stage::Periods {
                periods: count,
                time,
            },
        }
    });
    let stages = proptest::collection::vec(stage, 0..4);
    (stages, proptest::option::of(times())).prop_filter_map("no rule", |(mut stages, turn)| {
        if let Some(Stage::Moves { increment, .. }) = stages.last_mut() {
            *increment = ms(0);
        }
        ClockRule::new(stages, turn).ok()
    })
}

fn long_times() -> impl Strategy<Value = Duration> {
    prop_oneof![times(), (1..3_600_000_000u64).prop_map(ms)]
}

proptest! {
    #[test]
    fn what_is_written_is_read(
        stages in proptest::collection::vec((0..3, 1..1_000u32, long_times(), long_times()), 0..5),
        turn in proptest::option::of(long_times()),
        shared in any::<bool>(),
    ) {
        let last = stages.len().saturating_sub(1);
        let stages = stages.into_iter().enumerate().map(|(index, (kind, count, time, increment))| {
            match kind {
                0 => Stage::Open { time, increment },
                1 if index < last => Stage::Moves { moves: count, time, increment },
                1 => Stage::Moves { moves: count, time, increment: ms(0) },
                _ if index < last => Stage::Open { time, increment: ms(0) },
                _ => Stage::Periods { periods: count, time },
            }
        });
        let stages: Vec<Stage> = stages.collect();
        let rule = match stages[..] {
            [Stage::Open { time, .. }] if shared => ClockRule::shared(time, turn),
            _ => ClockRule::new(stages, turn),
        }.unwrap();
        prop_assert_eq!(rule.to_string().parse(), Ok(rule));
    }

    #[test]
    fn no_text_is_too_much(text in "[0-9a-zA-Z.,+/x é\u{a0}-]{0,24}") {
        if let Ok(rule) = text.parse::<ClockRule>() {
            prop_assert_eq!(rule.to_string().parse(), Ok(rule));
        }
    }

    #[test]
    fn clocks_do_what_ticking_ones_do(
        rule in rules(),
        moves in proptest::collection::vec(0..60u64, 0..30),
    ) {
        let (mut clock, mut ticking) = (PlayerClock::new(&rule), Ticking::new(&rule));
        let mut used = 0;
        for time in moves {
            (0..time).for_each(|_| ticking.tick());
            // In one piece or in several is the same.
            let mut pieces = clock.clone();
            (0..time).for_each(|_| { pieces.elapse(ms(1)); });
            let has_fallen = clock.elapse(ms(time));
            prop_assert_eq!(&pieces, &clock);
            prop_assert_eq!(has_fallen, ticking.has_fallen);
            if has_fallen {
                break;
            }
            used += time;
            clock.complete_move();
            ticking.move_made();
            prop_assert_eq!(clock.left(), ticking.present().map(ms));
            if let Some(Stage::Moves { .. }) = clock.stage() {
                prop_assert_eq!(clock.moves_to_make(), Some(ticking.to_make));
            }
            // No time is created: what is there and what was used was given.
            let there: u64 = ticking.stages.iter().map(|(_, time)| time).sum();
            prop_assert!(ticking.stages.is_empty() || used + there <= ticking.given);
        }
    }

    #[test]
    fn a_flag_falls_exactly_when_the_time_is_used_up(
        rule in rules(),
        moves in proptest::collection::vec(0..30u64, 0..12),
        begun in 0..9u64,
    ) {
        let mut clock = PlayerClock::new(&rule);
        for time in moves {
            spend_move(&mut clock, ms(time));
        }
        clock.elapse(ms(begun));
        let Some(allowance) = clock.allowance().filter(|_| !clock.has_fallen()) else {
            return Ok(());
        };
        let control = clock.time_control();
        let engines = control.turn.into_iter().chain(control.game);
        prop_assert!(engines.min() <= Some(allowance));
        for (time, falls) in [(allowance, false), (allowance + Duration::from_nanos(1), true)] {
            let mut clock = clock.clone();
            prop_assert_eq!(clock.elapse(time), falls);
            prop_assert_eq!(clock.has_fallen(), falls);
            prop_assert!(clock.allowance() == Some(ms(0)));
        }
    }

    #[test]
    fn only_the_side_whose_clock_runs_pays(
        rule in rules(),
        shared in any::<bool>(),
        acts in proptest::collection::vec((0..6, 0..20u64, select(&Color::ALL[..])), 0..60),
    ) {
        let rule = match shared {
            true => ClockRule::shared(ms(200), rule.turn()).unwrap(),
            false => rule,
        };
        let mut clocks = GameClocks::new(&rule);
        for (act, time, color) in acts {
            let before = clocks.clone();
            let done = match act {
                0 => clocks.start(color),
                1 => clocks.press(color),
                2 => clocks.pause(),
                3 => clocks.resume(),
                4 => clocks.charge(color, ms(time)).map(|_| ()),
                _ => {
                    clocks.elapse(ms(time));
                    let runs = before.running().filter(|_| !before.is_paused());
                    for side in Color::ALL.into_iter().filter(|_| !shared) {
                        let pays = runs == Some(side) && before.fallen().is_none();
                        prop_assert!(pays || clocks.side(side) == before.side(side));
                    }
                    Ok(())
                }
            };
            if done.is_err() {
                prop_assert_eq!(&clocks, &before);
            }
            prop_assert!(!shared || clocks.side(Color::Black) == clocks.side(Color::White));
            if let Some(fallen) = clocks.fallen() {
                prop_assert!(clocks.side(fallen).has_fallen());
            }
        }
    }
}
