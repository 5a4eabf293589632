//! Whole games between two processes, judged by the referee, as every manager
//! plays them. How single managers differ is in the tests named after them.
//!
//! `TENGEN_GAMES` is the number of games for every rule (1), or only for the one
//! that `TENGEN_RULE` names by the number of `INFO rule`; `TENGEN_MOVE_MS`
//! the time for a move in them (10). Late moves are counted, and end the test
//! if `TENGEN_STRICT` is set.

use std::fmt::Debug;
use std::str::FromStr;
use std::time::{Duration, Instant};

use crate::common::driver::{Brain, HANG, ms, timed};
use crate::common::rng;
use crate::common::table::{LEAGUES, League, block, turn};
use tengen::rules::Outcome;

/// A number from an environment variable.
fn setting<T: FromStr<Err: Debug>>(name: &str, default: T) -> T {
    let value = std::env::var(name).ok();
    value.map_or(default, |text| text.parse().expect(name))
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
        let (point, time) = brain.timed_move(since, limit + HANG);
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
    let _timed = timed();
    let games: u64 = setting("TENGEN_GAMES", 1);
    let limit: u64 = setting("TENGEN_MOVE_MS", 10);
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
