//! Choices of colours, swaps and numbers of fifth moves.

use rand::Rng;

use super::value::{considered, for_player};
use super::{Chooser, Judge, OpeningTurn};
use crate::game::{OpeningAction, OpeningState, Player};
use crate::params::opening::MORE_BELOW;
use crate::types::Color;

impl<J: Judge, R: Rng> Chooser<'_, J, R> {
    /// The best answer.
    pub(super) fn choose(&mut self, state: &OpeningState) -> OpeningTurn {
        let answers = considered(state);
        let takes_color = |action: &OpeningAction| matches!(action, OpeningAction::Take(_));
        if answers.iter().all(takes_color) {
            return self.take_color(state);
        }
        let mut kept = state.clone();
        if kept.apply(OpeningAction::Keep).is_ok() && kept.is_over() {
            return self.swap_at_last(state);
        }
        let Some(player) = state.to_act() else {
            return OpeningTurn::default();
        };
        if let Some(count) = kept.fifth_moves().filter(|_| kept.offers_wanted() > 0) {
            self.best_fifths(kept.board(), count, true);
        }
        let merit = |action| Some((self.merit(state, action, player)?, action));
        let merits = answers.into_iter().filter_map(merit);
        let best = merits.max_by_key(|&(merit, action)| (merit, preference(action)));
        OpeningTurn::of(best.map(|(_, action)| action).into_iter().collect())
    }

    /// The better colour; or more stones, once in an opening, if neither is better.
    fn take_color(&mut self, state: &OpeningState) -> OpeningTurn {
        let more = OpeningAction::PlaceMore;
        let may_add = state.legal_actions().contains(&more) && !state.actions().contains(&more);
        let found = self.judge.study(state.board(), 1 + u32::from(may_add));
        if may_add && found.units.abs() < MORE_BELOW && !self.judge.is_hurried() {
            return OpeningTurn::of(vec![more]);
        }
        let color = match found.units {
            0 => state.board().side_to_move(),
            1.. => Color::Black,
            _ => Color::White,
        };
        OpeningTurn {
            actions: vec![OpeningAction::Take(color)],
            follows: found.best,
        }
    }

    /// Whether to swap at the end of the opening.
    fn swap_at_last(&mut self, state: &OpeningState) -> OpeningTurn {
        let found = self.judge.study(state.board(), 1);
        let own = state
            .to_act()
            .map_or(0, |player| for_player(state, player, found.units));
        let action = match own < 0 {
            true => OpeningAction::Swap,
            false => OpeningAction::Keep,
        };
        OpeningTurn {
            actions: vec![action],
            follows: found.best,
        }
    }

    /// The value of an answer for the player who gives it, then the score of the
    /// position for the player's colour.
    fn merit(
        &mut self,
        state: &OpeningState,
        action: OpeningAction,
        player: Player,
    ) -> Option<(i32, i32)> {
        let mut after = state.clone();
        after.apply(action).ok()?;
        let value = self.value(&after, player);
        let units = self.score(state.board());
        Some((value, for_player(&after, player, units)))
    }
}

/// Decides between answers of the same value: the most natural one is the greatest.
pub(super) fn preference(action: OpeningAction) -> isize {
    match action {
        OpeningAction::Keep => 1,
        OpeningAction::Declare(number) => -(number as isize),
        _ => 0,
    }
}
