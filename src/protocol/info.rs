//! The settings that managers make with `INFO`.

use std::time::Duration;

#[cfg(feature = "library")]
use super::book::Book;
use super::format::Axes;
use crate::clock::TimeChange;
use crate::engine::{Level, MOST_THREADS, Options};
use crate::eval::network::NetworkChoice;
use crate::game::{EngineClock, OpeningRule};
use crate::position::Area;
use crate::types::{Color, Rule};

/// A time left that means "no limit".
const NO_LIMIT: i64 = i32::MAX as i64;
/// The times for match and turn by which Yixin-Board says that there is no limit.
const YIXIN_NO_LIMIT: (i64, i64) = (100_000_000, 2_000_000);

/// Keys of Gomocup's protocol that have an effect, and three of our own.
const KEYS: [&str; 8] = [
    "timeout_turn",
    "timeout_match",
    "time_left",
    "max_memory",
    "rule",
    "row_first",
    "message",
    "network",
];

/// Keys about a library to play from.
const BOOK_KEYS: &[&str] = match cfg!(feature = "library") {
    true => &["book", "book_margin", "book_seed"],
    false => &[],
};

/// Keys of Yixin's extension. Some have no effect but to show that the extension is
/// in use.
const YIXIN_KEYS: [&str; 20] = [
    "max_depth",
    "start_depth",
    "max_node",
    "time_increment",
    "hash_size",
    "thread_num",
    "thread_split_depth",
    "caution_factor",
    "pondering",
    "show_detail",
    "checkmate",
    "nbestsym",
    "vcthread",
    "usedatabase",
    "database_readonly",
    "swapable",
    "strength",
    "max_moves",
    "draw_result",
    "search_type",
];

/// Whether a key (in lower case) has an effect; all others are ignored.
pub(super) fn is_known(key: &str) -> bool {
    KEYS.contains(&key) || YIXIN_KEYS.contains(&key) || BOOK_KEYS.contains(&key)
}

/// Settings until the manager sends others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Preset {
    /// The order of a square's two numbers (`INFO row_first`).
    pub axes: Axes,
    /// No messages about the search (`INFO message`).
    pub quiet: bool,
    /// The network, as for `INFO network`.
    pub network: Option<String>,
    /// The library to play from, as for `INFO book`.
    #[cfg(feature = "library")]
    pub book: Option<String>,
}

/// All settings: [`Options`], and what they follow from.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Info {
    options: Options,
    /// In milliseconds: 0 at once, negative no limit.
    timeout_turn: Option<i64>,
    /// In milliseconds; 0 and negative no limit.
    timeout_match: Option<i64>,
    /// The time for this move and the rest of the game: as last set, less what was
    /// used since.
    clock: EngineClock,
    /// The number of the rule, as sent.
    mask: i64,
    /// Yixin's extension is in use: some numbers mean something else.
    yixin: bool,
    /// Answers may be a choice of colours.
    swapable: bool,
    /// Bits: 1 for `REALTIME` lines, 2 for `INFO` lines.
    pub(super) detail: u8,
    /// Think while the opponent does.
    pub(super) pondering: bool,
    /// How squares are written.
    pub(super) axes: Axes,
    /// No messages about the search.
    pub(super) is_quiet: bool,
    /// The library to play from.
    #[cfg(feature = "library")]
    pub(super) book: Book,
    /// Graphical programs may not change their database.
    #[cfg(feature = "library")]
    pub(super) is_database_read_only: bool,
}

impl Info {
    /// The settings at the beginning.
    pub(super) fn new(preset: Preset) -> Info {
        let mut info = Info {
            axes: preset.axes,
            is_quiet: preset.quiet,
            ..Info::default()
        };
        info.renew_seed();
        info
    }

    /// Changes a setting. Unknown keys and values that cannot be read are ignored, as
    /// the protocol wants; a message tells of a value that is not supported.
    pub(super) fn set(&mut self, key: &str, value: &str) -> Option<String> {
        if YIXIN_KEYS.contains(&key) {
            self.see_yixin();
        }
        if key == "network" {
            return self.set_network(value.trim());
        }
        #[cfg(feature = "library")]
        if BOOK_KEYS.contains(&key) {
            return self.set_book(key, value.trim());
        }
        if let ("strength", Some(level)) = (key, Level::named(value.trim())) {
            self.options.level = level;
            return None;
        }
        let number = number(value)?;
        match key {
            "timeout_turn" => {
                self.timeout_turn = Some(number);
                self.clock.set_turn((number >= 0).then(|| millis(number)));
            }
            "timeout_match" => {
                self.timeout_match = Some(number);
                self.clock
                    .set_left((number > 0).then_some(number).and_then(left));
            }
            "time_left" if self.timeout_match.is_none_or(|ms| ms > 0) => {
                self.clock.tell_left(left(number));
            }
            "time_increment" => self.clock.set_increment(millis(number)),
            "max_memory" => self.options.memory = number.max(0) as u64,
            "max_depth" => self.options.depth = (number > 0).then(|| number.min(1_000) as i32),
            "start_depth" => self.options.first_depth = number.clamp(1, 1_000) as i32,
            "max_node" => {
                // 2^64 - 1, which is read as the largest number, is no limit either.
                let is_limit = number > 0 && number < i64::MAX;
                self.options.nodes = is_limit.then_some(number as u64);
            }
            "hash_size" => {
                let bytes = u64::try_from(number).unwrap_or(0).saturating_mul(1 << 10);
                self.options.hash = (bytes > 0).then_some(bytes);
            }
            "thread_num" => {
                self.options.threads = number.clamp(1, MOST_THREADS as i64) as usize;
                if number > MOST_THREADS as i64 {
                    return Some(format!(
                        "thread_num {number} is not supported, {MOST_THREADS} are used"
                    ));
                }
            }
            "caution_factor" => {
                let area = usize::try_from(number).ok();
                match area.and_then(|area| Area::ALL.get(area)) {
                    Some(&area) => self.options.area = area,
                    None => {
                        let area = self.options.area as usize;
                        return Some(format!(
                            "caution_factor {number} is not supported, it stays at {area}"
                        ));
                    }
                }
            }
            "nbestsym" => self.options.distinct = number == 0,
            "strength" => match u8::try_from(number).ok().and_then(Level::new) {
                Some(level) => self.options.level = level,
                None => {
                    let level = self.options.level.number();
                    return Some(format!(
                        "strength {number} is not supported, it stays at {level}"
                    ));
                }
            },
            "pondering" => self.pondering = number > 0,
            "swapable" => self.swapable = number > 0,
            "max_moves" => {
                let moves = usize::try_from(number).ok().filter(|&moves| moves > 0);
                self.options.ending.moves = moves.unwrap_or(usize::MAX);
            }
            "draw_result" => {
                self.options.ending.winner = match number {
                    1 => Some(Color::Black),
                    2 => Some(Color::White),
                    _ => None,
                }
            }
            "show_detail" => self.detail = (number & 3) as u8,
            "row_first" => {
                self.axes = match number > 0 {
                    true => Axes::RowColumn,
                    false => Axes::ColumnRow,
                }
            }
            "message" => self.is_quiet = number <= 0,
            #[cfg(feature = "library")]
            "usedatabase" => self.book.is_open = number > 0,
            #[cfg(feature = "library")]
            "database_readonly" => self.is_database_read_only = number > 0,
            "rule" => match rule(number, self.yixin) {
                Some(rule) => {
                    self.mask = number;
                    self.options.rule = rule;
                }
                None => {
                    let rule = self.options.rule;
                    return Some(format!("rule {number} is not supported, it stays {rule}"));
                }
            },
            _ => (),
        }
        None
    }

    /// Takes the network of this file for games under its rule. An invalid file
    /// changes nothing.
    fn set_network(&mut self, file: &str) -> Option<String> {
        match NetworkChoice::parse(file) {
            Ok(network) => self.options.network = network,
            Err(error) => return Some(format!("network {file}: {error}")),
        }
        None
    }

    /// Changes a setting of the book.
    #[cfg(feature = "library")]
    fn set_book(&mut self, key: &str, value: &str) -> Option<String> {
        match key {
            "book" => {
                let error = self.book.set(value).err()?;
                return Some(format!("book {value}: {error}"));
            }
            "book_margin" => {
                let margin = value.parse().ok()?;
                if !(0.0..=100.0).contains(&margin) {
                    return Some(format!("book_margin {value} is not supported (0 to 100)"));
                }
                self.book.margin = margin;
            }
            // 0 is by chance.
            _ => self.book.seed = Some(value.parse().ok()?).filter(|&seed| seed > 0),
        }
        None
    }

    /// Changes a setting of time, and says what that changes for a running search;
    /// `None` for other settings.
    pub(super) fn set_time(&mut self, key: &str, value: &str) -> Option<TimeChange> {
        if YIXIN_KEYS.contains(&key) {
            self.see_yixin();
        }
        number(value)?;
        match key {
            "timeout_turn" => {
                self.set(key, value);
                Some(TimeChange::Turn(self.options().turn_time))
            }
            "timeout_match" | "time_left" => {
                self.set(key, value);
                Some(TimeChange::Game(self.options().game_time))
            }
            _ => None,
        }
    }

    /// Notes that Yixin's extension is in use.
    pub(super) fn see_yixin(&mut self) {
        self.yixin = true;
        if let Some(rule) = rule(self.mask, true) {
            self.options.rule = rule;
        }
    }

    /// Whether Yixin's extension is in use.
    pub(super) fn is_yixin(&self) -> bool {
        self.yixin
    }

    /// The opening in which colours are to be chosen.
    pub(super) fn opening(&self) -> Option<OpeningRule> {
        match self.mask {
            5 if self.yixin && self.swapable => Some(OpeningRule::FirstMoveSwap),
            6 if self.yixin && self.swapable => Some(OpeningRule::Swap2),
            _ => None,
        }
    }

    /// A new random seed, so that a lower level plays differently.
    pub(super) fn renew_seed(&mut self) {
        self.options.seed = rand::random();
    }

    /// A new game, with all of the match time.
    pub(super) fn new_game(&mut self) {
        if let Some(limit) = self.timeout_match.filter(|&limit| limit > 0) {
            self.clock.set_left(left(limit));
        }
    }

    /// Takes the time for a move off.
    pub(super) fn spend(&mut self, elapsed: Duration) {
        self.clock.spend(elapsed);
    }

    /// The options for the next move.
    pub(super) fn options(&self) -> Options {
        let both = self.timeout_match.zip(self.timeout_turn);
        if self.yixin && both == Some(YIXIN_NO_LIMIT) {
            return Options {
                infinite: true,
                ..self.options.clone()
            };
        }
        let unlimited = self.timeout_turn.is_some_and(|ms| ms < 0);
        Options {
            infinite: unlimited && self.clock.left().is_none(),
            ..self.options.clone().with_clock(&self.clock)
        }
    }
}

/// The time left for the game; `None`: no limit.
fn left(ms: i64) -> Option<Duration> {
    (ms < NO_LIMIT).then(|| millis(ms))
}

/// A time; zero for a negative one.
fn millis(ms: i64) -> Duration {
    Duration::from_millis(ms.max(0) as u64)
}

/// The rule of a number. In Gomocup's protocol it is a mask: 1 exactly five, 2
/// continuous game (which concerns the manager only), 4 renju, 8 caro. Yixin's 2 is
/// renju; its 5 and 6 are freestyle with a choice of colours.
fn rule(mask: i64, yixin: bool) -> Option<Rule> {
    match mask {
        2 if yixin => Some(Rule::Renju),
        5 | 6 if yixin => Some(Rule::Freestyle),
        0 | 2 => Some(Rule::Freestyle),
        1 | 3 => Some(Rule::Standard),
        4..=7 => Some(Rule::Renju),
        8 | 10 => Some(Rule::CaroOverline),
        9 | 11 => Some(Rule::Caro),
        _ => None,
    }
}

/// A whole number, or the whole part of a decimal one; 64 bits at most.
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
    fn the_largest_number_of_nodes_is_no_limit() {
        let nodes = |value| info(&[("max_node", value)]).options().nodes;
        assert_eq!(nodes("1000000000"), Some(1_000_000_000));
        for none in ["0", "-1", "18446744073709551615"] {
            assert_eq!(nodes(none), None, "{none}");
        }
    }

    #[test]
    fn only_a_time_that_can_be_read_changes_a_running_search() {
        let mut info = info(&[("timeout_match", "60000")]);
        let before = info.clone();
        for (key, value) in [("timeout_turn", ""), ("timeout_match", "x"), ("rule", "4")] {
            assert_eq!(info.set_time(key, value), None, "{key} {value}");
        }
        assert_eq!(info, before);
        let second = Some(Duration::from_secs(1));
        let change = info.set_time("timeout_turn", "1000");
        assert_eq!(change, Some(TimeChange::Turn(second)));
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
        let rules = [0, 1, 4, 8, 9].map(|mask| rule(mask, false));
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

    #[test]
    fn numbers_that_mean_something_else_to_yixin() {
        let mut info = Info::default();
        info.set("rule", "2");
        assert_eq!(info.options().rule, Rule::Freestyle);
        // Only now is it known that this is Yixin's number.
        info.set("caution_factor", "3");
        assert_eq!(info.options().rule, Rule::Renju);
        assert_eq!(info.options().area, Area::Square3Line4);
        for absurd in ["6", "-1"] {
            let said = info.set("caution_factor", absurd).unwrap();
            assert_eq!(
                said,
                format!("caution_factor {absurd} is not supported, it stays at 3")
            );
            assert_eq!(info.options().area, Area::Square3Line4);
        }
        for (mask, rule) in [("0", Rule::Freestyle), ("4", Rule::Renju)] {
            info.set("rule", mask);
            assert_eq!(info.options().rule, rule);
        }
        for (mask, opening) in [("5", OpeningRule::FirstMoveSwap), ("6", OpeningRule::Swap2)] {
            info.set("swapable", "1");
            info.set("rule", mask);
            assert_eq!(info.opening(), Some(opening));
            info.set("swapable", "0");
            assert_eq!(info.opening(), None);
            assert_eq!(info.options().rule, Rule::Freestyle);
        }
    }

    #[test]
    fn yixin_says_no_limit_by_a_pair() {
        let mut info = info(&[("timeout_match", "100000000"), ("timeout_turn", "2000000")]);
        info.set("time_left", "100000000");
        assert!(!info.options().infinite);
        info.see_yixin();
        let options = info.options();
        assert!(options.infinite && options.turn_time.is_none() && options.game_time.is_none());
        info.set("timeout_turn", "5000");
        assert_eq!(info.options().turn_time, Some(Duration::from_secs(5)));
    }

    #[test]
    fn an_increment_is_added_after_every_move() {
        let mut info = info(&[("timeout_match", "10000"), ("time_increment", "2000")]);
        info.spend(Duration::from_millis(3_000));
        assert_eq!(info.options().game_time, Some(Duration::from_secs(9)));
        assert_eq!(info.options().increment, Duration::from_secs(2));
    }

    #[test]
    fn what_changes_a_running_search() {
        let change = |settings: &[(&str, &str)]| {
            let (&(key, value), before) = settings.split_last()?;
            info(before).set_time(key, value)
        };
        let turn = |ms| Some(TimeChange::Turn(Some(Duration::from_millis(ms))));
        let game = |ms| Some(TimeChange::Game(Some(Duration::from_millis(ms))));
        let endless = Some(TimeChange::Game(None));
        assert_eq!(change(&[("timeout_turn", "500")]), turn(500));
        assert_eq!(
            change(&[("timeout_turn", "-1")]),
            Some(TimeChange::Turn(None))
        );
        assert_eq!(change(&[("time_left", "-70")]), game(0));
        assert_eq!(change(&[("time_left", "2147483647")]), endless);
        assert_eq!(change(&[("timeout_match", "0")]), endless);
        assert_eq!(change(&[("max_node", "5")]), None);
        // Yixin-Board says this while the engine thinks.
        let level = [
            ("max_depth", "9"),
            ("timeout_match", "100000000"),
            ("timeout_turn", "2000000"),
            ("time_left", "100000000"),
        ];
        assert_eq!(change(&level), endless);
    }

    #[test]
    fn what_is_left_of_no_limit_is_no_limit() {
        // gomocalc's analysis.
        let settings = [
            ("timeout_turn", "-1"),
            ("timeout_match", "-1"),
            ("time_left", "1"),
        ];
        let options = info(&settings).options();
        assert!(options.infinite && options.game_time.is_none());
    }
}
