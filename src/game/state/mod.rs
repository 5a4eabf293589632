//! A game, in progress or over.

mod claims;
#[cfg(test)]
mod tests;

use super::end::end_by_length;
use super::{End, MoveLimit, end_of};
use crate::board::Board;
use crate::types::{Color, Rule, Square};

/// A game: its board, its conditions, and its end, if it is over. Only legal
/// acts change it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    board: Board,
    rule: Rule,
    limit: MoveLimit,
    fouls: Fouls,
    end: Option<End>,
    talk: Talk,
    /// The claims and offers before each move of this game.
    before: Vec<Talk>,
}

/// What a forbidden move does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Fouls {
    /// It loses at once.
    #[default]
    Automatic,
    /// It loses if White [claims](Game::claim_foul) it before White's next move
    /// or pass. Otherwise the game goes on with the stone as any other.
    Claimed,
}

impl Fouls {
    /// The name, as settings have it.
    pub const fn name(self) -> &'static str {
        match self {
            Fouls::Automatic => "automatic",
            Fouls::Claimed => "claimed",
        }
    }
}

/// Claims and offers. A move clears those since the last move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Talk {
    /// Who has offered a draw that is not answered yet.
    offer: Option<Color>,
    /// Whether a draw has been offered since the last move.
    has_offered: bool,
    /// Whether a foul has been claimed since the last move.
    has_claimed: bool,
}

/// An act that is not allowed; nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongMove {
    /// The square is not empty.
    #[error("the square in column {}, row {} (from 0 at the upper left) is not empty", .0.x(), .0.y())]
    Taken(Square),
    /// The game is over.
    #[error("the game is over: {0}")]
    Over(End),
    /// A foul is claimed in a rule without fouls.
    #[error("there are no fouls in {0}")]
    NoFouls(Rule),
    /// A foul is claimed where fouls lose without a claim.
    #[error("fouls need no claim in this game: they lose at once")]
    NoClaims,
    /// Black claims a foul.
    #[error("only white can claim a foul: only black can commit one")]
    BlackClaims,
    /// White has moved since.
    #[error("it is too late to claim a foul: white has moved since")]
    ClaimTooLate,
    /// Black has placed no stone just now.
    #[error("black has placed no stone that could be a foul")]
    NothingToClaim,
    /// The referee has answered already.
    #[error("this move was claimed already, and it is not a foul")]
    ClaimedAlready,
    /// A draw is offered at the wrong time.
    #[error("{0} can offer a draw only after {0}'s own move, while the other side is to move")]
    OfferOutOfTurn(Color),
    /// A draw is offered a second time.
    #[error("{0} has offered a draw after this move already")]
    OfferedAlready(Color),
    /// There is nothing to answer.
    #[error("there is no draw offer for {0} to answer")]
    NoOffer(Color),
}

impl Game {
    /// A game that goes on from a position. It is over at once if the last move
    /// has ended it.
    pub fn new(board: Board, rule: Rule, limit: MoveLimit) -> Game {
        let mut game = Game {
            board,
            rule,
            limit,
            fouls: Fouls::Automatic,
            end: None,
            talk: Talk::default(),
            before: Vec::new(),
        };
        game.end = game.judge();
        game
    }

    /// The same, with fouls judged in this way from the beginning.
    pub fn with_fouls(mut self, fouls: Fouls) -> Game {
        self.fouls = fouls;
        self.end = self.judge();
        self
    }

    /// The position, with all moves.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The rule.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// When the game is over without a five.
    pub fn limit(&self) -> MoveLimit {
        self.limit
    }

    /// What a forbidden move does.
    pub fn fouls(&self) -> Fouls {
        self.fouls
    }

    /// How the game has ended; `None` while it goes on.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// Whose turn it is; `None` when the game is over.
    pub fn turn(&self) -> Option<Color> {
        let turn = self.board.side_to_move();
        self.end.is_none().then_some(turn)
    }

    /// The side to move places a stone, which refuses a draw offer. A forbidden
    /// point can be played too, and loses by [`Fouls`]. Returns the end of the
    /// game, if it is over.
    pub fn play(&mut self, square: Square) -> Result<Option<End>, WrongMove> {
        self.check_open()?;
        if !self.board.is_empty(square) {
            return Err(WrongMove::Taken(square));
        }
        self.board.place(square);
        Ok(self.moved())
    }

    /// The side to move passes. A second pass in a row is a draw.
    pub fn pass(&mut self) -> Result<Option<End>, WrongMove> {
        self.check_open()?;
        self.board.pass();
        Ok(self.moved())
    }

    /// This side gives up, whoever is to move.
    pub fn resign(&mut self, color: Color) -> Result<(), WrongMove> {
        self.close(End::Resignation(color))
    }

    /// This side's time is up.
    pub fn lose_on_time(&mut self, color: Color) -> Result<(), WrongMove> {
        self.close(End::Time(color))
    }

    /// This side loses without playing: it came too late, or a referee has
    /// decided so.
    pub fn forfeit(&mut self, color: Color) -> Result<(), WrongMove> {
        self.close(End::Forfeit(color))
    }

    /// The players agree on a draw.
    pub fn agree_on_draw(&mut self) -> Result<(), WrongMove> {
        self.close(End::Agreement)
    }

    /// Takes back the last move, with the end and all claims and offers after
    /// it. Returns the move (`Some(None)` for a pass), `None` at the beginning.
    pub fn undo(&mut self) -> Option<Option<Square>> {
        let undone = self.board.undo()?;
        self.talk = self.before.pop().unwrap_or_default();
        self.end = self.judge();
        Some(undone)
    }

    /// Updates everything after a move.
    fn moved(&mut self) -> Option<End> {
        self.before.push(self.talk);
        self.talk = Talk::default();
        self.end = self.judge();
        self.end
    }

    /// How the game is over by its moves.
    fn judge(&self) -> Option<End> {
        if let [.., None, None] = self.board.moves() {
            return Some(End::TwoPasses);
        }
        match end_of(&self.board, self.rule, self.limit) {
            Some(End::Foul(_)) if self.fouls == Fouls::Claimed => {
                end_by_length(&self.board, self.limit)
            }
            end => end,
        }
    }

    fn close(&mut self, end: End) -> Result<(), WrongMove> {
        self.check_open()?;
        self.end = Some(end);
        Ok(())
    }

    fn check_open(&self) -> Result<(), WrongMove> {
        self.end.map_or(Ok(()), |end| Err(WrongMove::Over(end)))
    }
}
