//! A diagram and what it claims to show.

use serde::Deserialize;

use super::Text;
use super::claim::{Claim, Claimed};
use super::names::squares;
use super::tries::Tries;
use crate::board::Board;
use crate::board::notation::{place_stones, play_moves};
use crate::types::{Color, Rule, Square};

/// A marked square of a diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Where.
    pub square: Square,
    /// A letter to put there.
    pub letter: char,
}

/// A position that shows something, and what it claims to show.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "Raw")]
pub struct Example {
    /// The rule that it is meant for.
    pub rule: Rule,
    /// The stones, with the side to move.
    pub board: Board,
    /// Whether the order of the stones is that of a game.
    pub is_game: bool,
    /// The marked squares, lettered from `a`.
    pub marks: Vec<Mark>,
    /// A few words about it.
    pub caption: Option<Text>,
    /// What it shows; a test proves it.
    pub claims: Vec<Claim>,
}

/// An example as its file has it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    #[serde(default = "freestyle")]
    rule: String,
    #[serde(default = "usual_size")]
    size: usize,
    /// The moves in order, or else the stones.
    #[serde(default)]
    moves: Option<String>,
    #[serde(default)]
    black: String,
    #[serde(default)]
    white: String,
    #[serde(default)]
    to_move: Option<String>,
    #[serde(default)]
    marks: String,
    #[serde(default)]
    caption: Option<Text>,
    #[serde(default)]
    claims: Vec<Claim>,
}

fn freestyle() -> String {
    Rule::Freestyle.to_string()
}

/// Enough for the diagrams of terms.
fn usual_size() -> usize {
    9
}

impl TryFrom<Raw> for Example {
    type Error = String;

    fn try_from(raw: Raw) -> Result<Example, String> {
        let rule: Rule = raw.rule.parse().map_err(|error| format!("{error}"))?;
        let mut board = Board::new(raw.size, raw.size).map_err(|error| error.to_string())?;
        let is_game = raw.moves.is_some();
        match raw.moves {
            Some(moves) => play_moves(&mut board, &moves).map_err(|error| error.to_string())?,
            None => {
                let stones = squares(&board, &(raw.black.clone() + &raw.white))?;
                let white = squares(&board, &raw.white)?;
                let black = &stones[..stones.len() - white.len()];
                place_stones(&mut board, black, &white);
            }
        }
        let to_move = match raw.to_move.as_deref() {
            Some("black") => Color::Black,
            Some("white") => Color::White,
            Some(other) => return Err(format!("'{other}' is no colour")),
            None => board.side_to_move(),
        };
        if board.side_to_move() != to_move {
            board.pass();
        }
        let marks = squares(&board, &raw.marks)?;
        let marks = marks
            .into_iter()
            .zip('a'..='z')
            .map(|(square, letter)| Mark { square, letter })
            .collect();
        Ok(Example {
            rule,
            board,
            is_game,
            marks,
            caption: raw.caption,
            claims: raw.claims,
        })
    }
}

impl Example {
    /// Proves all claims; an error says which one is wrong.
    pub fn prove(&self, tries: &mut Tries) -> Result<(), String> {
        let of = Claimed {
            rule: self.rule,
            board: &self.board,
            is_game: self.is_game,
        };
        let mut claims = self.claims.iter();
        claims.try_for_each(|claim| claim.prove(&of, tries))
    }
}
