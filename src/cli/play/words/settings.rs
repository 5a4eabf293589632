//! Settings in words.

use super::sentence_case;
use crate::types::{MAX_SIDE, MIN_SIDE};

pub(in crate::cli) fn set(name: &str, value: &str) -> String {
    format!("{} is {value}.", sentence_case(name))
}

pub(in crate::cli) fn set_for_next(name: &str, value: &str) -> String {
    format!(
        "{} will be {value} in the next game (type new).",
        sentence_case(name)
    )
}

pub(in crate::cli) fn setting(name: &str, value: &str, choices: &str) -> String {
    format!("{} is {value} ({choices}).", sentence_case(name))
}

pub(in crate::cli) fn not_a_value(name: &str, value: &str, choices: &str) -> String {
    format!("'{value}' isn't a valid {name} ({choices}).")
}

pub(in crate::cli) fn sizes() -> String {
    format!("{MIN_SIDE} to {MAX_SIDE}, or both sides as in 15x20")
}

pub(in crate::cli) fn clock_choices() -> String {
    "none, or: 15m; 15m+30s (added every move); 60m,5x30s (byo-yomi); \
     40/90m,30m (40 moves, then the rest); max 30s (every move); shared 2h (both sides)"
        .to_string()
}

pub(in crate::cli) fn time_choices() -> String {
    "none, or a time such as 5s".to_string()
}

pub(in crate::cli) fn nodes_choices() -> String {
    "none, or a number".to_string()
}

pub(in crate::cli) fn max_moves_choices() -> String {
    "none, or the number of moves after which a game is a draw".to_string()
}

pub(in crate::cli) fn on_off() -> String {
    "on, off".to_string()
}

pub(in crate::cli) fn new_in_series() -> String {
    "The unfinished game does not count: it is played again.".to_string()
}
