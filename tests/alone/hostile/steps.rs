//! The answers to the steps of Yixin's dialogues about openings.

use super::model::Model;
use crate::common::driver::is_message;

/// What a step may be answered with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// How the lines before the last one begin, after `MESSAGE` and the name of
    /// the opening.
    before: &'static [&'static str],
    /// How the last line begins; or it is a whole line.
    last: &'static [&'static str],
    name: &'static str,
    may_fail: bool,
    may_succeed: bool,
}

/// What a line is for a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Before,
    Last,
}

impl Step {
    /// A step of the dialogue about swap2 with this many stones on the board; if it
    /// is regular they have been placed in turn, and all other squares are empty.
    pub fn of_swap2(step: u8, stones: usize, is_regular: bool) -> Step {
        let (before, last, wanted): (&[_], &[_], _) = match step {
            1 => (&["MOVE1 ", "MOVE2 "], &["MOVE3 "], None),
            2 => (&["MOVE4 "], &["MOVE5 ", "SWAP1 YES", "SWAP1 NO"], Some(3)),
            _ => (&[], &["SWAP2 YES", "SWAP2 NO"], Some(5)),
        };
        let is_asked = wanted.is_none_or(|wanted| wanted == stones);
        Step {
            may_fail: wanted.is_some() && !(is_asked && is_regular),
            may_succeed: is_asked,
            ..Step::new("SWAP2", before, last)
        }
    }

    /// A step of the dialogue about Soosõrv-8.
    pub fn of_soosorv(step: u8) -> Step {
        let (before, last): (&[_], &[_]) = match step {
            1 => (&["MOVE1 ", "MOVE2 "], &["MOVE3 "]),
            2 => (&[], &["SWAP1 YES", "SWAP1 NO"]),
            3 => (&[], &["MOVE4 "]),
            4 => (&[], &["SWAP2 YES", "SWAP2 NO"]),
            5 => (&["MOVE5 REFRESH", "MOVE5 "], &["MOVE5 DONE"]),
            _ => (&[], &["MOVE5C "]),
        };
        Step::new("SOOSORV", before, last)
    }

    fn new(
        name: &'static str,
        before: &'static [&'static str],
        last: &'static [&'static str],
    ) -> Step {
        Step {
            before,
            last,
            name,
            may_fail: true,
            may_succeed: true,
        }
    }

    /// What a line is, or what is wrong with it.
    pub fn part(&self, model: &Model, line: &str) -> Result<Part, String> {
        if line.starts_with("ERROR YX") {
            let right = self.may_fail.then_some(Part::Last);
            return right.ok_or("an error where there is an answer".to_string());
        }
        if !self.may_succeed {
            return Err("an answer where there is none".to_string());
        }
        let text = line.strip_prefix("MESSAGE ").filter(|_| is_message(line));
        let text = text.and_then(|text| text.strip_prefix(self.name)?.strip_prefix(' '));
        let text = text.ok_or("a wrong answer")?;
        let is_any_of = |heads: &[&str]| {
            heads.iter().any(|head| match head.ends_with(' ') {
                true => text
                    .strip_prefix(head)
                    .is_some_and(|rest| has_square(model, rest)),
                false => text == *head,
            })
        };
        if is_any_of(self.last) {
            Ok(Part::Last)
        } else if is_any_of(self.before) {
            Ok(Part::Before)
        } else {
            Err("a wrong answer".to_string())
        }
    }
}

/// Whether a text is a square of the board, perhaps with a number of fifth moves.
fn has_square(model: &Model, text: &str) -> bool {
    let numbers: Option<Vec<i32>> = text.split(' ').map(|word| word.parse().ok()).collect();
    match numbers.as_deref() {
        Some(&[a, b]) => model.is_inside(a, b),
        Some(&[a, b, 1..=8]) => model.is_inside(a, b),
        _ => false,
    }
}
