//! A running engine, talked to through pipes. Whatever it does, it cannot hang us, and
//! it does not outlive us.

use std::collections::VecDeque;
use std::io::{ErrorKind, Read, Write};
use std::process::{ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use process_wrap::std::{ChildWrapper, CommandWrap};

use super::BOOK_VARIABLE;
use super::contender::Contender;
use super::player::Failure;
use crate::lock::lock;

/// The longest line kept, in bytes.
const LONGEST_LINE: usize = 1 << 14;
/// The number of lines that may wait to be read before the program is blocked.
const MOST_LINES: usize = 1 << 10;
/// A program that prints more lines than this without an answer has failed.
const MOST_CHATTER: usize = 100_000;
/// The part of the output that an error shows.
const SHOWN_LINES: usize = 4;
const SHOWN_CHARS: usize = 200;
/// The time to exit after `END`.
const EXIT_TIME: Duration = Duration::from_secs(1);
/// The time that the last output before an exit may take to arrive.
const OUTPUT_DELAY: Duration = Duration::from_millis(100);
/// The interval at which the stop flag is checked.
const POLL: Duration = Duration::from_millis(50);

/// A line of the program, and when it was complete.
struct TimedLine {
    text: String,
    at: Instant,
}

/// A running program. It is killed, with all that it has started, when this is
/// dropped.
pub(super) struct Process {
    child: Box<dyn ChildWrapper>,
    /// Written by a thread of its own, so that a program that does not read cannot
    /// block us.
    input: Option<Sender<String>>,
    lines: Receiver<TimedLine>,
    /// Its last output, on both streams.
    output: Arc<Mutex<VecDeque<String>>>,
    /// When its last line came.
    last_line: Instant,
    stop: Arc<AtomicBool>,
}

/// What a line from a program means.
pub(super) enum Answer {
    /// `OK`.
    Ok,
    /// Two numbers.
    Point(i32, i32),
    /// `SUGGEST` with two numbers.
    Suggestion(i32, i32),
    /// `FORBID` with squares.
    Forbidden(Vec<(i32, i32)>),
    /// `UNKNOWN`.
    Unknown,
    /// `ERROR` with the reason.
    Error(String),
    /// Anything else.
    Garbage(String),
}

impl Process {
    /// Starts a contender's program.
    pub(super) fn start(contender: &Contender, stop: Arc<AtomicBool>) -> Result<Process, Failure> {
        let (program, arguments) = contender.command.split_first().expect("a program");
        let mut command = CommandWrap::with_new(program, |command| {
            command
                .args(arguments)
                .env(BOOK_VARIABLE, "off")
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped());
            if let Some(folder) = &contender.folder {
                command.current_dir(folder);
            }
        });
        #[cfg(unix)]
        command.wrap(process_wrap::std::ProcessGroup::leader());
        #[cfg(windows)]
        command.wrap(process_wrap::std::JobObject);
        let spawned = command.spawn();
        let mut child = spawned.map_err(|error| Failure::NoStart(format!("{program}: {error}")))?;
        let output = Arc::new(Mutex::new(VecDeque::new()));
        let (input, texts) = channel();
        let (sender, lines) = sync_channel(MOST_LINES);
        let stdin = child.stdin().take().expect("a pipe");
        thread::spawn(move || write(stdin, &texts));
        let stdout = child.stdout().take().expect("a pipe");
        let shown = Arc::clone(&output);
        thread::spawn(move || read(stdout, Some(&sender), &shown));
        let stderr = child.stderr().take().expect("a pipe");
        let shown = Arc::clone(&output);
        thread::spawn(move || read(stderr, None, &shown));
        Ok(Process {
            child,
            input: Some(input),
            lines,
            output,
            last_line: Instant::now(),
            stop,
        })
    }

    /// Sends some lines, not sooner than `pause` after its last line: some programs
    /// lose what comes too soon. Returns when they were sent.
    pub(super) fn send(&mut self, text: &str, pause: Duration) -> Instant {
        thread::sleep(pause.saturating_sub(self.last_line.elapsed()));
        // Earlier output is not an answer to this.
        self.drain();
        let since = Instant::now();
        if let Some(input) = &self.input {
            // If the pipe is closed, the next read reports it.
            let _ = input.send(text.to_string());
        }
        since
    }

    /// The next answer, and when it came.
    pub(super) fn answer(
        &mut self,
        since: Instant,
        limit: Duration,
    ) -> Result<(Answer, Instant), Failure> {
        for _ in 0..MOST_CHATTER {
            let line = self.line(since, limit)?;
            if let Some(answer) = answer(&line.text) {
                return Ok((answer, line.at));
            }
        }
        Err(Failure::Garbage(format!(
            "{MOST_CHATTER} lines without an answer; {}",
            self.last_output()
        )))
    }

    fn line(&mut self, since: Instant, limit: Duration) -> Result<TimedLine, Failure> {
        loop {
            if self.stop.load(Relaxed) {
                return Err(Failure::Stopped);
            }
            let left = limit.saturating_sub(since.elapsed());
            match self.lines.recv_timeout(left.min(POLL)) {
                Ok(line) if line.at.saturating_duration_since(since) > limit => {
                    return Err(self.late(limit));
                }
                Ok(line) => {
                    self.last_line = line.at;
                    return Ok(line);
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.exited()),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(self.late(limit)),
                // A child of it may still hold its streams, and its last output
                // may still be on the way.
                Err(RecvTimeoutError::Timeout) if self.has_exited() => {
                    return match self.lines.recv_timeout(OUTPUT_DELAY) {
                        Ok(line) => Ok(line),
                        Err(_) => Err(self.exited()),
                    };
                }
                Err(RecvTimeoutError::Timeout) => (),
            }
        }
    }

    fn has_exited(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    fn late(&self, limit: Duration) -> Failure {
        Failure::Timeout {
            limit,
            output: self.last_output(),
        }
    }

    /// Its output is closed.
    fn exited(&mut self) -> Failure {
        let how = match self.wait(EXIT_TIME) {
            Some(status) => status.to_string(),
            None => "its output is closed".to_string(),
        };
        Failure::Exited(format!("{how}; {}", self.last_output()))
    }

    /// Its last output, for a report.
    pub(super) fn last_output(&self) -> String {
        // The reading threads may lag behind a little.
        thread::sleep(OUTPUT_DELAY);
        let output = lock(&self.output);
        match output.is_empty() {
            true => "it said nothing".to_string(),
            false => {
                let lines: Vec<&str> = output.iter().map(String::as_str).collect();
                format!("it said '{}'", lines.join("' '"))
            }
        }
    }

    /// Tells it to exit. Returns a complaint if it does not.
    pub(super) fn end(mut self) -> Option<String> {
        self.send("END\n", Duration::ZERO);
        self.input = None;
        let since = Instant::now();
        // It may be blocked until its output is read.
        while since.elapsed() < EXIT_TIME {
            self.drain();
            if let Ok(Some(_)) = self.child.try_wait() {
                return None;
            }
            thread::sleep(Duration::from_millis(1));
        }
        Some(format!(
            "does not exit after END and was killed after {} ms",
            EXIT_TIME.as_millis()
        ))
    }

    /// Drops the output so far. Limited, since the output may never end.
    fn drain(&self) {
        let _ = self.lines.try_iter().take(MOST_LINES).count();
    }

    fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        let since = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Err(_) => return None,
                Ok(None) if since.elapsed() > patience => return None,
                Ok(None) => thread::sleep(Duration::from_millis(1)),
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.input = None;
        let _ = self.child.start_kill();
        let _ = self.wait(EXIT_TIME);
    }
}

/// What a line means; `None` for lines to be ignored.
fn answer(line: &str) -> Option<Answer> {
    let line = line.trim();
    let word = line.split_whitespace().next()?.to_ascii_uppercase();
    let rest = line.get(word.len()..).unwrap_or("").trim();
    match word.as_str() {
        "MESSAGE" | "DEBUG" | "INFO" => None,
        "UNKNOWN" => Some(Answer::Unknown),
        "FORBID" => match points(rest) {
            Some(points) => Some(Answer::Forbidden(points)),
            None => Some(Answer::Garbage(line.to_string())),
        },
        "OK" => Some(Answer::Ok),
        "ERROR" => Some(Answer::Error(line.to_string())),
        "SUGGEST" => match point(rest) {
            Some((x, y)) => Some(Answer::Suggestion(x, y)),
            None => Some(Answer::Garbage(line.to_string())),
        },
        _ => match point(line) {
            Some((x, y)) => Some(Answer::Point(x, y)),
            None => Some(Answer::Garbage(line.to_string())),
        },
    }
}

fn point(text: &str) -> Option<(i32, i32)> {
    let (x, y) = text.split_once(',')?;
    Some((x.trim().parse().ok()?, y.trim().parse().ok()?))
}

/// Squares of two digits for each coordinate, and a full stop: `07070812.`
fn points(text: &str) -> Option<Vec<(i32, i32)>> {
    let digits = text.trim_end_matches('.').as_bytes();
    let number = |pair: &[u8]| std::str::from_utf8(pair).ok()?.parse().ok();
    let point = |four: &[u8]| Some((number(four.get(..2)?)?, number(four.get(2..4)?)?));
    digits.chunks(4).map(point).collect()
}

/// Writes texts until either end is closed.
fn write(mut stdin: impl Write, texts: &Receiver<String>) {
    for text in texts {
        if stdin
            .write_all(text.as_bytes())
            .and_then(|()| stdin.flush())
            .is_err()
        {
            return;
        }
    }
}

/// Passes the lines on, and keeps the last ones.
fn read(
    mut stream: impl Read,
    lines: Option<&SyncSender<TimedLine>>,
    output: &Mutex<VecDeque<String>>,
) {
    let mut buffer = [0; 1 << 12];
    let mut line: Vec<u8> = Vec::new();
    loop {
        let count = match stream.read(&mut buffer) {
            Ok(count) => count,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => 0,
        };
        let at = Instant::now();
        let ended = count == 0;
        for &byte in if ended { &b"\n"[..] } else { &buffer[..count] } {
            if byte != b'\n' {
                if line.len() < LONGEST_LINE {
                    line.push(byte);
                }
                continue;
            }
            let text = String::from_utf8_lossy(&line).trim().to_string();
            line.clear();
            if text.is_empty() {
                continue;
            }
            keep(&text, output);
            if let Some(lines) = lines
                && lines.send(TimedLine { text, at }).is_err()
            {
                return;
            }
        }
        if ended {
            return;
        }
    }
}

fn keep(text: &str, output: &Mutex<VecDeque<String>>) {
    let mut output = lock(output);
    if output.len() == SHOWN_LINES {
        output.pop_front();
    }
    output.push_back(text.chars().take(SHOWN_CHARS).collect());
}
