//! Settings that are changed during a session.

use super::Session;
use crate::cli::play::command::Setting;
use crate::cli::play::settings::{parse_max_moves, parse_set_up, parse_time};
use crate::cli::play::words;
use crate::cli::values::{MOST, Size, whole};
use crate::engine::Level;
use crate::game::{ClockRule, Fouls, OpeningRule, SetUp};
use crate::table::{Act, Event, First, Settings};
use crate::types::Rule;

impl Session {
    /// Shows a setting, or changes it: at once, or for the next game if the
    /// present one has begun.
    pub(super) fn set(
        &mut self,
        setting: Setting,
        value: Option<String>,
    ) -> Result<Vec<String>, String> {
        let name = setting.name();
        let Some(value) = value else {
            let value = setting.value(self.table.settings());
            return Ok(vec![words::setting(name, &value, &setting.choices())]);
        };
        let mut settings = self.table.settings().clone();
        setting.change(&mut settings, &value)?;
        let value = setting.value(&settings);
        let events = self.act(Act::Change(Box::new(settings)))?;
        if events.contains(&Event::ForNextGame) {
            return Ok(vec![words::set_for_next(name, &value)]);
        }
        let mut lines = vec![words::set(name, &value)];
        lines.extend(self.told(&events));
        match setting.is_shown() {
            true => Ok(self.after(lines)),
            false => Ok(lines),
        }
    }
}

impl Setting {
    fn name(self) -> &'static str {
        match self {
            Setting::Rule => "rule",
            Setting::Size => "size",
            Setting::Opening => "opening",
            Setting::Clock => "clock",
            Setting::Time => "time",
            Setting::Nodes => "nodes",
            Setting::Level => "level",
            Setting::First => "first",
            Setting::SetUp => "set-up",
            Setting::Fouls => "fouls",
            Setting::MaxMoves => "max-moves",
            Setting::Forbidden => "forbidden",
        }
    }

    /// Whether a change shows on the board.
    fn is_shown(self) -> bool {
        !matches!(self, Setting::Time | Setting::Nodes | Setting::Level)
    }

    fn value(self, settings: &Settings) -> String {
        let none = || words::none().to_string();
        match self {
            Setting::Rule => settings.rule.to_string(),
            Setting::Size => format!("{}x{}", settings.size.0, settings.size.1),
            Setting::Opening => settings.opening.to_string(),
            Setting::Clock => settings.clock.to_string(),
            Setting::Time => settings.time.map_or_else(none, words::duration),
            Setting::Nodes => settings.nodes.map_or_else(none, |nodes| nodes.to_string()),
            Setting::Level => settings.level.to_string(),
            Setting::First => settings.first.name().to_string(),
            Setting::SetUp => settings
                .set_up
                .map_or_else(none, |set_up| words::set_up_name(set_up).to_string()),
            Setting::Fouls => words::fouls_name(settings.fouls).to_string(),
            Setting::MaxMoves => settings
                .max_moves
                .map_or_else(none, |moves| moves.to_string()),
            Setting::Forbidden => words::on_off(settings.marks_forbidden).to_string(),
        }
    }

    /// What it can be.
    fn choices(self) -> String {
        let none = words::none();
        match self {
            Setting::Rule => Rule::ALL.map(Rule::name).join(", "),
            Setting::Size => words::sizes(),
            Setting::Opening => OpeningRule::ALL.map(OpeningRule::name).join(", "),
            Setting::Clock => words::clock_choices(),
            Setting::Time => words::time_choices(),
            Setting::Nodes => words::nodes_choices(),
            Setting::Level => Level::choices(),
            Setting::First => First::ALL.map(First::name).join(", "),
            Setting::SetUp => format!("{none}, {}", SetUp::ALL.map(words::set_up_name).join(", ")),
            Setting::Fouls => FOULS.map(words::fouls_name).join(", "),
            Setting::MaxMoves => words::max_moves_choices(),
            Setting::Forbidden => [true, false].map(words::on_off).join(", "),
        }
    }

    /// Reads a value.
    fn change(self, settings: &mut Settings, text: &str) -> Result<(), String> {
        let wrong = || words::not_a_value(self.name(), text, &self.choices());
        let is_none = text.eq_ignore_ascii_case(words::none());
        match self {
            Setting::Rule => settings.rule = text.parse().map_err(|_| wrong())?,
            Setting::Size => {
                let Size(width, height) = text.parse().map_err(|_| wrong())?;
                settings.size = (width, height);
            }
            Setting::Opening => settings.opening = text.parse().map_err(|_| wrong())?,
            Setting::Clock => {
                let clock = text.parse::<ClockRule>();
                settings.clock = clock.map_err(|error| words::sentence(&error))?;
            }
            Setting::Time => {
                let time = (!is_none).then(|| parse_time(text)).transpose();
                settings.time = time.map_err(|error| words::sentence(&error))?;
            }
            Setting::Nodes => {
                let nodes = (!is_none).then(|| whole(1..=MOST)(text)).transpose();
                settings.nodes = nodes.map_err(|_| wrong())?;
            }
            Setting::Level => settings.level = text.parse().map_err(|_| wrong())?,
            Setting::First => settings.first = text.parse().map_err(|_| wrong())?,
            Setting::SetUp => {
                let set_up = (!is_none).then(|| parse_set_up(text)).transpose();
                settings.set_up = set_up.map_err(|_| wrong())?;
            }
            Setting::MaxMoves => {
                let moves = (!is_none).then(|| parse_max_moves(text)).transpose();
                settings.max_moves = moves.map_err(|_| wrong())?;
            }
            Setting::Fouls => settings.fouls = named(FOULS, words::fouls_name, text, wrong)?,
            Setting::Forbidden => {
                settings.marks_forbidden = named([true, false], words::on_off, text, wrong)?;
            }
        }
        Ok(())
    }
}

const FOULS: [Fouls; 2] = [Fouls::Automatic, Fouls::Claimed];

/// The value with this name.
fn named<T: Copy, const N: usize>(
    values: [T; N],
    name: impl Fn(T) -> &'static str,
    text: &str,
    wrong: impl Fn() -> String,
) -> Result<T, String> {
    let is_named = |value: &T| name(*value).eq_ignore_ascii_case(text);
    values.into_iter().find(is_named).ok_or_else(wrong)
}
