//! Fifth moves to offer and to pick.

use rand::Rng;

use super::{Chooser, Judge, OpeningTurn, Ranked};
use crate::game::{OpeningAction, OpeningState};
use crate::types::Square;

impl<J: Judge, R: Rng> Chooser<'_, J, R> {
    /// The best fifth moves, since White will pick the worst of them. If the judge
    /// knows fewer, the others are near the centre.
    pub(super) fn offer(&mut self, state: &OpeningState) -> OpeningTurn {
        let board = state.board();
        let best = self.best_fifths(board, state.offers_wanted(), true);
        let mut rest: Vec<Square> = state.squares().into_iter().collect();
        rest.sort_by_key(|square| square.distance(board.center()));
        let mut offered = state.clone();
        let mut actions = Vec::new();
        for square in best.iter().map(|one| one.square).chain(rest) {
            if offered.offers_wanted() == 0 {
                break;
            }
            let offer = OpeningAction::Offer(square);
            if offered.apply(offer).is_ok() {
                actions.push(offer);
            }
        }
        OpeningTurn::of(actions)
    }

    /// The fifth move that is worst for Black.
    pub(super) fn pick(&mut self, state: &OpeningState) -> OpeningTurn {
        let offer = |&square: &Square| Ranked { square, units: 0 };
        let offers = state.offers().iter().map(offer).collect();
        let seen = self.one_by_one(state.board(), offers, true);
        let worst = seen.last().map(|last| OpeningAction::Pick(last.square));
        OpeningTurn::of(worst.into_iter().collect())
    }
}
