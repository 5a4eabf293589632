//! Settings as they are typed.

use std::time::Duration;

use super::words;
use crate::cli::values::{self, whole};
use crate::game::SetUp;

/// The most moves that a limit can allow: no limit in practice.
const MOST_MOVES: usize = 10_000;

/// The number of moves that a text says, after which a game is a draw.
pub fn parse_max_moves(text: &str) -> Result<usize, String> {
    whole(1..=MOST_MOVES)(text)
}

/// The time that a text such as `5s`, `1m30s` or `500` (milliseconds) says.
pub fn parse_time(text: &str) -> Result<Duration, String> {
    values::time(text)
}

/// The set-up with this name, English or Chinese.
pub fn parse_set_up(text: &str) -> Result<SetUp, String> {
    let named = |set_up: &SetUp| {
        words::set_up_name(*set_up).eq_ignore_ascii_case(text) || set_up.chinese() == text
    };
    let found = SetUp::ALL.into_iter().find(named);
    found.ok_or_else(|| words::no_set_up(text))
}
