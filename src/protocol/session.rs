//! A conversation with a manager: one command after the other, one answer to
//! each that wants one.

mod dialogue;

use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, TryRecvError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::command::{Command, Point};
use super::format::{Style, Talk};
use super::info::{Info, Preset};
use super::reader::{Link, Request};
use super::setup::{position, swap2_position};
use crate::board::Board;
use crate::clock::Control;
use crate::engine::{Engine, MOST_THREADS, Options, forbidden_points};
use crate::game::{OpeningReply, OpeningRule, OpeningState};
use crate::scale::Scale;
use crate::search::{Event, Iteration};
use crate::types::{Color, Square, SquareSet};

/// The largest hash table that is offered to graphical programs, as the power
/// of two of its KiB.
const MAX_HASH_SIZE: u32 = 24;

/// In less time than this for a move, or for the rest of the game, the line about
/// the search is left out.
const LEAST_TALKATIVE: Duration = Duration::from_millis(100);

/// Says lines, from any thread.
struct Voice<W> {
    output: Mutex<W>,
    link: Arc<Link>,
}

impl<W: Write> Voice<W> {
    fn say(&self, line: &str) -> io::Result<()> {
        log::debug!("> {line}");
        let mut output = self.output.lock().unwrap_or_else(PoisonError::into_inner);
        self.link.begin_line();
        let written = output.write_all(format!("{line}\n").as_bytes());
        let written = written.and_then(|()| output.flush());
        self.link.end_line();
        written
    }
}

/// The state of a conversation.
pub struct Session<W: Write + Send> {
    engine: Engine,
    info: Info,
    voice: Voice<W>,
    /// Said before the next answer.
    notes: Vec<String>,
    /// A graphical program has said that it is one: it is told what people like
    /// to read, and unknown commands are met with silence.
    graphical: bool,
    /// The opponent is to move and expected to play this; nothing if it is
    /// nobody's or our turn.
    opponent_thinks: Option<Option<Square>>,
}

impl<W: Write + Send> Session<W> {
    /// A conversation that begins.
    pub fn new(engine: Engine, output: W) -> Session<W> {
        Session::with_preset(engine, Preset::default(), output)
    }

    /// A conversation that begins, in which this holds.
    pub fn with_preset(engine: Engine, preset: Preset, output: W) -> Session<W> {
        let network = preset.network.clone();
        let mut info = Info::new(preset);
        let note = network.and_then(|network| info.set("network", &network));
        Session {
            engine,
            info,
            voice: Voice {
                output: Mutex::new(output),
                link: Arc::new(Link::default()),
            },
            notes: note.into_iter().collect(),
            graphical: false,
            opponent_thinks: None,
        }
    }

    /// What the session and its reader tell each other.
    pub(super) fn link(&self) -> Arc<Link> {
        Arc::clone(&self.voice.link)
    }

    /// Answers all commands until `END`, or until no more come or nobody reads.
    pub(super) fn run(&mut self, requests: &Receiver<Request>) {
        while let Some(Request { command, control }) = self.next(requests) {
            if command == Command::End {
                return;
            }
            let answer = || self.handle(&command, &control);
            let done = catch_unwind(AssertUnwindSafe(answer)).unwrap_or_else(|_| {
                log::error!("a panic while handling {command:?}");
                self.say("ERROR internal error")
            });
            if done.is_err() {
                log::warn!("the output is closed");
                return;
            }
            self.voice.link.end_command();
        }
    }

    /// The next command. While none comes we do what takes time once; then, if
    /// that is wanted and the opponent thinks, we think too.
    fn next(&mut self, requests: &Receiver<Request>) -> Option<Request> {
        while self.engine.prepare_more() {
            match requests.try_recv() {
                Ok(request) => return Some(request),
                Err(TryRecvError::Disconnected) => return None,
                Err(TryRecvError::Empty) => (),
            }
        }
        if let Some(reply) = self.opponent_thinks.filter(|_| self.info.pondering) {
            let control = Arc::new(Control::new());
            let link = Arc::clone(&self.voice.link);
            link.set_pondering(Some(Arc::clone(&control)));
            match requests.try_recv() {
                Ok(request) => return Some(request),
                Err(TryRecvError::Disconnected) => return None,
                Err(TryRecvError::Empty) => (),
            }
            let ponder = || match link.is_closed() {
                true => (),
                false => self.engine.ponder(reply, &control),
            };
            if catch_unwind(AssertUnwindSafe(ponder)).is_err() {
                log::error!("a panic while pondering");
                self.opponent_thinks = None;
            }
            link.set_pondering(None);
        }
        requests.recv().ok()
    }

    /// Carries out a command and answers it; `control` is the handle of the
    /// search that it may begin. Fails only if the answer cannot be written.
    pub fn handle(&mut self, command: &Command, control: &Control) -> io::Result<()> {
        if let Command::Info { key, value } = command {
            self.notes.extend(self.info.set(key, value));
            if key == "rule" || key == "max_memory" {
                self.engine.set_options(self.info.options());
            }
            return Ok(());
        }
        if command.is_yixins() {
            self.info.see_yixin();
        }
        for note in std::mem::take(&mut self.notes) {
            self.say(&format!("MESSAGE {note}"))?;
        }
        self.engine.set_options(self.info.options());
        if !command.is_question() {
            self.opponent_thinks = None;
        }
        match command {
            Command::Start(side) => self.start(*side, *side, self.graphical),
            Command::RectStart(width, height) => self.start(*width, *height, self.graphical),
            Command::Restart => {
                let board = self.engine.board();
                self.start(board.width() as i64, board.height() as i64, false)
            }
            Command::Begin => {
                self.info.draw_lots();
                self.engine.set_options(self.info.options());
                self.answer(control)
            }
            Command::Turn(point) => match self.opponent_plays(*point) {
                Ok(()) => self.answer(control),
                Err(error) => self.say(&format!("ERROR {error}")),
            },
            Command::Board(stones) => {
                let board = position(self.engine.board(), stones, self.info.axes);
                self.engine.set_board(board);
                self.answer(control)
            }
            Command::YxBoard(stones) => {
                let board = position(self.engine.board(), stones, self.info.axes);
                self.engine.set_board(board);
                Ok(())
            }
            Command::Takeback(point) => match self.take_back(*point) {
                Ok(()) => self.say("OK"),
                Err(error) => self.say(&format!("ERROR {error}")),
            },
            Command::Play(point) => match self.opponent_plays(*point) {
                Ok(()) => self.say(&format!("{},{}", point.x, point.y)),
                Err(error) => self.say(&format!("ERROR {error}")),
            },
            Command::Swap2Board(points) => self.swap2(points, control),
            Command::Swap2Step(step) => self.swap2_step(*step, control),
            Command::SoosorvStep {
                step,
                number,
                points,
            } => self.soosorv_step(*step, *number, points, control),
            Command::ShowForbid => self.show_forbidden(),
            Command::ShowInfo => self.show_info(),
            Command::NBest(lines) => self.analyse(*lines, control),
            Command::SearchDefend => {
                let moves = self.engine.board().empty().len();
                self.analyse(moves, control)
            }
            Command::Balance { stones, bias } => self.balance(*stones, *bias, control),
            Command::Block(points) => self.block(points, true),
            Command::BlockUndo(points) => self.block(points, false),
            Command::BlockReset => {
                *self.engine.blocked_mut() = SquareSet::EMPTY;
                Ok(())
            }
            Command::HashClear => {
                self.engine.clear_hash();
                Ok(())
            }
            Command::ShowHashUsage => {
                let used = self.engine.hash_permille() as f64 / 10.0;
                self.say(&format!("MESSAGE hash usage {used:.1} %"))
            }
            Command::About => self.say(concat!(
                "name=\"Tengen\", version=\"",
                env!("CARGO_PKG_VERSION"),
                "\", author=\"the Tengen authors\", country=\"international\", www=\"\", email=\"\""
            )),
            Command::Malformed(text) => self.say(&format!("ERROR {text}")),
            Command::Unknown(_) if self.graphical => Ok(()),
            Command::Unknown(text) => self.say(&format!("UNKNOWN {text}")),
            Command::Info { .. } | Command::Stop | Command::End => Ok(()),
        }
    }

    /// A new game, or the same game if what was found out is kept: Yixin-Board
    /// says `START` before every move, and has another command to forget.
    /// Nothing changes if the size is not supported.
    fn start(&mut self, width: i64, height: i64, keeps: bool) -> io::Result<()> {
        let side = |side: i64| usize::try_from(side).unwrap_or(0);
        match Board::new(side(width), side(height)) {
            Ok(board) => {
                match keeps {
                    true => self.engine.set_board(board),
                    false => {
                        self.engine.new_game(board);
                        self.info.draw_lots();
                        self.info.new_game();
                    }
                }
                self.engine.prepare_more();
                self.say("OK")
            }
            Err(error) => self.say(&format!("ERROR {error}")),
        }
    }

    /// Thinks, plays and says the move; or chooses a colour where there is a
    /// choice.
    fn answer(&mut self, control: &Control) -> io::Result<()> {
        let asks = |rule: &OpeningRule| OpeningState::after_turns(*rule, self.engine.board());
        if let Some(rule) = self.info.opening().filter(|rule| asks(rule).is_some()) {
            return self.open(rule, control);
        }
        let found = self.search(Engine::think, self.engine.scale(), control)?;
        self.play(found.as_ref(), 1, control)
    }

    /// [`Session::answer`] with several lines.
    fn analyse(&mut self, lines: usize, control: &Control) -> io::Result<()> {
        let options = Options {
            lines,
            ..self.info.options()
        };
        self.engine.set_options(options);
        self.answer(control)
    }

    /// Places the stones that balance the position and says where.
    fn balance(&mut self, stones: usize, bias: i32, control: &Control) -> io::Result<()> {
        let balance = |engine: &mut Engine, control: &Control, report: &(dyn Fn(Event) + Sync)| {
            engine.balance(stones, bias, control, report)
        };
        let scale = self.engine.balance_scale(stones);
        let found = self.search(balance, scale, control)?;
        self.play(found.as_ref(), stones, control)
    }

    /// Lets the engine search and tells what it reports to those who want to
    /// know; `scale` says what its scores mean.
    fn search(
        &mut self,
        search: impl Fn(&mut Engine, &Control, &(dyn Fn(Event) + Sync)) -> Option<Iteration>,
        scale: Scale,
        control: &Control,
    ) -> io::Result<Option<Iteration>> {
        let style = Style {
            detail: self.info.detail,
            talk: self.talk(),
            height: self.engine.board().height(),
            scale,
            lines: self.engine.options().lines,
            axes: self.info.axes,
        };
        if let Some(line) = style.opening() {
            self.say(line)?;
        }
        let voice = &self.voice;
        let report = |event: Event| {
            for line in style.lines(event) {
                // Nobody waits for the move. That the output is closed is
                // noticed again when it is said.
                if voice.say(&line).is_err() {
                    control.stop();
                }
            }
        };
        let found = search(&mut self.engine, control, &report);
        // A manager may take a move that is late, but a message for a loss.
        let in_time = self.move_time().is_none_or(|time| control.elapsed() < time);
        if let Some(line) = found.as_ref().and_then(|found| style.closing(found))
            && in_time
        {
            self.say(&line)?;
        }
        Ok(found)
    }

    /// What is said about a search for people to read.
    fn talk(&self) -> Talk {
        let hurries = self.move_time().is_some_and(|time| time < LEAST_TALKATIVE);
        match self.info.is_quiet {
            true => Talk::Nothing,
            false if self.graphical => Talk::Iterations,
            false if hurries => Talk::Nothing,
            false => Talk::Summary,
        }
    }

    /// The time for the next move, as far as it is limited.
    fn move_time(&self) -> Option<Duration> {
        let options = self.engine.options();
        options.turn_time.into_iter().chain(options.game_time).min()
    }

    /// Plays the first stones of what was found and says them.
    fn play(
        &mut self,
        found: Option<&Iteration>,
        stones: usize,
        control: &Control,
    ) -> io::Result<()> {
        let line = found.map_or(&[][..], |found| &found.line);
        let Some(squares) = line.get(..stones) else {
            return self.say("ERROR the board is full");
        };
        for &square in squares {
            self.engine.board_mut().place(square);
        }
        self.info.spend(control.elapsed());
        // After two stones the same side is to move again.
        if self.engine.end().is_none() && stones % 2 == 1 {
            self.opponent_thinks = Some(line.get(stones).copied());
        }
        self.say_squares(squares)
    }

    /// Says what a graphical program wants to know of the engine.
    fn show_info(&mut self) -> io::Result<()> {
        self.graphical = true;
        self.say(concat!("MESSAGE Tengen ", env!("CARGO_PKG_VERSION")))?;
        self.say(&format!("MESSAGE INFO MAX_THREAD_NUM {MOST_THREADS}"))?;
        self.say(&format!("MESSAGE INFO MAX_HASH_SIZE {MAX_HASH_SIZE}"))
    }

    /// Adds squares to those that are not to be played, or takes them out.
    fn block(&mut self, points: &[Point], blocked: bool) -> io::Result<()> {
        for &point in points {
            if let Some(square) = self.info.axes.square(point, self.engine.board()) {
                let set = self.engine.blocked_mut();
                if blocked {
                    set.insert(square);
                } else {
                    set.remove(square);
                }
            }
        }
        Ok(())
    }

    /// A stone, or a pass, by the side to move.
    fn opponent_plays(&mut self, point: Point) -> Result<(), String> {
        if point == Point::PASS {
            self.engine.board_mut().pass();
            return Ok(());
        }
        let Some(square) = self.info.axes.square(point, self.engine.board()) else {
            return Err(format!("{},{} is not on the board", point.x, point.y));
        };
        if !self.engine.board().is_empty(square) {
            return Err(format!("{},{} is not empty", point.x, point.y));
        }
        self.engine.board_mut().place(square);
        Ok(())
    }

    fn take_back(&mut self, point: Point) -> Result<(), String> {
        let square = match point {
            Point::PASS => None,
            _ => self.info.axes.square(point, self.engine.board()),
        };
        if square.is_none() && point != Point::PASS {
            return Err(format!("{},{} is not on the board", point.x, point.y));
        }
        let board = self.engine.board_mut();
        let Some(index) = board.moves().iter().rposition(|&made| made == square) else {
            return Err(format!("there is no stone on {},{}", point.x, point.y));
        };
        // Usually the last move; otherwise those after it are made again.
        let mut later = Vec::new();
        while board.moves().len() > index {
            later.push((board.undo().flatten(), board.side_to_move()));
        }
        for (square, color) in later.into_iter().rev().skip(1) {
            if let Some(square) = square {
                board.place_as(color, square);
            }
        }
        Ok(())
    }

    /// Answers in a swap2 opening that has come so far. The stones are not
    /// ours: a `BOARD` follows. If they cannot be right there is an answer all
    /// the same, since a game is lost without one.
    fn swap2(&mut self, points: &[Point], control: &Control) -> io::Result<()> {
        let (board, wrong) = swap2_position(self.engine.board(), points, self.info.axes);
        if let Some(wrong) = wrong.filter(|_| !self.info.is_quiet) {
            self.say(&format!("MESSAGE SWAP2BOARD: {wrong}"))?;
        }
        let open = |engine: &mut Engine| engine.open(OpeningRule::Swap2, rand::random(), control);
        let answer = self.engine.with_board(board, open);
        self.info.spend(control.elapsed());
        match answer {
            Some(OpeningReply::Swap) => self.say("SWAP"),
            Some(OpeningReply::Place(squares)) => self.say_squares(&squares),
            None => self.say("ERROR the board is full"),
        }
    }

    /// Answers with a choice of colours where a move was asked for.
    fn open(&mut self, rule: OpeningRule, control: &Control) -> io::Result<()> {
        let answer = self.engine.open(rule, rand::random(), control);
        self.info.spend(control.elapsed());
        match answer {
            Some(OpeningReply::Swap) => self.say("SWAP"),
            Some(OpeningReply::Place(squares)) => {
                for &square in &squares {
                    self.engine.board_mut().place(square);
                }
                self.say_squares(&squares)
            }
            None => self.say("ERROR the board is full"),
        }
    }

    /// Yixin's form: two digits for each coordinate, nothing between them.
    fn show_forbidden(&mut self) -> io::Result<()> {
        let mut text = String::from("FORBID ");
        if self.engine.board().side_to_move() == Color::Black {
            for square in forbidden_points(self.engine.board(), self.engine.options().rule) {
                let (first, second) = self.info.axes.pair(square);
                text.push_str(&format!("{first:02}{second:02}"));
            }
        }
        text.push('.');
        self.say(&text)
    }

    fn say_squares(&self, squares: &[Square]) -> io::Result<()> {
        let texts: Vec<String> = squares
            .iter()
            .map(|&square| self.info.axes.text(square))
            .collect();
        self.say(&texts.join(" "))
    }

    fn say(&self, line: &str) -> io::Result<()> {
        self.voice.say(line)
    }
}
