//! Starts the real program and talks to it through pipes, as a manager does.
//! A test fails by anything that a manager could not handle (a line that is neither
//! an answer nor a message, anything on stderr, a late exit), and by an error in
//! the program's log, such as a panic that was caught.
//!
//! Limits of time are the program's: they are extended by what a busy machine
//! takes, see [`delay`].

pub mod delay;

#[cfg(target_os = "linux")]
mod measure;

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::thread;
use std::time::{Duration, Instant};

use delay::is_strict;

/// No answer takes as long as this, even on a busy machine: the program hangs.
pub const PATIENCE: Duration = Duration::from_secs(60);
/// The same, in milliseconds.
pub const HANG: u64 = PATIENCE.as_millis() as u64;

/// Milliseconds, for short.
pub const fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

/// Held by tests that share this process, or have it for themselves.
#[must_use]
pub enum Turn {
    Alone(RwLockWriteGuard<'static, ()>),
    Shared(RwLockReadGuard<'static, ()>),
}

static TURNS: RwLock<()> = RwLock::new(());

/// Tests that nothing else may run beside hold this.
pub fn alone() -> Turn {
    Turn::Alone(TURNS.write().unwrap_or_else(PoisonError::into_inner))
}

/// Tests that measure time hold this: others run beside them, as many as on a busy
/// machine, which the limits allow for, and with `TENGEN_STRICT` none.
pub fn timed() -> Turn {
    match is_strict() {
        true => alone(),
        false => Turn::Shared(TURNS.read().unwrap_or_else(PoisonError::into_inner)),
    }
}

/// A line of the program, and when it came.
#[derive(Clone, Debug)]
pub struct Line {
    /// Without its line feed.
    pub text: String,
    /// When it was read.
    pub at: Instant,
}

/// The running program. It is killed when this is dropped.
pub struct Brain {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Option<Receiver<Line>>,
    errors: Receiver<String>,
    log: PathBuf,
    /// How long threads had waited for a processor when something was sent
    /// last.
    waited_before: Duration,
}

impl Brain {
    /// Starts the program.
    pub fn start() -> Brain {
        Brain::start_with(&[])
    }

    /// Starts the program with these arguments.
    pub fn start_with(args: &[&str]) -> Brain {
        let (mut brain, stdout) = Brain::start_unread_with(args);
        brain.lines = Some(lines_of(stdout));
        brain
    }

    /// Starts the program with one pipe for both of its outputs, as Piskvork
    /// does: what it writes to stderr is taken for an answer.
    pub fn start_joined() -> Brain {
        let log = new_log();
        let (outputs, output) = std::io::pipe().expect("a pipe");
        let errors = output.try_clone().expect("a second end");
        let child = spawn(&[], &log, output.into(), errors.into());
        let (sender, errors) = channel();
        let _ = sender.send(String::new());
        let mut brain = Brain::of(child, errors, log);
        brain.lines = Some(lines_of(outputs));
        brain
    }

    /// Starts the program; its output is not read.
    pub fn start_unread() -> (Brain, ChildStdout) {
        Brain::start_unread_with(&[])
    }

    fn start_unread_with(args: &[&str]) -> (Brain, ChildStdout) {
        let log = new_log();
        let mut child = spawn(args, &log, Stdio::piped(), Stdio::piped());
        let stdout = child.stdout.take().expect("its stdout");
        let mut stderr = child.stderr.take().expect("its stderr");
        let (sender, errors) = channel();
        thread::spawn(move || {
            let mut bytes = Vec::new();
            let _ = stderr.read_to_end(&mut bytes);
            let _ = sender.send(String::from_utf8_lossy(&bytes).into_owned());
        });
        (Brain::of(child, errors, log), stdout)
    }

    fn of(mut child: Child, errors: Receiver<String>, log: PathBuf) -> Brain {
        Brain {
            stdin: child.stdin.take(),
            lines: None,
            child,
            errors,
            log,
            waited_before: Duration::ZERO,
        }
    }

    /// Sends a line, ended by a line feed.
    pub fn send(&mut self, text: &str) {
        self.send_bytes(format!("{text}\n").as_bytes());
    }

    /// Sends just these bytes, in one piece.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        self.note_waits();
        let stdin = self.stdin.as_mut().expect("its input is open");
        let sent = stdin.write_all(bytes).and_then(|()| stdin.flush());
        sent.unwrap_or_else(|error| panic!("cannot send {:?}: {error}", text_of(bytes)));
    }

    /// Ends the program's input.
    pub fn close_input(&mut self) {
        self.note_waits();
        self.stdin = None;
    }

    /// The next line, if one comes in this time.
    pub fn line(&self, timeout: Duration) -> Option<Line> {
        self.receive(timeout).ok()
    }

    /// The next line, if one comes within this many milliseconds after `since`
    /// and the delay.
    pub fn line_within(&self, since: Instant, limit: u64) -> Option<Line> {
        let mut extended = ms(limit);
        loop {
            match self.receive(extended.saturating_sub(since.elapsed())) {
                Ok(line) => return Some(line),
                // Its output is closed: nothing will come any more.
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) => (),
            }
            extended = ms(limit) + self.delay();
            if extended <= since.elapsed() {
                return None;
            }
        }
    }

    fn receive(&self, timeout: Duration) -> Result<Line, RecvTimeoutError> {
        let lines = self.lines.as_ref().expect("somebody reads");
        lines.recv_timeout(timeout)
    }

    /// The next line must come, and be this one.
    pub fn expect(&self, wanted: &str) {
        let found = self.line(PATIENCE).map(|line| line.text);
        assert_eq!(found.as_deref(), Some(wanted));
    }

    /// Sends a command that is answered by `OK`.
    pub fn send_ok(&mut self, text: &str) {
        self.send(text);
        self.expect("OK");
    }

    /// A move must come within this many milliseconds; messages before it are
    /// skipped.
    pub fn move_within(&self, limit: u64) -> (i32, i32) {
        self.timed_move(Instant::now(), limit).0
    }

    /// A move must come within this many milliseconds after `since` and the
    /// delay; also says how long it took, delay and all.
    pub fn timed_move(&self, since: Instant, limit: u64) -> ((i32, i32), Duration) {
        loop {
            let Some(Line { text, at }) = self.line_within(since, limit) else {
                panic!("no move within {limit} ms");
            };
            if is_message(&text) {
                continue;
            }
            let point = coordinates(&text).unwrap_or_else(|| panic!("'{text}' is no move"));
            return (point, at.saturating_duration_since(since));
        }
    }

    /// The first line must come within this many milliseconds after `since`
    /// that tells nothing of the search: what a graphical program waits for.
    pub fn answer(&self, since: Instant, limit: u64) -> Answer {
        let mut told = Vec::new();
        loop {
            let Some(Line { text, at }) = self.line_within(since, limit) else {
                panic!("no answer within {limit} ms, but {told:?}");
            };
            if tells(&text) {
                told.push(text);
                continue;
            }
            let time = at.saturating_duration_since(since);
            return Answer { told, text, time };
        }
    }

    /// The lines about the search within this many milliseconds; there may be no
    /// answer among it.
    pub fn told_for(&self, time: u64) -> Vec<String> {
        let since = Instant::now();
        let mut told: Vec<String> = Vec::new();
        while let Some(Line { text, .. }) = self.line(ms(time).saturating_sub(since.elapsed())) {
            if !tells(&text) {
                let depth = told.iter().rfind(|told| told.starts_with("MESSAGE Depth"));
                panic!("'{text}' comes too early, after {depth:?}");
            }
            told.push(text);
        }
        told
    }

    /// The same, for longer until something is told.
    pub fn something_told_for(&self, time: u64) -> Vec<String> {
        let mut told = self.told_for(time);
        let since = Instant::now();
        while told.is_empty() && since.elapsed() < PATIENCE {
            told = self.told_for(20);
        }
        assert!(!told.is_empty(), "nothing is told");
        told
    }

    /// Nothing may come for this many milliseconds.
    pub fn assert_silent(&self, time: u64) {
        let found = self.line(ms(time)).map(|line| line.text);
        assert_eq!(found, None, "silence was expected");
    }

    /// Says `END`; see [`Brain::exit_within`].
    pub fn finish(&mut self, limit: u64) -> Duration {
        let since = Instant::now();
        self.send("END");
        self.exit_within(since, limit)
    }

    /// Says `END` while the program thinks: it stops at once, answers, and
    /// exits within this many milliseconds. Returns its answer, without messages
    /// before it.
    pub fn finish_search(&mut self, limit: u64) -> String {
        let since = Instant::now();
        self.send("END");
        let answer = loop {
            let line = self.line_within(since, limit).expect("an answer").text;
            if !tells(&line) {
                break line;
            }
        };
        self.exit_within(since, limit);
        answer
    }

    /// The program must exit without an error within this many milliseconds
    /// after `since`, and must write nothing more before. Says how long it
    /// took.
    pub fn exit_within(&mut self, since: Instant, limit: u64) -> Duration {
        let (status, time) = self.wait_for_exit(since, limit);
        assert!(status.success(), "it ended with {status}");
        if let Some(lines) = &self.lines {
            let more: Vec<String> = lines.iter().map(|line| line.text).collect();
            assert!(
                more.is_empty(),
                "it wrote {more:?}, then ended after {time:?}"
            );
        }
        let errors = self.errors.recv_timeout(PATIENCE);
        assert_eq!(errors.as_deref(), Ok(""), "stderr must be empty");
        let log = std::fs::read_to_string(&self.log).unwrap_or_default();
        assert_eq!(log, "", "nothing may go wrong inside");
        time
    }

    fn wait_for_exit(&mut self, since: Instant, limit: u64) -> (ExitStatus, Duration) {
        let exit = self.exit_status(since, limit);
        exit.unwrap_or_else(|| panic!("no exit within {limit} ms"))
    }

    /// Waits until it exits, not longer than this after `since`, the delay, and
    /// what the system may take to end a process.
    fn exit_status(&mut self, since: Instant, limit: u64) -> Option<(ExitStatus, Duration)> {
        // Threads that are gone do not say any more how long they waited.
        let mut delay = Duration::ZERO;
        loop {
            if let Some(status) = self.child.try_wait().expect("its status") {
                return Some((status, since.elapsed()));
            }
            delay = delay.max(self.delay());
            if since.elapsed() >= ms(limit) + delay + delay::end_of_a_process() {
                return None;
            }
            thread::sleep(ms(1));
        }
    }

    /// Sends a signal, as `STOP`, by the `kill` command.
    fn signal(&self, name: &str) {
        let kill = Command::new("kill")
            .arg(format!("-{name}"))
            .arg(self.child.id().to_string())
            .status();
        assert!(kill.expect("the kill command").success());
    }

    /// Suspends the program, and waits until all of its threads stand still:
    /// on a busy machine some of them go on for a while (Linux only).
    pub fn suspend(&self) {
        self.signal("STOP");
        let since = Instant::now();
        while !self.is_suspended() {
            assert!(since.elapsed() < PATIENCE, "it cannot be suspended");
            thread::sleep(ms(1));
        }
    }

    /// Lets a suspended program go on.
    pub fn resume(&self) {
        self.signal("CONT");
    }

    fn is_suspended(&self) -> bool {
        let threads = std::fs::read_dir(format!("/proc/{}/task", self.child.id()));
        threads.expect("the threads of the process").all(|thread| {
            let stat = thread.expect("a thread").path().join("stat");
            // The state stands behind the name, which is in brackets.
            let stat = std::fs::read_to_string(stat).unwrap_or_default();
            let state = stat.rsplit_once(')').map(|(_, rest)| rest.trim_start());
            state.is_some_and(|state| state.starts_with('T'))
        })
    }

    /// The most memory that was resident at any time, in bytes (Linux only).
    pub fn peak_memory(&self) -> u64 {
        let path = format!("/proc/{}/status", self.child.id());
        let status = std::fs::read_to_string(path).expect("the state of the process");
        let line = status.lines().find(|line| line.starts_with("VmHWM:"));
        let kilobytes = line.and_then(|line| line.split_whitespace().nth(1));
        kilobytes
            .and_then(|text| text.parse::<u64>().ok())
            .expect("VmHWM")
            * 1024
    }
}

impl Drop for Brain {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_file(&self.log);
    }
}

/// What a graphical program reads when it has asked something.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The lines about the search before it.
    pub told: Vec<String>,
    /// The line itself.
    pub text: String,
    /// How long it took.
    pub time: Duration,
}

impl Answer {
    /// The square, which must be one and nothing else.
    pub fn point(&self) -> (i32, i32) {
        coordinates(&self.text).unwrap_or_else(|| panic!("'{}' is no move", self.text))
    }
}

/// Starts the program with these outputs.
fn spawn(args: &[&str], log: &Path, stdout: Stdio, stderr: Stdio) -> Child {
    Command::new(env!("CARGO_BIN_EXE_pbrain-tengen"))
        .args(args)
        .env("TENGEN_LOG", log)
        .env("RUST_LOG", "error")
        .stdin(Stdio::piped())
        .stdout(stdout)
        .stderr(stderr)
        .spawn()
        .expect("the program starts")
}

/// Reads an output to its end, by a thread of its own.
fn lines_of(output: impl Read + Send + 'static) -> Receiver<Line> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut output = BufReader::new(output);
        let mut bytes = Vec::new();
        while let Ok(1..) = output.read_until(b'\n', &mut bytes) {
            let at = Instant::now();
            let text = String::from_utf8_lossy(&bytes);
            let text = match text.strip_suffix('\n') {
                Some(text) => text.to_string(),
                None => format!("{text} (without a line end)"),
            };
            bytes.clear();
            if sender.send(Line { text, at }).is_err() {
                return;
            }
        }
    });
    receiver
}

/// Reads `x,y` written exactly so: no blanks, no signs, no needless zeros.
pub fn coordinates(text: &str) -> Option<(i32, i32)> {
    let (x, y) = text.split_once(',')?;
    let point = (x.parse().ok()?, y.parse().ok()?);
    (format!("{},{}", point.0, point.1) == text && point.0 >= 0 && point.1 >= 0).then_some(point)
}

/// Whether a manager takes this line for a message: the word alone it would
/// take for an answer.
pub fn is_message(text: &str) -> bool {
    let said = ["MESSAGE ", "DEBUG "]
        .iter()
        .find_map(|word| text.strip_prefix(word));
    said.is_some_and(|said| !said.trim().is_empty() && text.len() < 1000)
}

/// Whether a line tells of the search to graphical programs, or is a message.
fn tells(text: &str) -> bool {
    is_message(text)
        || text
            .strip_prefix("INFO ")
            .is_some_and(|rest| !rest.is_empty())
}

/// A path for the log of another program.
fn new_log() -> PathBuf {
    static STARTED: AtomicUsize = AtomicUsize::new(0);
    let number = STARTED.fetch_add(1, Ordering::Relaxed);
    let name = format!("brain-{}-{number}.log", std::process::id());
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

fn text_of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// For tests of hostile input and of limits.
impl Brain {
    /// The number of its process.
    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// Sends these bytes to a program that may be gone; says whether it was
    /// there.
    pub fn try_send(&mut self, bytes: &[u8]) -> bool {
        self.note_waits();
        let stdin = self.stdin.as_mut().expect("its input is open");
        stdin.write_all(bytes).and_then(|()| stdin.flush()).is_ok()
    }

    /// How long it takes to end, if it does so in time; in whatever way.
    pub fn try_exit(&mut self, since: Instant, limit: u64) -> Option<Duration> {
        self.exit_status(since, limit).map(|(_, time)| time)
    }
}
