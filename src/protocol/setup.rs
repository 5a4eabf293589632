//! Positions as managers send them.

use super::command::{Point, Stone};
use super::format::Axes;
use crate::board::{Board, notation};
use crate::types::{Color, Square};

/// An empty board of the same size.
pub(super) fn emptied(board: &Board) -> Board {
    Board::new(board.width(), board.height()).expect("the size of a board")
}

/// The position of a `BOARD` block, from the side that is to move. Lines off
/// the board or on an occupied square are skipped.
///
/// The sender's stones tell the colours: with as many on either side the one
/// to move is Black, with one less it is White; if the numbers are odd, the
/// first line is Black's.
pub(super) fn position(size: &Board, lines: &[Stone], axes: Axes) -> Board {
    let mut board = emptied(size);
    let mut seen = board.clone();
    let mut kept: Vec<(Option<Square>, u8)> = Vec::new();
    for line in lines {
        let square = axes.square(line.point, &board);
        match square {
            Some(square) if seen.is_empty(square) => {
                seen.place(square);
                if line.field == 3 {
                    board.block(square);
                } else {
                    kept.push((Some(square), line.field));
                }
            }
            None if line.point == Point::PASS && line.field != 3 => kept.push((None, line.field)),
            _ => (),
        }
    }
    let count = |field: u8| kept.iter().filter(|entry| entry.1 == field).count();
    let (ours, theirs) = (count(1), count(2));
    let own = if ours == theirs {
        Color::Black
    } else if ours + 1 == theirs {
        Color::White
    } else {
        match kept.first() {
            Some(&(_, 1)) | None => Color::Black,
            _ => Color::White,
        }
    };
    let color = |field: u8| if field == 1 { own } else { !own };
    let mut in_turn = kept.iter().zip(Color::ALL.into_iter().cycle());
    if in_turn.all(|(entry, turn)| color(entry.1) == turn) {
        for &(square, _) in &kept {
            match square {
                Some(square) => board.place(square),
                None => board.pass(),
            }
        }
    } else {
        let of = |wanted: Color| -> Vec<Square> {
            let own = kept.iter().filter(|entry| color(entry.1) == wanted);
            own.filter_map(|entry| entry.0).collect()
        };
        notation::place_stones(&mut board, &of(Color::Black), &of(Color::White));
    }
    if board.side_to_move() != own {
        board.pass();
    }
    board
}

/// How many stones there are when a question of swap2 is asked.
const SWAP2_STONES: [usize; 3] = [0, 3, 5];

/// The stones of a `SWAP2BOARD` block, Black's and White's in turn, and what is
/// wrong with them. Those off the board or on an occupied square are left out.
pub(super) fn swap2_position(
    size: &Board,
    points: &[Point],
    axes: Axes,
) -> (Board, Option<String>) {
    let mut board = emptied(size);
    let mut wrong = None;
    for &point in points {
        let why = match axes.square(point, &board) {
            Some(square) if board.is_empty(square) => {
                board.place(square);
                continue;
            }
            Some(_) => "stands there twice",
            None => "is not on the board",
        };
        wrong.get_or_insert(format!("{},{} {why}", point.x, point.y));
    }
    let stones = board.stone_count();
    if wrong.is_none() && !SWAP2_STONES.contains(&stones) {
        let [none, three, five] = SWAP2_STONES;
        wrong = Some(format!(
            "{none}, {three} or {five} stones are needed, not {stones}"
        ));
    }
    (board, wrong)
}
