//! The settings that managers make with `INFO`.

use std::time::Duration;

use crate::engine::Options;
use crate::types::Rule;

/// A time left that means "no limit".
const NO_LIMIT: i64 = i32::MAX as i64;

/// The keys that mean something to us; all others are ignored.
pub(super) const KEYS: [&str; 9] = [
    "timeout_turn",
    "timeout_match",
    "time_left",
    "max_memory",
    "max_depth",
    "max_node",
    "rule",
    "hash_size",
    "show_detail",
];

/// What managers have said with `INFO`, as far as it is not in
/// [`Options`] already.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Info {
    options: Options,
    /// In milliseconds: 0 at once, negative no limit.
    timeout_turn: Option<i64>,
    /// In milliseconds; 0 and negative no limit.
    timeout_match: Option<i64>,
    /// In milliseconds, as last heard, less what was used since.
    time_left: Option<i64>,
    /// Bits: 1 for `REALTIME` lines, 2 for `INFO` lines.
    pub(super) detail: u8,
}

impl Info {
    /// Takes a setting over. Unknown keys and values that cannot be read are
    /// ignored, as the protocol wants; the answer names a setting that is
    /// understood but cannot be had.
    pub(super) fn set(&mut self, key: &str, value: &str) -> Option<String> {
        let number = number(value)?;
        match key {
            "timeout_turn" => self.timeout_turn = Some(number),
            "timeout_match" => {
                self.timeout_match = Some(number);
                self.time_left = None;
            }
            "time_left" => self.time_left = Some(number),
            "max_memory" => self.options.memory = number.max(0) as u64,
            "max_depth" => self.options.depth = (number > 0).then(|| number.min(1_000) as i32),
            "max_node" => self.options.nodes = (number > 0).then_some(number as u64),
            "hash_size" => {
                let bytes = u64::try_from(number).unwrap_or(0).saturating_mul(1 << 10);
                self.options.hash = (bytes > 0).then_some(bytes);
            }
            "show_detail" => self.detail = (number & 3) as u8,
            "rule" => match rule(number) {
                Some(rule) => self.options.rule = rule,
                None => {
                    let rule = self.options.rule;
                    return Some(format!("rule {number} is not supported, {rule} goes on"));
                }
            },
            _ => (),
        }
        None
    }

    /// A new game: nothing of the match time is used.
    pub(super) fn new_game(&mut self) {
        if self.timeout_match.is_some_and(|limit| limit > 0) {
            self.time_left = None;
        }
    }

    /// A move took this long.
    pub(super) fn spend(&mut self, elapsed: Duration) {
        let left = self.time_left.or(self.timeout_match.filter(|&ms| ms > 0));
        if let Some(left) = left.filter(|&left| left < NO_LIMIT) {
            let spent = i64::try_from(elapsed.as_millis()).unwrap_or(i64::MAX);
            self.time_left = Some(left.saturating_sub(spent));
        }
    }

    /// The options for the next move.
    pub(super) fn options(&self) -> Options {
        let millis = |ms: i64| Duration::from_millis(ms.max(0) as u64);
        let limited = self.timeout_match != Some(0);
        let left = self.time_left.filter(|_| limited);
        let left = left.or(self.timeout_match.filter(|&ms| ms > 0));
        let game_time = left.filter(|&ms| ms < NO_LIMIT).map(millis);
        let turn_time = self.timeout_turn.filter(|&ms| ms >= 0).map(millis);
        let unlimited = self.timeout_turn.is_some_and(|ms| ms < 0);
        Options {
            turn_time,
            game_time,
            infinite: unlimited && game_time.is_none(),
            ..self.options.clone()
        }
    }
}

/// The rule of a mask: 1 exactly five, 2 continuous game (which is the
/// manager's affair), 4 renju, 8 caro.
fn rule(mask: i64) -> Option<Rule> {
    match mask {
        0 | 2 => Some(Rule::Freestyle),
        1 | 3 => Some(Rule::Standard),
        4..=7 => Some(Rule::Renju),
        8 | 10 => Some(Rule::CaroOverline),
        9 | 11 => Some(Rule::Caro),
        _ => None,
    }
}

/// A whole number, or the whole part of a decimal one; too large ones are the
/// largest.
fn number(text: &str) -> Option<i64> {
    let text = text.split_whitespace().next()?;
    let whole = text.split('.').next()?;
    let (sign, digits) = match whole.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, whole.strip_prefix('+').unwrap_or(whole)),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(sign * digits.parse().unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn info(settings: &[(&str, &str)]) -> Info {
        let mut info = Info::default();
        for (key, value) in settings {
            assert_eq!(info.set(key, value), None);
        }
        info
    }

    #[test]
    fn numbers_of_every_size() {
        assert_eq!(number("350"), Some(350));
        assert_eq!(number("-500 x"), Some(-500));
        assert_eq!(number("1000.7"), Some(1000));
        assert_eq!(number("18446744073709551616"), Some(i64::MAX));
        for bad in ["", "x", "-", "1e5", "--1"] {
            assert_eq!(number(bad), None, "{bad}");
        }
    }

    #[test]
    fn time_in_all_its_forms() {
        let times = |settings: &[(&str, &str)]| {
            let options = info(settings).options();
            let ms = |time: Option<Duration>| time.map(|time| time.as_millis());
            (
                ms(options.turn_time),
                ms(options.game_time),
                options.infinite,
            )
        };
        assert_eq!(times(&[]), (None, None, false));
        assert_eq!(times(&[("timeout_turn", "0")]), (Some(0), None, false));
        assert_eq!(times(&[("timeout_turn", "-1")]), (None, None, true));
        let both = [("timeout_turn", "1000"), ("timeout_match", "0")];
        assert_eq!(times(&both), (Some(1000), None, false));
        let left = [("timeout_match", "60000"), ("time_left", "-500")];
        assert_eq!(times(&left), (None, Some(0), false));
        let none = [("timeout_turn", "50"), ("time_left", "2147483647")];
        assert_eq!(times(&none), (Some(50), None, false));
        assert_eq!(
            times(&[("timeout_match", "9000")]),
            (None, Some(9000), false)
        );
    }

    #[test]
    fn time_used_is_taken_from_the_match() {
        let mut info = info(&[("timeout_match", "1000")]);
        info.spend(Duration::from_millis(300));
        assert_eq!(info.options().game_time, Some(Duration::from_millis(700)));
        info.new_game();
        assert_eq!(info.options().game_time, Some(Duration::from_secs(1)));
        info.set("time_left", "400");
        info.spend(Duration::from_secs(9));
        assert_eq!(info.options().game_time, Some(Duration::ZERO));
    }

    #[test]
    fn rules_by_mask() {
        let rules = [0, 1, 4, 8, 9].map(rule);
        let wanted = [
            Rule::Freestyle,
            Rule::Standard,
            Rule::Renju,
            Rule::CaroOverline,
            Rule::Caro,
        ];
        assert_eq!(rules, wanted.map(Some));
        let mut info = Info::default();
        info.set("rule", "4");
        assert!(info.set("rule", "64").is_some());
        assert_eq!(info.options().rule, Rule::Renju);
    }
}
