//! Where to place the stones of an opening.

use rand::Rng;

use super::choices::preference;
use super::first_stones::draw;
use super::outlook::Outlook;
use super::value::considered;
use super::{Chooser, Judge, OpeningTurn};
use crate::board::Board;
use crate::game::{OpeningAction, OpeningState, Region};
use crate::params::opening::{
    BALANCE_TRIES, DECLARED_TRIES, FINALISTS, LEVEL, PLAIN_DIVISOR, TRIES,
};
use crate::types::{Color, Square};

/// The stones of a pattern: those after it are not random.
const PATTERN: usize = 3;

/// Actions, and how far from even the position is after them.
struct Candidate {
    error: i32,
    actions: Vec<OpeningAction>,
}

impl<J: Judge, R: Rng> Chooser<'_, J, R> {
    /// The stones to place now, or the first of them, with the number of fifth moves if
    /// the same player declares it.
    pub(super) fn place(&mut self, state: &OpeningState) -> OpeningTurn {
        let squares = state.squares();
        if squares.len() == 1 {
            return placing(squares);
        }
        let is_pattern = state.board().stone_count() < PATTERN;
        let found = match Outlook::of(state) {
            Outlook::Moves => {
                return placing(self.judge.best_among(state.board(), squares));
            }
            Outlook::Open => return placing(draw(state, self.rng)),
            Outlook::Fifths => return self.fourth(state),
            Outlook::LastChoice if !is_pattern || state.stones_wanted() == 1 => {
                let found = self.balanced(state);
                self.most_even(state.board(), found)
            }
            Outlook::LastChoice => {
                let found = self.drawn(state, TRIES);
                self.most_even(state.board(), found)
            }
            Outlook::Choice if is_pattern => self.drawn(state, TRIES),
            Outlook::Choice => self.balanced(state),
            Outlook::Declaration if is_pattern => self.drawn(state, DECLARED_TRIES),
            Outlook::Declaration => self.fourths_with_numbers(state),
        };
        let nearest = found.into_iter().min_by_key(|candidate| candidate.error);
        OpeningTurn::of(nearest.map_or(Vec::new(), |nearest| nearest.actions))
    }

    /// Some ways to place the next stone, or two stones where they can be placed
    /// anywhere, so that the position is even. The last one is about even if one was found
    /// in time.
    fn balanced(&mut self, state: &OpeningState) -> Vec<Candidate> {
        let stones = match state.region() {
            Some(Region::Anywhere) => state.stones_wanted().min(2),
            _ => 1,
        };
        let (board, squares) = (state.board(), state.squares());
        let mut found: Vec<Candidate> = Vec::new();
        // The balance search is shallow: the next try corrects its error.
        let mut bias = 0;
        for _ in 0..BALANCE_TRIES {
            if !found.is_empty() && self.judge.is_hurried() {
                break;
            }
            let placed = self.judge.balance(board, squares, stones, bias);
            let actions = placing(placed).actions;
            let units = match self.judge.is_hurried() {
                true => 0,
                false => self.score(&board_after(board, &actions)),
            };
            let error = units.abs();
            found.push(Candidate { error, actions });
            if error <= LEVEL {
                break;
            }
            bias -= match board.side_to_move() {
                Color::Black => units,
                Color::White => -units,
            };
        }
        found
    }

    /// The most even few of these ways to place stones, studied if a study searches
    /// further.
    fn most_even(&mut self, board: &Board, mut found: Vec<Candidate>) -> Vec<Candidate> {
        found.sort_by_key(|candidate| candidate.error);
        found.dedup_by(|a, b| a.actions == b.actions);
        found.truncate(FINALISTS);
        if found.len() < 2 || !self.judge.sees_further() {
            return found;
        }
        for (index, candidate) in found.iter_mut().enumerate() {
            let parts = FINALISTS.saturating_sub(index).max(1) as u32;
            let after = board_after(board, &candidate.actions);
            candidate.error = self.judge.study(&after, parts).units.abs();
        }
        found
    }

    /// White's fourth stone before Black offers fifth moves.
    fn fourth(&mut self, state: &OpeningState) -> OpeningTurn {
        let Some(player) = state.to_act() else {
            return OpeningTurn::default();
        };
        let mut best: Option<(i32, Square)> = None;
        for one in self.best_fourths(state) {
            if best.is_some() && self.judge.is_hurried() {
                break;
            }
            let place = OpeningAction::Place(one.square);
            let Some(value) = self.value_after(state, place, player) else {
                continue;
            };
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, one.square));
            }
        }
        placing(best.map(|(_, square)| square))
    }

    /// Ways to place White's fourth stone, each with the number of fifth moves that makes
    /// it most even.
    fn fourths_with_numbers(&mut self, state: &OpeningState) -> Vec<Candidate> {
        let ranked = self.best_fourths(state);
        let mut fourths: Vec<OpeningTurn> =
            ranked.iter().map(|one| placing([one.square])).collect();
        if !self.judge.is_hurried() {
            let balanced = self.balanced(state).into_iter();
            let level = balanced.min_by_key(|candidate| candidate.error);
            fourths.extend(level.map(|level| OpeningTurn::of(level.actions)));
        }
        let mut found = Vec::new();
        for fourth in fourths {
            if self.is_enough(&found) {
                break;
            }
            found.extend(self.candidate(state, fourth.actions));
        }
        found
    }

    /// At most `tries` random sets of stones; the last one is about even if one was found in
    /// time.
    fn drawn(&mut self, state: &OpeningState, tries: usize) -> Vec<Candidate> {
        let mut found = Vec::new();
        for _ in 0..tries {
            if self.is_enough(&found) {
                break;
            }
            let drawn = placing(draw(state, self.rng));
            found.extend(self.candidate(state, drawn.actions));
        }
        found
    }

    /// Whether no more ways to place stones need to be tried.
    fn is_enough(&self, found: &[Candidate]) -> bool {
        found
            .last()
            .is_some_and(|last| last.error <= LEVEL || self.judge.is_hurried())
    }

    /// Actions that place stones, with the best number of fifth moves if the same player
    /// declares it. `None` if they are not legal.
    fn candidate(
        &mut self,
        state: &OpeningState,
        mut actions: Vec<OpeningAction>,
    ) -> Option<Candidate> {
        let player = state.to_act()?;
        let mut after = state.clone();
        for &action in &actions {
            after.apply(action).ok()?;
        }
        if self.judge.is_hurried() {
            let error = i32::MAX;
            return Some(Candidate { error, actions });
        }
        let value = if after.to_act() == Some(player) {
            let declare = |action| Some((self.value_after(&after, action, player)?, action));
            let numbers = considered(&after).into_iter().filter_map(declare);
            let best = numbers.max_by_key(|&(value, action)| (value, preference(action)));
            let (value, action) = best?;
            actions.push(action);
            value
        } else {
            self.value(&after, player)
        };
        let error = match value {
            // All is open: only a very uneven position is bad.
            0 => self.score(after.board()).abs() / PLAIN_DIVISOR,
            _ => value.abs(),
        };
        Some(Candidate { error, actions })
    }
}

/// The position after these stones.
fn board_after(board: &Board, actions: &[OpeningAction]) -> Board {
    let mut after = board.clone();
    for action in actions {
        if let OpeningAction::Place(square) = *action
            && after.is_empty(square)
        {
            after.place(square);
        }
    }
    after
}

/// The turn that places stones on these squares, in this order.
fn placing(squares: impl IntoIterator<Item = Square>) -> OpeningTurn {
    OpeningTurn::of(squares.into_iter().map(OpeningAction::Place).collect())
}
