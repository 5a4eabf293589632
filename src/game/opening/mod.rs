//! Openings in which the players choose their colours.
//!
//! A rule is a list of [`Step`]s. A new one is a new list, and a kind of act
//! that no rule has had so far is a new kind of step and of action.

#[cfg(test)]
mod tests;

use crate::board::Board;
use crate::types::{Color, Square, SquareSet};

/// How the colours are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpeningRule {
    /// They are not: who begins has Black.
    Free,
    /// One player places the first stone, the other chooses.
    Swap,
    /// One player places three stones; the other chooses, or places two more
    /// and lets the first choose.
    Swap2,
}

/// One of the two who play, whatever his colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// The one who begins the opening. Until colours are chosen he has Black.
    First,
    /// The other one.
    Second,
}

/// What a player may do in an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpeningAction {
    /// Place a stone; the colours take turns, whoever places them.
    Place(Square),
    /// Take this colour for the rest of the game.
    Take(Color),
    /// Leave the choice to the other, after placing more stones.
    PlaceMore,
}

/// An action that the rule does not allow now; nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongAction {
    /// The opening is over.
    #[error("the opening is over")]
    Over,
    /// A stone is to be placed.
    #[error("a stone is to be placed")]
    StoneWanted,
    /// There is something on the square.
    #[error("the square in column {}, row {} (from 0 at the upper left) is not empty", .0.x(), .0.y())]
    Taken(Square),
    /// A colour is to be chosen.
    #[error("a colour is to be chosen")]
    ChoiceWanted,
    /// No more stones can be placed.
    #[error("no more stones can be placed before a colour is chosen")]
    NoMore,
}

/// A part of an opening.
#[derive(Debug, PartialEq, Eq)]
enum Step {
    /// A player places so many stones.
    Place { by: Player, stones: usize },
    /// A player takes a colour, which ends the opening; or goes on with other
    /// steps, if there are any.
    Choose { by: Player, or: &'static [Step] },
}

const SWAP: &[Step] = &[
    Step::Place {
        by: Player::First,
        stones: 1,
    },
    Step::Choose {
        by: Player::Second,
        or: &[],
    },
];

const SWAP2: &[Step] = &[
    Step::Place {
        by: Player::First,
        stones: 3,
    },
    Step::Choose {
        by: Player::Second,
        or: &[
            Step::Place {
                by: Player::Second,
                stones: 2,
            },
            Step::Choose {
                by: Player::First,
                or: &[],
            },
        ],
    },
];

/// An opening that goes on or is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningState {
    rule: OpeningRule,
    board: Board,
    /// What is still to be done, the present step first.
    steps: &'static [Step],
    /// How many stones have been placed in the present step.
    placed: usize,
    black: Player,
    actions: Vec<OpeningAction>,
}

/// A whole turn in an opening, as those say it who take turns: everything that
/// one player does before the other is asked, and the move that follows if he
/// is then to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpeningReply {
    /// Take the colour that is not to move: the other goes on.
    Swap,
    /// Place these stones: those of the opening, or the first move of the game
    /// with the colour to move.
    Place(Vec<Square>),
}

impl OpeningRule {
    /// Every rule.
    pub const ALL: [OpeningRule; 3] = [OpeningRule::Free, OpeningRule::Swap, OpeningRule::Swap2];

    fn steps(self) -> &'static [Step] {
        match self {
            OpeningRule::Free => &[],
            OpeningRule::Swap => SWAP,
            OpeningRule::Swap2 => SWAP2,
        }
    }
}

impl Player {
    /// Both.
    pub const ALL: [Player; 2] = [Player::First, Player::Second];

    /// The other one.
    pub fn other(self) -> Player {
        match self {
            Player::First => Player::Second,
            Player::Second => Player::First,
        }
    }
}

impl OpeningState {
    /// The beginning of an opening on a board without stones; those that are
    /// there are left out of it.
    pub fn new(rule: OpeningRule, mut board: Board) -> OpeningState {
        while board.undo().is_some() {}
        OpeningState {
            rule,
            board,
            steps: rule.steps(),
            placed: 0,
            black: Player::First,
            actions: Vec::new(),
        }
    }

    /// The opening in which exactly the stones of `board` have been placed and
    /// somebody else is asked now. `None` if it is over, or if a turn has more
    /// stones to come, or with a pass.
    pub fn after_turns(rule: OpeningRule, board: &Board) -> Option<OpeningState> {
        let mut state = OpeningState::new(rule, board.clone());
        for &square in board.moves() {
            if state.is_choice() {
                state.apply(OpeningAction::PlaceMore).ok()?;
            }
            state.apply(OpeningAction::Place(square?)).ok()?;
        }
        let between = state.placed == 0 && !state.is_over();
        between.then_some(state)
    }

    /// The rule.
    pub fn rule(&self) -> OpeningRule {
        self.rule
    }

    /// The stones so far, in the order in which they were placed. When the
    /// opening is over the game goes on from here.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Everything that was done, oldest first.
    pub fn actions(&self) -> &[OpeningAction] {
        &self.actions
    }

    /// Whether the game goes on with ordinary moves.
    pub fn is_over(&self) -> bool {
        self.steps.is_empty()
    }

    /// Who has to do something; nobody when the opening is over.
    pub fn to_act(&self) -> Option<Player> {
        match *self.steps.first()? {
            Step::Place { by, .. } | Step::Choose { by, .. } => Some(by),
        }
    }

    /// Whether a colour is to be chosen, not a stone to be placed.
    pub fn is_choice(&self) -> bool {
        matches!(self.steps.first(), Some(Step::Choose { .. }))
    }

    /// How many stones the player to act still has to place; 0 where there is
    /// a choice.
    pub fn stones_wanted(&self) -> usize {
        match self.steps.first() {
            Some(Step::Place { stones, .. }) => stones - self.placed,
            _ => 0,
        }
    }

    /// A player's colour as things stand.
    pub fn color_of(&self, player: Player) -> Color {
        match player == self.black {
            true => Color::Black,
            false => Color::White,
        }
    }

    /// Whose colour it is as things stand.
    pub fn player_of(&self, color: Color) -> Player {
        match color {
            Color::Black => self.black,
            Color::White => self.black.other(),
        }
    }

    /// Where the player to act may place a stone.
    pub fn squares(&self) -> SquareSet {
        match self.steps.first() {
            Some(Step::Place { .. }) => *self.board.empty(),
            _ => SquareSet::EMPTY,
        }
    }

    /// Everything that the player to act may do.
    pub fn legal_actions(&self) -> Vec<OpeningAction> {
        let mut actions: Vec<OpeningAction> = self
            .squares()
            .into_iter()
            .map(OpeningAction::Place)
            .collect();
        if let Some(Step::Choose { or, .. }) = self.steps.first() {
            actions.extend(Color::ALL.map(OpeningAction::Take));
            if !or.is_empty() {
                actions.push(OpeningAction::PlaceMore);
            }
        }
        actions
    }

    /// The player to act does this.
    pub fn apply(&mut self, action: OpeningAction) -> Result<(), WrongAction> {
        let (step, rest) = self.steps.split_first().ok_or(WrongAction::Over)?;
        match (step, action) {
            (&Step::Place { stones, .. }, OpeningAction::Place(square)) => {
                if !self.board.is_empty(square) {
                    return Err(WrongAction::Taken(square));
                }
                self.board.place(square);
                self.placed += 1;
                if self.placed == stones {
                    (self.steps, self.placed) = (rest, 0);
                }
            }
            (&Step::Choose { by, .. }, OpeningAction::Take(color)) => {
                self.black = match color {
                    Color::Black => by,
                    Color::White => by.other(),
                };
                self.steps = rest;
            }
            (Step::Choose { or: [], .. }, OpeningAction::PlaceMore) => {
                return Err(WrongAction::NoMore);
            }
            (Step::Choose { or, .. }, OpeningAction::PlaceMore) => self.steps = or,
            (Step::Place { .. }, _) => return Err(WrongAction::StoneWanted),
            (Step::Choose { .. }, OpeningAction::Place(_)) => {
                return Err(WrongAction::ChoiceWanted);
            }
        }
        self.actions.push(action);
        Ok(())
    }

    /// Takes back the last action; returns it, nothing at the beginning.
    pub fn undo(&mut self) -> Option<OpeningAction> {
        let (&last, before) = self.actions.split_last()?;
        let mut state = OpeningState::new(self.rule, self.board.clone());
        for &action in before {
            state.apply(action).expect("it was legal before");
        }
        *self = state;
        Some(last)
    }

    /// The actions that a reply stands for, and the move of the game that may
    /// follow them. An error if it is not what is asked for.
    pub fn actions_of(
        &self,
        reply: &OpeningReply,
    ) -> Result<(Vec<OpeningAction>, Option<Square>), WrongAction> {
        let mut state = self.clone();
        let mut follows = None;
        let to_move = self.board.side_to_move();
        match reply {
            OpeningReply::Swap => state.apply(OpeningAction::Take(!to_move))?,
            OpeningReply::Place(squares) => {
                match squares[..] {
                    [square] if state.is_choice() => {
                        if !self.board.is_empty(square) {
                            return Err(WrongAction::Taken(square));
                        }
                        state.apply(OpeningAction::Take(to_move))?;
                        follows = Some(square);
                    }
                    _ if state.is_choice() => state.apply(OpeningAction::PlaceMore)?,
                    _ => (),
                }
                if follows.is_none() {
                    for &square in squares {
                        state.apply(OpeningAction::Place(square))?;
                    }
                }
            }
        }
        if state.placed > 0 {
            return Err(WrongAction::StoneWanted);
        }
        let done = state.actions.split_off(self.actions.len());
        Ok((done, follows))
    }
}
