//! The positions in which every entry to Gomocup must show that it knows the
//! rules, and the game that must come to an end, as the organisers' tester has
//! them.
//!
//! CITE: GomocupJudge, test_zip_rules.py. Its squares are a letter for the
//! column and a number for the row, counted from the top.

use std::time::Duration;

use crate::common::driver::{Brain, HANG, timed};
use tengen::board::{Board, notation};
use tengen::clock::Control;
use tengen::engine::{Engine, Options};
use tengen::rules;
use tengen::types::Rule;

/// Time for a move, in milliseconds.
const LIMIT: u64 = 200;

/// Every rule with the mask that stands for it, and its size of board.
const LEAGUES: [(Rule, i32, usize); 6] = [
    (Rule::Freestyle, 0, 20),
    (Rule::Freestyle, 0, 15),
    (Rule::Standard, 1, 15),
    (Rule::Renju, 4, 15),
    (Rule::CaroOverline, 8, 15),
    (Rule::Caro, 9, 15),
];

/// A test of the organisers.
struct Position {
    rule: Rule,
    mask: i32,
    side: usize,
    moves: &'static str,
    /// The squares named are right, or else they are wrong.
    right: bool,
    squares: &'static str,
}

/// All of them.
fn positions() -> Vec<Position> {
    let mut positions = Vec::new();
    for (rule, mask, side) in LEAGUES {
        positions.push(Position {
            rule,
            mask,
            side,
            moves: "h8h9i8i9j8j9k8k9",
            right: true,
            squares: "g8l8",
        });
    }
    let (side, right) = (15, true);
    // h13 would make six.
    positions.push(Position {
        rule: Rule::Standard,
        mask: 1,
        side,
        moves: "h8h9i8h10g8h11j13h12g14h14i15",
        right,
        squares: "f8j8",
    });
    // g9 is a double three.
    positions.push(Position {
        rule: Rule::Renju,
        mask: 4,
        side,
        moves: "h8h9i7i9h10i6i11i12",
        right: false,
        squares: "g9",
    });
    // k8 makes a five that is blocked at both ends.
    positions.push(Position {
        rule: Rule::CaroOverline,
        mask: 8,
        side,
        moves: "h8f8g8f9i8f7j8l8",
        right,
        squares: "f5f6f10f11",
    });
    positions
}

/// The squares of a text like `h8i9`, row 1 at the top.
fn squares(text: &str) -> Vec<(i32, i32)> {
    let mut squares = Vec::new();
    let mut rest = text;
    while let Some(letter) = rest.bytes().next() {
        let digits = rest[1..].bytes().take_while(u8::is_ascii_digit).count();
        let (number, after) = rest[1..].split_at(digits);
        let row: i32 = number.parse().expect("the number of a row");
        squares.push((i32::from(letter - b'a'), row - 1));
        rest = after;
    }
    squares
}

impl Position {
    fn board(&self) -> Board {
        let mut board = Board::new(self.side, self.side).expect("a size of a league");
        for (x, y) in squares(self.moves) {
            board.place(board.square(x, y).expect("a square"));
        }
        board
    }

    /// The block for the side to move.
    fn block(&self) -> String {
        let stones = squares(self.moves);
        let mut text = String::from("BOARD\r\n");
        for (turn, (x, y)) in stones.iter().enumerate() {
            let own = (stones.len() - turn).is_multiple_of(2);
            text.push_str(&format!("{x},{y},{}\r\n", if own { 1 } else { 2 }));
        }
        text + "DONE\r"
    }

    fn judge(&self, point: (i32, i32), by: &str) {
        let (rule, side, moves) = (self.rule, self.side, self.moves);
        let good = squares(self.squares).contains(&point) == self.right;
        let board = self.board();
        let square = board
            .square(point.0, point.1)
            .expect("a square of the board");
        assert!(board.is_empty(square), "{by}: {point:?} is occupied");
        assert!(good, "{by}: {rule} {side} {moves} is answered by {point:?}");
    }
}

fn engine(rule: Rule, millis: u64) -> Engine {
    let mut engine = Engine::new().expect("threads");
    engine.set_options(Options {
        rule,
        turn_time: Some(Duration::from_millis(millis)),
        ..Options::default()
    });
    engine
}

/// The engine's move on its board.
fn think(engine: &mut Engine) -> tengen::types::Square {
    let found = engine.think(&Control::new(), &|_| ());
    found.expect("an empty square").line[0]
}

#[test]
fn the_library_knows_the_rules() {
    for position in positions() {
        let mut engine = engine(position.rule, LIMIT);
        engine.set_board(position.board());
        let square = think(&mut engine);
        position.judge((square.x() as i32, square.y() as i32), "library");
    }
}

#[test]
fn the_program_knows_the_rules() {
    let _timed = timed();
    for position in positions() {
        let mut brain = Brain::start();
        brain.send_bytes(
            format!(
                "START {}\r\nINFO timeout_turn {LIMIT}\r\nINFO timeout_match 180000\r\n\
                 INFO max_memory 367001600\r\nINFO game_type 3\r\nINFO rule {}\r\n\
                 INFO time_left 180000\r\n",
                position.side, position.mask
            )
            .as_bytes(),
        );
        brain.expect("OK");
        brain.send(&position.block());
        position.judge(brain.move_within(HANG), "program");
        brain.finish(500);
    }
}

/// The tester lets an entry play itself from here, also mirrored.
#[test]
fn the_game_against_itself_ends_by_the_rules() {
    for (rule, _, side) in LEAGUES {
        let mut engine = engine(rule, 5);
        let mut board = Board::new(side, side).expect("a size of a league");
        for (x, y) in squares("b2e2e3") {
            board.place(board.square(x, y).expect("a square"));
        }
        engine.set_board(board);
        let outcome = loop {
            let square = think(&mut engine);
            engine.board_mut().place(square);
            if let Some(outcome) = rules::outcome(engine.board(), rule) {
                break outcome;
            }
        };
        let foul = matches!(outcome, rules::Outcome::Foul(_));
        assert!(
            !foul,
            "{rule} {side}: {}",
            notation::moves_text(engine.board())
        );
        println!(
            "{rule} {side}: {outcome:?} with {} stones",
            engine.board().stone_count()
        );
    }
}
