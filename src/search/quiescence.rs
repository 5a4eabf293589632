//! The end of the search's branches: own fours and forced answers go on until
//! nothing is forced, then the position is evaluated.

use super::{Stopped, Worker};
use crate::eval::evaluate;
use crate::movegen::{Duty, attacking_fours, duty};
use crate::types::{Depth, Ruleset, Score, SquareSet};

impl<R: Ruleset> Worker<'_, R> {
    /// The score of a position at the end of a branch; `depth` is not positive
    /// and falls with every own four.
    pub(super) fn quiescence(
        &mut self,
        mut alpha: Score,
        beta: Score,
        depth: Depth,
        ply: usize,
    ) -> Result<Score, Stopped> {
        self.lines[ply].clear();
        self.deepest = self.deepest.max(ply);
        let duty = duty(&self.position);
        if let Some(score) = self.decided(&duty, ply) {
            return Ok(score);
        }
        let mut best = Score::loss_in(ply + 2);
        let forced = matches!(duty, Duty::AnswerFive(_));
        let squares = match duty {
            Duty::AnswerFive(answers) => answers,
            _ => {
                best = evaluate(&self.position);
                alpha = alpha.max(best);
                if best >= beta || depth < self.params.lowest {
                    return Ok(best);
                }
                attacking_fours(&self.position, depth >= self.params.plain_fours)
            }
        };
        let next = if forced { depth } else { depth - 1 };
        self.best_of(squares, (best, alpha, beta), next, ply)
    }

    /// Tries the squares in turn.
    fn best_of(
        &mut self,
        squares: SquareSet,
        (mut best, mut alpha, beta): (Score, Score, Score),
        depth: Depth,
        ply: usize,
    ) -> Result<Score, Stopped> {
        let start = self.moves.len();
        self.push_moves(squares, None, ply);
        let mut at = start;
        while let Some(next) = self.pick(start, at) {
            at += 1;
            if !self.position.is_legal(next.square) {
                continue;
            }
            self.place(next.square)?;
            let score = self.quiescence(-beta, -alpha, depth, ply + 1);
            self.position.undo();
            let score = -score?;
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    self.extend_line(ply, next.square);
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        self.moves.truncate(start);
        Ok(best)
    }
}
