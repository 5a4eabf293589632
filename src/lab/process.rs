//! A program at the other end of two pipes as a player. Whatever it does, it
//! cannot hang us, and it does not outlive us.

use std::collections::VecDeque;
use std::io::{ErrorKind, Read, Write};
use std::process::{ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use process_wrap::std::{ChildWrapper, CommandWrap};

use super::contender::Contender;
use super::lock;
use super::player::Failure;

/// Longer lines are cut.
const LONGEST_LINE: usize = 1 << 14;
/// Lines that may wait to be read; then the program has to wait.
const MOST_LINES: usize = 1 << 10;
/// A program that says more than this before it answers does not mean to.
const MOST_CHATTER: usize = 100_000;
/// So much of what a program said is shown when something goes wrong.
const SHOWN_LINES: usize = 4;
const SHOWN_CHARS: usize = 200;
/// A program has so long to exit after `END`.
const FAREWELL: Duration = Duration::from_secs(1);
/// So long may take what a program said before it exited.
const LAST_WORDS: Duration = Duration::from_millis(100);
/// How often to look whether everything is to be stopped.
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
    /// Written by a thread, so that a program that does not read cannot stop
    /// us.
    input: Option<Sender<String>>,
    lines: Receiver<TimedLine>,
    /// The last things that it said, on both streams.
    said: Arc<Mutex<VecDeque<String>>>,
    /// When it was heard last.
    heard: Instant,
    stop: Arc<AtomicBool>,
}

/// What a line from a program means to a manager.
pub(super) enum Said {
    /// `OK`.
    Ok,
    /// Two numbers.
    Point(i32, i32),
    /// `SUGGEST` with two numbers.
    Suggestion(i32, i32),
    /// `ERROR` with the reason.
    Error(String),
    /// Nothing that answers anything.
    Garbage(String),
}

impl Process {
    /// Starts a contender's program.
    pub(super) fn start(contender: &Contender, stop: Arc<AtomicBool>) -> Result<Process, Failure> {
        let (program, arguments) = contender.command.split_first().expect("a program");
        let mut command = CommandWrap::with_new(program, |command| {
            command
                .args(arguments)
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
        let said = Arc::new(Mutex::new(VecDeque::new()));
        let (input, texts) = channel();
        let (sender, lines) = sync_channel(MOST_LINES);
        let stdin = child.stdin().take().expect("a pipe");
        thread::spawn(move || write(stdin, &texts));
        let stdout = child.stdout().take().expect("a pipe");
        let shown = Arc::clone(&said);
        thread::spawn(move || read(stdout, Some(&sender), &shown));
        let stderr = child.stderr().take().expect("a pipe");
        let shown = Arc::clone(&said);
        thread::spawn(move || read(stderr, None, &shown));
        Ok(Process {
            child,
            input: Some(input),
            lines,
            said,
            heard: Instant::now(),
            stop,
        })
    }

    /// Sends some lines, but not within `pause` of what was heard last: some
    /// programs lose what comes too soon. Says when.
    pub(super) fn send(&mut self, text: &str, pause: Duration) -> Instant {
        thread::sleep(pause.saturating_sub(self.heard.elapsed()));
        // What was said before the question is no answer to it.
        self.drain();
        let since = Instant::now();
        if let Some(input) = &self.input {
            // If it is closed the program is gone, and that is noticed next.
            let _ = input.send(text.to_string());
        }
        since
    }

    /// The next line that is an answer, and when it came.
    pub(super) fn answer(
        &mut self,
        since: Instant,
        limit: Duration,
    ) -> Result<(Said, Instant), Failure> {
        for _ in 0..MOST_CHATTER {
            let line = self.line(since, limit)?;
            if let Some(answer) = answer(&line.text) {
                return Ok((answer, line.at));
            }
        }
        Err(Failure::Garbage(format!(
            "{MOST_CHATTER} lines without an answer; {}",
            self.last_words()
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
                    self.heard = line.at;
                    return Ok(line);
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.exited()),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(self.late(limit)),
                // Somebody else may still hold its streams. What it said
                // before it went may still be on the way.
                Err(RecvTimeoutError::Timeout) if self.has_exited() => {
                    return match self.lines.recv_timeout(LAST_WORDS) {
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
            said: self.last_words(),
        }
    }

    /// Its output is closed.
    fn exited(&mut self) -> Failure {
        let how = match self.wait(FAREWELL) {
            Some(status) => status.to_string(),
            None => "its output is closed".to_string(),
        };
        Failure::Exited(format!("{how}; {}", self.last_words()))
    }

    /// What it said last, for a report.
    pub(super) fn last_words(&self) -> String {
        // The threads that read may be behind by a moment.
        thread::sleep(LAST_WORDS);
        let said = lock(&self.said);
        match said.is_empty() {
            true => "it said nothing".to_string(),
            false => {
                let lines: Vec<&str> = said.iter().map(String::as_str).collect();
                format!("it said '{}'", lines.join("' '"))
            }
        }
    }

    /// Tells it to end. Says what is wrong if it does not.
    pub(super) fn end(mut self) -> Option<String> {
        self.send("END\n", Duration::ZERO);
        self.input = None;
        let since = Instant::now();
        // It may be waiting for somebody who reads what it says.
        while since.elapsed() < FAREWELL {
            self.drain();
            if let Ok(Some(_)) = self.child.try_wait() {
                return None;
            }
            thread::sleep(Duration::from_millis(1));
        }
        Some(format!(
            "does not exit after END and was killed after {} ms",
            FAREWELL.as_millis()
        ))
    }

    /// Forgets what was said until now; not for ever, it may never end.
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
        let _ = self.wait(FAREWELL);
    }
}

/// What a line means; nothing if it is only talk.
fn answer(line: &str) -> Option<Said> {
    let line = line.trim();
    let word = line.split_whitespace().next()?.to_ascii_uppercase();
    let rest = line.get(word.len()..).unwrap_or("").trim();
    match word.as_str() {
        "MESSAGE" | "DEBUG" | "INFO" | "UNKNOWN" | "FORBID" => None,
        "OK" => Some(Said::Ok),
        "ERROR" => Some(Said::Error(line.to_string())),
        "SUGGEST" => match point(rest) {
            Some((x, y)) => Some(Said::Suggestion(x, y)),
            None => Some(Said::Garbage(line.to_string())),
        },
        _ => match point(line) {
            Some((x, y)) => Some(Said::Point(x, y)),
            None => Some(Said::Garbage(line.to_string())),
        },
    }
}

fn point(text: &str) -> Option<(i32, i32)> {
    let (x, y) = text.split_once(',')?;
    Some((x.trim().parse().ok()?, y.trim().parse().ok()?))
}

/// Writes what comes until nobody sends or reads any more.
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
    said: &Mutex<VecDeque<String>>,
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
            keep(&text, said);
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

fn keep(text: &str, said: &Mutex<VecDeque<String>>) {
    let mut said = lock(said);
    if said.len() == SHOWN_LINES {
        said.pop_front();
    }
    said.push_back(text.chars().take(SHOWN_CHARS).collect());
}
