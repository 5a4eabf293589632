//! Regret: how much worse, in points, the moves of short searches are than the best
//! ones, by long searches; and how far their scores are from those of the long ones. It
//! measures a setting of the search in a minute where games take hours, but only games
//! show whether it plays better.
//!
//! A file has a line per position: `id; rule; size; moves; values`, the first four as
//! in [`lines`], then moves with their values for the side to move, in thousandths of a
//! point, the best first: `h8=612 i9=587`. `*=500` at the end is the value of all other
//! moves; without it they have that of the last. So `i9=0 *=500` measures how long a
//! search takes to give up a losing move, and `*=0` how long it takes to see that the
//! game is decided.
//!
//! Lines that begin with `#` are skipped. `# rejected ID` tells [`make`] that a
//! position was searched and is not used.

pub mod clear;
pub mod make;
pub mod swings;

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use super::fit::cross_entropy;
use crate::board::notation::{parse_square, square_name};
use crate::clock::Control;
use crate::engine::{Engine, Options};
use crate::lock::lock;
use crate::pool::NoThreads;
use crate::records::{PositionRecord, lines};
use crate::search::{Event, Iteration};
use crate::types::Square;

/// The hash table of the searches, in bytes, whatever the defaults are.
const MEMORY: u64 = 64 << 20;
/// A move that is worse by less than this, in points, is as good as the best.
const AS_GOOD: f64 = 0.02;
/// Shares of a point are kept this far from 0 and 1, so that divergences stay finite.
const SUREST: f64 = 0.005;

/// A position with the values of its moves.
#[derive(Clone, Debug)]
pub struct Question {
    /// The position.
    pub record: PositionRecord,
    /// Moves with thousandths of a point, the best first.
    pub values: Vec<(Square, u16)>,
    /// The value of all other moves; `None`: that of the last.
    pub others: Option<u16>,
}

/// The moves and scores of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The loss in points of the move that would be played at each of the
    /// checkpoints.
    pub losses: Vec<f64>,
    /// The divergence of the score there from the best move's value (Kullback, Leibler:
    /// On information and sufficiency, 1951).
    pub divergences: Vec<f64>,
    /// The number of nodes from which on the move was as good as the best; `None` if it
    /// was not at the end.
    pub held_from: Option<u64>,
    /// The number of nodes after which the game was seen decided, if it was.
    pub decided_at: Option<u64>,
}

/// What is wrong with a line of a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {text}")]
pub struct BadQuestion {
    line: usize,
    text: String,
}

impl Question {
    /// The line of a file, without its break.
    pub fn to_line(&self) -> String {
        let height = self.record.board.height();
        let value =
            |&(square, value): &(Square, u16)| format!("{}={value}", square_name(square, height));
        let mut values: Vec<String> = self.values.iter().map(value).collect();
        values.extend(self.others.map(|value| format!("*={value}")));
        format!("{}; {}", lines::write(&self.record), values.join(" "))
    }

    fn from_line(text: &str) -> Result<Question, String> {
        let (position, values) = text.rsplit_once(';').ok_or("no values")?;
        let records = lines::read(position).map_err(|error| error.to_string())?;
        let record = records.into_iter().next().ok_or("no position")?;
        let thousandths = |text: &str| text.parse().ok().filter(|&value: &u16| value <= 1_000);
        let value = |word: &str| {
            let (square, value) = word.split_once('=')?;
            let square = parse_square(square, &record.board).ok()?;
            let value = thousandths(value)?;
            record.board.is_empty(square).then_some((square, value))
        };
        let wrong = "values are moves with thousandths, as h8=612";
        let (values, others) = match values.split_once("*=") {
            None => (values, None),
            Some((values, others)) => (values, Some(thousandths(others.trim()).ok_or(wrong)?)),
        };
        let values: Option<Vec<_>> = values.split_whitespace().map(value).collect();
        let values = values.filter(|values| !values.is_empty() || others.is_some());
        let values = values.ok_or(wrong)?;
        if !values.is_sorted_by(|one, next| one.1 >= next.1) {
            return Err("the values do not begin with the best".to_string());
        }
        Ok(Question {
            record,
            values,
            others,
        })
    }

    /// The value of the best move, in thousandths of a point.
    fn best(&self) -> u16 {
        let values = self.values.iter().map(|(_, value)| *value);
        values.chain(self.others).max().unwrap_or(0)
    }

    /// The loss of this move, in points.
    fn loss(&self, square: Square) -> f64 {
        let known = self.values.iter().find(|(of, _)| *of == square);
        let others = self.others.or(self.values.last().map(|(_, value)| *value));
        let value = known.map(|(_, value)| *value).or(others).unwrap_or(0);
        f64::from(self.best() - value) / 1_000.0
    }

    /// The divergence of this share of the point from the best move's.
    fn divergence(&self, share: f64) -> f64 {
        let sure = |share: f64| share.clamp(SUREST, 1.0 - SUREST);
        let (known, found) = (sure(f64::from(self.best()) / 1_000.0), sure(share));
        cross_entropy(known, found) - cross_entropy(known, known)
    }

    /// Searches the position up to the last of the checkpoints (numbers of nodes, the
    /// fewest first), with an empty table, and parameters and network of `options`.
    pub fn ask(&self, engine: &mut Engine, options: &Options, checkpoints: &[u64]) -> Answer {
        let most = checkpoints.last().copied().unwrap_or(0);
        set_up(
            engine,
            &self.record,
            Options {
                nodes: Some(most),
                ..options.clone()
            },
        );
        let scale = engine.scale();
        // From how many nodes on which move would be played, with its share.
        let choices: Mutex<Vec<(u64, Square, f64)>> = Mutex::new(Vec::new());
        let decided = Mutex::new(None);
        let note = |found: &Iteration| {
            if found.score.is_decisive() {
                lock(&decided).get_or_insert(found.nodes);
            }
            let share = scale.chances(found.score).share();
            lock(&choices).push((found.nodes, found.line[0], share));
        };
        let found = engine.think(&Control::new(), &|event| {
            if let Event::Line(found) = event {
                note(found);
            }
        });
        if let Some(found) = &found {
            note(found);
        }
        let choices = lock(&choices);
        let at = |nodes: &u64| {
            let before = choices.iter().take_while(|(from, ..)| from <= nodes);
            let at = before.last().or(choices.first());
            at.map_or((0.0, 0.0), |&(_, square, share)| {
                (self.loss(square), self.divergence(share))
            })
        };
        let wrong = choices
            .iter()
            .rposition(|&(_, square, _)| self.loss(square) > AS_GOOD);
        let (losses, divergences) = checkpoints.iter().map(at).unzip();
        Answer {
            losses,
            divergences,
            held_from: match wrong {
                None => Some(0),
                Some(index) => choices.get(index + 1).map(|(from, ..)| *from),
            },
            decided_at: *lock(&decided),
        }
    }
}

/// Reads a file; blank lines and those that begin with `#` are skipped.
pub fn read(text: &str) -> Result<Vec<Question>, BadQuestion> {
    let lines = text.lines().enumerate().filter(|(_, line)| {
        let line = line.trim();
        !line.is_empty() && !line.starts_with('#')
    });
    lines
        .map(|(index, line)| {
            Question::from_line(line).map_err(|text| BadQuestion {
                line: index + 1,
                text,
            })
        })
        .collect()
}

/// Searches all questions as [`Question::ask`] does, `parallel` at a time; `None` if
/// `stop` was set. `done` is called after each.
pub fn ask_all(
    questions: &[Question],
    options: &Options,
    checkpoints: &[u64],
    (parallel, stop): (usize, &AtomicBool),
    done: &(dyn Fn() + Sync),
) -> Result<Option<Vec<Answer>>, NoThreads> {
    let next = AtomicUsize::new(0);
    let answers = Mutex::new(vec![None; questions.len()]);
    let pool = super::pool(parallel)?;
    let ends = pool.broadcast(|_| -> Result<(), NoThreads> {
        let mut engine = Engine::new()?;
        while !stop.load(Relaxed) {
            let index = next.fetch_add(1, Relaxed);
            let Some(question) = questions.get(index) else {
                break;
            };
            let answer = question.ask(&mut engine, options, checkpoints);
            lock(&answers)[index] = Some(answer);
            done();
        }
        Ok(())
    });
    ends.into_iter().collect::<Result<Vec<()>, _>>()?;
    let answers = std::mem::take(&mut *lock(&answers));
    Ok(answers.into_iter().collect())
}

fn set_up(engine: &mut Engine, record: &PositionRecord, options: Options) {
    engine.set_options(Options {
        rule: record.rule,
        infinite: true,
        memory: MEMORY,
        ..options
    });
    engine.new_game(record.board.clone());
    engine.prepare();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_written_and_read() {
        let text = "# what\n\na; renju; 15; h8i9g7; j7=612 f6=600 a1=12\n";
        let questions = read(text).unwrap();
        assert_eq!(questions.len(), 1);
        assert_eq!(questions[0].to_line(), text.lines().last().unwrap());
        let square = |name: &str| parse_square(name, &questions[0].record.board).unwrap();
        assert_eq!(questions[0].loss(square("j7")), 0.0);
        assert_eq!(questions[0].loss(square("f6")), 0.012);
        assert_eq!(questions[0].loss(square("b2")), 0.6);
        assert_eq!(questions[0].divergence(0.612), 0.0);
        let wrong = [0.7, 0.9, 1.0].map(|share| questions[0].divergence(share));
        assert!(wrong[0] > 0.0 && wrong[0] < wrong[1] && wrong[1] < wrong[2]);
        assert!((questions[0].divergence(0.5) - 0.025_3).abs() < 1e-4);
        let text = "a; renju; 15; h8i9g7; j7=0 *=500";
        let swing = read(text).unwrap().remove(0);
        assert_eq!(swing.to_line(), text);
        assert_eq!(
            [swing.loss(square("j7")), swing.loss(square("a1"))],
            [0.5, 0.0]
        );
        for bad in [
            "a; renju; 15; h8; h8=500",
            "a; renju; 15; h8; i9=1001",
            "a; renju; 15; h8; i9",
            "a; renju; 15; h8;",
            "a; renju; 15; h8; i9=1 j9=2",
            "a; renju; 15; h8h8; i9=1",
            "a; renju; 15; h8; i9=1 *=x",
            "nothing",
        ] {
            assert_eq!(read(bad).unwrap_err().line, 1, "{bad}");
        }
    }

    #[test]
    fn a_question_of_our_own_is_answered() {
        let record = lines::read("a; freestyle; 15; h8i9g7j10h10g9")
            .unwrap()
            .remove(0);
        let mut engine = Engine::new().unwrap();
        let question = make::ask_long(record, &mut engine, (8, 20_000), &Control::new()).unwrap();
        assert_eq!(question.values.len(), 8);
        let nodes = [10, 100, 20_000];
        let answer = question.ask(&mut engine, &Options::default(), &nodes);
        assert_eq!(answer.losses.len(), 3);
        assert!(
            answer
                .divergences
                .iter()
                .all(|far| far.is_finite() && *far >= 0.0)
        );
        assert!(answer.losses.iter().all(|loss| (0.0..=1.0).contains(loss)));
        let again = question.ask(&mut engine, &Options::default(), &nodes);
        assert_eq!(answer, again);
        let stop = AtomicBool::new(false);
        let all = ask_all(&[question], &Options::default(), &nodes, (1, &stop), &|| ());
        assert_eq!(all.unwrap(), Some(vec![answer]));
    }
}
