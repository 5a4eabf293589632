//! REC, the files of Gomotur, which Piskvork writes too: the names of Black
//! and White on two lines, then a line `x,y,ms` for each move, both from 0 at
//! the top left, then an end code as in [`psq`].
//!
//! Names, times, given moves, passes (here `-1,-1,ms`) and end codes are as in
//! [`psq`]. These files do not contain the size: the board is taken as 20x20, and
//! stones outside it cannot be read again. Nor can a game without moves, since the
//! first one shows what kind of file it is; [`check`] tells.
//!
//! Source: `savePsq` and `openPsq` in Piskvork's `game.cpp`.

use super::game::{Draft, GameRecord};
use super::psq;
use super::scan::{ParseError, Scanner, quoted, unmarked};
use super::tree::{Features, GameTree};
use crate::types::Color;

/// Columns and rows of every file.
pub const SIZE: (usize, usize) = (20, 20);

/// What these files hold, besides moves.
pub const HOLDS: Features = psq::HOLDS;

/// A game that cannot be read again from such a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WriteError {
    /// Too large a board.
    #[error("a .rec file is for boards up to 20x20, not {0}x{1}")]
    Size(usize, usize),
    /// No moves.
    #[error("a .rec file needs at least one move")]
    Empty,
}

/// Whether a text has the form of such a file: two names, then a move.
pub fn is_rec(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let names = [lines.next(), lines.next()];
    let first = lines.next();
    names.iter().all(|name| name.is_some_and(psq::is_name))
        && first.is_some_and(psq::looks_like_move)
}

/// Reads a file. What follows the end code is not looked at.
pub fn read(text: &str) -> Result<GameTree, ParseError> {
    let text = unmarked(text);
    let at_end = |error: String| ParseError::at(text, text.len(), error);
    let mut draft = Draft::new(SIZE.0, SIZE.1).map_err(|error| at_end(error.to_string()))?;
    let mut lines = Scanner::lines(text);
    for color in Color::ALL {
        let line = lines
            .next()
            .ok_or_else(|| at_end(format!("the name of {color} is expected, not the end")))?;
        if !psq::is_name(line.rest()) {
            let found = quoted(line.rest());
            return Err(line.error(format!("the name of {color} is expected, not {found}")));
        }
        psq::set_name(&mut draft, color, line.rest());
    }
    if let Some(line) = psq::read_moves(&mut draft, lines, 0)?.first() {
        draft.game.reason = psq::read_reason(line)?;
    }
    Ok(GameTree::of(&draft.game))
}

/// Whether a game can be read again from such a file.
pub fn check(game: &GameRecord) -> Result<(), WriteError> {
    if game.width > SIZE.0 || game.height > SIZE.1 {
        return Err(WriteError::Size(game.width, game.height));
    }
    match game.moves.is_empty() {
        true => Err(WriteError::Empty),
        false => Ok(()),
    }
}

/// Writes a file. Every move is written, even those that no board allows.
pub fn write(game: &GameRecord) -> String {
    let mut text = String::new();
    psq::write_names(&mut text, game);
    psq::write_moves(&mut text, game, 0);
    psq::write_end(&mut text, game);
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::moves_text;

    const FILE: &str = "homo-1\npbrain-a.exe\n0,0,12\n19,19,34\n-1\n";

    #[test]
    fn a_file_is_read_and_written() {
        assert!(is_rec(FILE));
        let game = read(FILE).unwrap().main_line().unwrap();
        assert_eq!((game.width, game.height), (20, 20));
        assert_eq!(game.players, ["", "pbrain-a.exe"]);
        assert_eq!(moves_text(&game.board().unwrap()), "a20t1");
        assert_eq!(write(&game), FILE);
    }

    #[test]
    fn what_cannot_be_read_again_is_known() {
        let mut game = read(FILE).unwrap().main_line().unwrap();
        assert_eq!(check(&game), Ok(()));
        game.width = 22;
        assert_eq!(check(&game), Err(WriteError::Size(22, 20)));
        game.width = 15;
        assert_eq!(check(&game), Ok(()));
        game.moves.clear();
        assert_eq!(check(&game), Err(WriteError::Empty));
        assert!(!is_rec(&write(&game)));
    }

    #[test]
    fn errors_have_their_places() {
        for (text, error) in [
            (
                "",
                "line 1, column 1: the name of black is expected, not the end",
            ),
            (
                "a\n",
                "line 2, column 1: the name of white is expected, not the end",
            ),
            (
                "a\n1,2,3\n",
                "line 2, column 1: the name of white is expected, not '1,2,3'",
            ),
            (
                "a\nb\n20,1,0",
                "line 3, column 1: '20,1,0' is not on a 20x20 board",
            ),
            (
                "a\nb\n1,1\n1,1",
                "line 4, column 1: move 2 is on b19, which is taken",
            ),
            (
                "a\nb\n1,1\nx",
                "line 4, column 1: 'x' is neither a move nor an end code",
            ),
            (
                "a\n1,x,3\n1,1",
                "line 2, column 1: the name of white is expected, not '1,x,3'",
            ),
        ] {
            assert_eq!(read(text).unwrap_err().to_string(), error);
        }
    }
}
