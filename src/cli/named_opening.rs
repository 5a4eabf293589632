//! What is said of the opening of a game.

use crate::board::Board;
use crate::game::CanonicalOpening;
use crate::types::Rule;

/// The name of the opening, if it is one of the 26, and what was said and is found
/// of it under this rule.
pub(super) fn opening_of(board: &Board, rule: Option<Rule>) -> Option<String> {
    let opening = CanonicalOpening::recognise(board)?;
    let verdicts = rule.map_or(&[][..], |rule| opening.old_verdicts(rule));
    let verdicts = verdicts.iter().map(|verdict| format!("; {verdict}"));
    let searched = rule.and_then(|rule| opening.searched(rule));
    let searched = searched.map(|searched| format!("; {searched}"));
    Some(opening.to_string() + &verdicts.chain(searched).collect::<String>())
}
