//! The folder of a match: `match.jsonl` has all that is needed to resume after an
//! interruption, and each game is there for other programs as `00001.psq` and
//! `00001.sgf`.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::difference;
use super::game::{Cause, Played};
use super::match_plan::MatchPlan;
use super::standings::Scored;
use crate::board::Board;
use crate::board::notation::moves_text;
use crate::game::GameResult;
use crate::records::tree::GameTree;
use crate::records::{GameRecord, RecordedMove, psq, sgf};
use crate::types::{Color, Rule};

/// The name of a journal in its folder.
pub(super) const FILE: &str = "match.jsonl";

/// The values of [`Entry::result`].
const RESULTS: [&str; 3] = ["black", "white", "draw"];

/// A finished game, as a line of `match.jsonl`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Its place in the schedule.
    pub game: usize,
    /// Who played Black.
    pub black: String,
    /// Who played White.
    pub white: String,
    /// All moves (`h8i9`), the opening's first.
    pub moves: String,
    /// The number of moves that are the opening's.
    pub opening: usize,
    /// Who won: `black`, `white` or `draw`.
    pub result: String,
    /// How it ended.
    pub end: Cause,
    /// The fault of a player, if there was one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
    /// Milliseconds for each move after the opening.
    pub times: Vec<u64>,
    /// Moves of Black and White over the limit, within the tolerance.
    pub late: [u32; 2],
}

/// What is wrong with a journal.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// It cannot be read or written.
    #[error("{}: {error}", .path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// It belongs to another match.
    #[error(
        "{} belongs to another match ({difference}): choose another folder, or remove it",
        .path.display()
    )]
    OtherMatch {
        /// The journal.
        path: PathBuf,
        /// How its plan differs, as far as it can be read.
        difference: String,
    },
    /// A line is invalid.
    #[error("line {line} of the journal: {error}")]
    Line {
        /// Counted from 1.
        line: usize,
        /// What is wrong with it.
        error: String,
    },
}

/// The folder of a running match.
pub(super) struct Journal {
    folder: PathBuf,
    file: File,
}

impl Journal {
    /// Opens the journal of this plan, or begins it. Returns the games in it too. A
    /// line whose writing was interrupted is removed.
    pub(super) fn open(
        folder: &Path,
        plan: &MatchPlan,
    ) -> Result<(Journal, Vec<Entry>), JournalError> {
        let path = folder.join(FILE);
        let failed = |error: io::Error| JournalError::Io {
            path: path.clone(),
            error,
        };
        fs::create_dir_all(folder).map_err(|error| JournalError::Io {
            path: folder.to_path_buf(),
            error: match folder.is_file() {
                true => io::ErrorKind::NotADirectory.into(),
                false => error,
            },
        })?;
        let mut file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .read(true)
            .write(true)
            .open(&path)
            .map_err(failed)?;
        let first = line(plan).map_err(failed)?;
        let Contents {
            plan: known,
            entries,
            whole,
            torn,
        } = contents(&path, &file)?;
        let difference = match known {
            None if !first.starts_with(&torn) => Some("its first line is cut off".to_string()),
            Some(known) if known != *plan => Some(difference(&known, plan)),
            _ => None,
        };
        if let Some(difference) = difference {
            return Err(JournalError::OtherMatch { path, difference });
        }
        file.set_len(whole).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        let mut journal = Journal {
            folder: folder.to_path_buf(),
            file,
        };
        if whole == 0 {
            journal.file.write_all(&first).map_err(failed)?;
        }
        Ok((journal, entries))
    }

    /// Adds a finished game, whose last position is `board`.
    pub(super) fn add(
        &mut self,
        entry: &Entry,
        rule: Rule,
        board: &Board,
    ) -> Result<(), JournalError> {
        let record = entry.record(rule, board);
        let number = entry.game + 1;
        // The journal comes last: its games are complete.
        let mut tree = GameTree::of(&record);
        tree.name_opening();
        for (ending, text) in [("psq", psq::write(&record)), ("sgf", sgf::write(&tree))] {
            let path = self.folder.join(format!("{number:05}.{ending}"));
            fs::write(&path, text).map_err(|error| JournalError::Io { path, error })?;
        }
        let path = self.folder.join(FILE);
        let written = line(entry).and_then(|line| self.file.write_all(&line));
        written.map_err(|error| JournalError::Io { path, error })
    }
}

/// What a journal holds.
struct Contents {
    /// `None` if not even the first line is whole.
    plan: Option<MatchPlan>,
    entries: Vec<Entry>,
    /// The bytes of the whole lines.
    whole: u64,
    /// The beginning of a line whose writing was interrupted.
    torn: Vec<u8>,
}

fn contents(path: &Path, file: &File) -> Result<Contents, JournalError> {
    let mut found = Contents {
        plan: None,
        entries: Vec::new(),
        whole: 0,
        torn: Vec::new(),
    };
    let mut reader = BufReader::new(file);
    for number in 1.. {
        let mut text = Vec::new();
        let read = reader.read_until(b'\n', &mut text);
        let bytes = read.map_err(|error| JournalError::Io {
            path: path.to_path_buf(),
            error,
        })?;
        if !text.ends_with(b"\n") {
            found.torn = text;
            break;
        }
        let bad = |error: String| JournalError::Line {
            line: number,
            error,
        };
        if number == 1 {
            let plan = serde_json::from_slice(&text).map_err(|error| bad(error.to_string()))?;
            found.plan = Some(plan);
        } else {
            let entry: Entry =
                serde_json::from_slice(&text).map_err(|error| bad(error.to_string()))?;
            if !RESULTS.contains(&entry.result.as_str()) {
                let error = format!("result '{}', not black, white or draw", entry.result);
                return Err(bad(error));
            }
            found.entries.push(entry);
        }
        found.whole += bytes as u64;
    }
    Ok(found)
}

/// The plan and the games of a match's folder.
pub(super) fn read(folder: &Path) -> Result<(MatchPlan, Vec<Entry>), JournalError> {
    let path = folder.join(FILE);
    let file = File::open(&path).map_err(|error| JournalError::Io {
        path: path.clone(),
        error,
    })?;
    let found = contents(&path, &file)?;
    let plan = found.plan.ok_or(JournalError::Line {
        line: 1,
        error: "it is cut off".to_string(),
    })?;
    Ok((plan, found.entries))
}

/// A line of the journal.
fn line(value: &impl Serialize) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    Ok(line)
}

impl Entry {
    /// A game between Black and White of these names.
    pub(super) fn new(index: usize, names: [String; 2], played: &Played) -> Entry {
        let [black, white] = names;
        let moves = played.board.moves().len();
        Entry {
            game: index,
            black,
            white,
            moves: moves_text(&played.board),
            opening: moves - played.times.len(),
            result: match played.winner {
                Some(color) => color.to_string(),
                None => "draw".to_string(),
            },
            end: played.cause,
            detail: played.detail.clone(),
            times: played
                .times
                .iter()
                .map(|time| time.as_millis() as u64)
                .collect(),
            late: played.late,
        }
    }

    fn winner(&self) -> Option<Color> {
        match self.result.as_str() {
            "black" => Some(Color::Black),
            "white" => Some(Color::White),
            _ => None,
        }
    }

    /// What counts in the standings.
    pub(super) fn scored(&self) -> Scored {
        let slowest = |color: Color| {
            let times = self.times.iter().zip(self.opening..);
            let of_color = times.filter(|&(_, stones)| Color::to_move_after(stones) == color);
            of_color.map(|(&time, _)| time).max().unwrap_or(0)
        };
        Scored {
            winner: self.winner(),
            cause: self.end,
            slowest: Color::ALL.map(slowest),
            late: self.late,
        }
    }

    /// The game as a record; `board` is its last position.
    fn record(&self, rule: Rule, board: &Board) -> GameRecord {
        let given = std::iter::repeat_n(&0, self.opening);
        let times = given.chain(&self.times).copied();
        let moves = board.moves().iter().zip(times);
        GameRecord {
            rule: Some(rule),
            players: [self.black.clone(), self.white.clone()],
            moves: moves
                .map(|(&square, ms)| RecordedMove {
                    square,
                    time: Duration::from_millis(ms),
                })
                .collect(),
            opening: self.opening,
            result: Some(GameResult::of(self.winner())),
            reason: match self.detail.is_empty() {
                true => self.end.to_string(),
                false => format!("{}: {}", self.end, self.detail),
            },
            ..GameRecord::new(board.width(), board.height())
        }
    }
}
