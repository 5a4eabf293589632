//! Announced wins, which the next search has to know, so that it does not find a later
//! win.

use crate::board::Board;
use crate::search::Iteration;

/// A win that a search has announced.
#[derive(Clone, Copy, Debug)]
pub(super) struct AnnouncedWin {
    /// The hash of the position after its first move.
    pub hash: u64,
    /// In how many plies from then on the five stands.
    pub plies: usize,
}

impl AnnouncedWin {
    /// The win that this result of a search announces.
    pub fn of(found: &Iteration, board: &Board) -> Option<AnnouncedWin> {
        let plies = found.score.plies().filter(|_| found.score.is_win())?;
        Some(AnnouncedWin {
            hash: board.hash_after(found.line[0]),
            plies: plies - 1,
        })
    }

    /// In how many plies the side to move wins, if the move was played and one of
    /// the opponent's followed.
    pub fn plies_left(self, board: &Board) -> Option<usize> {
        let mut before = board.clone();
        before.undo()??;
        let is_played = before.hash() == self.hash;
        self.plies.checked_sub(1).filter(|_| is_played)
    }
}
