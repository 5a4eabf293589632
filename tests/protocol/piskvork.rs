//! Conversations as Piskvork 9 holds them: both outputs of the program are one
//! pipe, every answer is waited for, and a user may take moves back, ask for
//! the move at once and move the mouse.
//!
//! Every question has exactly one answer: one more would be taken for the next
//! question's, or be found at the end, where nothing may be left.

use std::time::{Duration, Instant};

use crate::common::driver::{Brain, HANG, coordinates, is_message, ms, timed};
use crate::common::rng;
use crate::common::table::{LEAGUES, League, Point, block, board_of, last, point, quiet, turn};
use tengen::board::Board;
use tengen::rules::Outcome;

/// How much later than its limit a move may come: what Piskvork allows.
const TOLERANCE: u64 = 1_000;
/// A move that is wanted at once must come within this, in milliseconds.
const STOP_LIMIT: u64 = 500;
/// Piskvork kills a program that is still running after this many milliseconds.
const EXIT_LIMIT: u64 = 700;
/// The longest line that Piskvork reads.
const LONGEST_LINE: usize = 8_000;

/// Piskvork with a game.
struct Piskvork {
    brain: Brain,
    league: League,
    board: Board,
    /// Milliseconds.
    turn: u64,
    left: i64,
    /// The program knows the position but for the last stone.
    follows: bool,
}

impl Piskvork {
    /// Starts the program and a game in it.
    fn start(league: League, board: Board, turn: u64) -> Piskvork {
        let mut piskvork = Piskvork {
            brain: Brain::start_joined(),
            league,
            board,
            turn,
            left: 600_000,
            follows: false,
        };
        piskvork.command(&format!("START {}", league.side));
        for info in [
            "max_memory 1048576000".to_string(),
            format!("timeout_match {}", piskvork.left),
            format!("timeout_turn {turn}"),
            "game_type 0".to_string(),
            format!("rule {}", league.mask),
            format!("time_left {}", piskvork.left),
            "folder C:\\Program Files\\piskvork".to_string(),
        ] {
            piskvork.send(&format!("INFO {info}"));
        }
        piskvork
    }

    fn send(&mut self, line: &str) {
        self.brain.send_bytes(format!("{line}\r\n").as_bytes());
    }

    /// The next line but for messages, as it is.
    fn reply(&self, limit: u64) -> String {
        let since = Instant::now();
        loop {
            let line = self.brain.line_within(since, limit);
            let line = line.expect("an answer").text;
            assert!(line.len() < LONGEST_LINE, "a line of {}", line.len());
            if !is_message(&line) {
                return line;
            }
        }
    }

    /// `START`, `RESTART` or `TAKEBACK`: any answer but this word alone would
    /// end the game.
    fn command(&mut self, line: &str) {
        self.send(line);
        assert_eq!(self.reply(HANG), "OK", "{line}");
    }

    /// Asks for a move in the way that fits.
    fn ask(&mut self) {
        let command = match (self.board.moves().len(), self.follows) {
            (0, _) => "BEGIN".to_string(),
            (1, _) | (_, true) => turn(&self.board),
            _ => block(&self.board, "\r\n").trim_end().to_string(),
        };
        self.follows = true;
        self.send(&command);
    }

    /// Waits for a move and puts it on the board.
    fn hear(&mut self, limit: u64) -> (Option<Outcome>, Duration) {
        let since = Instant::now();
        let line = self.reply(limit);
        let time = since.elapsed();
        let point = coordinates(&line).unwrap_or_else(|| panic!("'{line}' is no move"));
        self.left -= time.as_millis() as i64;
        (self.league.place(&mut self.board, point), time)
    }

    /// A move of the program; says whether the game is over.
    fn play(&mut self) -> bool {
        self.send(&format!("INFO time_left {}", self.left));
        self.ask();
        self.hear(self.turn + TOLERANCE).0.is_some()
    }

    /// A move of the user.
    fn user_plays(&mut self, (x, y): Point) {
        let square = self.board.square(x, y).expect("a square");
        self.board.place(square);
    }

    /// The user takes this many stones back, the newest first.
    fn undo(&mut self, stones: usize) {
        for _ in 0..stones {
            let (x, y) = last(&self.board);
            self.command(&format!("TAKEBACK {x},{y}"));
            self.board.undo();
        }
    }

    /// Another position, which does not follow from the one on the board.
    fn restart(&mut self, board: Board) {
        self.command("RESTART");
        self.board = board;
        self.follows = false;
    }

    /// Says `END`, closes the pipe and waits.
    fn end(mut self) {
        let since = Instant::now();
        self.send("END");
        self.brain.close_input();
        self.brain.exit_within(since, EXIT_LIMIT);
    }
}

/// A search that would go on for a minute.
fn thinking() -> Piskvork {
    let mut piskvork = Piskvork::start(LEAGUES[0], quiet(15), 60_000);
    piskvork.ask();
    piskvork.brain.assert_silent(250);
    piskvork
}

/// In every league, beginning with 0 to 3 stones: two moves are taken back on
/// the way, and a new game follows in the same process.
#[test]
fn games_with_a_user() {
    let _timed = timed();
    for (index, league) in LEAGUES.into_iter().enumerate() {
        let rng = &mut rng(index as u64);
        let opening = league.opening(index % 4, rng);
        let mut piskvork = Piskvork::start(league, opening, 40);
        for number in 0..6 {
            if piskvork.play() {
                break;
            }
            if number == 3 {
                piskvork.undo(2);
            }
            if league.random_answer(&mut piskvork.board, rng) {
                break;
            }
        }
        piskvork.restart(league.opening(index % 3 + 2, rng));
        piskvork.play();
        piskvork.end();
    }
}

/// The user takes back everything, and the program opens again; then it is
/// the other way round.
#[test]
fn a_whole_game_is_taken_back() {
    let _timed = timed();
    let mut piskvork = Piskvork::start(LEAGUES[0], board_of(15, &[]), 40);
    piskvork.play();
    for answer in [(0, 0), (14, 0), (0, 14)] {
        piskvork.user_plays(answer);
        piskvork.play();
    }
    piskvork.undo(7);
    assert_eq!(piskvork.board.stone_count(), 0);
    piskvork.play();
    piskvork.undo(1);
    piskvork.user_plays((7, 7));
    piskvork.play();
    piskvork.user_plays((0, 7));
    piskvork.play();
    piskvork.end();
}

/// What was taken back is not there any more: the four is still to be
/// completed, the other end of it to be blocked.
#[test]
fn stones_that_were_taken_back_do_not_count() {
    let _timed = timed();
    let four = [
        (3, 5),
        (2, 5),
        (4, 5),
        (3, 9),
        (5, 5),
        (5, 9),
        (6, 5),
        (7, 9),
    ];
    let mut piskvork = Piskvork::start(LEAGUES[0], board_of(15, &four), 40);
    assert!(piskvork.play(), "the five");
    assert_eq!(last(&piskvork.board), (7, 5));
    // The program's five, and the user's stone before it, for a better one.
    piskvork.undo(2);
    piskvork.user_plays((7, 5));
    piskvork.play();
    assert_ne!(last(&piskvork.board), (7, 5));
    piskvork.undo(2);
    piskvork.user_plays((9, 9));
    assert!(piskvork.play(), "the five");
    assert_eq!(last(&piskvork.board), (7, 5));
    piskvork.end();
}

/// `RESTART` keeps the settings: under the rule of exactly five, the six at h13
/// is no win.
#[test]
fn a_restart_keeps_the_rule() {
    let _timed = timed();
    let stones = [
        (7, 7),
        (7, 8),
        (8, 7),
        (7, 9),
        (6, 7),
        (7, 10),
        (9, 12),
        (7, 11),
        (6, 13),
        (7, 13),
        (8, 14),
    ];
    let mut piskvork = Piskvork::start(LEAGUES[2], board_of(15, &[(7, 7), (8, 8)]), 200);
    piskvork.play();
    piskvork.restart(board_of(15, &stones));
    piskvork.play();
    let found = last(&piskvork.board);
    assert!(matches!(found, (5, 7) | (9, 7)), "{found:?}");
    piskvork.end();
}

/// "Play now": the limit is none for a moment, and the usual one afterwards.
#[test]
fn the_user_wants_the_move_at_once() {
    let _timed = timed();
    let mut piskvork = thinking();
    piskvork.send("INFO timeout_turn 0");
    piskvork.hear(STOP_LIMIT);
    piskvork.send("INFO timeout_turn 400");
    piskvork.turn = 400;
    piskvork.user_plays(point(piskvork.league.reply(&piskvork.board)));
    piskvork.ask();
    let (_, time) = piskvork.hear(400 + TOLERANCE);
    assert!(time >= ms(200), "the search was cut short");
    piskvork.brain.assert_silent(100);
    piskvork.end();
}

/// Piskvork sends every move of the mouse over the board while the program thinks.
#[test]
fn the_mouse_moves() {
    let _timed = timed();
    let mut piskvork = thinking();
    for step in 0..200 {
        piskvork.send(&format!("INFO evaluate {},{}", step % 15, step / 15));
    }
    piskvork.brain.assert_silent(200);
    piskvork.send("INFO timeout_turn 0");
    piskvork.hear(STOP_LIMIT);
    for _ in 0..20 {
        piskvork.send("INFO evaluate 3,4");
    }
    piskvork.brain.assert_silent(100);
    piskvork.end();
}

#[test]
fn the_window_is_closed() {
    let _timed = timed();
    // The move is not read by anybody any more, but there is one.
    let mut piskvork = thinking();
    let since = Instant::now();
    piskvork.send("END");
    piskvork.brain.close_input();
    piskvork.hear(EXIT_LIMIT);
    piskvork.brain.exit_within(since, EXIT_LIMIT);
    // With nothing to do, in a game and before one.
    let mut piskvork = Piskvork::start(LEAGUES[1], quiet(20), 30);
    piskvork.play();
    piskvork.end();
    let mut brain = Brain::start_joined();
    brain.send_ok("START 20");
    brain.finish(EXIT_LIMIT);
}

/// Lines as long as Piskvork's buffer: one answer if they are commands, none
/// if they stand in a block.
#[test]
fn long_lines() {
    let _timed = timed();
    let mut piskvork = Piskvork::start(LEAGUES[0], quiet(15), 40);
    for start in ["", "TURN ", "NONSENSE ", "8,8,"] {
        piskvork.send(&format!("{start}{}", "x1,".repeat(LONGEST_LINE / 3)));
        let reply = piskvork.reply(HANG);
        let refused = reply.starts_with("UNKNOWN ") || reply.starts_with("ERROR ");
        assert!(refused, "{reply}");
    }
    let long = "9".repeat(LONGEST_LINE);
    piskvork.send(&format!("INFO {long} {long}"));
    piskvork.send(&format!("INFO timeout_turn 40 {long}"));
    let block = block(&piskvork.board, "\r\n");
    let block = block.replacen("\r\n", &format!("\r\n{long},{long},1\r\n{long}\r\n"), 1);
    piskvork.send(block.trim_end());
    piskvork.hear(40 + TOLERANCE);
    piskvork.end();
}
