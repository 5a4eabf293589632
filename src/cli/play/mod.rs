//! `play`: a game in the terminal, between a person and the engine or between
//! two persons.
//!
//! A [`Session`] answers lines with lines, from the state of its
//! [`Table`](crate::table::Table). This file connects it with the terminal and
//! the clock; all texts are in `words`.

mod command;
mod session;
pub(super) mod unsaved;
pub(super) mod words;

use std::io::{BufRead, IsTerminal, Read, Write, stdin, stdout};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use super::exit::{output, wrong_use};
use super::values::{MOST, Size, time, whole};
use crate::engine::{Engine, Level};
use crate::game::{ClockRule, Fouls, OpeningRule, SetUp};
use crate::types::Rule;
use unsaved::Rescue;

pub use crate::table::{First, Now, Settings};
pub use session::Session;

/// The most games of a series.
const MOST_GAMES: u32 = 9;

/// The most moves that a limit can allow: no limit in practice.
const MOST_MOVES: usize = 10_000;
/// The bytes of a line that are read; no command is as long. The rest is
/// skipped, so that the end of a long line is not taken for a command.
const LONGEST_PART: u64 = 1 << 16;
/// The most lines that wait for their answers.
const MOST_WAITING: usize = 16;

#[derive(clap::Args)]
pub(super) struct Args {
    /// The rule: freestyle, standard, renju, caro or caro8.
    #[arg(long, default_value_t = Rule::Freestyle)]
    rule: Rule,
    /// The board's side, or WIDTHxHEIGHT.
    #[arg(long, default_value = "15")]
    size: Size,
    /// How the first stones are placed, such as free, swap2 or yamaguchi;
    /// `opening` within the game lists all.
    #[arg(long, value_name = "RULE", default_value_t = OpeningRule::Free)]
    opening_rule: OpeningRule,
    /// The clocks of both sides: 15m, 15m+30s (added every move), 60m,5x30s
    /// (then byo-yomi), 40/90m,30m (40 moves, then the rest), 'max 30s' (every
    /// move), 'shared 2h' (both together) or none.
    #[arg(long, default_value_t = ClockRule::UNLIMITED)]
    clock: ClockRule,
    /// The longest that the engine thinks about a move, such as 5s or 1m30s; 2s
    /// if neither this nor --nodes nor --clock is given.
    #[arg(long, value_parser = time)]
    time: Option<Duration>,
    /// The most nodes of the engine's search for a move; without time, it makes
    /// its moves reproducible (below level 100 with --seed).
    #[arg(long, value_name = "N", value_parser = whole(1..=MOST))]
    nodes: Option<u64>,
    /// How strong the engine plays: beginner, easy, club, strong, master or a
    /// number from 0 to 100.
    #[arg(long, default_value_t = Level::MASTER)]
    level: Level,
    /// Who begins: me (or player 1), engine (or player 2), or by guessing stones
    /// in a hand (猜先): guess (the one who guesses odd or even right begins),
    /// guess-sum or guess-difference (of the stones in both hands), guess-decide
    /// (the winner decides) or guess-picker (the winner decides or lets the
    /// other decide).
    #[arg(long, value_name = "WHO", default_value_t = First::Me)]
    first: First,
    /// Begin with given stones, to play the first-move, second-move, third-move
    /// or fourth-move, or any of these.
    #[arg(long, value_name = "NAME")]
    set_up: Option<SetUp>,
    /// Play a series of at most N games.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(1..=MOST_GAMES))]
    series: u32,
    /// A forbidden move in renju loses only if White claims it.
    #[arg(long)]
    claimed_fouls: bool,
    /// A game is a draw after N moves.
    #[arg(long, value_name = "N", value_parser = whole(1..=MOST_MOVES))]
    max_moves: Option<usize>,
    /// Two players at this terminal, without the engine.
    #[arg(long)]
    two: bool,
    /// Draw the board with ASCII characters only (X Black, O White).
    #[arg(long)]
    ascii: bool,
    /// Random seed; a new one every time if not given.
    #[arg(long, value_name = "N", value_parser = whole(0..=u64::MAX))]
    seed: Option<u64>,
}

impl Args {
    fn settings(&self) -> Settings {
        Settings {
            rule: self.rule,
            size: (self.size.0, self.size.1),
            opening: self.opening_rule,
            clock: self.clock.clone(),
            time: self.time,
            nodes: self.nodes,
            level: self.level,
            first: self.first,
            set_up: self.set_up,
            games: self.series,
            fouls: match self.claimed_fouls {
                true => Fouls::Claimed,
                false => Fouls::Automatic,
            },
            max_moves: self.max_moves,
            two: self.two,
            ascii: self.ascii,
            seed: self.seed.unwrap_or_else(rand::random),
            ..Settings::default()
        }
    }
}

pub(super) fn run(args: &Args) -> Result<()> {
    let settings = args.settings();
    settings
        .check()
        .map_err(|error| wrong_use(words::sentence(&error)))?;
    let start = Instant::now();
    let stop = Arc::new(AtomicBool::new(false));
    let now: Now = Arc::new(move || start.elapsed());
    let engine = Engine::new()?;
    let mut session = Session::new(engine, settings, now, Arc::clone(&stop)).map_err(wrong_use)?;
    Terminal::new(stop)?.serve(&mut session)
}

/// Input from outside.
enum Input {
    Line(String),
    Interrupt,
    End,
}

/// The standard streams, and interrupts.
struct Terminal {
    input: Receiver<Input>,
    /// Ends the engine's thinking when it is set.
    stop: Arc<AtomicBool>,
    /// The engine may be thinking, so that an interrupt is meant for it.
    thinks: Arc<AtomicBool>,
    is_read_by_person: bool,
    is_typed_by_person: bool,
}

impl Terminal {
    /// Interrupts set `stop` while the engine thinks.
    fn new(stop: Arc<AtomicBool>) -> Result<Terminal> {
        let (sender, input) = sync_channel(MOST_WAITING);
        let thinks = Arc::new(AtomicBool::new(false));
        let (interrupts, is_thinking) = (sender.clone(), Arc::clone(&thinks));
        let ends_thinking = Arc::clone(&stop);
        ctrlc::set_handler(move || match is_thinking.load(Relaxed) {
            true => ends_thinking.store(true, Relaxed),
            // If that many lines wait it is not missed.
            false => drop(interrupts.try_send(Input::Interrupt)),
        })
        .context("cannot watch for interrupts")?;
        std::thread::Builder::new()
            .spawn(move || read_lines(stdin().lock(), &sender))
            .context("cannot read the input")?;
        Ok(Terminal {
            input,
            stop,
            thinks,
            is_read_by_person: stdout().is_terminal(),
            is_typed_by_person: stdin().is_terminal(),
        })
    }

    /// Passes lines to and fro until the session is over. A game that is
    /// interrupted by a signal or the end of a terminal is saved. (Input from a
    /// pipe just ends.)
    fn serve(&self, session: &mut Session) -> Result<()> {
        let mut rescue = Rescue::default();
        let served = self.carry(session, &mut rescue);
        if served.is_err() && self.is_read_by_person {
            rescue.keep(session);
        }
        served
    }

    fn carry(&self, session: &mut Session, rescue: &mut Rescue) -> Result<()> {
        let mut was_interrupted = false;
        let files = unsaved::found();
        if !files.is_empty() {
            self.print(&[words::cut_off(&files)])?;
        }
        self.print(&session.greet())?;
        loop {
            while session.is_engines_turn() {
                if self.is_read_by_person {
                    self.print(&[words::thinking()])?;
                }
                let lines = self.while_thinking(|| session.advance());
                self.print(&lines.unwrap_or_default())?;
            }
            if session.has_quit() {
                return Ok(());
            }
            if self.stop.swap(false, Relaxed) {
                // All signals look alike: this may be the last one.
                rescue.keep(session);
            }
            match self.listen(session.allowance())? {
                None => self.print(&session.tick())?,
                Some(Input::Line(line)) => {
                    was_interrupted = false;
                    let lines = self.while_thinking(|| session.line(&line));
                    rescue.forget();
                    self.print(&lines)?;
                }
                Some(Input::Interrupt) if !was_interrupted => {
                    was_interrupted = true;
                    rescue.keep(session);
                    self.print(&[String::new(), words::press_again()])?;
                }
                Some(Input::Interrupt | Input::End) => {
                    let is_cut_off = was_interrupted || self.is_typed_by_person;
                    let kept = match is_cut_off {
                        true => rescue.keep(session),
                        false => Vec::new(),
                    };
                    self.print(&[vec![String::new()], kept, vec![words::goodbye()]].concat())?;
                    return Ok(());
                }
            }
        }
    }

    /// Does something during which the engine may think.
    fn while_thinking<T>(&self, does: impl FnOnce() -> T) -> T {
        self.thinks.store(true, Relaxed);
        let done = does();
        self.thinks.store(false, Relaxed);
        done
    }

    /// The next input, `None` if there is none within this time.
    fn listen(&self, allowance: Option<Duration>) -> Result<Option<Input>> {
        if self.is_typed_by_person && self.is_read_by_person {
            let mut out = output();
            write!(out, "> ")?;
            out.flush()?;
        }
        let input = match allowance {
            // The time is up when more than all of it has passed.
            Some(left) => self
                .input
                .recv_timeout(left.saturating_add(Duration::from_millis(1))),
            None => self
                .input
                .recv()
                .map_err(|_| RecvTimeoutError::Disconnected),
        };
        Ok(match input {
            Ok(input) => Some(input),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Input::End),
        })
    }

    fn print(&self, lines: &[String]) -> Result<()> {
        let mut out = output();
        for line in lines {
            writeln!(out, "{line}")?;
        }
        Ok(out.flush()?)
    }
}

/// Passes lines on until the input ends or fails, or the receiver is gone.
fn read_lines(mut input: impl BufRead, lines: &SyncSender<Input>) {
    loop {
        let mut bytes = Vec::new();
        let read = input
            .by_ref()
            .take(LONGEST_PART)
            .read_until(b'\n', &mut bytes);
        let is_cut = bytes.len() as u64 == LONGEST_PART && !bytes.ends_with(b"\n");
        if is_cut {
            // If that fails, so does the next read.
            let _ = input.skip_until(b'\n');
        }
        let input = match read {
            Ok(1..) => Input::Line(String::from_utf8_lossy(&bytes).into_owned()),
            Ok(0) | Err(_) => Input::End,
        };
        let is_end = matches!(input, Input::End);
        if lines.send(input).is_err() || is_end {
            return;
        }
    }
}
