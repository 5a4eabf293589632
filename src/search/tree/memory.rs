//! What the tree asks of, and tells to, the histories of moves and of errors.

use std::ops::Range;

use super::correction::Likeness;
use super::history::{Context, bonus};
use super::moves::Here;
use super::state::{Tree, Watch};
use crate::pattern::ThreatClass;
use crate::tt::{Bound, Entry};
use crate::types::{FineDepth, Ruleset, Score, Square};

impl<R: Ruleset, W: Watch> Tree<'_, R, W> {
    /// Who moves, after which moves.
    #[inline]
    pub fn context(&self) -> Context {
        let mut last = self.position.board().moves().iter().rev();
        Context {
            color: self.position.side_to_move(),
            before: [(); 2].map(|()| last.next().copied().flatten()),
        }
    }

    /// What the histories say of a move that makes this.
    #[inline]
    pub fn history_of(&self, context: Context, square: Square, class: ThreatClass) -> i32 {
        let percent = self.params.continuation;
        self.history
            .score(context, square, is_attack(class), percent)
    }

    /// Whether the side to move made a three or a four with its move before.
    pub fn attacked_before(&self, ply: usize) -> bool {
        ply.checked_sub(2)
            .is_some_and(|ply| is_attack(self.stack[ply].made))
    }

    /// How often the line to this ply was extended by singular extension twice.
    pub fn doubles_above(&self, ply: usize) -> usize {
        ply.checked_sub(1).map_or(0, |ply| self.stack[ply].doubles)
    }

    /// The move on `square` was good enough; those at these places of the stack
    /// were tried before.
    pub fn learn_refutation(&mut self, square: Square, tried: Range<usize>, here: &Here) {
        let context = self.context();
        let bonus = bonus(here.depth);
        self.history.note_refutation(context, square, here.ply);
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

    /// The static evaluation, which the table may remember.
    pub fn static_eval(&mut self, known: Option<Entry>) -> Score {
        match known.and_then(|entry| entry.eval) {
            Some(kept) => {
                debug_assert_eq!(kept, self.evaluator.value(&self.position));
                kept
            }
            None => self.evaluator.value(&self.position),
        }
    }

    /// The static evaluation, corrected by what searches of like positions have
    /// shown.
    pub fn corrected(&self, eval: Score) -> Score {
        match self.params.correction {
            0 => eval,
            percent => {
                let error = self.correction.of(self.likeness()) * percent / 100;
                Score::estimate(eval.value() + error)
            }
        }
    }

    /// The evaluation, or the table's score where its bound says that it is
    /// nearer to the truth.
    pub fn bounded_by_table(&self, eval: Score, known: Option<Entry>, ply: usize) -> Score {
        let Some(entry) = known.filter(|_| self.params.table_eval != 0) else {
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

    /// A search to this depth found `best` where the evaluation says `eval`.
    pub fn learn_error(&mut self, eval: Score, (best, bound): (Score, Bound), depth: FineDepth) {
        let says_nothing = match bound {
            Bound::Lower => best <= eval,
            Bound::Upper => best >= eval,
            Bound::Exact => false,
        };
        if self.params.correction == 0 || best.is_decisive() || says_nothing {
            return;
        }
        self.correction.note(self.likeness(), eval, best, depth);
    }

    fn likeness(&self) -> Likeness {
        let Context { color, before } = self.context();
        Likeness {
            color,
            facts: self.position.facts(),
            before,
        }
    }
}

/// Whether a stone that makes this is part of an attack.
pub fn is_attack(class: ThreatClass) -> bool {
    class >= ThreatClass::Three
}
