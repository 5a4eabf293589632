//! Iterative deepening over the root moves, with aspiration windows.
//!
//! CITE: <https://www.chessprogramming.org/Aspiration_Windows>.

use std::cmp::Reverse;

use super::solver::Advice;
use super::worker::Worker;
use crate::params::root::{ASPIRATION_FROM, ASPIRATION_GROWTH, WIDEST};
use crate::params::time::LOST_SHARE;
use crate::search::report::{Event, Stopped};
use crate::search::scored_move::ScoredMove;
use crate::search::threads::deal::RootPass;
use crate::search::tree::node::Scouting;
use crate::search::tree::thread::Pv;
use crate::types::{Depth, ONE_PLY, Ruleset, Score, Square};

/// The first depth at which single root moves are reported.
const REPORTED_DEPTH: Depth = 6;

impl<R: Ruleset> Worker<'_, R> {
    /// Searches deeper and deeper for the best `wanted` of these moves, to the
    /// depth `last`, until a limit is reached.
    pub fn iterate(&mut self, mut moves: Vec<ScoredMove>, wanted: usize, last: Depth) {
        let mut best = None;
        let mut lost = false;
        let mut depth = self.shared.first_depth.clamp(1, last.max(1));
        while depth <= last {
            self.tree.watch.listens = wanted == 1;
            let ended = self.find_best(&mut moves, wanted, depth, &mut best);
            let is_told = self.tree.watch.is_news();
            self.tree.watch.listens = false;
            let score = best.unwrap_or_default();
            match ended {
                Ok(true) if wanted > 1 => return,
                Ok(true) if score.is_loss() && self.add_other_moves(&mut moves) => {
                    (best, lost) = (None, true);
                    continue;
                }
                Ok(true) => return self.play_out(&mut moves, score, depth..=last),
                Ok(false) if lost => {
                    lost = false;
                    self.tree.watch.spend_freely();
                }
                Ok(false) => (),
                Err(Stopped) if is_told => self.tree.moves.clear(),
                Err(Stopped) => return,
            }
            if wanted == 1 {
                match self.hear_proofs(&mut moves, score, depth) {
                    Advice::Nothing => (),
                    Advice::Win(score) => return self.play_out(&mut moves, score, depth..=last),
                    Advice::Refuted => {
                        best = None;
                        continue;
                    }
                }
            }
            if ended.is_err() {
                continue;
            }
            if !self.goes_on(&moves, score, depth) {
                return;
            }
            depth += 1;
        }
    }

    /// All of these moves lose: adds all other legal moves, if there are any.
    /// A far stone may help, and without a look at it the loss is not proven.
    fn add_other_moves(&mut self, moves: &mut Vec<ScoredMove>) -> bool {
        if self.tree.watch.complete {
            return false;
        }
        let squares = moves.iter().map(|entry| entry.square).collect();
        let (others, complete) = self.other_moves(squares);
        self.tree.watch.complete = complete;
        if others.is_empty() {
            return false;
        }
        self.spend_at_most(LOST_SHARE);
        self.tree.moves.clear();
        self.tree.push_moves(others, 0);
        moves.append(&mut self.tree.moves);
        true
    }

    /// One iteration for each of so many best moves; `best` is the score of the
    /// first of them. Whether all are proven to win or to lose.
    fn find_best(
        &mut self,
        moves: &mut [ScoredMove],
        wanted: usize,
        depth: Depth,
        best: &mut Option<Score>,
    ) -> Result<bool, Stopped> {
        let expected = best.filter(|_| wanted == 1);
        let mut lines = Vec::with_capacity(wanted);
        for rank in 0..wanted {
            let score = self.iteration(moves, rank, depth, expected)?;
            if rank == 0 {
                *best = Some(score);
            }
            self.announce(rank, depth, score);
            lines.push((rank, score, self.tree.watch.line.clone()));
        }
        *best = lines.iter().map(|line| line.1).max();
        let proven = lines.iter().all(|line| line.1.is_decisive());
        self.put_in_order(lines, moves, depth);
        Ok(proven)
    }

    /// Puts the lines of the first moves, each with its rank, into the order of their
    /// scores, and tells those anew that change places. A move may be worth more when it
    /// is its turn than the moves before: while these were searched for, it got a
    /// shallower look.
    fn put_in_order(
        &mut self,
        mut lines: Vec<(usize, Score, Vec<Square>)>,
        moves: &mut [ScoredMove],
        depth: Depth,
    ) {
        lines.sort_by_key(|line| Reverse(line.1));
        let sorted: Vec<ScoredMove> = lines.iter().map(|line| moves[line.0]).collect();
        moves[..sorted.len()].copy_from_slice(&sorted);
        for (rank, (before, score, line)) in lines.into_iter().enumerate() {
            if rank != before {
                self.tree.watch.line = line;
                self.announce(rank, depth, score);
            }
        }
    }

    /// One iteration over the root moves that are not among the `rank` best
    /// ones already; the best of them goes to the front of the rest, for the
    /// next iteration too. If a score is expected, a narrow window around it
    /// is tried first.
    fn iteration(
        &mut self,
        moves: &mut [ScoredMove],
        rank: usize,
        depth: Depth,
        expected: Option<Score>,
    ) -> Result<Score, Stopped> {
        let (mut low, mut high) = (-Score::INFINITE, Score::INFINITE);
        let mut width = self.tree.params.aspiration;
        if let Some(score) = expected.filter(|score| !score.is_decisive())
            && depth >= ASPIRATION_FROM
        {
            (low, high) = (score - width, score + width);
        }
        loop {
            self.publish(moves, rank, depth, (low, high));
            let score = self.try_all(moves, rank, depth, (low, high))?;
            width *= ASPIRATION_GROWTH;
            let wide = score.is_decisive() || width > WIDEST;
            match score {
                _ if score >= high && score.is_win() => {
                    return self.search_win(&mut moves[..=rank], score, depth);
                }
                _ if score <= low => {
                    low = match wide {
                        true => -Score::INFINITE,
                        false => score - width,
                    };
                }
                _ if score >= high && wide => high = Score::INFINITE,
                _ if score >= high => high = score + width,
                _ => return Ok(score),
            }
        }
    }

    /// The last of these moves wins, with this score or a better one:
    /// its line, if it comes to light with an open window, too. A search of all
    /// moves might lose sight of the win.
    fn search_win(
        &mut self,
        moves: &mut [ScoredMove],
        known: Score,
        depth: Depth,
    ) -> Result<Score, Stopped> {
        let (rank, window) = (moves.len() - 1, (known - 1, Score::INFINITE));
        self.publish(moves, rank, depth, window);
        let score = self.try_all(moves, rank, depth, window)?;
        Ok(score.max(known))
    }

    /// The best score of the root moves from `rank` on if it is within the
    /// window, else a bound.
    pub fn try_all(
        &mut self,
        moves: &mut [ScoredMove],
        rank: usize,
        depth: Depth,
        (mut alpha, beta): (Score, Score),
    ) -> Result<Score, Stopped> {
        let mut best = -Score::INFINITE;
        let policy = moves.iter().map(|entry| entry.policy).max().unwrap_or(0);
        // Shallow iterations are over before anybody could read of them.
        let reports_moves = rank == 0 && depth >= REPORTED_DEPTH && !self.is_helper();
        for index in rank..moves.len() {
            if index == rank + 1 && self.deals(moves.len() - index, depth) {
                let pass = RootPass {
                    rank,
                    from: index,
                    depth,
                    window: (alpha, beta),
                    best,
                    reports_moves,
                    decided: false,
                };
                return self.deal_out(moves, pass);
            }
            let square = moves[index].square;
            let forced = moves.len() == 1;
            let full = ONE_PLY * depth;
            let deeper = if forced { full } else { full - ONE_PLY };
            if reports_moves {
                (self.shared.report)(Event::Trying(square));
            }
            let score = if let Some(score) = self.known_score(square) {
                self.tree.lines[1].clear();
                score
            } else {
                let gap = policy - moves[index].policy;
                self.after(square, |tree| {
                    if index == rank {
                        return tree.node::<Pv>(-beta, -alpha, deeper, 1, false);
                    }
                    let scouting = Scouting {
                        window: (alpha, beta),
                        depth: deeper,
                        less: tree.root_reduction((depth, index - rank), gap),
                        best,
                        cut: false,
                    };
                    tree.scout_first::<Pv>(scouting, 0)
                })?
            };
            if reports_moves {
                (self.shared.report)(Event::Tried(square));
                if score.is_loss() && score.is_proven() {
                    (self.shared.report)(Event::Loses(square));
                }
            }
            if score.is_loss() {
                self.tree.watch.effort.note_lost(square);
            }
            if rank == 0 && index == 0 {
                self.note_first(score);
            }
            best = best.max(score);
            if score > alpha {
                alpha = score;
                let line = self.line_from(square);
                self.tree.watch.line = self.whole_line(line, score, depth);
                moves[rank..=index].rotate_right(1);
                if index > rank || score.is_win() {
                    self.announce(rank, depth, score);
                }
                if score.is_win() && rank == 0 {
                    self.tree.watch.note_win(self.tree.nodes);
                }
                if score >= beta || score >= Score::win_in(1) {
                    break;
                }
            }
        }
        Ok(best)
    }
}
