//! A conversation with a manager: commands one by one, each with its answer.

use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
#[cfg(feature = "library")]
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError};
use std::time::Duration;

#[cfg(feature = "library")]
use super::answers::{Database, Game};
use super::command::{Command, Stone};
#[cfg(feature = "library")]
use super::database::DatabaseCommand;
use super::dialogue::{after_soosorv_steps, after_swap2_steps, answers};
use super::format::{Messages, Style};
use super::info::{Info, Preset};
use super::link::{Link, Request};
use super::moves::{WrongMove, play, take_back};
use super::output::Output;
use super::point::Point;
#[cfg(feature = "library")]
use super::setup::emptied;
use super::setup::{Fields, position, swap2_position};
use crate::board::Board;
#[cfg(feature = "library")]
use crate::board::notation::square_name;
use crate::clock::Control;
use crate::engine::{Engine, MOST_THREADS, Options, forbidden_points};
use crate::game::{OpeningReply, OpeningRule, OpeningState};
use crate::scale::Scale;
use crate::search::{Event, Iteration};
use crate::types::{Color, Square, SquareSet};

/// The largest hash table that is offered to graphical programs, as the power
/// of two of its KiB.
const MAX_HASH_SIZE: u32 = 24;

/// With less time than this for a move or the rest of the game there is no line about
/// the search.
const LEAST_TIME_FOR_MESSAGES: Duration = Duration::from_millis(100);

/// The most messages about settings before an answer.
const MOST_NOTES: usize = 1_000;

/// The state of a conversation.
pub struct Session<W: Write + Send> {
    engine: Engine,
    info: Info,
    output: Output<W>,
    /// Messages to send before the next answer.
    notes: Vec<String>,
    /// The manager is a graphical program: it gets more messages, and no answer to
    /// unknown commands.
    graphical: bool,
    /// The move that is expected of the opponent, while it is the opponent's turn.
    opponent_thinks: Option<Option<Square>>,
    /// The library that graphical programs ask; until they set one, that of the book.
    #[cfg(feature = "library")]
    database: Database,
}

impl<W: Write + Send> Session<W> {
    /// A new conversation.
    pub fn new(engine: Engine, output: W) -> Session<W> {
        Session::with_preset(engine, Preset::default(), output)
    }

    /// A new conversation with these settings.
    pub fn with_preset(engine: Engine, preset: Preset, output: W) -> Session<W> {
        let network = preset.network.clone().map(|file| ("network", file));
        #[cfg(feature = "library")]
        let book = preset.book.clone().map(|file| ("book", file));
        #[cfg(not(feature = "library"))]
        let book = None;
        let mut info = Info::new(preset);
        let files = network.into_iter().chain(book);
        let notes = files.filter_map(|(key, file)| info.set(key, &file));
        let notes = notes.collect();
        Session {
            engine,
            info,
            output: Output::new(output),
            notes,
            graphical: false,
            opponent_thinks: None,
            #[cfg(feature = "library")]
            database: Database::default(),
        }
    }

    /// What the session and its reader tell each other.
    pub(super) fn link(&self) -> Arc<Link> {
        self.output.link()
    }

    /// Answers all commands until `END`, the end of the input, or the end of the
    /// output.
    pub(super) fn run(&mut self, requests: &Receiver<Request>) {
        while let Some(Request { command, control }) = self.next(requests) {
            if command == Command::End {
                return;
            }
            // After the end of the input no manager's clock runs: a question that was
            // queued has all of its time.
            let control = match self.output.link().is_closed() && !control.is_stopped() {
                true => Arc::new(Control::new()),
                false => control,
            };
            if self.output.link().is_closed() {
                control.stop_if_endless();
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
            self.output.link().end_command();
        }
    }

    /// The next command. While none comes the engine is made ready; then it ponders,
    /// if that is wanted and it is the opponent's turn.
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
            let link = self.output.link();
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
            let note = self.info.set(key, value);
            self.notes
                .extend(note.filter(|_| self.notes.len() < MOST_NOTES));
            // What the engine needs to get ready.
            if ["rule", "max_memory", "timeout_turn"].contains(&key.as_str()) {
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
                self.info.renew_seed();
                self.engine.set_options(self.info.options());
                self.answer(control)
            }
            Command::Turn(point) => match self.play_for_opponent(*point) {
                Ok(()) => self.answer(control),
                Err(error) => self.say(&format!("ERROR {error}")),
            },
            Command::Board(stones) => {
                self.set_up(stones);
                self.answer(control)
            }
            Command::YxBoard(stones) => {
                self.set_up(stones);
                Ok(())
            }
            Command::Takeback(point) => {
                let axes = self.info.axes;
                match take_back(self.engine.board_mut(), *point, axes) {
                    Ok(()) => self.say("OK"),
                    Err(error) => self.say(&format!("ERROR {error}")),
                }
            }
            Command::Play(point) => match self.play_for_opponent(*point) {
                Ok(()) => self.say(&format!("{},{}", point.x, point.y)),
                Err(error) => self.say(&format!("ERROR {error}")),
            },
            Command::Swap2Board(points) => self.swap2(points, control),
            Command::Swap2Step(step) => match after_swap2_steps(*step, self.engine.board()) {
                Ok(state) => self.answer_step("SWAP2", &state, control),
                Err(error) => self.say(&format!("ERROR YXSWAP2STEP{step}: {error}")),
            },
            Command::SoosorvStep {
                step,
                number,
                points,
            } => {
                let (axes, board) = (self.info.axes, self.engine.board());
                match after_soosorv_steps(*step, *number, points, axes, board) {
                    Ok(state) => self.answer_step("SOOSORV", &state, control),
                    Err(error) => self.say(&format!("ERROR YXSOOSORVSTEP{step}: {error}")),
                }
            }
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
            #[cfg(feature = "library")]
            Command::Database(command) => self.answer_about_database(command),
            #[cfg(not(feature = "library"))]
            Command::Database(_) if !self.graphical => {
                self.say("UNKNOWN this build has no database")
            }
            Command::About => self.say(concat!(
                "name=\"Tengen\", version=\"",
                env!("CARGO_PKG_VERSION"),
                "\", author=\"the Tengen authors\", country=\"international\", www=\"\", email=\"\""
            )),
            Command::Malformed(text) => self.say(&format!("ERROR {text}")),
            Command::Unknown(_) if self.graphical => Ok(()),
            Command::Unknown(text) => self.say(&format!("UNKNOWN {text}")),
            #[cfg(not(feature = "library"))]
            Command::Database(_) => Ok(()),
            Command::Info { .. } | Command::Stop | Command::End => Ok(()),
        }
    }

    /// A new game; or only an empty board, if the hash table is to be kept:
    /// Yixin-Board sends `START` before every move. Nothing changes if the size is
    /// not supported.
    fn start(&mut self, width: i64, height: i64, keeps: bool) -> io::Result<()> {
        let side = |side: i64| usize::try_from(side).unwrap_or(0);
        match Board::new(side(width), side(height)) {
            Ok(board) => {
                match keeps {
                    true => self.engine.set_board(board),
                    false => {
                        self.engine.new_game(board);
                        self.info.renew_seed();
                        self.info.new_game();
                    }
                }
                self.engine.prepare_more();
                self.say("OK")
            }
            Err(error) => self.say(&format!("ERROR {error}")),
        }
    }

    /// Takes over a position.
    fn set_up(&mut self, stones: &[Stone]) {
        let fields = match self.info.is_yixin() {
            true => Fields::OwnOrBlackFirst,
            false => Fields::OwnFirst,
        };
        let board = position(self.engine.board(), stones, self.info.axes, fields);
        self.engine.set_board(board);
    }

    /// Places a stone, or passes, for the side to move.
    fn play_for_opponent(&mut self, point: Point) -> Result<(), WrongMove> {
        let axes = self.info.axes;
        play(self.engine.board_mut(), point, axes)
    }

    /// Blocks squares, or unblocks them.
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

    /// Thinks, plays and sends the move; or chooses a colour where there is a
    /// choice.
    fn answer(&mut self, control: &Control) -> io::Result<()> {
        let asks = |rule: &OpeningRule| OpeningState::after_turns(*rule, self.engine.board());
        if let Some(rule) = self.info.opening().filter(|rule| asks(rule).is_some()) {
            return self.open(rule, control);
        }
        #[cfg(feature = "library")]
        if let Some(found) = self.move_of_book(control)? {
            return self.play(Some(&found), 1, control);
        }
        let found = self.search(Engine::think, self.engine.scale(), control)?;
        self.play(found.as_ref(), 1, control)
    }

    /// A move of the book, if it has one.
    #[cfg(feature = "library")]
    fn move_of_book(&mut self, control: &Control) -> io::Result<Option<Iteration>> {
        let Some(advice) = self.info.book.choose(&mut self.engine, control) else {
            return Ok(None);
        };
        if !self.info.is_quiet {
            let name = square_name(advice.square, self.engine.board().height());
            let share = 100.0 * advice.share;
            self.say(&format!("MESSAGE book {name} winrate {share:.1}"))?;
        }
        let found = Iteration::unsearched(advice.square, control.elapsed());
        Ok(Some(found))
    }

    /// Answers a question about the library.
    #[cfg(feature = "library")]
    fn answer_about_database(&mut self, command: &DatabaseCommand) -> io::Result<()> {
        let game = Game {
            empty: &emptied(self.engine.board()),
            rule: self.engine.options().rule,
            axes: self.info.axes,
        };
        let database = &mut self.database;
        if database.path.is_none() {
            database.path = self.info.book.path().map(Path::to_path_buf);
        }
        database.is_read_only = self.info.is_database_read_only;
        for line in database.answers(command, game) {
            self.say(&format!("MESSAGE {line}"))?;
        }
        Ok(())
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

    /// Places the stones that balance the position and sends them.
    fn balance(&mut self, stones: usize, bias: i32, control: &Control) -> io::Result<()> {
        let balance = |engine: &mut Engine, control: &Control, report: &(dyn Fn(Event) + Sync)| {
            engine.balance(stones, bias, control, report)
        };
        let scale = self.engine.balance_scale(stones);
        let found = self.search(balance, scale, control)?;
        self.play(found.as_ref(), stones, control)
    }

    /// Lets the engine search, and sends what the manager wants to know of it;
    /// `scale` is that of its scores.
    fn search(
        &mut self,
        search: impl Fn(&mut Engine, &Control, &(dyn Fn(Event) + Sync)) -> Option<Iteration>,
        scale: Scale,
        control: &Control,
    ) -> io::Result<Option<Iteration>> {
        let style = Style {
            detail: self.info.detail,
            messages: self.messages(),
            height: self.engine.board().height(),
            scale,
            lines: self.engine.options().lines,
            axes: self.info.axes,
        };
        if let Some(line) = style.opening() {
            self.say(line)?;
        }
        let output = &self.output;
        let report = |event: Event| {
            for line in style.lines(event) {
                // The output is closed: the move will not be read either.
                if output.say(&line).is_err() {
                    control.stop();
                }
            }
        };
        let found = search(&mut self.engine, control, &report);
        // A late move may be accepted, but a late message can lose the game.
        let time = self.engine.options().move_time();
        let in_time = time.is_none_or(|time| control.elapsed() < time);
        if let Some(line) = found.as_ref().and_then(|found| style.closing(found))
            && in_time
        {
            self.say(&line)?;
        }
        Ok(found)
    }

    /// Which messages a search has.
    fn messages(&self) -> Messages {
        let time = self.engine.options().move_time();
        let hurries = time.is_some_and(|time| time < LEAST_TIME_FOR_MESSAGES);
        match self.info.is_quiet {
            true => Messages::None,
            false if self.graphical => Messages::Iterations,
            false if hurries => Messages::None,
            false => Messages::Summary,
        }
    }

    /// Plays the first stones of a PV and sends them.
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

    /// Tells a graphical program of the engine.
    fn show_info(&mut self) -> io::Result<()> {
        self.graphical = true;
        self.say(concat!("MESSAGE Tengen ", env!("CARGO_PKG_VERSION")))?;
        self.say(&format!("MESSAGE INFO MAX_THREAD_NUM {MOST_THREADS}"))?;
        self.say(&format!("MESSAGE INFO MAX_HASH_SIZE {MAX_HASH_SIZE}"))
    }

    /// Answers in a swap2 opening with these stones. They are not placed: a `BOARD`
    /// follows. Stones that cannot be right get an answer too, since the game would
    /// be lost without one.
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

    /// Answers a step of a dialogue about an opening. The stones are not placed.
    fn answer_step(
        &mut self,
        name: &str,
        state: &OpeningState,
        control: &Control,
    ) -> io::Result<()> {
        let turn = self.engine.opening_turn(state, rand::random(), control);
        self.info.spend(control.elapsed());
        for answer in answers(state, &turn.actions, self.info.axes) {
            self.say(&format!("MESSAGE {name} {answer}"))?;
        }
        Ok(())
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
        self.output.say(line)
    }
}
