//! Scores that are certain without a search: the end of the game, and wins and losses by the
//! threats on the board.

use super::thread::{SearchThread, Watch};
use crate::movegen::{Duty, sure_win};
use crate::types::{Ruleset, Score};

impl<R: Ruleset, W: Watch> SearchThread<'_, R, W> {
    /// The score of a position that is decided by the end of the game, a five or an open
    /// four.
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
            _ if self.position.board().empty().is_empty() => Some(self.unfinished(ply)),
            _ => None,
        }
    }

    /// The score of a win by a four-three or a double three, where no five is threatened.
    pub fn static_win(&mut self, ply: usize) -> Option<Score> {
        if self.moves_left() < 5 {
            return None;
        }
        let square = sure_win(&mut self.position)?;
        self.lines[ply].push(square);
        Some(Score::win_in(ply + 5))
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
