//! Unfinished openings.

use crate::board::Board;
use crate::board::notation::parse_square;
use crate::game::{OpeningAction, OpeningRule, OpeningState};
use crate::types::Color;

/// The acts so far in an unfinished opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningPhase {
    /// The rule.
    pub rule: OpeningRule,
    /// All actions, oldest first.
    pub actions: Vec<OpeningAction>,
}

impl OpeningPhase {
    /// The record of an opening.
    pub fn of(state: &OpeningState) -> OpeningPhase {
        OpeningPhase {
            rule: state.rule(),
            actions: state.actions().to_vec(),
        }
    }

    /// The opening on a board of this size, at its beginning and after each
    /// action; an error if an action is not allowed, or the opening is over.
    pub fn states(&self, width: usize, height: usize) -> Result<Vec<OpeningState>, String> {
        let board = Board::new(width, height).map_err(|error| error.to_string())?;
        let state = OpeningState::new(self.rule, board);
        let mut states = vec![state.map_err(|error| error.to_string())?];
        for &action in &self.actions {
            let mut state = states[states.len() - 1].clone();
            state.apply(action).map_err(|error| error.to_string())?;
            states.push(state);
        }
        match states[states.len() - 1].is_over() {
            true => Err("the opening is over".to_string()),
            false => Ok(states),
        }
    }

    /// Whether the actions made the moves on this board.
    pub(super) fn leads_to(&self, board: &Board) -> bool {
        let states = self.states(board.width(), board.height());
        let last = states.ok().and_then(|mut states| states.pop());
        last.is_some_and(|state| state.board().moves() == board.moves())
    }

    /// The actions in words, with commas between them.
    pub(super) fn text(&self, height: usize) -> String {
        let words = self.actions.iter().map(|action| action.in_words(height));
        words.collect::<Vec<_>>().join(",")
    }

    /// Reads the name of a rule and the actions, which must have made the moves
    /// on this board.
    pub(super) fn read(rule: &str, actions: &str, board: &Board) -> Result<OpeningPhase, String> {
        let rule = rule.trim().parse::<OpeningRule>();
        let words = actions.split(',').map(str::trim);
        let words = words.filter(|word| !word.is_empty());
        let actions = words.map(|word| {
            opening_action(word, board)
                .ok_or_else(|| format!("'{word}' is not an act of an opening"))
        });
        let phase = OpeningPhase {
            rule: rule.map_err(|error| error.to_string())?,
            actions: actions.collect::<Result<_, _>>()?,
        };
        let states = phase.states(board.width(), board.height())?;
        match states[states.len() - 1].board().moves() == board.moves() {
            true => Ok(phase),
            false => Err("the opening has other stones than the game".to_string()),
        }
    }
}

/// The action with this text, as [`OpeningAction::in_words`] writes it.
pub fn opening_action(text: &str, board: &Board) -> Option<OpeningAction> {
    let square = |name: &str| parse_square(name.trim(), board).ok();
    Some(match text.split_once(' ') {
        None => match text {
            "swap" => OpeningAction::Swap,
            "keep" => OpeningAction::Keep,
            "more" => OpeningAction::PlaceMore,
            name => OpeningAction::Place(square(name)?),
        },
        Some(("take", "black")) => OpeningAction::Take(Color::Black),
        Some(("take", "white")) => OpeningAction::Take(Color::White),
        Some(("declare", count)) => OpeningAction::Declare(count.parse().ok()?),
        Some(("offer", name)) => OpeningAction::Offer(square(name)?),
        Some(("pick", name)) => OpeningAction::Pick(square(name)?),
        Some(_) => return None,
    })
}
