//! Positions that managers send.

use super::command::Stone;
use super::format::Axes;
use super::point::Point;
use crate::board::{Board, notation};
use crate::types::{Color, Square};

/// An empty board of the same size.
pub(super) fn emptied(board: &Board) -> Board {
    Board::new(board.width(), board.height()).expect("the size of a board")
}

/// What the fields of a block of stones may mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fields {
    /// Gomocup's: 1 for the stones of the side to move, 2 for its opponent's.
    OwnFirst,
    /// The same, or Black's and White's, as programs written for Rapfi send them.
    OwnOrBlackFirst,
}

/// The position of a `BOARD` or `YXBOARD` block. Lines off the board or on an
/// occupied square are skipped.
///
/// The numbers of stones (and passes) of field 1 and field 2 tell who is who:
///
/// | field 1 | who has it | to move |
/// |---|---|---|
/// | as many as field 2 | Black, who is the own side too | Black |
/// | one less | White: the own side | White |
/// | one more, if it may be Black's | Black, who is not to move | White |
/// | otherwise | Black if the first line has it, else White | the own side |
pub(super) fn position(size: &Board, lines: &[Stone], axes: Axes, fields: Fields) -> Board {
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
    let (first, second) = (count(1), count(2));
    let (color_of_first, to_move) = if first == second {
        (Color::Black, Color::Black)
    } else if first + 1 == second {
        (Color::White, Color::White)
    } else if first == second + 1 && fields == Fields::OwnOrBlackFirst {
        (Color::Black, Color::White)
    } else {
        let own = match kept.first() {
            Some(&(_, 1)) | None => Color::Black,
            _ => Color::White,
        };
        (own, own)
    };
    let color = |field: u8| match field {
        1 => color_of_first,
        _ => !color_of_first,
    };
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
    if board.side_to_move() != to_move {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The position of these stones, as `x,y,field` between blanks.
    fn read(text: &str, fields: Fields) -> Board {
        let stone = |word: &str| {
            let numbers: Vec<i32> = word.split(',').map(|n| n.parse().unwrap()).collect();
            let [x, y, field] = numbers[..] else {
                panic!("{word}");
            };
            Stone {
                point: Point { x, y },
                field: field as u8,
            }
        };
        let lines: Vec<Stone> = text.split(' ').map(stone).collect();
        let size = Board::new(15, 15).unwrap();
        position(&size, &lines, Axes::ColumnRow, fields)
    }

    #[test]
    fn the_numbers_of_stones_tell_colours_and_turn() {
        use Color::{Black, White};
        use Fields::{OwnFirst, OwnOrBlackFirst};
        for (text, fields, first, to_move) in [
            // Own and opponent; with as many of each Black and White is the same.
            ("7,7,1 8,8,2", OwnFirst, Black, Black),
            ("7,7,1 8,8,2", OwnOrBlackFirst, Black, Black),
            ("8,8,2 7,7,1", OwnOrBlackFirst, Black, Black),
            ("8,8,2 7,7,1 9,9,2", OwnFirst, White, White),
            ("8,8,2 7,7,1 9,9,2", OwnOrBlackFirst, White, White),
            // Black and White.
            ("7,7,1 8,8,2 9,9,1", OwnOrBlackFirst, Black, White),
            ("7,7,1", OwnOrBlackFirst, Black, White),
            // A pass counts like a stone.
            ("7,7,1 -1,-1,2 9,9,1", OwnOrBlackFirst, Black, White),
            // A manager of Gomocup's asks for a move of the own side.
            ("7,7,1 8,8,2 9,9,1", OwnFirst, Black, Black),
            // Odd positions.
            ("7,7,1 9,9,1 5,5,1 8,8,2", OwnOrBlackFirst, Black, Black),
            ("8,8,2 7,7,1 9,9,1 5,5,1", OwnOrBlackFirst, White, White),
        ] {
            let board = read(text, fields);
            let square = board.square(7, 7).unwrap();
            let is_first = |content| content == crate::board::Content::Stone(first);
            let own = text.contains("7,7,1").then(|| board.at(square));
            assert!(own.is_none_or(is_first), "{text} {fields:?}");
            assert_eq!(board.side_to_move(), to_move, "{text} {fields:?}");
        }
    }
}
