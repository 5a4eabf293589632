//! Wins by fours alone (VCF): every move of the attacker makes a four or a five, so
//! that the defender has no choice, in caro little.
//!
//! The search is complete: depth first, it tries all fours on all squares. For the
//! shortest win, the limit of fours grows by one.

use super::budget::{Budget, Stopped};
use super::table::{EVER, FailTable};
use super::zone;
use crate::movegen;
use crate::pattern::ThreatClass;
use crate::position::Position;
use crate::types::{Ruleset, Square, SquareSet};

/// An attacker's move of a win, in postorder: first the steps after the first answer,
/// then those after the second, then the step itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// The attacker's move.
    pub(super) square: Square,
    /// The defender's move before it; `None` for the first one.
    pub(super) answer: Option<Square>,
    /// The number of answers to it that have a step each. Any other answer allows a
    /// five.
    pub(super) answers: u8,
}

/// The most fours of one win: no board has room for more.
pub(super) const MOST_FOURS: u8 = 242;

/// A search for a win by fours of the side to move.
pub(super) struct FourSearch<'a, 'b, R: Ruleset> {
    position: &'a mut Position<R>,
    failed: &'a mut FailTable,
    budget: &'a mut Budget<'b>,
    /// The win that was found, appended to what was there.
    steps: &'a mut Vec<Step>,
    /// Where one more stone of the attacker could turn a failure into a win: see
    /// [`super::zone`]. Collected if present.
    pub(super) zone: Option<SquareSet>,
    /// Whether something was left out because of the limit of fours.
    cut: bool,
}

impl<'a, 'b, R: Ruleset> FourSearch<'a, 'b, R> {
    pub(super) fn new(
        position: &'a mut Position<R>,
        failed: &'a mut FailTable,
        budget: &'a mut Budget<'b>,
        steps: &'a mut Vec<Step>,
    ) -> FourSearch<'a, 'b, R> {
        FourSearch {
            position,
            failed,
            budget,
            steps,
            zone: None,
            cut: false,
        }
    }

    /// Whether the side to move wins by fours; if so, `steps` ends with a win.
    pub(super) fn any(&mut self) -> Result<bool, Stopped> {
        self.attack(MOST_FOURS, None)
    }

    /// Whether the side to move wins by fours; if so, `steps` ends with a win
    /// by as few fours as possible.
    pub(super) fn shortest(&mut self) -> Result<bool, Stopped> {
        for fours in 0..=MOST_FOURS {
            self.cut = false;
            if self.attack(fours, None)? {
                return Ok(true);
            }
            if !self.cut {
                break;
            }
        }
        Ok(false)
    }

    /// Whether the side to move wins by at most this many fours and a five.
    fn attack(&mut self, fours: u8, last: Option<Square>) -> Result<bool, Stopped> {
        let position = &*self.position;
        let own = position.side_to_move();
        if let Some(square) = position.squares(own, ThreatClass::Five).first() {
            self.push(square, 0);
            return Ok(true);
        }
        let mut squares = movegen::four_squares(position);
        let wins = if position.count(!own, ThreatClass::Five) > 0 {
            if let Some(zone) = &mut self.zone {
                *zone |= *position.squares(!own, ThreatClass::Five);
            }
            if !squares.is_empty() {
                squares &= movegen::five_answers(position);
            }
            None
        } else {
            position.squares(own, ThreatClass::OpenFour).first()
        };
        if squares.is_empty() {
            return Ok(false);
        }
        if fours == 0 {
            self.cut = true;
            return Ok(false);
        }
        if let Some(square) = wins {
            self.push(square, 0);
            return Ok(true);
        }
        let key = position.board().hash();
        if self.has_failed(key, fours) {
            return Ok(false);
        }
        let before = std::mem::replace(&mut self.cut, false);
        let mut moves = Moves::new(self.position, squares, last);
        while let Some(square) = moves.next() {
            if !self.position.is_legal(square) {
                if let Some(zone) = &mut self.zone {
                    *zone |= *self.position.board().empty();
                }
                continue;
            }
            self.budget.spend()?;
            self.position.place_for_threats(square);
            let won = self.defend(fours - 1, square);
            self.position.undo();
            if let Some(answers) = won? {
                self.push(square, answers);
                return Ok(true);
            }
        }
        self.failed.put(key, if self.cut { fours } else { EVER });
        self.cut |= before;
        Ok(false)
    }

    /// The attacker has just made a four on `last`: the number of answers with steps,
    /// if the attacker wins after each of them.
    fn defend(&mut self, fours: u8, last: Square) -> Result<Option<u8>, Stopped> {
        let position = &*self.position;
        if position.count(position.side_to_move(), ThreatClass::Five) > 0 {
            return Ok(None);
        }
        let answers = movegen::five_answers(position);
        if answers.is_empty() {
            return Ok(Some(0));
        }
        if self.zone.is_some() {
            self.collect(last, answers);
        }
        let more = self.fours_left();
        if !more || fours == 0 {
            self.cut |= more;
            return Ok(None);
        }
        let below = self.steps.len();
        let mut count = 0;
        for answer in answers {
            if self.has_failed(self.position.board().hash_after(answer), fours) {
                self.steps.truncate(below);
                return Ok(None);
            }
            let spent = self.budget.spend();
            self.position.place_for_threats(answer);
            let won = spent.and_then(|()| self.attack(fours, Some(last)));
            self.position.undo();
            if !won? {
                self.steps.truncate(below);
                return Ok(None);
            }
            if let Some(step) = self.steps.last_mut() {
                step.answer = Some(answer);
            }
            count += 1;
        }
        Ok(Some(count))
    }

    /// Whether the attacker is known not to win a position by this many fours.
    #[inline]
    fn has_failed(&mut self, key: u64, fours: u8) -> bool {
        match self.failed.get(key).filter(|&failed| failed >= fours) {
            Some(failed) => {
                self.cut |= failed != EVER;
                true
            }
            None => false,
        }
    }

    /// Whether the attacker, who is not to move, may have another four after the
    /// answer to the last. The answer makes no new four, but in caro the square of
    /// the five may still be one.
    fn fours_left(&self) -> bool {
        let position = &*self.position;
        let attacker = !position.side_to_move();
        let hidden = R::RULE.blocks_fives()
            || R::RULE.forbids() && position.count(attacker, ThreatClass::Forbidden) > 0;
        hidden || !position.squares_of(attacker, ThreatClass::FOURS).is_empty()
    }

    /// Adds to the zone the squares where one more stone could matter after a four
    /// on `last` with these answers.
    #[inline(never)]
    fn collect(&mut self, last: Square, answers: SquareSet) {
        let position = &*self.position;
        let defender = position.side_to_move();
        let mut zone = zone::rows_through(position, last, !defender);
        for answer in answers {
            if R::RULE.blocks_fives() {
                zone |= zone::star(position, answer);
            }
            // Any stone can decide whether a three is real.
            if R::RULE.forbids() && position.threat(answer, defender) == ThreatClass::Forbidden {
                zone |= *position.board().empty();
            }
        }
        if let Some(known) = &mut self.zone {
            *known |= zone;
        }
    }

    fn push(&mut self, square: Square, answers: u8) {
        self.steps.push(Step {
            square,
            answer: None,
            answers,
        });
    }
}

/// The number of moves that are ordered; the others follow by square.
const SORTED: usize = 64;

/// The squares for fours: the strongest first, then those nearest to the last stone.
struct Moves {
    squares: [(u16, Option<Square>); SORTED],
    len: usize,
    at: usize,
    rest: SquareSet,
}

impl Moves {
    #[inline]
    fn new<R: Ruleset>(position: &Position<R>, squares: SquareSet, last: Option<Square>) -> Moves {
        let own = position.side_to_move();
        let mut moves = Moves {
            squares: [(0, None); SORTED],
            len: 0,
            at: 0,
            rest: SquareSet::EMPTY,
        };
        for square in squares {
            if moves.len == SORTED {
                moves.rest.insert(square);
                continue;
            }
            // Points that look forbidden are the last class.
            let strength = ThreatClass::Five as u16 - position.threat(square, own) as u16;
            let distance = last.map_or(0, |last| last.distance(square)) as u16;
            let key = strength << 8 | distance;
            let mut place = moves.len;
            while place > 0 && moves.squares[place - 1].0 > key {
                moves.squares[place] = moves.squares[place - 1];
                place -= 1;
            }
            moves.squares[place] = (key, Some(square));
            moves.len += 1;
        }
        moves
    }

    #[inline]
    fn next(&mut self) -> Option<Square> {
        if self.at < self.len {
            self.at += 1;
            return self.squares[self.at - 1].1;
        }
        let square = self.rest.first()?;
        self.rest.remove(square);
        Some(square)
    }
}
