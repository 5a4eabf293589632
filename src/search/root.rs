//! The position to move in: which moves there are, and the iterations.

use super::node::{Pv, Scout};
use super::order::ScoredMove;
use super::{Event, Iteration, Stopped, Worker};
use crate::movegen::{Duty, duty, quiet_squares};
use crate::pattern::ThreatClass;
use crate::types::{Depth, MAX_PLY, Ruleset, Score, Square, SquareSet};

/// The first depth at which single root moves are reported.
const TALKATIVE_DEPTH: Depth = 6;

impl<R: Ruleset> Worker<'_, R> {
    /// Searches deeper and deeper until a limit is reached. What was found is
    /// in [`Shared::best`](super::Shared::best), which is empty afterwards
    /// only if no square is empty.
    pub fn search(&mut self) {
        let Some((squares, decided)) = self.root_squares() else {
            return;
        };
        self.moves.clear();
        self.push_moves(squares, None, 0);
        self.moves.sort_by_key(|entry| (-entry.score, entry.square));
        let mut moves = std::mem::take(&mut self.moves);
        // Something to play, whatever happens next.
        let (score, deepest) = decided.unwrap_or((Score::DRAW, 0));
        self.lines[0] = vec![moves[0].square];
        self.deepest = deepest;
        self.announce(0, 0, score);
        if decided.is_some() {
            return;
        }
        let limit = self.shared.limits.depth.unwrap_or(Depth::MAX);
        let deepest = self.position.board().empty().len() as Depth;
        let wanted = self.shared.lines.clamp(1, moves.len());
        for depth in 1..=limit.min(deepest).min(MAX_PLY as Depth) {
            for rank in 0..wanted {
                match self.iteration(&mut moves, rank, depth) {
                    Ok(score) => self.announce(rank, depth, score),
                    Err(Stopped) => return,
                }
            }
            let settled = moves.len() == 1 && !self.timeless;
            let proven = wanted == 1
                && self
                    .shared
                    .best()
                    .is_some_and(|best| best.score.is_decisive());
            if settled || proven || self.must_stop() || self.shared.clock.ends_iterations() {
                return;
            }
        }
    }

    /// The moves to choose from; with a score and the length of its line where
    /// nothing needs to be searched. `None` on a full board.
    fn root_squares(&mut self) -> Option<(SquareSet, Option<(Score, usize)>)> {
        let only = |square: Square| SquareSet::from(square);
        let empty = *self.position.board().empty();
        let any = empty.first()?;
        let legal = |squares: SquareSet| self.position.legal(squares);
        let blocked = self.shared.blocked;
        let duty = duty(&self.position);
        let squares = match duty {
            Duty::Five(square) if !blocked.contains(square) => {
                return Some((only(square), Some((Score::win_in(1), 1))));
            }
            Duty::OpenFour(square) if !blocked.contains(square) => {
                return Some((only(square), Some((Score::win_in(3), 3))));
            }
            Duty::AnswerFive(answers) if answers.is_empty() => {
                let other = !self.position.side_to_move();
                let threats = *self.position.squares(other, ThreatClass::Five);
                let blocks = legal(threats);
                let lost = Some((Score::loss_in(2), 2));
                let square = blocks.first().or_else(|| legal(empty).first());
                return Some((only(square.unwrap_or(any)), lost));
            }
            Duty::AnswerFive(answers) => answers,
            Duty::AnswerOpenFour(answers) => legal(answers),
            _ => legal(quiet_squares(&self.position)),
        };
        let squares = match squares - blocked {
            rest if rest.is_empty() => legal(empty) - blocked,
            rest => rest,
        };
        if !squares.is_empty() {
            return Some((squares, None));
        }
        let rest = legal(empty);
        match rest.is_empty() {
            false => Some((rest, None)),
            true => Some((only(any), Some((Score::loss_in(1), 1)))),
        }
    }

    /// One iteration over the root moves that are not among the `rank` best
    /// ones already; the best of them goes to the front of the rest, for the
    /// next iteration too.
    fn iteration(
        &mut self,
        moves: &mut [ScoredMove],
        rank: usize,
        depth: Depth,
    ) -> Result<Score, Stopped> {
        let (mut best, beta) = (-Score::INFINITE, Score::INFINITE);
        // Shallow iterations are over before anybody could read of them.
        let talkative = rank == 0 && depth >= TALKATIVE_DEPTH;
        for index in rank..moves.len() {
            let square = moves[index].square;
            let forced = moves.len() == 1;
            let deeper = if forced { depth } else { depth - 1 };
            if talkative {
                (self.shared.report)(Event::Trying(square));
            }
            self.place(square)?;
            let score = if index == rank {
                self.node::<Pv>(-beta, -best, deeper, 1)
            } else {
                match self.node::<Scout>(-best - 1, -best, deeper, 1) {
                    Ok(score) if -score > best => self.node::<Pv>(-beta, -best, deeper, 1),
                    result => result,
                }
            };
            self.position.undo();
            let score = -score?;
            if talkative {
                (self.shared.report)(Event::Tried(square));
                if score.is_loss() {
                    (self.shared.report)(Event::Loses(square));
                }
            }
            if score > best {
                best = score;
                self.extend_line(0, square);
                moves[rank..=index].rotate_right(1);
                if index > rank {
                    self.announce(rank, depth, score);
                }
                if best >= Score::win_in(3) {
                    break;
                }
            }
        }
        Ok(best)
    }

    /// Remembers the best line and reports it.
    fn announce(&mut self, rank: usize, depth: Depth, score: Score) {
        let iteration = Iteration {
            rank,
            depth,
            deepest: self.deepest,
            score,
            nodes: self.nodes,
            elapsed: self.shared.clock.elapsed(),
            line: self.lines[0].clone(),
        };
        if rank == 0 {
            self.shared.remember(&iteration);
        }
        (self.shared.report)(Event::Line(&iteration));
    }
}
