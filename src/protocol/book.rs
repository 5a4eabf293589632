//! Moves from a library in play.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rand::SeedableRng;
use rand::rngs::StdRng;

use crate::clock::Control;
use crate::engine::{Engine, Level, MOST_THREADS, Options, forbidden_points};
use crate::library::{Advice, Library, LibraryError};
use crate::types::Color;

/// How much of the point a move may lose against the best one, in percent, if nothing
/// else is said.
const DEFAULT_MARGIN: f64 = 2.0;
/// How many nodes of each thread a move of the book is checked with.
const CHECK_NODES: u64 = 20_000;
/// The part of the time for the move that a check may take at most,
const CHECK_PART: u32 = 8;
/// and the part of it at which all checks are over.
const CHECKS_PART: u32 = 4;
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
    /// refute. Whatever is wrong with the library, there is no move then, and none if there
    /// is no time for that search.
    pub fn choose(&self, engine: &mut Engine, control: &Control) -> Option<Advice> {
        let options = engine.options().clone();
        let time = options.move_time();
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
        let found = first_that_stands(engine, advice, control);
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

/// What a short search says of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Stands,
    Refuted,
    /// The search has found nothing out.
    Unchecked,
}

/// The first of these moves that is not refuted; none if it comes after one that cannot be
/// checked. The engine's options are changed.
fn first_that_stands(
    engine: &mut Engine,
    advice: Vec<Advice>,
    control: &Control,
) -> Option<Advice> {
    let options = engine.options().clone();
    let threads = options.threads.clamp(1, MOST_THREADS) as u64;
    for one in advice {
        let end = match options.move_time() {
            Some(time) => Some(end_of_check(time, control.elapsed())?),
            None => None,
        };
        engine.set_options(Options {
            nodes: Some(CHECK_NODES * threads),
            first_depth: 1,
            turn_time: end,
            game_time: None,
            infinite: end.is_none(),
            ..options.clone()
        });
        if control.is_stopped() {
            return None;
        }
        match verdict(engine, &one, control) {
            Verdict::Stands => return Some(one),
            Verdict::Refuted => (),
            Verdict::Unchecked => return None,
        }
    }
    None
}

/// When a check that begins now has to end, both counted from the command, with this time
/// for the move; `None` if no check is to begin any more.
fn end_of_check(time: Duration, now: Duration) -> Option<Duration> {
    let last = time / CHECKS_PART;
    (now < last).then(|| last.min(now + time / CHECK_PART))
}

/// Whether a short search agrees with a move of the library.
fn verdict(engine: &mut Engine, advice: &Advice, control: &Control) -> Verdict {
    let mut board = engine.board().clone();
    board.place(advice.square);
    engine.with_board(board, |engine| {
        if engine.end().is_some() {
            return Verdict::Stands;
        }
        let Some(found) = engine.think(control, &|_| ()) else {
            return Verdict::Stands;
        };
        // Without a search there is no score, unless the position is decided.
        if found.depth == 0 && !found.score.is_decisive() {
            return Verdict::Unchecked;
        }
        let share = 1.0 - engine.scale().normalised(found.score).share();
        match !found.score.is_win() && share + REFUTED >= advice.share {
            true => Verdict::Stands,
            false => Verdict::Refuted,
        }
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    use super::*;
    use crate::board::Board;
    use crate::board::notation::{parse_square, play_moves};
    use crate::library::Line;
    use crate::types::{Rule, Score};

    /// The time for the move.
    const TIME: Duration = Duration::from_secs(80);
    /// A position with a good move, as the library has it.
    const GOOD: (&str, &[(&str, i32)]) = ("h8h9", &[("i9", 110)]);
    /// One with two moves that leave White's three stones their way, though the library
    /// praises them.
    const BAD: (&str, &[(&str, i32)]) = ("h8h9a1i10o1g10", &[("o15", 110), ("o8", 108)]);

    /// Which move an engine gets from a book with these moves after some others.
    fn choice(
        name: &str,
        (moves, lines): (&str, &[(&str, i32)]),
        time: Option<Duration>,
        control: &Control,
    ) -> Option<Advice> {
        let mut board = Board::new(15, 15).unwrap();
        play_moves(&mut board, moves).unwrap();
        let name = format!("tengen-book-{name}-{}.tdb", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = std::fs::remove_file(&path);
        let library = Library::open_or_create(&path).unwrap();
        let line = |&(name, units): &(&str, i32)| Line {
            score: Score::estimate(units),
            depth: 9,
            nodes: 5,
            moves: vec![parse_square(name, &board).unwrap()],
        };
        let lines: Vec<Line> = lines.iter().map(line).collect();
        library.store(&board, Rule::Renju, &lines).unwrap();
        drop(library);
        let mut engine = Engine::on_calling_thread();
        let options = Options {
            rule: Rule::Renju,
            turn_time: time,
            hash: Some(2 << 20),
            nodes: Some(200),
            ..Options::default()
        };
        engine.set_options(options.clone());
        engine.set_board(board.clone());
        let book = Book {
            path: Some(path.clone()),
            margin: 100.0,
            seed: Some(1),
            is_open: true,
        };
        let found = book.choose(&mut engine, control);
        std::fs::remove_file(&path).unwrap();
        assert_eq!((engine.options(), engine.board()), (&options, &board));
        found
    }

    #[test]
    fn each_check_has_a_share_of_the_time_within_a_common_one() {
        // Counted from the command: what came before has taken so much.
        for (name, taken, position, has_move) in [
            ("first", 0, GOOD, true),
            ("later", 12, GOOD, true),
            ("late", 20, GOOD, false),
            ("bad-first", 0, BAD, false),
            ("bad-later", 12, BAD, false),
            ("bad-late", 20, BAD, false),
        ] {
            let control = Control::timed(move || Duration::from_secs(taken));
            let found = choice(name, position, Some(TIME), &control);
            assert_eq!(found.is_some(), has_move, "{name}: {found:?}");
        }
        let seconds = Duration::from_secs;
        for (now, end) in [
            (0, Some(10)),
            (9, Some(19)),
            (12, Some(20)),
            (20, None),
            (90, None),
        ] {
            assert_eq!(end_of_check(TIME, seconds(now)), end.map(seconds), "{now}");
        }
    }

    #[test]
    fn without_a_time_the_clock_does_not_matter() {
        let control = Control::timed(|| Duration::from_secs(1_000_000));
        let found = choice("timeless", GOOD, None, &control);
        assert!(found.is_some());
        assert_eq!(choice("timeless", GOOD, None, &control), found);
        assert_eq!(choice("timeless", BAD, None, &control), None);
    }

    #[test]
    fn a_move_that_was_not_checked_is_not_played() {
        for (name, time) in [("stopped", None), ("stopped-in-time", Some(TIME))] {
            // A stop comes as soon as the check has begun.
            let asked = AtomicUsize::new(0);
            let control = Control::timed(|| Duration::ZERO)
                .also_stopped_when(move || asked.fetch_add(1, Relaxed) > 0);
            assert_eq!(choice(name, GOOD, time, &control), None);
        }
    }
}
