//! The openings of matches: lists that are built in, and files.

use crate::board::notation::square_name;
use crate::records::ParseError;
use crate::records::opening_list::{self, Opening};
use crate::types::Rule;

const FREESTYLE_15: &str = include_str!("../../bench-positions/openings-freestyle-15.txt");
const FREESTYLE_20: &str = include_str!("../../bench-positions/openings-freestyle-20.txt");
const STANDARD: &str = include_str!("../../bench-positions/openings-standard-15.txt");
const RENJU: &str = include_str!("../../bench-positions/openings-renju-15.txt");
const CARO: &str = include_str!("../../bench-positions/openings-caro-15.txt");

/// The built-in openings for a rule and a size, each as its moves (`h8i9`); none for
/// unusual boards.
#[must_use]
pub fn built_in(rule: Rule, (width, height): (usize, usize)) -> Vec<String> {
    let list = match (rule, width, height) {
        (Rule::Freestyle, 15, 15) => FREESTYLE_15,
        (Rule::Freestyle, 20, 20) => FREESTYLE_20,
        (Rule::Standard, 15, 15) => STANDARD,
        (Rule::Renju, 15, 15) => RENJU,
        (Rule::Caro | Rule::CaroOverline, 15, 15) => CARO,
        _ => return Vec::new(),
    };
    read(list, (width, height)).expect("a test reads the built-in openings")
}

/// The openings of a list for boards of this size, each as its moves.
///
/// # Errors
///
/// What is wrong with the list, or a size that no board has.
pub fn read(list: &str, (width, height): (usize, usize)) -> Result<Vec<String>, ParseError> {
    let openings = opening_list::read(list, width, height)?;
    let moves = |opening: &Opening| -> String {
        let names = opening.squares.iter();
        names.map(|&square| square_name(square, height)).collect()
    };
    Ok(openings.iter().map(moves).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_openings() {
        for rule in Rule::ALL {
            assert!(built_in(rule, (15, 15)).len() >= 200, "{rule}");
        }
        assert!(built_in(Rule::Freestyle, (20, 20)).len() >= 200);
        assert_eq!(built_in(Rule::Renju, (20, 20)), [""; 0]);
    }
}
