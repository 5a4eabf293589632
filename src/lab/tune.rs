//! Numbers of the search tuned by games: simultaneous perturbation stochastic
//! approximation (SPSA).
//!
//! Each step changes all numbers at once, each up or down by chance, and lets
//! the engine so changed play a pair of games against the one changed the other
//! way; the numbers move a little towards the winner. What one number brings
//! is drowned by the others in any single step and comes to light in thousands.
//!
//! CITE: Spall: An overview of the simultaneous perturbation method for efficient
//! optimization, Johns Hopkins APL Technical Digest 19(4), 1998; the scaling of
//! steps by <https://github.com/official-stockfish/fishtest/wiki>.

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};

use super::contender::Contender;
use super::game::{self, Played, Setup};
use super::inside::Inside;
use super::schedule::{Pairing, Schedule};
use super::{difference, lock};
use crate::board::Board;
use crate::params::Tunables;
use crate::pool::NoThreads;
use crate::types::{Color, Rule};

/// The exponents that are known to do well, for the size of the steps ...
const ALPHA: f64 = 0.602;
/// ... and for that of the changes.
const GAMMA: f64 = 0.101;
/// This part of all steps passes before their size begins to fall.
const STEADY: f64 = 0.1;

/// A number to tune.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Knob {
    /// Its name among the numbers of the search.
    pub name: String,
    /// Where to begin.
    pub start: i32,
    /// By how much it is changed in the last step.
    pub change: f64,
}

/// Everything that a tuning follows from, but for the order in which games that
/// are played beside each other end.
#[derive(Clone, Debug)]
pub struct TunePlan {
    /// What is tuned.
    pub knobs: Vec<Knob>,
    /// The engine with its limits.
    pub engine: Contender,
    /// The rule's name.
    pub rule: String,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The openings, as moves; with none, games begin on an empty board.
    pub openings: Vec<Board>,
    /// Pairs of games, one for each step.
    pub pairs: usize,
    /// How far a won game moves a number in the last step, in changes.
    pub rate: f64,
    /// Decides on everything that is left to chance.
    pub seed: u64,
}

/// Why a tuning cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum TuneError {
    /// The file cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file is of another tuning.
    #[error("the file is of a tuning with another plan ({0})")]
    OtherPlan(String),
    /// The file is none of a tuning.
    #[error("line {0}: not a line of a tuning")]
    BadLine(usize),
    /// The engine could not play.
    #[error("{0}")]
    Engine(String),
    /// No threads.
    #[error(transparent)]
    Threads(#[from] NoThreads),
}

/// How the numbers have moved.
#[derive(Clone, Debug)]
pub struct Course {
    /// The numbers now.
    pub values: Vec<f64>,
    /// The numbers before each step.
    pub history: Vec<Vec<f64>>,
    /// Games played.
    pub games: usize,
}

/// The first line of a file: what decides the steps.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Header {
    knobs: Vec<Knob>,
    engine: Contender,
    rule: String,
    size: [usize; 2],
    pairs: usize,
    rate: f64,
    seed: u64,
}

/// A line for each step that is over.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Step {
    /// Which: it decides the changes.
    step: usize,
    /// Games won less games lost of the pair by the engine with the changes.
    result: i32,
}

impl TunePlan {
    fn header(&self) -> Header {
        Header {
            knobs: self.knobs.clone(),
            engine: self.engine.clone(),
            rule: self.rule.clone(),
            size: [self.width, self.height],
            pairs: self.pairs,
            rate: self.rate,
            seed: self.seed,
        }
    }

    /// Up or down, for each number in this step; and chance for the rest of it.
    fn signs(&self, step: usize) -> (Vec<f64>, StdRng) {
        let seed = self.seed ^ (step as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut rng = StdRng::seed_from_u64(seed);
        let sign = |_: &Knob| if rng.random() { 1.0 } else { -1.0 };
        (self.knobs.iter().map(sign).collect(), rng)
    }

    /// By how much a number is changed in this step.
    fn change(&self, knob: &Knob, step: usize) -> f64 {
        knob.change * (self.pairs as f64 / (step as f64 + 1.0)).powf(GAMMA)
    }

    /// How far a won game moves a number in this step, in changes of it.
    fn rate(&self, knob: &Knob, step: usize) -> f64 {
        let all = self.pairs as f64;
        let steady = STEADY * all;
        let falls = ((steady + all) / (steady + step as f64 + 1.0)).powf(ALPHA);
        let share = knob.change / self.change(knob, step);
        self.rate * falls * share * share
    }
}

impl Course {
    fn new(plan: &TunePlan) -> Course {
        Course {
            values: plan.knobs.iter().map(|knob| knob.start.into()).collect(),
            history: Vec::new(),
            games: 0,
        }
    }

    /// A step is over.
    fn take(&mut self, plan: &TunePlan, step: Step) {
        self.history.push(self.values.clone());
        let (signs, _) = plan.signs(step.step);
        for ((value, knob), sign) in self.values.iter_mut().zip(&plan.knobs).zip(signs) {
            let by = plan.rate(knob, step.step) * plan.change(knob, step.step);
            *value += by * sign * f64::from(step.result);
            if let Some((least, most)) = Tunables::range(&knob.name) {
                *value = value.clamp(least.into(), most.into());
            }
        }
        self.games += 2;
    }

    /// The mean of each number over the last steps, which is steadier than
    /// where it has come to.
    pub fn settled(&self, last: usize) -> Vec<f64> {
        let from = self.history.len().saturating_sub(last);
        let some = &self.history[from..];
        let mean = |index: usize| match some.len() {
            0 => self.values[index],
            count => some.iter().map(|values| values[index]).sum::<f64>() / count as f64,
        };
        (0..self.values.len()).map(mean).collect()
    }
}

/// The tuning that a file holds so far; a line that was torn at its end does not
/// count. Also where the whole lines end.
fn read(file: &mut File, plan: &TunePlan) -> Result<(Course, BTreeSet<usize>, u64), TuneError> {
    let mut text = String::new();
    file.read_to_string(&mut text)?;
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let mut course = Course::new(plan);
    let mut done = BTreeSet::new();
    for (index, line) in text[..whole].lines().enumerate() {
        let bad = |_| TuneError::BadLine(index + 1);
        if index == 0 {
            let header: Header = serde_json::from_str(line).map_err(bad)?;
            if header != plan.header() {
                return Err(TuneError::OtherPlan(difference(&header, &plan.header())));
            }
            continue;
        }
        let step: Step = serde_json::from_str(line).map_err(bad)?;
        let is_one = step.step < plan.pairs && step.result.abs() <= 2;
        if !is_one || !done.insert(step.step) {
            return Err(TuneError::BadLine(index + 1));
        }
        course.take(plan, step);
    }
    Ok((course, done, whole as u64))
}

/// What the threads share.
struct State {
    course: Course,
    done: BTreeSet<usize>,
    next: usize,
    file: File,
    error: Option<TuneError>,
}

/// Plays the steps that are not in the file, `parallel` at a time, until all are
/// over or `stop` is set; `report` hears of the course after each.
pub fn tune(
    plan: &TunePlan,
    rule: Rule,
    path: &Path,
    parallel: usize,
    stop: &Arc<AtomicBool>,
    report: &(dyn Fn(&Course) + Sync),
) -> Result<Course, TuneError> {
    let mut file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)?;
    let (course, done, whole) = read(&mut file, plan)?;
    file.set_len(whole)?;
    file.seek(io::SeekFrom::End(0))?;
    if whole == 0 {
        writeln!(file, "{}", line(&plan.header())?)?;
    }
    report(&course);
    let state = Mutex::new(State {
        course,
        done,
        next: 0,
        file,
        error: None,
    });
    let schedule = Schedule::new(
        2,
        Pairing::RoundRobin,
        plan.pairs,
        plan.openings.len(),
        (plan.width, plan.height),
        plan.seed,
    );
    let pool = super::pool(parallel)?;
    pool.broadcast(|_| {
        if let Err(error) = play_steps(plan, rule, &schedule, &state, stop, report) {
            lock(&state).error.get_or_insert(error);
            stop.store(true, Relaxed);
        }
    });
    let state = state
        .into_inner()
        .unwrap_or_else(|error| error.into_inner());
    match state.error {
        Some(error) => Err(error),
        None => Ok(state.course),
    }
}

fn line<T: Serialize>(value: &T) -> Result<String, TuneError> {
    Ok(serde_json::to_string(value).map_err(io::Error::from)?)
}

/// One thread's steps.
fn play_steps(
    plan: &TunePlan,
    rule: Rule,
    schedule: &Schedule,
    state: &Mutex<State>,
    stop: &Arc<AtomicBool>,
    report: &(dyn Fn(&Course) + Sync),
) -> Result<(), TuneError> {
    let fail = |error: super::player::Failure| TuneError::Engine(error.to_string());
    let mut players = Vec::new();
    for _ in 0..2 {
        let engine = Arc::new(plan.engine.clone());
        players.push(Inside::new(engine, Arc::clone(stop)).map_err(fail)?);
    }
    loop {
        let (step, values) = {
            let mut state = lock(state);
            while state.done.contains(&state.next) {
                state.next += 1;
            }
            if state.next >= plan.pairs || stop.load(Relaxed) {
                return Ok(());
            }
            state.next += 1;
            (state.next - 1, state.course.values.clone())
        };
        let (signs, mut rng) = plan.signs(step);
        for (player, way) in players.iter_mut().zip([1.0, -1.0]) {
            let changed = plan.knobs.iter().zip(&values).zip(&signs);
            let params = changed.map(|((knob, value), sign)| {
                let wanted = value + way * sign * plan.change(knob, step);
                // Rounded up as often as it is nearer to that.
                let rounded = (wanted + rng.random::<f64>()).floor() as i32;
                let (least, most) = Tunables::range(&knob.name).unwrap_or((rounded, rounded));
                (knob.name.clone(), rounded.clamp(least, most))
            });
            let mut engine = plan.engine.clone();
            engine.params.extend(params);
            player.become_contender(Arc::new(engine));
        }
        let mut result = 0;
        for index in [2 * step, 2 * step + 1] {
            let fixture = schedule.game(index);
            let opening = match plan.openings.get(fixture.opening) {
                Some(board) => board.clone(),
                None => empty(plan)?,
            };
            let setup = Setup {
                rule,
                opening: fixture.symmetry.image(&opening),
                most_moves: usize::MAX,
                seed: fixture.seed,
            };
            let contenders = [&plan.engine; 2];
            let Some(played) = play(&mut players, fixture.players, contenders, &setup) else {
                return Ok(());
            };
            let won = played.winner.map(|color| fixture.players[color.index()]);
            result += won.map_or(0, |who| if who == 0 { 1 } else { -1 });
        }
        let mut state = lock(state);
        let step = Step { step, result };
        let text = line(&step)?;
        writeln!(state.file, "{text}")?;
        state.course.take(plan, step);
        report(&state.course);
    }
}

fn empty(plan: &TunePlan) -> Result<Board, TuneError> {
    let board = Board::new(plan.width, plan.height);
    board.map_err(|error| TuneError::Engine(error.to_string()))
}

/// A game; `who` says which player has Black, and which White.
fn play(
    players: &mut [Inside],
    who: [usize; 2],
    contenders: [&Contender; 2],
    setup: &Setup,
) -> Option<Played> {
    let [first, second] = players else {
        return None;
    };
    match who[Color::Black.index()] {
        0 => game::play([first, second], contenders, setup),
        _ => game::play([second, first], contenders, setup),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(pairs: usize) -> TunePlan {
        let knob = |name: &str, start, change| Knob {
            name: name.to_string(),
            start,
            change,
        };
        TunePlan {
            knobs: vec![knob("rfp_margin", 70, 10.0), knob("order_killer", 50, 8.0)],
            engine: "self nodes=60".parse().unwrap(),
            rule: "freestyle".to_string(),
            width: 15,
            height: 15,
            openings: Vec::new(),
            pairs,
            rate: 0.05,
            seed: 3,
        }
    }

    /// Where the better number is known, the values go there.
    #[test]
    fn values_climb_towards_the_winner() {
        let plan = plan(2_000);
        let mut course = Course::new(&plan);
        let mut rng = StdRng::seed_from_u64(8);
        for step in 0..plan.pairs {
            let (signs, _) = plan.signs(step);
            let strength = |way: f64| -> f64 {
                let places = course.values.iter().zip(&signs).zip(&plan.knobs);
                let away = places
                    .zip([110.0, 20.0])
                    .map(|(((value, sign), knob), best)| {
                        (value + way * sign * plan.change(knob, step) - best).powi(2)
                    });
                -away.sum::<f64>()
            };
            let chance = 1.0 / (1.0 + (-(strength(1.0) - strength(-1.0)) / 800.0).exp());
            let result = (0..2)
                .map(|_| if rng.random_bool(chance) { 1 } else { -1 })
                .sum();
            course.take(&plan, Step { step, result });
        }
        let settled = course.settled(500);
        assert!((settled[0] - 110.0).abs() < 8.0, "{settled:?}");
        assert!((settled[1] - 20.0).abs() < 8.0, "{settled:?}");
    }

    #[test]
    fn an_interrupted_tuning_goes_on() {
        let path = std::env::temp_dir().join(format!("tengen-tune-{}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        let plan = plan(4);
        let stop = Arc::new(AtomicBool::new(false));
        let after_two = |course: &Course| stop.store(course.games >= 4, Relaxed);
        let first = tune(&plan, Rule::Freestyle, &path, 1, &stop, &after_two).unwrap();
        assert_eq!(first.games, 4);
        // A line that was torn.
        let mut file = OpenOptions::new().append(true).open(&path).unwrap();
        write!(file, "{{\"step\":3,").unwrap();
        let stop = Arc::new(AtomicBool::new(false));
        let second = tune(&plan, Rule::Freestyle, &path, 1, &stop, &|_| ()).unwrap();
        assert_eq!(second.games, 8);
        assert_eq!(second.history[..2], first.history[..]);
        let other = TunePlan { seed: 4, ..plan };
        let error = tune(&other, Rule::Freestyle, &path, 1, &stop, &|_| ()).unwrap_err();
        assert!(
            error.to_string().ends_with("plan (seed 3 instead of 4)"),
            "{error}"
        );
        std::fs::remove_file(&path).unwrap();
    }
}
