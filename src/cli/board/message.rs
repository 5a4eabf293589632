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
pub(super) struct Said {
    key: &'static str,
    #[serde(flatten)]
    with: Map<String, Value>,
}

impl Said {
    pub fn new(key: &'static str) -> Said {
        let with = Map::new();
        Said { key, with }
    }

    /// The same with another value.
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Said {
        self.with.insert(name.to_string(), value.into());
        self
    }

    /// The same with a square of this board.
    fn at(self, name: &str, square: Square, board: &Board) -> Said {
        self.with(name, square_name(square, board.height()))
    }
}

/// Where a stone is wanted.
pub(super) fn region(region: Region) -> Value {
    let (kind, side) = match region {
        Region::Anywhere => ("anywhere", 0),
        Region::Center => ("center", 1),
        Region::Central(side) => ("central", side),
        Region::Outside(side) => ("outside", side),
    };
    serde_json::json!({ "kind": kind, "side": side })
}

/// Why a file or a position cannot be gone on with.
pub(super) fn cannot_read(why: &dyn Display) -> Said {
    Said::new("cannot_read").with("why", why.to_string())
}

/// Why the table refuses something.
pub(super) fn refused(refusal: &Refusal, board: &Board) -> Said {
    match refusal {
        Refusal::Move(error) => wrong_move(*error, board),
        Refusal::Opening(error) => wrong_action(*error, board),
        Refusal::Record(error) => cannot_read(error),
        Refusal::Settings(_) => Said::new("no_value"),
        Refusal::Over => Said::new("over"),
        Refusal::NotYourTurn => Said::new("not_your_turn"),
        Refusal::NoSquare(_) => Said::new("no_square"),
        Refusal::OnlyInOpening => Said::new("only_in_opening"),
        Refusal::NotInOpening => Said::new("not_in_opening"),
        Refusal::OfferedAlready => Said::new("offered_already"),
        Refusal::NoOffer => Said::new("no_offer"),
        Refusal::InMatch => Said::new("not_in_match"),
        Refusal::GameGoesOn => Said::new("game_goes_on"),
        Refusal::NoUndosLeft => Said::new("no_undos_left"),
        Refusal::UndosCounted => Said::new("undos_counted"),
        Refusal::NothingToUndo(_) => Said::new("nothing_to_undo"),
        Refusal::NothingToRedo(_) => Said::new("nothing_to_redo"),
        Refusal::NoSuchMove => Said::new("no_such_move"),
        Refusal::NothingToChart => Said::new("nothing_to_chart"),
        // The page has no way to ask for these.
        Refusal::Paused
        | Refusal::NotPaused
        | Refusal::StarterUndecided
        | Refusal::NothingToDecide
        | Refusal::Decision(_)
        | Refusal::TooManySquares(_)
        | Refusal::NoGameBefore => Said::new("unknown_act"),
    }
}

/// Why something cannot be done in a game.
fn wrong_move(error: WrongMove, board: &Board) -> Said {
    match error {
        WrongMove::Taken(square) => Said::new("taken").at("at", square, board),
        WrongMove::Over(_) => Said::new("over"),
        WrongMove::NoFouls(_) => Said::new("no_fouls"),
        WrongMove::NoClaims => Said::new("no_claims"),
        WrongMove::BlackClaims => Said::new("black_claims"),
        WrongMove::ClaimTooLate => Said::new("claim_too_late"),
        WrongMove::NothingToClaim => Said::new("nothing_to_claim"),
        WrongMove::ClaimedAlready => Said::new("claimed_already"),
        WrongMove::OfferOutOfTurn(_) => Said::new("offer_out_of_turn"),
        WrongMove::OfferedAlready(_) => Said::new("offered_already"),
        WrongMove::NoOffer(_) => Said::new("no_offer"),
    }
}

/// Why something cannot be done in an opening.
fn wrong_action(error: WrongAction, board: &Board) -> Said {
    let on = |key, square| Said::new(key).at("at", square, board);
    match error {
        WrongAction::Over => Said::new("opening_over"),
        WrongAction::OtherPlayer => Said::new("not_your_turn"),
        WrongAction::Pass => Said::new("no_pass"),
        WrongAction::StoneWanted => Said::new("stone_wanted"),
        WrongAction::Taken(square) => on("taken", square),
        WrongAction::Outside { square, wanted } => {
            on("outside", square).with("region", region(wanted))
        }
        WrongAction::Five(square) => on("opening_five", square),
        WrongAction::ChoiceWanted => Said::new("choice_wanted"),
        WrongAction::SwapWanted => Said::new("swap_wanted"),
        WrongAction::NoMore => Said::new("no_more"),
        WrongAction::NumberWanted { least, most } => Said::new("number_wanted")
            .with("least", least)
            .with("most", most),
        WrongAction::OfferWanted => Said::new("offer_wanted"),
        WrongAction::Offered(square) => on("offered", square),
        WrongAction::Symmetric(square, other) => on("symmetric", square).at("other", other, board),
        WrongAction::PickWanted => Said::new("pick_wanted"),
        WrongAction::NotOffered(square) => on("not_offered", square),
    }
}
