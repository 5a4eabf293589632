//! The stones that have won.

use super::Supposed;
use super::win::line_wins;
use crate::board::Board;
use crate::types::{Direction, Rule, SquareSet};

/// The stones of all lines by which the last move won.
pub fn winning_stones(board: &Board, rule: Rule) -> SquareSet {
    let Some(&Some(last)) = board.moves().last() else {
        return SquareSet::EMPTY;
    };
    let color = !board.side_to_move();
    let supposed = &Supposed::new(board, last, color);
    let wins = |&direction: &Direction| line_wins(supposed, rule, last, color, direction);
    let stones = |direction: Direction| {
        let row = supposed.row(last, direction, color);
        (row.back..=row.ahead).filter_map(move |steps| supposed.square(last, direction, steps))
    };
    let directions = Direction::ALL.into_iter();
    directions.filter(wins).flat_map(stones).collect()
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
