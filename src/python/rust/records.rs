//! Games in files.

use std::path::PathBuf;

use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use tengen::board;
use tengen::records::tree::{GameTree, NodeId};
use tengen::records::{self, GameRecord, GameResult, ReadOptions, psq, renlib, sgf};
use tengen::types::{Color, Rule};

use crate::board::{Board, Size};
use crate::values::{color_name, names, rule, wrong};

/// A file's name, or its content.
#[derive(FromPyObject)]
pub enum Source<'py> {
    /// The content.
    Bytes(Bound<'py, PyBytes>),
    /// The name.
    Path(PathBuf),
}

/// A game with everything that a file says about it, variations too.
#[pyclass(module = "tengen", frozen)]
pub struct Record(GameTree);

#[pymethods]
impl Record {
    /// The record of the moves that led to a board.
    #[staticmethod]
    #[pyo3(signature = (board, rule=None, *, black="", white=""))]
    fn of(board: PyRef<Board>, rule: Option<&str>, black: &str, white: &str) -> PyResult<Record> {
        let mut game = GameRecord::of(&board.0);
        game.rule = rule.map(self::rule).transpose()?;
        game.players = [black.to_string(), white.to_string()];
        Ok(Record(GameTree::of(&game)))
    }

    /// Columns and rows.
    #[getter]
    fn size(&self) -> (usize, usize) {
        (self.0.width, self.0.height)
    }

    /// The rule's name, if it is known.
    #[getter]
    fn rule(&self) -> Option<&'static str> {
        self.0.facts.rule.map(Rule::name)
    }

    /// Who played Black.
    #[getter]
    fn black(&self) -> &str {
        &self.0.facts.player(Color::Black).name
    }

    /// Who played White.
    #[getter]
    fn white(&self) -> &str {
        &self.0.facts.player(Color::White).name
    }

    /// The tournament.
    #[getter]
    fn event(&self) -> &str {
        &self.0.facts.event
    }

    /// When.
    #[getter]
    fn date(&self) -> &str {
        &self.0.facts.date
    }

    /// ``"black"``, ``"white"``, ``"draw"``, or ``None`` if it is not known.
    #[getter]
    fn result(&self) -> Option<&'static str> {
        Some(match self.0.facts.result? {
            GameResult::Win(color) => color_name(color),
            GameResult::Draw => "draw",
        })
    }

    /// The moves of the main line; ``None`` is a pass.
    #[getter]
    fn moves(&self) -> PyResult<Vec<Option<String>>> {
        let (game, _) = self.main_line()?;
        let board = board::Board::new(game.width, game.height).map_err(wrong)?;
        let name = |made: Option<_>| names(&[made?], &board).into_iter().next();
        Ok(game.moves.iter().map(|made| name(made.square)).collect())
    }

    /// The comment of each position of the main line, that before the first move first.
    #[getter]
    fn comments(&self) -> Vec<&str> {
        let comment = |node: NodeId| self.0.notes(node).map_or("", |notes| &notes.comment);
        self.0
            .path(self.0.main_end())
            .into_iter()
            .map(comment)
            .collect()
    }

    /// The board after the main line, or after its first moves.
    #[pyo3(signature = (moves=None))]
    fn board(&self, moves: Option<usize>) -> PyResult<Board> {
        let (mut game, _) = self.main_line()?;
        game.moves.truncate(moves.unwrap_or(usize::MAX));
        game.board().map(Board).map_err(wrong)
    }

    /// The number of nodes, with all variations.
    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// The whole tree as SGF.
    fn to_sgf(&self) -> String {
        sgf::write(&self.0)
    }

    /// The whole tree as RenLib's library, which has no names, rule or result.
    fn to_lib<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = renlib::write(&self.0).map_err(wrong)?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// The main line as Piskvork's PSQ.
    fn to_psq(&self) -> PyResult<String> {
        Ok(psq::write(&self.main_line()?.0))
    }

    fn __repr__(&self) -> String {
        let (black, white) = (self.black(), self.white());
        let result = self.result().unwrap_or("unknown");
        format!(
            "Record('{black}' - '{white}', {result}, {} nodes)",
            self.0.len()
        )
    }
}

impl Record {
    /// The main line, and its rule if it is known.
    pub fn main_line(&self) -> PyResult<(GameRecord, Option<Rule>)> {
        let game = self.0.main_line().map_err(wrong)?;
        let rule = game.rule;
        Ok((game, rule))
    }
}

/// Reads games of any kind: a file's name, or its content as ``bytes``. ``rule`` and ``size``
/// are for files that do not say them. What was guessed is warned of; a game that cannot be
/// read raises ``ValueError``, unless ``skip_bad``.
#[pyfunction]
#[pyo3(signature = (source, *, rule=None, size=None, skip_bad=false))]
pub fn read(
    py: Python,
    source: Source,
    rule: Option<&str>,
    size: Option<Size>,
    skip_bad: bool,
) -> PyResult<Vec<Record>> {
    let bytes = match source {
        Source::Bytes(bytes) => bytes.as_bytes().to_vec(),
        Source::Path(path) => std::fs::read(path)?,
    };
    let options = ReadOptions {
        size: size.map(|size| size.sides()),
        rule: rule.map(self::rule).transpose()?,
        ..ReadOptions::default()
    };
    let mut games = Vec::new();
    let warn = |number: usize, text: &str| {
        let text = std::ffi::CString::new(format!("game {number}: {text}"))?;
        PyErr::warn(py, &py.get_type::<PyUserWarning>(), &text, 1)
    };
    for (index, game) in records::games(&bytes, &options).map_err(wrong)?.enumerate() {
        for notice in &game.notices {
            warn(index + 1, &notice.to_string())?;
        }
        match game.tree {
            Ok(tree) => games.push(Record(tree)),
            Err(error) if skip_bad => warn(index + 1, &error.to_string())?,
            Err(error) => return Err(wrong(format!("game {}: {error}", index + 1))),
        }
    }
    Ok(games)
}
