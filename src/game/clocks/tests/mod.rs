mod ticking;

use std::time::Duration;

use super::*;
use crate::game::TimeControl;
use crate::types::Color;

fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

fn rule(text: &str) -> ClockRule {
    text.parse().unwrap()
}

fn clock(text: &str) -> PlayerClock {
    PlayerClock::new(&rule(text))
}

/// A move takes this long: whether that is too long.
fn spend_move(clock: &mut PlayerClock, time: Duration) -> bool {
    let is_late = clock.elapse(time);
    clock.complete_move();
    is_late
}

/// What is left, as the texts of rules tell times.
fn left(clock: &PlayerClock) -> u64 {
    clock.left().unwrap().as_millis() as u64
}

#[test]
fn rules_are_written_as_they_are_read() {
    for text in [
        "none",
        "15m",
        "15m+30s",
        "40/1h30m,30m",
        "40/1h30m+30s,30m+30s",
        "2h,30/30m",
        "1h,5x30s",
        "1x30s",
        "15m max 1m",
        "max 5s",
        "shared 2h",
        "shared 2h max 3m",
        "500ms+20ms",
        "1h1m1s1ms",
        "1h,30m,10/5m",
    ] {
        assert_eq!(rule(text).to_string(), text);
    }
    for (text, same) in [
        ("60m, 5 x 30s", "1h,5x30s"),
        (" 90M + 30S ", "1h30m+30s"),
        ("1.5h", "1h30m"),
        ("0.2s", "200ms"),
        ("120s", "2m"),
        ("15m  MAX  60s", "15m max 1m"),
        ("None", "none"),
        ("40/90m,30m", "40/1h30m,30m"),
    ] {
        assert_eq!(rule(text).to_string(), same, "{text}");
    }
}

#[test]
fn wrong_texts_say_what_is_wrong() {
    let missing = "a time is missing (as 15m, 15m+30s, 60m,5x30s, or none)";
    let no_time = |text: &str| format!("'{text}' is no time (as 1h30m, 90s, 0.5s or 200ms)");
    for (text, error) in [
        ("", missing),
        ("15m,", missing),
        ("15m+", missing),
        ("shared", &no_time("shared")),
        ("max ", missing),
        ("15m max", missing),
        ("15", "'15' has no unit (h, m, s or ms)"),
        ("1h30", "'1h30' has no unit (h, m, s or ms)"),
        ("15 minutes", &no_time("15 minutes")),
        ("-5m", &no_time("-5m")),
        ("m", &no_time("m")),
        ("1..5h", &no_time("1..5h")),
        ("0.0001s", &no_time("0.0001s")),
        ("５m", &no_time("５m")),
        (
            "5m1h",
            "the units in '5m1h' must become smaller, and each stand once",
        ),
        (
            "5m5m",
            "the units in '5m5m' must become smaller, and each stand once",
        ),
        ("0/5m", "'0' is no number from 1 to 1000"),
        ("x30s", "'' is no number from 1 to 1000"),
        ("+5x30s", "'+5' is no number from 1 to 1000"),
        ("9999x30s", "'9999' is no number from 1 to 1000"),
        ("0m", "'0m': a time must be longer than 0"),
        ("15m max 0s", "'15m max 0s': a time must be longer than 0"),
        ("1001h", "'1001h': a time can be at most 1000 hours"),
        (
            "99999999999999999999h",
            "'99999999999999999999h': a time can be at most 1000 hours",
        ),
        (
            "5x30s,10m",
            "'5x30s,10m': byo-yomi can only be the last stage: it is used up only by losing",
        ),
        (
            "30/30m+5s",
            "'30/30m+5s': the last stage's time is given anew after its moves, so it can have no increment",
        ),
        ("5x30s+5s", &no_time("30s+5s")),
        (
            "Shared 2h+5s",
            "'Shared 2h+5s': a time for both sides together is one time, without increment, moves or periods",
        ),
        (
            "1m,1m,1m,1m,1m,1m,1m,1m,1m,1m,1m",
            "'1m,1m,1m,1m,1m,1m,1m,1m,1m,1m,1m': there can be at most 10 stages",
        ),
    ] {
        let found = text.parse::<ClockRule>();
        assert_eq!(found.unwrap_err().to_string(), error, "{text:?}");
    }
    let fine = ClockRule::new(Vec::new(), Some(Duration::from_nanos(1_500_000)));
    assert_eq!(fine, Err(WrongClock::TooFine));
}

#[test]
fn an_absolute_time_is_used_up() {
    let mut clock = clock("10s");
    assert!(!spend_move(&mut clock, ms(4_000)));
    assert!(!spend_move(&mut clock, ms(6_000)));
    assert_eq!((left(&clock), clock.allowance()), (0, Some(ms(0))));
    assert!(!spend_move(&mut clock, ms(0)));
    assert!(clock.elapse(ms(1)) && clock.has_fallen());
    // It stays so.
    let fallen = clock.clone();
    clock.complete_move();
    assert!(clock.elapse(ms(0)) && clock.deduct(ms(0)));
    assert_eq!(clock, fallen);
}

#[test]
fn an_increment_comes_after_the_move() {
    let mut clock = clock("10s+3s");
    assert!(!spend_move(&mut clock, ms(10_000)));
    assert_eq!(left(&clock), 3_000);
    assert!(!spend_move(&mut clock, ms(1_000)));
    assert_eq!(left(&clock), 5_000);
    assert!(spend_move(&mut clock, ms(5_001)));
    assert_eq!(left(&clock), 0);
}

#[test]
fn moves_are_made_within_their_stage() {
    let mut clock = clock("3/10s,4s");
    for _ in 0..2 {
        assert!(!spend_move(&mut clock, ms(3_000)));
    }
    assert_eq!(
        (clock.moves_to_make(), clock.allowance()),
        (Some(1), Some(ms(4_000)))
    );
    let mut late = clock.clone();
    assert!(late.elapse(ms(4_001)), "the moves are not made");
    assert!(!spend_move(&mut clock, ms(1_000)));
    assert_eq!((left(&clock), clock.moves_to_make()), (7_000, None));
    assert!(!clock.elapse(ms(7_000)) && clock.elapse(ms(1)));
}

#[test]
fn the_last_moves_begin_anew() {
    let mut clock = clock("5s,2/6s");
    // The move in which the first stage ends is the first of the two.
    assert!(!spend_move(&mut clock, ms(7_000)));
    assert_eq!((left(&clock), clock.moves_to_make()), (4_000, Some(1)));
    assert!(!spend_move(&mut clock, ms(1_000)));
    assert_eq!((left(&clock), clock.moves_to_make()), (6_000, Some(2)));
    assert!(!spend_move(&mut clock, ms(5_000)));
    assert!(clock.elapse(ms(1_001)));
}

#[test]
fn byo_yomi_gives_back_what_is_within_a_period() {
    let mut clock = clock("5s,3x2s");
    assert_eq!(
        (clock.periods(), clock.allowance()),
        (None, Some(ms(11_000)))
    );
    assert!(!spend_move(&mut clock, ms(5_500)));
    assert_eq!((clock.periods(), left(&clock)), (Some(3), 2_000));
    assert!(!spend_move(&mut clock, ms(2_000)));
    assert_eq!((clock.periods(), left(&clock)), (Some(3), 2_000));
    assert!(!spend_move(&mut clock, ms(4_100)));
    assert_eq!((clock.periods(), left(&clock)), (Some(1), 2_000));
    assert!(!clock.elapse(ms(2_000)) && clock.elapse(ms(1)));
    // What is left after a number of moves comes before byo-yomi.
    let mut clock = PlayerClock::new(&rule("1/10s,1x3s"));
    assert!(!spend_move(&mut clock, ms(6_000)));
    assert_eq!((clock.periods(), left(&clock)), (None, 4_000));
    assert_eq!(clock.allowance(), Some(ms(7_000)));
}

#[test]
fn a_limit_of_every_move_holds_besides() {
    let mut clock = clock("10s max 4s");
    assert!(!spend_move(&mut clock, ms(4_000)));
    assert_eq!(clock.allowance(), Some(ms(4_000)));
    assert!(!clock.elapse(ms(3_000)));
    assert_eq!(clock.allowance(), Some(ms(1_000)));
    assert!(clock.elapse(ms(1_001)));
    let mut clock = PlayerClock::new(&rule("max 4s"));
    assert!(!clock.deduct(ms(100_000)) && !spend_move(&mut clock, ms(4_000)));
    assert_eq!((clock.left(), clock.allowance()), (None, Some(ms(4_000))));
    let mut clock = PlayerClock::new(&ClockRule::UNLIMITED);
    assert!(!spend_move(&mut clock, Duration::MAX));
    assert_eq!(clock.allowance(), None);
}

#[test]
fn the_protocols_words_map_to_rules_and_back() {
    for (text, turn, game, increment) in [
        ("none", None, None, 0),
        ("max 5s", Some(5_000), None, 0),
        ("15m", None, Some(900_000), 0),
        ("15m+1s max 30s", Some(30_000), Some(900_000), 1_000),
    ] {
        let control = TimeControl {
            turn: turn.map(ms),
            game: game.map(ms),
            increment: ms(increment),
        };
        assert_eq!(rule(text).time_control(), Some(control));
        assert_eq!(ClockRule::try_from(control), Ok(rule(text)));
        assert_eq!(clock(text).time_control(), control);
    }
    for (text, same) in [("1x30s", "max 30s"), ("1/30s max 10s", "max 10s")] {
        assert_eq!(rule(text).time_control(), rule(same).time_control());
    }
    for text in ["shared 1h", "2h,30/30m", "5x30s", "40/90m,30m"] {
        assert_eq!(rule(text).time_control(), None, "{text}");
    }
    // At the end of a number of moves and in byo-yomi it is the move's time.
    for (text, thought, control) in [
        ("3x30s", 40_000, (Some(30_000), None, 0)),
        ("10m,3x30s", 60_000, (None, Some(570_000), 30_000)),
        ("2/10m", 60_000, (Some(540_000), None, 0)),
        ("9/10m", 60_000, (None, Some(540_000), 0)),
        ("10m,9/2m", 60_000, (None, Some(660_000), 0)),
    ] {
        let mut clock = clock(text);
        spend_move(&mut clock, ms(thought));
        let found = clock.time_control();
        let (turn, game, increment) = control;
        let wanted = (turn.map(ms), game.map(ms), ms(increment));
        assert_eq!((found.turn, found.game, found.increment), wanted, "{text}");
    }
}

#[test]
fn one_clock_runs_at_a_time() {
    let (black, white) = (Color::Black, Color::White);
    let mut clocks = GameClocks::new(&rule("10s+1s"));
    assert_eq!(clocks.press(black), Err(WrongPress::NotStarted));
    assert_eq!((clocks.elapse(ms(99_000)), clocks.running()), (None, None));
    assert_eq!(clocks.charge(white, ms(2_000)), Ok(None));
    clocks.start(black).unwrap();
    assert_eq!(clocks.start(white), Err(WrongPress::Started));
    assert_eq!(clocks.press(white), Err(WrongPress::NotRunning(white)));
    clocks.elapse(ms(4_000));
    clocks.press(black).unwrap();
    clocks.elapse(ms(3_000));
    clocks.pause().unwrap();
    assert_eq!(clocks.pause(), Err(WrongPress::Paused));
    assert_eq!(clocks.press(white), Err(WrongPress::Paused));
    assert_eq!(clocks.elapse(ms(99_000)), None);
    assert_eq!(
        [black, white].map(|color| left(clocks.side(color))),
        [7_000, 5_000]
    );
    clocks.resume().unwrap();
    assert_eq!(clocks.resume(), Err(WrongPress::NotPaused));
    assert_eq!(clocks.split(), Err(WrongPress::NotShared));
    assert_eq!(clocks.elapse(ms(5_001)), Some(white));
    let fallen = WrongPress::Fallen(white);
    let kept = clocks.clone();
    assert_eq!(clocks.press(white), Err(fallen));
    assert_eq!(clocks.pause(), Err(fallen));
    assert_eq!(clocks.charge(black, ms(1)), Err(fallen));
    assert_eq!(clocks.elapse(ms(99_000)), Some(white));
    assert_eq!(clocks, kept);
}

#[test]
fn coming_too_late_loses() {
    let mut clocks = GameClocks::new(&rule("10s"));
    assert_eq!(clocks.charge(Color::White, ms(10_000)), Ok(None));
    assert_eq!(clocks.charge(Color::White, ms(1)), Ok(Some(Color::White)));
    assert_eq!(
        clocks.start(Color::Black),
        Err(WrongPress::Fallen(Color::White))
    );
}

#[test]
fn a_shared_time_is_everybodys() {
    let (black, white) = (Color::Black, Color::White);
    let mut clocks = GameClocks::new(&rule("shared 10s max 6s"));
    clocks.start(black).unwrap();
    clocks.elapse(ms(3_000));
    clocks.press(black).unwrap();
    assert_eq!(clocks.charge(black, ms(1_000)), Ok(None));
    clocks.elapse(ms(2_000));
    assert_eq!(
        [black, white].map(|color| left(clocks.side(color))),
        [4_000; 2]
    );
    let mut up = clocks.clone();
    assert_eq!(
        (up.elapse(ms(4_000)), up.elapse(ms(1))),
        (None, Some(white))
    );
    clocks.split().unwrap();
    assert_eq!(clocks.split(), Err(WrongPress::NotShared));
    clocks.elapse(ms(500));
    assert_eq!(
        [black, white].map(|color| left(clocks.side(color))),
        [2_000, 1_500]
    );
}

#[test]
fn who_waits_while_a_shared_time_is_split_has_thought_about_nothing() {
    let (black, white) = (Color::Black, Color::White);
    let mut clocks = GameClocks::new(&rule("shared 20s max 6s"));
    clocks.start(white).unwrap();
    clocks.elapse(ms(2_000));
    clocks.split().unwrap();
    let mut late = clocks.clone();
    assert_eq!(
        (late.elapse(ms(4_000)), late.elapse(ms(1))),
        (None, Some(white))
    );
    clocks.press(white).unwrap();
    assert_eq!(
        (clocks.elapse(ms(6_000)), clocks.elapse(ms(1))),
        (None, Some(black))
    );
}
