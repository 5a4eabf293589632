//! Settings as the page sends and shows them.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::message::Message;
use crate::game::Parity;
use crate::table::{Setting, Settings, WrongSettings};

/// The default of the engine's time for a move.
const USUAL_TIME: Duration = Duration::from_secs(1);
/// The default of its level: few people want to lose every game.
const USUAL_LEVEL: &str = "club";
/// The longest time for a move.
const LONGEST_TIME: Duration = Duration::from_secs(3_600);

/// The settings that the page changes, by their names in its messages.
const SETTINGS: [(&str, Setting); 16] = [
    ("players", Setting::Players),
    ("form", Setting::Form),
    ("undos", Setting::Undos),
    ("rule", Setting::Rule),
    ("size", Setting::Size),
    ("opening", Setting::Opening),
    ("clock", Setting::Clock),
    ("time", Setting::Time),
    ("level", Setting::Level),
    ("nodes", Setting::Nodes),
    ("first", Setting::First),
    ("call", Setting::Call),
    ("set_up", Setting::SetUp),
    ("games", Setting::Games),
    ("fouls", Setting::Fouls),
    ("seed", Setting::Seed),
];

/// The settings of the first game.
pub(crate) fn first_settings() -> Settings {
    Settings {
        time: Some(USUAL_TIME),
        level: USUAL_LEVEL.parse().unwrap_or_default(),
        call: Some(Parity::Odd),
        ..Settings::default()
    }
}

/// Values by the names of settings. What is missing stays as it is.
pub(crate) type SettingsText = BTreeMap<String, Value>;

/// A value: text, or a number of games, nodes or undos.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum Value {
    Text(String),
    Number(u64),
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(text.to_string())
    }
}

/// A value that a setting cannot have.
fn no_value(name: &str, value: &str) -> Message {
    let shown: String = value.chars().take(40).collect();
    Message::new("no_value")
        .with("setting", name)
        .with("value", shown)
}

/// The settings with these changes; an error if a value is wrong or they do not
/// fit together.
pub(crate) fn changed(settings: &Settings, told: &SettingsText) -> Result<Settings, Message> {
    let mut changed = settings.clone();
    for (name, value) in told {
        let text = match value {
            Value::Text(text) => text.clone(),
            Value::Number(number) => number.to_string(),
        };
        let found = SETTINGS.iter().find(|(known, _)| known == name);
        let &(_, setting) = found.ok_or_else(|| Message::new("unknown_act"))?;
        let wrong = |_| no_value(name, &text);
        setting.change(&mut changed, &text).map_err(wrong)?;
        if changed.time.is_some_and(|time| time > LONGEST_TIME) {
            return Err(no_value(name, &text));
        }
    }
    let checked = changed.check();
    checked.map_err(|error| wrong_settings(error, &changed))?;
    Ok(changed)
}

/// Why no game can be played by these settings.
fn wrong_settings(error: WrongSettings, settings: &Settings) -> Message {
    match error {
        WrongSettings::Games(_) => no_value("games", &Setting::Games.value(settings)),
        WrongSettings::Size(_) => no_value("size", &Setting::Size.value(settings)),
        WrongSettings::Opening(_) => Message::new("opening_needs_board")
            .with("opening", settings.opening.name())
            .with("least", settings.opening.least_side()),
        WrongSettings::SetUpWithOpening => Message::new("set_up_with_opening"),
        WrongSettings::SetUpInSeries => Message::new("set_up_in_series"),
    }
}

/// All settings, the seed too, as [`changed`] reads them.
pub(crate) fn all_text(settings: &Settings) -> BTreeMap<String, String> {
    let all = SETTINGS.iter();
    all.map(|&(name, setting)| (name.to_string(), setting.value(settings)))
        .collect()
}

/// The settings that the page shows. Not the seed: the openings could be predicted from it.
pub(crate) fn as_text(settings: &Settings) -> BTreeMap<&'static str, String> {
    let shown = SETTINGS.iter().filter(|(_, one)| *one != Setting::Seed);
    shown
        .map(|&(name, setting)| (name, setting.value(settings)))
        .collect()
}
