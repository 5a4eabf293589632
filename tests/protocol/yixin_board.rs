//! Conversations as Yixin-Board holds them: squares as row and column, commands
//! in lower case, levels instead of times, the clock told once more while the
//! program thinks, forbidden points asked for while it ponders.
//!
//! Every search has exactly one answer, since the board counts those that it
//! must omit: one more would be taken for the next question's, or be found at
//! the end, where nothing may be left.

use std::collections::BTreeSet;
use std::time::Instant;

use crate::analysis::groups;
use crate::common::driver::{Answer, Brain, HANG, PATIENCE, timed};
use crate::common::rng;
use crate::common::table::{
    League, Point, YIXIN_LEAGUES, board_of, forbidden, last, quiet, stones,
};
use tengen::board::Board;
use tengen::rules::Outcome;
use tengen::types::Color;

/// How much later than its limit an answer may come, in milliseconds.
const TOLERANCE: u64 = 500;
/// A stop must be answered within this, in milliseconds.
const STOP_LIMIT: u64 = 500;
/// The most that a level of few nodes can take, in milliseconds.
const LEVEL_LIMIT: u64 = 10_000;
/// Renju, with the board's own number.
const RENJU: League = YIXIN_LEAGUES[2];

/// How the computer's strength is chosen.
#[derive(Clone, Copy)]
enum Level {
    /// So many nodes for a move, -1 for no limit.
    Nodes(i64),
    /// Milliseconds for a move and for the game, and what a move adds to it.
    Clock {
        turn: u64,
        game: i64,
        increment: u64,
    },
}

/// What is chosen when the program starts.
struct Setup<'a> {
    args: &'a [&'a str],
    league: League,
    level: Level,
    threads: u32,
    pondering: bool,
    /// Forget what was learnt before every move.
    clears_hash: bool,
}

impl Default for Setup<'_> {
    fn default() -> Self {
        Setup {
            args: &["--row-first"],
            league: RENJU,
            level: Level::Nodes(20_000),
            threads: 2,
            pondering: true,
            clears_hash: false,
        }
    }
}

/// The graphical program with a game.
struct YixinBoard {
    brain: Brain,
    league: League,
    level: Level,
    clears_hash: bool,
    board: Board,
    /// The colour that the program plays.
    computer: Color,
    /// The program does not know the position.
    needs_restart: bool,
    /// Milliseconds that the program has used, less its increments.
    used: i64,
}

impl YixinBoard {
    fn start(setup: Setup, board: Board) -> YixinBoard {
        let mut brain = Brain::start_with(setup.args);
        brain.send("info show_detail 3\nyxshowinfo\nSTART 15");
        let started = brain.answer(Instant::now(), HANG);
        assert_eq!(started.text, "OK");
        for (line, head) in started.told.iter().zip([
            "MESSAGE ",
            "MESSAGE INFO MAX_THREAD_NUM ",
            "MESSAGE INFO MAX_HASH_SIZE ",
        ]) {
            assert!(line.starts_with(head), "{line}");
        }
        assert_eq!(started.told.len(), 3);
        let computer = board.side_to_move();
        let mut yixin = YixinBoard {
            brain,
            league: setup.league,
            level: setup.level,
            clears_hash: setup.clears_hash,
            board,
            computer,
            needs_restart: true,
            used: 0,
        };
        yixin.set_level();
        for info in [
            "caution_factor 3".to_string(),
            format!("thread_num {}", setup.threads),
            "hash_size 65536".to_string(),
            format!("pondering {}", i32::from(setup.pondering)),
            "vcthread 0".to_string(),
            format!("rule {}", setup.league.mask),
        ] {
            yixin.brain.send(&format!("INFO {info}"));
        }
        yixin
    }

    /// `set_level`.
    fn set_level(&mut self) {
        let side = self.league.side;
        let infos = match self.level {
            Level::Clock {
                turn,
                game,
                increment,
            } => [
                format!("timeout_turn {turn}"),
                format!("timeout_match {game}"),
                format!("time_left {game}"),
                "max_node 1000000000".to_string(),
                format!("max_depth {}", side * side),
                format!("time_increment {increment}"),
            ],
            Level::Nodes(nodes) => [
                format!("max_node {nodes}"),
                "timeout_match 100000000".to_string(),
                "time_left 100000000".to_string(),
                "timeout_turn 2000000".to_string(),
                format!("max_depth {}", side * side),
                "time_increment 0".to_string(),
            ],
        };
        for info in infos {
            self.brain.send(&format!("INFO {info}"));
        }
    }

    /// What the clock shows.
    fn time_left(&self) -> String {
        let game = match self.level {
            Level::Clock { game, .. } => game,
            Level::Nodes(_) => 100_000_000,
        };
        format!("INFO time_left {}\n", game - self.used)
    }

    /// `send_board`.
    fn whole_board(&self, command: &str) -> String {
        let mut text = format!("start {}\n{command}\n", self.league.side);
        for ((x, y), field) in stones(&self.board) {
            text.push_str(&format!("{y},{x},{field}\n"));
        }
        text + "done\n"
    }

    /// Lets the program think about its move.
    fn think(&mut self) -> Instant {
        let mut text = self.time_left();
        if self.clears_hash {
            text.push_str("yxhashclear\n");
        }
        if self.needs_restart {
            text.push_str(&self.whole_board("board"));
            // Sent once more, by accident, while the program thinks.
            text.push_str(&self.time_left());
        } else {
            let (x, y) = last(&self.board);
            text.push_str(&format!("turn {y},{x}\n"));
        }
        let since = Instant::now();
        self.brain.send_bytes(text.as_bytes());
        if self.needs_restart {
            self.brain.expect("OK");
        }
        self.needs_restart = false;
        since
    }

    /// The program's move, which is put on the board.
    fn hear(&mut self, since: Instant, limit: u64) -> (Answer, Option<Outcome>) {
        let answer = self.brain.answer(since, limit);
        let (row, column) = answer.point();
        self.used += answer.time.as_millis() as i64;
        if let Level::Clock { increment, .. } = self.level {
            self.used -= increment as i64;
        }
        let outcome = self.league.place(&mut self.board, (column, row));
        (answer, outcome)
    }

    /// A move of the program with all that belongs to it; says whether the game
    /// is over.
    fn play(&mut self) -> bool {
        let limit = match self.level {
            Level::Clock { turn, .. } => turn + TOLERANCE,
            Level::Nodes(_) => LEVEL_LIMIT,
        };
        let since = self.think();
        let (_, outcome) = self.hear(since, limit);
        if self.league.mask == 2 && self.computer == Color::White {
            self.brain.send("yxshowforbid");
            self.expect_forbidden(&forbidden(&self.board));
        }
        outcome.is_some()
    }

    /// The answer to `yxshowforbid` must name these points.
    fn expect_forbidden(&self, wanted: &BTreeSet<Point>) {
        let line = self.brain.line(PATIENCE).expect("FORBID").text;
        let digits = line.strip_prefix("FORBID ").expect("FORBID");
        let digits = digits.strip_suffix('.').expect("a dot at the end");
        assert_eq!(digits.len() % 4, 0, "{line}");
        let number = |at: usize| digits[at..at + 2].parse::<i32>().expect("two digits");
        let places = (0..digits.len()).step_by(4);
        let found: BTreeSet<Point> = places.map(|at| (number(at + 2), number(at))).collect();
        assert_eq!(found, *wanted, "{line}");
    }

    /// "Stop": one move, and nothing more while the program ponders.
    fn stop(&mut self) {
        let since = Instant::now();
        self.brain.send("yxstop");
        self.hear(since, STOP_LIMIT);
        self.brain.assert_silent(150);
    }

    fn end(mut self) {
        self.brain.send("end");
        self.brain.exit_within(Instant::now(), 500);
    }
}

/// Black's stones around two of Black's double threes, and White's far away.
fn double_threes() -> Board {
    let around = |(x, y): Point| [(x, y - 1), (x, y + 1), (x - 1, y), (x + 1, y)];
    let black = [around((3, 4)), around((11, 9))].concat();
    let white = [
        (0, 0),
        (14, 0),
        (0, 7),
        (14, 4),
        (0, 14),
        (14, 14),
        (7, 0),
        (7, 14),
    ];
    let pairs = black.into_iter().zip(white);
    let mut stones: Vec<Point> = pairs.flat_map(|(black, white)| [black, white]).collect();
    stones.pop();
    board_of(15, &stones)
}

/// Black's stones around one double three, and White's beside them: no search of
/// some seconds decides it.
fn level_double_three() -> Board {
    let stones = [
        (11, 8),
        (10, 7),
        (11, 10),
        (12, 11),
        (10, 9),
        (9, 10),
        (12, 9),
    ];
    board_of(15, &stones)
}

/// Games by levels and by the clock, with both colours; the program ponders
/// while the user thinks, and says nothing.
#[test]
fn games_with_a_user() {
    let _timed = timed();
    let clock = Level::Clock {
        turn: 100,
        game: 5_000,
        increment: 500,
    };
    for (index, league) in YIXIN_LEAGUES.into_iter().enumerate() {
        let rng = &mut rng(index as u64);
        // Nothing on the board the first time.
        let board = league.opening([0, 1, 5, 2][index], rng);
        let setup = Setup {
            league,
            level: [clock, Level::Nodes(20_000)][index % 2],
            threads: 1 + index as u32 % 2,
            clears_hash: index == 1,
            ..Setup::default()
        };
        let mut yixin = YixinBoard::start(setup, board);
        for _ in 0..4 {
            if yixin.play() {
                break;
            }
            yixin.brain.assert_silent(60);
            if league.random_answer(&mut yixin.board, rng) {
                break;
            }
        }
        yixin.end();
    }
}

/// A level of nodes is a limit for all threads together.
#[test]
fn a_level_limits_the_nodes() {
    let _timed = timed();
    for threads in [1, 2] {
        let setup = Setup {
            threads,
            ..Setup::default()
        };
        let mut yixin = YixinBoard::start(setup, quiet(15));
        let since = yixin.think();
        let (answer, _) = yixin.hear(since, LEVEL_LIMIT);
        let groups = groups(&answer.told);
        let nodes = groups.last().expect("a group").total_nodes;
        assert!((1_000..=20_000).contains(&nodes), "{nodes} nodes");
        yixin.end();
    }
}

/// After the program's move under renju the board asks for the forbidden
/// points, whether or not the program has begun to ponder; and after a change
/// of the position by the user.
#[test]
fn forbidden_points_while_the_program_ponders() {
    let _timed = timed();
    for pondering in [true, false] {
        let setup = Setup {
            pondering,
            ..Setup::default()
        };
        let mut yixin = YixinBoard::start(setup, double_threes());
        assert!(!yixin.play());
        assert!(!forbidden(&yixin.board).is_empty(), "a poor test");
        for pause in [100, 0] {
            yixin.brain.assert_silent(pause);
            yixin.brain.send("yxshowforbid");
            yixin.expect_forbidden(&forbidden(&yixin.board));
        }
        // The user takes both last moves back.
        yixin.board.undo();
        yixin.board.undo();
        let text = yixin.whole_board("yxboard") + "yxshowforbid\n";
        yixin.brain.send_bytes(text.as_bytes());
        yixin.brain.expect("OK");
        yixin.expect_forbidden(&forbidden(&yixin.board));
        yixin.end();
    }
}

/// What the clock shows is told before the board, and not again.
#[test]
fn the_clock_is_told_before_the_board() {
    let _timed = timed();
    let (game, left) = (60_000, 1_000);
    let level = Level::Clock {
        turn: 50_000,
        game,
        increment: 0,
    };
    let setup = Setup {
        level,
        ..Setup::default()
    };
    let mut yixin = YixinBoard::start(setup, level_double_three());
    yixin.used = game - left;
    let text = yixin.time_left() + &yixin.whole_board("board");
    let since = Instant::now();
    yixin.brain.send_bytes(text.as_bytes());
    yixin.brain.expect("OK");
    yixin.hear(since, left as u64);
    yixin.end();
}

/// "Stop", with no limit at all; the next move too is searched until then.
#[test]
fn the_user_stops_the_search() {
    let _timed = timed();
    for pondering in [true, false] {
        let setup = Setup {
            level: Level::Nodes(-1),
            pondering,
            ..Setup::default()
        };
        let mut yixin = YixinBoard::start(setup, quiet(15));
        for _ in 0..2 {
            yixin.think();
            yixin.brain.something_told_for(300);
            yixin.stop();
            let reply = yixin.league.reply(&yixin.board);
            yixin.board.place(reply);
        }
        // A stop that has nothing to stop.
        yixin.brain.send("yxstop");
        yixin.brain.assert_silent(100);
        yixin.end();
    }
}

/// The user takes a move back while the program thinks: the board stops it,
/// does not wait, and omits the one move that comes.
#[test]
fn a_move_is_taken_back_in_a_search() {
    let _timed = timed();
    let setup = Setup {
        level: Level::Nodes(-1),
        ..Setup::default()
    };
    let mut yixin = YixinBoard::start(setup, level_double_three());
    for pause in [200, 0] {
        yixin.think();
        yixin.brain.told_for(pause);
        let stone = yixin.board.undo().flatten().expect("a stone");
        let text = format!("yxstop\n{}yxshowforbid\n", yixin.whole_board("yxboard"));
        let since = Instant::now();
        yixin.brain.send_bytes(text.as_bytes());
        // The move to omit.
        yixin.brain.answer(since, STOP_LIMIT).point();
        yixin.brain.expect("OK");
        yixin.expect_forbidden(&forbidden(&yixin.board));
        yixin.board.place(stone);
        yixin.needs_restart = true;
    }
    yixin.think();
    yixin.brain.told_for(100);
    yixin.stop();
    yixin.end();
}

/// What other engines have for the board: other openings, hash files, and databases,
/// of which none is set. To all of it there is no answer, and the game goes on.
#[test]
fn commands_that_are_not_supported() {
    let _timed = timed();
    let mut yixin = YixinBoard::start(Setup::default(), double_threes());
    assert!(!yixin.play());
    for command in [
        "info usedatabase 1\ninfo database_readonly 0\ninfo checkmate 1\ninfo search_type x",
        "yxquerydatabaseall\n7,7\ndone",
        "yxquerydatabaseallt\ndone",
        "yxquerydatabaseone\n7,7\n8,8\ndone",
        "yxquerydatabasetext\n7,7\ndone",
        "yxsavedatabase",
        "yxdbtotxt\n/home/user/a book.txt",
        "yxedittvddatabase 1 87 0 0\n7,7\ndone",
        "yxedittextdatabase \"a text\"\n7,7\ndone",
        "yxeditlabeldatabase 7,7 A\n7,7\ndone",
        "yxdeletedatabaseall wlinstep 3\n7,7\ndone",
        "yxblockpathreset",
        "yxblockpath\n7,7\n8,8\ndone",
        "yxblockpathundo\n7,7\ndone",
        "yxhashdump\nhash.bin",
        "yxhashload\nhash.bin",
        "yxforbid add 3 4 1",
        "yxdraw",
        "yxresign",
        "yxprintfeature",
    ] {
        yixin.brain.send(command);
    }
    yixin.brain.assert_silent(200);
    yixin.brain.send("yxshowforbid");
    yixin.expect_forbidden(&forbidden(&yixin.board));
    yixin.league.random_answer(&mut yixin.board, &mut rng(3));
    yixin.play();
    yixin.end();
}

/// On Windows the board starts its engine with this argument.
#[test]
fn arguments_for_another_engine() {
    let mut brain = Brain::start_with(&["--force-utf8"]);
    brain.send_ok("START 15");
    brain.finish(500);
}
