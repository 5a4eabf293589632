//! The network's value and policy of many positions at once.

use numpy::ndarray::{Array1, Array3, Axis};
use numpy::{PyArray1, PyArray3, PyReadonlyArray3};
use pyo3::prelude::*;
use rayon::prelude::*;
use tengen::board::{self, Board as Stones};
use tengen::eval::Evaluator;
use tengen::eval::network::Network;
use tengen::eval::weights::POLICY_UNIT;
use tengen::position::Position;
use tengen::scale::Scale;
use tengen::types::{ByRule, Rule, Ruleset, Square};

use crate::board::{Board, of_stones};
use crate::values::{rule, wrong};

/// The static value of positions: the expected share of the point for the side to move, from
/// 0 to 1. ``boards`` are :class:`Board` objects, or an array of int8 (batch × rows ×
/// columns, the top row first): 1 black, -1 white, 0 empty, Black to move where both have
/// as many stones. No search: a threat may decide the position.
#[pyfunction]
#[pyo3(signature = (boards, rule="freestyle"))]
pub fn evaluate<'py>(
    py: Python<'py>,
    boards: &Bound<'py, PyAny>,
    rule: &str,
) -> PyResult<Bound<'py, PyArray1<f32>>> {
    let (boards, rule) = (boards_of(boards)?, self::rule(rule)?);
    let values = py.detach(|| -> Vec<f32> {
        let boards = boards.into_par_iter();
        boards.map(|board| rule.run(Value(board))).collect()
    });
    Ok(PyArray1::from_owned_array(py, Array1::from_vec(values)))
}

/// How likely each move is to be the best one, by the network: an array (batch × rows ×
/// columns, the top row first) that sums to 1 for each position, with 0 where no stone may
/// be placed. ``boards`` as for :func:`evaluate`; the policy looks at the last moves, which
/// arrays do not have.
#[pyfunction]
#[pyo3(signature = (boards, rule="freestyle"))]
pub fn policy<'py>(
    py: Python<'py>,
    boards: &Bound<'py, PyAny>,
    rule: &str,
) -> PyResult<Bound<'py, PyArray3<f32>>> {
    let (boards, rule) = (boards_of(boards)?, self::rule(rule)?);
    let size = |board: &Stones| (board.height(), board.width());
    let (height, width) = boards.first().map_or((0, 0), size);
    if boards.iter().any(|board| size(board) != (height, width)) {
        return Err(wrong("the boards have different sizes"));
    }
    let count = boards.len();
    let shares = py.detach(|| -> Vec<Vec<f32>> {
        let boards = boards.into_par_iter();
        boards.map(|board| rule.run(Policy(board))).collect()
    });
    let array = Array3::from_shape_vec((count, height, width), shares.concat());
    Ok(PyArray3::from_owned_array(py, array.map_err(wrong)?))
}

/// The boards of an array, or of a list.
fn boards_of(boards: &Bound<'_, PyAny>) -> PyResult<Vec<board::Board>> {
    if let Ok(array) = boards.extract::<PyReadonlyArray3<i8>>() {
        let array = array.as_array();
        let (_, height, width) = array.dim();
        let board = |one| of_stones((width, height), one);
        let boards = array.axis_iter(Axis(0));
        return boards
            .map(|one| board(one.iter().copied().collect::<Vec<_>>().into_iter()))
            .collect();
    }
    let mut found = Vec::new();
    for one in boards.try_iter()? {
        found.push(one?.extract::<PyRef<Board>>()?.0.clone());
    }
    Ok(found)
}

fn evaluator<R: Ruleset>(position: &Position<R>) -> Evaluator {
    let network = Network::embedded(R::RULE);
    Evaluator::with_network(position, Some(network.clone()))
}

struct Value(Stones);

impl ByRule for Value {
    type Output = f32;

    fn run<R: Ruleset>(self) -> f32 {
        let Value(board) = self;
        let scale = scale(R::RULE, &board);
        let position = Position::<R>::new(board);
        let score = evaluator(&position).value(&position);
        scale.normalised(score).share() as f32
    }
}

fn scale(rule: Rule, board: &Stones) -> Scale {
    let squares = board.width() * board.height();
    Scale::at(rule, board.side_to_move(), board.stone_count(), squares)
}

struct Policy(Stones);

impl ByRule for Policy {
    type Output = Vec<f32>;

    /// Row by row from the top.
    fn run<R: Ruleset>(self) -> Vec<f32> {
        let Policy(board) = self;
        let (width, height) = (board.width(), board.height());
        let position = Position::<R>::new(board);
        let legal = position.legal(*position.board().empty());
        let mut odds: Vec<(Square, f32)> = Vec::new();
        evaluator(&position).each_policy(&position, legal, |square, log_odds| {
            odds.push((square, log_odds as f32 / POLICY_UNIT as f32));
        });
        let most = odds.iter().map(|one| one.1).fold(f32::MIN, f32::max);
        let sum: f32 = odds.iter().map(|one| (one.1 - most).exp()).sum();
        let mut shares = vec![0.0; width * height];
        for (square, log_odds) in odds {
            let place = square.y() * width + square.x();
            shares[place] = (log_odds - most).exp() / sum;
        }
        shares
    }
}
