//! The stones that have won.

use super::win::wins;
use crate::board::{Board, Content};
use crate::types::{Direction, Rule, Square, SquareSet};

/// The stones of all lines by which the last move won.
pub fn winning_stones(board: &Board, rule: Rule) -> SquareSet {
    let Some(&Some(last)) = board.moves().last() else {
        return SquareSet::EMPTY;
    };
    let row = |direction| row_through(board, last, direction);
    let rows = Direction::ALL.into_iter().map(row);
    let wins = |row: &Row| {
        // With nothing else on the board only this row can win.
        let mut alone = Board::new(board.width(), board.height()).expect("the size of a board");
        for &square in row.ends.iter().flatten() {
            if let Content::Stone(color) = board.at(square) {
                alone.place_as(color, square);
            }
        }
        let color = !board.side_to_move();
        row.stones
            .iter()
            .for_each(|&square| alone.place_as(color, square));
        wins(&alone, rule, last, color)
    };
    rows.filter(wins).flat_map(|row| row.stones).collect()
}

/// Stones of one colour without a gap, and the squares at both ends.
struct Row {
    stones: Vec<Square>,
    ends: [Option<Square>; 2],
}

fn row_through(board: &Board, square: Square, direction: Direction) -> Row {
    let there = |steps: i32| {
        let found = square.step(direction, steps)?;
        board.square(found.x() as i32, found.y() as i32)
    };
    let color = board.at(square);
    let is_own = |found: &Square| board.at(*found) == color;
    let mut stones = vec![square];
    let ends = [-1, 1].map(|sign| {
        let steps = (1..).map(|steps| there(sign * steps));
        let mut steps = steps.skip_while(|found| {
            let own = found.filter(|found| is_own(found));
            stones.extend(own);
            own.is_some()
        });
        steps.next().flatten()
    });
    Row { stones, ends }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::{play_moves, square_name};

    fn winning(moves: &str, rule: Rule) -> Vec<String> {
        let mut board = Board::new(15, 15).unwrap();
        play_moves(&mut board, moves).unwrap();
        let squares = winning_stones(&board, rule).into_iter();
        let mut names: Vec<String> = squares.map(|square| square_name(square, 15)).collect();
        names.sort();
        names
    }

    #[test]
    fn only_rows_that_win_are_marked() {
        let five = "h8a1i8a3j8a5k8a7l8";
        assert_eq!(winning(five, Rule::Renju), ["h8", "i8", "j8", "k8", "l8"]);
        // Six, which wins where five or more do.
        let six = "g8a1h8a3i8a5k8a7l8a9j8";
        assert_eq!(winning(six, Rule::Freestyle).len(), 6);
        assert_eq!(winning(six, Rule::Standard).len(), 0);
        // Blocked at both ends, which is no win in caro.
        let blocked = "h8g8i8m8j8a5k8a7l8";
        assert_eq!(winning(blocked, Rule::Caro).len(), 0);
        assert_eq!(winning(blocked, Rule::Standard).len(), 5);
        // Five more in the column, in which the last move has no part.
        let two = "a1o1b1o3c1o5d1o7a2o9a3o11a4o13a5o15e1";
        assert_eq!(winning(two, Rule::Standard).len(), 5);
        assert_eq!(winning("", Rule::Freestyle).len(), 0);
    }
}
