//! Claims of fouls and offers of draws.
//!
//! White claims a foul before White's next move or not at all. A draw is offered
//! after a move of one's own, while the other side is to move, and the other
//! side's move refuses it. The sources do not agree on penalties for wrong claims
//! or repeated offers: here there are none.

use super::{End, Fouls, Game, WrongMove};
use crate::rules::{self, Outcome};
use crate::types::Color;

impl Game {
    /// White (`by`) claims that Black's last move is forbidden. Returns the end
    /// of the game if it is; if not, nothing changes but that the move cannot be
    /// claimed again. The move that fills the board or reaches the limit can be
    /// claimed too.
    pub fn claim_foul(&mut self, by: Color) -> Result<Option<End>, WrongMove> {
        if !self.rule.forbids() {
            return Err(WrongMove::NoFouls(self.rule));
        }
        if self.fouls == Fouls::Automatic {
            return Err(WrongMove::NoClaims);
        }
        if by == Color::Black {
            return Err(WrongMove::BlackClaims);
        }
        match self.end {
            None | Some(End::FullBoard(_) | End::MoveLimit(_)) => (),
            Some(end) => return Err(WrongMove::Over(end)),
        }
        match (self.board.moves().last(), self.board.side_to_move()) {
            (Some(Some(_)), Color::White) => (),
            (None | Some(None), Color::White) | (None, Color::Black) => {
                return Err(WrongMove::NothingToClaim);
            }
            (Some(_), Color::Black) => return Err(WrongMove::ClaimTooLate),
        }
        if self.talk.has_claimed {
            return Err(WrongMove::ClaimedAlready);
        }
        self.talk.has_claimed = true;
        match rules::outcome(&self.board, self.rule) {
            Some(Outcome::Foul(kind)) => {
                self.end = Some(End::Foul(kind));
                Ok(self.end)
            }
            _ => Ok(None),
        }
    }

    /// This side offers a draw. An offer cannot be withdrawn.
    pub fn offer_draw(&mut self, by: Color) -> Result<(), WrongMove> {
        self.check_open()?;
        let board = &self.board;
        if board.side_to_move() == by || board.moves().is_empty() {
            return Err(WrongMove::OfferOutOfTurn(by));
        }
        if self.talk.has_offered {
            return Err(WrongMove::OfferedAlready(by));
        }
        self.talk.offer = Some(by);
        self.talk.has_offered = true;
        Ok(())
    }

    /// Who has offered a draw that is not answered yet.
    pub fn draw_offer(&self) -> Option<Color> {
        self.talk.offer
    }

    /// This side accepts the draw that it was offered.
    pub fn accept_draw(&mut self, by: Color) -> Result<(), WrongMove> {
        self.check_offer(by)?;
        self.close(End::Agreement)
    }

    /// This side refuses the draw that it was offered, without a move.
    pub fn refuse_draw(&mut self, by: Color) -> Result<(), WrongMove> {
        self.check_offer(by)?;
        self.talk.offer = None;
        Ok(())
    }

    fn check_offer(&self, by: Color) -> Result<(), WrongMove> {
        self.check_open()?;
        match self.talk.offer == Some(!by) {
            true => Ok(()),
            false => Err(WrongMove::NoOffer(by)),
        }
    }
}
