//! The engine: analysis, moves and reviews.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError, TryLockError};
use std::time::Instant;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use tengen::board;
use tengen::clock::Control;
use tengen::engine::{self, Level, Options};
use tengen::eval::network::NetworkChoice;
use tengen::records::GameRecord;
use tengen::rules;
use tengen::scale::Scale;
use tengen::search::{Event, Iteration};

use crate::background::Background;
use crate::board::Board;
use crate::records::Record;
use crate::values::{color_name, interruptible, names, rule, seconds, wrong};

/// The most lines.
const MOST_LINES: usize = 50;
/// The nodes for each position of a review, if there is no other limit.
const REVIEW_NODES: u64 = 50_000;

/// A line that the engine has found.
#[pyclass(module = "tengen", frozen, get_all)]
#[derive(Clone)]
pub struct Line {
    /// 0 for the best line, 1 for the second best and so on.
    rank: usize,
    /// The depth in plies.
    depth: i32,
    /// The longest line searched, in plies.
    deepest: usize,
    /// The normalised score for the side to move, as ``"34"``, or ``"+M5"`` and ``"-M4"`` for
    /// wins and losses in so many plies.
    score: String,
    /// The expected share of the point for the side to move, from 0 to 1.
    share: f64,
    /// The moves, the one to play first.
    moves: Vec<String>,
    /// Stones placed in search so far.
    nodes: u64,
    /// Seconds so far.
    seconds: f64,
}

#[pymethods]
impl Line {
    fn __repr__(&self) -> String {
        let Line { depth, score, .. } = self;
        let (share, moves) = (100.0 * self.share, self.moves.join(" "));
        format!("Line({moves}, {share:.1} %, score {score}, depth {depth})")
    }
}

impl Line {
    fn of(found: &Iteration, scale: &Scale, board: &board::Board) -> Line {
        let score = scale.normalised(found.score);
        Line {
            rank: found.rank,
            depth: found.depth,
            deepest: found.deepest,
            score: score.to_string(),
            share: score.share(),
            moves: names(&found.line, board),
            nodes: found.nodes,
            seconds: found.elapsed.as_secs_f64(),
        }
    }
}

/// A move of a game with the searches before and after it.
#[pyclass(module = "tengen", frozen, get_all)]
pub struct ReviewedMove {
    /// Its number in the game, from 1.
    number: usize,
    /// ``"black"`` or ``"white"``.
    color: &'static str,
    /// Where; ``None`` is a pass.
    square: Option<String>,
    /// The player's expected share of the point before it.
    share_before: f64,
    /// The same after it.
    share_after: f64,
    /// How much of the share it lost.
    loss: f64,
    /// ``""``, ``"?!"``, ``"?"`` or ``"??"``.
    mark: &'static str,
    /// What the search would have played, and what would have followed.
    best: Vec<String>,
}

#[pymethods]
impl ReviewedMove {
    fn __repr__(&self) -> String {
        let square = self.square.as_deref().unwrap_or("pass");
        let ReviewedMove { number, mark, .. } = self;
        format!(
            "ReviewedMove({number}. {square}{mark}, loss {:.2})",
            self.loss
        )
    }
}

/// The engine, with a hash table that it keeps from question to question.
#[pyclass(module = "tengen")]
pub struct Engine {
    engine: Arc<Mutex<engine::Engine>>,
    options: Options,
}

#[pymethods]
impl Engine {
    /// ``memory`` is in MiB; ``level`` from 0 to 100 weakens single moves; ``network`` is a
    /// file, ``"off"`` or ``"embedded"``.
    #[new]
    #[pyo3(signature = (
        rule="freestyle", *, threads=1, memory=350, level=100, seed=0, network="embedded"
    ))]
    fn new(
        rule: &str,
        threads: usize,
        memory: u64,
        level: u8,
        seed: u64,
        network: &str,
    ) -> PyResult<Engine> {
        if !(1..=engine::MOST_THREADS).contains(&threads) {
            return Err(wrong(format!(
                "threads are not 1 to {}",
                engine::MOST_THREADS
            )));
        }
        let options = Options {
            rule: self::rule(rule)?,
            threads,
            memory: memory.max(1) << 20,
            level: Level::new(level).ok_or_else(|| wrong("level is not 0 to 100"))?,
            seed,
            network: NetworkChoice::parse(network).map_err(wrong)?,
            ..Options::default()
        };
        let engine =
            engine::Engine::new().map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        Ok(Engine {
            engine: Arc::new(Mutex::new(engine)),
            options,
        })
    }

    /// The rule's name.
    #[getter]
    fn rule(&self) -> &'static str {
        self.options.rule.name()
    }

    /// Analyses a position: an iterator over the lines as they are found. Without a limit
    /// (``nodes``, ``time`` in seconds, ``depth`` in plies) it goes on until the iterator is
    /// left or stopped. Other threads of Python run meanwhile.
    #[pyo3(signature = (board, *, nodes=None, time=None, depth=None, lines=1))]
    fn analyze(
        &self,
        board: PyRef<Board>,
        nodes: Option<u64>,
        time: Option<f64>,
        depth: Option<i32>,
        lines: usize,
    ) -> PyResult<Analysis> {
        let options = self.limited(&board.0, nodes, time, depth, lines)?;
        let board = board.0.clone();
        // It is taken here, so that two analyses do not wait for each other unseen.
        let engine = Arc::clone(&self.engine);
        drop(try_lock(&engine)?);
        Ok(Analysis(Background::start(move |stop, send| {
            let mut engine = engine.lock().unwrap_or_else(PoisonError::into_inner);
            engine.set_options(options);
            engine.set_board(board.clone());
            let scale = engine.scale();
            engine.think(&timed(stop), &|event| {
                if let Event::Line(found) = event {
                    send(Line::of(found, &scale, &board));
                }
            });
        })))
    }

    /// The best line of a position. Without a limit: five seconds.
    #[pyo3(signature = (board, *, nodes=None, time=None, depth=None))]
    fn think(
        &self,
        py: Python,
        board: PyRef<Board>,
        nodes: Option<u64>,
        time: Option<f64>,
        depth: Option<i32>,
    ) -> PyResult<Line> {
        let options = Options {
            infinite: false,
            ..self.limited(&board.0, nodes, time, depth, 1)?
        };
        let board = board.0.clone();
        let mut engine = try_lock(&self.engine)?;
        let stop = Arc::new(AtomicBool::new(false));
        let control = timed(&stop);
        let engine = &mut *engine;
        let found = interruptible(py, &stop, || {
            engine.set_options(options);
            engine.set_board(board.clone());
            let found = engine.think(&control, &|_| ())?;
            Some(Line::of(&found, &engine.scale(), &board))
        })?;
        found.ok_or_else(|| wrong("the board is full"))
    }

    /// Searches every position of a game (a :class:`Record` or :class:`Board`): how good each
    /// move was. Without a limit: 50,000 nodes for each position.
    #[pyo3(signature = (game, *, nodes=None, time=None))]
    fn review(
        &self,
        py: Python,
        game: &Bound<'_, PyAny>,
        nodes: Option<u64>,
        time: Option<f64>,
    ) -> PyResult<Vec<ReviewedMove>> {
        let (game, own) = match game.cast::<Record>() {
            Ok(record) => record.borrow().main_line()?,
            Err(_) => (GameRecord::of(&game.extract::<PyRef<Board>>()?.0), None),
        };
        let rule = own.unwrap_or(self.options.rule);
        let nodes = nodes.or(time.is_none().then_some(REVIEW_NODES));
        let options = Options {
            nodes,
            turn_time: seconds(time)?,
            infinite: time.is_none(),
            ..self.options.clone()
        };
        let mut engine = try_lock(&self.engine)?;
        let stop = Arc::new(AtomicBool::new(false));
        let control = || timed(&stop);
        let engine = &mut *engine;
        let reviewed = interruptible(py, &stop, || {
            engine.set_options(options);
            engine.review(&game, rule, &control, &|| ())
        })?;
        let reviewed = reviewed.map_err(wrong)?;
        let board = game.board().map_err(wrong)?;
        let moves = reviewed.into_iter().flatten();
        Ok(moves.map(|one| reviewed_move(&one, &board)).collect())
    }

    /// Forgets what earlier searches have found.
    fn clear(&self) -> PyResult<()> {
        try_lock(&self.engine)?.clear_hash();
        Ok(())
    }
}

impl Engine {
    fn limited(
        &self,
        board: &board::Board,
        nodes: Option<u64>,
        time: Option<f64>,
        depth: Option<i32>,
        lines: usize,
    ) -> PyResult<Options> {
        if let Some(winner) = rules::winner(board, self.options.rule) {
            return Err(wrong(format!("{winner} has won already")));
        }
        if !(1..=MOST_LINES).contains(&lines) {
            return Err(wrong(format!("lines are not 1 to {MOST_LINES}")));
        }
        if depth.is_some_and(|depth| depth < 1) {
            return Err(wrong("depth is not 1 or more"));
        }
        Ok(Options {
            nodes,
            turn_time: seconds(time)?,
            depth,
            lines,
            infinite: time.is_none(),
            ..self.options.clone()
        })
    }
}

/// The control of a search that begins now.
fn timed(stop: &Arc<AtomicBool>) -> Control {
    let start = Instant::now();
    Control::timed(move || start.elapsed()).also_stopped_by(Arc::clone(stop))
}

fn try_lock(engine: &Mutex<engine::Engine>) -> PyResult<std::sync::MutexGuard<'_, engine::Engine>> {
    match engine.try_lock() {
        Ok(engine) => Ok(engine),
        Err(TryLockError::Poisoned(engine)) => Ok(engine.into_inner()),
        Err(TryLockError::WouldBlock) => Err(PyRuntimeError::new_err(
            "the engine is busy with another analysis: leave or stop it first",
        )),
    }
}

fn reviewed_move(one: &engine::ReviewedMove, board: &board::Board) -> ReviewedMove {
    ReviewedMove {
        number: one.number,
        color: color_name(one.color),
        square: one
            .square
            .and_then(|square| names(&[square], board).into_iter().next()),
        share_before: one.shares[0],
        share_after: one.shares[1],
        loss: one.loss(),
        mark: one.mark().sign(),
        best: names(&one.best, board),
    }
}

/// The lines of an analysis as they are found: see :meth:`Engine.analyze`.
#[pyclass(module = "tengen")]
pub struct Analysis(Background<Line>);

#[pymethods]
impl Analysis {
    fn __iter__(slf: PyRef<Self>) -> PyRef<Self> {
        slf
    }

    fn __next__(&mut self, py: Python) -> PyResult<Option<Line>> {
        self.0.next(py)
    }

    /// Ends the search; the lines that were found can still be read.
    fn stop(&mut self, py: Python) {
        self.0.end(py);
    }

    fn __enter__(slf: PyRef<Self>) -> PyRef<Self> {
        slf
    }

    fn __exit__(
        &mut self,
        py: Python,
        _kind: &Bound<'_, PyAny>,
        _value: &Bound<'_, PyAny>,
        _trace: &Bound<'_, PyAny>,
    ) {
        self.0.end(py);
    }
}
