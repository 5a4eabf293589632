//! What follows the moves.

use super::{END_CODES, is_name};
use crate::game::GameResult;
use crate::records::rule_names::rule_named;
use crate::records::scan::{ParseError, Scanner, many_lines, one_line, quoted};
use crate::records::tree::Facts;
use crate::types::Color;

/// The lines after the moves, as far as they are there.
#[derive(Default)]
pub(super) struct Tail<'a> {
    /// Of the player who begins and of the other one.
    pub names: Option<[&'a str; 2]>,
    pub code: Option<Scanner<'a>>,
    /// The result, and the tournament.
    judged: Option<(GameResult, &'a str)>,
    /// Any other lines.
    rest: Vec<&'a str>,
}

impl<'a> Tail<'a> {
    pub fn of(lines: &[Scanner<'a>], text: &str) -> Result<Tail<'a>, ParseError> {
        let mut tail = Tail::default();
        let rest = match lines {
            [] => lines,
            [code] if end_code(code).is_some() => {
                tail.code = Some(*code);
                &[]
            }
            [code, rest @ ..] if is_known_code(code) && !has_names(lines) => {
                tail.code = Some(*code);
                rest
            }
            [first] => {
                check_name(first)?;
                let what = "the name of the other player is expected, not the end";
                return Err(ParseError::at(text, text.len(), what));
            }
            [first, second, rest @ ..] => {
                for name in [first, second] {
                    check_name(name)?;
                }
                tail.names = Some([first.rest(), second.rest()]);
                let what = "an end code is expected, not the end";
                let (code, rest) = rest
                    .split_first()
                    .ok_or_else(|| ParseError::at(text, text.len(), what))?;
                tail.code = Some(*code);
                rest
            }
        };
        for line in rest {
            let line = line.rest();
            match (tail.judged, judged(line)) {
                (None, Some(found)) => tail.judged = Some(found),
                _ => tail.rest.push(line),
            }
        }
        Ok(tail)
    }

    /// Adds what a referee wrote.
    pub fn add_to(&self, facts: &mut Facts) {
        facts.comment = many_lines(&self.rest.join("\n"));
        let Some((result, tournament)) = self.judged else {
            return;
        };
        facts.result = Some(result);
        facts.event = one_line(tournament);
        // As in `Freestyle15_1`.
        let word = tournament.split(|c: char| !c.is_alphabetic()).next();
        facts.rule = word.and_then(rule_named);
    }
}

pub(super) fn end_code(line: &Scanner) -> Option<i64> {
    line.rest().trim().parse().ok()
}

/// Whether an end code stands after two names.
fn has_names(lines: &[Scanner]) -> bool {
    lines.get(2).is_some_and(|line| end_code(line).is_some())
}

/// Whether a line is an end code that Piskvork writes.
fn is_known_code(line: &Scanner) -> bool {
    let code = end_code(line);
    END_CODES.iter().any(|&(known, _)| Some(known) == code)
}

/// The result and the tournament of a line like `1,Freestyle15_1`.
fn judged(line: &str) -> Option<(GameResult, &str)> {
    let (result, tournament) = line.split_once(',')?;
    let result = match result.trim() {
        "0" => GameResult::Draw,
        "1" => GameResult::Win(Color::Black),
        "2" => GameResult::Win(Color::White),
        _ => return None,
    };
    Some((result, tournament.trim()))
}

fn check_name(line: &Scanner) -> Result<(), ParseError> {
    match is_name(line.rest()) {
        true => Ok(()),
        false => {
            let what = format!("{} is neither a move nor a name", quoted(line.rest()));
            Err(line.error(what))
        }
    }
}
