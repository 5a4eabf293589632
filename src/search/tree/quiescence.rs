//! Quiescence: own fours and forced answers are searched until nothing is forced, then the
//! position is evaluated.

use super::pruning::is_near;
use super::thread::{SearchThread, Watch};
use crate::movegen::{Duty, attacking_fours, duty};
use crate::search::report::Stopped;
use crate::tt::{Bound, Entry};
use crate::types::{Depth, FineDepth, ONE_PLY, Ruleset, Score, SquareSet};

impl<R: Ruleset, W: Watch> SearchThread<'_, R, W> {
    /// The score of a position at the end of a branch; `depth` is not positive
    /// and falls with every own four.
    pub fn quiescence(
        &mut self,
        mut alpha: Score,
        beta: Score,
        depth: Depth,
        ply: usize,
    ) -> Result<Score, Stopped> {
        self.enter(ply);
        let duty = duty(&self.position);
        if let Some(score) = self.decided(&duty, ply) {
            return Ok(score);
        }
        let mut best = Score::loss_in(ply + 2);
        let old_alpha = alpha;
        let mut value = None;
        let forced = matches!(duty, Duty::AnswerFive(_));
        let plain = depth >= 0;
        let squares = match duty {
            Duty::AnswerFive(answers) => answers,
            _ => {
                let hash = self.position.board().hash();
                let known = self.tt.probe(hash);
                let settles = |entry: Entry| entry.settles((alpha, beta), kept_depth(plain), ply);
                if let Some(score) = known.and_then(settles) {
                    return Ok(score);
                }
                if let Some(score) = self.static_win(ply) {
                    return Ok(score);
                }
                let eval;
                (eval, value) = self.eval_within((alpha, beta), known);
                best = self.bounded_by_table(eval, known, ply);
                if best >= beta || depth < self.params.lowest {
                    return Ok(best);
                }
                // A win is known. Only a faster one counts, which is left to the full-width
                // search.
                if alpha.is_win() {
                    return Ok(best);
                }
                alpha = alpha.max(best);
                let fours = self.near_own_last(attacking_fours(&self.position, plain));
                if fours.is_empty() {
                    return Ok(best);
                }
                fours
            }
        };
        let next = if forced { depth } else { depth - 1 };
        let score = self.best_of(squares, (best, alpha, beta), next, ply)?;
        if score.is_decisive() || !forced {
            let entry = Entry {
                best: self.lines[ply].first().copied(),
                score: score.to_tt(ply),
                eval: value,
                depth: kept_depth(plain),
                bound: match score {
                    _ if score >= beta || score.is_win() => Bound::Lower,
                    _ if score > old_alpha && !score.is_loss() => Bound::Exact,
                    _ => Bound::Upper,
                },
                was_pv: false,
            };
            self.tt.store(self.position.board().hash(), entry);
        }
        Ok(score)
    }

    /// Those of the squares that are near the side's own last stone.
    fn near_own_last(&self, squares: SquareSet) -> SquareSet {
        let moves = self.position.board().moves();
        let Some(Some(last)) = moves.len().checked_sub(2).map(|at| moves[at]) else {
            return squares;
        };
        squares
            .into_iter()
            .filter(|&square| is_near(square, last))
            .collect()
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
        self.push_all(squares, ply);
        let mut at = start;
        while let Some(next) = self.pick(start, at) {
            at += 1;
            if !self.position.is_legal(next.square) {
                continue;
            }
            self.place(next.square, ply)?;
            let score = self.quiescence(-beta, -alpha, depth, ply + 1);
            self.undo();
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

/// The depth in the table of a quiescence search, with plain fours or without.
fn kept_depth(plain: bool) -> FineDepth {
    if plain { 0 } else { -ONE_PLY }
}
