//! A game that is won or lost: the fastest win, the longest resistance, and of
//! moves that hold out equally long the one that asks most of the opponent.

use std::cmp::Reverse;
use std::ops::RangeInclusive;

use super::lines::plies_to_end;
use super::worker::Worker;
use crate::params::root::{AT_ONCE, FORESIGHT, QUICK_DEPTH};
use crate::params::time::{LOST_SHARE, WON_SHARE};
use crate::search::report::Stopped;
use crate::search::scored_move::ScoredMove;
use crate::search::threads::deal::RootPass;
use crate::search::tree::thread::{Pv, Scout};
use crate::tt::Entry;
use crate::types::{Depth, ONE_PLY, Ruleset, Score};

impl<R: Ruleset> Worker<'_, R> {
    /// Whether a win is known without a search: then its move comes to the
    /// front, or that of a faster one.
    pub fn plays_known_win(&mut self, moves: &mut Vec<ScoredMove>, last: Depth) -> bool {
        if let Some(score) = self.remembered_win(moves) {
            self.play_out(moves, score, 1..=last);
        } else if let Some(score) = self.find_vcf(moves) {
            // Nothing is surer: better is only what is over at once, or as fast
            // as was announced.
            match self.is_as_announced(score) {
                true => self.find_quick_win(moves, score),
                false => self.play_out(moves, score, 1..=last),
            }
        } else if let Some(score) = self.find_announced_win(moves) {
            self.play_out(moves, score, 1..=last);
        } else {
            return false;
        }
        true
    }

    /// The first move is proven to win or to lose: looks to each of these depths
    /// for a faster win, or for a longer resistance, while that is cheap and can
    /// be found.
    pub fn play_out(
        &mut self,
        moves: &mut [ScoredMove],
        mut score: Score,
        depths: RangeInclusive<Depth>,
    ) {
        let forced = moves.len() == 1 && !self.shared.clock.is_timeless();
        if self.is_helper() || forced {
            return;
        }
        if !score.is_win() {
            self.spend_at_most(LOST_SHARE);
        } else if self.is_as_announced(score) {
            self.spend_at_most(WON_SHARE);
        }
        if score.is_loss() {
            moves[1..].sort_by_key(|entry| Reverse(self.demand(entry.square)));
        }
        for depth in depths {
            let found = match score.is_win() {
                true => self.faster_win(moves, score, depth),
                false => self.longer_resistance(moves, score, depth),
            };
            let Ok(found) = found else {
                return;
            };
            if found != score || score.is_loss() {
                self.announce(0, depth, found);
            }
            if found > score && self.is_as_announced(found) {
                self.spend_at_most(WON_SHARE);
            }
            score = found;
            if plies_to_end(score) <= depth as usize + FORESIGHT {
                return;
            }
        }
    }

    /// Looks for a win of five plies where one by fours takes longer.
    pub fn find_quick_win(&mut self, moves: &mut [ScoredMove], score: Score) {
        let at_least = Score::win_in(AT_ONCE + 1);
        if score > at_least {
            return;
        }
        self.spend_at_most(WON_SHARE);
        for depth in 1..=QUICK_DEPTH {
            match self.faster_win(moves, at_least, depth) {
                Ok(found) if found <= at_least => (),
                _ => return,
            }
        }
    }

    /// One iteration for a win that is faster than `known`, that of the first
    /// move. The fastest one found goes to the front.
    fn faster_win(
        &mut self,
        moves: &mut [ScoredMove],
        known: Score,
        depth: Depth,
    ) -> Result<Score, Stopped> {
        if self.deals(moves.len(), depth) {
            let pass = RootPass {
                rank: 0,
                from: 0,
                depth,
                window: (known, Score::INFINITE),
                best: known,
                reports_moves: false,
                decided: true,
            };
            return self.deal_out(moves, pass);
        }
        self.publish(moves, 0, depth, (known, Score::INFINITE));
        let deeper = ONE_PLY * (depth - 1);
        let mut best = known;
        for index in 0..moves.len() {
            let square = moves[index].square;
            let score = self.after(square, |tree| {
                let score = tree.node::<Scout>(-best - 1, -best, deeper, 1, true)?;
                match -score > best {
                    true => tree.node::<Pv>(-Score::INFINITE, -best, deeper, 1, false),
                    false => Ok(score),
                }
            })?;
            if score > best {
                best = score;
                self.tree.watch.line = self.line_from(square);
                moves[..=index].rotate_right(1);
                self.announce(0, depth, score);
            }
        }
        Ok(best)
    }

    /// One iteration for the move that loses last. All of them are known to
    /// lose by `known`, which is the first move's score so far. The best move
    /// goes to the front only when the iteration is complete: what looks long
    /// may turn out shorter.
    fn longer_resistance(
        &mut self,
        moves: &mut [ScoredMove],
        known: Score,
        depth: Depth,
    ) -> Result<Score, Stopped> {
        self.publish(moves, 0, depth, (-Score::INFINITE, known));
        let deeper = ONE_PLY * (depth - 1);
        let mut best: Option<(usize, Score)> = None;
        let mut line = Vec::new();
        for index in 0..moves.len() {
            let square = moves[index].square;
            // Of equal scores the more demanding move's is the better.
            let alpha = match best {
                None => -Score::INFINITE,
                Some((at, score)) if self.demand(square) > self.demand(moves[at].square) => {
                    score - 1
                }
                Some((_, score)) => score,
            };
            if alpha >= known {
                continue;
            }
            let is_first = best.is_none();
            let score = self.after(square, |tree| {
                let score = match is_first {
                    true => -known,
                    false => tree.node::<Scout>(-alpha - 1, -alpha, deeper, 1, true)?,
                };
                match -score > alpha {
                    true => tree.node::<Pv>(-known, -alpha, deeper, 1, false),
                    false => Ok(score),
                }
            })?;
            let score = score.min(known);
            if score > alpha {
                best = Some((index, score));
                line = self.line_from(square);
            }
        }
        let (index, score) = best.unwrap_or((0, known));
        moves[..=index].rotate_right(1);
        self.tree.watch.line = line;
        Ok(score)
    }

    /// The fastest win that the table remembers; its move goes to the front,
    /// its line is announced.
    pub fn remembered_win(&mut self, moves: &mut [ScoredMove]) -> Option<Score> {
        let mut best: Option<(usize, Score, Depth)> = None;
        for (index, entry) in moves.iter().enumerate() {
            self.tree.position.place(entry.square);
            let known = self.tree.tt.probe(self.tree.position.board().hash());
            self.tree.position.undo();
            let Some(known) = known.filter(Entry::is_decisive) else {
                continue;
            };
            let score = -known.score(1);
            if score.is_win() && best.is_none_or(|(_, best, _)| score > best) {
                best = Some((index, score, known.depth / ONE_PLY + 1));
            }
        }
        let here = self.tree.tt.probe(self.tree.position.board().hash());
        if let Some(entry) = here.filter(Entry::is_decisive)
            && let score = entry.score(0)
            && score.is_win()
            && best.is_none_or(|(_, best, _)| score > best)
            && let Some(index) = moves.iter().position(|one| Some(one.square) == entry.best)
        {
            best = Some((index, score, entry.depth / ONE_PLY));
        }
        let (index, score, depth) = best?;
        if plies_to_end(score) > self.tree.moves_left() {
            return None;
        }
        let line = vec![moves[index].square];
        self.tree.watch.line = self.remembered_line(line, plies_to_end(score));
        moves[..=index].rotate_right(1);
        self.announce(0, depth.max(0), score);
        Some(score)
    }
}
