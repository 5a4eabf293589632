//! The engine's long searches of the 26 openings, beside their old assessments.
//! The figures are data: `pbrain-tengen openings named` shows them and makes
//! them anew.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use super::CanonicalOpening;
use crate::board::Board;
use crate::board::notation::{parse_square, square_name};
use crate::scale::{Meaning, Normalised};
use crate::types::{Color, Depth, Rule, Square};

/// Comments, then lines of [`SearchedOpening::line`].
const DATA: &str = include_str!("searched.txt");
/// The board's side.
const SIDE: usize = 15;

/// The result of a search of one of the openings under one rule, on a board of
/// 15 lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchedOpening {
    /// The opening.
    pub opening: &'static CanonicalOpening,
    /// The rule that it was searched for.
    pub rule: Rule,
    /// The limit of nodes of the search.
    pub nodes: u64,
    /// Its last iteration.
    pub depth: Depth,
    /// The score, for Black.
    pub score: Normalised,
    /// White's best answer, as the stones lie in [`CanonicalOpening::squares`].
    pub answer: Square,
}

/// A line that does not have the form of [`SearchedOpening::line`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not: rule, opening, nodes, depth, Black's score, White's answer")]
pub struct WrongLine(String);

impl SearchedOpening {
    /// The rules that the openings were searched for.
    pub const RULES: [Rule; 2] = [Rule::Renju, Rule::Freestyle];

    /// The board that they are searched on, with the stones of an opening.
    pub fn board(opening: &CanonicalOpening) -> Board {
        let mut board = Board::new(SIDE, SIDE).expect("a size");
        for square in opening.squares(&board) {
            board.place(square);
        }
        board
    }

    /// The commit and the command that made the figures of
    /// [`CanonicalOpening::searched`].
    pub fn origin() -> impl Iterator<Item = &'static str> {
        let comments = DATA.lines().map_while(|line| line.strip_prefix('#'));
        comments.map(str::trim)
    }

    /// Black's expected share of the point.
    pub fn share(&self) -> f64 {
        self.score.share()
    }

    /// Who has a proven win, and by which ply from here.
    pub fn winner(&self) -> Option<(Color, usize)> {
        match self.score.meaning() {
            Meaning::WinIn(plies) => Some((Color::Black, plies)),
            Meaning::LossIn(plies) => Some((Color::White, plies)),
            Meaning::Estimate(_) => None,
        }
    }

    /// As a line of data.
    pub fn line(&self) -> String {
        let SearchedOpening {
            opening,
            rule,
            nodes,
            depth,
            score,
            answer,
        } = self;
        let board = SearchedOpening::board(opening);
        let answer = square_name(*answer, board.height());
        format!("{rule} {} {nodes} {depth} {score} {answer}", opening.code())
    }
}

impl FromStr for SearchedOpening {
    type Err = WrongLine;

    fn from_str(line: &str) -> Result<SearchedOpening, WrongLine> {
        let read = || {
            let words: Vec<&str> = line.split_whitespace().collect();
            let &[rule, code, nodes, depth, score, answer] = words.as_slice() else {
                return None;
            };
            let opening = CanonicalOpening::named(code)?;
            let board = SearchedOpening::board(opening);
            let answer = parse_square(answer, &board).ok()?;
            Some(SearchedOpening {
                opening,
                rule: rule.parse().ok()?,
                nodes: nodes.parse().ok()?,
                depth: depth.parse().ok()?,
                score: score.parse().ok()?,
                answer: Some(answer).filter(|&answer| board.is_empty(answer))?,
            })
        };
        read().ok_or_else(|| WrongLine(line.to_string()))
    }
}

/// The chances and their conditions: they differ between rules.
impl fmt::Display for SearchedOpening {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.winner() {
            Some((winner, plies)) => write!(f, "{winner} wins by ply {plies}")?,
            None => write!(f, "black's winning chances: {:.0} %", 100.0 * self.share())?,
        }
        let SearchedOpening {
            rule, nodes, depth, ..
        } = self;
        write!(
            f,
            " ({} nodes, depth {depth}; {rule}, {SIDE}x{SIDE})",
            short(*nodes)
        )
    }
}

/// A number with `M` for millions or `k` for thousands, if that is exact.
fn short(number: u64) -> String {
    match number {
        _ if number > 0 && number.is_multiple_of(1_000_000) => format!("{} M", number / 1_000_000),
        _ if number > 0 && number.is_multiple_of(1_000) => format!("{} k", number / 1_000),
        _ => number.to_string(),
    }
}

impl CanonicalOpening {
    /// The search result for this rule, if there is one.
    pub fn searched(&self, rule: Rule) -> Option<&'static SearchedOpening> {
        let is_meant = |found: &&SearchedOpening| (found.opening, found.rule) == (self, rule);
        all().iter().find(is_meant)
    }
}

/// All figures, in the order of the data.
fn all() -> &'static [SearchedOpening] {
    static ALL: LazyLock<Vec<SearchedOpening>> = LazyLock::new(|| {
        let lines = DATA.lines().filter(|line| !line.starts_with('#'));
        let read = |line: &str| line.parse().unwrap_or_else(|error| panic!("{error}"));
        lines.map(read).collect()
    });
    &ALL
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_openings_are_searched_for_both_rules() {
        for rule in Rule::ALL {
            let is_searched = SearchedOpening::RULES.contains(&rule);
            for opening in CanonicalOpening::all() {
                let found = opening.searched(rule);
                assert_eq!(found.is_some(), is_searched, "{opening}, {rule}");
                let Some(found) = found else { continue };
                assert_eq!((found.opening, found.rule), (opening, rule));
                assert!(found.nodes >= 10_000_000, "{opening}, {rule}");
                assert!(found.to_string().contains(rule.name()), "{found}");
            }
        }
        assert_eq!(all().len(), 52);
    }

    #[test]
    fn the_data_say_where_they_come_from() {
        let origin: Vec<&str> = SearchedOpening::origin().collect();
        let origin = origin.join("\n");
        for word in ["commit ", "10000000 nodes", "one thread", "openings named"] {
            assert!(origin.contains(word), "{word}: {origin}");
        }
    }

    #[test]
    fn lines_are_read_as_they_are_written() {
        for searched in all() {
            assert_eq!(searched.line().parse(), Ok(*searched));
        }
        for (score, text) in [
            ("-104", "black's winning chances: 37 % "),
            ("+M33", "black wins by ply 33 "),
            ("-M20", "white wins by ply 20 "),
        ] {
            let line = format!("renju 4D 500 12 {score} g9");
            let searched: SearchedOpening = line.parse().expect("a line");
            assert_eq!(searched.line(), line);
            let text = format!("{text}(500 nodes, depth 12; renju, 15x15)");
            assert_eq!(searched.to_string(), text);
        }
        for (number, text) in [
            (0, "0"),
            (7_000, "7 k"),
            (7_500_001, "7500001"),
            (10_000_000, "10 M"),
        ] {
            assert_eq!(short(number), text);
        }
        for line in [
            "",
            "renju 4D 500 12 1",
            "renju 4D 500 12 1 g9 1",
            "go 4D 500 12 1 g9",
            "renju 14D 500 12 1 g9",
            "renju 4D x 12 1 g9",
            "renju 4D 500 12 M g9",
            // The opening's own stone, and no square.
            "renju 4D 500 12 1 h8",
            "renju 4D 500 12 1 p9",
        ] {
            assert!(line.parse::<SearchedOpening>().is_err(), "{line}");
        }
    }
}
