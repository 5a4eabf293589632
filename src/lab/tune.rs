//! Search parameters tuned by games: simultaneous perturbation stochastic
//! approximation (SPSA).
//!
//! Each step changes all parameters at once, each up or down at random, and plays a
//! pair of games against the engine with the opposite changes. The parameters move a
//! little towards the winner. A single step says little about a parameter, thousands
//! do.
//!
//! CITE: Spall: An overview of the simultaneous perturbation method for efficient
//! optimization, Johns Hopkins APL Technical Digest 19(4), 1998; the scaling of
//! steps by <https://github.com/official-stockfish/fishtest/wiki>.

mod course;

use std::collections::BTreeSet;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use rand::Rng;
use serde::Serialize;

use self::course::Step;
pub use self::course::{Course, Ground, Knob, TunePlan};
use super::contender::Contender;
use super::difference;
use super::game::{self, Played, Setup};
use super::line_file::{LineFile, Lines};
use super::own_player::OwnPlayer;
use super::player::Failure;
use super::schedule::{Fixture, Pairing, Schedule};
use crate::board::notation::{NotationError, play_moves};
use crate::board::{BadSize, Board};
use crate::eval::network::NetworkChoice;
use crate::lock::{into_inner, lock};
use crate::params::Tunables;
use crate::pool::NoThreads;
use crate::types::{Color, Rule, UnknownRule};

/// Why a tuning failed.
#[derive(Debug, thiserror::Error)]
pub enum TuneError {
    /// The file cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file belongs to another tuning; how its plan differs.
    #[error("the file is of a tuning with another plan ({0})")]
    OtherPlan(String),
    /// The file does not begin with a valid plan.
    #[error(
        "the file does not begin with the plan of a tuning ({0}): choose another file, or remove it"
    )]
    NoPlan(String),
    /// A line is invalid.
    #[error("line {line}: {error}")]
    BadLine {
        /// Counted from 1.
        line: usize,
        /// What is wrong with it.
        error: String,
    },
    /// A plan without anything to play.
    #[error("there is nothing to play")]
    NoGround,
    /// An unknown rule.
    #[error(transparent)]
    Rule(#[from] UnknownRule),
    /// A size that no board has.
    #[error(transparent)]
    Size(#[from] BadSize),
    /// An opening that cannot be played.
    #[error("opening {moves}: {error}")]
    Opening {
        /// The opening.
        moves: String,
        /// What is wrong with it.
        error: NotationError,
    },
    /// The engine failed.
    #[error("{0}")]
    Engine(String),
    /// No threads.
    #[error(transparent)]
    Threads(#[from] NoThreads),
}

/// The state of the tuning in a file, and its steps.
fn read(lines: &Lines, plan: &TunePlan) -> Result<(Course, BTreeSet<usize>), TuneError> {
    let mut course = Course::new(plan);
    let mut done = BTreeSet::new();
    let mut whole = lines.whole.lines().enumerate();
    let Some((_, first)) = whole.next() else {
        return match json(plan)?.as_bytes().starts_with(&lines.torn) {
            true => Ok((course, done)),
            false => Err(TuneError::NoPlan("its first line is cut off".to_string())),
        };
    };
    let found: TunePlan =
        serde_json::from_str(first).map_err(|error| TuneError::NoPlan(error.to_string()))?;
    if found != *plan {
        return Err(TuneError::OtherPlan(difference(&found, plan)));
    }
    for (index, line) in whole {
        let bad = |error: String| TuneError::BadLine {
            line: index + 1,
            error,
        };
        let step: Step = serde_json::from_str(line).map_err(|error| bad(error.to_string()))?;
        if step.step >= plan.pairs || step.result.abs() > 2 {
            return Err(bad("there is no such step or result".to_string()));
        }
        if !done.insert(step.step) {
            return Err(bad("this step was there before".to_string()));
        }
        course.take(plan, step);
    }
    Ok((course, done))
}

/// A line of a file.
fn json(value: &impl Serialize) -> Result<String, TuneError> {
    Ok(serde_json::to_string(value).map_err(io::Error::from)?)
}

/// A checked plan.
struct Tuning<'a> {
    plan: &'a TunePlan,
    network: NetworkChoice,
    places: Vec<Place>,
}

/// A checked ground.
struct Place {
    rule: Rule,
    openings: Vec<Board>,
    schedule: Schedule,
}

/// Shared by the threads.
struct State {
    course: Course,
    done: BTreeSet<usize>,
    next: usize,
    file: LineFile,
    error: Option<TuneError>,
}

/// Plays the steps that are not in the file, `parallel` at a time, until all are
/// done or `stop` is set. `report` gets the course after each.
pub fn tune(
    plan: &TunePlan,
    path: &Path,
    parallel: usize,
    stop: &Arc<AtomicBool>,
    report: &(dyn Fn(&Course) + Sync),
) -> Result<Course, TuneError> {
    let tuning = Tuning::new(plan)?;
    let (mut file, lines) = LineFile::open(path)?;
    let (course, done) = read(&lines, plan)?;
    if lines.whole.is_empty() {
        file.add(&json(plan)?)?;
    }
    report(&course);
    let state = Mutex::new(State {
        course,
        done,
        next: 0,
        file,
        error: None,
    });
    let pool = super::pool(parallel)?;
    pool.broadcast(|_| {
        if let Err(error) = tuning.play_steps(&state, stop, report) {
            lock(&state).error.get_or_insert(error);
            stop.store(true, Relaxed);
        }
    });
    let state = into_inner(state);
    match state.error {
        Some(error) => Err(error),
        None => Ok(state.course),
    }
}

impl State {
    /// The next step to play, if there is one, and the values before it.
    fn take(&mut self, plan: &TunePlan) -> Option<(usize, Vec<f64>)> {
        while self.done.contains(&self.next) {
            self.next += 1;
        }
        if self.next >= plan.pairs {
            return None;
        }
        self.next += 1;
        Some((self.next - 1, self.course.values.clone()))
    }
}

fn fail(failure: Failure) -> TuneError {
    TuneError::Engine(failure.to_string())
}

impl Place {
    fn new(ground: &Ground, plan: &TunePlan) -> Result<Place, TuneError> {
        let empty = Board::new(ground.width, ground.height)?;
        let opening = |moves: &String| {
            let mut board = empty.clone();
            match play_moves(&mut board, moves) {
                Ok(()) => Ok(board),
                Err(error) => Err(TuneError::Opening {
                    moves: moves.clone(),
                    error,
                }),
            }
        };
        let mut openings: Vec<Board> = ground
            .openings
            .iter()
            .map(opening)
            .collect::<Result<_, _>>()?;
        if openings.is_empty() {
            openings.push(empty);
        }
        Ok(Place {
            rule: ground.rule.parse()?,
            schedule: Schedule::new(
                2,
                Pairing::RoundRobin,
                plan.pairs.div_ceil(plan.grounds.len()),
                openings.len(),
                (ground.width, ground.height),
                plan.seed,
            ),
            openings,
        })
    }
}

impl Tuning<'_> {
    fn new(plan: &TunePlan) -> Result<Tuning<'_>, TuneError> {
        if plan.grounds.is_empty() {
            return Err(TuneError::NoGround);
        }
        let places = plan.grounds.iter().map(|ground| Place::new(ground, plan));
        Ok(Tuning {
            plan,
            network: plan.engine.network().map_err(fail)?,
            places: places.collect::<Result<_, _>>()?,
        })
    }

    /// One thread's steps.
    fn play_steps(
        &self,
        state: &Mutex<State>,
        stop: &Arc<AtomicBool>,
        report: &(dyn Fn(&Course) + Sync),
    ) -> Result<(), TuneError> {
        let mut players = Vec::new();
        for _ in 0..2 {
            let engine = Arc::new(self.plan.engine.clone());
            let network = self.network.clone();
            players.push(OwnPlayer::new(engine, network, Arc::clone(stop)).map_err(fail)?);
        }
        while !stop.load(Relaxed) {
            let Some((step, values)) = lock(state).take(self.plan) else {
                break;
            };
            let Some(result) = self.play_step(step, &values, &mut players) else {
                break;
            };
            let mut state = lock(state);
            let step = Step { step, result };
            state.file.add(&json(&step)?)?;
            state.course.take(self.plan, step);
            report(&state.course);
        }
        Ok(())
    }

    /// The place of a step, and its pair of games.
    fn games(&self, step: usize) -> (&Place, [Fixture; 2]) {
        let place = &self.places[step % self.places.len()];
        let first = 2 * (step / self.places.len());
        (
            place,
            [first, first + 1].map(|game| place.schedule.game(game)),
        )
    }

    /// Plays the games of a step. `None` if they were stopped.
    fn play_step(&self, step: usize, values: &[f64], players: &mut [OwnPlayer]) -> Option<i32> {
        let (signs, mut rng) = self.plan.signs(step);
        for (player, way) in players.iter_mut().zip([1.0, -1.0]) {
            let changed = self.plan.knobs.iter().zip(values).zip(&signs);
            let params = changed.map(|((knob, value), sign)| {
                let wanted = value + way * sign * self.plan.change(knob, step, *value);
                // Rounded up or down at random, without bias.
                let rounded = (wanted + rng.random::<f64>()).floor() as i32;
                let (least, most) = Tunables::range(&knob.name).unwrap_or((rounded, rounded));
                (knob.name.clone(), rounded.clamp(least, most))
            });
            let mut engine = self.plan.engine.clone();
            engine.params.extend(params);
            player.become_contender(Arc::new(engine));
        }
        let (place, games) = self.games(step);
        let mut result = 0;
        for fixture in games {
            let setup = Setup {
                rule: place.rule,
                opening: fixture.symmetry.image(&place.openings[fixture.opening]),
                most_moves: usize::MAX,
                seed: fixture.seed,
            };
            let contenders = [&self.plan.engine; 2];
            let played = play(players, fixture.players, contenders, &setup)?;
            let won = played.winner.map(|color| fixture.players[color.index()]);
            result += won.map_or(0, |who| if who == 0 { 1 } else { -1 });
        }
        Some(result)
    }
}

/// A game; `who` are the players of Black and White.
fn play(
    players: &mut [OwnPlayer],
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
    use std::fs;
    use std::path::PathBuf;

    use super::course::tests::plan;
    use super::*;

    /// A new file for a test.
    fn path(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("tengen-{name}-{}", std::process::id()));
        let _ = fs::remove_file(&path);
        path
    }

    /// A tuning until `stop` says so.
    fn tune_until(
        plan: &TunePlan,
        path: &Path,
        stop: impl Fn(&Course) -> bool + Sync,
    ) -> Result<Course, TuneError> {
        let stopped = Arc::new(AtomicBool::new(false));
        let report = |course: &Course| stopped.store(stop(course), Relaxed);
        tune(plan, path, 1, &stopped, &report)
    }

    #[test]
    fn an_interrupted_tuning_goes_on() {
        let path = path("tune");
        let plan = plan(4);
        let first = tune_until(&plan, &path, |course| course.games >= 4).unwrap();
        assert_eq!(first.games, 4);
        let whole = fs::read_to_string(&path).unwrap();
        fs::write(&path, format!("{whole}{{\"step\":3,")).unwrap();
        let second = tune_until(&plan, &path, |_| false).unwrap();
        assert_eq!(second.games, 8);
        assert_eq!(second.history[..2], first.history[..]);
        assert_eq!(tune_until(&plan, &path, |_| false).unwrap().games, 8);
        // Where the plan was torn, nothing is lost.
        fs::write(&path, &whole[..whole.find("pairs").unwrap()]).unwrap();
        let anew = tune_until(&plan, &path, |course| course.games >= 4).unwrap();
        assert_eq!(anew.history, first.history);
        assert_eq!(fs::read_to_string(&path).unwrap(), whole);
        fs::remove_file(&path).unwrap();
    }

    /// A plan whose first ground is another.
    fn changed(plan: &TunePlan, change: impl FnOnce(&mut Ground)) -> TunePlan {
        let mut plan = plan.clone();
        change(&mut plan.grounds[0]);
        plan
    }

    /// Steps take turns among grounds, and each ground's openings are played in turn.
    #[test]
    fn several_grounds_take_turns() {
        let path = path("tune-grounds");
        let caro = changed(&plan(4), |ground| {
            ground.rule = "caro".to_string();
            ground.width = 16;
        });
        let both = TunePlan {
            grounds: [plan(4).grounds, caro.grounds.clone()].concat(),
            ..plan(4)
        };
        let games = |plan: &TunePlan, step: usize| {
            let tuning = Tuning::new(plan).unwrap();
            let (place, games) = tuning.games(step);
            (place.rule, place.openings[0].width(), games)
        };
        let usual = plan(2);
        let caro = TunePlan { pairs: 2, ..caro };
        for (step, alone) in [(0, &usual), (1, &caro), (2, &usual), (3, &caro)] {
            assert_eq!(games(&both, step), games(alone, step / 2), "{step}");
        }
        let course = tune_until(&both, &path, |_| false).unwrap();
        assert_eq!(course.games, 8);
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn files_of_others_are_left_alone() {
        let path = path("tune-others");
        let usual = plan(1);
        tune_until(&usual, &path, |_| true).unwrap();
        let known = fs::read_to_string(&path).unwrap();
        let other_openings = |ground: &mut Ground| {
            ground.openings = ["h8i9", "h8h9"].map(str::to_string).to_vec();
        };
        for (other, why) in [
            (
                TunePlan {
                    seed: 4,
                    ..usual.clone()
                },
                "with another plan (seed 3 instead of 4)",
            ),
            (
                changed(&usual, other_openings),
                "with another plan (other grounds.1.openings)",
            ),
            (
                TunePlan {
                    grounds: vec![usual.grounds[0].clone(); 2],
                    ..usual.clone()
                },
                "with another plan (other grounds)",
            ),
        ] {
            let error = tune_until(&other, &path, |_| true).unwrap_err().to_string();
            assert!(error.ends_with(why), "{error}");
        }
        let step = "{\"step\":0,\"result\":1}\n";
        for (text, why) in [
            (
                "notes".to_string(),
                "the plan of a tuning (its first line is cut off)",
            ),
            (
                "notes\n".to_string(),
                "does not begin with the plan of a tuning (expected",
            ),
            (
                known.replace("\"width\":15,\"height\":15", "\"size\":[15,15]"),
                "does not begin with the plan of a tuning (missing field `width`",
            ),
            (format!("{known}notes\n"), "line 2: expected"),
            (
                format!("{known}{}", step.replace('0', "1")),
                "line 2: there is no such step",
            ),
            (
                format!("{known}{}", step.replace(":1", ":3")),
                "line 2: there is no such step",
            ),
            (
                format!("{known}{step}{step}"),
                "line 3: this step was there before",
            ),
        ] {
            fs::write(&path, &text).unwrap();
            let error = tune_until(&usual, &path, |_| true).unwrap_err().to_string();
            assert!(error.contains(why), "{error}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn plans_that_cannot_be_played_are_errors() {
        let path = path("tune-wrong");
        let usual = plan(1);
        for (plan, why) in [
            (
                changed(&usual, |ground| ground.rule = "go".to_string()),
                "go",
            ),
            (
                changed(&usual, |ground| ground.width = 4),
                "board 4x15 is not supported",
            ),
            (
                changed(&usual, |ground| ground.openings = vec!["h8h8".to_string()]),
                "opening h8h8: ",
            ),
            (
                TunePlan {
                    grounds: Vec::new(),
                    ..usual.clone()
                },
                "there is nothing to play",
            ),
        ] {
            let error = tune_until(&plan, &path, |_| true).unwrap_err().to_string();
            assert!(error.contains(why), "{error}");
            assert!(!path.exists());
        }
    }
}
