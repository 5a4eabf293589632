//! Stones after which the score is near to one that was asked for: for
//! openings that are fair, or unfair by a known amount.

use super::node::Pv;
use super::{Stopped, Worker};
use crate::eval::evaluate;
use crate::movegen::{Duty, duty, quiet_squares};
use crate::types::{Depth, MAX_PLY, Ruleset, Score, Square, SquareSet};

/// Stones to place, and how far the score is from the wanted one then.
/// The nearest is the least.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    error: i32,
    squares: Vec<Square>,
}

/// So many candidates are searched; the others look worse at first sight.
const MOST_CANDIDATES: usize = 256;

impl<R: Ruleset> Worker<'_, R> {
    /// Looks deeper and deeper for one or two stones after which the score is
    /// near to `bias`, seen from the side to move now. Nothing is found only if
    /// there are not so many empty squares.
    pub(super) fn balance(&mut self, stones: usize, bias: i32) {
        let some = self.some_squares();
        if some.len() < stones || self.is_helper() {
            return;
        }
        // Something to answer, whatever happens next.
        self.lines[0] = some[..stones].to_vec();
        self.announce(0, 0, Score::DRAW);
        let Ok(mut candidates) = self.candidates(stones, bias) else {
            return;
        };
        let limit = self.shared.limits.depth.unwrap_or(Depth::MAX);
        let last = limit.min(self.position.board().empty().len() as Depth);
        for depth in 1..=last.min(MAX_PLY as Depth) {
            if self.balance_at(&mut candidates, bias, depth).is_err() {
                return;
            }
            candidates.sort();
            if self.must_stop() || self.shared.clock.ends_iterations(1.0) {
                return;
            }
        }
    }

    /// All empty squares, those first that make sense, and those last that
    /// are not to be played.
    fn some_squares(&mut self) -> Vec<Square> {
        let (empty, blocked) = (*self.position.board().empty(), self.shared.blocked);
        let likely = self.position.legal(quiet_squares(&self.position)) - blocked;
        self.moves.clear();
        self.push_moves(likely, None, 0);
        self.moves.sort_by_key(|entry| (-entry.score, entry.square));
        let mut squares: Vec<Square> = self.moves.drain(..).map(|entry| entry.square).collect();
        squares.extend(empty - likely - blocked);
        squares.extend(empty & blocked);
        squares
    }

    /// Searches all candidates to a depth. Each has to be nearer to the wanted
    /// score than the best before it, which makes the windows small.
    fn balance_at(
        &mut self,
        candidates: &mut [Candidate],
        bias: i32,
        depth: Depth,
    ) -> Result<(), Stopped> {
        let mut least = i32::from(u16::MAX);
        for candidate in candidates {
            if least == 0 {
                return Ok(());
            }
            let window = (Score::DRAW + (bias - least), Score::DRAW + (bias + least));
            let score = self.score_after(&candidate.squares, window, depth, 0)?;
            candidate.error = (score.value() - bias).abs();
            if candidate.error < least {
                least = candidate.error;
                let stones = candidate.squares.len();
                let mut line = candidate.squares.clone();
                line.extend_from_slice(&self.lines[stones]);
                self.lines[0] = line;
                self.announce(0, depth, score);
            }
        }
        Ok(())
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
            return self.node::<Pv>(alpha, beta, depth, ply);
        };
        self.place(first, ply)?;
        let score = self.score_after(rest, (-beta, -alpha), depth, ply + 1);
        self.position.undo();
        Ok(-score?)
    }

    /// What to search, in the order of what it is worth at first sight: all
    /// that leaves nobody a threat to answer, as long as there is such.
    fn candidates(&mut self, stones: usize, bias: i32) -> Result<Vec<Candidate>, Stopped> {
        let mut quiet = Vec::new();
        let mut others = Vec::new();
        for first in self.without_mirrored(self.harmless() - self.shared.blocked) {
            self.place(first, 0)?;
            let second = match stones {
                1 => SquareSet::EMPTY,
                _ => self.harmless() - self.shared.blocked,
            };
            if stones == 1 {
                let candidate = self.candidate(vec![first], bias);
                self.sort_in(candidate, &mut quiet, &mut others);
            }
            for second in second {
                if let Err(stopped) = self.place(second, 1) {
                    self.position.undo();
                    return Err(stopped);
                }
                let candidate = self.candidate(vec![first, second], bias);
                self.sort_in(candidate, &mut quiet, &mut others);
                self.position.undo();
            }
            self.position.undo();
        }
        let mut all = if quiet.is_empty() { others } else { quiet };
        all.sort();
        all.truncate(MOST_CANDIDATES);
        Ok(all)
    }

    fn sort_in(&self, new: Candidate, quiet: &mut Vec<Candidate>, others: &mut Vec<Candidate>) {
        match duty(&self.position) {
            Duty::Free => quiet.push(new),
            _ => others.push(new),
        }
    }

    /// These stones, which stand on the board now, with the evaluation's error.
    fn candidate(&self, squares: Vec<Square>, bias: i32) -> Candidate {
        let score = evaluate(&self.position).value();
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
        let legal = self.position.legal(*self.position.board().empty());
        legal
            .into_iter()
            .filter(|&square| !self.wins_at_once(square))
            .collect()
    }
}
