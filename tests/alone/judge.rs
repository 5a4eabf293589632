//! Conversations as GomocupJudge holds them, which runs Gomocup: it sends
//! everything at once, never waits for `OK`, never says `BEGIN`, suspends the
//! program between moves and counts its memory (Linux only).
//!
//! Every question has exactly one answer: one more would be taken for the next
//! question's, or be found at the end, where nothing may be left.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::common::driver::{Brain, ms, timed};
use crate::common::rng;
use crate::common::table::{LEAGUES, League, block, turn};
use rand::Rng;
use tengen::board::Board;

/// How much later than its limit a move may come, in milliseconds: what the
/// judge allows.
const TOLERANCE: u64 = 1_000;
/// The judge kills a program that is still running after this many milliseconds.
const EXIT_LIMIT: u64 = 500;

/// GomocupJudge with a game.
struct Judge {
    brain: Brain,
    league: League,
    board: Board,
    /// Milliseconds for every move.
    turn: u64,
    /// Milliseconds for what is left of the game.
    left: i64,
    /// Bytes for the program and all processes that it starts.
    memory: u64,
    peak: u64,
    slowest: Duration,
    folder: PathBuf,
    /// The program has been asked for a move of this game before.
    knows_the_game: bool,
}

impl Judge {
    /// Starts the program, with these milliseconds for a move and for the
    /// game, and suspends it at once.
    fn start(league: League, board: Board, (turn, left): (u64, i64), memory: u64) -> Judge {
        let name = format!("judge {} {memory}", std::process::id());
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&folder).expect("a folder for the program");
        let mut brain = Brain::start();
        let start = format!(
            "START {}\r\nINFO timeout_turn {turn}\r\nINFO timeout_match {left}\r\n\
             INFO max_memory {memory}\r\nINFO game_type 3\r\nINFO rule {}\r\n\
             INFO folder {}\r\n",
            league.side,
            league.mask,
            folder.display()
        );
        brain.send_bytes(start.as_bytes());
        brain.suspend();
        Judge {
            brain,
            league,
            board,
            turn,
            left,
            memory,
            peak: 0,
            slowest: Duration::ZERO,
            folder,
            knows_the_game: false,
        }
    }

    /// Lets the program make its move, a while after it was told to; says
    /// whether the game is over.
    fn ask(&mut self, pause: u64) -> bool {
        let command = match self.knows_the_game {
            false => block(&self.board, "\r\n"),
            true => turn(&self.board) + "\r\n",
        };
        let limit = self.left.min(self.turn as i64).max(0) as u64;
        let question = format!("INFO time_left {}\r\n{command}", self.left);
        self.brain.send_bytes(question.as_bytes());
        sleep(ms(pause));
        let since = Instant::now();
        self.brain.resume();
        if !self.knows_the_game {
            // The judge skips every line that is not a move.
            self.brain.expect("OK");
            self.knows_the_game = true;
        }
        let (point, time) = self.brain.timed_move(since, limit + TOLERANCE);
        let delay = self.brain.delay();
        self.brain.suspend();
        // A second move for the same question would be the next one's answer.
        self.brain.assert_silent(20);
        // The clock stands still while the machine does something else.
        self.left -= time.saturating_sub(delay).as_millis() as i64;
        self.slowest = self.slowest.max(time);
        self.peak = self.peak.max(self.brain.unique_memory());
        self.league.place(&mut self.board, point).is_some()
    }

    /// Says `END` and waits until it would kill the program.
    fn end(mut self) {
        self.brain.resume();
        let most = self.brain.peak_memory().max(self.peak);
        self.brain.finish(EXIT_LIMIT);
        assert!(
            most < self.memory,
            "{most} bytes in use, {} allowed",
            self.memory
        );
        let (rule, side, stones) = (self.league.rule, self.league.side, self.board.moves().len());
        println!(
            "{rule} {side}: {stones} stones, slowest {:?} of {} ms, {} (and files {}) of {} MiB",
            self.slowest,
            self.turn,
            self.peak >> 20,
            most >> 20,
            self.memory >> 20
        );
        let left_over = fs::read_dir(&self.folder).expect("the folder").count();
        let _ = fs::remove_dir_all(&self.folder);
        assert_eq!(left_over, 0, "nothing is to be stored");
    }
}

/// Every league, also with nothing on the board, where the judge says `BOARD`
/// all the same; some moves each against random ones.
#[test]
fn gomocup_judge() {
    let _timed = timed();
    for (seed, league) in LEAGUES.into_iter().enumerate() {
        let rng = &mut rng(seed as u64);
        let memory = [367_001_600, 83_886_080][seed % 2];
        let board = league.opening([0, 3, 5, 4, 0, 6][seed], rng);
        let mut judge = Judge::start(league, board, (100, 60_000), memory);
        for _ in 0..3 {
            let over = judge.ask(rng.random_range(0..100));
            if over || league.random_answer(&mut judge.board, rng) {
                break;
            }
        }
        judge.end();
    }
}

/// The program must get along with its time, frozen or not: more moves than it
/// has turns of full length.
#[test]
fn gomocup_judge_with_little_time_for_the_game() {
    let _timed = timed();
    let rng = &mut rng(7);
    let league = LEAGUES[1];
    let mut judge = Judge::start(league, league.opening(4, rng), (1_000, 1_000), 83_886_080);
    for _ in 0..12 {
        if judge.ask(30) || league.random_answer(&mut judge.board, rng) {
            break;
        }
    }
    assert!(judge.left > 0, "{} ms over its time", -judge.left);
    judge.end();
}
