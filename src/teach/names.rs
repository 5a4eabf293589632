//! Squares by their names, as the data files have them.

use crate::board::Board;
use crate::board::notation::{parse_square, play_moves};
use crate::types::Square;

/// The squares of a text like `h8h9`, which are all different.
pub(super) fn squares(board: &Board, text: &str) -> Result<Vec<Square>, String> {
    let empty = Board::new(board.width(), board.height());
    let mut names = empty.map_err(|error| error.to_string())?;
    play_moves(&mut names, text).map_err(|error| error.to_string())?;
    Ok(names.moves().iter().copied().flatten().collect())
}

/// The square with this name.
pub(super) fn square(board: &Board, name: &str) -> Result<Square, String> {
    parse_square(name, board).map_err(|error| error.to_string())
}
