//! A hint as JSON: what to play, and why.

use serde_json::{Value, json};

use super::shown::{LONGEST_LINE, action_value, names};
use crate::board::Board;
use crate::opening_choice::OpeningTurn;
use crate::pattern::ThreatClass;
use crate::position::Position;
use crate::table::Hint;
use crate::types::{ByRule, Rule, Ruleset, Square};

/// What to play, and why.
pub(super) fn advised(hint: Option<&Hint>, board: &Board, rule: Rule) -> Value {
    let line = |moves: &[Square]| names(moves.iter().copied().take(LONGEST_LINE), board);
    let at = |key: &str, square: Square| json!({ "key": key, "line": line(&[square]) });
    match hint {
        None => json!({ "key": "none" }),
        Some(Hint::Opening(turn)) => opening_advice(turn, board),
        Some(Hint::Claim) => json!({ "key": "claim" }),
        Some(Hint::Five(square)) => at("five", *square),
        Some(Hint::StopsFive(square)) => at("stops_five", *square),
        Some(Hint::Lost(square)) => at("lost", *square),
        Some(Hint::Fours(moves)) => json!({
            "key": "fours", "line": names(moves.iter().copied(), board),
        }),
        Some(Hint::StopsFours(square, share)) => json!({
            "key": "stops_fours", "line": line(&[*square]), "share": share,
        }),
        Some(Hint::Best(thought)) => json!({
            "key": "best", "line": line(&thought.line), "share": thought.share,
            "why": thought.line.first().map(|&square| reason(square, board, rule)),
        }),
    }
}

fn opening_advice(turn: &OpeningTurn, board: &Board) -> Value {
    let actions = turn.actions.iter();
    let actions: Vec<Value> = actions.map(|&action| action_value(action, board)).collect();
    json!({
        "key": "opening",
        "actions": actions,
        "line": names(turn.follows, board),
    })
}

/// What a move makes, and what the opponent would make on its square.
fn reason(square: Square, board: &Board, rule: Rule) -> Value {
    rule.run(Shapes { square, board })
}

struct Shapes<'a> {
    square: Square,
    board: &'a Board,
}

impl ByRule for Shapes<'_> {
    type Output = Value;

    fn run<R: Ruleset>(self) -> Value {
        let position = Position::<R>::new(self.board.clone());
        let own = position.side_to_move();
        let [makes, stops] =
            [own, !own].map(|color| shape(position.class_if_played(self.square, color)));
        json!({ "makes": makes, "stops": stops })
    }
}

/// The name of what a stone makes, if it is worth naming.
fn shape(class: ThreatClass) -> Option<&'static str> {
    match class {
        ThreatClass::Forbidden | ThreatClass::None => None,
        ThreatClass::ClosedThree | ThreatClass::ClosedThreePlus => None,
        ThreatClass::Two | ThreatClass::DoubleTwo => Some("two"),
        ThreatClass::Three | ThreatClass::ThreePlus => Some("three"),
        ThreatClass::DoubleThree => Some("double_three"),
        ThreatClass::Four | ThreatClass::FourPlus => Some("four"),
        ThreatClass::FourThree => Some("four_three"),
        ThreatClass::OpenFour => Some("open_four"),
        ThreatClass::Five => Some("five"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::{parse_square, play_moves};

    #[test]
    fn a_reason_names_what_a_move_makes_and_stops() {
        // Black, to move, has two stones in a row, and White three with one end.
        let mut board = Board::new(15, 15).unwrap();
        play_moves(&mut board, "h8b2i8b3b1b4").unwrap();
        let why = |name: &str| {
            let square = parse_square(name, &board).unwrap();
            reason(square, &board, Rule::Freestyle)
        };
        assert_eq!(why("g8"), json!({ "makes": "three", "stops": null }));
        assert_eq!(why("b5"), json!({ "makes": null, "stops": "four" }));
        assert_eq!(why("n2"), json!({ "makes": null, "stops": null }));
    }
}
