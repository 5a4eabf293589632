//! Settings as text: their names, their values, and how a value is read. The
//! terminal and the page change settings by this table only.

use std::time::Duration;

use super::settings::{First, Mode, Settings};
use crate::board::Board;
use crate::game::{Fouls, Parity, SetUp, parse_time};

/// The longest time for a move that can be set.
const LONGEST_TIME: Duration = Duration::from_secs(24 * 3_600);
/// The most nodes and moves: no limit in practice.
const MOST: u64 = 1_000_000_000_000;
/// The most undos that can be set.
const MOST_UNDOS: usize = 99;

const NONE: &str = "none";
const ANY: &str = "any";

const FORMS: [(&str, Mode); 2] = [("practice", Mode::Casual), ("match", Mode::Match)];
const PLAYERS: [(&str, bool); 2] = [("engine", false), ("two", true)];
const CALLS: [(&str, Option<Parity>); 2] =
    [("odd", Some(Parity::Odd)), ("even", Some(Parity::Even))];
const ON_OFF: [(&str, bool); 2] = [("on", true), ("off", false)];
const FOULS: [(&str, Fouls); 2] = [
    (Fouls::Automatic.name(), Fouls::Automatic),
    (Fouls::Claimed.name(), Fouls::Claimed),
];

/// A field of [`Settings`] that people set by name and value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// `engine` or `two`.
    Players,
    /// `practice` or `match`.
    Form,
    /// `any`, or how many.
    Undos,
    /// A rule's name.
    Rule,
    /// `15`, or `15x20` for columns and rows.
    Size,
    /// An opening rule's name.
    Opening,
    /// A clock, as `15m+30s`.
    Clock,
    /// The engine's time for a move, or `none`.
    Time,
    /// The engine's nodes for a move, or `none`.
    Nodes,
    /// A level's name, or 0 to 100.
    Level,
    /// Who begins.
    First,
    /// `odd` or `even`.
    Call,
    /// A set-up's name, or `none`.
    SetUp,
    /// The number of games of a series.
    Games,
    /// `automatic` or `claimed`.
    Fouls,
    /// A number of moves, or `none`.
    MaxMoves,
    /// Whether forbidden points are marked: `on` or `off`.
    Forbidden,
    /// The seed of everything random.
    Seed,
}

/// A value that a setting cannot have: what is wrong with it, where there is more to say
/// than that it is none of the choices.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WrongValue(pub Option<String>);

impl WrongValue {
    fn because(error: impl ToString) -> WrongValue {
        WrongValue(Some(error.to_string()))
    }
}

impl Setting {
    /// All of them.
    pub const ALL: [Setting; 18] = [
        Setting::Players,
        Setting::Form,
        Setting::Undos,
        Setting::Rule,
        Setting::Size,
        Setting::Opening,
        Setting::Clock,
        Setting::Time,
        Setting::Nodes,
        Setting::Level,
        Setting::First,
        Setting::Call,
        Setting::SetUp,
        Setting::Games,
        Setting::Fouls,
        Setting::MaxMoves,
        Setting::Forbidden,
        Setting::Seed,
    ];

    /// Its name, as people type it.
    pub fn name(self) -> &'static str {
        match self {
            Setting::Players => "players",
            Setting::Form => "form",
            Setting::Undos => "undos",
            Setting::Rule => "rule",
            Setting::Size => "size",
            Setting::Opening => "opening",
            Setting::Clock => "clock",
            Setting::Time => "time",
            Setting::Nodes => "nodes",
            Setting::Level => "level",
            Setting::First => "first",
            Setting::Call => "call",
            Setting::SetUp => "set-up",
            Setting::Games => "games",
            Setting::Fouls => "fouls",
            Setting::MaxMoves => "max-moves",
            Setting::Forbidden => "forbidden",
            Setting::Seed => "seed",
        }
    }

    /// The setting with this name.
    pub fn named(name: &str) -> Option<Setting> {
        Setting::ALL.into_iter().find(|one| one.name() == name)
    }

    /// Its value, as [`Setting::change`] reads it.
    pub fn value(self, settings: &Settings) -> String {
        match self {
            Setting::Players => word(&PLAYERS, settings.two),
            Setting::Form => word(&FORMS, settings.mode),
            Setting::Undos => or(ANY, settings.undos),
            Setting::Rule => settings.rule.to_string(),
            Setting::Size => match settings.size {
                (width, height) if width == height => width.to_string(),
                (width, height) => format!("{width}x{height}"),
            },
            Setting::Opening => settings.opening.to_string(),
            Setting::Clock => settings.clock.to_string(),
            Setting::Time => {
                let seconds = |time: Duration| time.as_millis() as f64 / 1_000.0;
                or(
                    NONE,
                    settings.time.map(|time| format!("{}s", seconds(time))),
                )
            }
            Setting::Nodes => or(NONE, settings.nodes),
            Setting::Level => settings.level.to_string(),
            Setting::First => settings.first.to_string(),
            Setting::Call => word(&CALLS, settings.call.or(Some(Parity::Odd))),
            Setting::SetUp => or(NONE, settings.set_up.map(SetUp::name)),
            Setting::Games => settings.games.to_string(),
            Setting::Fouls => settings.fouls.name().to_string(),
            Setting::MaxMoves => or(NONE, settings.max_moves),
            Setting::Forbidden => word(&ON_OFF, settings.marks_forbidden),
            Setting::Seed => settings.seed.to_string(),
        }
    }

    /// Sets it to the value that a text says.
    pub fn change(self, settings: &mut Settings, text: &str) -> Result<(), WrongValue> {
        match self {
            Setting::Clock => settings.clock = text.parse().map_err(WrongValue::because)?,
            Setting::Time => settings.time = time(text)?,
            _ => self.read(settings, text).ok_or(WrongValue(None))?,
        }
        Ok(())
    }

    /// The same for settings of which there is nothing more to say.
    fn read(self, settings: &mut Settings, text: &str) -> Option<()> {
        match self {
            Setting::Players => settings.two = named(&PLAYERS, text)?,
            Setting::Form => settings.mode = named(&FORMS, text)?,
            Setting::Undos => settings.undos = unless(ANY, text, |text| up_to(MOST_UNDOS, text))?,
            Setting::Rule => settings.rule = text.parse().ok()?,
            Setting::Size => settings.size = size(text)?,
            Setting::Opening => settings.opening = text.parse().ok()?,
            Setting::Nodes => settings.nodes = unless(NONE, text, |text| from_one(MOST, text))?,
            Setting::Level => settings.level = text.parse().ok()?,
            Setting::First => settings.first = text.parse::<First>().ok()?,
            Setting::Call => settings.call = named(&CALLS, text)?,
            Setting::SetUp => settings.set_up = unless(NONE, text, |text| text.parse().ok())?,
            Setting::Games => settings.games = text.parse().ok()?,
            Setting::Fouls => settings.fouls = named(&FOULS, text)?,
            Setting::MaxMoves => {
                let most = MOST as usize;
                settings.max_moves = unless(NONE, text, |text| from_one(most, text))?;
            }
            Setting::Forbidden => settings.marks_forbidden = named(&ON_OFF, text)?,
            Setting::Seed => settings.seed = text.parse().ok()?,
            Setting::Clock | Setting::Time => return None,
        }
        Some(())
    }
}

/// The word for a value.
fn word<T: PartialEq>(words: &[(&str, T)], value: T) -> String {
    let found = words.iter().find(|(_, known)| *known == value);
    found.map_or("", |(word, _)| word).to_string()
}

/// The value of a word.
fn named<T: Copy>(words: &[(&str, T)], text: &str) -> Option<T> {
    let is_named = |(word, _): &&(&str, T)| word.eq_ignore_ascii_case(text);
    words.iter().find(is_named).map(|(_, value)| *value)
}

/// The value as text, or this word if there is none.
fn or(word: &str, value: Option<impl ToString>) -> String {
    value.map_or(word.to_string(), |value| value.to_string())
}

/// `None` for this word, else what `read` makes of the text.
fn unless<T>(word: &str, text: &str, read: impl Fn(&str) -> Option<T>) -> Option<Option<T>> {
    match text.eq_ignore_ascii_case(word) {
        true => Some(None),
        false => read(text).map(Some),
    }
}

fn up_to(most: usize, text: &str) -> Option<usize> {
    text.parse().ok().filter(|&number| number <= most)
}

fn from_one<T: std::str::FromStr + PartialOrd + From<u8>>(most: T, text: &str) -> Option<T> {
    let number = text.parse().ok()?;
    (number >= T::from(1) && number <= most).then_some(number)
}

fn size(text: &str) -> Option<(usize, usize)> {
    let (width, height) = text.split_once('x').unwrap_or((text, text));
    let (width, height) = (width.parse().ok()?, height.parse().ok()?);
    Board::new(width, height).is_ok().then_some((width, height))
}

fn time(text: &str) -> Result<Option<Duration>, WrongValue> {
    if text.eq_ignore_ascii_case(NONE) {
        return Ok(None);
    }
    let time = parse_time(text).map_err(WrongValue::because)?;
    match time >= Duration::from_millis(1) && time <= LONGEST_TIME {
        true => Ok(Some(time)),
        false => Err(WrongValue(None)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_is_read_again() {
        let mut settings = Settings {
            call: Some(Parity::Odd),
            ..Settings::default()
        };
        for setting in Setting::ALL {
            assert_eq!(Setting::named(setting.name()), Some(setting));
            let before = settings.clone();
            let value = setting.value(&settings);
            assert_eq!(setting.change(&mut settings, &value), Ok(()), "{value}");
            assert_eq!(settings, before, "{value}");
        }
    }

    #[test]
    fn values_are_shown_as_they_were_set() {
        for (setting, values) in [
            (Setting::Players, &["two", "engine"][..]),
            (Setting::Form, &["match", "practice"]),
            (Setting::Undos, &["0", "99", "any"]),
            (Setting::Rule, &["renju", "caro8"]),
            (Setting::Size, &["5", "22", "15x20"]),
            (Setting::Opening, &["swap2", "free"]),
            (Setting::Clock, &["none"]),
            (Setting::Time, &["5s", "0.5s", "none"]),
            (Setting::Nodes, &["1", "none"]),
            (Setting::Level, &["club"]),
            (Setting::First, &["engine", "guess", "guess-picker", "me"]),
            (Setting::Call, &["even", "odd"]),
            (Setting::SetUp, &["first-move", "any", "none"]),
            (Setting::Games, &["3"]),
            (Setting::Fouls, &["claimed", "automatic"]),
            (Setting::MaxMoves, &["1", "none"]),
            (Setting::Forbidden, &["off", "on"]),
            (Setting::Seed, &["18446744073709551615"]),
        ] {
            let mut settings = Settings::default();
            for value in values {
                assert_eq!(setting.change(&mut settings, value), Ok(()), "{value}");
                assert_eq!(setting.value(&settings), *value);
            }
        }
    }

    #[test]
    fn wrong_values_change_nothing() {
        for (setting, texts) in [
            (Setting::Undos, &["100", "-1", "none"][..]),
            (Setting::Rule, &["go", ""]),
            (Setting::Size, &["4", "23", "15x", "x", "15x4"]),
            (Setting::Time, &["0", "-1s", "x", "25h", "1441m"]),
            (Setting::Nodes, &["0", "1e3", "1000000000001"]),
            (Setting::First, &["you"]),
            (Setting::SetUp, &["third"]),
            (Setting::MaxMoves, &["0"]),
            (Setting::Seed, &["-1"]),
        ] {
            let mut settings = Settings::default();
            for text in texts {
                let found = setting.change(&mut settings, text);
                assert!(found.is_err(), "{text}");
            }
            assert_eq!(settings, Settings::default());
        }
    }
}
