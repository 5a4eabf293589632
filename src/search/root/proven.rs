//! What is proven: wins and losses from the table and from the threat solver; then the
//! fastest win, the longest resistance, and of moves that resist equally long the most
//! demanding one.

use std::cmp::Reverse;
use std::ops::RangeInclusive;

use super::state::Root;
use crate::movegen::{Duty, duty};
use crate::params::advice::{ANNOUNCED_NODES, ANNOUNCED_SHARE, FOURS_SHARE};
use crate::params::root::{AT_ONCE, FORESIGHT, QUICK_DEPTH};
use crate::params::time::{LOST_SHARE, WON_SHARE};
use crate::search::report::Stopped;
use crate::search::request::plies_to_end;
use crate::search::scored_move::ScoredMove;
use crate::search::threads::deal::RootPass;
use crate::search::threads::root_proofs::{ProvenWin, RootProof};
use crate::search::tree::thread::{Pv, Scout};
use crate::solver::{Defence, Goal, Solver};
use crate::types::{Depth, ONE_PLY, Ruleset, Score, Square};

/// What follows for the search from what helpers have proven.
pub enum Advice {
    /// Nothing new.
    Nothing,
    /// The first move wins, with this score.
    Win(Score),
    /// The move that was the first loses; it is the last one now.
    Refuted,
}

impl<R: Ruleset> Root<'_, R> {
    /// Whether a win is known without a search: then its move comes to the
    /// front, or that of a faster one.
    pub fn plays_known_win(&mut self, moves: &mut Vec<ScoredMove>, last: Depth) -> bool {
        if let Some(score) = self.remembered_win(moves) {
            self.play_out(moves, score, 1..=last);
        } else if let Some(score) = self.find_vcf(moves) {
            // Nothing is surer: better is only what is over at once, or as fast
            // as was announced.
            match self.shared.is_as_announced(score) {
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
        } else if self.shared.is_as_announced(score) {
            self.spend_at_most(WON_SHARE);
        }
        if score.is_loss() {
            moves[1..].sort_by_key(|entry| Reverse(self.thread.demand(entry.square)));
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
            if found > score && self.shared.is_as_announced(found) {
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
                complete: self.complete,
            };
            return self.deal_out(moves, pass);
        }
        self.publish(moves, 0, depth, (known, Score::INFINITE));
        let deeper = ONE_PLY * (depth - 1);
        let mut best = known;
        for index in 0..moves.len() {
            let square = moves[index].square;
            let score = self.after(square, |thread| {
                let score = thread.node::<Scout>(-best - 1, -best, deeper, 1, true)?;
                match -score > best {
                    true => thread.node::<Pv>(-Score::INFINITE, -best, deeper, 1, false),
                    false => Ok(score),
                }
            })?;
            if score > best {
                best = score;
                self.line = self.line_from(square);
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
                Some((at, score))
                    if self.thread.demand(square) > self.thread.demand(moves[at].square) =>
                {
                    score - 1
                }
                Some((_, score)) => score,
            };
            if alpha >= known {
                continue;
            }
            let is_first = best.is_none();
            let score = self.after(square, |thread| {
                let score = match is_first {
                    true => -known,
                    false => thread.node::<Scout>(-alpha - 1, -alpha, deeper, 1, true)?,
                };
                match -score > alpha {
                    true => thread.node::<Pv>(-known, -alpha, deeper, 1, false),
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
        self.line = line;
        Ok(score)
    }

    /// The fastest win that the table remembers; its move goes to the front, its line is
    /// announced.
    fn remembered_win(&mut self, moves: &mut [ScoredMove]) -> Option<Score> {
        let (index, score, depth) = self.thread.win_in_table(moves)?;
        if plies_to_end(score) > self.thread.moves_left() {
            return None;
        }
        let line = vec![moves[index].square];
        self.line = self.thread.remembered_line(line, plies_to_end(score));
        moves[..=index].rotate_right(1);
        self.announce(0, depth.max(0), score);
        Some(score)
    }

    /// A win by fours, before the search begins: its move goes to the front. If
    /// there is none, moves that lose to the opponent's fours are left out, as
    /// long as there are others.
    pub fn find_vcf(&mut self, moves: &mut Vec<ScoredMove>) -> Option<Score> {
        let most = self.thread.params.root_fours.max(0) as u64;
        let nodes = most.min(self.thread.watch.budget.nodes / FOURS_SHARE);
        if nodes == 0 || self.is_helper() {
            return None;
        }
        if let (Some(mut win), _) = self.solver.solve(&mut self.thread, Goal::Vcf, nodes) {
            if !self.shared.is_as_announced(Score::win_in(win.plies)) {
                let nodes = most.min(self.thread.watch.budget.nodes / ANNOUNCED_SHARE);
                let shortest = self
                    .solver
                    .solve(&mut self.thread, Goal::ShortestVcf, nodes);
                win = shortest.0.unwrap_or(win);
            }
            return self.lead_with(moves, win, 0);
        }
        let forced = matches!(duty(&self.thread.position), Duty::AnswerFive(_));
        let defence = match forced {
            true => Defence::NotNeeded,
            false => self.solver.ask(&mut self.thread, nodes, Solver::defence),
        };
        if let Defence::Only(squares) = defence
            && moves.iter().any(|entry| squares.contains(entry.square))
        {
            moves.retain(|entry| squares.contains(entry.square));
            // What was left out before, if anything, may be among these squares.
            self.complete |= squares.len() == moves.len();
        }
        None
    }

    /// A win by threats, where one was announced before and the table has lost it, or the
    /// proof does not cover the opponent's reply.
    pub fn find_announced_win(&mut self, moves: &mut [ScoredMove]) -> Option<Score> {
        let nodes = ANNOUNCED_NODES.min(self.thread.watch.budget.nodes / ANNOUNCED_SHARE);
        if self.shared.announced_win.is_none() || self.is_helper() {
            return None;
        }
        let (win, _) = self.solver.solve(&mut self.thread, Goal::Vct, nodes);
        self.lead_with(moves, win?, 0)
    }

    /// Takes what a helper has proven. The best move so far is the first, with this score.
    pub fn take_proofs(&mut self, moves: &mut [ScoredMove], score: Score, depth: Depth) -> Advice {
        let mut advice = Advice::Nothing;
        for proof in self.shared.team.root_proofs.take() {
            match self.act_on(proof, moves, score, depth) {
                Advice::Nothing => (),
                Advice::Refuted => advice = Advice::Refuted,
                win => return win,
            }
        }
        advice
    }

    /// A winning move comes to the front, a losing one to the end. The score is that of the
    /// first move.
    fn act_on(
        &mut self,
        proof: RootProof,
        moves: &mut [ScoredMove],
        score: Score,
        depth: Depth,
    ) -> Advice {
        match proof {
            RootProof::Wins(win) => match self.lead_with(moves, win, depth) {
                Some(score) => Advice::Win(score),
                None => Advice::Nothing,
            },
            RootProof::Loses(square, plies) => {
                let loss = (square, Score::loss_in(plies));
                match self.refute(moves, loss, score, depth) {
                    true => Advice::Refuted,
                    false => Advice::Nothing,
                }
            }
        }
    }

    /// A move loses, with this score. If it was the first, it becomes the last: whether it
    /// was. `score` is the first move's score by the search.
    fn refute(
        &mut self,
        moves: &mut [ScoredMove],
        loss: (Square, Score),
        score: Score,
        depth: Depth,
    ) -> bool {
        self.solver.refuted.push(loss);
        self.effort.note_lost(loss.0);
        if moves[0].square != loss.0 {
            return false;
        }
        moves.rotate_left(1);
        // Whatever happens next, that move is not to be played.
        self.line = vec![moves[0].square];
        self.announce(0, depth, score);
        self.poll().look_again();
        true
    }

    /// The win's first move goes to the front of the moves, if it is one of
    /// them, and its line is announced.
    fn lead_with(
        &mut self,
        moves: &mut [ScoredMove],
        win: ProvenWin,
        depth: Depth,
    ) -> Option<Score> {
        let ProvenWin { line, plies } = win;
        let first = line.first()?;
        let index = moves.iter().position(|entry| entry.square == *first)?;
        moves[..=index].rotate_right(1);
        self.line = line;
        self.thread.deepest = self.thread.deepest.max(plies);
        let score = Score::win_in(plies);
        self.announce(0, depth, score);
        Some(score)
    }
}
