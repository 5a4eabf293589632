//! Wins that were announced: the next search is told of them, so that it finds no
//! later one.

use super::Engine;
use crate::search::Iteration;

/// A win that a search has announced.
#[derive(Clone, Copy, Debug)]
pub(super) struct AnnouncedWin {
    /// The hash of the position after its first move.
    pub hash: u64,
    /// In how many plies from then on the five stands.
    pub plies: usize,
}

impl Engine {
    /// The win that this result announces.
    pub(super) fn announced_win_of(&self, found: &Iteration) -> Option<AnnouncedWin> {
        let plies = found.score.plies().filter(|_| found.score.is_win())?;
        Some(AnnouncedWin {
            hash: self.board.hash_after(found.line[0]),
            plies: plies - 1,
        })
    }

    /// In how many plies the side to move wins, if that was announced before the
    /// opponent's last move.
    pub(super) fn announced_win(&self) -> Option<usize> {
        let announced = self.announced?;
        let mut before = self.board.clone();
        before.undo()??;
        let is_played = before.hash() == announced.hash;
        announced.plies.checked_sub(1).filter(|_| is_played)
    }
}
