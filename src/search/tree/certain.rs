//! Scores that are certain without a search: the end of the game, and wins and losses by the
//! threats on the board.

use super::thread::{SearchThread, Watch};
use crate::movegen::{Duty, sure_loss, sure_win};
use crate::tt::Entry;
use crate::types::{Ruleset, Score};

impl<R: Ruleset, W: Watch> SearchThread<'_, R, W> {
    /// The score of a position that is decided by the end of the game, a five, an open
    /// four or threats of open fours that no move answers.
    pub fn decided(&mut self, duty: &Duty, ply: usize) -> Option<Score> {
        let left = self.moves_left();
        match duty {
            _ if left == 0 => Some(self.unfinished(ply)),
            Duty::Five(square) => {
                self.lines[ply].push(*square);
                Some(Score::win_in(ply + 1))
            }
            _ if left == 1 => Some(self.unfinished(ply + 1)),
            Duty::OpenFour(square) if left >= 3 => {
                self.lines[ply].push(*square);
                Some(Score::win_in(ply + 3))
            }
            Duty::AnswerFive(answers) if answers.is_empty() => Some(Score::loss_in(ply + 2)),
            Duty::AnswerOpenFour(answers)
                if left >= 4 && self.position.legal(*answers).is_empty() =>
            {
                Some(Score::loss_in(ply + 4))
            }
            _ if self.position.board().empty().is_empty() => Some(self.unfinished(ply)),
            _ => None,
        }
    }

    /// The score of a win or a loss that the threats make sure, where no five is threatened.
    /// If the table has an estimate there is none: it would have been stored instead.
    pub fn foreseen(&mut self, duty: &Duty, known: Option<Entry>, ply: usize) -> Option<Score> {
        if known.is_some_and(|entry| !entry.is_decisive()) {
            return None;
        }
        let left = self.moves_left();
        if let Some((square, plies)) = sure_win(&mut self.position)
            && plies <= left
        {
            self.lines[ply].push(square);
            return Some(Score::win_in(ply + plies));
        }
        let Duty::AnswerOpenFour(answers) = *duty else {
            return None;
        };
        let plies = sure_loss(&mut self.position, answers)?;
        (plies <= left).then(|| Score::loss_in(ply + plies))
    }

    /// The score of a game that ends without a five at `ply`, for the side to
    /// move now.
    fn unfinished(&self, ply: usize) -> Score {
        match self.ending.winner {
            None => Score::DRAW,
            Some(color) if color == self.position.side_to_move() => Score::win_in(ply),
            Some(_) => Score::loss_in(ply),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::board::notation::play_moves;
    use crate::movegen::duty;
    use crate::params::Tunables;
    use crate::search::test_support::with_thread;

    #[test]
    fn threats_of_two_open_fours_are_a_loss_without_own_fours() {
        let decided = |moves: &str| {
            let mut board = Board::new(15, 15).unwrap();
            play_moves(&mut board, moves).unwrap();
            with_thread(board, Tunables::default(), |thread| {
                thread.decided(&duty(&thread.position), 3)
            })
        };
        let two = decided("f8a1g8c15h8o1f4o15g4a15h4");
        assert_eq!(two, Some(Score::loss_in(7)));
        assert_eq!(decided("f8a1g8c15h8o1f4o15g4a15n11"), None);
        // White has three in a row, too.
        assert_eq!(decided("f8a1g8b2h8c3f4o15g4a15h4"), None);
    }
}
