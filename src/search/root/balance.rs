//! Stones after which the score is near to a wanted one, for openings that are fair, or
//! unfair by a known amount.

use std::sync::Arc;

use super::poll::Until;
use super::state::Root;
use crate::movegen::{Duty, duty, quiet_squares};
use crate::params::root::MOST_CANDIDATES;
use crate::search::report::Stopped;
use crate::search::threads::balance_round::BalanceRound;
use crate::search::tree::thread::Pv;
use crate::types::{Depth, MAX_PLY, ONE_PLY, Ruleset, Score, Square, SquareSet};

/// Stones to place, and how far the score is from the wanted one then.
/// The nearest is the least.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    error: i32,
    squares: Vec<Square>,
}

impl<R: Ruleset> Root<'_, R> {
    /// Looks deeper and deeper for one or two stones after which the score is
    /// near to `bias`, seen from the side to move now. Nothing is found only if
    /// there are fewer empty squares.
    pub fn balance(&mut self, stones: usize, bias: i32) {
        if self.is_helper() {
            return self.help_to_balance();
        }
        let some = self.some_squares();
        if some.len() < stones {
            return;
        }
        // An answer, whatever happens next.
        self.line = some[..stones].to_vec();
        self.announce(0, 0, Score::DRAW);
        let Ok(mut candidates) = self.candidates(stones, bias) else {
            return;
        };
        let limit = self.shared.limits.depth.unwrap_or(Depth::MAX);
        let last = limit.min(self.thread.position.board().empty().len() as Depth);
        for depth in 1..=last.min(MAX_PLY as Depth) {
            if self.balance_at(&mut candidates, bias, depth).is_err() {
                return;
            }
            candidates.sort();
            if self.poll().is_over() || self.shared.clock.ends_iterations(1.0) {
                return;
            }
        }
    }

    /// All empty squares, those first that make sense, and those last that
    /// are not to be played.
    fn some_squares(&mut self) -> Vec<Square> {
        let (empty, blocked) = (*self.thread.position.board().empty(), self.shared.blocked);
        let likely = self
            .thread
            .position
            .legal(quiet_squares(&self.thread.position))
            - blocked;
        self.thread.moves.clear();
        self.thread.push_moves(likely, 0);
        self.thread
            .moves
            .sort_by_key(|entry| (-entry.score, entry.square));
        let mut squares: Vec<Square> = self
            .thread
            .moves
            .drain(..)
            .map(|entry| entry.square)
            .collect();
        squares.extend(empty - likely - blocked);
        squares.extend(empty & blocked);
        squares
    }

    /// Searches all candidates to a depth, with all threads.
    fn balance_at(
        &mut self,
        candidates: &mut [Candidate],
        bias: i32,
        depth: Depth,
    ) -> Result<(), Stopped> {
        let squares = candidates.iter().map(|one| one.squares.clone());
        let round = Arc::new(BalanceRound::new(squares.collect(), bias, depth));
        if !self.is_alone() {
            self.shared.team.begin(&round);
        }
        let end = self.see_round(candidates, &round);
        if !self.is_alone() {
            self.shared.team.close();
        }
        end
    }

    /// Searches what no other thread has claimed, then the rest, which is in the table by
    /// then, or being searched.
    fn see_round(
        &mut self,
        candidates: &mut [Candidate],
        round: &BalanceRound,
    ) -> Result<(), Stopped> {
        let mut least = i32::from(u16::MAX);
        let mut others: Vec<usize> = (0..candidates.len()).collect();
        while let Some(index) = round.claim() {
            others.retain(|&other| other != index);
            // Nearer than all that any thread has found.
            let window = round.nearest().0;
            self.look_at(&mut candidates[index], (round, index), window, &mut least)?;
        }
        // The nearest first: no window is wider than its finder's was.
        let (_, nearest) = round.nearest();
        others.sort_by_key(|&index| index != nearest);
        for index in others {
            if least == 0 {
                break;
            }
            self.look_at(&mut candidates[index], (round, index), least, &mut least)?;
        }
        Ok(())
    }

    /// Searches one of a round's candidates, and announces it if it is nearer to
    /// the wanted score than `window`; `least` is how near the nearest comes that
    /// was announced.
    fn look_at(
        &mut self,
        candidate: &mut Candidate,
        (round, index): (&BalanceRound, usize),
        window: i32,
        least: &mut i32,
    ) -> Result<(), Stopped> {
        let score = self.score_near(round, index, window)?;
        candidate.error = (score.value() - round.bias).abs();
        if candidate.error >= window {
            // Only a bound: it must not pass for as near as the nearest, which the next
            // round begins with.
            candidate.error += 1;
        } else {
            *least = candidate.error;
            let stones = candidate.squares.len();
            let mut line = candidate.squares.clone();
            line.extend_from_slice(&self.thread.lines[stones]);
            let depth = round.depth + stones as Depth;
            self.line = self.whole_line(line, score, depth);
            self.announce(0, round.depth, score);
        }
        Ok(())
    }

    /// A helper's work: candidates that no other thread has claimed.
    fn help_to_balance(&mut self) {
        while !self.is_at_an_end() {
            let task = self.shared.team.task();
            self.poll().until = Until::Task(task.number);
            let next = task.balance.and_then(|round| Some((round.claim()?, round)));
            let Some((index, round)) = next else {
                self.shared.team.wait(task.number);
                continue;
            };
            let window = round.nearest().0;
            // The first thread finds the score in the table.
            let _ = self.score_near(&round, index, window);
            self.thread.moves.clear();
        }
    }

    /// The score after one of a round's candidates if it is less than `window`
    /// from the wanted one, else a bound.
    fn score_near(
        &mut self,
        round: &BalanceRound,
        index: usize,
        window: i32,
    ) -> Result<Score, Stopped> {
        let bounds = (
            Score::DRAW + (round.bias - window),
            Score::DRAW + (round.bias + window),
        );
        let score = self.score_after(&round.candidates[index], bounds, round.depth, 0)?;
        round.note(index, (score.value() - round.bias).abs());
        Ok(score)
    }

    /// The score after these stones, the first of them at `ply` plies from the
    /// root, for the side that places it.
    fn score_after(
        &mut self,
        squares: &[Square],
        (alpha, beta): (Score, Score),
        depth: Depth,
        ply: usize,
    ) -> Result<Score, Stopped> {
        let Some((&first, rest)) = squares.split_first() else {
            let depth = ONE_PLY * depth;
            return self.thread.node::<Pv>(alpha, beta, depth, ply, false);
        };
        self.thread.place(first, ply)?;
        let score = self.score_after(rest, (-beta, -alpha), depth, ply + 1);
        self.thread.undo();
        Ok(-score?)
    }

    /// The candidates in the order of their evaluation: those without a threat to answer, if
    /// there are any.
    fn candidates(&mut self, stones: usize, bias: i32) -> Result<Vec<Candidate>, Stopped> {
        let mut quiet = Vec::new();
        let mut others = Vec::new();
        for first in self
            .thread
            .without_mirrored(self.harmless() - self.shared.blocked)
        {
            self.thread.place(first, 0)?;
            let second = match stones {
                1 => SquareSet::EMPTY,
                _ => self.harmless() - self.shared.blocked,
            };
            if stones == 1 {
                let candidate = self.candidate(vec![first], bias);
                self.sort_in(candidate, &mut quiet, &mut others);
            }
            for second in second {
                if let Err(stopped) = self.thread.place(second, 1) {
                    self.thread.undo();
                    return Err(stopped);
                }
                let candidate = self.candidate(vec![first, second], bias);
                self.sort_in(candidate, &mut quiet, &mut others);
                self.thread.undo();
            }
            self.thread.undo();
        }
        let mut all = if quiet.is_empty() { others } else { quiet };
        all.sort();
        all.truncate(MOST_CANDIDATES);
        Ok(all)
    }

    fn sort_in(&self, new: Candidate, quiet: &mut Vec<Candidate>, others: &mut Vec<Candidate>) {
        match duty(&self.thread.position) {
            Duty::Free => quiet.push(new),
            _ => others.push(new),
        }
    }

    /// These stones, which stand on the board now, with the evaluation's error.
    fn candidate(&mut self, squares: Vec<Square>, bias: i32) -> Candidate {
        let score = self.thread.evaluator.value(&self.thread.position).value();
        let score = if squares.len() % 2 == 1 {
            -score
        } else {
            score
        };
        Candidate {
            squares,
            error: (score - bias).abs(),
        }
    }

    /// The legal squares that do not end the game.
    fn harmless(&self) -> SquareSet {
        let legal = self.thread.legal_moves();
        legal
            .into_iter()
            .filter(|&square| !self.thread.wins_at_once(square))
            .collect()
    }
}
