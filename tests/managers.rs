//! Whole conversations as the managers hold them: GomocupJudge, which sends
//! everything at once and suspends the program between moves; Piskvork, which
//! waits for every answer; and whole games between two processes, judged by
//! the referee.
//!
//! `TENGEN_GAMES` is the number of games for every rule (1), or only for the one
//! that `TENGEN_RULE` names by the number of `INFO rule`; `TENGEN_MOVE_MS`
//! the time for a move in them (20). Late moves are counted, and end the test
//! if `TENGEN_STRICT` is set.

mod common;
mod driver;

use std::fmt::Debug;
use std::str::FromStr;
use std::time::{Duration, Instant};

use common::{random_square, rng};
use driver::{Brain, alone, ms};
use rand::rngs::StdRng;
use tengen::board::{Board, notation};
use tengen::rules::{self, Outcome};
use tengen::types::{Rule, Square};

/// How much later than its limit a move may come on a busy machine.
const TOLERANCE: u64 = 150;

/// A league: what `INFO rule` says, what it means, and the size of the board.
#[derive(Clone, Copy)]
struct League {
    mask: i32,
    rule: Rule,
    side: usize,
}

const LEAGUES: [League; 6] = [
    League {
        mask: 0,
        rule: Rule::Freestyle,
        side: 15,
    },
    League {
        mask: 0,
        rule: Rule::Freestyle,
        side: 20,
    },
    League {
        mask: 1,
        rule: Rule::Standard,
        side: 15,
    },
    League {
        mask: 4,
        rule: Rule::Renju,
        side: 15,
    },
    League {
        mask: 8,
        rule: Rule::CaroOverline,
        side: 15,
    },
    League {
        mask: 9,
        rule: Rule::Caro,
        side: 15,
    },
];

impl League {
    /// A board with a few random stones.
    fn opening(&self, stones: usize, rng: &mut StdRng) -> Board {
        let mut board = Board::new(self.side, self.side).expect("a size of a league");
        for _ in 0..stones {
            let square = random_square(&board, rng).expect("an empty square");
            board.place(square);
        }
        board
    }

    /// Puts the program's move on the board. A foul is accepted only if there
    /// is nothing else to play.
    fn place(&self, board: &mut Board, (x, y): (i32, i32)) -> Option<Outcome> {
        let square = board.square(x, y).filter(|&square| board.is_empty(square));
        let square = square.unwrap_or_else(|| panic!("{x},{y} is illegal\n{}", drawn(board)));
        let before = board.clone();
        board.place(square);
        let outcome = rules::outcome(board, self.rule);
        if let Some(Outcome::Foul(kind)) = outcome {
            let is_foul = |square: Square| rules::forbidden(&before, square).is_some();
            let forced = before.empty().into_iter().all(is_foul);
            assert!(forced, "{x},{y} is a {kind}\n{}", drawn(&before));
        }
        outcome
    }
}

fn drawn(board: &Board) -> String {
    let moves = notation::moves_text(board);
    format!("{}{moves}", notation::diagram(board, |_| None))
}

/// The position as a `BOARD` block for the side to move.
fn block(board: &Board, line_end: &str) -> String {
    let last = board.moves().len();
    let mut text = format!("BOARD{line_end}");
    for (turn, square) in board.moves().iter().enumerate() {
        let square = square.expect("no passes here");
        let field = 2 - (last - turn + 1) % 2;
        text.push_str(&format!("{},{},{field}{line_end}", square.x(), square.y()));
    }
    text + "DONE" + line_end
}

fn turn(board: &Board) -> String {
    let last = board.moves().last().copied().flatten().expect("a stone");
    format!("TURN {},{}", last.x(), last.y())
}

/// The opponent's stone; says whether the game is over with it.
fn random_answer(league: League, board: &mut Board, rng: &mut StdRng) -> bool {
    let Some(square) = random_square(board, rng) else {
        return true;
    };
    board.place(square);
    rules::outcome(board, league.rule).is_some()
}

/// A number from an environment variable.
fn setting<T: FromStr<Err: Debug>>(name: &str, default: T) -> T {
    let value = std::env::var(name).ok();
    value.map_or(default, |text| text.parse().expect(name))
}

/// Plays as GomocupJudge does, with some moves against random ones, and with
/// so much memory allowed.
#[cfg(target_os = "linux")]
fn judge(league: League, memory: u64, seed: u64) {
    use rand::Rng;
    const LIMIT: u64 = 200;
    let (side, mask) = (league.side, league.mask);
    let rng = &mut rng(seed);
    let mut board = league.opening(3, rng);
    let mut left: i64 = 60_000;
    let mut slowest = Duration::ZERO;
    let mut brain = Brain::start();
    let start = format!(
        "START {side}\r\nINFO timeout_turn {LIMIT}\r\nINFO timeout_match {left}\r\n\
         INFO max_memory {memory}\r\nINFO game_type 3\r\nINFO rule {mask}\r\n\
         INFO folder /tmp/pbrain-tengen folder\r\n"
    );
    brain.send_bytes(start.as_bytes());
    brain.suspend();
    for number in 0..10 {
        let command = match number {
            0 => block(&board, "\r\n"),
            _ => turn(&board) + "\r\n",
        };
        brain.send_bytes(format!("INFO time_left {left}\r\n{command}").as_bytes());
        std::thread::sleep(ms(rng.random_range(0..300)));
        let since = Instant::now();
        brain.resume();
        let (point, time) = loop {
            let wait = ms(LIMIT + TOLERANCE).saturating_sub(since.elapsed());
            let line = brain
                .line(wait)
                .unwrap_or_else(|| panic!("move {number} is late"));
            // The judge skips all that is no move, `OK` above all.
            if let Some(point) = driver::coordinates(&line.text) {
                break (point, line.at - since);
            }
        };
        brain.suspend();
        println!("  move {number}: {:.1} ms", time.as_secs_f64() * 1e3);
        slowest = slowest.max(time);
        left -= time.as_millis() as i64;
        let over = league.place(&mut board, point).is_some();
        let peak = brain.peak_memory();
        assert!(peak < memory, "{peak} bytes in use, {memory} allowed");
        if over || random_answer(league, &mut board, rng) {
            break;
        }
    }
    let peak = brain.peak_memory() >> 20;
    println!(
        "{} {side}: slowest {slowest:?}, {peak} of {} MiB",
        league.rule,
        memory >> 20
    );
    brain.resume();
    brain.finish(500);
}

#[test]
#[cfg(target_os = "linux")]
fn gomocup_judge() {
    let _alone = alone();
    let mut seed = 0;
    for league in [LEAGUES[1], LEAGUES[3]] {
        for memory in [83_886_080, 367_001_600] {
            seed += 1;
            judge(league, memory, seed);
        }
    }
}

/// The table must not be larger than allowed even when it is full: one longer
/// search with little memory.
#[test]
#[cfg(target_os = "linux")]
fn memory_stays_below_its_limit() {
    let _alone = alone();
    for memory in [33_554_432, 83_886_080] {
        let mut brain = Brain::start();
        brain.send_ok("START 20");
        brain.send(&format!("INFO max_memory {memory}"));
        brain.send("INFO timeout_turn 3000");
        brain.send(&block(&LEAGUES[1].opening(5, &mut rng(1)), "\n"));
        brain.move_within(3_000 + TOLERANCE);
        let peak = brain.peak_memory();
        println!("{} of {} MiB after 3 s", peak >> 20, memory >> 20);
        assert!(peak < memory, "{peak} bytes in use, {memory} allowed");
        brain.finish(500);
    }
}

/// Plays as Piskvork does; the program is the first or the second player or
/// gets an opening. Afterwards two moves are undone, and there is a new game.
fn piskvork(league: League, opening: usize, seed: u64) {
    const LIMIT: u64 = 50;
    let rng = &mut rng(seed);
    let mut board = league.opening(opening, rng);
    let mut brain = Brain::start();
    brain.send_ok(&format!("START {}", league.side));
    for info in ["max_memory 367001600", "timeout_match 30000", "game_type 1"] {
        brain.send(&format!("INFO {info}"));
    }
    brain.send(&format!("INFO timeout_turn {LIMIT}"));
    brain.send(&format!("INFO rule {}", league.mask));
    let mut left: i64 = 30_000;
    for number in 0..8 {
        brain.send(&format!("INFO time_left {left}"));
        let since = Instant::now();
        match (number, board.moves().len()) {
            (_, 0) => brain.send("BEGIN"),
            (0, 2..) => brain.send(&block(&board, "\n")),
            _ => brain.send(&turn(&board)),
        }
        let (point, time) = brain.timed_move(since, LIMIT + TOLERANCE);
        left -= time.as_millis() as i64;
        if league.place(&mut board, point).is_some() {
            break;
        }
        if number == 4 {
            // The user takes two moves back and plays something else.
            for _ in 0..2 {
                let square = board.undo().flatten().expect("a stone");
                brain.send_ok(&format!("TAKEBACK {},{}", square.x(), square.y()));
            }
        }
        if random_answer(league, &mut board, rng) {
            break;
        }
    }
    brain.send_ok("RESTART");
    brain.send("INFO time_left 30000");
    brain.send(&block(&league.opening(4, rng), "\n"));
    brain.move_within(LIMIT + TOLERANCE);
    brain.send("END");
    let since = Instant::now();
    brain.close_input();
    brain.exit_within(since, 700);
}

#[test]
fn piskvork_manager() {
    let _alone = alone();
    for (index, league) in LEAGUES.into_iter().enumerate() {
        piskvork(league, index % 4, index as u64);
    }
}

/// How a game between two processes went.
struct Game {
    moves: usize,
    outcome: Outcome,
    /// The slowest of both programs' first moves, and of all others.
    slowest: [Duration; 2],
    late: usize,
}

/// Plays a game at this many milliseconds a move.
fn play_game(league: League, seed: u64, limit: u64) -> Game {
    let mut board = league.opening(3, &mut rng(seed));
    let mut brains = [Brain::start(), Brain::start()];
    for brain in &mut brains {
        brain.send_ok(&format!("START {}", league.side));
        brain.send(&format!("INFO timeout_turn {limit}"));
        brain.send("INFO timeout_match 0");
        brain.send("INFO max_memory 83886080");
        brain.send(&format!("INFO rule {}", league.mask));
    }
    let (mut slowest, mut late) = ([Duration::ZERO; 2], 0);
    for number in 0.. {
        let brain = &mut brains[number % 2];
        brain.send("INFO time_left 2147483647");
        let command = match number {
            0 | 1 => block(&board, "\n"),
            _ => turn(&board),
        };
        let since = Instant::now();
        brain.send(&command);
        let (point, time) = brain.timed_move(since, limit + 3_000);
        let slowest_yet = &mut slowest[usize::from(number > 1)];
        *slowest_yet = time.max(*slowest_yet);
        late += usize::from(time > ms(limit + 50));
        if let Some(outcome) = league.place(&mut board, point) {
            for brain in &mut brains {
                brain.finish(500);
            }
            let moves = board.moves().len();
            return Game {
                moves,
                outcome,
                slowest,
                late,
            };
        }
    }
    unreachable!("the board is full at some time")
}

#[test]
fn games_between_two_processes() {
    let _alone = alone();
    let games: u64 = setting("TENGEN_GAMES", 1);
    let limit: u64 = setting("TENGEN_MOVE_MS", 20);
    let mask: i32 = setting("TENGEN_RULE", -1);
    let wanted = |league: &League| mask < 0 || league.mask == mask;
    let mut late = 0;
    for league in LEAGUES.into_iter().filter(wanted) {
        let (mut slowest, mut moves) = ([Duration::ZERO; 2], 0);
        let mut ends = [0; 4];
        for seed in 0..games {
            let game = play_game(league, 1 + seed, limit);
            for (slowest, time) in slowest.iter_mut().zip(game.slowest) {
                *slowest = time.max(*slowest);
            }
            moves += game.moves;
            late += game.late;
            ends[match game.outcome {
                Outcome::Five(color) => color.index(),
                Outcome::Draw => 2,
                Outcome::Foul(_) => 3,
            }] += 1;
        }
        let [black, white, draws, fouls] = ends;
        let [first, later] = slowest.map(|time| time.as_secs_f64() * 1e3);
        println!(
            "{} {}: {games} games, {moves} moves, black {black} white {white} draws {draws} \
             fouls {fouls}, slowest first move {first:.1} ms, later {later:.1} ms",
            league.rule, league.side,
        );
    }
    println!("{late} late moves");
    let strict = std::env::var_os("TENGEN_STRICT").is_some();
    assert!(
        late == 0 || !strict,
        "{late} moves came more than 50 ms late"
    );
}
