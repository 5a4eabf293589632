//! Matches between engines.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use tengen::lab::contender::Contender;
use tengen::lab::journal::Entry;
use tengen::lab::schedule::Pairing;
use tengen::lab::shard::Shard;
use tengen::lab::tournament::{MOST_PARALLEL, Match, MatchEvent, MatchPlan};
use tengen::types::Rule;

use crate::board::Size;
use crate::values::{rule, wrong};

/// How often an iterator looks for Ctrl-C.
const SIGNALS: Duration = Duration::from_millis(50);

/// The built-in openings by rule and side.
const OPENINGS: [(Rule, usize, &str); 5] = [
    (
        Rule::Freestyle,
        15,
        include_str!("../../../bench-positions/openings-freestyle-15.txt"),
    ),
    (
        Rule::Freestyle,
        20,
        include_str!("../../../bench-positions/openings-freestyle-20.txt"),
    ),
    (
        Rule::Standard,
        15,
        include_str!("../../../bench-positions/openings-standard-15.txt"),
    ),
    (
        Rule::Renju,
        15,
        include_str!("../../../bench-positions/openings-renju-15.txt"),
    ),
    (
        Rule::Caro,
        15,
        include_str!("../../../bench-positions/openings-caro-15.txt"),
    ),
];

/// A game of a match.
#[pyclass(module = "tengen", frozen, get_all)]
pub struct Game {
    /// Who played Black.
    black: String,
    /// Who played White.
    white: String,
    /// ``"black"``, ``"white"`` or ``"draw"``.
    result: String,
    /// How it ended, as ``"five"``.
    end: String,
    /// The fault of a player, if there was one.
    detail: String,
    /// All moves, the opening's first, as ``"h8i9"``.
    moves: String,
    /// How many of them are the opening's.
    opening: usize,
}

#[pymethods]
impl Game {
    fn __repr__(&self) -> String {
        let Game { black, white, .. } = self;
        let Game { result, end, .. } = self;
        format!("Game('{black}' - '{white}', {result} by {end})")
    }
}

impl Game {
    fn of(entry: &Entry) -> Game {
        Game {
            black: entry.black.clone(),
            white: entry.white.clone(),
            result: entry.result.clone(),
            end: entry.end.to_string(),
            detail: entry.detail.clone(),
            moves: entry.moves.clone(),
            opening: entry.opening,
        }
    }
}

/// Plays a match: an iterator over the games as they end. An engine is described as for
/// ``pbrain-tengen match``: ``"self nodes=1000 name=a"``, or a program with its settings.
/// Each opening is played with both colours; without ``openings`` there are built-in ones
/// for usual boards.
#[pyfunction]
#[pyo3(signature = (engines, *, games=20, rule="freestyle", size=Size::Side(15), openings=None, parallel=1, seed=1))]
pub fn play_match(
    engines: Vec<String>,
    games: usize,
    rule: &str,
    size: Size,
    openings: Option<Vec<String>>,
    parallel: usize,
    seed: u64,
) -> PyResult<Games> {
    let rule = self::rule(rule)?;
    let (width, height) = size.sides();
    let contenders = engines
        .iter()
        .map(|text| Contender::parse(text, &Contender::default()).map_err(wrong));
    let contenders = contenders.collect::<PyResult<Vec<Contender>>>()?;
    let meetings = contenders.len() * contenders.len().saturating_sub(1) / 2;
    let plan = Match::new(MatchPlan {
        rounds: games.div_ceil(2 * meetings.max(1)).max(1),
        contenders,
        pairing: Pairing::RoundRobin,
        rule: rule.name().to_string(),
        width,
        height,
        openings: openings.unwrap_or_else(|| built_in(rule, (width, height))),
        most_moves: usize::MAX,
        sprt: None,
        seed,
        shard: Shard::WHOLE,
    });
    let plan = plan.map_err(wrong)?;
    let parallel = parallel.clamp(1, MOST_PARALLEL);
    let stop = Arc::new(AtomicBool::new(false));
    let (sender, receiver) = channel();
    let stopped = Arc::clone(&stop);
    let thread = thread::spawn(move || {
        let sender = Mutex::new(sender);
        let send = |one| {
            let sender = sender.lock().unwrap_or_else(PoisonError::into_inner);
            // Sending fails if the iterator was dropped.
            let _ = sender.send(one);
        };
        let played = plan.run(None, parallel, &stopped, &|event| {
            if let MatchEvent::Game { entry, .. } = event {
                send(Ok(Game::of(entry)));
            }
        });
        if let Err(error) = played {
            send(Err(error.to_string()));
        }
    });
    Ok(Games {
        games: Mutex::new(receiver),
        stop,
        thread: Some(thread),
    })
}

fn built_in(rule: Rule, size: (usize, usize)) -> Vec<String> {
    let known = OPENINGS
        .iter()
        .find(|(of, side, _)| *of == rule && size == (*side, *side));
    let lines = known.map_or("", |(_, _, text)| text).lines();
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(str::to_string).collect()
}

/// The games of a match as they end: see :func:`play_match`.
#[pyclass(module = "tengen")]
pub struct Games {
    games: Mutex<Receiver<Result<Game, String>>>,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

#[pymethods]
impl Games {
    fn __iter__(slf: PyRef<Self>) -> PyRef<Self> {
        slf
    }

    fn __next__(&mut self, py: Python) -> PyResult<Option<Game>> {
        loop {
            let games = &self.games;
            let next = py.detach(|| {
                let games = games.lock().unwrap_or_else(PoisonError::into_inner);
                games.recv_timeout(SIGNALS)
            });
            match next {
                Ok(Ok(game)) => return Ok(Some(game)),
                Ok(Err(error)) => return Err(PyRuntimeError::new_err(error)),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(signal) = py.check_signals() {
                        self.stop.store(true, Relaxed);
                        return Err(signal);
                    }
                }
            }
        }
    }

    /// Ends the match; games under way are not counted.
    fn stop(&self) {
        self.stop.store(true, Relaxed);
    }
}

impl Drop for Games {
    fn drop(&mut self) {
        self.stop.store(true, Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
