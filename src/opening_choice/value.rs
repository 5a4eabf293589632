//! Values of openings that are not over.

use rand::Rng;

use super::outlook::Outlook;
use super::{Chooser, Fifths, Judge, Ranked};
use crate::board::Board;
use crate::game::{OpeningAction, OpeningState, Player};
use crate::params::opening::{FOURTHS, MORE_FIFTHS, MOST_DECLARED};
use crate::types::Color;

impl<J: Judge, R: Rng> Chooser<'_, J, R> {
    /// The value of an opening for a player, in normalised units.
    ///
    /// It is 0 if a player places stones before the other chooses a colour, since the
    /// position can be made even. Where fifth moves are offered it is the score of the
    /// last one, which White will pick.
    pub(super) fn value(&mut self, state: &OpeningState, player: Player) -> i32 {
        let Some(actor) = state.to_act() else {
            let units = self.score(state.board());
            return for_player(state, player, units);
        };
        if let Some(count) = state.fifth_moves().filter(|_| state.offers_wanted() > 0) {
            let units = self.worst_of_fifths(state.board(), count);
            return for_player(state, player, units);
        }
        let best = if state.is_choice() {
            let value = |action| self.value_after(state, action, actor);
            considered(state).into_iter().filter_map(value).max()
        } else if state.region().is_some() {
            match Outlook::of(state) {
                Outlook::Fifths => {
                    let fourths = self.best_fourths(state);
                    let places = fourths.into_iter().map(|one| one.square);
                    let value = |square| {
                        let place = OpeningAction::Place(square);
                        self.value_after(state, place, actor)
                    };
                    places.filter_map(value).max()
                }
                Outlook::Moves => {
                    let units = self.score(state.board());
                    Some(for_player(state, actor, units))
                }
                _ => Some(0),
            }
        } else {
            // Colours are chosen before fifth moves are offered.
            Some(0)
        };
        match actor == player {
            true => best.unwrap_or(0),
            false => -best.unwrap_or(0),
        }
    }

    /// The value for a player after this action; `None` if it is not legal.
    pub(super) fn value_after(
        &mut self,
        state: &OpeningState,
        action: OpeningAction,
        player: Player,
    ) -> Option<i32> {
        let mut after = state.clone();
        after.apply(action).ok()?;
        Some(self.value(&after, player))
    }

    /// The score of a position for Black.
    pub(super) fn score(&mut self, board: &Board) -> i32 {
        match self.scores.get(&board.hash()) {
            Some(&units) => units,
            None => {
                let units = self.judge.glance(board).units;
                self.scores.insert(board.hash(), units);
                units
            }
        }
    }

    /// The best fourth moves in this position, as [`Judge::rank`] finds them.
    pub(super) fn best_fourths(&mut self, state: &OpeningState) -> Vec<Ranked> {
        let (board, squares) = (state.board(), state.squares());
        let known = self.fourths.entry(board.hash());
        let find = || self.judge.rank(board, squares, FOURTHS);
        known.or_insert_with(find).clone()
    }

    /// The score for Black of the last of the `count` best fifth moves.
    fn worst_of_fifths(&mut self, board: &Board, count: usize) -> i32 {
        // For all numbers that may be declared at once: one search instead of many.
        let wanted = count.max(self.most_fifths.min(MOST_DECLARED));
        let fifths = self.best_fifths(board, wanted, false);
        let last = fifths.get(count - 1).or(fifths.last());
        last.map_or(0, |last| last.units)
    }

    /// The `count` best fifth moves in this position, the best first; fewer if there are
    /// no more. One search ranks the moves, then each of the best has a search of its
    /// own, since the last of them counts most.
    pub(super) fn best_fifths(
        &mut self,
        board: &Board,
        count: usize,
        careful: bool,
    ) -> Vec<Ranked> {
        let is_known = |known: &&Fifths| known.wanted >= count && (known.is_careful || !careful);
        if let Some(known) = self.fifths.get(&board.hash()).filter(is_known) {
            return known.best.clone();
        }
        let ranked = self.judge.rank(board, *board.empty(), count + MORE_FIFTHS);
        let best = self.one_by_one(board, ranked, careful);
        let known = Fifths {
            wanted: count,
            is_careful: careful,
            best: best.clone(),
        };
        self.fifths.insert(board.hash(), known);
        best
    }

    /// Black's moves in the order of searches after each, the best first.
    pub(super) fn one_by_one(
        &mut self,
        board: &Board,
        mut moves: Vec<Ranked>,
        careful: bool,
    ) -> Vec<Ranked> {
        let count = moves.len();
        for (index, one) in moves.iter_mut().enumerate() {
            if !careful && self.judge.is_hurried() {
                break;
            }
            let mut after = board.clone();
            after.place(one.square);
            one.units = match careful {
                true => self.judge.study(&after, (count - index) as u32).units,
                false => self.score(&after),
            };
        }
        moves.sort_by_key(|one| -one.units);
        moves
    }
}

/// A score for Black as a score for a player.
pub(super) fn for_player(state: &OpeningState, player: Player, units: i32) -> i32 {
    match state.color_of(player) {
        Color::Black => units,
        Color::White => -units,
    }
}

/// The answers to consider: not those for more stones, nor for many fifth moves.
pub(super) fn considered(state: &OpeningState) -> Vec<OpeningAction> {
    let legal = state.legal_actions();
    let is_considered = |action: &OpeningAction| match *action {
        OpeningAction::PlaceMore => false,
        OpeningAction::Declare(number) => number <= MOST_DECLARED,
        _ => true,
    };
    legal.into_iter().filter(is_considered).collect()
}
