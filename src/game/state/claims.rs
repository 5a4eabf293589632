//! What players say: a foul is claimed, a draw is offered.
//!
//! A foul is claimed before the own next move or not at all; a draw is offered
//! after the own move while the other is to move, and his move refuses it. No
//! source has a penalty that all agree on for a claim that is wrong, or for
//! offers again and again: they are counted, for a referee to decide.

use super::{End, Fouls, Game, WrongMove};
use crate::rules::{self, Outcome};
use crate::types::Color;

impl Game {
    /// This side, White, claims that Black's last move is forbidden. Says how
    /// the game has ended if it is; if not, nothing is changed but the number
    /// of [wrong claims](Game::wrong_claims). The move that fills the board or
    /// reaches the limit can be claimed too.
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
            _ => {
                self.talk.wrong_claims += 1;
                Ok(None)
            }
        }
    }

    /// How many fouls White has claimed that were none.
    pub fn wrong_claims(&self) -> u32 {
        self.talk.wrong_claims
    }

    /// This side offers a draw. It cannot take that back.
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
        self.talk.offers[by.index()] += 1;
        Ok(())
    }

    /// Who has offered a draw that the other has not answered.
    pub fn draw_offer(&self) -> Option<Color> {
        self.talk.offer
    }

    /// How many draws a side has offered.
    pub fn draw_offers(&self, color: Color) -> u32 {
        self.talk.offers[color.index()]
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
