//! The search of one position inside the tree.

use std::sync::LazyLock;

use super::{Stopped, Worker};
use crate::eval::evaluate;
use crate::movegen::{Duty, duty, quiet_squares};
use crate::pattern::ThreatClass;
use crate::tt::{Bound, Entry};
use crate::types::{Color, Depth, MAX_PLY, Ruleset, Score};

/// Where a node lies, known at compile time.
pub(super) trait NodeKind {
    /// Whether its window is open, so that its line matters.
    const PV: bool;
}

/// A node on the line of best play.
pub(super) struct Pv;
/// A node that only has to be shown better or worse than a bound.
pub(super) struct Scout;

impl NodeKind for Pv {
    const PV: bool = true;
}

impl NodeKind for Scout {
    const PV: bool = false;
}

impl<R: Ruleset> Worker<'_, R> {
    /// The score of the position for the side to move, to this depth: exact
    /// within the window, a bound outside of it.
    pub(super) fn node<N: NodeKind>(
        &mut self,
        mut alpha: Score,
        beta: Score,
        depth: Depth,
        ply: usize,
    ) -> Result<Score, Stopped> {
        // 1. The end of the branch.
        if depth <= 0 || ply >= MAX_PLY {
            return self.quiescence(alpha, beta, 0, ply);
        }
        self.lines[ply].clear();
        self.deepest = self.deepest.max(ply);

        // 2. Decided by what stands on the board.
        let duty = duty(&self.position);
        if let Some(score) = self.decided(&duty, ply) {
            return Ok(score);
        }
        // No win here can be faster than one with the third stone from now.
        let fastest = Score::win_in(ply + 3);
        if alpha >= fastest {
            return Ok(alpha);
        }

        // 3. Known from before.
        let hash = self.position.board().hash();
        let known = self.shared.tt.probe(hash);
        if let Some(entry) = known.filter(|entry| !N::PV && entry.depth >= depth) {
            let score = entry.score(ply);
            match entry.bound {
                Bound::Exact => return Ok(score),
                Bound::Lower if score >= beta => return Ok(score),
                Bound::Upper if score <= alpha => return Ok(score),
                _ => (),
            }
        }

        // 4. So far above beta that a quiet move will not lose it all.
        if !N::PV
            && duty == Duty::Free
            && depth <= self.params.futility_depth
            && !beta.is_decisive()
        {
            let eval = evaluate(&self.position);
            if eval - self.params.futility_margin * depth >= beta {
                return Ok(eval);
            }
        }

        // 5. The moves, by duty.
        let (squares, forced) = match duty {
            Duty::AnswerFive(answers) => (answers, true),
            Duty::AnswerOpenFour(answers) => (answers, false),
            _ => (quiet_squares(&self.position), false),
        };
        let free = duty == Duty::Free;
        let start = self.moves.len();
        self.push_moves(squares, known.and_then(|entry| entry.best), ply);

        // 6. Try them.
        let own = self.position.side_to_move();
        let old_alpha = alpha;
        // What a move that is not tried would bring, or worse.
        let mut best = Score::loss_in(ply + 2);
        let mut best_move = None;
        let late = !N::PV && depth <= self.params.late_depth;
        let params = &self.params;
        let most =
            (params.late_base + depth * (params.late_linear + depth * params.late_square)) / 100;
        let mut tried = 0;
        let mut at = start;
        while let Some(next) = self.pick(start, at) {
            at += 1;
            let square = next.square;
            if !self.position.is_legal(square) {
                continue;
            }
            let quiet = free && self.position.threat(square, own) < ThreatClass::Three;
            if quiet && late && tried as i32 >= most && !best.is_loss() {
                continue;
            }
            self.place(square)?;
            let deeper = if forced { depth } else { depth - 1 };
            let score = if tried == 0 {
                self.node::<N>(-beta, -alpha, deeper, ply + 1)
            } else {
                let less = if quiet {
                    self.reduction(depth, tried)
                } else {
                    0
                };
                self.scout_first::<N>((alpha, beta), deeper, less, ply)
            };
            self.position.undo();
            let score = -score?;
            tried += 1;
            if score > best {
                best = score;
                best_move = Some(square);
                if score > alpha {
                    alpha = score;
                    self.extend_line(ply, square);
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        if tried == 0 {
            self.moves.truncate(start);
            return self.without_candidates(alpha, beta, depth, ply);
        }

        // 7. Learn and remember.
        if best >= beta && free {
            let worse = self.moves[start..at - 1].iter().map(|entry| entry.square);
            if let Some(square) = best_move {
                self.history.reward(own, square, worse, depth, ply);
            }
        }
        self.moves.truncate(start);
        let bound = match best {
            _ if best >= beta => Bound::Lower,
            _ if best > old_alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        let entry = Entry {
            best: best_move,
            score: best.to_tt(ply),
            depth,
            bound,
        };
        self.shared.tt.store(hash, entry);
        Ok(best)
    }

    /// The score for the opponent after a move that is expected to be no
    /// better than `alpha`: shown so with an empty window and perhaps at less
    /// depth, searched in full if that fails.
    fn scout_first<N: NodeKind>(
        &mut self,
        (alpha, beta): (Score, Score),
        depth: Depth,
        less: Depth,
        ply: usize,
    ) -> Result<Score, Stopped> {
        let null = -alpha - 1;
        let mut score = self.node::<Scout>(null, -alpha, depth - less, ply + 1)?;
        if -score > alpha && less > 0 {
            score = self.node::<Scout>(null, -alpha, depth, ply + 1)?;
        }
        if N::PV && -score > alpha && -score < beta {
            score = self.node::<Pv>(-beta, -alpha, depth, ply + 1)?;
        }
        Ok(score)
    }

    /// The score of a position that needs no search.
    pub(super) fn decided(&mut self, duty: &Duty, ply: usize) -> Option<Score> {
        let left = self.moves_left();
        match duty {
            _ if left == 0 => Some(self.unfinished(ply)),
            Duty::Five(square) => {
                self.lines[ply].push(*square);
                Some(Score::win_in(ply + 1))
            }
            _ if left == 1 => Some(self.unfinished(ply + 1)),
            Duty::OpenFour(square) if left >= 3 => {
                self.lines[ply].push(*square);
                Some(Score::win_in(ply + 3))
            }
            Duty::AnswerFive(answers) if answers.is_empty() => Some(Score::loss_in(ply + 2)),
            _ if self.position.board().empty().is_empty() => Some(self.unfinished(ply)),
            _ => None,
        }
    }

    /// None of the squares that were worth a look is legal: what the rest of
    /// the board gives. Black without any legal square must play a foul.
    fn without_candidates(
        &mut self,
        alpha: Score,
        beta: Score,
        depth: Depth,
        ply: usize,
    ) -> Result<Score, Stopped> {
        let legal = self.position.legal(*self.position.board().empty());
        let Some(square) = legal.first() else {
            debug_assert_eq!(self.position.side_to_move(), Color::Black);
            return Ok(Score::loss_in(ply + 1));
        };
        self.place(square)?;
        let score = self.node::<Scout>(-beta, -alpha, depth - 1, ply + 1);
        self.position.undo();
        Ok(-score?)
    }

    /// By how much a quiet move is searched less deep.
    fn reduction(&self, depth: Depth, tried: usize) -> Depth {
        if depth < self.params.lmr_depth || (tried as i32) < self.params.lmr_full {
            return 0;
        }
        let product = ln_1024(depth as usize) * ln_1024(tried) / 1024;
        product * self.params.lmr_factor / (100 * 1024)
    }
}

/// The natural logarithm of a small number, times 1024.
fn ln_1024(number: usize) -> i32 {
    const SIZE: usize = 64;
    static TABLE: LazyLock<[i32; SIZE]> = LazyLock::new(|| {
        std::array::from_fn(|number| ((number.max(1) as f64).ln() * 1024.0) as i32)
    });
    TABLE[number.min(SIZE - 1)]
}
