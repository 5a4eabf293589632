//! Quiescence: own fours and forced answers are searched until nothing is forced, then the
//! position is evaluated.

use super::pruning::is_near;
use super::thread::{SearchThread, Watch};
use crate::movegen::{Duty, attacking_fours, duty};
use crate::pattern::ThreatClass;
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
                if let Some(score) = self.foreseen(&duty, known, ply) {
                    return Ok(score);
                }
                let eval;
                (eval, value) = self.eval_within((alpha, beta), known, ply);
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
                let fours = self.near_own_last(attacking_fours(&self.position, plain), ply);
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

    /// Those of the squares that are near the side's own last stone: others are not new, except
    /// near fouls. If that stone only answered a four, the one before it counts, too.
    fn near_own_last(&self, squares: SquareSet, ply: usize) -> SquareSet {
        let moves = self.position.board().moves();
        let mut near: SquareSet = squares
            .into_iter()
            .filter(|&square| self.is_near_foul(square))
            .collect();
        for back in (2..=moves.len()).step_by(2) {
            let Some(stone) = moves[moves.len() - back] else {
                return squares;
            };
            near |= squares
                .into_iter()
                .filter(|&square| is_near(square, stone))
                .collect();
            let before = ply.checked_sub(back + 1);
            if before.is_none_or(|before| self.stack[before].made < ThreatClass::Four) {
                return near;
            }
        }
        squares
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::board::notation::{parse_square, play_moves};
    use crate::params::Tunables;
    use crate::search::test_support::with_thread;

    /// The fours that are tried after these moves in the search: Black has three in a row
    /// after the first.
    fn fours_after(line: [&str; 4]) -> SquareSet {
        let mut board = Board::new(15, 15).unwrap();
        play_moves(&mut board, "f8e8g8a1o15b1o13c1").unwrap();
        let line = line.map(|name| parse_square(name, &board).unwrap());
        with_thread(board, Tunables::default(), |thread| {
            for (ply, square) in line.into_iter().enumerate() {
                thread.place(square, ply).unwrap();
            }
            thread.near_own_last(attacking_fours(&thread.position, true), line.len())
        })
    }

    #[test]
    fn fours_are_remembered_while_a_four_is_answered() {
        assert_eq!(fours_after(["h8", "a15", "n11", "n5"]), SquareSet::EMPTY);
        let fours = fours_after(["h8", "d1", "e1", "n5"]);
        assert_eq!(fours.len(), 2);
        assert_eq!(fours, fours_after(["n11", "a15", "h8", "n5"]));
    }
}
