//! Positions as arguments and files; `-` is standard input.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use super::exit::{bad_lines, wrong_use};
use super::values::Size;
use crate::board::Board;
use crate::board::notation;
use crate::records::{ParseError, PositionRecord};
use crate::types::Rule;

/// The default side of a board.
const DEFAULT_SIDE: usize = 15;

/// Which positions a command is about.
#[derive(clap::Args)]
pub(super) struct Source {
    #[command(flatten)]
    given: Given,
    /// Board size for moves, as 15 or WIDTHxHEIGHT; 15 if not given.
    #[arg(long, conflicts_with = "file")]
    size: Option<Size>,
}

/// A position, or a file of them.
#[derive(clap::Args)]
#[group(required = true, multiple = false)]
struct Given {
    /// Moves in order (h8i9h10; pass or -- for a pass), or a diagram: X black,
    /// O white, . empty, the top row first, rows separated by / or line breaks.
    /// - reads them from standard input.
    position: Vec<String>,
    /// Read positions from a file (- for standard input): one JSON object a
    /// line, with id, rule, size, black, white and to_move.
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
}

/// The given positions.
pub(super) enum Positions {
    /// On the command line.
    One(Box<PositionRecord>),
    /// In a file, of which this is the text.
    Lines(PathBuf, String),
}

impl Source {
    /// Reads the positions; one on the command line gets this rule.
    pub(super) fn read(&self, rule: Rule) -> Result<Positions> {
        if let Some(path) = &self.given.file {
            return Ok(Positions::Lines(path.clone(), read(path)?));
        }
        let text = self.given.position.join(" ");
        let text = match text.as_str() {
            STDIN => read(Path::new(STDIN))?,
            _ => text,
        };
        let text = text.trim();
        let board = self.board(text);
        let board = board.map_err(|error| wrong_use(format!("{error:#}")))?;
        let id = text.to_string();
        let record = PositionRecord { id, rule, board };
        Ok(Positions::One(Box::new(record)))
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
    /// An upper bound of their number.
    pub(super) fn len(&self) -> usize {
        match self {
            Positions::One(_) => 1,
            Positions::Lines(_, text) => filled_lines(text).count(),
        }
    }

    /// The file that they come from, if any.
    pub(super) fn file(&self) -> Option<&Path> {
        match self {
            Positions::One(_) => None,
            Positions::Lines(path, _) => Some(path),
        }
    }

    /// Calls `each` for every position, in order. Bad lines of a file are
    /// reported together at the end.
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

/// The name of standard input in the place of a file.
pub(super) const STDIN: &str = "-";

/// The bytes of a file, or of standard input.
pub(super) fn read_bytes(path: &Path) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = match path.as_os_str() == STDIN {
        true => io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes),
        false => fs::read(path),
    };
    read.with_context(|| format!("cannot read {}", path.display()))
}

/// The text of a file, or of standard input.
pub(super) fn read(path: &Path) -> Result<String> {
    let text = String::from_utf8(read_bytes(path)?);
    text.with_context(|| format!("cannot read {}: not UTF-8 text", path.display()))
}

/// The argument, with a blank in front if it is moves that begin with a pass:
/// the parser would take `--h8` for an option.
pub(super) fn shield_pass(argument: OsString) -> OsString {
    match argument.to_str().is_some_and(begins_with_pass) {
        true => [OsStr::new(" "), &argument].into_iter().collect(),
        false => argument,
    }
}

/// Whether a text is `--` with moves behind it. No option has digits in its name.
fn begins_with_pass(text: &str) -> bool {
    let Some(mut rest) = text.strip_prefix("--") else {
        return false;
    };
    let mut has_square = false;
    while let Some((name, after)) = notation::split_move(rest) {
        let is_pass = name == "--" || name.eq_ignore_ascii_case("pass");
        let is_square = name.len() > 1
            && name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name[1..].bytes().all(|byte| byte.is_ascii_digit());
        if !is_pass && !is_square {
            return false;
        }
        has_square |= is_square;
        rest = after;
    }
    has_square
}

/// Whether two paths name the same file.
pub(super) fn is_same(one: &Path, other: &Path) -> bool {
    match (fs::canonicalize(one), fs::canonicalize(other)) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_moves_are_shielded() {
        for text in ["--h8", "--h8i9 --j10", "----h8", "--h8, pass; i9"] {
            assert_eq!(shield_pass(text.into()), *format!(" {text}"), "{text}");
        }
        for text in [
            "--", "---", "--json", "--lines", "--h", "--8", "--h8x", "-h8", "h8", "--pass",
        ] {
            assert_eq!(shield_pass(text.into()), *text, "{text}");
        }
    }
}
