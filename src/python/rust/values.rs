//! Values of Python, and what they stand for.

use std::fmt::Display;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use tengen::board::Board;
use tengen::board::notation::square_name;
use tengen::types::{Color, Rule, Square};

/// How often a long call looks for Ctrl-C.
const SIGNALS: Duration = Duration::from_millis(50);
/// How often it looks whether it is done.
const PAUSE: Duration = Duration::from_millis(1);

/// A `ValueError` that says what is wrong.
pub fn wrong(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// A rule by its name.
pub fn rule(name: &str) -> PyResult<Rule> {
    name.parse().map_err(wrong)
}

/// A colour's name.
pub fn color_name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// A colour by its name.
pub fn color(name: &str) -> PyResult<Color> {
    match name {
        "black" => Ok(Color::Black),
        "white" => Ok(Color::White),
        _ => Err(wrong(format!("'{name}' is not 'black' or 'white'"))),
    }
}

/// A time in seconds.
pub fn seconds(time: Option<f64>) -> PyResult<Option<Duration>> {
    let time = time.map(Duration::try_from_secs_f64);
    time.transpose().map_err(wrong)
}

/// The names of squares.
pub fn names(squares: &[Square], board: &Board) -> Vec<String> {
    let name = |&square: &Square| square_name(square, board.height());
    squares.iter().map(name).collect()
}

/// Does long work without Python's lock, so that other threads of Python run; Ctrl-C sets
/// `stop`, and raises `KeyboardInterrupt` when the work has ended.
pub fn interruptible<T: Send>(
    py: Python,
    stop: &Arc<AtomicBool>,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    py.detach(|| {
        thread::scope(|scope| {
            let worker = scope.spawn(work);
            let (mut asked, mut signal) = (Instant::now(), Ok(()));
            while !worker.is_finished() {
                thread::sleep(PAUSE);
                if signal.is_ok() && asked.elapsed() >= SIGNALS {
                    asked = Instant::now();
                    signal = Python::attach(|py| py.check_signals());
                    if signal.is_err() {
                        stop.store(true, Relaxed);
                    }
                }
            }
            let result = worker.join();
            signal?;
            result.map_err(|_| PyRuntimeError::new_err("a fault in the engine; please report it"))
        })
    })
}
