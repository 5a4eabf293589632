//! Openings by whole turns, for protocols that know only stones and swaps.

use super::{OpeningAction, OpeningRule, OpeningState, WrongAction};
use crate::board::Board;
use crate::types::Square;

/// A whole turn in an opening: everything that a player does before the other
/// is asked, with the first move of the game if it is this player's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpeningReply {
    /// Take the colour that is not to move: the other player goes on.
    Swap,
    /// Place these stones: those of the opening, or the first move of the game
    /// with the colour to move.
    Place(Vec<Square>),
}

impl OpeningState {
    /// The opening after exactly the stones of `board`, at the beginning of a
    /// turn. `None` if it is over, within a turn, or after a pass, if the stones
    /// do not tell what was done, or if the rule does not fit the board.
    ///
    /// Stones tell everything in the rules in which only stones come after a
    /// choice: [`OpeningRule::FirstMoveSwap`], [`OpeningRule::Swap1`],
    /// [`OpeningRule::Swap2`], [`OpeningRule::Swap3`],
    /// [`OpeningRule::SwapAfterThree`], [`OpeningRule::SuperSakata`],
    /// [`OpeningRule::Pro`] and [`OpeningRule::LongPro`].
    pub fn after_turns(rule: OpeningRule, board: &Board) -> Option<OpeningState> {
        let mut state = OpeningState::new(rule, board.clone()).ok()?;
        for &square in board.moves() {
            if state.is_choice() {
                state.apply(OpeningAction::PlaceMore).ok()?;
            }
            state.apply(OpeningAction::Place(square?)).ok()?;
        }
        state.is_new_turn().then_some(state)
    }

    /// The actions of a reply, and the first move of the game if the reply has
    /// it. An error if it is not what is asked for.
    pub fn actions_of(
        &self,
        reply: &OpeningReply,
    ) -> Result<(Vec<OpeningAction>, Option<Square>), WrongAction> {
        self.to_act().ok_or(WrongAction::Over)?;
        let mut state = self.clone();
        let mut follows = None;
        let to_move = self.board().side_to_move();
        let (swap, keep) = match self.legal_actions().contains(&OpeningAction::Swap) {
            true => (OpeningAction::Swap, OpeningAction::Keep),
            false => (OpeningAction::Take(!to_move), OpeningAction::Take(to_move)),
        };
        match reply {
            OpeningReply::Swap => state.apply(swap)?,
            OpeningReply::Place(squares) => match squares[..] {
                [square] if state.is_choice() => {
                    state.apply(keep)?;
                    if !state.is_over() {
                        state.apply(OpeningAction::Place(square))?;
                    } else if state.board().is_empty(square) {
                        follows = Some(square);
                    } else {
                        return Err(WrongAction::Taken(square));
                    }
                }
                _ => {
                    if state.is_choice() {
                        state.apply(OpeningAction::PlaceMore)?;
                    }
                    for &square in squares {
                        state.apply(OpeningAction::Place(square))?;
                    }
                }
            },
        }
        if state.to_act() == self.to_act() {
            return Err(state.wanted());
        }
        let done = state.actions()[self.actions().len()..].to_vec();
        Ok((done, follows))
    }
}
