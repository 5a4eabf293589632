//! Claims about the places of stones alone.

use super::names;
use crate::board::{Board, Content};
use crate::rules;
use crate::types::{Color, Direction, Rule, Square, SquareSet};

/// The squares of a text, with the line that they are all on, in order.
fn line_of(board: &Board, at: &str) -> Result<(Vec<Square>, Direction), String> {
    let mut squares = names::squares(board, at)?;
    squares.sort_unstable();
    let [first, .., last] = squares[..] else {
        return Err(format!("'{at}' is not a line"));
    };
    let on = |line: &Direction| {
        let reach = |square: Square| (0..22).any(|steps| first.step(*line, steps) == Some(square));
        let back = |square: Square| (0..22).any(|steps| first.step(*line, -steps) == Some(square));
        squares.iter().all(|&square| reach(square)) || squares.iter().all(|&square| back(square))
    };
    let line = Direction::ALL.into_iter().find(on);
    line.map(|line| (squares, line))
        .ok_or_else(|| format!("'{at}' ({first:?} to {last:?}) is not a line"))
}

/// Whether these stones are a whole row, and whether it wins.
pub(super) fn row(
    board: &Board,
    rule: Rule,
    color: Color,
    at: &str,
    wins: bool,
) -> Result<(), String> {
    let (squares, line) = line_of(board, at)?;
    let own = Content::Stone(color);
    let content = |square: Option<Square>| square.map_or(Content::Wall, |square| board.at(square));
    let first = squares[0];
    let run = |sign: i32| {
        let steps = 1..22;
        steps
            .take_while(|steps| content(first.step(line, sign * steps)) == own)
            .count()
    };
    let length = run(1) + run(-1) + 1;
    let stand = squares.iter().all(|&square| board.at(square) == own);
    if !stand || length != squares.len() {
        return Err(format!("'{at}' is not a whole row: it has {length} stones"));
    }
    match rules::wins(board, rule, first, color) == wins {
        true => Ok(()),
        false => Err(format!(
            "'{at}' should{} win",
            if wins { "" } else { " not" }
        )),
    }
}

/// Whether these stones have no room for a five.
pub(super) fn dead(board: &Board, color: Color, at: &str) -> Result<(), String> {
    let (squares, line) = line_of(board, at)?;
    for &stone in &squares {
        if board.at(stone) != Content::Stone(color) {
            return Err(format!("'{at}' are not stones of one colour"));
        }
        let is_room = |from: i32| {
            (from..from + 5).all(|steps| {
                let (dx, dy) = line.step();
                let (x, y) = (stone.x() as i32, stone.y() as i32);
                let there = board.square(x + dx * steps, y + dy * steps);
                there.is_some_and(|there| {
                    board.at(there) == Content::Empty || board.at(there) == Content::Stone(color)
                })
            })
        };
        if (-4..=0).any(is_room) {
            return Err(format!("'{at}' has room for a five"));
        }
    }
    Ok(())
}

/// Whether these stones are of one net, which every five meets once.
pub(super) fn net(board: &Board, of: &str, at: &str) -> Result<(), String> {
    let of = names::square(board, of)?;
    let number = |square: Square| (square.x() as i32 + 2 * square.y() as i32).rem_euclid(5);
    for square in names::squares(board, at)? {
        if number(square) != number(of) || board.is_empty(square) {
            return Err(format!("'{at}' is not all of the net"));
        }
    }
    for (square, _) in board.squares() {
        for line in Direction::ALL {
            let five: Vec<Square> = (0..5)
                .filter_map(|steps| {
                    let (dx, dy) = line.step();
                    let (x, y) = (square.x() as i32, square.y() as i32);
                    board.square(x + dx * steps, y + dy * steps)
                })
                .collect();
            let meets = five.iter().filter(|&&there| number(there) == number(of));
            if five.len() == 5 && meets.count() != 1 {
                return Err(format!("the five from {square:?} does not meet it once"));
            }
        }
    }
    Ok(())
}

/// Whether these stones look the same from the middle one when the board is
/// turned.
pub(super) fn around(board: &Board, center: &str, at: &str) -> Result<(), String> {
    let center = names::square(board, center)?;
    let stones: SquareSet = names::squares(board, at)?.into_iter().collect();
    let turned = |square: Square| {
        let (dx, dy) = (
            square.x() as i32 - center.x() as i32,
            square.y() as i32 - center.y() as i32,
        );
        board.square(center.x() as i32 - dy, center.y() as i32 + dx)
    };
    let same: SquareSet = stones.into_iter().filter_map(turned).collect();
    let stand = !board.is_empty(center) && stones.into_iter().all(|square| !board.is_empty(square));
    match stand && same == stones && !stones.is_empty() {
        true => Ok(()),
        false => Err(format!("'{at}' does not stand around it")),
    }
}
