//! Messages for the page: a key that it translates, with values. No texts.

use std::fmt::Display;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::board::Board;
use crate::board::notation::square_name;
use crate::game::{Region, WrongAction, WrongMove};
use crate::table::Refusal;
use crate::types::Square;

/// A message: the key of its text, and the values that the text names.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Message {
    key: &'static str,
    #[serde(flatten)]
    with: Map<String, Value>,
}

impl Message {
    pub fn new(key: &'static str) -> Message {
        let with = Map::new();
        Message { key, with }
    }

    /// The same with another value.
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Message {
        self.with.insert(name.to_string(), value.into());
        self
    }

    /// The same with a square of this board.
    fn at(self, name: &str, square: Square, board: &Board) -> Message {
        self.with(name, square_name(square, board.height()))
    }
}

/// Where a stone is wanted.
pub(crate) fn region(region: Region) -> Value {
    let (kind, side) = match region {
        Region::Anywhere => ("anywhere", 0),
        Region::Center => ("center", 1),
        Region::Central(side) => ("central", side),
        Region::Outside(side) => ("outside", side),
    };
    serde_json::json!({ "kind": kind, "side": side })
}

/// Why a file or a position cannot be gone on with.
pub(crate) fn cannot_read(why: &dyn Display) -> Message {
    Message::new("cannot_read").with("why", why.to_string())
}

/// Why the table refuses something.
pub(crate) fn refused(refusal: &Refusal, board: &Board) -> Message {
    match refusal {
        Refusal::Move(error) => wrong_move(*error, board),
        Refusal::Opening(error) => wrong_action(*error, board),
        Refusal::Record(error) => cannot_read(error),
        Refusal::Settings(_) => Message::new("no_value"),
        Refusal::Over => Message::new("over"),
        Refusal::NotYourTurn => Message::new("not_your_turn"),
        Refusal::NoSquare(_) => Message::new("no_square"),
        Refusal::OnlyInOpening => Message::new("only_in_opening"),
        Refusal::NotInOpening => Message::new("not_in_opening"),
        Refusal::OfferedAlready => Message::new("offered_already"),
        Refusal::NoOffer => Message::new("no_offer"),
        Refusal::InMatch => Message::new("not_in_match"),
        Refusal::GameGoesOn => Message::new("game_goes_on"),
        Refusal::NoUndosLeft => Message::new("no_undos_left"),
        Refusal::UndosCounted => Message::new("undos_counted"),
        Refusal::NothingToUndo(_) => Message::new("nothing_to_undo"),
        Refusal::NothingToRedo(_) => Message::new("nothing_to_redo"),
        Refusal::NoSuchMove => Message::new("no_such_move"),
        Refusal::NothingToChart => Message::new("nothing_to_chart"),
        // The page has no way to ask for these.
        Refusal::Paused
        | Refusal::NotPaused
        | Refusal::StarterUndecided
        | Refusal::NothingToDecide
        | Refusal::Decision(_)
        | Refusal::TooManySquares(_)
        | Refusal::NoGameBefore => Message::new("unknown_act"),
    }
}

/// Why something cannot be done in a game.
fn wrong_move(error: WrongMove, board: &Board) -> Message {
    match error {
        WrongMove::Taken(square) => Message::new("taken").at("at", square, board),
        WrongMove::Over(_) => Message::new("over"),
        WrongMove::NoFouls(_) => Message::new("no_fouls"),
        WrongMove::NoClaims => Message::new("no_claims"),
        WrongMove::BlackClaims => Message::new("black_claims"),
        WrongMove::ClaimTooLate => Message::new("claim_too_late"),
        WrongMove::NothingToClaim => Message::new("nothing_to_claim"),
        WrongMove::ClaimedAlready => Message::new("claimed_already"),
        WrongMove::OfferOutOfTurn(_) => Message::new("offer_out_of_turn"),
        WrongMove::OfferedAlready(_) => Message::new("offered_already"),
        WrongMove::NoOffer(_) => Message::new("no_offer"),
    }
}

/// Why something cannot be done in an opening.
fn wrong_action(error: WrongAction, board: &Board) -> Message {
    let on = |key, square| Message::new(key).at("at", square, board);
    match error {
        WrongAction::Over => Message::new("opening_over"),
        WrongAction::OtherPlayer => Message::new("not_your_turn"),
        WrongAction::Pass => Message::new("no_pass"),
        WrongAction::StoneWanted => Message::new("stone_wanted"),
        WrongAction::Taken(square) => on("taken", square),
        WrongAction::Outside { square, wanted } => {
            on("outside", square).with("region", region(wanted))
        }
        WrongAction::Five(square) => on("opening_five", square),
        WrongAction::ChoiceWanted => Message::new("choice_wanted"),
        WrongAction::SwapWanted => Message::new("swap_wanted"),
        WrongAction::NoMore => Message::new("no_more"),
        WrongAction::NumberWanted { least, most } => Message::new("number_wanted")
            .with("least", least)
            .with("most", most),
        WrongAction::OfferWanted => Message::new("offer_wanted"),
        WrongAction::Offered(square) => on("offered", square),
        WrongAction::Symmetric(square, other) => on("symmetric", square).at("other", other, board),
        WrongAction::PickWanted => Message::new("pick_wanted"),
        WrongAction::NotOffered(square) => on("not_offered", square),
    }
}
