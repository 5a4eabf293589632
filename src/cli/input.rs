//! Positions as arguments and files.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::board::Board;
use crate::board::notation;
use crate::records::PositionRecord;
use crate::types::Rule;

/// Which positions a command is about.
#[derive(clap::Args)]
#[group(required = true, multiple = false)]
pub(super) struct Source {
    /// Moves in order (h8i9h10), or a diagram: X black, O white, . empty, the
    /// top row first, rows separated by / or line breaks.
    position: Option<String>,
    /// One JSON object a line, with id, rule, size, black, white and to_move.
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
}

impl Source {
    /// How many positions there are at most.
    pub(super) fn len(&self) -> Result<usize> {
        let Some(path) = &self.file else {
            return Ok(1);
        };
        let text = read(path)?;
        Ok(text.lines().filter(|line| !line.trim().is_empty()).count())
    }

    /// Calls `each` for every position, in order. Bad lines of a file are
    /// reported together, after everything else was done.
    pub(super) fn for_each(
        &self,
        rule: Rule,
        size: usize,
        mut each: impl FnMut(&PositionRecord) -> Result<()>,
    ) -> Result<()> {
        if let Some(text) = &self.position {
            let record = PositionRecord {
                id: text.clone(),
                rule,
                board: parse_position(text, size)?,
            };
            return each(&record);
        }
        let Some(path) = &self.file else {
            bail!("a position or --file is needed");
        };
        let mut bad = Vec::new();
        for (number, line) in read(path)?.lines().enumerate() {
            if line.trim().is_empty() {
                continue;
            }
            match line.parse() {
                Ok(record) => each(&record)?,
                Err(error) => bad.push(format!("{}:{}: {error}", path.display(), number + 1)),
            }
        }
        if bad.is_empty() {
            return Ok(());
        }
        bail!("{} bad lines:\n{}", bad.len(), bad.join("\n"))
    }
}

/// The text of a file.
pub(super) fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

fn parse_position(text: &str, size: usize) -> Result<Board> {
    if notation::is_diagram(text) {
        return Ok(notation::parse_diagram(text)?);
    }
    let mut board = Board::new(size, size)?;
    notation::play_moves(&mut board, text)?;
    Ok(board)
}
