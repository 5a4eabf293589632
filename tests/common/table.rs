//! The board on which a manager follows a game, and positions as managers
//! write them.

use std::collections::BTreeSet;

use rand::rngs::StdRng;
use tengen::board::{Board, notation};
use tengen::clock::Control;
use tengen::engine::{Engine, Options};
use tengen::rules::{self, Outcome};
use tengen::types::{Rule, Square};

use crate::common::random_square;

/// Column and row.
pub type Point = (i32, i32);

/// A league: what `INFO rule` says, what it means, and the size of the board.
#[derive(Clone, Copy)]
pub struct League {
    pub mask: i32,
    pub rule: Rule,
    pub side: usize,
}

/// Gomocup's leagues.
pub const LEAGUES: [League; 6] = [
    League::new(0, Rule::Freestyle, 15),
    League::new(0, Rule::Freestyle, 20),
    League::new(1, Rule::Standard, 15),
    League::new(4, Rule::Renju, 15),
    League::new(8, Rule::CaroOverline, 15),
    League::new(9, Rule::Caro, 15),
];

/// What graphical programs for Yixin offer.
pub const YIXIN_LEAGUES: [League; 4] = [
    League::new(0, Rule::Freestyle, 15),
    League::new(1, Rule::Standard, 20),
    League::new(2, Rule::Renju, 15),
    League::new(4, Rule::Renju, 15),
];

impl League {
    pub const fn new(mask: i32, rule: Rule, side: usize) -> League {
        League { mask, rule, side }
    }

    /// A board with a few random stones.
    pub fn opening(&self, stones: usize, rng: &mut StdRng) -> Board {
        let mut board = Board::new(self.side, self.side).expect("a size of a league");
        for _ in 0..stones {
            let square = random_square(&board, rng).expect("an empty square");
            board.place(square);
        }
        board
    }

    /// What a user plays who does not lose at once: after a stone in a corner
    /// the next search may end early, with a proven win.
    pub fn reply(&self, board: &Board) -> Square {
        let mut engine = Engine::new().expect("an engine");
        *engine.board_mut() = board.clone();
        engine.set_options(Options {
            rule: self.rule,
            depth: Some(8),
            ..Options::default()
        });
        let found = engine.think(&Control::new(), &|_| ());
        found.expect("the board is not full").line[0]
    }

    /// Puts the program's move on the board. A foul is accepted only if there
    /// is nothing else to play.
    pub fn place(&self, board: &mut Board, (x, y): Point) -> Option<Outcome> {
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

    /// The opponent's stone; says whether the game is over with it.
    pub fn random_answer(&self, board: &mut Board, rng: &mut StdRng) -> bool {
        let Some(square) = random_square(board, rng) else {
            return true;
        };
        board.place(square);
        rules::outcome(board, self.rule).is_some()
    }
}

/// A square board with these stones, Black's first.
pub fn board_of(side: usize, stones: &[Point]) -> Board {
    let mut board = Board::new(side, side).expect("a size");
    for &(x, y) in stones {
        let square = board.square(x, y).expect("a square of the board");
        board.place(square);
    }
    board
}

/// Stones that threaten nothing, so that no search ends early.
pub fn quiet(side: usize) -> Board {
    board_of(side, &[(7, 7), (8, 9), (6, 10)])
}

pub fn drawn(board: &Board) -> String {
    let moves = notation::moves_text(board);
    format!("{}{moves}", notation::diagram(board, |_| None))
}

/// The stones in playing order with the field that says whose they are: 2 for
/// the last, the opponent's, and so on in turn.
pub fn stones(board: &Board) -> Vec<(Point, usize)> {
    let last = board.moves().len();
    let stone = |(turn, square): (usize, &Option<Square>)| {
        let square = square.expect("no passes here");
        (point(square), 2 - (last - turn + 1) % 2)
    };
    board.moves().iter().enumerate().map(stone).collect()
}

/// The position as a `BOARD` block for the side to move.
pub fn block(board: &Board, line_end: &str) -> String {
    let mut text = format!("BOARD{line_end}");
    for ((x, y), field) in stones(board) {
        text.push_str(&format!("{x},{y},{field}{line_end}"));
    }
    text + "DONE" + line_end
}

/// The last stone.
pub fn last(board: &Board) -> Point {
    point(board.moves().last().copied().flatten().expect("a stone"))
}

pub fn turn(board: &Board) -> String {
    let (x, y) = last(board);
    format!("TURN {x},{y}")
}

/// Black's forbidden points.
pub fn forbidden(board: &Board) -> BTreeSet<Point> {
    let empty = board.empty().into_iter();
    let forbidden = empty.filter(|&square| rules::forbidden(board, square).is_some());
    forbidden.map(point).collect()
}

pub fn point(square: Square) -> Point {
    (square.x() as i32, square.y() as i32)
}
