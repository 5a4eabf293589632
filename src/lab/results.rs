//! Files of results of many independent pieces of work, one a line, in the order of the
//! pieces:
//!
//! ```text
//! {"results":1,"shard":"2/4","pieces":850,"work":{…}}
//! {"piece":1,"result":{…}}
//! {"piece":5,"result":{…}}
//! ```
//!
//! The first line says what the work is. An interrupted file is continued where it ends, and
//! [`merge`](super::merge) puts shards together.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::difference;
use super::line_file::LineFile;
use super::shard::Shard;

/// The version of the format.
const VERSION: u32 = 1;
/// How every file begins.
pub(super) const BEGINNING: &str = "{\"results\":";

/// The first line of a file.
#[derive(Debug, Serialize, Deserialize)]
struct Header<W> {
    results: u32,
    shard: Shard,
    pieces: usize,
    work: W,
}

/// Any other line.
#[derive(Serialize, Deserialize)]
struct Line<'a> {
    piece: usize,
    #[serde(borrow)]
    result: &'a RawValue,
}

/// What is wrong with a file of results.
#[derive(Debug, thiserror::Error)]
pub enum ResultsError {
    /// It cannot be read or written.
    #[error("{}: {error}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// It belongs to other work.
    #[error(
        "{} has results of other work ({difference}): choose another file, or remove it",
        .path.display()
    )]
    OtherWork {
        /// The file.
        path: PathBuf,
        /// How its first line differs.
        difference: String,
    },
    /// It is another kind of file.
    #[error(
        "{} is there already and has no results of this command: choose another file, or \
         remove it",
        .path.display()
    )]
    NoResults {
        /// The file.
        path: PathBuf,
    },
    /// A line is invalid.
    #[error("{}, line {line}: {what}", .path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// Counted from 1.
        line: usize,
        /// What is wrong with it.
        what: String,
    },
}

/// Some work, which decides its results.
#[derive(Clone, Copy, Debug)]
pub struct Work<'a, W> {
    /// The part of it in a file.
    pub shard: Shard,
    /// The number of pieces of all parts.
    pub pieces: usize,
    /// All that decides the results.
    pub work: &'a W,
}

/// A file that results are added to.
pub struct ResultFile {
    path: PathBuf,
    file: LineFile,
}

/// The contents of a file.
pub(super) struct Results {
    header: Header<Box<RawValue>>,
    /// The results by piece, as JSON.
    pub results: BTreeMap<usize, Box<RawValue>>,
}

impl ResultFile {
    /// Opens the file of this work, or begins it. Returns its results, as JSON, too. A line
    /// whose writing was interrupted is removed.
    pub fn open<W: Serialize>(
        path: &Path,
        work: Work<W>,
    ) -> Result<(ResultFile, BTreeMap<usize, Box<RawValue>>), ResultsError> {
        let failed = |error| io_error(path, error);
        let first = json(&Header {
            results: VERSION,
            shard: work.shard,
            pieces: work.pieces,
            work: work.work,
        });
        let (file, lines) = LineFile::open(path).map_err(failed)?;
        let mut file = ResultFile {
            path: path.to_path_buf(),
            file,
        };
        let other = |difference: String| ResultsError::OtherWork {
            path: path.to_path_buf(),
            difference,
        };
        let no_results = || ResultsError::NoResults {
            path: path.to_path_buf(),
        };
        if lines.whole.is_empty() {
            if !first.as_bytes().starts_with(&lines.torn) {
                return Err(match lines.torn.starts_with(BEGINNING.as_bytes()) {
                    true => other("its first line is cut off".to_string()),
                    false => no_results(),
                });
            }
            file.file.add(&first).map_err(failed)?;
            return Ok((file, BTreeMap::new()));
        }
        let known = lines.whole.lines().next().unwrap_or("");
        if known != first {
            if serde_json::from_str::<Header<serde_json::Value>>(known).is_err() {
                return Err(no_results());
            }
            let values = [known, &first].map(|line| serde_json::from_str(line).unwrap_or_default());
            let [known, wanted]: [serde_json::Value; 2] = values;
            return Err(other(difference(&known, &wanted)));
        }
        let results = read(path, &lines.whole)?.results;
        Ok((file, results))
    }

    /// Adds the result of a piece.
    pub fn add(&mut self, piece: usize, result: &impl Serialize) -> Result<(), ResultsError> {
        #[derive(Serialize)]
        struct Line<'a, R> {
            piece: usize,
            result: &'a R,
        }
        let line = json(&Line { piece, result });
        let added = self.file.add(&line);
        added.map_err(|error| io_error(&self.path, error))
    }
}

impl Results {
    /// The number of pieces of all parts.
    pub(super) fn pieces(&self) -> usize {
        self.header.pieces
    }

    /// Whether both are parts of the same work.
    pub(super) fn is_of_same_work(&self, other: &Results) -> bool {
        self.pieces() == other.pieces() && self.header.work.get() == other.header.work.get()
    }

    /// The text of a file with all results.
    pub(super) fn text(&self) -> String {
        let mut text = json(&self.header) + "\n";
        for (&piece, result) in &self.results {
            text += &(json(&Line { piece, result }) + "\n");
        }
        text
    }

    /// The same work, all of it, with these results.
    pub(super) fn whole(self, results: BTreeMap<usize, Box<RawValue>>) -> Results {
        let header = Header {
            shard: Shard::WHOLE,
            ..self.header
        };
        Results { header, results }
    }
}

/// Reads the whole lines of a file.
pub(super) fn read(path: &Path, text: &str) -> Result<Results, ResultsError> {
    let bad = |index: usize, what: String| ResultsError::Line {
        path: path.to_path_buf(),
        line: index + 1,
        what,
    };
    let first = text.lines().next().unwrap_or("");
    let header: Header<Box<RawValue>> =
        serde_json::from_str(first).map_err(|error| bad(0, error.to_string()))?;
    if header.results != VERSION {
        return Err(bad(0, format!("version {} of results", header.results)));
    }
    let mut results = BTreeMap::new();
    for (index, line) in text.lines().enumerate().skip(1) {
        let line: Line =
            serde_json::from_str(line).map_err(|error| bad(index, error.to_string()))?;
        if line.piece >= header.pieces || !header.shard.has(line.piece) {
            let what = format!("piece {} is not in part {}", line.piece, header.shard);
            return Err(bad(index, what));
        }
        if results.insert(line.piece, line.result.to_owned()).is_some() {
            return Err(bad(index, format!("piece {} was there before", line.piece)));
        }
    }
    Ok(Results { header, results })
}

pub(super) fn io_error(path: &Path, error: io::Error) -> ResultsError {
    ResultsError::Io {
        path: path.to_path_buf(),
        error,
    }
}

/// The JSON of plain data, which always has one.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn work<'a>(shard: &str, work: &'a &'static str) -> Work<'a, &'static str> {
        Work {
            shard: shard.parse().unwrap(),
            pieces: 9,
            work,
        }
    }

    #[test]
    fn files_are_continued() {
        let path = std::env::temp_dir().join(format!("tengen-results-{}", std::process::id()));
        let _ = fs::remove_file(&path);
        let (mut file, results) = ResultFile::open(&path, work("2/4", &"this")).unwrap();
        assert!(results.is_empty());
        file.add(1, &"one").unwrap();
        let whole = fs::read_to_string(&path).unwrap();
        fs::write(&path, format!("{whole}{{\"piece\":5,\"res")).unwrap();
        let (mut file, results) = ResultFile::open(&path, work("2/4", &"this")).unwrap();
        assert_eq!(results[&1].get(), "\"one\"");
        file.add(5, &[2]).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(
            text,
            "{\"results\":1,\"shard\":\"2/4\",\"pieces\":9,\"work\":\"this\"}\n\
             {\"piece\":1,\"result\":\"one\"}\n{\"piece\":5,\"result\":[2]}\n"
        );
        assert_eq!(read(&path, &text).unwrap().text(), text);
        for (shard, other, why) in [("2/4", "that", "work"), ("1/4", "this", "shard")] {
            let found = ResultFile::open(&path, work(shard, &other)).map(|_| ());
            let error = found.unwrap_err().to_string();
            assert!(
                error.contains("other work") && error.contains(why),
                "{error}"
            );
        }
        for (line, why) in [
            ("{\"piece\":2,\"result\":0}", "piece 2 is not in part 2/4"),
            ("{\"piece\":13,\"result\":0}", "piece 13 is not in part 2/4"),
            ("{\"piece\":5,\"result\":0}", "piece 5 was there before"),
            ("{\"piece\":5}", "missing field `result`"),
        ] {
            fs::write(&path, format!("{text}{line}\n")).unwrap();
            let found = ResultFile::open(&path, work("2/4", &"this")).map(|_| ());
            let error = found.unwrap_err().to_string();
            assert!(error.contains(&format!("line 4: {why}")), "{error}");
        }
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn other_files_stay_as_they_are() {
        let path = std::env::temp_dir().join(format!("tengen-no-results-{}", std::process::id()));
        for (text, why) in [
            ("(;GM[4]SZ[15];B[hh])\n", "no results of this command"),
            ("(;GM[4]SZ[15];B[hh])", "no results of this command"),
            ("{\"id\":\"a\"}\n", "no results of this command"),
            ("{\"results\":1,\"shard\":\"1/4", "is cut off"),
        ] {
            fs::write(&path, text).unwrap();
            let found = ResultFile::open(&path, work("2/4", &"this")).map(|_| ());
            let error = found.unwrap_err().to_string();
            assert!(error.contains(why), "{error}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        fs::remove_file(&path).unwrap();
    }
}
