//! Makes files of questions: positions of games, with values of their moves by long
//! searches.

use std::collections::HashSet;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use rand::Rng;

use super::{BadQuestion, Question, read, set_up};
use crate::board::Board;
use crate::clock::Control;
use crate::engine::{Engine, Options};
use crate::lab::line_file::{LineFile, Lines};
use crate::lab::selfplay::{GameSet, ScoredGame};
use crate::lab::{chances, pool};
use crate::lock::{into_inner, lock};
use crate::pool::NoThreads;
use crate::records::PositionRecord;
use crate::scale::Meaning;
use crate::search::{Iteration, Latest};
use crate::types::Square;

/// Positions with a share nearer to 0 or 1 are not used.
const LEAST_SHARE: f64 = 0.06;
/// Positions that a search with this part of the nodes finds decided are not searched
/// longer: half of renju's and two thirds of freestyle's.
const SCREENED: u64 = 50;
/// The beginning of a line that names a position which is not used.
pub(super) const REJECTED: &str = "# rejected ";

/// The settings for making questions.
#[derive(Clone, Copy, Debug)]
pub struct MakePlan {
    /// The number of questions in the file at the end.
    pub count: usize,
    /// The number of best moves that get a value.
    pub moves: usize,
    /// Nodes per position, all moves together.
    pub nodes: u64,
    /// The random seed, for the choice of positions.
    pub seed: u64,
}

/// Why making questions failed.
#[derive(Debug, thiserror::Error)]
pub enum MakeError {
    /// The file cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file does not have questions.
    #[error(transparent)]
    Line(#[from] BadQuestion),
    /// No threads.
    #[error(transparent)]
    Threads(#[from] NoThreads),
}

/// Shared by the threads.
struct State {
    made: usize,
    file: LineFile,
    error: Option<MakeError>,
}

/// Adds questions to a file, one per game, `parallel` at a time, until there are enough,
/// no games are left or `stop` is set. Positions that it has are not searched again.
/// `report` gets their number after each. Returns the number at the end.
pub fn make(
    set: &GameSet,
    plan: &MakePlan,
    path: &Path,
    (parallel, stop): (usize, &Arc<AtomicBool>),
    report: &(dyn Fn(usize) + Sync),
) -> Result<usize, MakeError> {
    let (file, lines) = LineFile::open(path)?;
    let (made, seen) = known(&lines, set)?;
    report(made);
    let next = AtomicUsize::new(0);
    let state = Mutex::new(State {
        made,
        file,
        error: None,
    });
    let work = || -> Result<(), MakeError> {
        let mut engine = Engine::new()?;
        while lock(&state).made < plan.count && !stop.load(Relaxed) {
            let Some(game) = set.games.get(next.fetch_add(1, Relaxed)) else {
                break;
            };
            let record = choose(set, game, plan.seed);
            let Some(record) = record.filter(|record| !seen.contains(&record.id)) else {
                continue;
            };
            let rejection = format!("{REJECTED}{}", record.id);
            let control = Control::stopped_by(Arc::clone(stop));
            let is_worth = is_open(&record, &mut engine, plan.nodes / SCREENED, &control);
            let ask = || ask_long(record, &mut engine, (plan.moves, plan.nodes), &control);
            let question = is_worth.then(ask).flatten();
            if control.is_stopped() {
                break;
            }
            let mut state = lock(&state);
            match question {
                None => state.file.add(&rejection)?,
                Some(question) if state.made < plan.count => {
                    state.file.add(&question.to_line())?;
                    state.made += 1;
                    report(state.made);
                }
                Some(_) => (),
            }
        }
        Ok(())
    };
    pool(parallel)?.broadcast(|_| {
        if let Err(error) = work() {
            lock(&state).error.get_or_insert(error);
            stop.store(true, Relaxed);
        }
    });
    let state = into_inner(state);
    match state.error {
        Some(error) => Err(error),
        None => Ok(state.made),
    }
}

/// The number of questions in a file, and the ids of all positions searched for it.
fn known(lines: &Lines, set: &GameSet) -> Result<(usize, HashSet<String>), BadQuestion> {
    // A file of another kind may be a line without a break.
    let id = format!("{}-", set.rule);
    let is_ours = |start: &[u8]| start.starts_with(&lines.torn) || lines.torn.starts_with(start);
    let begins = is_ours(id.as_bytes()) || is_ours(REJECTED.as_bytes());
    if lines.whole.is_empty() && !begins {
        return Err(BadQuestion {
            line: 1,
            text: "not a question: choose another file, or remove it".to_string(),
        });
    }
    let questions = read(&lines.whole)?;
    let rejected = lines.whole.lines();
    let rejected = rejected.filter_map(|line| line.strip_prefix(REJECTED).map(str::to_string));
    let made = questions.len();
    let asked = questions.into_iter().map(|question| question.record.id);
    Ok((made, asked.chain(rejected).collect()))
}

/// A random position of a game, after the levelling moves, neither forced nor decided.
fn choose(set: &GameSet, game: &ScoredGame, seed: u64) -> Option<PositionRecord> {
    let from = game.settled_from().max(game.opening.len());
    let likely: Vec<usize> = (from..game.opening.len() + game.positions.len())
        .filter(|&stones| {
            let one = &game.positions[stones - game.opening.len()];
            !one.forced && matches!(one.score.meaning(), Meaning::Estimate(_))
        })
        .collect();
    if likely.is_empty() {
        return None;
    }
    let mut rng = chances(game.number, seed);
    let stones = likely[rng.random_range(0..likely.len())];
    let mut board = Board::new(game.width, game.height).ok()?;
    for square in game.moves().take(stones) {
        board.place(square);
    }
    Some(PositionRecord {
        id: format!("{}-{}-{}", set.rule, game.number, stones),
        rule: set.rule,
        board,
    })
}

/// Whether a search with this many nodes finds the position undecided.
fn is_open(record: &PositionRecord, engine: &mut Engine, nodes: u64, control: &Control) -> bool {
    let options = Options {
        nodes: Some(nodes.max(1)),
        ..Options::default()
    };
    set_up(engine, record, options);
    let scale = engine.scale();
    let found = engine.think(control, &|_| ());
    found.is_some_and(|found| leaves_open(scale.chances(found.score).share()))
}

fn leaves_open(share: f64) -> bool {
    (LEAST_SHARE..=1.0 - LEAST_SHARE).contains(&share)
}

/// A question with the values of the best `moves` moves, by a search of as many lines
/// with `nodes` nodes. `None` if the game is nearly decided or the search was stopped.
pub(super) fn ask_long(
    record: PositionRecord,
    engine: &mut Engine,
    (moves, nodes): (usize, u64),
    control: &Control,
) -> Option<Question> {
    let options = Options {
        nodes: Some(nodes),
        lines: moves,
        ..Options::default()
    };
    set_up(engine, &record, options);
    let scale = engine.scale();
    let latest = Latest::default();
    engine.think(control, &|event| latest.receive(event));
    if control.is_stopped() {
        return None;
    }
    // The last iteration may not have finished all lines.
    let latest = latest.into_lines();
    let deepest = latest.iter().map(|found| found.depth).max()?;
    let recent = latest.iter().filter(|found| found.depth + 1 >= deepest);
    let value = |found: &Iteration| {
        let share = scale.chances(found.score).share();
        (found.line[0], (1_000.0 * share).round() as u16)
    };
    let mut values: Vec<(Square, u16)> = recent.map(value).collect();
    values.sort_by_key(|&(_, value)| std::cmp::Reverse(value));
    values.truncate(moves);
    let best = f64::from(values.first()?.1) / 1_000.0;
    let is_question = leaves_open(best) && values.len() > 1;
    is_question.then_some(Question {
        record,
        values,
        others: None,
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::board::notation::play_moves;
    use crate::lab::selfplay::{Finish, ScoredPosition, StoredScore};
    use crate::types::{Rule, Score};

    const PLAN: MakePlan = MakePlan {
        count: 9,
        moves: 4,
        nodes: 3_000,
        seed: 1,
    };

    /// A game with one usable position, the one after these moves.
    fn game(number: u64, moves: &str) -> ScoredGame {
        let mut board = Board::new(15, 15).unwrap();
        play_moves(&mut board, moves).unwrap();
        ScoredGame {
            deeper: Vec::new(),
            number,
            width: 15,
            height: 15,
            opening: board.moves().iter().map(|square| square.unwrap()).collect(),
            positions: vec![ScoredPosition {
                score: StoredScore::raw(Score::estimate(20)),
                played: None,
                levelling: false,
                forced: false,
            }],
            black: 1,
            end: Finish::BrokenOff,
        }
    }

    /// Open games; the second one is as good as won.
    fn games() -> GameSet {
        let moves = ["h8i9g7", "h8a1i8a3j8a5", "h8i8h9", "h8i9i7"];
        GameSet {
            rule: Rule::Freestyle,
            scores: "raw".to_string(),
            plan: None,
            games: (0..)
                .zip(moves)
                .map(|(number, moves)| game(number, moves))
                .collect(),
            torn: false,
        }
    }

    /// Resumes with one thread until there are `most` questions, then is interrupted.
    fn make_some(plan: &MakePlan, path: &Path, most: usize) -> Result<usize, MakeError> {
        let stop = Arc::new(AtomicBool::new(false));
        let report = |made: usize| stop.store(made >= most, Relaxed);
        make(&games(), plan, path, (1, &stop), &report)
    }

    #[test]
    fn an_interrupted_file_goes_on() {
        let path = std::env::temp_dir().join(format!("tengen-regret-{}", std::process::id()));
        let _ = fs::remove_file(&path);
        assert_eq!(make_some(&PLAN, &path, 9).unwrap(), 3);
        let whole = fs::read_to_string(&path).unwrap();
        let ids: Vec<&str> = whole
            .lines()
            .map(|line| line.split(';').next().unwrap())
            .collect();
        assert_eq!(
            ids,
            [
                "freestyle-0-3",
                "# rejected freestyle-1-6",
                "freestyle-2-3",
                "freestyle-3-3"
            ]
        );
        assert_eq!(read(&whole).unwrap().len(), 3);
        // All were searched, and nothing is added.
        assert_eq!(make_some(&PLAN, &path, 9).unwrap(), 3);
        assert_eq!(fs::read_to_string(&path).unwrap(), whole);
        fs::remove_file(&path).unwrap();
        assert_eq!(make_some(&PLAN, &path, 2).unwrap(), 2);
        assert_eq!(make_some(&PLAN, &path, 9).unwrap(), 3);
        assert_eq!(fs::read_to_string(&path).unwrap(), whole);
        // An incomplete line, even the first, is made again.
        for end in [whole.len() - 1, whole.len() - 40, 20, 5] {
            fs::write(&path, &whole[..end]).unwrap();
            assert_eq!(make_some(&PLAN, &path, 9).unwrap(), 3, "{end}");
            assert_eq!(fs::read_to_string(&path).unwrap(), whole, "{end}");
        }
        fs::remove_file(&path).unwrap();
        let few = MakePlan { count: 2, ..PLAN };
        assert_eq!(make_some(&few, &path, 9).unwrap(), 2);
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn files_of_others_are_left_alone() {
        let path = std::env::temp_dir().join(format!("tengen-regret-other-{}", std::process::id()));
        for text in ["notes", "notes\n", "renju-1-2; renju; 15; h8"] {
            fs::write(&path, text).unwrap();
            let error = make_some(&PLAN, &path, 9).unwrap_err().to_string();
            assert!(error.starts_with("line 1: "), "{error}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        fs::remove_file(&path).unwrap();
    }
}
