//! Recorded conversations: every file in `tests/protocol/sessions` is played to the
//! program, and every answer must be the recorded one.
//!
//! A line of such a file is one of these (blank lines and `# comments` are
//! skipped):
//!
//! ```text
//! > text        send this and a line feed; \r \n \t \0 \\ and \xff stand for
//!               bytes, and \c at the end leaves the line feed out
//! < text        the next line must be exactly this,
//! < text*       or begin with this,
//! < *move       or be a move to an empty square of the board, as `7,7`
//! < *move 1,2 3,4        (one of these squares)
//! < *move not 1,2 3,4    (none of these squares)
//! < *swap2      or an answer to the swap2 question asked last
//!               (before any move but this one there may be a message about
//!               the search)
//! ~ 50          nothing may come for 50 milliseconds
//! ```
//!
//! At the end the program is told to `END` and must exit in silence.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Instant;

use crate::common::driver::delay::is_strict;
use crate::common::driver::{Brain, HANG, PATIENCE, coordinates, ms, timed};

type Points = BTreeSet<(i32, i32)>;

/// Conversations that are held at the same time: they mostly wait.
const AT_ONCE: usize = 3;

/// Where the stones are, as the one who sends the lines sees it.
#[derive(Default)]
struct Table {
    width: i32,
    height: i32,
    taken: Points,
    /// The stones of the last swap2 question.
    opening: Points,
    /// The block that is being sent: `Some(true)` for swap2.
    block: Option<bool>,
    /// A line that is not ended yet.
    pending: String,
}

impl Table {
    /// Follows what is sent; a line ends with CR or LF.
    fn sent(&mut self, bytes: &[u8]) {
        for c in String::from_utf8_lossy(bytes).chars() {
            match c {
                '\r' | '\n' => {
                    let line = std::mem::take(&mut self.pending);
                    self.line(&line.to_uppercase());
                }
                _ => self.pending.push(c),
            }
        }
    }

    fn line(&mut self, line: &str) {
        let line = line.replace(" ,", ",").replace(", ", ",");
        let mut words = line.split_whitespace().peekable();
        let name = *words.peek().unwrap_or(&"");
        let numbers: Vec<i32> = line
            .split([' ', ',', '\t'])
            .filter_map(|word| word.parse().ok())
            .collect();
        match (name, &numbers[..]) {
            ("START", &[width]) => self.start(width, width),
            ("START" | "RECTSTART", &[width, height]) => self.start(width, height),
            ("RESTART", _) => self.start(self.width, self.height),
            ("TURN" | "PLAY", &[x, y]) => self.take((x, y)),
            ("TAKEBACK", &[x, y]) => drop(self.taken.remove(&(x, y))),
            ("BOARD" | "YXBOARD", _) => {
                self.taken.clear();
                self.block = Some(false);
            }
            ("SWAP2BOARD", _) => {
                self.opening.clear();
                self.block = Some(true);
            }
            ("INFO", _) => return,
            _ => (),
        }
        for word in words {
            let numbers: Option<Vec<i32>> = word.split(',').map(|n| n.parse().ok()).collect();
            match (self.block, numbers.as_deref()) {
                (Some(_), None) if word == "DONE" => self.block = None,
                (Some(true), Some(&[x, y])) => drop(self.opening.insert((x, y))),
                (Some(false), Some(&[x, y, 1..=3])) => self.take((x, y)),
                _ => (),
            }
        }
    }

    fn start(&mut self, width: i32, height: i32) {
        let sides = 5..=22;
        if sides.contains(&width) && sides.contains(&height) {
            (self.width, self.height) = (width, height);
            self.taken.clear();
        }
        self.block = None;
    }

    fn on_board(&self, (x, y): (i32, i32)) -> bool {
        (0..self.width).contains(&x) && (0..self.height).contains(&y)
    }

    fn take(&mut self, point: (i32, i32)) {
        if self.on_board(point) {
            self.taken.insert(point);
        }
    }

    /// Compares a line of the program with the recorded one.
    fn accept(&mut self, wanted: &str, found: &str) -> bool {
        let right = match wanted.strip_prefix("*move") {
            Some(squares) => self.is_move(squares, found),
            None if wanted == "*swap2" => self.is_swap2_answer(found),
            None => match wanted.strip_suffix('*') {
                Some(start) => found.starts_with(start),
                None => found == wanted,
            },
        };
        if let Some(point) = coordinates(found)
            && !wanted.starts_with("*swap2")
        {
            self.take(point);
        }
        right
    }

    /// Whether it is a move to an empty square, and as `squares` want it.
    fn is_move(&self, squares: &str, found: &str) -> bool {
        let Some(point) = coordinates(found) else {
            return false;
        };
        let named: Points = squares.split(' ').filter_map(coordinates).collect();
        let excluded = squares.starts_with(" not ");
        let welcome = named.is_empty() || named.contains(&point) != excluded;
        self.on_board(point) && !self.taken.contains(&point) && welcome
    }

    /// Three stones for an empty board; otherwise `SWAP`, or one stone, or,
    /// after three, two stones.
    fn is_swap2_answer(&self, found: &str) -> bool {
        let words: Vec<&str> = found.split(' ').collect();
        let points: Points = words.iter().filter_map(|word| coordinates(word)).collect();
        let allowed = match self.opening.len() {
            0 => words.len() == 3,
            _ if found == "SWAP" => return true,
            3 => words.len() <= 2,
            _ => words.len() == 1,
        };
        let all_empty = points.is_disjoint(&self.opening);
        // Fewer points than words: something is no point, or comes twice.
        let all_points = points.len() == words.len();
        allowed && all_points && all_empty && points.iter().all(|&point| self.on_board(point))
    }
}

/// The bytes that stand for a recorded text.
fn bytes_of(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some((plain, escape)) = rest.split_once('\\') {
        bytes.extend(plain.as_bytes());
        let kind = escape.chars().next().expect("an escape needs a letter");
        let mut length = 1;
        match kind {
            'r' => bytes.push(b'\r'),
            'n' => bytes.push(b'\n'),
            't' => bytes.push(b'\t'),
            '0' => bytes.push(0),
            '\\' => bytes.push(b'\\'),
            'x' => {
                let byte = u8::from_str_radix(&escape[1..3], 16);
                bytes.push(byte.expect("two hexadecimal digits"));
                length = 3;
            }
            'c' => return bytes,
            other => panic!("unknown escape \\{other}"),
        }
        rest = &escape[length..];
    }
    bytes.extend(rest.as_bytes());
    bytes.push(b'\n');
    bytes
}

/// The next line of the program; where a move is wanted, without the message
/// about the search for it.
fn answer(brain: &Brain, wanted: &str) -> Option<String> {
    let found = brain.line(PATIENCE)?.text;
    let is_move = wanted.starts_with("*move") || coordinates(wanted).is_some();
    match is_move && found.starts_with("MESSAGE depth ") {
        true => Some(brain.line(PATIENCE)?.text),
        false => Some(found),
    }
}

/// Plays a recorded conversation; an error names the line.
fn play(path: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(path).expect("a text file");
    let mut table = Table::default();
    let mut brain = Brain::start();
    for (index, line) in text.lines().enumerate() {
        let at = format!("{}:{}", path.display(), index + 1);
        let (kind, rest) = line.split_at(line.len().min(2));
        match kind {
            "> " | ">" => {
                let bytes = bytes_of(rest);
                table.sent(&bytes);
                brain.send_bytes(&bytes);
            }
            "< " => {
                let found = answer(&brain, rest);
                let right = found.as_ref().is_some_and(|text| table.accept(rest, text));
                if !right {
                    return Err(format!("{at}: wanted '{rest}', found {found:?}"));
                }
            }
            "~ " => {
                if let Some(line) = brain.line(ms(rest.parse().expect("milliseconds"))) {
                    return Err(format!("{at}: wanted silence, found '{}'", line.text));
                }
            }
            "" | "# " | "#" => (),
            _ => panic!("{at}: cannot read '{line}'"),
        }
    }
    brain.finish(500);
    Ok(())
}

#[test]
fn recorded_conversations_repeat() {
    let _timed = timed();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/protocol/sessions");
    let files = std::fs::read_dir(folder).expect("the folder of conversations");
    let mut files: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    files.sort();
    let only = std::env::var("TENGEN_SESSION").unwrap_or_default();
    files.retain(|path| path.to_string_lossy().contains(&only));
    assert!(!files.is_empty());
    let left = Mutex::new(files.iter());
    let next = || left.lock().expect("no panic here").next();
    let failures = std::thread::scope(|scope| {
        let failures = || std::iter::from_fn(next).filter_map(|path| failure(path));
        let threads: Vec<_> = (0..if is_strict() { 1 } else { AT_ONCE })
            .map(|_| scope.spawn(move || failures().collect::<Vec<_>>()))
            .collect();
        let found = threads
            .into_iter()
            .map(|thread| thread.join().expect("failures"));
        found.collect::<Vec<_>>().concat()
    });
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

/// What is wrong with a conversation.
fn failure(path: &Path) -> Option<String> {
    let start = Instant::now();
    let result = std::panic::catch_unwind(|| play(path));
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    println!("{name}: {} ms", start.elapsed().as_millis());
    match result {
        Ok(result) => result.err(),
        Err(_) => Some(format!("{name}: it broke (see above)")),
    }
}

/// A line that is far too long is an unknown word like others; the answer
/// does not repeat it.
#[test]
fn long_lines_do_no_harm() {
    let mut brain = Brain::start();
    brain.send_ok("START 15");
    brain.send(&"x".repeat(300_000));
    let answer = brain.line(PATIENCE).expect("an answer").text;
    assert!(answer.starts_with("UNKNOWN ") && answer.len() < 200);
    brain.send(&format!("INFO folder {}", "f".repeat(300_000)));
    brain.send("INFO timeout_turn 20");
    brain.send(&format!("BOARD\n7,7,2\n{}\nDONE", "7,8,1\n".repeat(10_000)));
    brain.move_within(HANG);
    brain.finish(500);
}
