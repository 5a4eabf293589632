//! What games are played by, as the page says it.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::said::Said;
use crate::cli::play::settings::{First, Settings, parse_set_up, parse_time};
use crate::cli::play::words;
use crate::cli::values::Size;
use crate::engine::Level;
use crate::game::{ClockRule, Fouls, GuessForm, OpeningRule, OpeningState, Parity, SeriesRule};
use crate::types::Rule;

/// How long the engine thinks about a move if nothing is said about it.
const USUAL_TIME: Duration = Duration::from_secs(1);
/// How strong it is then: few people want to lose every game.
const USUAL_LEVEL: &str = "club";
/// The longest that it may be told to.
const LONGEST_TIME: Duration = Duration::from_secs(3_600);

/// The most steps that may be counted.
const MOST_UNDOS: usize = 99;

/// What games are played by.
#[derive(Clone, Debug)]
pub(super) struct Agreed {
    pub settings: Settings,
    /// Moves can be taken back, and there are hints.
    pub is_practice: bool,
    /// How many steps a person may take back then; nothing: any number.
    pub undos: Option<usize>,
    /// What the person says if it is guessed who begins.
    pub call: Parity,
}

impl Default for Agreed {
    fn default() -> Agreed {
        Agreed {
            settings: Settings {
                time: Some(USUAL_TIME),
                level: USUAL_LEVEL.parse().unwrap_or_default(),
                ..Settings::default()
            },
            is_practice: true,
            undos: None,
            call: Parity::Odd,
        }
    }
}

/// The same as text, each as its type is read. What is missing stays as it is.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Told {
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
    /// Alone, without time, it makes the engine's moves reproducible.
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
fn no_value(name: &'static str, value: &str) -> Said {
    let shown: String = value.chars().take(40).collect();
    Said::new("no_value")
        .with("setting", name)
        .with("value", shown)
}

/// One of a few words.
fn word<T: Copy>(
    name: &'static str,
    told: &Option<String>,
    words: &[(&str, T)],
    value: &mut T,
) -> Result<(), Said> {
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
) -> Result<(), Said> {
    if let Some(text) = told {
        *value = read(text).map_err(|_| no_value(name, text))?;
    }
    Ok(())
}

impl Agreed {
    /// The same with what was told; why it cannot be if a value is wrong or
    /// they do not fit together.
    pub fn changed(&self, told: &Told) -> Result<Agreed, Said> {
        let mut agreed = self.clone();
        let settings = &mut agreed.settings;
        let players = [("engine", false), ("two", true)];
        word("players", &told.players, &players, &mut settings.two)?;
        let forms = [("practice", true), ("match", false)];
        word("form", &told.form, &forms, &mut agreed.is_practice)?;
        let undos = |text: &str| match text {
            "any" => Ok(None),
            _ => match text.parse() {
                Ok(count) if count <= MOST_UNDOS => Ok(Some(count)),
                _ => Err(()),
            },
        };
        read("undos", &told.undos, undos, &mut agreed.undos)?;
        let first = [
            ("me", First::Me),
            ("engine", First::Engine),
            ("guess", First::Guess(GuessForm::Handful)),
        ];
        word("first", &told.first, &first, &mut settings.first)?;
        let calls = [("odd", Parity::Odd), ("even", Parity::Even)];
        word("call", &told.call, &calls, &mut agreed.call)?;
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
        agreed.check()?;
        Ok(agreed)
    }

    /// Whether a game can be played so.
    fn check(&self) -> Result<(), Said> {
        let settings = &self.settings;
        let (width, height) = settings.size;
        SeriesRule::best_of(settings.games)
            .map_err(|_| no_value("games", &settings.games.to_string()))?;
        let size = format!("{width}x{height}");
        let board = settings.board().map_err(|_| no_value("size", &size))?;
        OpeningState::new(settings.opening, board).map_err(|_| {
            Said::new("opening_needs_board")
                .with("opening", settings.opening.name())
                .with("least", settings.opening.least_side())
        })?;
        if settings.set_up.is_some() && settings.opening != OpeningRule::Free {
            return Err(Said::new("set_up_with_opening"));
        }
        if settings.set_up.is_some() && settings.games > 1 {
            return Err(Said::new("set_up_in_series"));
        }
        Ok(())
    }

    /// As the page is told of it.
    pub fn told(&self) -> Told {
        let settings = &self.settings;
        let text = |word: &str| Some(word.to_string());
        let (width, height) = settings.size;
        Told {
            players: text(if settings.two { "two" } else { "engine" }),
            form: text(if self.is_practice {
                "practice"
            } else {
                "match"
            }),
            undos: Some(
                self.undos
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
            first: text(words::first_name(settings.first)),
            call: text(match self.call {
                Parity::Odd => "odd",
                Parity::Even => "even",
            }),
            set_up: text(settings.set_up.map_or("none", words::set_up_name)),
            games: Some(settings.games),
            fouls: text(words::fouls_name(settings.fouls)),
            seed: None,
        }
    }
}
