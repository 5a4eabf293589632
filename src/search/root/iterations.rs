//! Iterative deepening over the root moves, with aspiration windows and time management.
//!
//! CITE: <https://www.chessprogramming.org/Aspiration_Windows>.

use std::cmp::Reverse;
use std::time::Duration;

use super::poll::Until;
use super::proven::Advice;
use super::state::Root;
use crate::params::effort::{ALARM, EASY, EASY_AFTER, EASY_LESS, EASY_MARGIN};
use crate::params::root::{ASPIRATION_FROM, ASPIRATION_GROWTH, WIDEST};
use crate::params::time::{FORCED_NODES, LOST_SHARE};
use crate::search::report::{Event, Stopped};
use crate::search::scored_move::ScoredMove;
use crate::search::threads::deal::RootPass;
use crate::search::tree::node::Scouting;
use crate::search::tree::thread::{Pv, Scout};
use crate::types::{Depth, ONE_PLY, Ruleset, Score, Square};

/// The first depth at which single root moves are reported; shallower iterations are too
/// fast to be read.
const REPORTED_DEPTH: Depth = 6;

impl<R: Ruleset> Root<'_, R> {
    /// Searches deeper and deeper for the best `wanted` of these moves, to the
    /// depth `last`, until a limit is reached.
    pub fn iterate(&mut self, mut moves: Vec<ScoredMove>, wanted: usize, last: Depth) {
        let mut best = None;
        let mut lost = false;
        let mut depth = self.shared.first_depth.clamp(1, last.max(1));
        while depth <= last {
            if wanted == 1 {
                self.poll().until = Until::Proof;
            }
            let ended = self.find_best(&mut moves, wanted, depth, &mut best);
            let has_proof = self.poll().is_pointless();
            self.poll().until = Until::TheEnd;
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
                    self.poll().spend_freely();
                }
                Ok(false) => (),
                Err(Stopped) if has_proof => self.thread.moves.clear(),
                Err(Stopped) => {
                    // With `lost`, the moves just added have hardly been looked at.
                    if wanted == 1 && !lost {
                        self.leave_lost_move(&moves, score, depth);
                    }
                    return;
                }
            }
            if wanted == 1 {
                match self.take_proofs(&mut moves, score, depth) {
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

    /// Stopped in the middle of an iteration: if the move to be played was found to lose, and
    /// no other has taken its place yet, the first takes it that was not found to lose.
    fn leave_lost_move(&mut self, moves: &[ScoredMove], score: Score, depth: Depth) {
        let played = self.shared.found.best().map(|found| found.line[0]);
        if !played.is_some_and(|square| self.effort.is_lost(square)) {
            return;
        }
        let other = moves.iter().find(|one| !self.effort.is_lost(one.square));
        if let Some(other) = other {
            self.line = vec![other.square];
            self.announce(0, depth, score);
        }
    }

    /// All of these moves lose: adds all other legal moves, if there are any. A distant
    /// stone may help, and without its search the loss is not proven.
    fn add_other_moves(&mut self, moves: &mut Vec<ScoredMove>) -> bool {
        if self.complete {
            return false;
        }
        let squares = moves.iter().map(|entry| entry.square).collect();
        let (others, complete) = self.thread.other_moves(squares, self.shared.blocked);
        self.complete = complete;
        if others.is_empty() {
            return false;
        }
        self.spend_at_most(LOST_SHARE);
        self.thread.moves.clear();
        self.thread.push_moves(others, 0);
        moves.append(&mut self.thread.moves);
        true
    }

    /// One iteration for each of the `wanted` best moves; `best` is the score of the first
    /// of them. Whether all are proven to win or to lose.
    fn find_best(
        &mut self,
        moves: &mut [ScoredMove],
        wanted: usize,
        depth: Depth,
        best: &mut Option<Score>,
    ) -> Result<bool, Stopped> {
        let expected = best.filter(|_| wanted == 1);
        if let (1, [_, others @ ..]) = (wanted, &mut *moves) {
            // Before others, moves that lose would only raise their reductions.
            others.sort_by_key(|one| self.effort.is_lost(one.square));
        }
        let mut lines = Vec::with_capacity(wanted);
        for rank in 0..wanted {
            let score = match self.iteration(moves, rank, depth, expected) {
                Ok(score) => score,
                Err(stopped) => {
                    // What was found until now may have another order, too.
                    self.put_in_order(lines, moves, depth);
                    return Err(stopped);
                }
            };
            if rank == 0 {
                *best = Some(score);
            }
            self.announce(rank, depth, score);
            lines.push((rank, score, self.line.clone()));
        }
        *best = lines.iter().map(|line| line.1).max();
        let proven = lines.iter().all(|line| line.1.is_decisive());
        self.put_in_order(lines, moves, depth);
        Ok(proven)
    }

    /// Sorts the lines of the first moves by their scores and reports those again whose
    /// rank changes. A move may turn out better than those of a better rank: while they
    /// were searched, it was reduced.
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
                self.line = line;
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
        let mut width = self.thread.params.aspiration;
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

    /// The last of these moves wins, with this score or a better one: searched again with an
    /// open window for its line. A search of all moves might miss the win.
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
        let (began, mut of_best) = (self.thread.nodes, 0);
        let policy = moves.iter().map(|entry| entry.policy).max().unwrap_or(0);
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
                    complete: self.complete,
                };
                // This thread does not count the helpers' nodes.
                self.effort.note_best_share(None);
                return self.deal_out(moves, pass);
            }
            let square = moves[index].square;
            let before = self.thread.nodes;
            let forced = moves.len() == 1;
            let full = ONE_PLY * depth;
            let deeper = if forced { full } else { full - ONE_PLY };
            if reports_moves {
                self.shared.tell(Event::Trying(square));
            }
            let score = if let Some(score) = self.known_score(square) {
                self.thread.lines[1].clear();
                score
            } else {
                let gap = policy - moves[index].policy;
                self.after(square, |thread| {
                    if index == rank {
                        return thread.node::<Pv>(-beta, -alpha, deeper, 1, false);
                    }
                    let scouting = Scouting {
                        window: (alpha, beta),
                        depth: deeper,
                        less: thread.root_reduction((depth, index - rank), gap),
                        best,
                        cut: false,
                    };
                    thread.scout_first::<Pv>(scouting, 0)
                })?
            };
            if reports_moves {
                self.shared.tell(Event::Tried(square));
                if score.is_loss() && score.is_proven() {
                    self.shared.tell(Event::Loses(square));
                }
            }
            if score.is_loss() {
                self.effort.note_lost(square);
            }
            if rank == 0 && index == 0 {
                self.note_first(score);
            }
            let is_first = rank == 0 && index == 0 && moves.len() > 1;
            if is_first && score.is_loss() && score <= alpha && !self.is_helper() {
                // The window is too high for the others as well. A helper goes on: it would
                // only wait for the main thread.
                moves.rotate_left(1);
                return Ok(score);
            }
            best = best.max(score);
            if score > alpha || index == rank {
                of_best = self.thread.nodes - before;
            }
            if score > alpha {
                alpha = score;
                let line = self.line_from(square);
                self.line = self.whole_line(line, score, depth);
                moves[rank..=index].rotate_right(1);
                if index > rank || score.is_win() {
                    self.announce(rank, depth, score);
                }
                if score.is_win() && rank == 0 {
                    self.note_win();
                }
                if score >= beta || score >= Score::win_in(1) {
                    break;
                }
            }
        }
        if rank == 0 {
            let all = self.thread.nodes - began;
            let share = (all > 0).then(|| of_best as f64 / all as f64);
            self.effort.note_best_share(share);
        }
        Ok(best)
    }

    /// Where only one move can be played, or all others were found to lose, its score is
    /// worth no more than a moment.
    pub fn note_forced(&mut self, moves: &[ScoredMove]) {
        let others = moves[1..].iter().map(|entry| entry.square);
        let timed = self.shared.is_single_line() && !self.shared.clock.is_timeless();
        if timed && self.effort.all_lose(others) {
            let most = self.thread.nodes + FORCED_NODES;
            let budget = &mut self.poll().budget;
            budget.nodes = budget.nodes.min(most);
        }
    }

    /// Whether another iteration should follow the one of this depth, whose
    /// best move, with this score, is the first.
    pub fn goes_on(&mut self, moves: &[ScoredMove], score: Score, depth: Depth) -> bool {
        if self.thread.watch.is_over() {
            return false;
        }
        let clock = &self.shared.clock;
        if self.is_helper() || clock.is_timeless() {
            return true;
        }
        self.effort.note(moves[0].square, score);
        self.note_forced(moves);
        let now = clock.elapsed();
        let last = now.saturating_sub(self.iteration_end);
        let mut effort = self.effort.factor();
        if self.may_be_easy(now) {
            match self.is_easy(moves, score, depth) {
                Ok(easy) if easy => effort *= EASY,
                Ok(_) => (),
                Err(Stopped) => return false,
            }
        }
        self.poll().budget.effort = effort;
        self.iteration_end = now;
        // The next iteration takes at least as long as the last one.
        let clock = &self.shared.clock;
        !clock.ends_iterations(effort) && !clock.is_overrun(now + last, effort)
    }

    /// The first move of an iteration has this score now. If that is much less
    /// than before, there must be time to look for another move.
    pub fn note_first(&mut self, score: Score) {
        if self.effort.score().is_some_and(|last| score < last - ALARM) {
            self.poll().look_again();
        }
    }

    /// Whether it is time to ask if the best move is an easy one.
    fn may_be_easy(&self, now: Duration) -> bool {
        let clock = &self.shared.clock;
        let soft = clock.soft(1.0).filter(|_| clock.is_elastic());
        let late = soft.is_some_and(|soft| now >= soft.mul_f64(EASY_AFTER));
        late && self.shared.is_single_line() && self.effort.is_steady()
    }

    /// Whether all moves but the first are far worse, as far as a less deep
    /// search can tell.
    fn is_easy(
        &mut self,
        moves: &[ScoredMove],
        score: Score,
        depth: Depth,
    ) -> Result<bool, Stopped> {
        let least = score - EASY_MARGIN;
        for entry in &moves[1..] {
            let other = self.after(entry.square, |thread| {
                let depth = ONE_PLY * (depth - EASY_LESS);
                thread.node::<Scout>(-least, -least + 1, depth, 1, true)
            })?;
            if other >= least {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
