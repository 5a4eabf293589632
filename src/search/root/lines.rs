//! Lines of best play: how long they are, and made whole again from the table.

use super::worker::Worker;
use crate::types::{Depth, Ruleset, Score, Square};

impl<R: Ruleset> Worker<'_, R> {
    /// Whether a win comes no later than was announced at the move before.
    pub fn is_as_announced(&self, score: Score) -> bool {
        let announced = self.shared.announced_win;
        announced.is_none_or(|plies| plies_to_end(score) <= plies)
    }

    /// A line from the root on, which has this score at this depth, whole again:
    /// several threads leave it where one of them has been before.
    pub fn whole_line(&mut self, line: Vec<Square>, score: Score, depth: Depth) -> Vec<Square> {
        if self.is_alone() {
            return line;
        }
        let longest = match score.is_decisive() {
            true => plies_to_end(score),
            false => depth as usize,
        };
        self.remembered_line(line, longest)
    }

    /// A line from the root on, with the moves that the table remembers behind
    /// it.
    pub fn remembered_line(&mut self, mut line: Vec<Square>, longest: usize) -> Vec<Square> {
        for &square in &line {
            self.tree.position.place(square);
        }
        while line.len() < longest {
            let known = self.tree.tt.probe(self.tree.position.board().hash());
            let next = known.and_then(|known| known.best);
            let legal = |&square: &Square| {
                self.tree.position.board().is_empty(square) && self.tree.position.is_legal(square)
            };
            let Some(square) = next.filter(legal) else {
                break;
            };
            self.tree.position.place(square);
            line.push(square);
        }
        line.iter().for_each(|_| self.tree.position.undo());
        line
    }
}

/// After how many plies the game is over, as far as it is decided.
pub fn plies_to_end(score: Score) -> usize {
    score.plies().unwrap_or(0)
}
