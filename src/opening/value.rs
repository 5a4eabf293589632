//! What an opening is worth that still goes on.

use rand::Rng;

use super::outlook::Outlook;
use super::{Chooser, Fifths, Judge, Ranked};
use crate::board::Board;
use crate::game::{OpeningAction, OpeningState, Player};
use crate::params::opening::{FOURTHS, MORE_FIFTHS, MOST_DECLARED};
use crate::types::Color;

impl<J: Judge, R: Rng> Chooser<'_, J, R> {
    /// What an opening is worth for a player, in normalised units.
    ///
    /// Where somebody places stones before the other chooses a colour it is
    /// worth nothing for either: he can leave the position level. Where fifth
    /// moves are offered it is the score of the last one of them, which White
    /// will pick.
    pub(super) fn worth(&mut self, state: &OpeningState, player: Player) -> i32 {
        let Some(actor) = state.to_act() else {
            let units = self.score(state.board());
            return for_player(state, player, units);
        };
        if let Some(count) = state.fifth_moves().filter(|_| state.offers_wanted() > 0) {
            let units = self.worst_of_fifths(state.board(), count);
            return for_player(state, player, units);
        }
        let best = if state.is_choice() {
            let worth = |action| self.worth_after(state, action, actor);
            considered(state).into_iter().filter_map(worth).max()
        } else if state.region().is_some() {
            match Outlook::of(state) {
                Outlook::Fifths => {
                    let fourths = self.best_fourths(state);
                    let places = fourths.into_iter().map(|one| one.square);
                    let worth = |square| {
                        let place = OpeningAction::Place(square);
                        self.worth_after(state, place, actor)
                    };
                    places.filter_map(worth).max()
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

    /// What it is worth for a player when this is done; nothing if it cannot.
    pub(super) fn worth_after(
        &mut self,
        state: &OpeningState,
        action: OpeningAction,
        player: Player,
    ) -> Option<i32> {
        let mut after = state.clone();
        after.apply(action).ok()?;
        Some(self.worth(&after, player))
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

    /// The score for Black of the last of his so many best fifth moves.
    fn worst_of_fifths(&mut self, board: &Board, count: usize) -> i32 {
        // All numbers that may be declared at once: one search instead of many.
        let wanted = count.max(self.most_fifths.min(MOST_DECLARED));
        let fifths = self.best_fifths(board, wanted, false);
        let last = fifths.get(count - 1).or(fifths.last());
        last.map_or(0, |last| last.units)
    }

    /// Black's best fifth moves in this position, so many if there are, the best
    /// first. First one search ranks the moves; then each of the best has one of
    /// its own, since the last of them counts most.
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

    /// Black's moves in the order of what searches of the positions after them
    /// say, the best first.
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

/// What a score for Black is worth for a player.
pub(super) fn for_player(state: &OpeningState, player: Player, units: i32) -> i32 {
    match state.color_of(player) {
        Color::Black => units,
        Color::White => -units,
    }
}

/// The answers that are worth a thought: more stones are another matter, and
/// nobody declares more fifth moves than these unless he must.
pub(super) fn considered(state: &OpeningState) -> Vec<OpeningAction> {
    let legal = state.legal_actions();
    let is_considered = |action: &OpeningAction| match *action {
        OpeningAction::PlaceMore => false,
        OpeningAction::Declare(number) => number <= MOST_DECLARED,
        _ => true,
    };
    legal.into_iter().filter(is_considered).collect()
}
