//! Times as people type them.

use std::time::Duration;

use super::clocks::parse_time_with_unit;

/// Text that is not a time.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a time (as 500ms, 2s or 1m30s; a number alone is milliseconds)")]
pub struct BadTime(String);

/// Reads a time: `500ms`, `2s`, `1m30s`, `0.5h`, or a number of milliseconds.
pub fn parse_time(text: &str) -> Result<Duration, BadTime> {
    let bad = || BadTime(text.to_string());
    let text = text.trim();
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match is_number {
        true => text.parse().map(Duration::from_millis).map_err(|_| bad()),
        false => parse_time_with_unit(&text.to_ascii_lowercase()).map_err(|_| bad()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units_or_are_milliseconds() {
        for (text, ms) in [
            ("1000", 1_000),
            ("0", 0),
            (" 7 ", 7),
            ("1s", 1_000),
            ("500ms", 500),
            ("2m", 120_000),
            ("1M30S", 90_000),
            ("0.5s", 500),
            ("1h", 3_600_000),
        ] {
            let time = parse_time(text).map(|time| time.as_millis());
            assert_eq!(time, Ok(ms), "{text}");
        }
        for bad in [
            "",
            " ",
            "x",
            "-1",
            "1.5",
            "1e3",
            "5 s",
            "s",
            "1d",
            "18446744073709551616",
        ] {
            let error = parse_time(bad).expect_err(bad);
            assert!(
                error
                    .to_string()
                    .starts_with(&format!("'{bad}' is not a time"))
            );
        }
    }
}
