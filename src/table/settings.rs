//! What games are played by.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::board::{BadSize, Board};
use crate::engine::Level;
use crate::game::{
    ClockRule, Fouls, GuessForm, MoveLimit, OpeningRule, OpeningState, Parity, SeriesRule, SetUp,
    WrongBoard, WrongSeries,
};
use crate::types::Rule;

/// Who begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    /// The person; of two persons the first one.
    Me,
    /// The engine; of two persons the second one.
    Engine,
    /// Decided by guessing stones in a hand (猜先).
    Guess(GuessForm),
}

impl First {
    /// All values.
    pub const ALL: [First; 7] = [
        First::Me,
        First::Engine,
        First::Guess(GuessForm::Handful),
        First::Guess(GuessForm::Sum),
        First::Guess(GuessForm::Difference),
        First::Guess(GuessForm::WinnerDecides),
        First::Guess(GuessForm::Picker),
    ];

    /// The name, as options and commands have it.
    pub fn name(self) -> &'static str {
        match self {
            First::Me => "me",
            First::Engine => "engine",
            First::Guess(GuessForm::Handful) => "guess",
            First::Guess(GuessForm::Sum) => "guess-sum",
            First::Guess(GuessForm::Difference) => "guess-difference",
            First::Guess(GuessForm::WinnerDecides) => "guess-decide",
            First::Guess(GuessForm::Picker) => "guess-picker",
        }
    }
}

impl fmt::Display for First {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that is no [`First`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' isn't a way to choose who begins (use one of {names})", names = First::ALL.map(First::name).join(", "))]
pub struct UnknownFirst(String);

impl FromStr for First {
    type Err = UnknownFirst;

    fn from_str(text: &str) -> Result<First, UnknownFirst> {
        let named = |first: &First| first.name().eq_ignore_ascii_case(text);
        let found = First::ALL.into_iter().find(named);
        found.ok_or_else(|| UnknownFirst(text.to_string()))
    }
}

/// Whether a person may have help.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Moves can be taken back, and there are hints and analysis.
    #[default]
    Casual,
    /// None of that, and a game is played to its end.
    Match,
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
    /// The most nodes of the engine's search for a move.
    pub nodes: Option<u64>,
    /// How strong the engine plays.
    pub level: Level,
    /// Who begins the first game.
    pub first: First,
    /// What the person calls in a guess; random if not given.
    pub call: Option<Parity>,
    /// The stones that are given.
    pub set_up: Option<SetUp>,
    /// The number of games of a series.
    pub games: u32,
    /// What a forbidden move does.
    pub fouls: Fouls,
    /// After this many moves a game is a draw.
    pub max_moves: Option<usize>,
    /// Two persons play, not one against the engine.
    pub two: bool,
    /// Whether a person may have help.
    pub mode: Mode,
    /// How many steps may be taken back in a casual game; any number if not
    /// given.
    pub undos: Option<usize>,
    /// Draw the board with ASCII characters only.
    pub ascii: bool,
    /// Mark Black's forbidden points on the board.
    pub marks_forbidden: bool,
    /// The seed of everything random.
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
            call: None,
            set_up: None,
            games: 1,
            fouls: Fouls::Automatic,
            max_moves: None,
            two: false,
            mode: Mode::Casual,
            undos: None,
            ascii: false,
            marks_forbidden: true,
            seed: 0,
        }
    }
}

/// Settings by which no game can be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongSettings {
    /// There is no board of this size.
    #[error(transparent)]
    Size(#[from] BadSize),
    /// The opening does not fit on the board.
    #[error(transparent)]
    Opening(#[from] WrongBoard),
    /// There is no series of this length.
    #[error(transparent)]
    Games(#[from] WrongSeries),
    /// Both give the first stones.
    #[error("a set-up gives the first stones, so it needs the free opening")]
    SetUpWithOpening,
    /// A set-up has one game.
    #[error("a set-up is for single games, not for a series")]
    SetUpInSeries,
}

impl Settings {
    /// Whether a game can be played by them.
    pub fn check(&self) -> Result<(), WrongSettings> {
        OpeningState::new(self.opening, self.board()?)?;
        SeriesRule::best_of(self.games)?;
        if self.set_up.is_some() && self.opening != OpeningRule::Free {
            return Err(WrongSettings::SetUpWithOpening);
        }
        if self.set_up.is_some() && self.games > 1 {
            return Err(WrongSettings::SetUpInSeries);
        }
        Ok(())
    }

    /// Whether others differ only in what may change within a game: how the
    /// engine thinks and how the board is drawn.
    pub fn fits_same_game(&self, others: &Settings) -> bool {
        let changed = Settings {
            time: others.time,
            nodes: others.nodes,
            level: others.level,
            ascii: others.ascii,
            marks_forbidden: others.marks_forbidden,
            seed: others.seed,
            ..self.clone()
        };
        changed == *others
    }

    /// When a game without a five is over.
    pub fn limit(&self) -> MoveLimit {
        MoveLimit {
            moves: self.max_moves.unwrap_or(usize::MAX),
            ..MoveLimit::default()
        }
    }

    /// A board without stones.
    pub fn board(&self) -> Result<Board, BadSize> {
        Board::new(self.size.0, self.size.1)
    }
}
