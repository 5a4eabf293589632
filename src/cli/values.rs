//! The values of options: which are allowed, and the errors of others.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, Result};

use crate::board::Board;
use crate::game::parse_time;
use crate::params::Tunables;

/// The most nodes of a search, and milliseconds of anything: no limit in
/// practice, and far from overflow.
pub(super) const MOST: u64 = 1_000_000_000_000;
/// The most games and the like.
pub(super) const MOST_GAMES: usize = 1_000_000_000;
/// The most mebibytes of memory.
pub(super) const MOST_MEMORY: u64 = 1 << 20;

/// A parser of whole numbers within a range.
pub(super) fn whole<T>(range: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, String> + Clone
where
    T: FromStr + PartialOrd + Display + Clone,
{
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        let (least, most) = (range.start(), range.end());
        number.ok_or_else(|| format!("a whole number from {least} to {most} is needed"))
    }
}

/// Reads a time: `1000` (milliseconds), `500ms`, `1s`, `2m` or `1m30s`.
pub(super) fn time(text: &str) -> Result<Duration, String> {
    let time = parse_time(text).map_err(|error| error.to_string())?;
    match (1..=u128::from(MOST)).contains(&time.as_millis()) {
        true => Ok(time),
        false => Err(format!("a time from 1 ms to {MOST} ms is needed")),
    }
}

/// Reads a probability of error.
pub(super) fn error_rate(text: &str) -> Result<f64, String> {
    let rate = text.parse().ok();
    rate.filter(|&rate| rate > 0.0 && rate < 0.5)
        .ok_or_else(|| "a number between 0 and 0.5 is needed".to_string())
}

/// A board's size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Size(pub(super) usize, pub(super) usize);

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Size, String> {
        let (width, height) = text.split_once('x').unwrap_or((text, text));
        let (Ok(width), Ok(height)) = (width.parse(), height.parse()) else {
            return Err("a number or WIDTHxHEIGHT is needed".to_string());
        };
        match Board::new(width, height) {
            Ok(_) => Ok(Size(width, height)),
            Err(error) => Err(error.to_string()),
        }
    }
}

/// A parameter of the search and its value (`NAME=VALUE`).
pub(super) fn setting(text: &str) -> Result<(String, i32)> {
    let (name, value) = text.split_once('=').context("no '='")?;
    let number =
        Tunables::value(name, value).with_context(|| match Tunables::NAMES.contains(&name) {
            true => format!("{name} cannot be '{value}'"),
            false => format!("there is no parameter '{name}'"),
        })?;
    Ok((name.to_string(), number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_within_their_range() {
        let number = whole(-2..=300);
        assert_eq!(number("-2"), Ok(-2));
        assert_eq!(number("300"), Ok(300));
        for bad in [
            "-3",
            "301",
            "",
            "x",
            "1.0",
            "1e2",
            "99999999999999999999",
            " 1",
        ] {
            let said = "a whole number from -2 to 300 is needed";
            assert_eq!(number(bad), Err(said.to_string()), "{bad}");
        }
        assert_eq!(error_rate("0.25"), Ok(0.25));
        for bad in ["0", "0.5", "-0.1", "nan", "inf", ""] {
            assert!(error_rate(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn times_are_within_their_range() {
        assert_eq!(time("1000"), time("1s"));
        assert_eq!(time("1m30s"), Ok(Duration::from_secs(90)));
        assert_eq!(time(&MOST.to_string()), Ok(Duration::from_millis(MOST)));
        for bad in ["0", "0s", "-1", "1.5", "", "x", "1000000000001"] {
            assert!(time(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn sizes_are_those_of_boards() {
        assert_eq!("15".parse(), Ok(Size(15, 15)));
        assert_eq!("22x5".parse(), Ok(Size(22, 5)));
        for bad in [
            "", "x", "15x", "x15", "4", "23", "15x4", "-15", "1e1", "15x15x15",
        ] {
            assert!(bad.parse::<Size>().is_err(), "{bad}");
        }
    }
}
