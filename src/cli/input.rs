//! Positions as arguments and files; `-` is standard input.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};

use super::exit::{bad_lines, bad_parts, wrong_use};
use super::reading::{Columns, Reading, note_unknown_rules};
use super::values::Size;
use crate::board::Board;
use crate::board::notation;
use crate::records::tree::GameTree;
use crate::records::{self, Notices, ParseError, PositionRecord, is_same_file};
use crate::types::Rule;

/// Which positions a command is about.
#[derive(clap::Args)]
pub(super) struct Source {
    #[command(flatten)]
    given: Given,
    #[command(flatten)]
    reading: Reading,
}

/// A position, or a file of them.
#[derive(clap::Args)]
#[group(required = true, multiple = false)]
struct Given {
    /// Moves in order (h8i9h10; pass or -- for a pass), in any common form, a link, a
    /// game, or a diagram: X black, O white, . empty, the top row first, rows separated
    /// by / or line breaks. - reads them from standard input.
    position: Vec<String>,
    /// Read positions from a file (- for standard input): one JSON object a
    /// line, with id, rule, size, black, white and to_move, or the last positions of
    /// games of any kind.
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
}

/// The given positions.
pub(super) enum Positions {
    /// On the command line.
    One(Box<PositionRecord>),
    /// In a file, of which this is the text.
    Lines(PathBuf, String),
    /// The last ones of the games of a file, and what is wrong with others.
    Games(PathBuf, Vec<PositionRecord>, Vec<String>),
}

impl Source {
    /// Reads the positions; where neither they nor the user say it they get this rule.
    pub(super) fn read(&self, rule: Rule) -> Result<Positions> {
        let rule = self.reading.rule.unwrap_or(rule);
        self.positions(rule, true)
    }

    /// Reads the positions, for a question that is about one rule only.
    pub(super) fn read_for(&self, rule: Rule) -> Result<Positions> {
        if let Some(other) = self.reading.rule.filter(|&other| other != rule) {
            return Err(wrong_use(format!("this is about {rule}, not {other}")));
        }
        self.positions(rule, false)
    }

    /// `may_differ`: positions may have a rule of their own.
    fn positions(&self, rule: Rule, may_differ: bool) -> Result<Positions> {
        if self.reading.columns == Columns::WithoutI {
            eprintln!("note: squares are shown with a column i");
        }
        if let Some(path) = &self.given.file {
            return self.of_file(path, rule, may_differ);
        }
        let text = self.given.position.join(" ");
        let bytes = match text.as_str() {
            STDIN => read_bytes(Path::new(STDIN))?,
            _ => text.into_bytes(),
        };
        let read = self.position(&bytes);
        let (board, own) = read.map_err(|error| wrong_use(format!("{error:#}")))?;
        let own = own.filter(|_| may_differ);
        self.note_own_rules(own);
        let rule = own.unwrap_or(rule);
        let id = String::from_utf8_lossy(&bytes).trim().to_string();
        let record = PositionRecord { id, rule, board };
        Ok(Positions::One(Box::new(record)))
    }

    /// Says that the rule of positions counts, not what the user says.
    fn note_own_rules(&self, own: impl IntoIterator<Item = Rule>) {
        let Some(wanted) = self.reading.rule else {
            return;
        };
        let mut others = own.into_iter().filter(|&rule| rule != wanted);
        if let Some(rule) = others.next() {
            eprintln!("note: the rule in the text counts, {rule}, not --rule {wanted}");
        }
    }

    /// A position, and its rule if that stands there.
    fn position(&self, bytes: &[u8]) -> Result<(Board, Option<Rule>)> {
        let text = String::from_utf8_lossy(bytes);
        if let (true, Ok(board)) = (
            notation::is_diagram(&text),
            notation::parse_diagram(text.trim()),
        ) {
            let found = Size(board.width(), board.height());
            ensure!(
                self.reading.size.is_none_or(|size| size == found),
                "the diagram has {} columns and {} rows, which is not what --size says",
                found.0,
                found.1
            );
            return Ok((board, None));
        }
        let options = self.reading.options();
        if text.trim().is_empty() {
            let (width, height) = options.size_or_usual();
            return Ok((Board::new(width, height)?, None));
        }
        let read = records::read(bytes, &options)?;
        for notice in &read.notices {
            eprintln!("note: {notice}");
        }
        let [game] = &read.games[..] else {
            bail!("one position is needed, not {} games", read.games.len());
        };
        Ok((game.main_line()?.board()?, game.facts.rule))
    }

    fn of_file(&self, path: &Path, rule: Rule, may_differ: bool) -> Result<Positions> {
        let bytes = read_bytes(path)?;
        if bytes.trim_ascii().is_empty() {
            bail!("{}: the file is empty", path.display());
        }
        if let Some(text) = positions_of(&bytes) {
            return Ok(Positions::Lines(path.to_path_buf(), text.to_string()));
        }
        let name = path.display();
        let games = records::games(&bytes, &self.reading.options());
        let (mut records, mut bad) = (Vec::new(), Vec::new());
        let (mut notices, mut unknown) = (Notices::default(), 0);
        for (index, game) in games.with_context(|| name.to_string())?.enumerate() {
            let mut last = |tree: GameTree| {
                let board = tree.main_line().ok().and_then(|game| game.board().ok());
                let board = board.ok_or("its moves cannot be played")?;
                let own = tree.facts.rule.filter(|_| may_differ);
                unknown += usize::from(own.is_none());
                let rule = own.unwrap_or(rule);
                let id = match tree.facts.name.as_str() {
                    "" => (index + 1).to_string(),
                    name => name.to_string(),
                };
                Ok(PositionRecord { id, rule, board })
            };
            let record = game.tree.map_err(|error| error.to_string());
            match record.and_then(|tree| last(tree).map_err(|error: &str| error.to_string())) {
                Ok(record) => records.push(record),
                Err(error) => bad.push(format!("{name}: game {}: {error}", index + 1)),
            }
            for notice in game.notices {
                notices.add(index + 1, notice);
            }
        }
        for notice in notices.texts(records.len() + bad.len()) {
            eprintln!("note: {notice}");
        }
        if self.reading.rule.is_none() && may_differ {
            note_unknown_rules(unknown, rule);
        }
        self.note_own_rules(records.iter().map(|record| record.rule));
        Ok(Positions::Games(path.to_path_buf(), records, bad))
    }
}

/// The text of a file of positions, one JSON object a line; `None` if it has games.
fn positions_of(bytes: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(bytes).ok()?;
    let first = text.trim_start_matches('\u{feff}').trim_start();
    let first = first.lines().next().unwrap_or("");
    (first.is_empty() || first.starts_with('{') && !first.contains("\"moves\"")).then_some(text)
}

impl Positions {
    /// An upper bound of their number.
    pub(super) fn len(&self) -> usize {
        match self {
            Positions::One(_) => 1,
            Positions::Lines(_, text) => filled_lines(text).count(),
            Positions::Games(_, records, _) => records.len(),
        }
    }

    /// The file that they come from, if any.
    pub(super) fn file(&self) -> Option<&Path> {
        match self {
            Positions::One(_) => None,
            Positions::Lines(path, _) | Positions::Games(path, ..) => Some(path),
        }
    }

    /// Calls `each` for every position, in order. Bad lines and games of a file are
    /// reported together at the end.
    pub(super) fn for_each(
        &self,
        mut each: impl FnMut(&PositionRecord) -> Result<()>,
    ) -> Result<()> {
        let (path, text) = match self {
            Positions::One(record) => return each(record),
            Positions::Games(_, records, bad) => {
                records.iter().try_for_each(each)?;
                return bad_parts(bad, "game");
            }
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

/// The largest file that is read whole, in bytes.
const MOST_BYTES: u64 = 1 << 30;

/// The name of standard input in the place of a file.
pub(super) const STDIN: &str = "-";

/// The bytes of a file, or of standard input.
pub(super) fn read_bytes(path: &Path) -> Result<Vec<u8>> {
    let read = match path.as_os_str() == STDIN {
        true => read_at_most(io::stdin().lock(), MOST_BYTES),
        false => File::open(path).and_then(|file| read_at_most(file, MOST_BYTES)),
    };
    read.with_context(|| format!("cannot read {}", path.display()))
}

/// All bytes, if there are no more than `most`.
fn read_at_most(input: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(most + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > most {
        true => Err(io::Error::new(
            ErrorKind::FileTooLarge,
            format!("it has more than {most} bytes"),
        )),
        false => Ok(bytes),
    }
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

/// Checks before long work that its files can be written, and that none of them, each with
/// the name of its option, is another one or one that is read.
pub(super) fn check_outputs(read: &[PathBuf], written: &[(&str, Option<&Path>)]) -> Result<()> {
    let written = written.iter();
    let written: Vec<(&str, &Path)> = written
        .filter_map(|&(name, path)| Some((name, path?)))
        .collect();
    for (index, &(name, path)) in written.iter().enumerate() {
        if let Some(file) = read.iter().find(|file| is_same_file(file, path)) {
            let text = format!("{name} would overwrite {}", file.display());
            return Err(wrong_use(text));
        }
        let others = &written[..index];
        if let Some((other, _)) = others.iter().find(|(_, other)| is_same_file(other, path)) {
            return Err(wrong_use(format!("{other} and {name} are the same file")));
        }
        let is_new = !path.exists();
        let cannot = || format!("cannot write {}", path.display());
        let mut options = OpenOptions::new();
        options
            .append(true)
            .create(true)
            .open(path)
            .with_context(cannot)?;
        if is_new {
            fs::remove_file(path).with_context(cannot)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_is_read_than_allowed() {
        assert_eq!(read_at_most(&b"four"[..], 4).unwrap(), b"four");
        let error = read_at_most(io::repeat(0), 4).unwrap_err().to_string();
        assert_eq!(error, "it has more than 4 bytes");
    }

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
