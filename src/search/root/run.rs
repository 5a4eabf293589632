//! A whole search by one thread.

use super::worker::Worker;
use crate::search::request::Objective;
use crate::types::{Depth, MAX_PLY, Ruleset, Score};

impl<R: Ruleset> Worker<'_, R> {
    /// Searches until the objective or a limit is reached. What was found is in
    /// [`Shared::found`](crate::search::Shared::found).
    pub fn run(&mut self) {
        match self.shared.objective {
            Objective::Best { lines, distinct } => self.search(lines, distinct),
            Objective::Balance { stones, bias } => self.balance(stones, bias),
        }
        let tree = &mut self.tree;
        tree.watch.tell_nodes(tree.nodes);
    }

    /// Searches deeper and deeper for the best moves until a limit is reached.
    /// Nothing is found only if no square is empty.
    fn search(&mut self, lines: usize, distinct: bool) {
        let Some(any) = self.tree.position.board().empty().first() else {
            return;
        };
        let choice = match lines {
            0 | 1 => self.best_moves(any),
            _ => self.many_moves(any, lines, distinct),
        };
        let tree = &mut self.tree;
        tree.moves.clear();
        tree.push_moves(choice.squares, 0);
        tree.moves.sort_by_key(|entry| (-entry.score, entry.square));
        let mut moves = std::mem::take(&mut tree.moves);
        // Something to play, whatever happens next.
        let (score, deepest) = choice.decided.unwrap_or((Score::DRAW, 0));
        tree.watch.complete = choice.complete;
        tree.watch.line = vec![moves[0].square];
        tree.deepest = deepest;
        self.announce(0, 0, score);
        if choice.decided.is_some() {
            return;
        }
        let limit = self.shared.limits.depth.unwrap_or(Depth::MAX);
        let empty = self.tree.position.board().empty().len();
        let deepest = empty.min(self.tree.moves_left()).min(MAX_PLY) as Depth;
        let last = limit.min(deepest);
        if self.is_helper() {
            return self.help(last);
        }
        let wanted = lines.clamp(1, moves.len());
        if wanted == 1 && self.plays_known_win(&mut moves, last) {
            return;
        }
        self.note_forced(&moves);
        self.iterate(moves, wanted, last);
    }
}
