//! What games are played by, as options and commands set it.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use super::words;
use crate::board::Board;
use crate::cli::values::{self, whole};
use crate::engine::Level;
use crate::game::{ClockRule, Fouls, GuessForm, MoveLimit, OpeningRule, OpeningState, SetUp};
use crate::types::Rule;

/// Who begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    /// The person; of two persons the first one.
    Me,
    /// The engine; of two persons the second one.
    Engine,
    /// Who is found by guessing about stones in a hand (猜先).
    Guess(GuessForm),
}

impl First {
    /// All that can be said.
    pub const ALL: [First; 7] = [
        First::Me,
        First::Engine,
        First::Guess(GuessForm::Handful),
        First::Guess(GuessForm::Sum),
        First::Guess(GuessForm::Difference),
        First::Guess(GuessForm::WinnerDecides),
        First::Guess(GuessForm::Picker),
    ];
}

impl fmt::Display for First {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(words::first_name(*self))
    }
}

impl FromStr for First {
    type Err = String;

    fn from_str(text: &str) -> Result<First, String> {
        let named = |first: &First| words::first_name(*first).eq_ignore_ascii_case(text);
        let found = First::ALL.into_iter().find(named);
        found.ok_or_else(|| words::no_first(text))
    }
}

/// What games are played by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The rule.
    pub rule: Rule,
    /// Columns and rows.
    pub size: (usize, usize),
    /// How the first stones are placed.
    pub opening: OpeningRule,
    /// The clocks of both sides.
    pub clock: ClockRule,
    /// The longest that the engine thinks about a move.
    pub time: Option<Duration>,
    /// The most stones that the engine places in search for a move.
    pub nodes: Option<u64>,
    /// How strong the engine plays.
    pub level: Level,
    /// Who begins the first game.
    pub first: First,
    /// The stones that are given.
    pub set_up: Option<SetUp>,
    /// How many games a series has.
    pub games: u32,
    /// What a forbidden move does.
    pub fouls: Fouls,
    /// After so many moves a game is a draw.
    pub max_moves: Option<usize>,
    /// Two persons play, not one against the engine.
    pub two: bool,
    /// The board is drawn with ASCII characters only.
    pub ascii: bool,
    /// Black's forbidden points are marked on the board.
    pub marks_forbidden: bool,
    /// What everything that is left to chance follows from.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            rule: Rule::Freestyle,
            size: (15, 15),
            opening: OpeningRule::Free,
            clock: ClockRule::UNLIMITED,
            time: None,
            nodes: None,
            level: Level::default(),
            first: First::Me,
            set_up: None,
            games: 1,
            fouls: Fouls::Automatic,
            max_moves: None,
            two: false,
            ascii: false,
            marks_forbidden: true,
            seed: 0,
        }
    }
}

impl Settings {
    /// Whether a game can be played by them; if not, why.
    pub fn check(&self) -> Result<(), String> {
        let board = self.board().map_err(|error| words::sentence(&error))?;
        let opening = OpeningState::new(self.opening, board);
        opening.map_err(|error| words::sentence(&error))?;
        if self.set_up.is_some() && self.opening != OpeningRule::Free {
            return Err(words::set_up_with_opening());
        }
        if self.set_up.is_some() && self.games > 1 {
            return Err(words::set_up_in_series());
        }
        Ok(())
    }

    /// When a game without a five is over.
    pub(in crate::cli) fn limit(&self) -> MoveLimit {
        MoveLimit {
            moves: self.max_moves.unwrap_or(usize::MAX),
            ..MoveLimit::default()
        }
    }

    /// A board without stones.
    pub(in crate::cli) fn board(&self) -> Result<Board, crate::board::BadSize> {
        Board::new(self.size.0, self.size.1)
    }
}

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
