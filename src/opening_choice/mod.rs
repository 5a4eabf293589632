//! How the engine plays either side of the opening rules of [`game`](crate::game).
//!
//! [`turn`] decides what a player does until the other one is asked. It knows the
//! rules by [`OpeningState`] alone, and the values of positions by a [`Judge`], so that
//! it needs no search of its own:
//!
//! * A player who chooses a colour takes the better one. Its value depends on what the
//!   rule still has to come, such as fifth moves (`Chooser::value`).
//! * A player who places stones before the other chooses makes the position as even as
//!   the rule's region allows: by balance search for the last stone, by trying random
//!   ones where there are more. The first stones are random among those that are about
//!   even.
//! * A player who declares the number of fifth moves chooses the number that leaves the
//!   position most even. A player who offers them offers the best ones, and one who
//!   picks takes the worst for Black.
//! * Everywhere else it is an ordinary best move within the region.
//!
//! The actions are legal whatever the judge finds, and also if it has no time.

mod choices;
mod fifths;
mod first_stones;
mod judge;
mod outlook;
mod reply;
mod stones;
mod value;

use std::collections::HashMap;

use rand::Rng;
use serde::{Deserialize, Serialize};

use crate::game::{OpeningAction, OpeningState, Player};
use crate::types::Square;
pub use judge::{Assessment, Judge, Ranked};

/// A turn in an opening: what a player does until the other one is asked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpeningTurn {
    /// At least one action, unless the opening is over.
    pub actions: Vec<OpeningAction>,
    /// The player's first move after the opening, if it is the player's turn then and
    /// the move was found on the way.
    pub follows: Option<Square>,
}

/// A player's decisions in an opening, with what was found for them.
struct Chooser<'a, J, R> {
    judge: &'a mut J,
    rng: &'a mut R,
    /// Scores of positions for Black, by their hashes.
    scores: HashMap<u64, i32>,
    /// The best fourth moves of positions, by their hashes.
    fourths: HashMap<u64, Vec<Ranked>>,
    /// The best fifth moves of positions, by their hashes.
    fifths: HashMap<u64, Fifths>,
    /// The most fifth moves that there may be; 0 if there are none.
    most_fifths: usize,
}

/// The fifth moves of a position.
struct Fifths {
    /// How many were asked for; there may be more.
    wanted: usize,
    /// Whether they were studied with all of the time.
    is_careful: bool,
    best: Vec<Ranked>,
}

/// The turn of the player to act, with random numbers from `rng`.
pub fn turn<J: Judge, R: Rng>(state: &OpeningState, judge: &mut J, rng: &mut R) -> OpeningTurn {
    let mut turn = OpeningTurn::default();
    let Some(player) = state.to_act() else {
        return turn;
    };
    let mut chooser = Chooser {
        judge,
        rng,
        scores: HashMap::new(),
        fourths: HashMap::new(),
        fifths: HashMap::new(),
        most_fifths: outlook::most_fifths(state),
    };
    let mut state = state.clone();
    while state.to_act() == Some(player) {
        let plan = chooser.plan(&state);
        let planned = apply_while_legal(&mut state, player, &plan.actions);
        turn.actions.extend_from_slice(planned);
        turn.follows = plan.follows;
        if planned.is_empty() {
            let action = any_action(&state);
            state.apply(action).expect("it is legal");
            turn.actions.push(action);
            turn.follows = None;
        }
    }
    let is_next = state.is_over() && state.color_of(player) == state.board().side_to_move();
    let can_follow = |square: &Square| is_next && state.board().is_empty(*square);
    turn.follows = turn.follows.filter(can_follow);
    turn
}

impl OpeningTurn {
    /// A turn of these actions.
    fn of(actions: Vec<OpeningAction>) -> OpeningTurn {
        OpeningTurn {
            actions,
            follows: None,
        }
    }
}

impl<J: Judge, R: Rng> Chooser<'_, J, R> {
    /// The next decision.
    fn plan(&mut self, state: &OpeningState) -> OpeningTurn {
        if state.is_choice() {
            self.choose(state)
        } else if state.offers_wanted() > 0 {
            self.offer(state)
        } else if state.region().is_some() {
            self.place(state)
        } else {
            self.pick(state)
        }
    }
}

/// Does these actions as long as they are legal; returns those that were done.
fn apply_while_legal<'a>(
    state: &mut OpeningState,
    player: Player,
    actions: &'a [OpeningAction],
) -> &'a [OpeningAction] {
    let legal = |action: &&OpeningAction| state.apply_by(player, **action).is_ok();
    let count = actions.iter().take_while(legal).count();
    &actions[..count]
}

/// A legal action without thinking: keep the colour, place a stone near the centre.
fn any_action(state: &OpeningState) -> OpeningAction {
    let center = state.board().center();
    let rank = |action: &OpeningAction| match *action {
        OpeningAction::Keep => (0, 0),
        OpeningAction::Take(color) if color == state.board().side_to_move() => (0, 0),
        OpeningAction::Declare(number) => (1, number),
        OpeningAction::Place(square)
        | OpeningAction::Offer(square)
        | OpeningAction::Pick(square) => (1, square.distance(center)),
        _ => (2, 0),
    };
    let legal = state.legal_actions().into_iter();
    legal.min_by_key(rank).expect("a player is to act")
}
