//! Conversations as gomocalc.com holds them: everything in upper case, all
//! settings again before every search, the position in one line, and several
//! lines of play to be shown.
//!
//! Every search has exactly one answer: one more would be taken for the next
//! question's, or be found at the end, where nothing may be left.

use std::collections::BTreeSet;
use std::time::Instant;

use crate::analysis::{groups, last_lines};
use crate::common::driver::{Answer, Brain, HANG, PATIENCE, coordinates, timed};
use crate::common::rng;
use crate::common::table::{
    League, Point, YIXIN_LEAGUES, block, board_of, forbidden, quiet, stones,
};
use tengen::board::Board;
use tengen::types::Rule;

/// How much later than its limit an answer may come, in milliseconds.
const TOLERANCE: u64 = 500;
/// A stop must be answered within this, in milliseconds.
const STOP_LIMIT: u64 = 500;

/// What the user has set.
#[derive(Clone, Copy)]
struct Settings {
    rule: i32,
    threads: u32,
    /// Milliseconds for a move; -1 no limit.
    turn: i64,
    /// Milliseconds for the game; -1 no limit.
    game: i64,
    depth: u32,
    nodes: u64,
    /// Show which moves are looked at.
    detail: bool,
    /// Colours may be swapped still.
    swapable: bool,
}

impl Settings {
    /// "Fast".
    fn new(rule: i32) -> Settings {
        Settings {
            rule,
            threads: 1,
            turn: 7_000,
            game: 180_000,
            depth: 100,
            nodes: 0,
            detail: true,
            swapable: false,
        }
    }

    /// "Analysis": until the user has seen enough.
    fn analysis(rule: i32) -> Settings {
        Settings {
            turn: -1,
            game: -1,
            ..Settings::new(rule)
        }
    }
}

/// The web page with an engine.
struct Gomocalc {
    brain: Brain,
    settings: Settings,
    /// The size of the last `START`, 0 before it.
    side: usize,
    configured: bool,
    /// Milliseconds.
    used: i64,
}

impl Gomocalc {
    fn open(settings: Settings) -> Gomocalc {
        Gomocalc {
            brain: Brain::start(),
            settings,
            side: 0,
            configured: false,
            used: 0,
        }
    }

    /// `sendInfo`.
    fn send_infos(&mut self) {
        let settings = self.settings;
        for info in [
            format!("RULE {}", settings.rule),
            format!("THREAD_NUM {}", settings.threads),
            "CAUTION_FACTOR 3".to_string(),
            "STRENGTH 100".to_string(),
            format!("TIMEOUT_TURN {}", settings.turn),
            format!("TIMEOUT_MATCH {}", settings.game),
            format!("MAX_DEPTH {}", settings.depth),
            format!("MAX_NODE {}", settings.nodes),
            format!("SHOW_DETAIL {}", if settings.detail { 3 } else { 2 }),
            "PONDERING 0".to_string(),
            format!("SWAPABLE {}", i32::from(settings.swapable)),
        ] {
            self.brain.send(&format!("INFO {info}"));
        }
    }

    /// `START`, when it is needed; says so.
    fn send_start(&mut self, side: usize) -> bool {
        let needed = self.side != side;
        if needed {
            self.brain.send(&format!("START {side}"));
            self.side = side;
        }
        needed
    }

    /// The next line that the page reads.
    fn next(&mut self, since: Instant, limit: u64) -> Answer {
        loop {
            let answer = self.brain.answer(since, limit);
            if answer.text != "UNKNOWN RELOADCONFIG" {
                return answer;
            }
        }
    }

    /// Waits for the answer to `START`, if it was sent.
    fn skip_ok(&mut self, starts: bool) {
        if starts {
            let answer = self.next(Instant::now(), HANG);
            assert_eq!(answer.text, "OK");
        }
    }

    fn send_board(&mut self, board: &Board) {
        let mut line = "YXBOARD".to_string();
        for ((x, y), field) in stones(board) {
            line.push_str(&format!(" {x},{y},{field}"));
        }
        self.brain.send(&(line + " DONE"));
    }

    /// Sends all that a search needs and the command that begins it.
    fn think(&mut self, board: &Board, command: &str) -> Instant {
        if !self.configured {
            self.brain.send("RELOADCONFIG ");
            self.brain.send(&format!("INFO HASH_SIZE {}", 128 << 10));
            self.configured = true;
        }
        self.send_infos();
        let starts = self.send_start(board.width());
        let left = (self.settings.game - self.used).max(1);
        self.brain.send(&format!("INFO TIME_LEFT {left}"));
        self.send_board(board);
        let since = Instant::now();
        self.brain.send(command);
        self.skip_ok(starts);
        since
    }

    fn answer(&mut self, since: Instant, limit: u64) -> Answer {
        let answer = self.next(since, limit + TOLERANCE);
        self.used += answer.time.as_millis() as i64;
        answer
    }

    fn ask(&mut self, board: &Board, command: &str) -> Answer {
        let since = self.think(board, command);
        let limit = self.settings.turn.max(0) as u64;
        self.answer(since, limit)
    }

    /// `checkForbid`.
    fn forbidden(&mut self, board: &Board) -> BTreeSet<Point> {
        self.send_infos();
        let starts = self.send_start(board.width());
        self.send_board(board);
        self.brain.send("YXSHOWFORBID");
        self.skip_ok(starts);
        let answer = self.answer(Instant::now(), HANG);
        assert_eq!(answer.told, Vec::<String>::new());
        let digits = answer.text.strip_prefix("FORBID ").expect("FORBID");
        let digits = digits.strip_suffix('.').expect("a dot at the end");
        assert_eq!(digits.len() % 4, 0, "{digits}");
        let number = |at: usize| digits[at..at + 2].parse().expect("two digits");
        let places = (0..digits.len()).step_by(4);
        places.map(|at| (number(at), number(at + 2))).collect()
    }

    fn end(mut self) {
        self.brain.assert_silent(50);
        self.brain.finish(500);
    }
}

/// The squares of an answer, all of them empty and different.
fn squares(text: &str, board: &Board) -> Vec<Point> {
    let found: Option<Vec<Point>> = text.split(' ').map(coordinates).collect();
    let found = found.unwrap_or_else(|| panic!("'{text}' are no squares"));
    let different: BTreeSet<&Point> = found.iter().collect();
    assert_eq!(different.len(), found.len(), "{text}");
    for &(x, y) in &found {
        let square = board.square(x, y).expect("a square of the board");
        assert!(board.is_empty(square), "{x},{y} is taken");
    }
    found
}

/// A user against the engine under every rule that the page offers, with what
/// is shown on the way.
#[test]
fn games_with_a_user() {
    let _timed = timed();
    for (index, league) in YIXIN_LEAGUES.into_iter().enumerate() {
        let rng = &mut rng(index as u64);
        let mut board = league.opening(index, rng);
        let mut gomocalc = Gomocalc::open(Settings {
            turn: 100,
            detail: index % 2 == 0,
            threads: 1 + index as u32 % 2,
            ..Settings::new(league.mask)
        });
        for _ in 0..4 {
            let answer = gomocalc.ask(&board, "YXNBEST 1");
            let groups = groups(&answer.told);
            assert!(groups.iter().all(|group| group.rank == 0 && group.of == 1));
            if let Some(group) = groups.last() {
                assert_eq!(group.line[0], answer.point());
            }
            let is_realtime = |line: &&String| line.starts_with("MESSAGE REALTIME ");
            let realtime = answer.told.iter().filter(is_realtime).count();
            assert_eq!(realtime > 0, gomocalc.settings.detail);
            assert_eq!(realtime + 12 * groups.len(), answer.told.len());
            let over = league.place(&mut board, answer.point()).is_some();
            if over || league.random_answer(&mut board, rng) {
                break;
            }
        }
        gomocalc.end();
    }
}

/// Several lines at every depth, which begin with different moves, and end with
/// no foul; the best one is played.
#[test]
fn several_lines_of_play() {
    let _timed = timed();
    for (rule, lines) in [(0, 3), (2, 5)] {
        let board = quiet(15);
        let mut gomocalc = Gomocalc::open(Settings {
            depth: 5,
            ..Settings::new(rule)
        });
        let answer = gomocalc.ask(&board, &format!("YXNBEST {lines}"));
        let groups = groups(&answer.told);
        for depth in 1..=5 {
            let of_depth: Vec<_> = groups
                .iter()
                .filter(|group| group.depth == depth)
                .cloned()
                .collect();
            let last = last_lines(&of_depth);
            assert_eq!(last.len(), lines, "at depth {depth}");
            let first: BTreeSet<Point> = last.iter().map(|group| group.line[0]).collect();
            assert_eq!(first.len(), lines, "at depth {depth}");
        }
        let nodes: Vec<u64> = groups.iter().map(|group| group.total_nodes).collect();
        assert!(nodes.is_sorted(), "{nodes:?}");
        assert_eq!(last_lines(&groups)[0].line[0], answer.point());
        gomocalc.end();
    }
}

/// Without any limit; the page says `TIME_LEFT 1` then, since the used time is
/// taken from a time of -1.
#[test]
fn analysis_goes_on_until_it_is_stopped() {
    let _timed = timed();
    for lines in [1, 3] {
        let mut gomocalc = Gomocalc::open(Settings::analysis(0));
        for board in [quiet(15), board_of(15, &[(7, 7), (9, 8)])] {
            gomocalc.think(&board, &format!("YXNBEST {lines}"));
            gomocalc.brain.something_told_for(400);
            let since = Instant::now();
            gomocalc.brain.send("YXSTOP");
            let answer = gomocalc.brain.answer(since, STOP_LIMIT);
            squares(&answer.text, &board);
        }
        gomocalc.end();
    }
}

/// The page reloads its configuration before the first search, by an empty
/// path or a name; an engine that has none may say so.
#[test]
fn there_is_no_configuration() {
    let mut brain = Brain::start();
    for path in ["", " ", " config.toml", " classical220723.toml"] {
        brain.send(&format!("RELOADCONFIG{path}"));
        let line = brain.line(PATIENCE).expect("an answer").text;
        assert!(line.starts_with("UNKNOWN RELOADCONFIG"), "{line}");
    }
    brain.send_ok("START 15");
    brain.finish(500);
}

/// One or two stones after which the position is worth what the user wants.
#[test]
fn balanced_stones() {
    let _timed = timed();
    let board = quiet(15);
    for (rule, command, stones, bias) in [
        (0, "YXBALANCEONE -150", 1, -150),
        (2, "YXBALANCEONE -50", 1, -50),
        (0, "YXBALANCETWO 0", 2, 0),
        (1, "YXBALANCETWO -100", 2, -100),
    ] {
        let mut gomocalc = Gomocalc::open(Settings {
            depth: 4,
            ..Settings::new(rule)
        });
        let answer = gomocalc.ask(&board, command);
        let found = squares(&answer.text, &board);
        assert_eq!(found.len(), stones, "{command}: {}", answer.text);
        let groups = groups(&answer.told);
        let last = groups.last().expect("a group");
        assert!((last.eval - bias).abs() < 250, "{command}: {last:?}");
        assert_eq!(last.line[..stones], found[..]);
        gomocalc.end();
    }
}

/// Where the wanted score can be had it is told as what was wanted: as that of
/// the position with the stones, for either side to move.
#[test]
fn balance_is_told_as_balance() {
    let _timed = timed();
    let board = board_of(15, &[(7, 7), (9, 8)]);
    for (rule, bias) in [(0, 0), (1, -60), (2, 60)] {
        let mut gomocalc = Gomocalc::open(Settings {
            depth: 4,
            ..Settings::new(rule)
        });
        let command = format!("YXBALANCEONE {bias}");
        let answer = gomocalc.ask(&board, &command);
        let groups = groups(&answer.told);
        let last = groups.last().expect("a group");
        assert!((last.eval - bias).abs() < 10, "{rule} {command}: {last:?}");
        gomocalc.end();
    }
}

/// Forbidden points are asked for when Black, the user, is to move.
#[test]
fn forbidden_points_are_shown() {
    let _timed = timed();
    let double_threes = [
        (3, 3),
        (0, 0),
        (3, 5),
        (14, 0),
        (2, 4),
        (0, 14),
        (4, 4),
        (14, 14),
    ];
    let board = board_of(15, &double_threes);
    for (rule, wanted) in [
        (2, forbidden(&board)),
        (4, forbidden(&board)),
        (0, BTreeSet::new()),
    ] {
        let mut gomocalc = Gomocalc::open(Settings::new(rule));
        assert_eq!(gomocalc.forbidden(&board), wanted, "rule {rule}");
        // White, who is to move after another stone, has none.
        let mut board = board.clone();
        board.place(board.square(9, 9).expect("a square"));
        assert_eq!(gomocalc.forbidden(&board), BTreeSet::new());
        gomocalc.end();
    }
    assert_eq!(forbidden(&board), BTreeSet::from([(3, 4)]));
}

/// Rule 5: after the first stone the engine may take it. Without leave to swap
/// it plays like in any game.
#[test]
fn the_first_stone_may_be_taken() {
    let _timed = timed();
    for (swapable, first) in [(true, None), (true, Some((7, 7))), (true, Some((0, 0)))]
        .into_iter()
        .chain([(false, None), (false, Some((7, 7)))])
    {
        let board = board_of(15, first.as_slice());
        let mut gomocalc = Gomocalc::open(Settings {
            // As far on a busy machine as on any other.
            turn: 60_000,
            nodes: 20_000,
            swapable,
            ..Settings::new(5)
        });
        let answer = gomocalc.ask(&board, "YXNBEST 1");
        let swaps = answer.text == "SWAP";
        assert!(!swaps || swapable && first.is_some(), "{first:?}");
        if !swaps {
            assert_eq!(squares(&answer.text, &board).len(), 1);
        }
        // The best square is taken, the worst one is not.
        match first.filter(|_| swapable) {
            Some((7, 7)) => assert!(swaps),
            Some(_) => assert!(!swaps),
            None => (),
        }
        // The game goes on: the colours are settled with the second stone.
        let board = board_of(15, &[(7, 7), (8, 8)]);
        let answer = gomocalc.ask(&board, "YXNBEST 1");
        assert_eq!(squares(&answer.text, &board).len(), 1);
        gomocalc.end();
    }
}

/// Rule 6: three stones to begin with, or two, one or none and a colour.
#[test]
fn swap2_by_rule_six() {
    let _timed = timed();
    let all = [(7, 7), (8, 8), (6, 9), (9, 6), (5, 5)];
    for (stones, wanted) in [
        (0, &[3][..]),
        (1, &[1]),
        (2, &[1]),
        (3, &[0, 1, 2]),
        (4, &[1]),
        (5, &[0, 1]),
    ] {
        for swapable in [true, false] {
            let board = board_of(15, &all[..stones]);
            let mut gomocalc = Gomocalc::open(Settings {
                turn: 150,
                swapable,
                ..Settings::new(6)
            });
            let answer = gomocalc.ask(&board, "YXNBEST 1");
            let placed = match answer.text.as_str() {
                "SWAP" => 0,
                text => squares(text, &board).len(),
            };
            let wanted = if swapable { wanted } else { &[1] };
            assert!(wanted.contains(&placed), "{stones}: {}", answer.text);
            gomocalc.end();
        }
    }
}

/// Rule 2 is renju to this page and to Yixin, and Gomocup's "continuous" to
/// everybody else. Black's only five is a six, at 6,7.
#[test]
fn what_rule_two_means() {
    let _timed = timed();
    let stones = [
        (3, 7),
        (1, 1),
        (4, 7),
        (1, 4),
        (5, 7),
        (4, 13),
        (7, 7),
        (13, 13),
        (8, 7),
        (13, 1),
    ];
    let board = board_of(15, &stones);
    let mut gomocalc = Gomocalc::open(Settings {
        turn: 200,
        ..Settings::new(2)
    });
    assert!(gomocalc.forbidden(&board).contains(&(6, 7)));
    let answer = gomocalc.ask(&board, "YXNBEST 1");
    let renju = League::new(2, Rule::Renju, 15);
    renju.place(&mut board.clone(), answer.point());
    gomocalc.end();

    let mut brain = Brain::start();
    brain.send_ok("START 15");
    brain.send("INFO timeout_turn 200\nINFO timeout_match 0\nINFO rule 2");
    brain.send(block(&board, "\n").trim_end());
    assert_eq!(brain.move_within(200 + TOLERANCE), (6, 7));
    brain.finish(500);
}
