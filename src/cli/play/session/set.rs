//! Settings that are changed during a session.

use super::Session;
use crate::cli::play::words;
use crate::engine::Level;
use crate::game::{Fouls, OpeningRule, SetUp};
use crate::table::{Act, Event, First, Setting, WrongValue};
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
            return Ok(vec![words::setting(name, &value, &choices(setting))]);
        };
        let mut settings = self.table.settings().clone();
        setting
            .change(&mut settings, &value)
            .map_err(|WrongValue(why)| match why {
                Some(why) => words::sentence(&why),
                None => words::not_a_value(name, &value, &choices(setting)),
            })?;
        let value = setting.value(&settings);
        let events = self.act(Act::Change(Box::new(settings)))?;
        if events.contains(&Event::ForNextGame) {
            return Ok(vec![words::set_for_next(name, &value)]);
        }
        let mut lines = vec![words::set(name, &value)];
        lines.extend(self.told(&events));
        match shows_on_board(setting) {
            true => Ok(self.after(lines)),
            false => Ok(lines),
        }
    }
}

fn shows_on_board(setting: Setting) -> bool {
    !matches!(setting, Setting::Time | Setting::Nodes | Setting::Level)
}

/// The values that a setting can have, in words.
fn choices(setting: Setting) -> String {
    match setting {
        Setting::Rule => Rule::ALL.map(Rule::name).join(", "),
        Setting::Size => words::sizes(),
        Setting::Opening => OpeningRule::ALL.map(OpeningRule::name).join(", "),
        Setting::Clock => words::clock_choices(),
        Setting::Time => words::time_choices(),
        Setting::Level => Level::choices(),
        Setting::First => First::ALL.map(First::name).join(", "),
        Setting::SetUp => format!("none, {}", SetUp::ALL.map(SetUp::name).join(", ")),
        Setting::Fouls => [Fouls::Automatic, Fouls::Claimed]
            .map(Fouls::name)
            .join(", "),
        Setting::MaxMoves => words::max_moves_choices(),
        Setting::Forbidden => words::on_off(),
        _ => words::nodes_choices(),
    }
}
