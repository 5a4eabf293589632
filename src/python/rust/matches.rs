//! Matches between engines.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use tengen::lab::contender::Contender;
use tengen::lab::journal::Entry;
use tengen::lab::openings::built_in;
use tengen::lab::schedule::Pairing;
use tengen::lab::shard::Shard;
use tengen::lab::tournament::{MOST_PARALLEL, Match, MatchEvent, MatchPlan};

use crate::background::Background;
use crate::board::Size;
use crate::values::{rule, wrong};

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
    Ok(Games(Background::start(move |stop, send| {
        let played = plan.run(None, parallel, stop, &|event| {
            if let MatchEvent::Game { entry, .. } = event {
                send(Ok(Game::of(entry)));
            }
        });
        if let Err(error) = played {
            send(Err(error.to_string()));
        }
    })))
}

/// The games of a match as they end: see :func:`play_match`.
#[pyclass(module = "tengen")]
pub struct Games(Background<Result<Game, String>>);

#[pymethods]
impl Games {
    fn __iter__(slf: PyRef<Self>) -> PyRef<Self> {
        slf
    }

    fn __next__(&mut self, py: Python) -> PyResult<Option<Game>> {
        let next = self.0.next(py)?;
        next.transpose().map_err(PyRuntimeError::new_err)
    }

    /// Ends the match; games under way are not counted.
    fn stop(&mut self, py: Python) {
        self.0.end(py);
    }
}
