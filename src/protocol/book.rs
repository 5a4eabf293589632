//! Moves from a library in play.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rand::SeedableRng;
use rand::rngs::StdRng;

use crate::clock::Control;
use crate::engine::{Engine, Level, Options, forbidden_points};
use crate::library::{Advice, Library, LibraryError};
use crate::types::Color;

/// How much of the point a move may lose against the best one, in percent, if nothing
/// else is said.
const DEFAULT_MARGIN: f64 = 2.0;
/// How many nodes each move of the book is checked with.
const CHECK_NODES: u64 = 20_000;
/// The part of the time for the move that a check may take at most.
const CHECK_PART: u32 = 8;
/// A move is not played if the check gives it so much less than the library.
const REFUTED: f64 = 0.25;
/// How long to wait at most for a library that another program has open,
const PATIENCE: Duration = Duration::from_millis(100);
/// and the part of the time for the move that this may take.
const WAIT_PART: u32 = 20;
/// With less time than this for a move the book stays closed.
const LEAST_TIME: Duration = Duration::from_millis(50);

/// A library to play from.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Book {
    /// The file; `None`: no book.
    path: Option<PathBuf>,
    /// In percent of the point.
    pub margin: f64,
    /// Chooses among good moves; `None`: by chance.
    pub seed: Option<u64>,
    /// Whether it may be used.
    pub is_open: bool,
}

impl Default for Book {
    fn default() -> Book {
        Book {
            path: None,
            margin: DEFAULT_MARGIN,
            seed: None,
            is_open: true,
        }
    }
}

impl Book {
    /// Takes this file, or none for `off`. A file that is no library changes nothing.
    pub fn set(&mut self, file: &str) -> Result<(), LibraryError> {
        self.path = match file {
            "" | "off" => None,
            file => match Library::read_within(Path::new(file), Duration::ZERO) {
                // It may be free when a move is to be made.
                Ok(_) | Err(LibraryError::InUse) => Some(file.into()),
                Err(error) => return Err(error),
            },
        };
        Ok(())
    }

    /// The file.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// A move of the library for the engine's position that a short search does not
    /// refute. Whatever is wrong with the library, there is no move then.
    pub fn choose(&self, engine: &mut Engine, control: &Control) -> Option<Advice> {
        let options = engine.options().clone();
        let time = options.turn_time.into_iter().chain(options.game_time).min();
        let has_time = time.is_none_or(|time| time >= LEAST_TIME);
        let is_at_full_strength = options.level == Level::MASTER && options.lines <= 1;
        if !self.is_open || !has_time || !is_at_full_strength {
            return None;
        }
        let patience = time.map_or(PATIENCE, |time| PATIENCE.min(time / WAIT_PART));
        let advice = match self.advice(engine, patience) {
            Ok(advice) => advice,
            Err(error) => {
                log::warn!("the book: {error}");
                return None;
            }
        };
        let foul = forbidden_points(engine.board(), options.rule);
        let blocked = *engine.blocked_mut();
        let is_black = engine.board().side_to_move() == Color::Black;
        let may = |advice: &Advice| {
            let is_foul = is_black && foul.contains(advice.square);
            !is_foul && !blocked.contains(advice.square)
        };
        let advice: Vec<Advice> = advice.into_iter().filter(may).collect();
        engine.set_options(Options {
            nodes: Some(CHECK_NODES),
            turn_time: time.map(|time| time / CHECK_PART),
            game_time: None,
            infinite: time.is_none(),
            ..options.clone()
        });
        let stands = |one: &Advice| !control.is_stopped() && stands(engine, one, control);
        let found = advice.into_iter().find(stands);
        engine.set_options(options);
        found
    }

    /// The good moves of the library, in the order in which they are to be tried.
    fn advice(&self, engine: &Engine, patience: Duration) -> Result<Vec<Advice>, LibraryError> {
        let Some(path) = &self.path else {
            return Ok(Vec::new());
        };
        let (board, options) = (engine.board(), engine.options());
        let entry = Library::read_within(path, patience)?.look(board, options.rule)?;
        // Different at each move, so that one seed does not mean one kind of choice.
        let seed = self.seed.unwrap_or(options.seed);
        let seed = seed.wrapping_add(board.moves().len() as u64);
        let mut random = StdRng::seed_from_u64(seed);
        Ok(entry.advice(board, self.margin / 100.0, &mut random))
    }
}

/// Whether a short search agrees with a move of the library.
fn stands(engine: &mut Engine, advice: &Advice, control: &Control) -> bool {
    let mut board = engine.board().clone();
    board.place(advice.square);
    engine.with_board(board, |engine| {
        if engine.end().is_some() {
            return true;
        }
        let Some(found) = engine.think(control, &|_| ()) else {
            return true;
        };
        let share = 1.0 - engine.scale().normalised(found.score).share();
        !found.score.is_win() && share + REFUTED >= advice.share
    })
}
