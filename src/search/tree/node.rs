//! The search of one position inside the tree: principal variation search.
//!
//! CITE: Marsland, Campbell: Parallel search of strongly ordered game trees,
//! Computing Surveys 14(4), 1982. The names of the techniques are those of the
//! Chess Programming Wiki.

use super::pruning::is_quiet;
use super::state::{NodeKind, Pv, Scout, Tree, Watch};
use crate::movegen::{Duty, duty, four_three_answers, quiet_squares};
use crate::pattern::ThreatClass;
use crate::search::report::Stopped;
use crate::search::threads::abdada::{Claim, OpenNode};
use crate::tt::{Bound, Entry};
use crate::types::{Color, Depth, MAX_PLY, Ruleset, Score, SquareSet};

/// Whether the table's move is the only good one.
enum Singular {
    /// It is to be searched so much deeper, or less deep.
    Extend(Depth),
    /// Several moves are good enough: the node has this score or more.
    Cut(Score),
}

impl<R: Ruleset, W: Watch> Tree<'_, R, W> {
    /// The score of the position for the side to move, to this depth: exact
    /// within the window, a bound outside of it.
    pub fn node<N: NodeKind>(
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
        self.enter(ply);

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
            None => self.tt.probe(hash),
            Some(_) => None,
        };
        // One thread alone wants to see the line of best play; several leave it
        // to the table.
        let believes = !N::PV || !self.sharing.is_alone();
        if believes
            && let Some(score) = known.and_then(|entry| entry.settles((alpha, beta), depth, ply))
        {
            return Ok(score);
        }
        let forced = matches!(duty, Duty::AnswerFive(_));
        if !forced && let Some(score) = self.static_win(ply) {
            return Ok(score);
        }

        // 4. The whole node pruned by its evaluation.
        let free = duty == Duty::Free;
        let eval = (!forced).then(|| self.evaluator.value(&self.position));
        self.stack[ply].eval = eval;
        let improving = self.is_improving(ply);
        if !N::PV
            && free
            && excluded.is_none()
            && let Some(eval) = eval
            && let Some(score) = self.prune_node((alpha, beta), eval, improving, depth, ply)?
        {
            return Ok(score);
        }

        // 5. Internal reductions, then the moves, by duty.
        let first = known.and_then(|entry| entry.best);
        if first.is_none() && free && depth >= self.params.iir_depth {
            depth -= 1;
        }
        if N::PV
            && !forced
            && let Some(entry) = known
        {
            depth -= self.stale_reduction(depth - entry.depth);
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

        // 6. Singular extension.
        let mut extension = 0;
        if let Some(entry) = known.filter(|_| !forced) {
            match self.singular::<N>(entry, beta, depth, ply)? {
                Singular::Extend(plies) => extension = plies,
                Singular::Cut(score) => {
                    self.moves.truncate(start);
                    return Ok(score);
                }
            }
        }

        // 7. Try the moves.
        let own = self.position.side_to_move();
        let old_alpha = alpha;
        // What a move that is not tried would bring, or worse.
        let mut best = Score::loss_in(ply + 2);
        let mut best_move = None;
        let most = self.late_count(depth, improving);
        let widest_gap = self.policy_gap(depth);
        let mut best_policy = None;
        if excluded.is_none() {
            let window = (alpha, beta);
            self.sharing.enter(
                ply,
                OpenNode {
                    hash,
                    window,
                    depth,
                },
            );
        }
        let (mut tried, mut deferred) = (0, 0);
        let mut at = start;
        let mut thinned = N::PV || restricted;
        loop {
            if !thinned && tried + deferred >= most && !best.is_loss() {
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

            // 8. Late move pruning.
            let before = next.deferred().unwrap_or(tried + deferred);
            let class = self.position.threat(square, own);
            let quiet = !restricted && is_quiet(class);
            let gap = *best_policy.get_or_insert(next.policy) - next.policy;
            // A four with one answer that has nothing to do with the fight.
            let distant = matches!(class, ThreatClass::Four | ThreatClass::FourPlus)
                && !forced
                && self.is_distant(square);
            let late = !restricted
                && (quiet && gap > widest_gap || self.is_late_move(class, before, most));
            // Where a win is only to be made faster nothing is.
            let useless = distant && depth <= self.params.distant_fours && !alpha.is_decisive();
            if !N::PV && !best.is_loss() && (late || useless) {
                continue;
            }

            // 9. Not what another thread is at, while there is something else.
            let mut claimed = None;
            if tried > 0 {
                match self.sharing.claim(ply, square, next.deferred().is_some()) {
                    Claim::Own(key) => claimed = key,
                    Claim::OfAnother => {
                        at -= 1;
                        self.defer(at, before);
                        deferred += 1;
                        continue;
                    }
                    Claim::Finished(score) => {
                        self.moves.truncate(start);
                        return Ok(score);
                    }
                }
            }

            // 10. Search it, late moves less deep.
            let mut deeper = if forced { depth } else { depth - 1 };
            if Some(square) == first {
                deeper += extension;
            }
            let score = self.place(square, ply).and_then(|()| {
                let score = if tried == 0 {
                    self.node::<N>(-beta, -alpha, deeper, ply + 1)
                } else {
                    let less = match self.most_reduction(class, quiet, restricted, depth) {
                        0 => 0,
                        _ if forced => 0,
                        most => {
                            let less = self.reduction::<N>((depth, before), gap, improving, square);
                            let more = if distant { self.params.lmr_distant } else { 0 };
                            most.min(less + more / 100)
                        }
                    };
                    self.scout_first::<N>((alpha, beta), deeper, less, ply)
                };
                self.undo();
                score
            });
            self.sharing.release(claimed);
            let score = match score {
                Ok(score) => -score,
                Err(Stopped) => {
                    let score = self.sharing.finished(ply).ok_or(Stopped)?;
                    self.moves.truncate(start);
                    return Ok(score);
                }
            };
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
            self.sharing.leave(ply);
            let score = self.without_candidates(alpha, beta, depth, ply)?;
            // Where there are answers to choose from all other moves lose.
            return Ok(match score.is_loss() && !restricted {
                true => score.unproven(),
                false => score,
            });
        }

        // 11. Learn and remember.
        if best >= beta
            && !forced
            && let Some(square) = best_move
        {
            let tried = &self.moves[start..start + tried - 1];
            let worse = tried.iter().map(|entry| entry.square);
            self.history.reward((own, square), worse, depth, ply);
        }
        self.moves.truncate(start);
        // A loss is proven only if there is no other legal move.
        if best.is_loss() && !restricted && squares != *self.position.board().empty() {
            best = best.unproven();
        }
        if excluded.is_none() {
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
            self.tt.store(hash, entry);
        }
        Ok(best)
    }

    /// The score for the opponent after a move that is expected to be no
    /// better than `alpha`: shown so with an empty window and perhaps at less
    /// depth, searched in full if that fails.
    pub fn scout_first<N: NodeKind>(
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

    /// The score of a quiet node outside the line of best play, if its
    /// evaluation is far enough outside the window to say it.
    fn prune_node(
        &mut self,
        (alpha, beta): (Score, Score),
        eval: Score,
        improving: bool,
        depth: Depth,
        ply: usize,
    ) -> Result<Option<Score>, Stopped> {
        if self.is_razored(eval, alpha, depth) {
            let score = self.quiescence(alpha, alpha + 1, 0, ply)?;
            if score <= alpha {
                return Ok(Some(score));
            }
        }
        if beta.is_decisive() {
            return Ok(None);
        }
        if self.is_futile(eval, beta, improving, depth) {
            return Ok(Some(eval));
        }
        if let Some(less) = self.null_reduction(eval, beta, depth, ply) {
            self.pass(ply);
            let score = self.node::<Scout>(-beta, -beta + 1, depth - less, ply + 1);
            self.undo();
            let score = -score?;
            if score >= beta {
                return Ok(Some(if score.is_win() { beta } else { score }));
            }
        }
        Ok(None)
    }

    /// Singular extension: whether all moves but the table's are worse by a
    /// margin, as far as a less deep search can tell. If they are good enough
    /// for a cut too, there is one (multi-cut).
    ///
    /// CITE: Anantharaman, Campbell, Hsu: Singular extensions, Artificial
    /// Intelligence 43, 1990; Björnsson, Marsland: Multi-cut pruning in alpha-beta
    /// search, 1998.
    fn singular<N: NodeKind>(
        &mut self,
        entry: Entry,
        beta: Score,
        depth: Depth,
        ply: usize,
    ) -> Result<Singular, Stopped> {
        let known = entry.score(ply);
        let Some(square) = entry.best.filter(|_| {
            depth >= self.params.singular_depth
                && entry.depth >= depth - 3
                && entry.bound != Bound::Upper
                && !known.is_decisive()
        }) else {
            return Ok(Singular::Extend(0));
        };
        let bound = known - self.params.singular_margin * depth / 100;
        self.stack[ply].excluded = Some(square);
        let others = self.node::<Scout>(bound - 1, bound, (depth - 1) / 2, ply);
        self.stack[ply].excluded = None;
        let others = others?;
        self.lines[ply].clear();
        Ok(if others < bound {
            let double = !N::PV && others < bound - self.params.singular_double;
            Singular::Extend(if double { 2 } else { 1 })
        } else if bound >= beta {
            Singular::Cut(bound)
        } else if known >= beta {
            Singular::Extend(-1)
        } else {
            Singular::Extend(0)
        })
    }

    /// The squares to try where the opponent threatens a four-three.
    fn four_three_answers(&mut self) -> Option<SquareSet> {
        if self.params.answer_four_three == 0 {
            return None;
        }
        four_three_answers(&mut self.position)
    }

    /// None of the squares that were worth a look is legal: what a move elsewhere
    /// gives. Black without any legal square must play a foul.
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
