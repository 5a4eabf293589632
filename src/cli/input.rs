//! Positions as arguments and files.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};

use super::exit::{bad_lines, wrong_use};
use super::values::Size;
use crate::board::Board;
use crate::board::notation;
use crate::records::{ParseError, PositionRecord};
use crate::types::Rule;

/// The side of a board of which nothing is said.
const DEFAULT_SIDE: usize = 15;

/// Which positions a command is about.
#[derive(clap::Args)]
pub(super) struct Source {
    #[command(flatten)]
    given: Given,
    /// The board's side, or WIDTHxHEIGHT, for a position given as moves (15 if
    /// not given).
    #[arg(long, conflicts_with = "file")]
    size: Option<Size>,
}

/// A position, or a file of them.
#[derive(clap::Args)]
#[group(required = true, multiple = false)]
struct Given {
    /// Moves in order (h8i9h10), or a diagram: X black, O white, . empty, the
    /// top row first, rows separated by / or line breaks.
    position: Option<String>,
    /// One JSON object a line, with id, rule, size, black, white and to_move.
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
}

/// Positions that were given.
pub(super) enum Positions {
    /// On the command line.
    One(Box<PositionRecord>),
    /// In a file, of which this is the text.
    Lines(PathBuf, String),
}

impl Source {
    /// Reads the positions; one on the command line is meant for this rule.
    pub(super) fn read(&self, rule: Rule) -> Result<Positions> {
        match (&self.given.position, &self.given.file) {
            (Some(text), _) => {
                let board = self.board(text);
                let board = board.map_err(|error| wrong_use(format!("{error:#}")))?;
                let id = text.clone();
                let record = PositionRecord { id, rule, board };
                Ok(Positions::One(Box::new(record)))
            }
            (None, Some(path)) => Ok(Positions::Lines(path.clone(), read(path)?)),
            (None, None) => bail!("a position or --file is needed"),
        }
    }

    fn board(&self, text: &str) -> Result<Board> {
        if notation::is_diagram(text) {
            let board = notation::parse_diagram(text)?;
            let found = Size(board.width(), board.height());
            ensure!(
                self.size.is_none_or(|size| size == found),
                "the diagram has {} columns and {} rows, which is not what --size says",
                found.0,
                found.1
            );
            return Ok(board);
        }
        let Size(width, height) = self.size.unwrap_or(Size(DEFAULT_SIDE, DEFAULT_SIDE));
        let mut board = Board::new(width, height)?;
        notation::play_moves(&mut board, text)?;
        Ok(board)
    }
}

impl Positions {
    /// How many there are at most.
    pub(super) fn len(&self) -> usize {
        match self {
            Positions::One(_) => 1,
            Positions::Lines(_, text) => filled_lines(text).count(),
        }
    }

    /// The file that they come from, if they do.
    pub(super) fn file(&self) -> Option<&Path> {
        match self {
            Positions::One(_) => None,
            Positions::Lines(path, _) => Some(path),
        }
    }

    /// Calls `each` for every position, in order. Bad lines of a file are
    /// reported together, after everything else was done.
    pub(super) fn for_each(
        &self,
        mut each: impl FnMut(&PositionRecord) -> Result<()>,
    ) -> Result<()> {
        let (path, text) = match self {
            Positions::One(record) => return each(record),
            Positions::Lines(path, text) => (path.display(), text),
        };
        let mut bad = Vec::new();
        for (number, line) in filled_lines(text) {
            match line.parse::<PositionRecord>() {
                Ok(record) => each(&record)?,
                Err(ParseError { column, what, .. }) => {
                    bad.push(format!("{path}:{number}:{column}: {what}"));
                }
            }
        }
        bad_lines(&bad)
    }
}

/// The lines of a text that are not blank, with their numbers from 1.
pub(super) fn filled_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().enumerate();
    lines
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(index, line)| (index + 1, line))
}

/// The text of a file.
pub(super) fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

/// Whether two paths are those of the same file.
pub(super) fn is_same(one: &Path, other: &Path) -> bool {
    match (fs::canonicalize(one), fs::canonicalize(other)) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}
