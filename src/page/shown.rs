//! What views of games and of studies have in common, as JSON.

use serde_json::{Value, json};

use super::desk::FoundLine;
use crate::board::Board;
use crate::board::notation::square_name;
use crate::game::{CanonicalOpening, OpeningAction};
use crate::pattern::ThreatClass;
use crate::position::Position;
use crate::types::{ByRule, Color, Rule, Ruleset, Square, SquareSet};

/// The most moves of a line that are shown.
pub(crate) const LONGEST_LINE: usize = 12;

pub(crate) fn name(square: Square, board: &Board) -> String {
    square_name(square, board.height())
}

pub(crate) fn names(squares: impl IntoIterator<Item = Square>, board: &Board) -> Value {
    let squares = squares.into_iter();
    squares
        .map(|square| Value::from(name(square, board)))
        .collect()
}

pub(crate) fn stars(board: &Board) -> SquareSet {
    let squares = board.squares().map(|(square, _)| square);
    squares.filter(|&square| board.is_star(square)).collect()
}

/// One of the 26 openings by its names.
pub(crate) fn opening_names(opening: &CanonicalOpening) -> Value {
    json!({
        "code": opening.code(),
        "zh": opening.chinese,
        "japanese": opening.japanese,
        "romaji": opening.romaji,
        "sense": opening.sense,
    })
}

pub(crate) fn found(line: &FoundLine, board: &Board) -> Value {
    let shown = line.line.iter().copied().take(LONGEST_LINE);
    json!({
        "depth": line.depth,
        "nodes": line.nodes,
        "share": line.share,
        "score": line.score,
        "line": names(shown, board),
    })
}

/// An act that answers a question.
pub(crate) fn answer(action: OpeningAction) -> Option<Value> {
    Some(match action {
        OpeningAction::Swap => json!({ "kind": "swap" }),
        OpeningAction::Keep => json!({ "kind": "keep" }),
        OpeningAction::Take(color) => json!({ "kind": "take", "color": color.to_string() }),
        OpeningAction::PlaceMore => json!({ "kind": "more" }),
        OpeningAction::Declare(count) => json!({ "kind": "declare", "count": count }),
        _ => return None,
    })
}

/// An action in an opening.
pub(crate) fn action_value(action: OpeningAction, board: &Board) -> Value {
    let on = |kind: &str, square| json!({ "kind": kind, "at": name(square, board) });
    match action {
        OpeningAction::Place(square) => on("place", square),
        OpeningAction::Offer(square) => on("offer", square),
        OpeningAction::Pick(square) => on("choose", square),
        OpeningAction::Pass => json!({ "kind": "pass" }),
        other => answer(other).unwrap_or_default(),
    }
}

/// What both sides threaten on a board: a five, or a winning four.
pub(crate) fn warnings_on(board: &Board, rule: Rule) -> Value {
    rule.run(Threats { board })
}

struct Threats<'a> {
    board: &'a Board,
}

impl ByRule for Threats<'_> {
    type Output = Value;

    fn run<R: Ruleset>(self) -> Value {
        let position = Position::<R>::new(self.board.clone());
        let mut warnings = Vec::new();
        for color in Color::ALL {
            let found = [
                ("four", ThreatClass::Five),
                ("three", ThreatClass::OpenFour),
            ];
            let found = found.map(|(kind, class)| (kind, *position.squares(color, class)));
            let strongest = found.into_iter().find(|(_, squares)| !squares.is_empty());
            if let Some((kind, squares)) = strongest {
                warnings.push(json!({
                    "color": color.to_string(),
                    "kind": kind,
                    "at": names(squares, self.board),
                }));
            }
        }
        Value::Array(warnings)
    }
}
