//! Wins by fours by a plain search that asks only the referee: slow, and
//! without anything in common with the solver.

use std::collections::HashMap;

use tengen::board::{Board, Content};
use tengen::rules;
use tengen::types::{Color, Direction, Rule, Square};

/// How far a stone may be from a five that it spoils in caro, at most.
const REACH: usize = 6;

/// The fours of the shortest win by fours of the side to move; `Err` if more
/// than `limit` positions had to be looked at.
pub fn shortest(board: &Board, rule: Rule, limit: usize) -> Result<Option<usize>, TooLong> {
    let mut search = Search {
        board: board.clone(),
        rule,
        attacker: board.side_to_move(),
        rows: Rows::new(board),
        known: HashMap::new(),
        limit,
    };
    search.attack()
}

/// Every row of five squares of a board, with the stones on it.
struct Rows {
    rows: Vec<[Square; 5]>,
    /// The rows that a square lies on.
    of_square: HashMap<Square, Vec<usize>>,
    /// The stones on each row by colour.
    stones: Vec<[u8; 2]>,
}

impl Rows {
    fn new(board: &Board) -> Rows {
        let mut found = Rows {
            rows: Vec::new(),
            of_square: HashMap::new(),
            stones: Vec::new(),
        };
        for (first, _) in board.squares() {
            for direction in Direction::ALL {
                let (dx, dy) = direction.step();
                let (x, y) = (first.x() as i32, first.y() as i32);
                let square = |steps: i32| board.square(x + dx * steps, y + dy * steps);
                let row: Option<Vec<Square>> = (0..5).map(square).collect();
                found
                    .rows
                    .extend(row.and_then(|row| <[Square; 5]>::try_from(row).ok()));
            }
        }
        found.stones = vec![[0; 2]; found.rows.len()];
        for (index, row) in found.rows.iter().enumerate() {
            for &square in row {
                found.of_square.entry(square).or_default().push(index);
            }
        }
        for (square, content) in board.squares() {
            match content {
                Content::Stone(color) => found.change(square, color, 1),
                // As if both had a stone there.
                Content::Wall => Color::ALL
                    .into_iter()
                    .for_each(|color| found.change(square, color, 1)),
                Content::Empty => (),
            }
        }
        found
    }

    fn change(&mut self, square: Square, color: Color, by: i8) {
        for &row in &self.of_square[&square] {
            let stones = &mut self.stones[row][color.index()];
            *stones = stones.wrapping_add_signed(by);
        }
    }
}

/// More positions than allowed.
#[derive(Debug)]
pub struct TooLong;

struct Search {
    board: Board,
    rule: Rule,
    attacker: Color,
    rows: Rows,
    known: HashMap<u64, Option<usize>>,
    limit: usize,
}

impl Search {
    fn attack(&mut self) -> Result<Option<usize>, TooLong> {
        if !self.fives(self.attacker).is_empty() {
            return Ok(Some(0));
        }
        let key = self.board.hash();
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        if self.known.len() >= self.limit {
            return Err(TooLong);
        }
        let mut best = None;
        for square in self.windows(self.attacker, 3) {
            if !self.is_legal(square) {
                continue;
            }
            self.place(square);
            let fours = self.defend();
            self.undo(square);
            best = best.into_iter().chain(fours?.map(|fours| fours + 1)).min();
        }
        self.known.insert(key, best);
        Ok(best)
    }

    /// The most fours that follow if the stone just placed makes a four that
    /// wins against every reply.
    fn defend(&mut self) -> Result<Option<usize>, TooLong> {
        let fives = self.fives(self.attacker);
        let Some(&five) = fives.first() else {
            return Ok(None);
        };
        if !self.fives(!self.attacker).is_empty() {
            return Ok(None);
        }
        let near = |square: &Square| match self.rule.blocks_fives() {
            true => square.distance(five) <= REACH,
            false => *square == five,
        };
        let replies: Vec<Square> = self.board.empty().into_iter().filter(near).collect();
        let mut most = 0;
        for reply in replies {
            if !self.is_legal(reply) {
                continue;
            }
            self.place(reply);
            let fours = self.attack();
            self.undo(reply);
            match fours? {
                Some(fours) => most = most.max(fours),
                None => return Ok(None),
            }
        }
        Ok(Some(most))
    }

    /// The squares on which a colour wins at once.
    fn fives(&self, color: Color) -> Vec<Square> {
        let mut squares = self.windows(color, 4);
        squares.retain(|&square| rules::wins(&self.board, self.rule, square, color));
        squares
    }

    /// The empty squares of all rows of five that have this many stones of a
    /// colour, or more, and none of the other.
    fn windows(&self, color: Color, stones: usize) -> Vec<Square> {
        let mut found = Vec::new();
        for (row, counts) in self.rows.rows.iter().zip(&self.rows.stones) {
            let [own, other] = [color, !color].map(|color| counts[color.index()]);
            if usize::from(own) >= stones && other == 0 {
                found.extend(row.iter().filter(|&&square| self.board.is_empty(square)));
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    fn place(&mut self, square: Square) {
        self.rows.change(square, self.board.side_to_move(), 1);
        self.board.place(square);
    }

    fn undo(&mut self, square: Square) {
        self.board.undo();
        self.rows.change(square, self.board.side_to_move(), -1);
    }

    fn is_legal(&self, square: Square) -> bool {
        let fouls = self.rule.forbids() && self.board.side_to_move() == Color::Black;
        !fouls || rules::forbidden(&self.board, square).is_none()
    }
}
