//! Settings as the page sends and shows them.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::message::Message;
use crate::cli::play::settings::{parse_set_up, parse_time};
use crate::cli::play::words;
use crate::cli::values::Size;
use crate::engine::Level;
use crate::game::{ClockRule, Fouls, GuessForm, OpeningRule, Parity};
use crate::table::{First, Mode, Settings, WrongSettings};
use crate::types::Rule;

/// The default of the engine's time for a move.
const USUAL_TIME: Duration = Duration::from_secs(1);
/// The default of its level: few people want to lose every game.
const USUAL_LEVEL: &str = "club";
/// The longest time for a move.
const LONGEST_TIME: Duration = Duration::from_secs(3_600);

/// The most undos that can be set.
const MOST_UNDOS: usize = 99;

/// The settings of the first game.
pub(super) fn first_settings() -> Settings {
    Settings {
        time: Some(USUAL_TIME),
        level: USUAL_LEVEL.parse().unwrap_or_default(),
        call: Some(Parity::Odd),
        ..Settings::default()
    }
}

/// Settings as text. What is missing stays as it is.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct SettingsText {
    /// `engine` or `two`.
    pub players: Option<String>,
    /// `practice` or `match`.
    pub form: Option<String>,
    /// In practice: `any`, or how many.
    pub undos: Option<String>,
    pub rule: Option<String>,
    pub size: Option<String>,
    pub opening: Option<String>,
    pub clock: Option<String>,
    /// The engine's for a move.
    pub time: Option<String>,
    /// The engine's, a number or a name.
    pub level: Option<String>,
    /// The engine's nodes for a move; without time its moves are reproducible.
    pub nodes: Option<u64>,
    /// `me`, `engine` or `guess`.
    pub first: Option<String>,
    /// `odd` or `even`.
    pub call: Option<String>,
    /// `none` or the name of a set-up.
    pub set_up: Option<String>,
    pub games: Option<u32>,
    /// `automatic` or `claimed`.
    pub fouls: Option<String>,
    pub seed: Option<u64>,
}

/// A value that a setting cannot have.
fn no_value(name: &'static str, value: &str) -> Message {
    let shown: String = value.chars().take(40).collect();
    Message::new("no_value")
        .with("setting", name)
        .with("value", shown)
}

/// One of a few words.
fn word<T: Copy>(
    name: &'static str,
    told: &Option<String>,
    words: &[(&str, T)],
    value: &mut T,
) -> Result<(), Message> {
    if let Some(text) = told {
        let known = words.iter().find(|(word, _)| word == text);
        *value = known.ok_or_else(|| no_value(name, text))?.1;
    }
    Ok(())
}

/// A value that is read from its text.
fn read<T, E>(
    name: &'static str,
    told: &Option<String>,
    read: impl Fn(&str) -> Result<T, E>,
    value: &mut T,
) -> Result<(), Message> {
    if let Some(text) = told {
        *value = read(text).map_err(|_| no_value(name, text))?;
    }
    Ok(())
}

/// The settings with these changes; an error if a value is wrong or they do not
/// fit together.
pub(super) fn changed(settings: &Settings, told: &SettingsText) -> Result<Settings, Message> {
    let mut changed = settings.clone();
    let settings = &mut changed;
    let players = [("engine", false), ("two", true)];
    word("players", &told.players, &players, &mut settings.two)?;
    let forms = [("practice", Mode::Casual), ("match", Mode::Match)];
    word("form", &told.form, &forms, &mut settings.mode)?;
    let undos = |text: &str| match text {
        "any" => Ok(None),
        _ => match text.parse() {
            Ok(count) if count <= MOST_UNDOS => Ok(Some(count)),
            _ => Err(()),
        },
    };
    read("undos", &told.undos, undos, &mut settings.undos)?;
    let first = [
        ("me", First::Me),
        ("engine", First::Engine),
        ("guess", First::Guess(GuessForm::Handful)),
    ];
    word("first", &told.first, &first, &mut settings.first)?;
    let calls = [("odd", Some(Parity::Odd)), ("even", Some(Parity::Even))];
    word("call", &told.call, &calls, &mut settings.call)?;
    let fouls = [("automatic", Fouls::Automatic), ("claimed", Fouls::Claimed)];
    word("fouls", &told.fouls, &fouls, &mut settings.fouls)?;
    read("rule", &told.rule, str::parse::<Rule>, &mut settings.rule)?;
    let mut size = Size(settings.size.0, settings.size.1);
    read("size", &told.size, str::parse::<Size>, &mut size)?;
    settings.size = (size.0, size.1);
    let opening = str::parse::<OpeningRule>;
    read("opening", &told.opening, opening, &mut settings.opening)?;
    let clock = str::parse::<ClockRule>;
    read("clock", &told.clock, clock, &mut settings.clock)?;
    let time = |text: &str| match text {
        "none" => Ok(None),
        _ => match parse_time(text) {
            Ok(time) if time <= LONGEST_TIME => Ok(Some(time)),
            _ => Err(()),
        },
    };
    read("time", &told.time, time, &mut settings.time)?;
    let level = str::parse::<Level>;
    read("level", &told.level, level, &mut settings.level)?;
    settings.nodes = told.nodes.filter(|&nodes| nodes > 0).or(settings.nodes);
    let set_up = |text: &str| match text {
        "none" => Ok(None),
        _ => parse_set_up(text).map(Some),
    };
    read("set_up", &told.set_up, set_up, &mut settings.set_up)?;
    settings.games = told.games.unwrap_or(settings.games);
    settings.seed = told.seed.unwrap_or(settings.seed);
    let checked = changed.check();
    checked.map_err(|error| wrong_settings(error, &changed))?;
    Ok(changed)
}

/// Why no game can be played by these settings.
fn wrong_settings(error: WrongSettings, settings: &Settings) -> Message {
    match error {
        WrongSettings::Games(_) => no_value("games", &settings.games.to_string()),
        WrongSettings::Size(_) => {
            let (width, height) = settings.size;
            no_value("size", &format!("{width}x{height}"))
        }
        WrongSettings::Opening(_) => Message::new("opening_needs_board")
            .with("opening", settings.opening.name())
            .with("least", settings.opening.least_side()),
        WrongSettings::SetUpWithOpening => Message::new("set_up_with_opening"),
        WrongSettings::SetUpInSeries => Message::new("set_up_in_series"),
    }
}

/// As the page is told of it.
pub(super) fn as_text(settings: &Settings) -> SettingsText {
    let text = |word: &str| Some(word.to_string());
    let (width, height) = settings.size;
    SettingsText {
        players: text(if settings.two { "two" } else { "engine" }),
        form: text(match settings.mode {
            Mode::Casual => "practice",
            Mode::Match => "match",
        }),
        undos: Some(
            settings
                .undos
                .map_or("any".to_string(), |count| count.to_string()),
        ),
        rule: Some(settings.rule.to_string()),
        size: Some(match width == height {
            true => width.to_string(),
            false => format!("{width}x{height}"),
        }),
        opening: text(settings.opening.name()),
        clock: Some(settings.clock.to_string()),
        time: Some(settings.time.map_or("none".to_string(), words::duration)),
        level: Some(settings.level.to_string()),
        nodes: settings.nodes,
        first: text(settings.first.name()),
        call: text(match settings.call {
            Some(Parity::Even) => "even",
            _ => "odd",
        }),
        set_up: text(settings.set_up.map_or("none", words::set_up_name)),
        games: Some(settings.games),
        fouls: text(words::fouls_name(settings.fouls)),
        seed: None,
    }
}
