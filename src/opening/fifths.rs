//! Fifth moves: which ones to offer, and which one to pick.

use rand::Rng;

use super::{Chooser, Judge, OpeningTurn, Ranks};
use crate::game::{OpeningAction, OpeningState};
use crate::types::Square;

impl<J: Judge, R: Rng> Chooser<'_, J, R> {
    /// The fifth moves whose worst is best: the best ones. The rest, if the
    /// judge knows fewer, lie near the centre.
    pub(super) fn offer(&mut self, state: &OpeningState) -> OpeningTurn {
        let ranked = self.look_at_fifths(state, state.offers_wanted());
        let mut offered = state.clone();
        let mut actions = Vec::new();
        let center = state.board().center();
        let mut rest: Vec<_> = state.squares().into_iter().collect();
        rest.sort_by_key(|square| square.distance(center));
        for square in ranked.into_iter().chain(rest) {
            if offered.offers_wanted() == 0 {
                break;
            }
            if offered.apply(OpeningAction::Offer(square)).is_ok() {
                actions.push(OpeningAction::Offer(square));
            }
        }
        OpeningTurn::of(actions)
    }

    /// The fifth move that is worst for Black.
    pub(super) fn pick(&mut self, state: &OpeningState) -> OpeningTurn {
        let offers = state.offers().iter().copied().collect();
        let count = state.offers().len();
        let ranked = self.judge.rank_with_care(state.board(), offers, count);
        let worst = ranked.last().map(|last| OpeningAction::Pick(last.square));
        OpeningTurn::of(worst.into_iter().collect())
    }

    /// Takes a careful look at the best fifth moves, so many, unless it has been
    /// done already; which ones they are.
    pub(super) fn look_at_fifths(&mut self, state: &OpeningState, count: usize) -> Vec<Square> {
        let (board, squares) = (state.board(), state.squares());
        let known = |known: &Ranks| known.careful && known.count >= count;
        if !self.ranks.get(&board.hash()).is_some_and(known) {
            let ranks = Ranks {
                count,
                careful: true,
                best: self.judge.rank_with_care(board, squares, count),
            };
            self.ranks.insert(board.hash(), ranks);
        }
        let ranked = self.ranked(board, squares, count);
        ranked.into_iter().map(|one| one.square).collect()
    }
}
