//! Acts of players in an opening, and errors of those that are not allowed.

use serde::{Deserialize, Serialize};

use super::Region;
use crate::board::notation::square_name;
use crate::types::{Color, Square};

/// What a player may do in an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum OpeningAction {
    /// Place a stone; the colours take turns, whoever places them.
    Place(Square),
    /// Exchange the colours of the players.
    Swap,
    /// Leave the colours as they are, where they could be exchanged.
    Keep,
    /// Take this colour for the rest of the game.
    Take(Color),
    /// Place more stones and leave the choice of a colour to the other player.
    PlaceMore,
    /// Declare how many fifth moves will be offered.
    Declare(usize),
    /// Offer this fifth move.
    Offer(Square),
    /// Choose this one of the offered fifth moves.
    Pick(Square),
    /// Place no stone. No rule allows it within the opening; it exists so that
    /// it can be refused.
    Pass,
}

impl OpeningAction {
    /// In the words of records and of the terminal (`h8`, `swap`, `declare 2`), on
    /// a board with `height` rows.
    pub fn in_words(self, height: usize) -> String {
        let place = |square: Square| square_name(square, height);
        match self {
            OpeningAction::Place(square) => place(square),
            OpeningAction::Swap => "swap".to_string(),
            OpeningAction::Keep => "keep".to_string(),
            OpeningAction::Take(color) => format!("take {color}"),
            OpeningAction::PlaceMore => "more".to_string(),
            OpeningAction::Declare(count) => format!("declare {count}"),
            OpeningAction::Offer(square) => format!("offer {}", place(square)),
            OpeningAction::Pick(square) => format!("pick {}", place(square)),
            OpeningAction::Pass => "pass".to_string(),
        }
    }
}

/// An action that the rule does not allow now; nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongAction {
    /// The opening is over.
    #[error("the opening is over")]
    Over,
    /// It is the other player's turn.
    #[error("it is the other player's turn")]
    OtherPlayer,
    /// Passes are not allowed.
    #[error("no passes within the opening")]
    Pass,
    /// A stone is to be placed.
    #[error("a stone is to be placed")]
    StoneWanted,
    /// The square is not empty.
    #[error("{} is not empty", place(*.0))]
    Taken(Square),
    /// The stone must be placed in a part of the board, and this is elsewhere.
    #[error("{} is not allowed: the stone is to be placed {wanted}", place(*.square))]
    Outside {
        /// Where the stone was to be placed.
        square: Square,
        /// Where it can be placed.
        wanted: Region,
    },
    /// The stone would complete a line.
    #[error("a stone on {} would complete five in a row", place(*.0))]
    Five(Square),
    /// A colour is to be chosen.
    #[error("a colour is to be chosen")]
    ChoiceWanted,
    /// The player is asked whether the colours are to be exchanged.
    #[error("the answer is to be swap or keep")]
    SwapWanted,
    /// No more stones can be placed.
    #[error("no more stones can be placed before a colour is chosen")]
    NoMore,
    /// A number of fifth moves is to be declared.
    #[error("a number of fifth moves is to be declared, {least} to {most}")]
    NumberWanted {
        /// The least number.
        least: usize,
        /// The greatest number.
        most: usize,
    },
    /// A fifth move is to be offered.
    #[error("a fifth move is to be offered")]
    OfferWanted,
    /// The fifth move is offered already.
    #[error("{} is offered already", place(*.0))]
    Offered(Square),
    /// The fifth move is the image of another one.
    #[error("{} is the same fifth move as {}, by symmetry", place(*.0), place(*.1))]
    Symmetric(Square, Square),
    /// One of the fifth moves is to be chosen.
    #[error("one of the offered fifth moves is to be chosen")]
    PickWanted,
    /// The fifth move is not among those that are offered.
    #[error("{} is not among the offered fifth moves", place(*.0))]
    NotOffered(Square),
}

/// A square where the size of the board is not known.
fn place(square: Square) -> String {
    let (x, y) = (square.x(), square.y());
    format!("the square in column {x}, row {y} (from 0 at the upper left)")
}
