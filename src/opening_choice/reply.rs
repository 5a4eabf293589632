//! Turns for protocols that know stones and swaps only.

use super::OpeningTurn;
use crate::board::Board;
use crate::game::{OpeningAction, OpeningReply};
use crate::types::Square;

impl OpeningTurn {
    /// The turn as stones or a swap; `before` is the position at its beginning. `None`
    /// if the player keeps the colour and the move that follows is not known.
    pub fn reply(&self, before: &Board) -> Option<OpeningReply> {
        let other = !before.side_to_move();
        let swaps = |action: &OpeningAction| match *action {
            OpeningAction::Swap => true,
            OpeningAction::Take(color) => color == other,
            _ => false,
        };
        if self.actions.iter().any(swaps) {
            return Some(OpeningReply::Swap);
        }
        let place = |action: &OpeningAction| match *action {
            OpeningAction::Place(square) => Some(square),
            _ => None,
        };
        let mut squares: Vec<Square> = self.actions.iter().filter_map(place).collect();
        squares.extend(self.follows);
        (!squares.is_empty()).then_some(OpeningReply::Place(squares))
    }
}
