//! Winning lines under each rule.

use super::Supposed;
use crate::board::{Board, Content};
use crate::types::{Color, Direction, FiveRule, Rule, Square};

/// Whether a stone of `color` on `square` wins at once; it may stand there already or be
/// hypothetical.
///
/// In renju, for Black, this is whether it makes a five, which comes before any foul.
pub fn wins(board: &Board, rule: Rule, square: Square, color: Color) -> bool {
    let supposed = Supposed::new(board, square, color);
    Direction::ALL
        .into_iter()
        .any(|direction| line_wins(&supposed, rule, square, color, direction))
}

/// The colour with a winning line anywhere on the board.
pub fn winner(board: &Board, rule: Rule) -> Option<Color> {
    Color::ALL.into_iter().find(|&color| {
        board
            .stones(color)
            .any(|square| wins(board, rule, square, color))
    })
}

/// Whether the row through `square` in this direction wins; see [`wins`].
pub(super) fn line_wins(
    supposed: &Supposed,
    rule: Rule,
    square: Square,
    color: Color,
    direction: Direction,
) -> bool {
    let row = supposed.row(square, direction, color);
    let blocked = |steps| supposed.at(square, direction, steps) == Content::Stone(!color);
    let open = || !(blocked(row.back - 1) && blocked(row.ahead + 1));
    match rule.five_rule(color) {
        FiveRule::AtLeastFive => row.len() >= 5,
        FiveRule::ExactlyFive | FiveRule::ExactlyFiveOrFoul => row.len() == 5,
        FiveRule::OpenFive => row.len() == 5 && open(),
        FiveRule::OpenFiveOrMore => row.len() >= 6 || row.len() == 5 && open(),
    }
}
