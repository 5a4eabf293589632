//! The search of one position inside the tree: principal variation search.
//!
//! CITE: Marsland, Campbell: Parallel search of strongly ordered game trees,
//! Computing Surveys 14(4), 1982. The names of the techniques are those of the
//! Chess Programming Wiki; the kinds of nodes are Knuth and Moore's: PV, cut and all.

use super::history::bonus;
use super::moves::NodeContext;
use super::profile::{Count, Kind};
use super::pruning::{is_quiet, part};
use super::reduction::LmrInput;
use super::thread::{NodeKind, Pv, Scout, SearchThread, Watch};
use crate::movegen::{Duty, duty};
use crate::params::CHILD_CUTS_FROM;
use crate::params::lmr::ALPHA_UP_TO;
use crate::params::singular::{EXTENSION, MOST_DOUBLES, STALENESS};
use crate::pattern::ThreatClass;
use crate::search::report::Stopped;
use crate::search::threads::abdada::{Claim, OpenNode};
use crate::tt::{Bound, Entry};
use crate::types::{Color, FineDepth, MAX_PLY, ONE_PLY, Ruleset, Score, Square};

/// Whether the hash move is the only good one.
enum Singular {
    /// It is extended by this, or reduced if negative.
    Extend(FineDepth),
    /// It is far better than all others: a double extension.
    Double(FineDepth),
    /// Several moves are good enough: a cut with this score.
    Cut(Score),
}

/// How to search a move that is expected to be no better than alpha.
#[derive(Clone, Copy, Debug)]
pub struct Scouting {
    pub window: (Score, Score),
    /// The full depth.
    pub depth: FineDepth,
    /// The reduction of the first search.
    pub less: FineDepth,
    /// The best score so far.
    pub best: Score,
    /// Whether its node is an expected cut node.
    pub cut: bool,
}

impl<R: Ruleset, W: Watch> SearchThread<'_, R, W> {
    /// The score of the position for the side to move, to this depth: exact within the
    /// window, a bound outside of it. `cut`: an expected cut node.
    pub fn node<N: NodeKind>(
        &mut self,
        alpha: Score,
        beta: Score,
        mut depth: FineDepth,
        ply: usize,
        cut: bool,
    ) -> Result<Score, Stopped> {
        // 1. The end of the branch.
        if depth < self.params.leaf_depth || ply >= MAX_PLY {
            return self.quiescence(alpha, beta, 0, ply);
        }
        self.enter(ply);
        let kind = Kind::of(N::PV, cut);
        self.profile.add(kind, depth, Count::Nodes, 1);

        // 2. Decided by what stands on the board.
        let duty = duty(&self.position);
        if let Some(score) = self.decided(&duty, ply) {
            self.profile.add(kind, depth, Count::Decided, 1);
            return Ok(score);
        }
        // No win here can be faster than one with the third stone from now.
        if alpha >= Score::win_in(ply + 3) {
            self.profile.add(kind, depth, Count::Decided, 1);
            return Ok(alpha);
        }

        // 3. The table.
        let excluded = self.stack[ply].excluded;
        let key = key(self.position.board().hash(), excluded);
        let known = self.tt.probe(key);
        // One thread keeps its PV whole; with several it is completed from the table.
        let believes = !N::PV || !self.sharing.is_alone();
        let (forced, free) = (matches!(duty, Duty::AnswerFive(_)), duty == Duty::Free);
        let first = known.and_then(|entry| entry.best);
        let internal = match first.is_none() && free && (N::PV || cut) {
            true => self.internal_reduction(depth),
            false => 0,
        };
        let enough = depth - internal;
        self.profile
            .add(kind, depth, Count::TableHits, known.is_some().into());
        if believes
            && let Some(entry) = known
            && let Some(score) =
                entry.settles((alpha, beta), enough - self.table_slack(entry.bound), ply)
        {
            self.profile.add(kind, depth, Count::TableCuts, 1);
            if score >= beta && !forced {
                self.learn_table_cut(entry, depth);
            }
            return Ok(score);
        }
        if !forced && let Some(score) = self.foreseen(&duty, known, ply) {
            self.profile.add(kind, depth, Count::Decided, 1);
            return Ok(score);
        }
        let was_pv = N::PV || known.is_some_and(|entry| entry.was_pv);

        // 4. The whole node pruned by its evaluation.
        let may_prune = !N::PV && free && excluded.is_none();
        let hopeful = cut && known.is_none();
        if may_prune
            && !beta.is_decisive()
            && let Some((least, _)) = self.rough_eval(known, ply)
            && let least = self.bounded_by_table(least, known, ply)
            && self.is_futile((least, beta), false, hopeful, depth)
        {
            self.profile.add(kind, depth, Count::Futile, 1);
            return Ok(least);
        }
        let value = (!forced).then(|| self.static_eval(known, ply));
        let eval = value.map(|value| self.corrected(value));
        self.stack[ply].eval = eval;
        // The singular search begins before a move is tried.
        self.stack[ply].doubles = self.doubles_above(ply);
        let improving = self.is_improving(ply);
        if may_prune && let Some(eval) = eval {
            let eval = self.bounded_by_table(eval, known, ply);
            let is_futile = self.is_futile((eval, beta), improving, hopeful, depth);
            if is_futile && !beta.is_decisive() {
                self.profile.add(kind, depth, Count::Futile, 1);
                return Ok(eval);
            }
        }

        // 5. Internal reductions.
        self.profile.add(
            kind,
            depth,
            Count::InternalReductions,
            (internal > 0).into(),
        );
        depth -= internal;
        if N::PV
            && !forced
            && let Some(entry) = known.filter(|entry| entry.depth >= ONE_PLY)
        {
            depth -= self.stale_reduction(depth - entry.depth);
        }

        // 6. Singular extension.
        let (mut extension, mut doubled) = (0, false);
        if let Some(entry) = known.filter(|_| !forced && excluded.is_none()) {
            match self.singular::<N>(entry, beta, (depth, cut), ply)? {
                Singular::Extend(depth) => extension = depth,
                Singular::Double(depth) => (extension, doubled) = (depth, true),
                Singular::Cut(score) => {
                    self.profile.add(kind, depth, Count::MultiCuts, 1);
                    return Ok(score);
                }
            }
            self.profile
                .add(kind, depth, Count::SingularExtended, (extension > 0).into());
        }

        // 7. A cut by what the table knows of the positions after the moves.
        if !N::PV
            && !forced
            && excluded.is_none()
            && depth >= CHILD_CUTS_FROM
            && !beta.is_decisive()
            && let Some((square, score)) = self.child_cut(&duty, (beta, depth - ONE_PLY), ply)
        {
            self.profile.add(kind, depth, Count::TableCuts, 1);
            let entry = Entry {
                best: Some(square),
                score: score.to_tt(ply),
                eval: value,
                depth,
                bound: Bound::Lower,
                was_pv,
            };
            self.tt.store(key, entry);
            return Ok(score);
        }

        // 8. The moves.
        let node = NodeContext {
            window: (alpha, beta),
            depth,
            ply,
            key,
            duty,
            cut,
            was_pv,
            first,
            extension,
            doubled,
            eval,
            improving,
            excluded,
        };
        let start = self.moves.len();
        let found = self.try_moves::<N>(&node);
        self.moves.truncate(start);
        let Some((mut best, best_move)) = found? else {
            return self.without_candidates::<N>(&node);
        };

        // 9. Remember.
        // A loss is proven only if there is no other legal move.
        if best.is_loss() && best < beta && !self.tried_all(&duty) {
            best = best.unproven();
        }
        let bound = match best {
            _ if best >= beta => Bound::Lower,
            _ if best > alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        if excluded.is_none()
            && let Some(value) = value
        {
            self.learn_error(value, (best, bound), depth);
        }
        let entry = Entry {
            // Where all moves fail low none is known to be the best.
            best: best_move.filter(|_| bound != Bound::Upper),
            score: best.to_tt(ply),
            eval: value,
            depth,
            bound,
            was_pv,
        };
        self.tt.store(key, entry);
        Ok(best)
    }

    /// The best score of the node's moves and its move, if any move is legal. The moves are
    /// left on the stack.
    pub fn try_moves<N: NodeKind>(
        &mut self,
        node: &NodeContext,
    ) -> Result<Option<(Score, Option<Square>)>, Stopped> {
        let NodeContext {
            window: (mut alpha, beta),
            mut depth,
            ply,
            duty,
            improving,
            ..
        } = *node;
        let own = self.position.side_to_move();
        let kind = Kind::of(N::PV, node.cut);
        let at_depth = depth;
        self.profile.add(kind, at_depth, Count::Expanded, 1);
        let context = self.context();
        let forced = matches!(duty, Duty::AnswerFive(_));
        self.profile
            .add(kind, at_depth, Count::Forced, forced.into());
        // A bound for moves that are not tried.
        let mut best = Score::loss_in(ply + 2);
        let mut best_move = None;
        let most = self.late_count::<N>(depth, improving);
        let widest_gap = self.widest_policy_gap(depth);
        let fail_high = match node.eval {
            Some(eval) if node.cut && duty == Duty::Free => {
                self.fail_high_reduction(eval, beta, depth)
            }
            _ => 0,
        };
        let doubles = self.doubles_above(ply);
        if node.excluded.is_none() {
            let open = OpenNode {
                hash: node.key,
                window: node.window,
                depth,
            };
            self.sharing.enter(ply, open);
        }

        let mut picker = self.picker(node);
        let (mut tried, mut deferred) = (0, 0);
        loop {
            let enough = tried + deferred >= most && !best.is_loss();
            let Some(next) = self.next_move(&mut picker, node, (!N::PV, tried, enough)) else {
                break;
            };
            let square = next.square;
            if Some(square) == node.excluded || !self.position.is_legal(square) {
                continue;
            }

            // 1. Pruning by policy, number and history.
            let before = next.deferred().unwrap_or(tried + deferred);
            let class = self.position.legal_threat(square, own);
            let restricted = picker.restricted;
            let quiet = !restricted && is_quiet(class);
            let is_first = Some(square) == picker.first;
            // The hash move gets a policy only when others are tried.
            let gap = match is_first {
                true => 0,
                false => picker.policy_gap(next.policy),
            };
            let distant = (restricted || class >= ThreatClass::Four)
                && class <= ThreatClass::FourPlus
                && !forced
                && self.is_distant(square);
            let unlikely = !restricted && self.is_unlikely(class, gap, widest_gap);
            let history = || self.history_of(context, square, class);
            let late = unlikely
                || !restricted && self.is_late_move(class, before, most)
                || !N::PV && quiet && before > 0 && self.fails_often(history(), depth);
            // A four with one answer far from the last moves. Where only a faster win
            // counts nothing is useless.
            let useless = distant
                && class >= ThreatClass::Four
                && depth <= self.params.distant_fours
                && !alpha.is_decisive()
                && !self.is_near_foul(square);
            if !best.is_loss() && (late || !N::PV && useless) {
                let count = match unlikely {
                    true => Count::SkippedByPolicy,
                    false => Count::SkippedByNumber,
                };
                self.profile.add(kind, at_depth, count, 1);
                continue;
            }

            // 2. Deferred while another thread searches it.
            let mut claimed = None;
            if tried > 0 {
                match self.sharing.claim(ply, square, next.deferred().is_some()) {
                    Claim::Own(key) => claimed = key,
                    Claim::OfAnother => {
                        picker.at -= 1;
                        self.defer(picker.at, before);
                        deferred += 1;
                        continue;
                    }
                    Claim::Finished(score) => return Ok(Some((score, None))),
                }
            }

            // 3. Extensions and reductions.
            let mut deeper = depth - ONE_PLY;
            if forced {
                deeper += ONE_PLY + self.params.extend_forced;
            } else if is_first {
                deeper += match N::PV {
                    true => self.params.extend_table.max(node.extension),
                    false => node.extension,
                };
            } else if quiet {
                deeper -= fail_high;
            }
            let less = match tried {
                0 => 0,
                _ if forced => 0,
                _ => self.reduction(LmrInput {
                    depth,
                    before,
                    gap,
                    history: self.history_of(context, square, class),
                    improving,
                    was_pv: node.was_pv,
                    cut: node.cut && !self.history.is_killer(ply, square),
                    class,
                    answers: restricted,
                    distant,
                    attacks: class >= ThreatClass::Three && self.attacked_before(ply),
                }),
            };

            self.profile.add(kind, at_depth, Count::Moves, 1);
            self.profile
                .add(kind, at_depth, Count::Reduced, (less > 0).into());
            self.profile.add(kind, at_depth, Count::Reduction, less);
            let more = deeper - (depth - ONE_PLY);
            self.profile.add(kind, at_depth, Count::Extension, more);

            // 4. Search it.
            self.stack[ply].doubles = doubles + usize::from(is_first && node.doubled);
            let score = self.place(square, ply).and_then(|()| {
                let score = match tried {
                    0 => {
                        let cut = !N::PV && !node.cut;
                        self.node::<N>(-beta, -alpha, deeper, ply + 1, cut)
                    }
                    _ => {
                        let scouting = Scouting {
                            window: (alpha, beta),
                            depth: deeper,
                            less,
                            best,
                            cut: node.cut,
                        };
                        self.scout_first::<N>(scouting, ply)
                    }
                };
                self.undo();
                score
            });
            self.sharing.release(claimed);
            let score = match score {
                Ok(score) => -score,
                Err(Stopped) => {
                    let score = self.sharing.finished(ply).ok_or(Stopped)?;
                    return Ok(Some((score, None)));
                }
            };
            if quiet && less > 0 && score > alpha {
                self.history
                    .update(context, square, false, bonus(depth) / 2);
            }
            // Moves that were tried come before those that were skipped.
            self.moves.swap(picker.start + tried, picker.at - 1);
            tried += 1;
            if score > best {
                best = score;
                best_move = Some(square);
                if score > alpha {
                    alpha = score;
                    self.extend_line(ply, square);
                    if score >= beta {
                        let place = tried as i32 - 1;
                        self.profile.add(kind, at_depth, Count::FailHigh, 1);
                        self.profile
                            .add(kind, at_depth, Count::FailHighFirst, (place == 0).into());
                        self.profile
                            .add(kind, at_depth, Count::FailHighPlace, place);
                        break;
                    }
                    let rest = depth - self.params.alpha_less;
                    if depth < ALPHA_UP_TO && rest >= 2 * ONE_PLY {
                        depth = rest;
                    }
                }
            }
        }

        // 5. Learn.
        if best >= beta
            && !forced
            && let Some(square) = best_move
        {
            self.learn_refutation(square, picker.start..picker.start + tried - 1, node);
        }
        Ok((tried > 0).then_some((best, best_move)))
    }

    /// The score for the opponent after a move that is expected to be no
    /// better than alpha: shown so with an empty window and perhaps at less
    /// depth, searched in full if that fails.
    pub fn scout_first<N: NodeKind>(
        &mut self,
        scouting: Scouting,
        ply: usize,
    ) -> Result<Score, Stopped> {
        let Scouting {
            window: (alpha, beta),
            mut depth,
            less,
            best,
            cut,
        } = scouting;
        let null = -alpha - 1;
        let kind = Kind::of(N::PV, cut);
        let expected = less > 0 || !cut;
        let mut score = self.node::<Scout>(null, -alpha, depth - less, ply + 1, expected)?;
        if -score > alpha && less > 0 {
            // The better than expected, the deeper.
            if -score > best + self.params.lmr_deeper && !score.is_decisive() {
                depth += ONE_PLY;
            } else if -score < best + self.params.lmr_shallower {
                depth -= ONE_PLY.min(less);
            }
            if depth > scouting.depth - less {
                self.profile.add(kind, depth, Count::SearchedAgain, 1);
                score = self.node::<Scout>(null, -alpha, depth, ply + 1, !cut)?;
            }
        }
        if N::PV && -score > alpha && -score < beta {
            self.profile.add(kind, depth, Count::SearchedOpen, 1);
            score = self.node::<Pv>(-beta, -alpha, depth, ply + 1, false)?;
        }
        Ok(score)
    }

    /// Singular extension: whether all moves but the hash move are worse by a margin in a
    /// shallower search. If they are good enough for a cut, there is one (multi-cut).
    ///
    /// CITE: Anantharaman, Campbell, Hsu: Singular extensions, Artificial
    /// Intelligence 43, 1990; Björnsson, Marsland: Multi-cut pruning in alpha-beta
    /// search, 1998.
    fn singular<N: NodeKind>(
        &mut self,
        entry: Entry,
        beta: Score,
        (depth, cut): (FineDepth, bool),
        ply: usize,
    ) -> Result<Singular, Stopped> {
        let params = self.params;
        let known = entry.score(ply);
        let Some(square) = entry.best.filter(|_| {
            depth >= params.singular_depth
                && entry.depth >= depth - STALENESS
                && matches!(entry.bound, Bound::Lower | Bound::Exact)
                && !known.is_decisive()
        }) else {
            return Ok(Singular::Extend(0));
        };
        let bound = known - part(params.singular_margin, depth) / 100;
        self.profile
            .add(Kind::of(N::PV, cut), depth, Count::SingularTries, 1);
        self.stack[ply].excluded = Some(square);
        let others = part(depth - ONE_PLY, params.singular_share);
        let others = self.node::<Scout>(bound - 1, bound, others, ply, cut);
        self.stack[ply].excluded = None;
        let others = others?;
        self.lines[ply].clear();
        let doubles = self.doubles_above(ply) < MOST_DOUBLES;
        Ok(if others < bound {
            match !N::PV && doubles && others < bound - params.singular_double {
                true => Singular::Double(2 * EXTENSION),
                false => Singular::Extend(EXTENSION),
            }
        } else if bound >= beta {
            Singular::Cut(bound)
        } else if known >= beta {
            Singular::Extend(-params.singular_negative)
        } else {
            Singular::Extend(0)
        })
    }

    /// None of the squares to try is legal: the score of a move elsewhere. Black without any
    /// legal square must play a foul.
    fn without_candidates<N: NodeKind>(&mut self, node: &NodeContext) -> Result<Score, Stopped> {
        let ((alpha, beta), ply) = (node.window, node.ply);
        if node.excluded.is_some() {
            return Ok(alpha);
        }
        self.sharing.leave(ply);
        let legal = self.position.legal(*self.position.board().empty());
        let Some(square) = legal.first() else {
            debug_assert_eq!(self.position.side_to_move(), Color::Black);
            return Ok(Score::loss_in(ply + 1));
        };
        self.place(square, ply)?;
        let score = self.node::<Scout>(-beta, -alpha, node.depth - ONE_PLY, ply + 1, !node.cut);
        self.undo();
        let score = -score?;
        // Where there are answers to choose from all other moves lose.
        Ok(match score.is_loss() && !self.is_restricted(&node.duty) {
            true => score.unproven(),
            false => score,
        })
    }
}

/// The key of a node in the table; without one of its moves it is another node.
fn key(hash: u64, excluded: Option<Square>) -> u64 {
    match excluded {
        None => hash,
        Some(square) => {
            hash ^ (square.index() as u64 + 1)
                .wrapping_mul(0x9e37_79b9_7f4a_7c15)
                .rotate_left(17)
        }
    }
}
