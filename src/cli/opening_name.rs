//! The name of a game's opening.

use crate::board::Board;
use crate::game::CanonicalOpening;
use crate::types::Rule;

/// The name of the opening, if it is one of the 26, with its assessments and
/// search result under this rule.
pub(super) fn opening_of(board: &Board, rule: Option<Rule>) -> Option<String> {
    let opening = CanonicalOpening::recognise(board)?;
    let verdicts = rule.map_or(&[][..], |rule| opening.old_verdicts(rule));
    let verdicts = verdicts.iter().map(|verdict| format!("; {verdict}"));
    let searched = rule.and_then(|rule| opening.searched(rule));
    let searched = searched.map(|searched| format!("; {searched}"));
    Some(opening.to_string() + &verdicts.chain(searched).collect::<String>())
}
