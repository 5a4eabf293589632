//! The search of one position inside the tree.

use super::busy::{self, SharedNode};
use super::pruning::is_quiet;
use super::{Stopped, Worker};
use crate::movegen::{Duty, duty, four_three_answers, quiet_squares, sure_win};
use crate::pattern::ThreatClass;
use crate::tt::{Bound, Entry};
use crate::types::{Color, Depth, MAX_PLY, Ruleset, Score, SquareSet};

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
        mut depth: Depth,
        ply: usize,
    ) -> Result<Score, Stopped> {
        // 1. The end of the branch.
        if depth <= 0 || ply >= MAX_PLY {
            return self.quiescence(alpha, beta, 0, ply);
        }
        self.lines[ply].clear();
        self.deepest = self.deepest.max(ply);
        self.stack[ply].shared = None;

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
        let excluded = self.stack[ply].excluded;

        // 3. Known from before.
        let hash = self.position.board().hash();
        let known = match excluded {
            None => self.shared.tt.probe(hash),
            Some(_) => None,
        };
        // One thread alone wants to see the line of best play; several leave it
        // to the table.
        let believes = !N::PV || !self.is_alone();
        if believes
            && let Some(score) = known.and_then(|entry| entry.settles((alpha, beta), depth, ply))
        {
            return Ok(score);
        }
        let forced = matches!(duty, Duty::AnswerFive(_));
        if !forced && let Some(score) = self.foreseen(ply) {
            return Ok(score);
        }

        // 4. The whole node judged by its evaluation.
        let free = duty == Duty::Free;
        let eval = (!forced).then(|| self.evaluator.value(&self.position));
        self.stack[ply].eval = eval;
        let better = self.gets_better(ply);
        if !N::PV
            && free
            && excluded.is_none()
            && let Some(eval) = eval
            && let Some(score) = self.judged((alpha, beta), eval, better, depth, ply)?
        {
            return Ok(score);
        }

        // 5. The moves, by duty.
        let first = known.and_then(|entry| entry.best);
        if first.is_none() && free && depth >= self.params.iir_depth {
            depth -= 1;
        }
        if N::PV
            && !forced
            && let Some(entry) = known
        {
            depth -= self.stale(depth - entry.depth);
        }
        let (squares, restricted) = match duty {
            Duty::AnswerFive(answers) | Duty::AnswerOpenFour(answers) => (answers, true),
            _ => match self.four_three_answers() {
                Some(answers) => (answers, true),
                None => (quiet_squares(&self.position), false),
            },
        };
        let start = self.moves.len();
        self.push_moves(squares, first, ply);

        // 6. Is the table's move the only good one?
        let mut extension = 0;
        if let Some(entry) = known
            && let Some(square) = first
            && !forced
            && depth >= self.params.singular_depth
            && entry.depth >= depth - 3
            && entry.bound != Bound::Upper
            && !entry.score(ply).is_decisive()
        {
            let margin = self.params.singular_margin * depth / 100;
            let bound = entry.score(ply) - margin;
            self.stack[ply].excluded = Some(square);
            let others = self.node::<Scout>(bound - 1, bound, (depth - 1) / 2, ply);
            self.stack[ply].excluded = None;
            let others = others?;
            if others < bound {
                let double = !N::PV && others < bound - self.params.singular_double;
                extension = if double { 2 } else { 1 };
            } else if bound >= beta {
                self.moves.truncate(start);
                return Ok(bound);
            } else if entry.score(ply) >= beta {
                extension = -1;
            }
            self.lines[ply].clear();
        }

        // 7. Try them.
        let own = self.position.side_to_move();
        let old_alpha = alpha;
        // What a move that is not tried would bring, or worse.
        let mut best = Score::loss_in(ply + 2);
        let mut best_move = None;
        let most = self.late_count(depth, better);
        let least = self.least_promise(depth);
        let mut promise = None;
        let shares = excluded.is_none() && self.shares(depth);
        let node = SharedNode {
            hash,
            window: (alpha, beta),
            depth,
        };
        self.stack[ply].shared = shares.then_some(node);
        let (mut tried, mut waiting) = (0, 0);
        let mut at = start;
        let mut thinned = N::PV || restricted;
        loop {
            if !thinned && tried + waiting >= most && !best.is_loss() {
                thinned = true;
                self.drop_quiet(at);
            }
            let Some(next) = self.pick(start, at) else {
                break;
            };
            at += 1;
            let square = next.square;
            if Some(square) == excluded || !self.position.is_legal(square) {
                continue;
            }
            let before = next.put_off().unwrap_or(tried + waiting);
            let class = self.position.threat(square, own);
            let quiet = !restricted && is_quiet(class);
            let gap = *promise.get_or_insert(next.promise) - next.promise;
            // A four with one answer that has nothing to do with the fight.
            let distant = matches!(class, ThreatClass::Four | ThreatClass::FourPlus)
                && !forced
                && self.is_distant(square);
            let late =
                !restricted && (quiet && gap > least || self.is_late_move(class, before, most));
            // Where a win is only to be made faster nothing is.
            let useless = distant && depth <= self.params.distant_fours && !alpha.is_decisive();
            if !N::PV && !best.is_loss() && (late || useless) {
                continue;
            }
            // Not what another thread is at, while there is something else.
            let key = (shares && tried > 0).then(|| busy::key(hash, square, depth));
            if let Some(key) = key {
                if next.put_off().is_none() && self.is_busy(key) {
                    at -= 1;
                    self.put_off(at, before);
                    waiting += 1;
                    continue;
                }
                if let Some(score) = self.settled_meanwhile(node, ply) {
                    self.moves.truncate(start);
                    return Ok(score);
                }
            }
            self.place(square, ply)?;
            self.begin(key);
            let mut deeper = if forced { depth } else { depth - 1 };
            if Some(square) == first {
                deeper += extension;
            }
            let score = if tried == 0 {
                self.node::<N>(-beta, -alpha, deeper, ply + 1)
            } else {
                let less = match self.most_reduction(class, quiet, restricted, depth) {
                    0 => 0,
                    _ if forced => 0,
                    most => {
                        let less = self.reduction::<N>((depth, before), gap, better, square);
                        let more = if distant { self.params.lmr_distant } else { 0 };
                        most.min(less + more / 100)
                    }
                };
                self.scout_first::<N>((alpha, beta), deeper, less, ply)
            };
            self.undo();
            self.end(key);
            if score.is_err()
                && let Some(score) = self.outrun_at(ply)
            {
                self.moves.truncate(start);
                return Ok(score);
            }
            let score = -score?;
            // What was tried moves in front of what was skipped.
            self.moves.swap(start + tried, at - 1);
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
            if excluded.is_some() {
                return Ok(alpha);
            }
            self.stack[ply].shared = None;
            return self.without_candidates(alpha, beta, depth, ply);
        }

        // 8. Learn and remember.
        if best >= beta && !forced {
            let worse = self.moves[start..start + tried - 1]
                .iter()
                .map(|entry| entry.square);
            if let Some(square) = best_move {
                self.history.reward((own, square), worse, depth, ply);
            }
        }
        self.moves.truncate(start);
        if excluded.is_some() {
            return Ok(best);
        }
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
    pub(super) fn scout_first<N: NodeKind>(
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

    /// The score of a win that the threats on the board make certain, where
    /// nobody threatens a five.
    pub(super) fn foreseen(&mut self, ply: usize) -> Option<Score> {
        if self.params.static_wins == 0 || self.moves_left() < 5 {
            return None;
        }
        let square = sure_win(&mut self.position)?;
        self.lines[ply].push(square);
        Some(Score::win_in(ply + 5))
    }

    /// The squares to try where the opponent threatens a four-three.
    fn four_three_answers(&mut self) -> Option<SquareSet> {
        if self.params.answer_four_three == 0 {
            return None;
        }
        four_three_answers(&mut self.position)
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
        self.place(square, ply)?;
        let score = self.node::<Scout>(-beta, -alpha, depth - 1, ply + 1);
        self.undo();
        Ok(-score?)
    }
}
