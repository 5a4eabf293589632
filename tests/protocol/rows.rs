//! Squares as row and column, which is how Yixin-Board writes them. On a square
//! board that is the same game seen in a mirror; it shows on other boards, and
//! in the names of squares.

use std::time::Instant;

use crate::analysis::groups;
use crate::common::driver::{Answer, Brain, HANG, timed};
use crate::common::table::{Point, point};
use tengen::board::{Board, notation};

/// Milliseconds; a move is found much sooner.
const LIMIT: u64 = HANG;

/// How a program is told to read squares.
#[derive(Clone, Copy, Debug)]
enum Order {
    Columns,
    RowsByArgument,
    RowsByInfo,
}

/// Black to move has a four at the right edge, where a column's number can be no
/// row's; its other end is taken.
const FOUR: [Point; 8] = [
    (12, 5),
    (11, 5),
    (13, 5),
    (3, 10),
    (14, 5),
    (5, 1),
    (15, 5),
    (7, 10),
];

const ORDERS: [Order; 3] = [Order::Columns, Order::RowsByArgument, Order::RowsByInfo];

impl Order {
    fn start(self) -> Brain {
        match self {
            Order::Columns => Brain::start(),
            Order::RowsByArgument => Brain::start_with(&["--row-first"]),
            Order::RowsByInfo => {
                let mut brain = Brain::start();
                brain.send("INFO row_first 1");
                brain
            }
        }
    }

    /// A square as two numbers.
    fn pair(self, (x, y): Point) -> Point {
        match self {
            Order::Columns => (x, y),
            _ => (y, x),
        }
    }

    fn text(self, point: Point) -> String {
        let (first, second) = self.pair(point);
        format!("{first},{second}")
    }

    /// A block with the program to move.
    fn block(self, name: &str, stones: &[Point]) -> String {
        let mut text = name.to_string();
        for (turn, &stone) in stones.iter().enumerate() {
            let field = 2 - (stones.len() - turn + 1) % 2;
            text.push_str(&format!("\n{},{field}", self.text(stone)));
        }
        text + "\ndone"
    }
}

/// A program on a board of 17 columns and 12 rows, for renju.
fn wide(order: Order) -> Brain {
    let mut brain = order.start();
    brain.send("INFO timeout_turn 300\nINFO rule 4");
    brain.send_ok("start 17 12");
    brain
}

#[test]
fn a_five_on_a_wide_board() {
    let _timed = timed();
    for order in ORDERS {
        let mut brain = wide(order);
        brain.send(&order.block("board", &FOUR));
        assert_eq!(brain.move_within(LIMIT), order.pair((16, 5)), "{order:?}");
        // The same again, with the last stone by another command.
        let (last, before) = FOUR.split_last().expect("stones");
        brain.send(&order.block("yxboard", before));
        brain.send(&format!("turn {}", order.text(*last)));
        assert_eq!(brain.move_within(LIMIT), order.pair((16, 5)), "{order:?}");
        brain.finish(500);
    }
}

/// The digits of `FORBID`, squares that are blocked, and those taken back.
#[test]
fn every_command_reads_and_writes_rows() {
    let _timed = timed();
    let stones = [
        (14, 3),
        (1, 1),
        (14, 5),
        (1, 8),
        (13, 4),
        (3, 10),
        (15, 4),
        (8, 1),
    ];
    for order in ORDERS {
        let mut brain = wide(order);
        brain.send(&order.block("yxboard", &stones));
        brain.send("yxshowforbid");
        let (first, second) = order.pair((14, 4));
        brain.expect(&format!("FORBID {first:02}{second:02}."));
        // Without one of White's stones and two of Black's there is none.
        for stone in [(8, 1), (15, 4)] {
            brain.send_ok(&format!("TAKEBACK {}", order.text(stone)));
        }
        brain.send("yxshowforbid");
        brain.expect("FORBID .");
        brain.finish(500);
    }
    for order in ORDERS {
        let mut brain = wide(order);
        brain.send(&format!("yxblock {} done", order.text((16, 5))));
        brain.send(&order.block("board", &FOUR));
        assert_ne!(brain.move_within(LIMIT), order.pair((16, 5)), "{order:?}");
        brain.finish(500);
    }
}

/// A search that is told about.
fn told_search(order: Order, stones: &[Point]) -> Answer {
    let mut brain = order.start();
    brain.send("info show_detail 3\nyxshowinfo\nINFO max_depth 6\nstart 15");
    assert_eq!(brain.answer(Instant::now(), LIMIT).text, "OK");
    brain.send(&order.block("board", stones));
    let answer = brain.answer(Instant::now(), LIMIT);
    brain.finish(500);
    answer
}

/// The lines that people read name the squares that the board marks: letter and
/// number as they stand at its edges, the first row at the bottom.
#[test]
fn names_fit_the_board() {
    let _timed = timed();
    let stones = [(7, 7), (8, 9), (6, 10), (9, 4)];
    let board = Board::new(15, 15).expect("a size");
    let mut lines = Vec::new();
    for order in ORDERS {
        let answer = told_search(order, &stones);
        let groups = groups(&answer.told);
        let heads = |line: &&String| line.starts_with("MESSAGE Depth ");
        let messages: Vec<&String> = answer.told.iter().filter(heads).collect();
        assert!(!messages.is_empty() && messages.len() == groups.len());
        for (group, message) in groups.iter().zip(messages) {
            let (_, names) = message.rsplit_once("| ").expect("the moves");
            let squares = names.to_lowercase();
            let squares = squares.split(' ').map(|name| {
                let square = notation::parse_square(name, &board).expect("a square");
                order.pair(point(square))
            });
            assert_eq!(squares.collect::<Vec<_>>(), group.line, "{order:?}");
            lines.push((names.to_string(), group.depth));
        }
        let realtime = format!("MESSAGE REALTIME BEST {}", answer.text);
        assert!(answer.told.contains(&realtime), "{realtime}");
    }
    // It was the same search every time.
    let third = lines.len() / 3;
    assert_eq!(lines[..third], lines[third..2 * third]);
    assert_eq!(lines[..third], lines[2 * third..]);
}
