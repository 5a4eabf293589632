//! What a thread reads from and writes to its histories and the hash table.

use std::ops::Range;

use super::correction::CorrectionKey;
use super::history::{Context, bonus};
use super::moves::NodeContext;
use super::thread::{SearchThread, Watch};
use crate::movegen::{Duty, quiet_squares};
use crate::pattern::ThreatClass;
use crate::search::scored_move::ScoredMove;
use crate::tt::{Bound, Entry};
use crate::types::{Depth, FineDepth, ONE_PLY, Ruleset, Score, Square};

impl<R: Ruleset, W: Watch> SearchThread<'_, R, W> {
    /// Who moves, after which moves.
    #[inline]
    pub fn context(&self) -> Context {
        let mut last = self.position.board().moves().iter().rev();
        Context {
            color: self.position.side_to_move(),
            before: [(); 2].map(|()| last.next().copied().flatten()),
        }
    }

    /// The history score of a move of this class.
    #[inline]
    pub fn history_of(&self, context: Context, square: Square, class: ThreatClass) -> i32 {
        let percent = self.params.continuation;
        self.history
            .score(context, square, is_attack(class), percent)
    }

    /// Whether the side to move made a three or a four with its last move.
    pub fn attacked_before(&self, ply: usize) -> bool {
        ply.checked_sub(2)
            .is_some_and(|ply| is_attack(self.stack[ply].made))
    }

    /// How many double extensions the line to this ply has.
    pub fn doubles_above(&self, ply: usize) -> usize {
        ply.checked_sub(1).map_or(0, |ply| self.stack[ply].doubles)
    }

    /// The move on `square` caused a cut; those at these places of the stack were tried
    /// before.
    pub fn learn_refutation(&mut self, square: Square, tried: Range<usize>, node: &NodeContext) {
        let context = self.context();
        let bonus = bonus(node.depth);
        self.history.note_refutation(context, square, node.ply);
        let own = context.color;
        let is_attack = |square| is_attack(self.position.threat(square, own));
        self.history
            .update(context, square, is_attack(square), bonus);
        for worse in &self.moves[tried] {
            let square = worse.square;
            self.history
                .update(context, square, is_attack(square), -bonus);
        }
    }

    /// The hash move caused a cut by its entry alone.
    pub fn learn_table_cut(&mut self, entry: Entry, depth: FineDepth) {
        let Some(square) = entry.best else {
            return;
        };
        let context = self.context();
        let attacks = is_attack(self.position.threat(square, context.color));
        self.history
            .update(context, square, attacks, bonus(depth) / 2);
    }

    /// Enhanced transposition cutoff: a move after which the table knows enough for a cut at
    /// this depth, and its score.
    ///
    /// CITE: Schaeffer, Plaat: New advances in alpha-beta searching, 1996.
    pub fn child_cut(
        &self,
        duty: &Duty,
        (beta, depth): (Score, FineDepth),
        ply: usize,
    ) -> Option<(Square, Score)> {
        let squares = match *duty {
            Duty::AnswerFive(answers) | Duty::AnswerOpenFour(answers) => answers,
            _ => quiet_squares(&self.position),
        };
        squares.into_iter().find_map(|square| {
            let known = self.tt.probe(self.position.board().hash_after(square))?;
            let window = (-beta, -beta + 1);
            let score = -known.settles(window, depth - self.params.table_slack, ply + 1)?;
            let cuts = score >= beta && !score.is_decisive() && self.position.is_legal(square);
            cuts.then_some((square, score))
        })
    }

    /// By how much the entry of a node, with this kind of bound, may be shallower than it.
    pub fn table_slack(&self, bound: Bound) -> FineDepth {
        match bound {
            Bound::Upper => self.params.table_slack_upper,
            Bound::Lower | Bound::Exact => self.params.table_slack,
        }
    }

    /// The static evaluation, which the table may remember.
    pub fn static_eval(&mut self, known: Option<Entry>, ply: usize) -> Score {
        let value = match known.and_then(|entry| entry.eval) {
            Some(kept) => {
                debug_assert_eq!(kept, self.evaluator.value(&self.position));
                kept
            }
            None => self.evaluator.value(&self.position),
        };
        let rough = self.evaluator.rough_value(&self.position);
        self.stack[ply].added = Some(value.value() - rough);
        value
    }

    /// Lazy evaluation: bounds of the corrected static evaluation without the network, which
    /// are hardly ever wrong; none where the evaluation costs nothing. The network adds here
    /// about what it added two plies before.
    ///
    /// CITE: <https://www.chessprogramming.org/Lazy_Evaluation>.
    pub fn rough_eval(&mut self, known: Option<Entry>, ply: usize) -> Option<(Score, Score)> {
        if !self.evaluator.has_network_value() || known.is_some_and(|entry| entry.eval.is_some()) {
            return None;
        }
        let rough = self.evaluator.rough_value(&self.position) + self.stack[ply].added?;
        let rough = self.corrected(Score::estimate(rough)).value();
        let margin = self.params.lazy_margin;
        let bounds = (rough - margin, rough + margin);
        Some((Score::estimate(bounds.0), Score::estimate(bounds.1)))
    }

    /// The corrected static evaluation or, outside the window, a bound; and the static
    /// evaluation itself if it was computed.
    pub fn eval_within(
        &mut self,
        (alpha, beta): (Score, Score),
        known: Option<Entry>,
        ply: usize,
    ) -> (Score, Option<Score>) {
        match self.rough_eval(known, ply) {
            Some((least, _)) if least >= beta => (least, None),
            Some((_, most)) if most <= alpha => (most, None),
            _ => {
                let value = self.static_eval(known, ply);
                (self.corrected(value), Some(value))
            }
        }
    }

    /// The static evaluation with its correction.
    pub fn corrected(&self, eval: Score) -> Score {
        match self.params.correction {
            0 => eval,
            percent => {
                let error = self.correction.of(self.correction_key()) * percent / 100;
                Score::estimate(eval.value() + error)
            }
        }
    }

    /// The evaluation, or the table's score where its bound makes it the better estimate.
    pub fn bounded_by_table(&self, eval: Score, known: Option<Entry>, ply: usize) -> Score {
        let Some(entry) = known else {
            return eval;
        };
        let score = entry.score(ply);
        let fits = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => score > eval,
            Bound::Upper => score < eval,
        };
        if fits && !score.is_decisive() {
            score
        } else {
            eval
        }
    }

    /// Corrects the evaluation `eval` after a search to this depth with the score `best`,
    /// unless that is a bound that the corrected evaluation does not contradict.
    pub fn learn_error(&mut self, eval: Score, (best, bound): (Score, Bound), depth: FineDepth) {
        if self.params.correction == 0 || best.is_decisive() {
            return;
        }
        let correction_key = self.correction_key();
        let whole = eval + self.correction.of(correction_key);
        let is_consistent = match bound {
            Bound::Lower => best <= whole,
            Bound::Upper => best >= whole,
            Bound::Exact => false,
        };
        if !is_consistent {
            self.correction.note(correction_key, eval, best, depth);
        }
    }

    /// The fastest win that the table remembers for the root: the place of its move among
    /// these, its score and depth.
    pub fn win_in_table(&mut self, moves: &[ScoredMove]) -> Option<(usize, Score, Depth)> {
        let mut best: Option<(usize, Score, Depth)> = None;
        for (index, entry) in moves.iter().enumerate() {
            self.position.place(entry.square);
            let known = self.tt.probe(self.position.board().hash());
            self.position.undo();
            let Some(known) = known.filter(Entry::is_decisive) else {
                continue;
            };
            let score = -known.score(1);
            if score.is_win() && best.is_none_or(|(_, best, _)| score > best) {
                best = Some((index, score, known.depth / ONE_PLY + 1));
            }
        }
        let root = self.tt.probe(self.position.board().hash());
        if let Some(entry) = root.filter(Entry::is_decisive)
            && let score = entry.score(0)
            && score.is_win()
            && best.is_none_or(|(_, best, _)| score > best)
            && let Some(index) = moves.iter().position(|one| Some(one.square) == entry.best)
        {
            best = Some((index, score, entry.depth / ONE_PLY));
        }
        best
    }

    /// A line from the root on, continued by the hash moves, up to this length.
    pub fn remembered_line(&mut self, mut line: Vec<Square>, longest: usize) -> Vec<Square> {
        for &square in &line {
            self.position.place(square);
        }
        while line.len() < longest {
            let known = self.tt.probe(self.position.board().hash());
            let next = known.and_then(|known| known.best);
            let legal = |&square: &Square| {
                self.position.board().is_empty(square) && self.position.is_legal(square)
            };
            let Some(square) = next.filter(legal) else {
                break;
            };
            self.position.place(square);
            line.push(square);
        }
        line.iter().for_each(|_| self.position.undo());
        line
    }

    fn correction_key(&self) -> CorrectionKey {
        let Context { color, before } = self.context();
        CorrectionKey {
            color,
            facts: self.position.threat_key(),
            before,
        }
    }
}

/// Whether a stone that makes this is part of an attack.
pub fn is_attack(class: ThreatClass) -> bool {
    class >= ThreatClass::Three
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rand::{Rng, SeedableRng, rngs::StdRng};

    use super::*;
    use crate::board::Board;
    use crate::board::notation::{parse_square, play_moves};
    use crate::eval::network::Network;
    use crate::movegen::duty;
    use crate::params::Tunables;
    use crate::search::test_support::{NeverStops, with_network_thread, with_thread};
    use crate::types::{Freestyle, Renju, Standard};

    /// How often the network was skipped, and how often its value would have been within
    /// the window.
    fn lazy<R: Ruleset>() -> (usize, usize) {
        let board = Board::new(15, 15).unwrap();
        let network = Some(Arc::clone(Network::embedded(R::RULE)));
        with_network_thread(board, Tunables::of(R::RULE), network, count_lazy::<R>)
    }

    fn count_lazy<R: Ruleset>(thread: &mut SearchThread<'_, R, NeverStops>) -> (usize, usize) {
        let mut random = StdRng::seed_from_u64(3);
        let (mut skipped, mut wrong) = (0, 0);
        for _ in 0..2_000 {
            let squares: Vec<Square> = quiet_squares(&thread.position).into_iter().collect();
            if squares.is_empty() || thread.position.board().moves().len() > 20 {
                while !thread.position.board().moves().is_empty() {
                    thread.undo();
                }
                continue;
            }
            // The likeliest of twelve, so that the stones are more like those of games.
            let some = [(); 12].map(|()| squares[random.random_range(0..squares.len())]);
            let by_policy = |&square: &Square| thread.evaluator.policy(&thread.position, square);
            let square = some.into_iter().max_by_key(by_policy).unwrap();
            let ply = thread.position.board().moves().len() + 1;
            thread.place(square, ply - 1).unwrap();
            thread.enter(ply);
            // The search evaluates no others.
            if !duty(&thread.position).wants_evaluation() {
                continue;
            }
            let alpha = Score::estimate(random.random_range(-400..400));
            let (eval, value) = thread.eval_within((alpha, alpha + 1), None, ply);
            let exact = thread.evaluator.value(&thread.position);
            let exact = thread.corrected(exact);
            match value {
                Some(_) => assert_eq!(eval, exact),
                None => {
                    skipped += 1;
                    wrong += usize::from((eval <= alpha) != (exact <= alpha));
                }
            }
        }
        (skipped, wrong)
    }

    #[test]
    fn a_child_in_the_table_cuts_if_it_is_deep_enough() {
        let mut board = Board::new(15, 15).unwrap();
        play_moves(&mut board, "h8i9").unwrap();
        let square = parse_square("g9", &board).unwrap();
        let hash = board.hash_after(square);
        with_thread(board, Tunables::default(), |thread| {
            let entry = Entry {
                best: None,
                score: Score::estimate(-50).to_tt(0),
                eval: None,
                depth: 5 * ONE_PLY,
                bound: Bound::Upper,
                was_pv: false,
            };
            thread.tt.store(hash, entry);
            let cut = |beta: i32, plies: i32| {
                thread.child_cut(&Duty::Free, (Score::estimate(beta), plies * ONE_PLY), 0)
            };
            assert_eq!(cut(40, 5), Some((square, Score::estimate(50))));
            assert_eq!(cut(60, 5), None);
            assert_eq!(cut(40, 6), None);
        });
    }

    #[test]
    fn the_network_is_hardly_ever_skipped_where_it_matters() {
        for (skipped, wrong) in [lazy::<Freestyle>(), lazy::<Standard>(), lazy::<Renju>()] {
            assert!(
                skipped > 200 && wrong * 100 < skipped,
                "{wrong} of {skipped}"
            );
        }
    }
}
