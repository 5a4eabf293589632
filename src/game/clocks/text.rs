//! Clock rules as people type them.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use super::rule::{LONGEST, MOST_MOVES};
use super::{ClockRule, Stage, WrongClock};

/// The units of time in milliseconds, the longest first.
const UNITS: [(&str, u64); 4] = [("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1)];

/// An invalid clock rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClockTextError {
    /// Nothing where a stage or a time should stand.
    #[error("a time is missing (as 15m, 15m+30s, 60m,5x30s, or none)")]
    Missing,
    /// A number without a unit.
    #[error("'{0}' has no unit (h, m, s or ms)")]
    NoUnit(String),
    /// Not a time.
    #[error("'{0}' is no time (as 1h30m, 90s, 0.5s or 200ms)")]
    NoTime(String),
    /// Units that do not get smaller.
    #[error("the units in '{0}' must become smaller, and each stand once")]
    Order(String),
    /// Not a number of moves or periods.
    #[error("'{0}' is no number from 1 to {MOST_MOVES}")]
    NoCount(String),
    /// Readable parts that make no rule.
    #[error("'{text}': {why}")]
    Wrong {
        /// All of the text.
        text: String,
        /// What is wrong with it.
        why: WrongClock,
    },
}

impl FromStr for ClockRule {
    type Err = ClockTextError;

    fn from_str(text: &str) -> Result<ClockRule, ClockTextError> {
        let words = text.to_ascii_lowercase();
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        if words == "none" {
            return Ok(ClockRule::UNLIMITED);
        }
        let wrong = |why| ClockTextError::Wrong {
            text: text.trim().to_string(),
            why,
        };
        let (is_shared, rest) = match words.strip_prefix("shared ") {
            Some(rest) => (true, rest),
            None => (false, words.as_str()),
        };
        let (stages, turn) = match rest.split_once("max") {
            Some((stages, turn)) => (stages, Some(turn)),
            None => (rest, None),
        };
        let turn = turn.map(parse_time_with_unit).transpose()?;
        let stages = match stages.trim() {
            "" if turn.is_some() => Vec::new(),
            _ => stages
                .split(',')
                .map(parse_stage)
                .collect::<Result<_, _>>()?,
        };
        let rule = ClockRule::new(stages, turn).map_err(wrong)?;
        match is_shared {
            true => rule.into_shared().map_err(wrong),
            false => Ok(rule),
        }
    }
}

fn parse_stage(text: &str) -> Result<Stage, ClockTextError> {
    let text = text.trim();
    if let Some((periods, time)) = text.split_once('x') {
        return Ok(Stage::Periods {
            periods: parse_count(periods)?,
            time: parse_time_with_unit(time)?,
        });
    }
    let (moves, times) = match text.split_once('/') {
        Some((moves, times)) => (Some(parse_count(moves)?), times),
        None => (None, text),
    };
    let (time, increment) = match times.split_once('+') {
        Some((time, increment)) => (
            parse_time_with_unit(time)?,
            parse_time_with_unit(increment)?,
        ),
        None => (parse_time_with_unit(times)?, Duration::ZERO),
    };
    Ok(match moves {
        None => Stage::Open { time, increment },
        Some(moves) => Stage::Moves {
            moves,
            time,
            increment,
        },
    })
}

fn parse_count(text: &str) -> Result<u32, ClockTextError> {
    let text = text.trim();
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    let count = text.parse().ok().filter(|_| is_number);
    count
        .filter(|count| (1..=MOST_MOVES).contains(count))
        .ok_or_else(|| ClockTextError::NoCount(text.to_string()))
}

/// Reads a time such as `1m30s`, in lower case.
pub(in crate::game) fn parse_time_with_unit(text: &str) -> Result<Duration, ClockTextError> {
    let text = text.trim();
    if text.is_empty() {
        return Err(ClockTextError::Missing);
    }
    let no_time = || ClockTextError::NoTime(text.to_string());
    let (mut rest, mut total, mut last) = (text, 0_u64, u64::MAX);
    while !rest.is_empty() {
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.');
        let (number, after) = rest.split_at(end.unwrap_or(rest.len()));
        let end = after.find(|c: char| !c.is_ascii_alphabetic());
        let (unit, after) = after.split_at(end.unwrap_or(after.len()));
        if unit.is_empty() && after.is_empty() && !number.is_empty() {
            return Err(ClockTextError::NoUnit(text.to_string()));
        }
        let known = UNITS.iter().find(|(name, _)| *name == unit);
        let &(_, unit) = known.ok_or_else(no_time)?;
        if unit >= last {
            return Err(ClockTextError::Order(text.to_string()));
        }
        total = total.saturating_add(in_units(number, unit).ok_or_else(no_time)?);
        (rest, last) = (after, unit);
    }
    Ok(Duration::from_millis(total))
}

/// A number, maybe with a fraction, of units of this many milliseconds; `None`
/// if it isn't one, or no whole number of milliseconds.
fn in_units(number: &str, unit: u64) -> Option<u64> {
    let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
    if whole.is_empty() || fraction.is_empty() || fraction.len() > 9 {
        return None;
    }
    let parts = fraction.parse::<u64>().ok()? * unit;
    let scale = 10_u64.pow(fraction.len() as u32);
    // Too many of anything become a time that is too long.
    let most = LONGEST.as_millis() as u64 + 1;
    let whole = whole.parse().unwrap_or(most).saturating_mul(unit).min(most);
    (parts.is_multiple_of(scale)).then(|| whole + parts / scale)
}

impl fmt::Display for ClockRule {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let mut words = Vec::new();
        if self.is_shared() {
            words.push("shared".to_string());
        }
        if !self.stages().is_empty() {
            let stages: Vec<String> = self.stages().iter().map(ToString::to_string).collect();
            words.push(stages.join(","));
        }
        if let Some(turn) = self.turn() {
            words.push(format!("max {}", time_text(turn)));
        }
        f.pad(
            match words.is_empty() {
                true => "none".to_string(),
                false => words.join(" "),
            }
            .as_str(),
        )
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Stage::Open { .. } => (),
            Stage::Moves { moves, .. } => write!(f, "{moves}/")?,
            Stage::Periods { periods, .. } => write!(f, "{periods}x")?,
        }
        write!(f, "{}", time_text(self.time()))?;
        match self.increment() {
            Duration::ZERO => Ok(()),
            increment => write!(f, "+{}", time_text(increment)),
        }
    }
}

/// A time in whole numbers of units, cut to milliseconds.
fn time_text(time: Duration) -> String {
    let mut rest = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    let mut text = String::new();
    for (name, unit) in UNITS {
        if rest >= unit {
            text += &format!("{}{name}", rest / unit);
            rest %= unit;
        }
    }
    text
}
