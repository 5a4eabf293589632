//! Openings told by whole turns, as protocols do that know of stones and swaps
//! alone.

use super::{OpeningAction, OpeningRule, OpeningState, WrongAction};
use crate::board::Board;
use crate::types::Square;

/// A whole turn in an opening, as those say it who take turns: everything that
/// one player does before the other is asked, and the move that follows if he
/// is then to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpeningReply {
    /// Take the colour that is not to move: the other goes on.
    Swap,
    /// Place these stones: those of the opening, or the first move of the game
    /// with the colour to move.
    Place(Vec<Square>),
}

impl OpeningState {
    /// The opening in which exactly the stones of `board` have been placed and
    /// somebody else is asked now. `None` if it is over, or if a turn has more
    /// stones to come, or with a pass, or if the stones do not tell what has
    /// been done, or if the rule does not fit the board.
    ///
    /// Stones tell everything in the rules in which nothing comes after a choice
    /// but more stones: [`OpeningRule::FirstMoveSwap`], [`OpeningRule::Swap1`],
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

    /// The actions that a reply stands for, and the move of the game that may
    /// follow them. An error if it is not what is asked for.
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
