//! A conversation with a manager: one command after the other, one answer to
//! each that wants one.

use std::io::{self, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use super::command::{Command, Point, Stone};
use super::format;
use super::info::Info;
use super::reader::{self, Request};
use crate::board::{Board, notation};
use crate::engine::{Engine, Options};
use crate::opening::Swap2;
use crate::search::Event;
use crate::types::{Color, Square, SquareSet};

/// The largest hash table that is offered to graphical programs, as the power
/// of two of its KiB.
const MAX_HASH_SIZE: u32 = 24;

/// Serves one manager until it says `END` or its output ends. Commands are
/// read by a thread of their own.
pub fn serve(engine: Engine, input: impl Read + Send + 'static, output: impl Write + Send) {
    let (sender, receiver) = channel();
    let mut session = Session::new(engine, output);
    let ended = Arc::clone(&session.voice.ended);
    std::thread::spawn(move || reader::read(input, &sender, &ended));
    session.run(&receiver);
}

/// Says lines, from any thread.
struct Voice<W> {
    output: Mutex<W>,
    /// `END` has come: not a word more.
    ended: Arc<AtomicBool>,
}

impl<W: Write> Voice<W> {
    fn say(&self, line: &str) -> io::Result<()> {
        if self.ended.load(Relaxed) {
            return Ok(());
        }
        log::debug!("> {line}");
        let mut output = self.output.lock().unwrap_or_else(PoisonError::into_inner);
        output.write_all(format!("{line}\n").as_bytes())?;
        output.flush()
    }
}

/// The state of a conversation.
pub struct Session<W: Write + Send> {
    engine: Engine,
    info: Info,
    voice: Voice<W>,
    /// Said before the next answer.
    notes: Vec<String>,
    /// Somebody has asked for what only graphical programs ask for: unknown
    /// commands are met with silence.
    graphical: bool,
}

impl<W: Write + Send> Session<W> {
    /// A conversation that begins.
    pub fn new(engine: Engine, output: W) -> Session<W> {
        Session {
            engine,
            info: Info::default(),
            voice: Voice {
                output: Mutex::new(output),
                ended: Arc::new(AtomicBool::new(false)),
            },
            notes: Vec::new(),
            graphical: false,
        }
    }

    fn run(&mut self, requests: &Receiver<Request>) {
        for request in requests {
            if request.command == Command::End {
                return;
            }
            let answer = || self.handle(&request.command, request.received, &request.stop);
            let done = catch_unwind(AssertUnwindSafe(answer)).unwrap_or_else(|_| {
                log::error!("a panic while handling {:?}", request.command);
                self.say("ERROR internal error")
            });
            if done.is_err() {
                log::warn!("the output is closed");
                return;
            }
        }
    }

    /// Carries out a command and answers it. Fails only if the answer cannot
    /// be written.
    pub fn handle(
        &mut self,
        command: &Command,
        received: Instant,
        stop: &AtomicBool,
    ) -> io::Result<()> {
        if let Command::Info { key, value } = command {
            self.notes.extend(self.info.set(key, value));
            if key == "rule" {
                // Now is the time for it: no clock runs.
                self.engine.set_options(self.info.options());
                self.engine.prepare();
            }
            return Ok(());
        }
        for note in std::mem::take(&mut self.notes) {
            self.say(&format!("MESSAGE {note}"))?;
        }
        self.engine.set_options(self.info.options());
        match command {
            Command::Start(side) => self.start(*side, *side),
            Command::RectStart(width, height) => self.start(*width, *height),
            Command::Restart => {
                let board = self.engine.board();
                self.start(board.width() as i64, board.height() as i64)
            }
            Command::Begin => self.answer(received, stop),
            Command::Turn(point) => match self.opponent_plays(*point) {
                Ok(()) => self.answer(received, stop),
                Err(error) => self.say(&format!("ERROR {error}")),
            },
            Command::Board(stones) => {
                self.engine.set_board(position(self.engine.board(), stones));
                self.answer(received, stop)
            }
            Command::YxBoard(stones) => {
                self.engine.set_board(position(self.engine.board(), stones));
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
            Command::Swap2Board(points) => self.swap2(points, received, stop),
            Command::ShowForbid => self.show_forbidden(),
            Command::ShowInfo => self.show_info(),
            Command::NBest(lines) => self.analyse(*lines, received, stop),
            Command::SearchDefend => {
                let moves = self.engine.board().empty().len();
                self.analyse(moves, received, stop)
            }
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

    /// A new game. Nothing changes if the size is not supported.
    fn start(&mut self, width: i64, height: i64) -> io::Result<()> {
        let side = |side: i64| usize::try_from(side).unwrap_or(0);
        match Board::new(side(width), side(height)) {
            Ok(board) => {
                self.engine.set_board(board);
                self.info.new_game();
                self.engine.prepare();
                self.say("OK")
            }
            Err(error) => self.say(&format!("ERROR {error}")),
        }
    }

    /// Thinks, plays and says the move.
    fn answer(&mut self, received: Instant, stop: &AtomicBool) -> io::Result<()> {
        let (voice, detail) = (&self.voice, self.info.detail);
        let lines = self.engine.options().lines;
        let report = |event: Event| {
            for line in format::lines(event, detail, lines) {
                // A closed output is noticed when the move is said.
                let _ = voice.say(&line);
            }
        };
        let found = self.engine.think(received, stop, &report);
        let Some(&square) = found.as_ref().and_then(|found| found.line.first()) else {
            return self.say("ERROR the board is full");
        };
        self.engine.board_mut().place(square);
        self.info.spend(received.elapsed());
        self.say(&format!("{},{}", square.x(), square.y()))
    }

    /// [`Session::answer`] with several lines.
    fn analyse(&mut self, lines: usize, received: Instant, stop: &AtomicBool) -> io::Result<()> {
        let options = Options {
            lines,
            ..self.info.options()
        };
        self.engine.set_options(options);
        self.answer(received, stop)
    }

    /// Says what a graphical program wants to know of the engine.
    fn show_info(&mut self) -> io::Result<()> {
        self.graphical = true;
        self.say(concat!("MESSAGE Tengen ", env!("CARGO_PKG_VERSION")))?;
        self.say("MESSAGE INFO MAX_THREAD_NUM 1")?;
        self.say(&format!("MESSAGE INFO MAX_HASH_SIZE {MAX_HASH_SIZE}"))
    }

    /// Adds squares to those that are not to be played, or takes them out.
    fn block(&mut self, points: &[Point], blocked: bool) -> io::Result<()> {
        for point in points {
            if let Some(square) = self.engine.board().square(point.x, point.y) {
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
        let board = self.engine.board_mut();
        let Some(square) = board.square(point.x, point.y) else {
            return Err(format!("{},{} is not on the board", point.x, point.y));
        };
        if !board.is_empty(square) {
            return Err(format!("{},{} is not empty", point.x, point.y));
        }
        board.place(square);
        Ok(())
    }

    fn take_back(&mut self, point: Point) -> Result<(), String> {
        let board = self.engine.board_mut();
        let square = match point {
            Point::PASS => None,
            Point { x, y } => board.square(x, y),
        };
        if square.is_none() && point != Point::PASS {
            return Err(format!("{},{} is not on the board", point.x, point.y));
        }
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

    fn swap2(&mut self, points: &[Point], received: Instant, stop: &AtomicBool) -> io::Result<()> {
        let fresh = Board::new(self.engine.board().width(), self.engine.board().height());
        let mut board = fresh.expect("the size of a board");
        for point in points {
            if let Some(square) = board.square(point.x, point.y)
                && board.is_empty(square)
            {
                board.place(square);
            }
        }
        let kept = self.engine.board().clone();
        self.engine.set_board(board);
        let answer = self.engine.swap2(received, stop);
        self.engine.set_board(kept);
        self.info.spend(received.elapsed());
        match answer {
            Some(Swap2::Swap) => self.say("SWAP"),
            Some(Swap2::Place(squares)) => {
                let point = |square: &Square| format!("{},{}", square.x(), square.y());
                let points: Vec<String> = squares.iter().map(point).collect();
                self.say(&points.join(" "))
            }
            None => self.say("ERROR the board is full"),
        }
    }

    /// Yixin's form: two digits for each coordinate, nothing between them.
    fn show_forbidden(&mut self) -> io::Result<()> {
        let mut text = String::from("FORBID ");
        if self.engine.board().side_to_move() == Color::Black {
            for square in self.engine.forbidden_points() {
                text.push_str(&format!("{:02}{:02}", square.x(), square.y()));
            }
        }
        text.push('.');
        self.say(&text)
    }

    fn say(&self, line: &str) -> io::Result<()> {
        self.voice.say(line)
    }
}

/// The position of a `BOARD` block, from the side that is to move. Lines off
/// the board or on an occupied square are skipped.
///
/// The sender's stones tell the colours: with as many on either side the one
/// to move is Black, with one less it is White; if the numbers are odd, the
/// first line is Black's.
fn position(size: &Board, lines: &[Stone]) -> Board {
    let fresh = Board::new(size.width(), size.height());
    let mut board = fresh.expect("the size of a board");
    let mut seen = board.clone();
    let mut kept: Vec<(Option<Square>, u8)> = Vec::new();
    for line in lines {
        let square = board.square(line.point.x, line.point.y);
        match square {
            Some(square) if seen.is_empty(square) => {
                seen.place(square);
                if line.field == 3 {
                    board.block(square);
                } else {
                    kept.push((Some(square), line.field));
                }
            }
            None if line.point == Point::PASS && line.field != 3 => kept.push((None, line.field)),
            _ => (),
        }
    }
    let count = |field: u8| kept.iter().filter(|entry| entry.1 == field).count();
    let (ours, theirs) = (count(1), count(2));
    let own = if ours == theirs {
        Color::Black
    } else if ours + 1 == theirs {
        Color::White
    } else {
        match kept.first() {
            Some(&(_, 1)) | None => Color::Black,
            _ => Color::White,
        }
    };
    let color = |field: u8| if field == 1 { own } else { !own };
    let mut in_turn = kept.iter().zip(Color::ALL.into_iter().cycle());
    if in_turn.all(|(entry, turn)| color(entry.1) == turn) {
        for &(square, _) in &kept {
            match square {
                Some(square) => board.place(square),
                None => board.pass(),
            }
        }
    } else {
        let of = |wanted: Color| -> Vec<Square> {
            let own = kept.iter().filter(|entry| color(entry.1) == wanted);
            own.filter_map(|entry| entry.0).collect()
        };
        notation::place_stones(&mut board, &of(Color::Black), &of(Color::White));
    }
    if board.side_to_move() != own {
        board.pass();
    }
    board
}
