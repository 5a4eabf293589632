//! A game that is won or lost: the fastest win, the longest resistance, and of
//! moves that hold out equally long the one that asks most of the opponent.

use std::cmp::Reverse;
use std::ops::RangeInclusive;

use super::node::{Pv, Scout};
use super::order::ScoredMove;
use super::team::Pass;
use super::{Stopped, Worker};
use crate::movegen::quiet_squares;
use crate::params::time::{LOST_SHARE, WON_SHARE};
use crate::pattern::ThreatClass;
use crate::tt::Entry;
use crate::types::{Depth, Ruleset, Score, ScoreKind, Square, SquareSet};

/// An iteration sees, beyond its depth, threats whose outcome is known.
const FORESIGHT: usize = 2;

/// A win by fours gives way to one that takes so many plies at most ...
const AT_ONCE: usize = 5;
/// ... and that is seen at this depth.
const GLANCE: Depth = 2;

/// How much a move asks of the opponent, what counts most first: a four must be
/// answered, then what it takes from the opponent, then what both get of it.
type Demand = (bool, ThreatClass, i32, Reverse<Square>);

impl<R: Ruleset> Worker<'_, R> {
    /// The first move is proven to win or to lose: looks to each of these depths
    /// for a faster win, or for a longer resistance, while that is cheap and can
    /// be found.
    pub(super) fn settle(
        &mut self,
        moves: &mut [ScoredMove],
        mut score: Score,
        depths: RangeInclusive<Depth>,
    ) {
        let forced = moves.len() == 1 && !self.shared.clock.is_timeless();
        if self.is_helper() || forced {
            return;
        }
        if !score.is_win() {
            self.spend_at_most(LOST_SHARE);
        } else if self.is_as_promised(score) {
            self.spend_at_most(WON_SHARE);
        }
        if score.is_loss() {
            moves[1..].sort_by_key(|entry| Reverse(self.demand(entry.square)));
        }
        for depth in depths {
            let found = match score.is_win() {
                true => self.faster_win(moves, score, depth),
                false => self.longer_resistance(moves, score, depth),
            };
            let Ok(found) = found else {
                return;
            };
            if found != score || score.is_loss() {
                self.announce(0, depth, found);
            }
            if found > score && self.is_as_promised(found) {
                self.spend_at_most(WON_SHARE);
            }
            score = found;
            if distance(score) <= depth as usize + FORESIGHT {
                return;
            }
        }
    }

    /// Looks for a win of five plies where one by fours takes longer.
    pub(super) fn glance(&mut self, moves: &mut [ScoredMove], score: Score) {
        let at_least = Score::win_in(AT_ONCE + 1);
        if score > at_least {
            return;
        }
        self.spend_at_most(WON_SHARE);
        for depth in 1..=GLANCE {
            match self.faster_win(moves, at_least, depth) {
                Ok(found) if found <= at_least => (),
                _ => return,
            }
        }
    }

    /// Whether a win comes no later than was announced at the move before.
    pub(super) fn is_as_promised(&self, score: Score) -> bool {
        let promised = self.shared.promised;
        promised.is_none_or(|plies| distance(score) <= plies)
    }

    /// One iteration for a win that is faster than `known`, that of the first
    /// move. The fastest one found goes to the front.
    fn faster_win(
        &mut self,
        moves: &mut [ScoredMove],
        known: Score,
        depth: Depth,
    ) -> Result<Score, Stopped> {
        if self.deals(moves.len(), depth) {
            let pass = Pass {
                rank: 0,
                from: 0,
                depth,
                window: (known, Score::INFINITE),
                best: known,
                talkative: false,
                decided: true,
            };
            return self.deal_out(moves, pass);
        }
        self.plan(moves, 0, depth, (known, Score::INFINITE));
        let mut best = known;
        for index in 0..moves.len() {
            let square = moves[index].square;
            self.place(square, 0)?;
            let mut score = self.node::<Scout>(-best - 1, -best, depth - 1, 1);
            if score.is_ok_and(|score| -score > best) {
                score = self.node::<Pv>(-Score::INFINITE, -best, depth - 1, 1);
            }
            self.undo();
            let score = -score?;
            if score > best {
                best = score;
                self.extend_line(0, square);
                moves[..=index].rotate_right(1);
                self.announce(0, depth, score);
            }
        }
        Ok(best)
    }

    /// One iteration for the move that loses last. All of them are known to
    /// lose by `known`, which is the first move's score so far. The best move
    /// goes to the front only when the iteration is complete: what looks long
    /// may turn out shorter.
    fn longer_resistance(
        &mut self,
        moves: &mut [ScoredMove],
        known: Score,
        depth: Depth,
    ) -> Result<Score, Stopped> {
        self.plan(moves, 0, depth, (-Score::INFINITE, known));
        let mut best: Option<(usize, Score)> = None;
        let mut line = Vec::new();
        for index in 0..moves.len() {
            let square = moves[index].square;
            // Of equal scores the more demanding move's is the better.
            let alpha = match best {
                None => -Score::INFINITE,
                Some((at, score)) if self.demand(square) > self.demand(moves[at].square) => {
                    score - 1
                }
                Some((_, score)) => score,
            };
            if alpha >= known {
                continue;
            }
            self.place(square, 0)?;
            let mut score = Ok(-known);
            if best.is_some() {
                score = self.node::<Scout>(-alpha - 1, -alpha, depth - 1, 1);
            }
            if score.is_ok_and(|score| -score > alpha) {
                score = self.node::<Pv>(-known, -alpha, depth - 1, 1);
            }
            self.undo();
            let score = (-score?).min(known);
            if score > alpha {
                best = Some((index, score));
                self.extend_line(0, square);
                line.clone_from(&self.lines[0]);
            }
        }
        let (index, score) = best.unwrap_or((0, known));
        moves[..=index].rotate_right(1);
        self.lines[0] = line;
        Ok(score)
    }

    /// The fastest win that the table remembers; its move goes to the front,
    /// its line is announced.
    pub(super) fn remembered_win(&mut self, moves: &mut [ScoredMove]) -> Option<Score> {
        let mut best: Option<(usize, Score, Depth)> = None;
        for (index, entry) in moves.iter().enumerate() {
            self.position.place(entry.square);
            let known = self.shared.tt.probe(self.position.board().hash());
            self.position.undo();
            let Some(known) = known.filter(Entry::is_proven) else {
                continue;
            };
            let score = -known.score(1);
            if score.is_win() && best.is_none_or(|(_, best, _)| score > best) {
                best = Some((index, score, known.depth + 1));
            }
        }
        let here = self.shared.tt.probe(self.position.board().hash());
        if let Some(entry) = here.filter(Entry::is_proven)
            && let score = entry.score(0)
            && score.is_win()
            && best.is_none_or(|(_, best, _)| score > best)
            && let Some(index) = moves.iter().position(|one| Some(one.square) == entry.best)
        {
            best = Some((index, score, entry.depth));
        }
        let (index, score, depth) = best?;
        if distance(score) > self.moves_left() {
            return None;
        }
        let line = vec![moves[index].square];
        self.lines[0] = self.remembered_line(line, distance(score));
        moves[..=index].rotate_right(1);
        self.announce(0, depth.max(0), score);
        Some(score)
    }

    /// A line from the root on, which has this score at this depth, whole again:
    /// several threads leave it where one of them has been before.
    pub(super) fn whole_line(
        &mut self,
        line: Vec<Square>,
        score: Score,
        depth: Depth,
    ) -> Vec<Square> {
        if self.is_alone() {
            return line;
        }
        let longest = match score.is_decisive() {
            true => distance(score),
            false => depth as usize,
        };
        self.remembered_line(line, longest)
    }

    /// A line from the root on, with the moves that the table remembers behind
    /// it.
    fn remembered_line(&mut self, mut line: Vec<Square>, longest: usize) -> Vec<Square> {
        for &square in &line {
            self.position.place(square);
        }
        while line.len() < longest {
            let known = self.shared.tt.probe(self.position.board().hash());
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

    /// The opponent threatens fives that cannot all be kept from him: the move
    /// that leaves the fewest of them, to be overlooked.
    pub(super) fn last_stand(&mut self, any: Square) -> Square {
        let other = !self.position.side_to_move();
        let (empty, blocked) = (*self.position.board().empty(), self.shared.blocked);
        let fives = *self.position.squares(other, ThreatClass::Five);
        let near = quiet_squares(&self.position);
        let hopes = [fives - blocked, near - blocked, empty - blocked, empty];
        let legal = |squares: SquareSet| self.position.legal(squares);
        let hopes = hopes.map(legal).into_iter().find(|some| !some.is_empty());
        let remaining = |worker: &mut Self, square: Square| {
            worker.position.place(square);
            let remaining = worker.position.count(other, ThreatClass::Five);
            worker.position.undo();
            remaining
        };
        let squares = hopes.unwrap_or(any.into()).into_iter();
        let best = squares.min_by_key(|&square| {
            let left = remaining(self, square);
            (left, Reverse(self.demand(square)))
        });
        best.unwrap_or(any)
    }

    /// See [`Demand`].
    fn demand(&self, square: Square) -> Demand {
        let own = self.position.side_to_move();
        let forces = self.position.threat(square, own) >= ThreatClass::Four;
        let denies = self.position.threat(square, !own);
        let promise = self.evaluator.policy(&self.position, square);
        (forces, denies, promise, Reverse(square))
    }
}

/// After how many plies the game is over.
fn distance(score: Score) -> usize {
    match score.kind() {
        ScoreKind::WinIn(plies) | ScoreKind::LossIn(plies) => plies,
        ScoreKind::Estimate(_) => 0,
    }
}
