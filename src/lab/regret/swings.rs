//! Swings: moves that lost games, as questions how long a search takes to give them
//! up. They are found by long searches from the end of a game backwards, so that the
//! hash table knows what follows.

use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use super::make::{MakeError, REJECTED};
use super::{Question, read};
use crate::board::Board;
use crate::clock::Control;
use crate::engine::{Engine, Options};
use crate::lab::line_file::LineFile;
use crate::lab::pool;
use crate::lock::{into_inner, lock};
use crate::pool::NoThreads;
use crate::records::{GameRecord, PositionRecord};
use crate::search::Iteration;
use crate::types::{Color, Rule, Square};

/// The least share of the point before a losing move.
const LEAST_BEFORE: f64 = 0.3;
/// The greatest share after it.
const MOST_AFTER: f64 = 0.1;

/// A game that was lost.
#[derive(Clone, Debug)]
pub struct LostGame {
    /// A unique name: letters, digits, `-` and `_`.
    pub name: String,
    /// Its moves.
    pub game: GameRecord,
    /// Its rule.
    pub rule: Rule,
    /// Who lost.
    pub loser: Color,
}

impl LostGame {
    /// The move that lost the game, as a question: the best move, the one played, and
    /// all others counted as good as the best. `None` if searches with this many nodes
    /// do not find one, or the game is invalid.
    fn swing(&self, engine: &mut Engine, nodes: u64, control: &Control) -> Option<Question> {
        let mut board = self.game.board().ok()?;
        self.set_up(engine, &board, nodes);
        for played in self.game.moves[self.game.opening..].iter().rev() {
            board.undo();
            if board.side_to_move() != self.loser {
                continue;
            }
            let (best, before) = look(engine, &board, control)?;
            if before < LEAST_BEFORE {
                continue;
            }
            let played = played.square?;
            let mut then = board.clone();
            then.place(played);
            let after = 1.0 - look(engine, &then, control)?.1;
            let is_swing = best != played && after <= MOST_AFTER;
            return is_swing.then(|| self.question(board, [(best, before), (played, after)]));
        }
        None
    }

    fn set_up(&self, engine: &mut Engine, board: &Board, nodes: u64) {
        let record = PositionRecord {
            id: String::new(),
            rule: self.rule,
            board: board.clone(),
        };
        super::set_up(
            engine,
            &record,
            Options {
                nodes: Some(nodes),
                ..Options::default()
            },
        );
    }

    fn question(&self, board: Board, values: [(Square, f64); 2]) -> Question {
        let values = values.map(|(square, share)| (square, (1_000.0 * share).round() as u16));
        let stones = board.stone_count();
        Question {
            record: PositionRecord {
                id: format!("{}-{stones}", self.name),
                rule: self.rule,
                board,
            },
            others: Some(values[0].1),
            values: values.to_vec(),
        }
    }
}

/// The best move and the side to move's share of the point.
fn look(engine: &mut Engine, board: &Board, control: &Control) -> Option<(Square, f64)> {
    engine.set_board(board.clone());
    let found: Iteration = engine.think(control, &|_| ())?;
    let share = engine.scale().chances(found.score).share();
    (!control.is_stopped()).then(|| (found.line[0], share))
}

/// Adds the swings of these games to a file, `parallel` games at a time, until all are
/// searched or `stop` is set. Games that it has are not searched again. `done` is called
/// after each game. Returns the number of swings in the file.
///
/// # Errors
///
/// If the file cannot be read or written, or does not have questions.
pub fn find_swings(
    games: &[LostGame],
    nodes: u64,
    path: &Path,
    (parallel, stop): (usize, &Arc<AtomicBool>),
    done: &(dyn Fn() + Sync),
) -> Result<usize, MakeError> {
    let (file, lines) = LineFile::open(path)?;
    let known = read(&lines.whole)?;
    let is_known = |name: &str| {
        let rejection = format!("{REJECTED}{name}");
        let named = |question: &Question| {
            let (of, _) = question.record.id.rsplit_once('-').unwrap_or_default();
            of == name
        };
        known.iter().any(named) || lines.whole.lines().any(|line| line == rejection)
    };
    let next = AtomicUsize::new(0);
    let state = Mutex::new((file, known.len(), None::<MakeError>));
    let work = || -> Result<(), NoThreads> {
        let mut engine = Engine::new()?;
        while !stop.load(Relaxed) {
            let Some(game) = games.get(next.fetch_add(1, Relaxed)) else {
                break;
            };
            if !is_known(&game.name) {
                let control = Control::stopped_by(Arc::clone(stop));
                let swing = game.swing(&mut engine, nodes, &control);
                if control.is_stopped() {
                    break;
                }
                let line = swing.as_ref().map(Question::to_line);
                let line = line.unwrap_or_else(|| format!("{REJECTED}{}", game.name));
                let mut state = lock(&state);
                let written: io::Result<()> = state.0.add(&line);
                match written {
                    Ok(()) => state.1 += usize::from(swing.is_some()),
                    Err(error) => {
                        state.2.get_or_insert(error.into());
                        stop.store(true, Relaxed);
                    }
                }
            }
            done();
        }
        Ok(())
    };
    let ends = pool(parallel)?.broadcast(|_| work());
    ends.into_iter().collect::<Result<Vec<()>, _>>()?;
    let (_, made, error) = into_inner(state);
    error.map_or(Ok(made), Err)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::board::notation::{play_moves, square_name};

    fn lost(name: &str, moves: &str) -> LostGame {
        let mut board = Board::new(15, 15).unwrap();
        play_moves(&mut board, moves).unwrap();
        LostGame {
            name: name.to_string(),
            game: GameRecord::of(&board),
            rule: Rule::Freestyle,
            loser: Color::Black,
        }
    }

    /// Black stands well, plays in the corners and loses.
    const LOST: &str = "h8i9i7h9a1g9o1f9a15e9";

    #[test]
    fn the_swings_of_bench_positions_are_moves_that_lost() {
        let text = include_str!("../../../bench-positions/swings.regret");
        let swings = read(text).unwrap();
        assert!(swings.len() >= 30);
        for swing in swings {
            let [(_, best), (losing, after)] = swing.values[..] else {
                panic!("{}", swing.to_line());
            };
            let [before, after] = [best, after].map(|value| f64::from(value) / 1_000.0);
            assert!(before >= LEAST_BEFORE, "{}", swing.to_line());
            assert!(after <= MOST_AFTER, "{}", swing.to_line());
            assert!(swing.loss(losing) >= 0.2, "{}", swing.to_line());
        }
    }

    #[test]
    fn the_losing_move_is_found_and_others_are_as_good_as_the_best() {
        let game = lost("one", LOST);
        let mut engine = Engine::on_calling_thread();
        let swing = game.swing(&mut engine, 20_000, &Control::new());
        let swing = swing.expect("a swing");
        let board = &swing.record.board;
        assert_eq!(board.side_to_move(), Color::Black);
        let [(best, before), (played, after)] = swing.values[..] else {
            panic!("{swing:?}");
        };
        assert!(before >= 300 && after <= 100, "{swing:?}");
        let stones = board.stone_count();
        assert_eq!(Some(played), game.game.moves[stones].square);
        assert_eq!(square_name(played, 15), "a1");
        assert_ne!(best, played);
        assert_eq!(swing.loss(best), 0.0);
        assert_eq!(swing.loss(Square::from_index(0)), 0.0);
        assert!(swing.loss(played) >= 0.2);
        assert_eq!(swing.record.id, format!("one-{stones}"));
    }

    #[test]
    fn games_are_searched_once() {
        let path = std::env::temp_dir().join(format!("tengen-swings-{}", std::process::id()));
        let _ = fs::remove_file(&path);
        let games = [lost("a-1", LOST), lost("b", "h8a1")];
        let stop = Arc::new(AtomicBool::new(false));
        let find = |done: &(dyn Fn() + Sync)| find_swings(&games, 20_000, &path, (1, &stop), done);
        assert_eq!(find(&|| ()).unwrap(), 1);
        let text = fs::read_to_string(&path).unwrap();
        assert!(
            text.starts_with("a-1-") && text.ends_with("# rejected b\n"),
            "{text}"
        );
        let count = AtomicUsize::new(0);
        let done = || {
            count.fetch_add(1, Relaxed);
        };
        assert_eq!(find(&done).unwrap(), 1);
        assert_eq!(count.into_inner(), 2);
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
        fs::write(&path, "notes\n").unwrap();
        assert!(find(&|| ()).is_err());
        fs::remove_file(&path).unwrap();
    }
}
