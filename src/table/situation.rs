//! What the engine is to know of a game: as a value that has a form in JSON, so that
//! it can think in another thread or process than the table's.

use serde::{Deserialize, Serialize};

use super::GameState;
use crate::board::{BadSize, Board};
use crate::game::{OpeningAction, OpeningRule, OpeningState};
use crate::records::OpeningPhase;
use crate::types::{Color, Rule, Square};

/// What the engine is to know of a game in one of its states.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(try_from = "Plain", into = "Plain")]
pub struct Situation {
    pub(super) board: Board,
    pub(super) rule: Rule,
    /// The opening, if it is not over.
    pub(super) opening: Option<OpeningState>,
    /// Whether Black's last move is a foul that may be claimed.
    pub(super) can_claim: bool,
    /// If the game is over: who won.
    pub(super) winner: Option<Option<Color>>,
}

impl Situation {
    /// A position by itself.
    pub fn new(board: Board, rule: Rule) -> Situation {
        Situation {
            board,
            rule,
            opening: None,
            can_claim: false,
            winner: None,
        }
    }

    /// That of a game.
    pub fn of(state: &GameState) -> Situation {
        Situation {
            opening: state.opening().cloned(),
            can_claim: state.can_claim(),
            winner: state.end().map(|end| end.winner()),
            ..Situation::new(state.board().clone(), state.rule())
        }
    }

    /// The same of a game that is over, won by this colour or drawn.
    pub fn ended(mut self, winner: Option<Color>) -> Situation {
        self.winner = Some(winner);
        self
    }

    /// The rule of the game.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The same after a pass.
    pub fn after_pass(mut self) -> Situation {
        self.board.pass();
        self
    }
}

/// Its form in JSON; squares by their indices.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Plain {
    size: (usize, usize),
    moves: Vec<Option<Square>>,
    rule: Rule,
    opening: Option<(OpeningRule, Vec<OpeningAction>)>,
    can_claim: bool,
    winner: Option<(Option<Color>,)>,
}

impl From<Situation> for Plain {
    fn from(from: Situation) -> Plain {
        let opening = from.opening.as_ref();
        Plain {
            size: (from.board.width(), from.board.height()),
            moves: from.board.moves().to_vec(),
            rule: from.rule,
            opening: opening.map(|state| (state.rule(), state.actions().to_vec())),
            can_claim: from.can_claim,
            winner: from.winner.map(|winner| (winner,)),
        }
    }
}

/// No situation that a game can have.
#[derive(Debug, thiserror::Error)]
enum Wrong {
    #[error(transparent)]
    Size(#[from] BadSize),
    #[error("a move to no empty square")]
    Move,
    #[error("no such opening: {0}")]
    Opening(String),
}

impl TryFrom<Plain> for Situation {
    type Error = Wrong;

    fn try_from(from: Plain) -> Result<Situation, Wrong> {
        let (width, height) = from.size;
        let mut board = Board::new(width, height)?;
        for played in from.moves {
            match played {
                None => board.pass(),
                Some(square) if board.is_empty(square) => board.place(square),
                Some(_) => return Err(Wrong::Move),
            }
        }
        let opening = from.opening.map(|(rule, actions)| {
            let states = OpeningPhase { rule, actions }.states(width, height);
            states.map(|mut states| states.pop())
        });
        Ok(Situation {
            board,
            rule: from.rule,
            opening: opening.transpose().map_err(Wrong::Opening)?.flatten(),
            can_claim: from.can_claim,
            winner: from.winner.map(|(winner,)| winner),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::play_moves;

    #[test]
    fn a_position_stays_the_same_as_json() {
        let mut board = Board::new(9, 12).unwrap();
        play_moves(&mut board, "a1b2").unwrap();
        let asked = Situation::new(board.clone(), Rule::Renju).after_pass();
        board.pass();
        let text = serde_json::to_string(&asked).unwrap();
        let again: Situation = serde_json::from_str(&text).unwrap();
        assert_eq!((again.board, again.rule), (board, Rule::Renju));
    }

    #[test]
    fn what_no_game_can_have_is_refused() {
        let text = |size: &str, moves: &str, opening: &str| {
            format!(
                r#"{{"size":{size},"moves":{moves},"rule":"Renju","opening":{opening},"can_claim":false,"winner":null}}"#
            )
        };
        let is_read = |text: String| serde_json::from_str::<Situation>(&text).is_ok();
        assert!(is_read(text("[15,15]", "[0,null,1]", "null")));
        assert!(is_read(text(
            "[15,15]",
            "[]",
            r#"["Swap2",[{"Place":161}]]"#
        )));
        assert!(!is_read(text("[4,15]", "[]", "null")));
        assert!(!is_read(text("[15,15]", "[0,0]", "null")));
        assert!(
            !is_read(text("[15,15]", "[21]", "null")),
            "outside this board"
        );
        assert!(!is_read(text("[15,15]", "[999]", "null")));
        assert!(!is_read(text("[15,15]", "[]", r#"["Swap2",["Swap"]]"#)));
    }
}
