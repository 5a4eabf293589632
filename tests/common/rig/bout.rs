//! A match to be played, with a folder of its own.

use std::path::PathBuf;

use super::{Folder, Game, Report, Running, journal, set_of_games};

/// What the fake program is (`sh`, for Unix).
const FAKE: &str = include_str!("fake.sh");

/// A match to be played. Its journal is in the folder `out`.
pub struct Bout {
    /// Everything about it.
    pub folder: Folder,
    args: Vec<String>,
}

impl Bout {
    /// A match without engines yet.
    pub fn new() -> Bout {
        let folder = Folder::new();
        let args = ["match", "--out", &folder.text("out")].map(str::to_string);
        Bout {
            args: args.to_vec(),
            folder,
        }
    }

    /// A match of this engine with little memory against itself, with these
    /// settings, one game at a time.
    pub fn of_self(settings: &[&str]) -> Bout {
        let engine = |settings: &&str| format!("self memory=1 {settings}");
        let engines = settings.iter().map(engine);
        engines.fold(Bout::new(), |bout, engine| bout.engine(&engine))
    }

    /// A match of this engine, called `self`, against the fake program, called
    /// `fake`, that misbehaves as `how` says.
    pub fn with_fake(how: &str, settings: &str) -> Bout {
        let bout = Bout::of_self(&["nodes=50"]).args("--no-openings --parallel 1");
        let engine = bout.fake(how, settings);
        bout.engine(&engine)
    }

    /// The fake program as an engine.
    pub fn fake(&self, how: &str, settings: &str) -> String {
        let script = self.folder.write("fake.sh", FAKE);
        let (mode, number) = how.split_once(' ').unwrap_or((how, "0"));
        let words = ["sh", &script, mode, &self.folder.text("gate"), number];
        let command = shlex::try_join(words).expect("plain words");
        let command = shlex::try_quote(&command).expect("plain words");
        format!("name=fake cmd={command} memory=1 {settings}")
    }

    /// One more engine.
    pub fn engine(mut self, text: &str) -> Bout {
        self.args.extend(["--engine".to_string(), text.to_string()]);
        self
    }

    /// More arguments, without blanks in them.
    pub fn args(mut self, text: &str) -> Bout {
        self.args
            .extend(text.split_whitespace().map(str::to_string));
        self
    }

    /// Begins, or goes on.
    pub fn start(&self) -> Running {
        let args: Vec<&str> = self.args.iter().map(String::as_str).collect();
        Running::start(&args)
    }

    /// Plays it to its end.
    pub fn run(&self) -> Report {
        self.start().wait()
    }

    /// The journal.
    pub fn journal(&self) -> PathBuf {
        self.folder.path("out").join("match.jsonl")
    }

    /// The games in the journal.
    pub fn games(&self) -> Vec<Game> {
        journal(&self.journal())
    }

    /// The games in the journal without their times, in the order of the
    /// schedule.
    pub fn set_of_games(&self) -> Vec<Game> {
        set_of_games(&self.journal())
    }
}
