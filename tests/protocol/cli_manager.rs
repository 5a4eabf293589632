//! Matches as c-gomoku-cli plays them: line feeds only, all games of a match in
//! one process, limits of depth and nodes, a clock with an increment that shows
//! only in `time_left`.
//!
//! Every question has exactly one answer: one more would be taken for the next
//! question's, or be found at the end, where nothing may be left.

use std::time::{Duration, Instant};

use crate::common::driver::{Brain, PATIENCE, timed};
use crate::common::rng;
use crate::common::table::{LEAGUES, League, Point, block, quiet, turn};
use rand::rngs::StdRng;
use tengen::board::Board;

/// How much later than its limit a line may come, in milliseconds: for
/// `tolerance` the manager's default is three seconds.
const TOLERANCE: u64 = 3_000;
/// What `time_left` says if there is no limit for the match.
const NO_LIMIT: i64 = 2_147_483_647;

/// What the manager is told about an engine (`tc=match/turn+inc`, `depth`,
/// `nodes`, `memory`, `thread`, `option.X=Y`); 0 means not told.
#[derive(Clone, Copy, Default)]
struct EngineOptions {
    match_ms: u64,
    turn_ms: u64,
    increment: u64,
    depth: u32,
    nodes: u64,
    threads: u32,
    custom: &'static [&'static str],
    /// Without `-sendbyboard`.
    use_turn: bool,
}

impl EngineOptions {
    /// In the manager's order.
    fn infos(&self, league: League) -> Vec<String> {
        let given = |key: &str, value: u64| (value > 0).then(|| format!("{key} {value}"));
        let mut infos = vec![format!("rule {}", league.mask)];
        infos.extend(given("timeout_turn", self.turn_ms));
        infos.push(format!("timeout_match {}", self.match_ms));
        infos.extend(given("max_depth", self.depth.into()));
        infos.extend(given("max_node", self.nodes));
        infos.push("max_memory 367001600".to_string());
        infos.extend(given("thread_num", self.threads.into()));
        infos.extend(self.custom.iter().map(|option| option.replace('=', " ")));
        infos
    }

    /// How long a move may take.
    fn limit(&self, left: i64) -> u64 {
        let left = left.max(0) as u64;
        match (self.turn_ms, self.match_ms) {
            // Depth or nodes end the search.
            (0, 0) => 0,
            (0, _) => left,
            (turn, 0) => turn,
            (turn, _) => turn.min(left),
        }
    }
}

/// The manager with one engine that plays against random moves.
struct Cli {
    brain: Brain,
    options: EngineOptions,
    /// The least that was ever left of a game's time.
    least_left: i64,
}

impl Cli {
    /// Starts the program. With `-log` stderr is read as if it was stdout.
    fn start(options: EngineOptions, log: bool) -> Cli {
        let brain = if log {
            Brain::start_joined()
        } else {
            Brain::start()
        };
        let mut cli = Cli {
            brain,
            options,
            least_left: NO_LIMIT,
        };
        cli.about();
        cli
    }

    /// The answer is the first line that is no message, debug line or the like.
    fn about(&mut self) {
        self.brain.send("ABOUT");
        let line = loop {
            let line = self.brain.line(PATIENCE).expect("an answer").text;
            let named = ["MESSAGE", "DEBUG", "UNKNOWN", "ERROR", "SUGGEST"];
            if !named.iter().any(|name| line.starts_with(name)) {
                break line;
            }
        };
        for key in ["name", "version", "author", "country"] {
            let value = line.split_once(&format!("{key}=\""));
            let value = value.and_then(|(_, rest)| rest.split_once('"'));
            assert!(value.is_some_and(|(value, _)| !value.is_empty()), "{line}");
        }
    }

    /// `START`, an `OK`, and the settings.
    fn new_game(&mut self, league: League) {
        self.brain.send_ok(&format!("START {}", league.side));
        for info in self.options.infos(league) {
            self.brain.send(&format!("INFO {info}"));
        }
    }

    /// A line that this manager takes for a move; no other is expected. How
    /// long it took, without the delay.
    fn best_move(&self, since: Instant, limit: u64) -> (Point, Duration) {
        let (point, time) = self.brain.timed_move(since, limit + TOLERANCE);
        let time = time.saturating_sub(self.brain.delay());
        self.brain.assert_silent(5);
        (point, time)
    }

    /// Plays a game of this many moves; the program has the first.
    fn game(&mut self, league: League, mut board: Board, moves: usize, rng: &mut StdRng) {
        self.new_game(league);
        let mut left = self.options.match_ms as i64;
        let mut can_use_turn = false;
        for _ in 0..moves {
            if self.options.match_ms > 0 {
                left += self.options.increment as i64;
            } else {
                left = NO_LIMIT;
            }
            self.brain.send(&format!("INFO time_left {left}"));
            let command = match board.stone_count() {
                0 => "BEGIN".to_string(),
                _ if self.options.use_turn && can_use_turn => turn(&board),
                _ => block(&board, "\n").trim_end().to_string(),
            };
            can_use_turn = true;
            let since = Instant::now();
            self.brain.send(&command);
            let (point, time) = self.best_move(since, self.options.limit(left));
            // The clock stands still while the machine does something else.
            left -= time.as_millis() as i64;
            self.least_left = self.least_left.min(left);
            let over = league.place(&mut board, point).is_some();
            if over || league.random_answer(&mut board, rng) {
                break;
            }
        }
    }

    /// Says `END` and waits, on Linux forever.
    fn end(mut self) {
        self.brain.finish(TOLERANCE);
    }
}

/// The rules take turns in one process, and so do boards and colours.
#[test]
fn a_match_with_changing_rules() {
    let _timed = timed();
    let options = EngineOptions {
        turn_ms: 40,
        use_turn: true,
        ..EngineOptions::default()
    };
    let mut cli = Cli::start(options, true);
    let rng = &mut rng(1);
    let leagues = [
        LEAGUES[0], LEAGUES[2], LEAGUES[3], LEAGUES[1], LEAGUES[3], LEAGUES[0],
    ];
    for (number, league) in leagues.into_iter().enumerate() {
        let board = league.opening(number % 4, rng);
        cli.game(league, board, 5, rng);
    }
    cli.end();
}

/// `-sendbyboard`: whole positions, and `BEGIN` for the empty board only.
#[test]
fn every_move_by_board() {
    let _timed = timed();
    let options = EngineOptions {
        turn_ms: 40,
        match_ms: 60_000,
        threads: 2,
        ..EngineOptions::default()
    };
    let mut cli = Cli::start(options, false);
    let rng = &mut rng(2);
    for league in [LEAGUES[0], LEAGUES[2], LEAGUES[3]] {
        cli.game(league, league.opening(0, rng), 6, rng);
    }
    cli.end();
}

/// No time is set, but depth or nodes; the program must not take its usual
/// time instead, nor think forever. Options that it does not have are none.
#[test]
fn limits_of_depth_and_nodes() {
    let _timed = timed();
    let limits = EngineOptions {
        use_turn: true,
        custom: &["evaluator=classical", "x=", "hash_size=16384"],
        ..EngineOptions::default()
    };
    let by_depth = EngineOptions { depth: 4, ..limits };
    let by_nodes = EngineOptions {
        nodes: 3_000,
        ..limits
    };
    let by_both = EngineOptions {
        threads: 2,
        nodes: 3_000,
        ..by_depth
    };
    let rng = &mut rng(3);
    for options in [by_depth, by_nodes, by_both] {
        let mut cli = Cli::start(options, true);
        cli.game(LEAGUES[3], LEAGUES[3].opening(3, rng), 5, rng);
        cli.game(LEAGUES[0], LEAGUES[0].opening(2, rng), 5, rng);
        cli.end();
    }
}

/// The time for the match runs down to little more than the increment; the
/// program is told only what is left.
#[test]
fn a_clock_with_an_increment() {
    let _timed = timed();
    let options = EngineOptions {
        match_ms: 600,
        increment: 120,
        use_turn: true,
        ..EngineOptions::default()
    };
    let mut cli = Cli::start(options, false);
    let rng = &mut rng(4);
    // Two games: the second has all its time again.
    for league in [LEAGUES[1], LEAGUES[3]] {
        cli.game(league, league.opening(4, rng), 14, rng);
    }
    assert!(cli.least_left > 0, "{} ms over its time", -cli.least_left);
    cli.end();
}

/// A whole game from an opening to its end, where the next one begins at once.
#[test]
fn a_game_to_its_end() {
    let _timed = timed();
    let options = EngineOptions {
        turn_ms: 15,
        use_turn: true,
        ..EngineOptions::default()
    };
    let mut cli = Cli::start(options, true);
    let rng = &mut rng(5);
    let league = LEAGUES[2];
    for _ in 0..2 {
        let board = league.opening(2, rng);
        cli.game(league, board, 120, rng);
    }
    cli.end();
}

/// Time is up when a message comes late: the manager says `YXSTOP` and waits
/// for the move, of which there must be one.
#[test]
fn the_manager_loses_its_patience() {
    let _timed = timed();
    let options = EngineOptions {
        turn_ms: 60_000,
        ..EngineOptions::default()
    };
    let mut cli = Cli::start(options, false);
    cli.new_game(LEAGUES[0]);
    let mut board = quiet(15);
    for _ in 0..2 {
        cli.brain.send(&format!("INFO time_left {NO_LIMIT}"));
        cli.brain.send(block(&board, "\n").trim_end());
        cli.brain.assert_silent(150);
        let since = Instant::now();
        cli.brain.send("YXSTOP");
        let (point, _) = cli.best_move(since, 0);
        LEAGUES[0].place(&mut board, point);
        LEAGUES[0].random_answer(&mut board, &mut rng(6));
    }
    cli.end();
}
