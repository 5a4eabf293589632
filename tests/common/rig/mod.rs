//! Runs the commands of the real program to their end, with a hard limit on
//! time, and reads what they leave: tables, complaints, journals, and
//! processes that they should have ended.

pub mod bout;

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::Value;
use tengen::board::Board;
use tengen::board::notation::{moves_text, play_moves};
use tengen::rules;
use tengen::types::Rule;

/// The program.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_pbrain-tengen");
/// No command may take longer, however busy the machine is: it hangs.
pub const HARD_LIMIT: Duration = Duration::from_secs(600);
/// Nor may it take longer to end after a signal.
pub const SOON: Duration = Duration::from_secs(120);
/// How long a rest between two looks at a process is.
const SHORTEST_PAUSE: Duration = Duration::from_micros(200);
const LONGEST_PAUSE: Duration = Duration::from_millis(5);
/// How long killed processes may take to disappear.
const GONE_WITHIN: Duration = Duration::from_secs(60);
/// The name of the variable by which all descendants of a command are found.
const MARK: &str = "TENGEN_TEST_MARK";

/// Milliseconds, for short.
pub fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

/// A folder for one test; removed when this is dropped.
pub struct Folder(PathBuf);

impl Folder {
    /// An empty one.
    pub fn new() -> Folder {
        let name = format!("rig-{}", unique());
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    /// The path of a file in it.
    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// The same as text.
    pub fn text(&self, name: &str) -> String {
        self.path(name).to_str().expect("a plain path").to_string()
    }

    /// Writes a file in it; its path.
    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        fs::write(self.path(name), text).expect("a file");
        self.text(name)
    }

    /// Whether there is such a file.
    pub fn has(&self, name: &str) -> bool {
        self.path(name).exists()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Different in each call, also among processes.
fn unique() -> String {
    static CALLS: AtomicUsize = AtomicUsize::new(0);
    let number = CALLS.fetch_add(1, Ordering::Relaxed);
    format!("{}-{number}", std::process::id())
}

/// Runs the program to its end.
pub fn run(args: &[&str]) -> Report {
    Running::start(args).wait()
}

/// A running command. All its processes are killed when this is dropped.
pub struct Running {
    child: Child,
    outputs: Option<[JoinHandle<String>; 2]>,
    mark: String,
    since: Instant,
    args: String,
}

impl Running {
    /// Starts the program.
    pub fn start(args: &[&str]) -> Running {
        let mark = unique();
        let mut child = Command::new(PROGRAM)
            .args(args)
            .env(MARK, &mark)
            // Errors must be one line all the same.
            .env("RUST_BACKTRACE", "1")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let out = read(child.stdout.take().expect("its stdout"));
        let err = read(child.stderr.take().expect("its stderr"));
        Running {
            child,
            outputs: Some([out, err]),
            mark,
            since: Instant::now(),
            args: args.join(" "),
        }
    }

    /// Sends a signal, as `INT`, by the `kill` command.
    pub fn signal(&self, name: &str) {
        signal(name, self.child.id());
    }

    /// Waits until a condition holds.
    pub fn wait_until(&mut self, what: &str, is_so: impl Fn() -> bool) {
        while !is_so() {
            let over = self.child.try_wait().expect("its status");
            assert!(over.is_none(), "{} ended before {what}", self.args);
            let late = self.since.elapsed() > HARD_LIMIT;
            assert!(!late, "{}: no {what} in time", self.args);
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Its end, which must come within the limit.
    pub fn wait(self) -> Report {
        self.wait_for(HARD_LIMIT)
    }

    /// Its end, which must come within this limit.
    pub fn wait_for(mut self, limit: Duration) -> Report {
        let since = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("its status") {
                break status;
            }
            let late = since.elapsed() > limit;
            assert!(!late, "{}: no end within {limit:?}", self.args);
            pause(since);
        };
        let [out, err] = self.outputs.take().expect("read once").map(|output| {
            // A process that was left behind may hold it open.
            wait_for(|| output.is_finished());
            match output.is_finished() {
                true => output.join().expect("its output"),
                false => "(still open)".to_string(),
            }
        });
        Report {
            args: self.args.clone(),
            code: status.code(),
            out,
            err,
            left: left_of(&self.mark),
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        for (process, _) in descendants(&self.mark) {
            signal("KILL", process);
        }
    }
}

fn signal(name: &str, process: u32) {
    let kill = Command::new("kill")
        .args([format!("-{name}"), process.to_string()])
        .stderr(Stdio::null())
        .status();
    kill.expect("the kill command");
}

fn read(mut output: impl Read + Send + 'static) -> JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = output.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

fn wait_for(is_so: impl Fn() -> bool) {
    let since = Instant::now();
    while !is_so() && since.elapsed() < GONE_WITHIN {
        pause(since);
    }
}

/// A rest between two looks: short at first, because most commands are.
fn pause(since: Instant) {
    thread::sleep((since.elapsed() / 8).clamp(SHORTEST_PAUSE, LONGEST_PAUSE));
}

/// The processes that a command has left behind.
fn left_of(mark: &str) -> Vec<String> {
    let since = Instant::now();
    loop {
        let left = descendants(mark);
        if left.is_empty() || since.elapsed() > GONE_WITHIN {
            return left.into_iter().map(|(_, arguments)| arguments).collect();
        }
        pause(since);
    }
}

/// The processes with this mark, and their arguments (Linux only).
fn descendants(mark: &str) -> Vec<(u32, String)> {
    let wanted = format!("{MARK}={mark}");
    let Ok(processes) = fs::read_dir("/proc") else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for process in processes.flatten() {
        let number = process.file_name().to_string_lossy().parse();
        let environment = fs::read(process.path().join("environ"));
        if let (Ok(number), Ok(environment)) = (number, environment)
            && environment
                .split(|&byte| byte == 0)
                .any(|entry| entry == wanted.as_bytes())
        {
            let arguments = fs::read(process.path().join("cmdline")).unwrap_or_default();
            let arguments = String::from_utf8_lossy(&arguments).replace('\0', " ");
            found.push((number, arguments));
        }
    }
    found
}

/// The result of a command.
#[derive(Debug)]
pub struct Report {
    /// Its arguments.
    pub args: String,
    /// Its exit code, if it was not killed.
    pub code: Option<i32>,
    /// Its stdout.
    pub out: String,
    /// Its stderr.
    pub err: String,
    /// The processes that it has left behind.
    pub left: Vec<String>,
}

impl Report {
    /// Everything, for a message.
    pub fn all(&self) -> String {
        let Report { args, code, .. } = self;
        let left = self.left.join("\n");
        format!(
            "{args}\nexit code {code:?}\n--- stdout\n{}--- stderr\n{}--- left behind\n{left}",
            self.out, self.err
        )
    }

    /// It must have ended well, without leaving a process behind.
    #[track_caller]
    pub fn assert_ok(&self) -> &Report {
        assert_eq!(self.code, Some(0), "{}", self.all());
        self.assert_clean()
    }

    /// It must have failed by itself with this in its one-line message, and
    /// without a result.
    #[track_caller]
    pub fn assert_error(&self, why: &str) -> &Report {
        assert!(matches!(self.code, Some(1 | 2)), "{}", self.all());
        let error = self.err.lines().last().unwrap_or("");
        assert!(error.starts_with("error: "), "{}", self.all());
        assert!(error.contains(why), "no '{why}': {}", self.all());
        assert!(!self.err.contains("panicked"), "{}", self.all());
        assert_eq!(self.out, "", "{}", self.all());
        self.assert_clean()
    }

    /// Its command line must have been wrong: one line says so.
    #[track_caller]
    pub fn assert_wrong_use(&self, why: &str) -> &Report {
        self.assert_error(why);
        assert_eq!(self.code, Some(2), "{}", self.all());
        assert_eq!(self.err.lines().count(), 1, "{}", self.all());
        self
    }

    /// It must have ended by an interrupt, and have reported it.
    #[track_caller]
    pub fn assert_interrupted(&self) -> &Report {
        assert!(self.code.is_some_and(|code| code > 0), "{}", self.all());
        let said = self.complaints().concat();
        assert!(said.contains("interrupted"), "{}", self.all());
        assert!(!said.contains("loses by"), "{}", self.all());
        self.assert_clean()
    }

    /// No process may be left behind, and every number must be one.
    #[track_caller]
    pub fn assert_clean(&self) -> &Report {
        assert!(self.left.is_empty(), "{}", self.all());
        let mut words = self.out.split(|c: char| !c.is_alphanumeric());
        let is_none = |word: &str| word.eq_ignore_ascii_case("nan");
        assert!(!words.any(is_none), "{}", self.all());
        self
    }

    /// Its lines on stderr without those about its progress.
    pub fn complaints(&self) -> Vec<&str> {
        let is_report = |line: &&str| {
            let words: Vec<&str> = line.split(' ').collect();
            words.len() > 2
                && words[0].parse::<usize>().is_ok()
                && ["game:", "games:"].contains(&words[1])
        };
        let lines = self.err.lines().filter(|line| !line.is_empty());
        lines.filter(|line| !is_report(line)).collect()
    }

    /// The rows of the table of a match, by name.
    pub fn rows(&self) -> BTreeMap<String, Row> {
        let lines = self.out.lines().skip(1);
        let rows = lines.filter_map(|line| Some((line.split(' ').next()?.to_string(), row(line)?)));
        rows.collect()
    }

    /// How many games of an engine were won, drawn and lost.
    #[track_caller]
    pub fn score_of(&self, name: &str) -> [usize; 3] {
        let rows = self.rows();
        let row = rows.get(name).unwrap_or_else(|| panic!("{}", self.all()));
        assert_eq!(row.games, row.score.iter().sum::<usize>(), "{}", self.all());
        row.score
    }

    /// The line of the table about two engines.
    #[track_caller]
    pub fn meeting(&self, first: &str, second: &str) -> &str {
        let begin = format!("{first} - {second}: ");
        let found = self.out.lines().find_map(|line| line.strip_prefix(&begin));
        found.unwrap_or_else(|| panic!("no '{begin}' in {}", self.all()))
    }
}

/// A row of the table of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// How many games it has played.
    pub games: usize,
    /// How many it has won, drawn and lost.
    pub score: [usize; 3],
    /// Its slowest move, in milliseconds.
    pub slowest: u64,
    /// Its moves over the limit.
    pub late: usize,
    /// Its Elo with the bounds.
    pub elo: String,
}

/// Reads `name games share % won drawn lost slowest ms late elo`.
fn row(line: &str) -> Option<Row> {
    let words: Vec<&str> = line.split_whitespace().collect();
    if words.len() < 10 || words[3] != "%" || words[8] != "ms" {
        return None;
    }
    let number = |index: usize| words[index].parse().ok();
    Some(Row {
        games: number(1)?,
        score: [number(4)?, number(5)?, number(6)?],
        slowest: words[7].parse().ok()?,
        late: number(9)?,
        elo: words[10..].join(" "),
    })
}

/// A game of a journal.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub struct Game {
    /// Its place in the schedule.
    pub game: usize,
    /// Who played Black.
    pub black: String,
    /// Who played White.
    pub white: String,
    /// All moves, the opening's first.
    pub moves: String,
    /// How many of them are the opening's.
    pub opening: usize,
    /// `black`, `white` or `draw`.
    pub result: String,
    /// How it ended.
    pub end: String,
    /// What a player did wrong.
    #[serde(default)]
    pub detail: String,
    /// Milliseconds for each move after the opening.
    pub times: Vec<u64>,
}

impl Game {
    /// The same without the times, which differ from run to run.
    pub fn timeless(&self) -> Game {
        Game {
            times: vec![0; self.times.len()],
            ..self.clone()
        }
    }

    /// Who has lost.
    pub fn loser(&self) -> &str {
        match self.result.as_str() {
            "black" => &self.white,
            "white" => &self.black,
            _ => "nobody",
        }
    }

    /// The moves, replayed under the rule: the game must end with its last
    /// move, not before it, and as the journal says.
    #[track_caller]
    pub fn assert_as_judged(&self, rule: Rule, width: usize, height: usize) {
        let mut played = Board::new(width, height).expect("a size");
        play_moves(&mut played, &self.moves).unwrap_or_else(|error| panic!("{self:?}: {error}"));
        let count = played.moves().len();
        assert_eq!(count, self.opening + self.times.len(), "{self:?}");
        let mut board = Board::new(width, height).expect("a size");
        for square in played.moves() {
            let over = rules::outcome(&board, rule);
            assert_eq!(over, None, "{self:?} goes on after {}", moves_text(&board));
            board.place(square.expect("no passes"));
        }
        let outcome = match rules::outcome(&board, rule) {
            Some(rules::Outcome::Five(color)) => (color.to_string(), "five"),
            Some(rules::Outcome::Foul(_)) => ("white".to_string(), "foul"),
            Some(rules::Outcome::Draw) => ("draw".to_string(), "full"),
            None => ("draw".to_string(), "length"),
        };
        let said = (self.result.clone(), self.end.as_str());
        assert_eq!(said, outcome, "{self:?}");
    }
}

/// The games of a journal in the order of the file.
pub fn journal(path: &Path) -> Vec<Game> {
    let text = fs::read_to_string(path).expect("a journal");
    let mut lines = text.lines();
    let plan: Value = serde_json::from_str(lines.next().expect("a plan")).expect("a plan");
    assert!(plan["contenders"].is_array(), "{plan}");
    let games = lines.map(serde_json::from_str);
    games
        .map(|game| game.unwrap_or_else(|error| panic!("{error} in {text}")))
        .collect()
}

/// The games of a journal without their times, in the order of the schedule.
pub fn set_of_games(path: &Path) -> Vec<Game> {
    let mut games: Vec<Game> = journal(path).iter().map(Game::timeless).collect();
    games.sort();
    games
}

/// How many whole lines a file has; none if it is not there.
pub fn lines_in(path: &Path) -> usize {
    let bytes = fs::read(path).unwrap_or_default();
    bytes.iter().filter(|&&byte| byte == b'\n').count()
}
