//! The players of a match, described by a line of text:
//!
//! ```text
//! self nodes=5000
//! name=old cmd=target/old/pbrain-tengen turn=100 memory=64
//! ./pbrain-other turn=1000 option.caution_factor=2 pause=20
//! ```
//!
//! Words are quoted as in a shell. The first word without `=` is the program; `self`
//! is this engine in this process.

use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::player::Failure;
use crate::engine::{Level, MOST_THREADS};
use crate::eval::network::NetworkChoice;
use crate::game::{TimeControl, parse_time};
use crate::params::{Changes, Tunables};
use crate::types::{Depth, SQUARES};

/// One side of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contender {
    /// Its name in tables.
    pub name: String,
    /// The program with its arguments; empty for this engine in this process.
    pub command: Vec<String>,
    /// The folder in which the program is started.
    pub folder: Option<String>,
    /// Milliseconds for a move.
    pub turn: Option<u64>,
    /// Milliseconds for a game.
    pub game: Option<u64>,
    /// Milliseconds added per move.
    pub increment: u64,
    /// Nodes for a move.
    pub nodes: Option<u64>,
    /// The number of nodes varies randomly by up to this many per cent per move, so
    /// that games differ (this engine only).
    pub vary: u64,
    /// The depth limit.
    pub depth: Option<i32>,
    /// How strong it plays (this engine only).
    #[serde(default)]
    pub strength: Level,
    /// Mebibytes of memory; 0 while the default is not computed yet.
    pub memory: u64,
    /// Threads.
    pub threads: usize,
    /// Further `INFO` settings, in order.
    pub options: Vec<(String, String)>,
    /// Changed search parameters (this engine only).
    #[serde(default)]
    pub params: Vec<(String, i32)>,
    /// The network (this engine only): a file's name, `off` or `embedded`.
    #[serde(default)]
    pub network: Option<String>,
    /// Milliseconds over the limit that do not lose the game.
    pub tolerance: u64,
    /// Milliseconds between a program's move and the next command to it.
    pub pause: u64,
    /// Milliseconds that a program may take to start, and for a move without a time
    /// limit.
    pub patience: u64,
    /// Send the whole position before every move.
    pub boards: bool,
    /// Restart the program for every game.
    pub restart: bool,
}

impl Default for Contender {
    fn default() -> Contender {
        Contender {
            name: String::new(),
            command: Vec::new(),
            folder: None,
            turn: None,
            game: None,
            increment: 0,
            nodes: None,
            vary: 0,
            depth: None,
            strength: Level::default(),
            memory: 0,
            threads: 1,
            options: Vec::new(),
            params: Vec::new(),
            network: None,
            tolerance: 1_000,
            pause: 5,
            patience: 60_000,
            boards: false,
            restart: false,
        }
    }
}

/// An invalid description.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadContender {
    /// Unmatched quotes.
    #[error("the quotes in '{0}' do not match")]
    Quotes(String),
    /// Neither `self` nor a program.
    #[error("'{0}' names no engine: write self, or a program, or cmd=PROGRAM")]
    Nobody(String),
    /// A key that does not exist.
    #[error(
        "unknown setting '{0}' (name, cmd, dir, turn, game, inc, nodes, vary, depth, strength, \
         memory, threads, tolerance, pause, patience, boards, restart, network, option.KEY, \
         set.NAME)"
    )]
    Key(String),
    /// An invalid value.
    #[error("'{value}' is not valid for {key}: {wanted} is needed")]
    Value {
        /// The key.
        key: String,
        /// The value.
        value: String,
        /// What would be valid.
        wanted: String,
    },
    /// Not a search parameter.
    #[error("unknown search parameter '{0}'; there are: {names}", names = Tunables::NAMES.join(", "))]
    Number(String),
    /// Only for programs.
    #[error("{0} is for programs, not for self")]
    NotForSelf(String),
    /// Only for this engine.
    #[error("{0} is for self, not for programs")]
    OnlyForSelf(String),
}

impl Contender {
    /// Whether this is the engine in this process.
    pub fn is_self(&self) -> bool {
        self.command.is_empty()
    }

    /// Reads a description; settings not in it are those of `defaults`.
    pub fn parse(text: &str, defaults: &Contender) -> Result<Contender, BadContender> {
        let words = shlex::split(text).ok_or_else(|| BadContender::Quotes(text.to_string()))?;
        let mut contender = defaults.clone();
        let mut named = false;
        let mut keys = Vec::new();
        for word in words {
            match word.split_once('=') {
                // A path may contain `=`, but a key has no slash.
                Some((key, value)) if !key.contains(['/', '\\']) => {
                    named |= key == "cmd";
                    contender.set(key, value)?;
                    keys.push(key.to_string());
                }
                _ if !named => {
                    named = true;
                    contender.command = match word.as_str() {
                        "self" => Vec::new(),
                        _ => vec![word],
                    };
                }
                _ => contender.command.push(word),
            }
        }
        if !named {
            return Err(BadContender::Nobody(text.to_string()));
        }
        contender.expect_useful(keys)?;
        if contender.name.is_empty() {
            contender.name = contender.default_name();
        }
        if contender.memory == 0 {
            contender.memory = contender.default_memory();
        }
        Ok(contender)
    }

    /// Reads settings for several contenders.
    pub fn parse_defaults(text: &str) -> Result<Contender, BadContender> {
        let words = shlex::split(text).ok_or_else(|| BadContender::Quotes(text.to_string()))?;
        let mut contender = Contender::default();
        for word in words {
            match word.split_once('=') {
                Some((key, value)) if !matches!(key, "cmd" | "name") => {
                    contender.set(key, value)?
                }
                _ => return Err(BadContender::Key(word)),
            }
        }
        Ok(contender)
    }

    /// Fails if a setting has no effect for this kind of contender. `keys` are its
    /// own, without the defaults.
    fn expect_useful(&self, keys: Vec<String>) -> Result<(), BadContender> {
        if self.is_self() && !self.options.is_empty() {
            return Err(BadContender::NotForSelf("option.KEY".to_string()));
        }
        if !self.is_self() && !self.params.is_empty() {
            return Err(BadContender::OnlyForSelf("set.NAME".to_string()));
        }
        for key in keys {
            match key.as_str() {
                "dir" | "pause" | "patience" | "boards" | "restart" if self.is_self() => {
                    return Err(BadContender::NotForSelf(key));
                }
                "vary" | "strength" | "network" if !self.is_self() => {
                    return Err(BadContender::OnlyForSelf(key));
                }
                _ => (),
            }
        }
        Ok(())
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), BadContender> {
        let bad = |wanted: &str| BadContender::Value {
            key: key.to_string(),
            value: value.to_string(),
            wanted: wanted.to_string(),
        };
        let whole = |least: u64, most: u64| {
            let number = value.parse().ok();
            let number = number.filter(|number| (least..=most).contains(number));
            number.ok_or_else(|| bad(&format!("a whole number from {least} to {most}")))
        };
        let time = |least: u64, most: u64| {
            let ms = parse_time(value).ok().map(|time| time.as_millis());
            let ms = ms.and_then(|ms| u64::try_from(ms).ok());
            let ms = ms.filter(|ms| (least..=most).contains(ms));
            ms.ok_or_else(|| bad(&format!("a time from {least} ms to {most} ms")))
        };
        // 0 is no limit.
        let time_limit = || time(0, MOST).map(|ms| (ms > 0).then_some(ms));
        let limit = || whole(0, MOST).map(|number| (number > 0).then_some(number));
        let yes = || yes(value).ok_or_else(|| bad("0 or 1"));
        match key {
            "name" if value.is_empty() || value.contains(char::is_control) => {
                return Err(bad("a name"));
            }
            "name" => self.name = value.to_string(),
            "cmd" if value == "self" => self.command = Vec::new(),
            "cmd" => {
                self.command = shlex::split(value)
                    .filter(|words| !words.is_empty())
                    .ok_or_else(|| bad("a program"))?;
            }
            "dir" if value.is_empty() => return Err(bad("a folder")),
            "dir" => self.folder = Some(value.to_string()),
            "turn" => self.turn = time_limit()?,
            "game" => self.game = time_limit()?,
            "inc" => self.increment = time(0, MOST)?,
            "nodes" => self.nodes = limit()?,
            "vary" => self.vary = whole(0, 99)?,
            "depth" => {
                let depth = whole(0, SQUARES as u64)? as Depth;
                self.depth = (depth > 0).then_some(depth);
            }
            "strength" => {
                self.strength = value.parse().map_err(|_| bad(&Level::choices()))?;
            }
            "memory" => self.memory = whole(1, 1 << 20)?,
            "threads" => self.threads = whole(1, MOST_THREADS as u64)? as usize,
            "tolerance" => self.tolerance = time(0, MOST)?,
            "pause" => self.pause = time(0, 10_000)?,
            "patience" => self.patience = time(1, MOST)?,
            "network" => {
                NetworkChoice::parse(value)
                    .map_err(|error| bad(&format!("a network ({error})")))?;
                self.network = Some(value.to_string());
            }
            "boards" => self.boards = yes()?,
            "restart" => self.restart = yes()?,
            _ if key.starts_with("set.") => {
                let name = &key["set.".len()..];
                let number = Tunables::value(name, value).ok_or_else(|| {
                    match Tunables::NAMES.contains(&name) {
                        true => bad("a number within its range"),
                        false => BadContender::Number(name.to_string()),
                    }
                })?;
                self.params.push((name.to_string(), number));
            }
            _ => match key.strip_prefix("option.") {
                Some(option) if option.is_empty() || option.contains(char::is_whitespace) => {
                    return Err(BadContender::Key(key.to_string()));
                }
                Some(_) if value.contains(char::is_control) => return Err(bad("a line of text")),
                Some(option) => self.options.push((option.to_string(), value.to_string())),
                None => return Err(BadContender::Key(key.to_string())),
            },
        }
        Ok(())
    }

    /// Small for this engine if it has few nodes: clearing a large table takes too long
    /// for short games.
    fn default_memory(&self) -> u64 {
        match self.nodes {
            Some(nodes) if self.is_self() => (24 + nodes / 1_000).min(64),
            _ => 64,
        }
    }

    fn default_name(&self) -> String {
        match self.command.first() {
            None => "self".to_string(),
            Some(program) => {
                let file = program.rsplit(['/', '\\']).next().unwrap_or(program);
                let name = file.strip_suffix(".exe").unwrap_or(file);
                name.strip_prefix("pbrain-").unwrap_or(name).to_string()
            }
        }
    }

    /// Whether it has a time limit.
    pub fn is_timed(&self) -> bool {
        self.turn.is_some() || self.game.is_some()
    }

    /// Whether its searches have any limit.
    pub fn is_limited(&self) -> bool {
        let is_weaker = self.strength < Level::MASTER;
        self.is_timed() || self.nodes.is_some() || self.depth.is_some() || is_weaker
    }

    /// The limits of time.
    pub fn time_control(&self) -> TimeControl {
        TimeControl {
            turn: self.turn.map(Duration::from_millis),
            game: self.game.map(Duration::from_millis),
            increment: Duration::from_millis(self.increment),
        }
    }

    /// The changed search parameters.
    pub fn changes(&self) -> Changes {
        self.params.iter().collect()
    }

    /// The network, read from its file if it has one.
    pub(crate) fn network(&self) -> Result<NetworkChoice, Failure> {
        let Some(named) = self.network.as_deref() else {
            return Ok(NetworkChoice::default());
        };
        let wrong = |error| Failure::NoStart(format!("network {named}: {error}"));
        NetworkChoice::parse(named).map_err(wrong)
    }

    /// [`Contender::tolerance`] as a time.
    pub fn tolerance(&self) -> Duration {
        Duration::from_millis(self.tolerance)
    }

    /// [`Contender::patience`] as a time.
    pub fn patience(&self) -> Duration {
        Duration::from_millis(self.patience)
    }
}

impl FromStr for Contender {
    type Err = BadContender;

    fn from_str(text: &str) -> Result<Contender, BadContender> {
        Contender::parse(text, &Contender::default())
    }
}

/// The largest limit of nodes or milliseconds.
const MOST: u64 = 1_000_000_000_000;

fn yes(value: &str) -> Option<bool> {
    match value {
        "1" | "yes" | "on" | "true" => Some(true),
        "0" | "no" | "off" | "false" => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Contender {
        text.parse().unwrap()
    }

    #[test]
    fn programs_and_this_engine() {
        let one = read("self nodes=5000 vary=10");
        assert!(one.is_self());
        assert_eq!(
            (one.nodes, one.vary, one.name.as_str()),
            (Some(5_000), 10, "self")
        );
        let one = read("./bin/pbrain-old.exe --fast turn=100 memory=32 option.a=b option.c=d=e");
        assert_eq!(one.command, ["./bin/pbrain-old.exe", "--fast"]);
        assert_eq!(
            (one.name.as_str(), one.turn, one.memory),
            ("old", Some(100), 32)
        );
        let options = [("a", "b"), ("c", "d=e")].map(|(k, v)| (k.to_string(), v.to_string()));
        assert_eq!(one.options, options);
        let one = read("name='my engine' cmd='\"/a b/x\" -v' dir=/tmp boards=1");
        assert_eq!(one.command, ["/a b/x", "-v"]);
        assert_eq!(one.name, "my engine");
        assert!(one.boards && one.folder.as_deref() == Some("/tmp"));
    }

    #[test]
    fn settings_for_all() {
        let each = Contender::parse_defaults("turn=1000 memory=350").unwrap();
        let one = Contender::parse("self turn=0 depth=3", &each).unwrap();
        assert_eq!((one.turn, one.memory, one.depth), (None, 350, Some(3)));
        assert!(!one.is_timed() && one.is_limited());
        assert!(each.is_limited() && !Contender::default().is_limited());
        assert!(Contender::parse_defaults("self").is_err());
        assert!(Contender::parse_defaults("name=x").is_err());
    }

    #[test]
    fn mistakes_are_named() {
        for (text, why) in [
            ("", "names no engine"),
            ("turn=5", "names no engine"),
            ("self 'x", "quotes"),
            ("self speed=5", "unknown setting 'speed'"),
            ("self nodes=x", "'x' is not valid for nodes"),
            ("self threads=0", "a whole number from 1 to 256 is needed"),
            ("self nodes=1000000000001", "from 0 to 1000000000000"),
            ("self patience=5", "patience is for programs"),
            ("x vary=5", "vary is for self"),
            ("x network=off", "network is for self"),
            ("self network=no/such/file", "a network"),
            ("x option.a='b\nEND'", "a line of text"),
            ("self name=", "'' is not valid for name"),
            ("x cmd=", "'' is not valid for cmd"),
            ("self option.x=1", "for programs"),
            ("self set.nothing=1", "unknown search parameter 'nothing'"),
            (
                "self set.lmr_history=0",
                "'0' is not valid for set.lmr_history",
            ),
            ("x set.lmr_history=2", "for self"),
            ("x boards=maybe", "'maybe' is not valid for boards"),
        ] {
            let error = text.parse::<Contender>().unwrap_err().to_string();
            assert!(error.contains(why), "{text}: {error}");
        }
    }
}
