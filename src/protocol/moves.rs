//! Moves that are made and taken back without thinking.

use super::format::Axes;
use super::point::Point;
use crate::board::Board;
use crate::types::{Color, Square};

/// A move that cannot be made or taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum WrongMove {
    /// Beyond the board, or a wall.
    #[error("{},{} is not on the board", .0.x, .0.y)]
    OffBoard(Point),
    /// A stone stands there.
    #[error("{},{} is not empty", .0.x, .0.y)]
    Taken(Point),
    /// Nothing to take back.
    #[error("there is no stone on {},{}", .0.x, .0.y)]
    NoStone(Point),
}

/// The square of a move; `None` is a pass.
fn square(point: Point, axes: Axes, board: &Board) -> Result<Option<Square>, WrongMove> {
    match point {
        Point::PASS => Ok(None),
        _ => {
            let square = axes.square(point, board);
            square.map(Some).ok_or(WrongMove::OffBoard(point))
        }
    }
}

/// The side to move places a stone, or passes.
pub(super) fn play(board: &mut Board, point: Point, axes: Axes) -> Result<(), WrongMove> {
    match square(point, axes, board)? {
        None => board.pass(),
        Some(square) if board.is_empty(square) => board.place(square),
        Some(_) => return Err(WrongMove::Taken(point)),
    }
    Ok(())
}

/// Takes a move back, usually the last one. An older one leaves the others as they
/// were, with the same side to move.
pub(super) fn take_back(board: &mut Board, point: Point, axes: Axes) -> Result<(), WrongMove> {
    let square = square(point, axes, board)?;
    let index = board.moves().iter().rposition(|&made| made == square);
    let index = index.ok_or(WrongMove::NoStone(point))?;
    let to_move = board.side_to_move();
    let mut later: Vec<(Option<Square>, Color)> = Vec::new();
    while board.moves().len() > index + 1 {
        later.push((board.undo().flatten(), board.side_to_move()));
    }
    board.undo();
    if later.is_empty() {
        return Ok(());
    }
    for (square, color) in later.into_iter().rev() {
        match square {
            Some(square) => board.place_as(color, square),
            None if board.side_to_move() == color => board.pass(),
            None => (),
        }
    }
    if board.side_to_move() != to_move {
        board.pass();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Content;
    use crate::board::notation::{parse_square, play_moves};

    /// The position after these moves, of which one is taken back.
    fn without(moves: &str, taken: Option<&str>) -> Board {
        let mut board = Board::new(15, 15).unwrap();
        play_moves(&mut board, moves).unwrap();
        let point = taken.map_or(Point::PASS, |taken| {
            let (x, y) = Axes::ColumnRow.pair(parse_square(taken, &board).unwrap());
            let number = |number: usize| number.try_into().unwrap();
            Point {
                x: number(x),
                y: number(y),
            }
        });
        take_back(&mut board, point, Axes::ColumnRow).unwrap();
        board
    }

    #[test]
    fn an_older_move_is_taken_without_a_change_of_turn() {
        for (moves, taken) in [
            ("h8i9", Some("h8")),
            ("h8i9g7", Some("i9")),
            ("h8i9g7--", Some("i9")),
            ("h8i9g7--", Some("h8")),
            ("h8i9--g8--", Some("h8")),
            ("h8i9--g8--", Some("i9")),
            ("h8----i9", Some("h8")),
            ("h8--i9", None),
        ] {
            let mut before = Board::new(15, 15).unwrap();
            play_moves(&mut before, moves).unwrap();
            let board = without(moves, taken);
            assert_eq!(board.side_to_move(), before.side_to_move(), "{moves}");
            let taken = taken.map(|taken| parse_square(taken, &before).unwrap());
            for square in before.moves().iter().flatten() {
                let wanted = match taken == Some(*square) {
                    true => Content::Empty,
                    false => before.at(*square),
                };
                assert_eq!(board.at(*square), wanted, "{moves}");
            }
        }
    }

    #[test]
    fn the_last_move_gives_the_turn_back() {
        for (moves, taken) in [("h8i9g7", Some("g7")), ("h8--", None), ("h8", Some("h8"))] {
            let mut before = Board::new(15, 15).unwrap();
            play_moves(&mut before, moves).unwrap();
            before.undo();
            assert_eq!(without(moves, taken).hash(), before.hash(), "{moves}");
        }
    }
}
