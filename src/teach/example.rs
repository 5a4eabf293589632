//! A diagram with what it claims.

use serde::Deserialize;

use super::Text;
use super::claim::Claim;
use super::tries::Tries;
use crate::board::Board;
use crate::board::notation::{parse_square, place_stones, play_moves};
use crate::types::{Color, Rule, Square};

/// A square that a diagram points at.
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
    /// What it points at, lettered from `a`.
    pub marks: Vec<Mark>,
    /// A few words about it.
    pub caption: Option<Text>,
    /// What a program can prove of it.
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

/// The diagrams of words need no more.
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

/// The squares of a text like `h8h9`, which are all different.
pub(super) fn squares(board: &Board, text: &str) -> Result<Vec<Square>, String> {
    let empty = Board::new(board.width(), board.height());
    let mut names = empty.map_err(|error| error.to_string())?;
    play_moves(&mut names, text).map_err(|error| error.to_string())?;
    Ok(names.moves().iter().copied().flatten().collect())
}

/// The square with this name.
pub(super) fn square(board: &Board, name: &str) -> Result<Square, String> {
    parse_square(name, board).map_err(|error| error.to_string())
}

impl Example {
    /// Whether it is a game from the first move on.
    pub(super) fn is_a_beginning(&self) -> bool {
        self.is_game || self.board.moves().is_empty()
    }

    /// Whether everything that it claims is so; says what is not.
    pub fn prove(&self, tries: &mut Tries) -> Result<(), String> {
        self.claims
            .iter()
            .try_for_each(|claim| claim.prove(self, tries))
    }
}
