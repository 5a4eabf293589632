//! Text files that a long run appends to line by line, so that it can resume after
//! an interruption.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// A file that lines are added to.
pub(super) struct LineFile {
    file: File,
    /// Where the whole lines end.
    end: u64,
}

/// The contents of a file.
pub(super) struct Lines {
    /// The whole lines, with their breaks.
    pub whole: String,
    /// The beginning of a line whose writing was interrupted.
    pub torn: Vec<u8>,
}

impl LineFile {
    /// Opens the file, or makes an empty one. It does not change until a line is
    /// added.
    pub(super) fn open(path: &Path) -> io::Result<(LineFile, Lines)> {
        let mut file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .read(true)
            .write(true)
            .open(path)?;
        let mut text = Vec::new();
        file.read_to_end(&mut text)?;
        let last_break = text.iter().rposition(|&byte| byte == b'\n');
        let torn = text.split_off(last_break.map_or(0, |at| at + 1));
        let end = text.len() as u64;
        let whole = String::from_utf8(text)
            .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
        Ok((LineFile { file, end }, Lines { whole, torn }))
    }

    /// Appends a line. A torn one is removed.
    pub(super) fn add(&mut self, line: &str) -> io::Result<()> {
        self.file.set_len(self.end)?;
        self.file.seek(SeekFrom::Start(self.end))?;
        let line = format!("{line}\n");
        self.file.write_all(line.as_bytes())?;
        self.end += line.len() as u64;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_torn_line_stays_until_another_is_added() {
        let path = std::env::temp_dir().join(format!("tengen-lines-{}", std::process::id()));
        fs::write(&path, "one\ntwo\nthr\u{e9}e").unwrap();
        let (mut file, lines) = LineFile::open(&path).unwrap();
        assert_eq!(lines.whole, "one\ntwo\n");
        assert_eq!(lines.torn, "thr\u{e9}e".as_bytes());
        assert_eq!(fs::read_to_string(&path).unwrap(), "one\ntwo\nthr\u{e9}e");
        file.add("3").unwrap();
        file.add("4").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "one\ntwo\n3\n4\n");
        fs::remove_file(&path).unwrap();
    }
}
